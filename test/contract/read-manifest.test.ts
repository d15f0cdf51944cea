import assert from 'node:assert/strict';
import { coveredText, messageOf, problemLines, read } from './read-sample.ts';

const manifest = `{
  "system_overview": ["A solver.", "A command line."],
  "verify_contract": {
    "command": "python -m pytest -q",
    "requires": [
      {"kind": "file_exists", "path": "scripts/verify.sh"},
      {"kind": "file_exists", "path": "tests/test_placeholder.py"}
    ]
  },
  "work_orders": [
    {
      "id": "WO-01",
      "title": "Verify script",
      "intent": "Create the verify script.",
      "preconditions": [{"kind": "file_absent", "path": "scripts/verify.sh"}],
      "postconditions": [{"kind": "file_exists", "path": "scripts/verify.sh"}],
      "allowed_files": ["scripts/verify.sh"],
      "forbidden": ["Do not touch the tests."],
      "acceptance_commands": ["python -c \\"assert True\\""],
      "context_files": ["scripts/verify.sh"],
      "notes": "Keep it short.",
      "verify_exempt": true
    },
    {
      "id": "WO-02",
      "title": "Package",
      "intent": "Create the package.",
      "allowed_files": ["mypackage/__init__.py"],
      "forbidden": [],
      "acceptance_commands": [],
      "context_files": [],
      "notes": null
    }
  ]
}
`;

describe('Manifests of the plan compiler', () => {
  it('[COMP-COMPAT] are read into the contract model', () => {
    const document = read(manifest, 'plans/solver.json');
    assert.equal(document.form, 'manifest');
    assert.deepEqual(document.problems, []);
    assert.ok(document.contract);
    const { spec, verify, chunks } = document.contract;
    assert.deepEqual(spec, { id: 'solver', title: 'solver', description: 'A solver.\nA command line.' });
    assert.equal(verify?.command, 'python -m pytest -q');
    assert.equal(verify.requires.length, 2);
    const [first, second] = chunks;
    assert.equal(first?.id, 'WO-01');
    assert.equal(first.description, 'Create the verify script.\n\nKeep it short.');
    assert.deepEqual(first.preconditions, [{ kind: 'file_absent', path: 'scripts/verify.sh' }]);
    assert.deepEqual(first.allowedFiles, ['scripts/verify.sh']);
    assert.deepEqual(first.forbidden, ['Do not touch the tests.']);
    assert.deepEqual(first.acceptanceCommands, ['python -c "assert True"']);
    assert.deepEqual(first.contextFiles, ['scripts/verify.sh']);
    assert.equal(second?.description, 'Create the package.');
    assert.deepEqual(second.postconditions, []);
  });

  it('[COMP-COMPAT] keep the source range of every value', () => {
    const document = read(manifest, 'solver.json');
    assert.equal(coveredText(document, ['chunks', 0, 'allowedFiles', 0]), '"scripts/verify.sh"');
    assert.equal(document.rangeOf(['chunks', 0, 'allowedFiles', 0]).start.line, 17);
    assert.equal(coveredText(document, ['chunks', 0, 'description']), '"Create the verify script."');
    assert.equal(coveredText(document, ['verify', 'command']), '"python -m pytest -q"');
    assert.equal(coveredText(document, ['spec', 'description']), '["A solver.", "A command line."]');
    const key = document.keyRangeOf(['chunks', 1, 'acceptanceCommands']);
    assert.equal(manifest.slice(key.start.offset, key.end.offset), '"acceptance_commands"');
    assert.deepEqual(document.pathAt(manifest.indexOf('Create the package')), ['chunks', 1, 'description']);
    assert.deepEqual(document.pathAt(manifest.indexOf('"verify_contract"')), ['verify']);
  });

  it('[COMP-COMPAT] are read from YAML, with dependencies and additional keys of contracts', () => {
    const document = read(
      `work_orders:
  - id: WO-01
    title: One
    max_attempts: 2
    creates: [solve]
  - id: WO-02
    title: Two
    depends_on: [WO-01]
build: { command: make, timeout_seconds: 5 }
`,
      'p.yaml',
    );
    assert.deepEqual(document.problems, []);
    assert.equal(document.contract?.chunks[0]?.maxAttempts, 2);
    assert.deepEqual(document.contract.chunks[1]?.dependsOn, ['WO-01']);
    assert.deepEqual(document.contract.build, { command: 'make', timeoutSeconds: 5 });
  });

  it('derive the id of the specification from the file name', () => {
    const idOf = (file: string): string | undefined =>
      read('work_orders: [{ id: a, title: A }]', file).contract?.spec.id;
    assert.equal(idOf('plans/My plan (1).manifest.yaml'), 'My-plan-1');
    assert.equal(idOf('日本.yaml'), 'plan');
    assert.equal(idOf('.yaml'), 'plan');
  });

  it('[COMP-COMPAT] report entries that are not objects', () => {
    const text =
      '{"work_orders": [null, "x", 3, [], {"id": "WO-01", "title": "T", "preconditions": [1]}], "verify_contract": 7}';
    const document = read(text, 'p.json');
    assert.equal(document.contract, undefined);
    assert.deepEqual(problemLines(document), [
      '1:18 error wrong-type chunks[0]',
      '1:24 error wrong-type chunks[1]',
      '1:29 error wrong-type chunks[2]',
      '1:32 error wrong-type chunks[3]',
      '1:84 error wrong-type chunks[4].preconditions[0]',
      '1:109 error wrong-type verify',
    ]);
    assert.match(document.problems[1]?.message ?? '', /^work_orders\[1\] must be a map/);
    assert.equal(read('{"work_orders": 3}', 'p.json').contract, undefined);
    assert.deepEqual(problemLines(read('{"work_orders": []}', 'p.json')), ['1:17 error wrong-value chunks']);
  });

  it('[COMP-COND] allow only file_exists as a postcondition, unlike contracts', () => {
    const document = read(
      '{"work_orders": [{"id": "WO-01", "title": "T", "postconditions": [{"kind": "file_absent", "path": "a.py"}]}]}',
      'p.json',
    );
    assert.deepEqual(problemLines(document), ['1:76 error postcondition-kind chunks[0].postconditions[0].kind']);
    assert.ok(document.contract, 'the plan rules can still check the contract');
    const contract = read(
      'spec: { id: a, title: A }\nchunks: [{ id: b, title: B, postconditions: [{ kind: file_absent, path: a }] }]\n',
    );
    assert.deepEqual(contract.problems, []);
  });

  it('ignore unknown keys with a warning and a suggestion', () => {
    const document = read(
      '{"generated_by": "x", "work_orders": [{"id": "a", "title": "A", "alowed_files": ["b"]}]}',
      'p.json',
    );
    assert.deepEqual(problemLines(document), [
      '1:2 warning unknown-key generated_by',
      '1:65 warning unknown-key chunks[0].alowed_files',
    ]);
    assert.match(document.problems[1]?.message ?? '', /Did you mean "allowed_files"\?/);
    assert.deepEqual(document.contract?.chunks[0]?.allowedFiles, []);
  });

  it('report problems with the key names of the manifest', () => {
    const document = read(
      '{"work_orders": [{"id": "a", "allowed_files": ["../b"], "acceptance_commands": "x"}]}',
      'p.json',
    );
    assert.match(messageOf(document, 'missing-key'), /^Missing key "title" in work_orders\[0\]/);
    assert.match(messageOf(document, 'wrong-type'), /^"acceptance_commands" must be a list/);
    assert.match(messageOf(document, 'outside-tree'), /in allowed_files\[0\] contains "\.\."/);
  });
});
