import assert from 'node:assert/strict';
import { messageOf, minimal, problemLines, read } from './read-sample.ts';

describe('Contract problems', () => {
  it('reports all problems at once, in the order of the text', () => {
    const text = `verion: 1
spec:
  id: 1
  titel: Health
build: npm test
steps:
  - { id: a, command: "" }
  - { id: a, command: x }
gates:
  - { id: g, severity: hi, criteria: [x] }
chunks:
  - id: one
    title: One
    dependsOn: [tow, one]
    consumes: x
    allowedFiles: ["../x/*", /etc/passwd]
    preconditions: [{ kind: file_exists, path: "src/*.ts" }]
    gates: [gg]
    assertions:
      - type: asert
        message: m
        check: { type: export_exist, target: X }
      - message: m
        check: { type: pattern_match, target: src/a.ts, patern: x }
      - message: m
        check: { type: export_exists, target: X, file: ../a.ts, kind: functon }
  - id: two
    dependsOn: [three]
  - id: three
    title: x
    dependsOn: [two]
    maxAttempts: "3"
  - id: two
    title: again
  - nonsense
`;
    const document = read(text);
    assert.equal(document.contract, undefined);
    assert.deepEqual(problemLines(document), [
      '1:1 error unknown-key verion',
      '3:7 error wrong-type spec.id',
      '4:3 error unknown-key spec.titel',
      '5:8 error wrong-type build',
      '7:23 error wrong-value steps[0].command',
      '8:11 error duplicate-id steps[1].id',
      '10:24 error wrong-value gates[0].severity',
      '14:17 error unknown-dependency chunks[0].dependsOn[0]',
      '14:22 error cycle chunks[0].dependsOn[1]',
      '15:15 error wrong-type chunks[0].consumes',
      '16:20 error outside-tree chunks[0].allowedFiles[0]',
      '16:30 error outside-tree chunks[0].allowedFiles[1]',
      '17:48 error glob chunks[0].preconditions[0].path',
      '18:13 error unknown-gate chunks[0].gates[0]',
      '20:15 error wrong-value chunks[0].assertions[0].type',
      '22:24 warning unknown-check chunks[0].assertions[0].check.type',
      '24:57 error unknown-key chunks[0].assertions[1].check.patern',
      '26:56 error outside-tree chunks[0].assertions[2].check.file',
      '26:71 error wrong-value chunks[0].assertions[2].check.kind',
      '27:5 error missing-key chunks[1].title',
      '28:17 error cycle chunks[1].dependsOn[0]',
      '32:18 error wrong-type chunks[2].maxAttempts',
      '33:9 error duplicate-id chunks[3].id',
      '35:5 error wrong-type chunks[4]',
    ]);
  });

  it('suggests the nearest key, value and id', () => {
    const document = read(`${minimal}    depends_on: [one]
    assertions: [{ message: m, check: { type: export_exists, target: X, kind: functon } }]
  - { id: first-chunk, title: F }
  - { id: other, title: O, dependsOn: [frist-chunk] }
`);
    assert.match(messageOf(document, 'unknown-key'), /"depends_on" in chunks\[0\].*Did you mean "dependsOn"\?/);
    assert.match(messageOf(document, 'wrong-value'), /one of type, function, class.*Did you mean "function"\?/);
    assert.match(messageOf(document, 'unknown-dependency'), /"frist-chunk".*Did you mean "first-chunk"\?/);
  });

  it('lists the known keys if none is similar', () => {
    const document = read(`${minimal}    qqqqqq: 1\n`);
    assert.match(messageOf(document, 'unknown-key'), /Remove it\. The known keys are id, title, description/);
  });

  it('does not report a misspelled key as a missing key too', () => {
    const document = read(`spec: { id: a, titel: T }\nchunks: [{ id: b, title: B }]\n`);
    assert.deepEqual(problemLines(document), ['1:16 error unknown-key spec.titel']);
  });

  it('reports the expected type, the value and the correction', () => {
    const wrong = (line: string): string => messageOf(read(`${minimal}    ${line}\n`), 'wrong-type');
    assert.match(wrong('description: 404'), /must be a string, but is the number 404\. Put it in quotes: "404"/);
    assert.match(wrong('creates: HealthResult'), /must be a list, but is the string "HealthResult"\. Write a list/);
    assert.match(wrong('creates:'), /must be a list, but is empty\. Enter a value, or remove the key/);
    assert.match(wrong('maxAttempts: "3"'), /must be a number, but is the string "3"\. Remove the quotes: 3/);
    assert.match(wrong('maxAttempts: 1.5'), /must be an integer, but is the number 1\.5/);
    assert.match(wrong('creates: { a: b }'), /must be a list, but is a map\. Begin each item with "- "/);
    const judge = read(`${minimal}gates: [{ id: g, judge: 3 }]\n`);
    assert.match(messageOf(judge, 'wrong-type'), /"judge" must be true or false or "person" or a map/);
  });

  it('proposes the text of a number or a boolean in quotes, not its value', () => {
    for (const written of [
      ...[
        '1.10',
        '010',
        '1e3',
        '1.0',
        '0x1F',
        '0o17',
        '+5',
        '.5',
        '12345678901234567890',
        '1E400',
        '-0',
        '1.',
        'true',
        'True',
        '.inf',
        '.nan',
      ],
    ]) {
      for (const line of [
        `description: ${written}`,
        `description:   ${written}  # why`,
        `description: !!${/t|T/.test(written) ? 'bool' : 'float'} ${written}`,
        `description: &a ${written}`,
      ]) {
        const document = read(`${minimal}    ${line}\n`);
        if (document.problems.every(({ code }) => code !== 'wrong-type')) continue;
        const message = messageOf(document, 'wrong-type');
        assert.ok(message.includes(`Put it in quotes: "${written}".`), `${line}: ${message}`);
        if (!/true/i.test(written)) assert.ok(message.includes(`the number ${written}`), message);
      }
    }
    const json = read('{"spec": {"id": "a", "title": 1.10}, "chunks": [{"id": 1e3, "title": "B"}]}', 'a.contract.json');
    assert.match(json.problems.map(({ message }) => message).join(), /quotes: "1\.10".*quotes: "1e3"/);
    const alias = read(`${minimal}    maxAttempts: &n 1.10\n    description: *n\n`);
    assert.match(
      alias.problems.map(({ message }) => message).join(),
      /but is the number 1\.1\. Put the value in quotes\./,
    );
  });

  it('reports the problems of the union member that has the type of the value', () => {
    const text = `${minimal}gates: [{ id: g, judge: { modle: glm } }]\nattempt: { setup: [npm ci, 1] }\n`;
    assert.deepEqual(problemLines(read(text)), [
      '5:27 error unknown-key gates[0].judge.modle',
      '6:28 error wrong-type attempt.setup[1]',
    ]);
  });

  it('describes a missing key', () => {
    const document = read('spec: { id: a, title: A }\nchunks:\n  - title: B\n    description: C\n');
    assert.match(messageOf(document, 'missing-key'), /^Missing key "id" in chunks\[0\]\. The id that other chunks use/);
    assert.equal(document.problems[0]?.range.start.line, 3);
  });

  it('reports a duplicate key with the line of the first', () => {
    const yaml = read(`${minimal}    title: Again\n`);
    assert.deepEqual(problemLines(yaml), ['5:5 error duplicate-key chunks[0].title']);
    assert.match(messageOf(yaml, 'duplicate-key'), /^Duplicate key "title" \(first used on line 4\)/);
    const json = read('{"spec":{"id":"a","title":"A"},"spec":{},"chunks":[{"id":"b","title":"B"}]}', 'a.json');
    assert.deepEqual(problemLines(json), ['1:32 error duplicate-key spec']);
  });

  it('returns the contract in spite of semantic problems', () => {
    const text = `${minimal}    dependsOn: [two, none]
    gates: [none]
    allowedFiles: [../a.ts]
  - { id: two, title: Two, dependsOn: [one] }
  - { id: two, title: Two }
`;
    const document = read(text);
    const codes = new Set(document.problems.map((problem) => problem.code));
    assert.deepEqual([...codes].sort(), [
      'cycle',
      'duplicate-id',
      'outside-tree',
      'unknown-dependency',
      'unknown-gate',
    ]);
    assert.equal(document.contract?.chunks.length, 3);
  });

  it('[COMP-STRUCT] lists the chunks of a dependency cycle', () => {
    const text = `${minimal}    dependsOn: [three]
  - { id: two, title: Two, dependsOn: [one] }
  - { id: three, title: Three, dependsOn: [two] }
`;
    assert.match(messageOf(read(text), 'cycle'), /one → three → two → one/);
  });

  it('[ENF-VAL-14] reports an unknown check as a warning, so that the assertion itself can fail', () => {
    const document = read(`${minimal}    assertions: [{ message: m, check: { type: export_exist, target: X } }]\n`);
    assert.deepEqual(problemLines(document), ['5:47 warning unknown-check chunks[0].assertions[0].check.type']);
    assert.match(messageOf(document, 'unknown-check'), /Did you mean "export_exists"\?/);
    assert.equal(document.contract?.chunks[0]?.assertions[0]?.check.type, 'export_exist');
  });

  it('explains a value between braces that a comma ends', () => {
    const functionOf = (signature: string) =>
      read(`${minimal}    functions:\n      - { name: F, file: f.go, signature: ${signature} }\n`);
    const cut = functionOf('(s string) (Quota, error)');
    assert.deepEqual(problemLines(cut), ['6:62 error unknown-key chunks[0].functions[0]["error)"]']);
    assert.match(messageOf(cut, 'unknown-key'), /A comma ends a value .*: put the value of "signature" in quotes\.$/);
    assert.deepEqual(problemLines(functionOf('"(s string) (Quota, error)"')), []);
    assert.match(messageOf(functionOf('"() error", sgnature: x'), 'unknown-key'), /The known keys are/);
  });

  it('validates the keys of known checks, in chunks and in gates', () => {
    const document = read(`${minimal}    assertions: [{ message: m, check: { type: pattern_match, target: a.ts } }]
gates:
  - id: g
    assertions: [{ message: m, check: { type: file_exists, target: a.ts, path: b } }]
`);
    assert.deepEqual(problemLines(document), [
      '5:39 error missing-key chunks[0].assertions[0].check.pattern',
      '8:74 error unknown-key gates[0].assertions[0].check.path',
    ]);
    assert.match(messageOf(document, 'missing-key'), /A regular expression\./);
    assert.equal(document.contract, undefined);
  });

  it('reports paths that leave the tree in the path fields of checks', () => {
    const text = `${minimal}    assertions:
      - { message: m, check: { type: file_exists, target: /etc/hosts } }
      - { message: m, check: { type: pattern_match, target: ../x, pattern: y } }
      - { message: m, check: { type: file_exists, target: "https://example.org/a/../b" } }
      - { message: m, check: { type: export_exists, target: ../x, file: 'C:\\x' } }
`;
    assert.deepEqual(problemLines(read(text)), [
      '6:59 error outside-tree chunks[0].assertions[0].check.target',
      '9:73 error outside-tree chunks[0].assertions[3].check.file',
    ]);
  });

  it('validates the location of a resource according to its type', () => {
    const text = `${minimal}resources:
  - { id: a, type: file, location: ../a.ts }
  - { id: b, type: api, location: /v1/health }
  - { id: c, type: file, location: "https://example.org/a.json" }
  - { id: d, type: data, location: "file:///etc/passwd" }
`;
    assert.deepEqual(problemLines(read(text)), [
      '6:36 error outside-tree resources[0].location',
      '9:36 error outside-tree resources[3].location',
    ]);
  });

  it('[COMP-COND] rejects patterns in conditions only', () => {
    const text = `${minimal}    allowedFiles: ["src/**"]
    forbiddenFiles: ["**/*.lock"]
    postconditions: [{ kind: file_exists, path: "src/{a,b}.ts" }, { kind: file_absent, path: old.ts }]
`;
    assert.deepEqual(problemLines(read(text)), ['7:49 error glob chunks[0].postconditions[0].path']);
  });

  it('warns about backslashes and suggests the corrected path', () => {
    const document = read(`${minimal}    contextFiles: ['src\\a.ts']\n`);
    assert.deepEqual(problemLines(document), ['5:20 warning backslash chunks[0].contextFiles[0]']);
    assert.match(messageOf(document, 'backslash'), /Write "src\/a\.ts"/);
  });

  it('accepts gates of the contract and shared gates', () => {
    const text = `${minimal}    gates: [own, shared, neither]\ngates: [{ id: own, criteria: [c] }]\n`;
    assert.deepEqual(problemLines(read(text, 'a.yaml', ['shared'])), ['5:26 error unknown-gate chunks[0].gates[2]']);
  });

  it('warns about a gate that has nothing to judge', () => {
    assert.deepEqual(problemLines(read(`${minimal}gates: [{ id: g, judge: false }]\n`)), [
      '5:15 warning empty-gate gates[0]',
    ]);
    assert.deepEqual(problemLines(read(`${minimal}gates: [{ id: g, command: npm test }]\n`)), []);
    assert.deepEqual(problemLines(read(`${minimal}gates: [{ id: g, review: true }]\n`)), []);
    assert.deepEqual(problemLines(read(`${minimal}gates: [{ id: g, review: false }]\n`)), [
      '5:15 warning empty-gate gates[0]',
    ]);
    const gate = (type: string): string =>
      `gates: [{ id: g, assertions: [{ type: ${type}, message: m, check: { type: file_exists, target: a.ts } }] }]`;
    assert.deepEqual(problemLines(read(`${minimal}${gate('assert')}\n`)), []);
    assert.deepEqual(problemLines(read(`${minimal}${gate('suggest')}\n`)), ['5:15 warning empty-gate gates[0]']);
  });

  it('omits problems beyond the limit and reports their number', () => {
    const lines = Array.from({ length: 700 }, (_, index) => `unknown${index}: 1`);
    const document = read(`${minimal}${lines.join('\n')}\n`);
    assert.equal(document.problems.length, 501);
    assert.match(messageOf(document, 'more-problems'), /^200 more/);
  });
});

describe('Syntax errors of a contract', () => {
  const chunk = (line: string): string => `${minimal}${line}\n    dependsOn: [x]\n  - { id: x, title: X }\n`;

  const cases: readonly (readonly [name: string, line: string, position: string, message: RegExp])[] = [
    ['an open bracket', '    creates: [A, B', '5:14', /Unclosed "\["\. Add "\]"/],
    ['an open brace', '    creates: {a', '5:14', /Unclosed "{"\. Add "}"/],
    ['an open quote', '    description: "foo', '5:18', /Unclosed quote/],
    ['a colon in a value', '    description: Must: x', '5:18', /Put a value in quotes/],
    ['a tab', '\tcreates: [x]', '5:1', /Tab in the indentation/],
    ['a reserved character', '    description: @x', '5:18', /Put a value in quotes/],
    ['a bad escape', '    description: "C:\\dir"', '5:21', /Write \\\\ for a backslash/],
    ['an unknown alias', '    description: *foo', '5:18', /Define the anchor &foo/],
    ['a missing colon', '    creates [x]', '5:5', /A key must be on one line and be followed by ":"/],
    ['too little indentation', '   creates: []', '5:1', /indented less than its list item/],
    ['a list after its key', '    creates: - a', '5:14', /Start the list on the next line/],
    ['an extra comma', '    creates: [a,,b]', '5:17', /Unexpected ","/],
    ['text after a value', '    description: "x" y', '5:22', /Unexpected text/],
    ['a merge of text', '    <<: x', '5:5', /merge key "<<" requires an alias/],
    ['a key that is a list', '    ? [a]\n    : b', '5:7', /A key must be plain text/],
    ['an extra bracket', '    creates: [a]]', '5:17', /Unexpected "\]"/],
    ['a missing comma', '    creates: ["a" "b"]', '5:19', /Missing ","/],
    ['a key without a value', '    x', '5:5', /Missing ":" and a value/],
    ['a comment without a space', '    description: "a"#c', '5:21', /Missing space before "#"/],
    ['a list in a map', '    - x', '5:1', /Unexpected list item/],
  ];
  for (const [name, line, position, message] of cases) {
    it(`reports ${name} at its position`, () => {
      const [first] = read(chunk(line)).problems;
      assert.ok(first);
      assert.equal(`${first.range.start.line}:${first.range.start.column}`, position);
      assert.match(first.message, message);
      assert.equal(first.severity, 'error');
    });
  }

  it('reports several syntax errors together with the other reliable problems', () => {
    const document = read(`spec: { id: a, title: A }
chunks:
  - id: one
    titel: One
    description: a: b
    creates: [a,,b]
    allowedFiles: [../x]
  - { id: one, title: Two }
`);
    assert.deepEqual(problemLines(document), [
      '4:5 error unknown-key chunks[0].titel',
      '5:18 error syntax',
      '6:17 error syntax',
      '7:20 error outside-tree chunks[0].allowedFiles[0]',
      '8:11 error duplicate-id chunks[1].id',
    ]);
    assert.equal(document.contract, undefined);
  });

  it('does not report values as missing that a syntax error hides', () => {
    const document = read(`spec: { id: a, title: A }
chunks:
  - id: one
    description: "open
    title: One
    dependsOn: [two]
  - { id: two, title: Two }
`);
    assert.deepEqual(problemLines(document), ['4:18 error syntax']);
  });

  it('reports syntax errors of JSON', () => {
    const problems = (text: string): string[] =>
      read(text, 'a.contract.json').problems.map(
        ({ range, message }) => `${range.start.line}:${range.start.column} ${message}`,
      );
    assert.deepEqual(problems('{\n  "spec": {"id": "a" "title": "A"},\n  "chunks": [\n}\n'), [
      '2:22 Missing "," before this value or key.',
      '4:1 Expected a value.',
    ]);
    assert.match(problems("{'spec': 1}").join(), /Put text in double quotes/);
    assert.match(problems('{"spec": {"id": "a\\q"}}').join(), /Invalid escape sequence/);
  });

  it('reports a file that is empty or contains only comments', () => {
    for (const file of ['a.contract.yaml', 'a.contract.json']) {
      assert.deepEqual(problemLines(read('', file)), ['1:1 error empty']);
      assert.match(messageOf(read(' \n\n', file), 'empty'), /The file is empty/);
    }
    assert.match(messageOf(read('# soon\n'), 'empty'), /contains only comments/);
    assert.match(messageOf(read('---\n'), 'empty'), /A contract requires "spec"/);
  });

  it('reports a second YAML document and the problems of the first', () => {
    const document = read(`${minimal}    foo: 1\n---\nspec: 2\n`);
    assert.deepEqual(problemLines(document), ['5:5 error unknown-key chunks[0].foo', '6:1 error multiple-documents']);
    assert.equal(document.contract, undefined);
    assert.equal(read(`${minimal}---\n${minimal}`).contract, undefined);
  });

  it('reports a file that is not a map', () => {
    assert.match(messageOf(read('- a\n- b\n'), 'wrong-type'), /The contract must be a map, but is a list/);
    assert.match(messageOf(read('[]', 'a.json'), 'wrong-type'), /an empty list/);
  });

  it('rejects aliases that expand to too many values or contain themselves', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 12; level++) {
      lines.push(`a${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ')}]`);
    }
    const started = performance.now();
    const bomb = read(`${minimal}${lines.join('\n')}\n`);
    assert.match(messageOf(bomb, 'too-large'), /expand to more than 100,000 values/);
    assert.ok(performance.now() - started < 5_000);
    assert.match(messageOf(read(`${minimal}x: &x [*x]\n`), 'syntax'), /A value cannot contain itself/);
  });

  it('rejects a text above 10 MB before parsing it, and a binary text', () => {
    const started = performance.now();
    const large = read(`${minimal}# ${'x'.repeat(11 * 1024 * 1024)}`);
    assert.deepEqual(problemLines(large), ['1:1 error too-large']);
    assert.equal(large.contract, undefined);
    assert.deepEqual(problemLines(read(`// ${'é'.repeat(6 * 1024 * 1024)}`, 'a.json')), ['1:1 error too-large']);
    assert.ok(performance.now() - started < 5_000);
    assert.match(messageOf(read('spec\0: 1'), 'syntax'), /binary/);
  });

  it('rejects deep nesting in YAML and JSON', () => {
    for (const [file, text] of [
      ['a.yaml', '['.repeat(1_000_000)],
      ['a.yaml', `a: ${'['.repeat(500)}${']'.repeat(500)}`],
      ['a.yaml', `${'- '.repeat(300)}x`],
      ['a.json', '['.repeat(1_000_000)],
      ['a.json', `${'['.repeat(500)}${']'.repeat(500)}`],
    ] as const) {
      assert.match(messageOf(read(text, file), 'too-deep'), /nested/);
    }
  });

  it('rejects __proto__ as a key', () => {
    assert.deepEqual(problemLines(read(`${minimal}__proto__: { x: 1 }\n`)), ['5:1 error unknown-key']);
    const json = read('{"spec":{"id":"a","title":"A","__proto__":{}},"chunks":[{"id":"b","title":"B"}]}', 'a.json');
    assert.deepEqual(problemLines(json), ['1:31 error unknown-key spec']);
  });
});
