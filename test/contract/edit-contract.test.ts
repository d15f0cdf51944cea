import assert from 'node:assert/strict';
import { parseDataPath } from '../../src/contract/data-path.ts';
import { ContractEditError } from '../../src/contract/edit/contract-edit.ts';
import type { ContractEdit, EditFailure } from '../../src/contract/edit/contract-edit.ts';
import { editContract } from '../../src/contract/edit/edit-contract.ts';
import { read } from './read-sample.ts';

type Change = Omit<ContractEdit, 'path'> & { readonly path: string };

function edited(text: string, changes: readonly Change[], file = 'a.contract.yaml'): string {
  const edits = changes.map((change) => ({ ...change, path: parseDataPath(change.path) }));
  return editContract({ file, text }, edits).text;
}

/** The lines that an edit removed (`-`) and added (`+`), in order. */
function difference(text: string, change: Change, file?: string): string[] {
  const before = text.split('\n');
  const after = edited(text, [change], file).split('\n');
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [
    ...before.slice(start, before.length - end).map((line) => `-${line}`),
    ...after.slice(start, after.length - end).map((line) => `+${line}`),
  ];
}

function editFailure(text: string, changes: readonly Change[], file?: string): EditFailure | undefined {
  try {
    edited(text, changes, file);
    return undefined;
  } catch (thrown) {
    assert.ok(thrown instanceof ContractEditError, String(thrown));
    assert.match(thrown.message, /^Failed to edit /);
    assert.ok(thrown.hint);
    return thrown.reason;
  }
}

const yaml = `# The health checks
spec: { id: a, title: "T" } # one line
types:
  # first
  - name: A   # a
    file: a.ts
    definition: |
      interface A {
        x: string;
      }

chunks:
  - id: x # id
    title: 'It''s'
    creates: [A, "b"]
    consumes:
      - q
      # before r
      - r   # r
    functions:
      - { name: f, file: f.ts, signature: "(a: A) => B" } # fn
    allowedFiles: [
      a.ts, # a
      b.ts  # b
    ]
    postconditions:
    - kind: file_exists
      path: a.ts
    description: >-
      folded text
      here
  - id: y
    title: Y
    dependsOn: [x]
# tail`;

const json = `{
\t// why
\t"spec": {"id": "a", "title": "T"},
\t"types": [],
\t"chunks": [
\t\t{
\t\t\t"id": "x", // x
\t\t\t"creates": ["A", "B"],
\t\t\t"functions": [
\t\t\t\t{"name": "f", "file": "f.ts", "signature": "x"} // f
\t\t\t],
\t\t\t"title": "X"
\t\t}
\t]
}
`;

describe('editContract', () => {
  describe('setting a value', () => {
    it('[ENF-AMEND-4] keeps the quotes of the value and the comment after the value', () => {
      assert.deepEqual(difference(yaml, { path: 'chunks[0].functions[0].signature', value: '(o?: "x") => B' }), [
        '-      - { name: f, file: f.ts, signature: "(a: A) => B" } # fn',
        '+      - { name: f, file: f.ts, signature: "(o?: \\"x\\") => B" } # fn',
      ]);
      assert.deepEqual(difference(yaml, { path: 'chunks[0].title', value: `she's` }), [
        `-    title: 'It''s'`,
        `+    title: 'she''s'`,
      ]);
      assert.deepEqual(difference(yaml, { path: 'chunks[0].consumes[1]', value: 's()' }), [
        '-      - r   # r',
        '+      - s()   # r',
      ]);
    });

    it('adds quotes only if necessary, in the style of the file', () => {
      assert.deepEqual(difference(yaml, { path: 'chunks[1].title', value: 'Y: all' }), [
        '-    title: Y',
        '+    title: "Y: all"',
      ]);
      const single = "spec: { id: 'a', title: 'b' }\nchunks: [{ id: c, title: d }]\n";
      assert.match(edited(single, [{ path: 'chunks[0].title', value: 'true' }]), /title: 'true' }/);
      assert.match(edited(single, [{ path: 'chunks[0].title', value: 'yes' }]), /title: 'yes' }/);
      assert.match(edited(single, [{ path: 'chunks[0].title', value: 'a, b' }]), /title: 'a, b' }/);
    });

    it('keeps a block scalar and its header', () => {
      assert.deepEqual(difference(yaml, { path: 'types[0].definition', value: 'interface A {\n  y: number;\n}\n' }), [
        '-        x: string;',
        '+        y: number;',
      ]);
      assert.deepEqual(difference(yaml, { path: 'chunks[0].description', value: 'two\nlines' }), [
        '-      folded text',
        '-      here',
        '+      two',
        '+',
        '+      lines',
      ]);
    });

    it('replaces a value by a number, a list or a map', () => {
      assert.match(edited(yaml, [{ path: 'chunks[1].title', value: 3 }]), /title: 3\n/);
      assert.match(edited(yaml, [{ path: 'chunks[1].dependsOn', value: ['x', 'z'] }]), /dependsOn: \["?x"?, "?z"?\]\n/);
      assert.match(
        edited(yaml, [{ path: 'chunks[0].postconditions', value: [{ kind: 'file_exists', path: 'c.ts' }] }]),
        /postconditions:\n {4}- kind: file_exists\n {6}path: c.ts\n/,
      );
    });

    it('[ENF-AMEND-4] keeps comments and tabs of JSON', () => {
      assert.deepEqual(difference(json, { path: 'chunks[0].functions[0].signature', value: 'a "b"' }, 'a.json'), [
        '-\t\t\t\t{"name": "f", "file": "f.ts", "signature": "x"} // f',
        '+\t\t\t\t{"name": "f", "file": "f.ts", "signature": "a \\"b\\""} // f',
      ]);
    });

    it('[ENF-AMEND-4] keeps CRLF, a byte order mark and all other text', () => {
      const windows = `\ufeff${yaml.replaceAll('\n', '\r\n')}`;
      const after = edited(windows, [{ path: 'types[0].definition', value: 'interface A {\n  y: 1;\n}\n' }]);
      assert.equal(after, windows.replace('x: string', 'y: 1'));
    });

    it('leaves the text unchanged if the value is the same', () => {
      assert.equal(edited(yaml, [{ path: 'chunks[0].title', value: "It's" }]), yaml);
    });

    it('edits a manifest by the paths of the contract model', () => {
      const manifest = '{"work_orders": [{"id": "WO-01", "title": "T", "allowed_files": ["a.py"]}]}';
      assert.equal(
        edited(
          manifest,
          [
            { path: 'chunks[0].allowedFiles[0]', value: 'b.py' },
            { path: 'chunks[0].contextFiles', value: ['b.py'] },
          ],
          'p.json',
        ),
        '{"work_orders": [{"id": "WO-01", "title": "T", "allowed_files": ["b.py"], "context_files": ["b.py"]}]}',
      );
    });
  });

  describe('changing a list', () => {
    it('appends an item in the style of its neighbors', () => {
      assert.deepEqual(difference(yaml, { path: 'chunks[0].creates[2]', value: 'c' }), [
        '-    creates: [A, "b"]',
        '+    creates: [A, "b", "c"]',
      ]);
      assert.deepEqual(difference(yaml, { path: 'chunks[0].consumes[2]', value: 's' }), ['+      - s']);
      assert.deepEqual(difference(yaml, { path: 'chunks[0].allowedFiles[2]', value: 'c.ts' }), [
        '-      b.ts  # b',
        '+      b.ts,  # b',
        '+      c.ts',
      ]);
      assert.deepEqual(
        difference(yaml, {
          path: 'chunks[0].functions[1]',
          value: { name: 'g', file: 'g.ts', signature: '() => void' },
        }),
        ['+      - { name: g, file: g.ts, signature: "() => void" }'],
      );
      assert.deepEqual(
        difference(yaml, { path: 'chunks[0].postconditions[1]', value: { kind: 'file_exists', path: 'b.ts' } }),
        ['+    - kind: file_exists', '+      path: b.ts'],
      );
    });

    it('[ENF-AMEND-4] appends the additional types of an amendment', () => {
      const added = { name: 'B', file: 'b.ts', definition: 'interface B {\n  y?: number;\n}' };
      assert.deepEqual(difference(yaml, { path: 'types[1]', value: added }), [
        '+  - name: B',
        '+    file: b.ts',
        '+    definition: |-',
        '+      interface B {',
        '+        y?: number;',
        '+      }',
      ]);
      assert.deepEqual(
        difference(yaml, { path: 'chunks[1].types[0]', value: { name: 'B', file: 'b.ts', definition: '{ y: 1 }' } }),
        ['+    types:', '+      - name: B', '+        file: b.ts', '+        definition: "{ y: 1 }"'],
      );
      assert.deepEqual(difference(json, { path: 'types[0]', value: { name: 'B' } }, 'a.json'), [
        '-\t"types": [],',
        '+\t"types": [{"name": "B"}],',
      ]);
      assert.deepEqual(difference(json, { path: 'chunks[0].functions[1]', value: { name: 'g' } }, 'a.json'), [
        '-\t\t\t\t{"name": "f", "file": "f.ts", "signature": "x"} // f',
        '+\t\t\t\t{"name": "f", "file": "f.ts", "signature": "x"}, // f',
        '+\t\t\t\t{"name": "g"}',
      ]);
    });

    it('inserts an item before another', () => {
      assert.deepEqual(difference(yaml, { path: 'chunks[0].consumes[1]', value: 's', operation: 'insert' }), [
        '+      - s',
      ]);
      assert.match(
        edited(yaml, [{ path: 'chunks[0].consumes[0]', value: 's', operation: 'insert' }]),
        /- s\n {6}- q\n/,
      );
      assert.match(
        edited(yaml, [{ path: 'chunks[0].creates[0]', value: 's', operation: 'insert' }]),
        /\["s", A, "b"\]/,
      );
    });

    it('removes an item with the comment on its line', () => {
      assert.deepEqual(difference(yaml, { path: 'chunks[0].consumes[1]', operation: 'remove' }), ['-      - r   # r']);
      assert.deepEqual(difference(yaml, { path: 'chunks[0].allowedFiles[0]', operation: 'remove' }), [
        '-      a.ts, # a',
      ]);
      assert.deepEqual(difference(yaml, { path: 'chunks[0].allowedFiles[1]', operation: 'remove' }), [
        '-      a.ts, # a',
        '-      b.ts  # b',
        '+      a.ts # a',
      ]);
      assert.deepEqual(difference(yaml, { path: 'chunks[0].creates[0]', operation: 'remove' }), [
        '-    creates: [A, "b"]',
        '+    creates: ["b"]',
      ]);
      assert.deepEqual(difference(json, { path: 'chunks[0].creates[1]', operation: 'remove' }, 'a.json'), [
        '-\t\t\t"creates": ["A", "B"],',
        '+\t\t\t"creates": ["A"],',
      ]);
    });

    it('keeps an empty list after removing its last item', () => {
      assert.deepEqual(difference(yaml, { path: 'chunks[0].functions[0]', operation: 'remove' }), [
        '-    functions:',
        '-      - { name: f, file: f.ts, signature: "(a: A) => B" } # fn',
        '+    functions: []',
      ]);
    });
  });

  describe('changing a map', () => {
    it('appends a key, on one line or several', () => {
      assert.deepEqual(difference(yaml, { path: 'chunks[1].maxAttempts', value: 4 }), ['+    maxAttempts: 4']);
      assert.deepEqual(difference(yaml, { path: 'spec.description', value: 'd' }), [
        '-spec: { id: a, title: "T" } # one line',
        '+spec: { id: a, title: "T", description: d } # one line',
      ]);
      assert.deepEqual(difference(json, { path: 'chunks[0].maxAttempts', value: 4 }, 'a.json'), [
        '-\t\t\t"title": "X"',
        '+\t\t\t"title": "X",',
        '+\t\t\t"maxAttempts": 4',
      ]);
    });

    it('removes a key, including the first after a dash', () => {
      assert.deepEqual(difference(yaml, { path: 'chunks[1].title', operation: 'remove' }), ['-    title: Y']);
      assert.deepEqual(difference(yaml, { path: 'chunks[1].id', operation: 'remove' }), [
        '-  - id: y',
        '-    title: Y',
        '+  - title: Y',
      ]);
    });

    it('sets the value of an empty key', () => {
      const text = 'spec: { id: a, title: A }\nbuild: # soon\nchunks: [{ id: b, title: B }]\n';
      assert.match(edited(text, [{ path: 'build.command', value: 'make' }]), /^build: { command: make } # soon$/m);
    });
  });

  it('applies several edits in order, each to the result of the previous one', () => {
    const after = edited(yaml, [
      { path: 'chunks[0].creates[0]', operation: 'remove' },
      { path: 'chunks[0].creates[0]', value: 'c' },
      { path: 'chunks[0].creates[1]', value: 'd' },
    ]);
    assert.deepEqual(read(after).contract?.chunks[0]?.creates, ['c', 'd']);
  });

  describe('throws', () => {
    const shared = `spec: { id: a, title: &t Shared }
defaults: &d { forbidden: [x], title: D }
chunks:
  - { id: b, title: *t }
  - <<: *d
    id: c
  - &whole { id: d, title: e }
`;

    it('if an alias or merge key shares the value', () => {
      for (const path of [
        'chunks[0].title',
        'spec.title',
        'chunks[1].title',
        'chunks[1].forbidden[0]',
        'defaults.title',
        'defaults.extra',
      ]) {
        assert.equal(editFailure(shared, [{ path, value: 'new' }]), 'alias', path);
      }
      assert.equal(
        editFailure(shared, [{ path: 'chunks[2].title', value: 'new' }]),
        undefined,
        'an anchor without an alias shares nothing',
      );
    });

    it('if the file contains several documents', () => {
      assert.equal(
        editFailure('spec: { id: a }\n---\nspec: { id: b }\n', [{ path: 'spec.id', value: 'c' }]),
        'multiple-documents',
      );
    });

    it('if the text is invalid or empty', () => {
      assert.equal(editFailure('spec: { id: a\n', [{ path: 'spec.id', value: 'c' }]), 'syntax-error');
      assert.equal(editFailure('{"spec": }', [{ path: 'spec', value: 'c' }], 'a.json'), 'syntax-error');
      assert.equal(editFailure('', [{ path: 'spec', value: 'c' }]), 'syntax-error');
    });

    it('if the path does not exist and cannot be added', () => {
      for (const path of [
        'chunks[7].title',
        'chunks[9]',
        'chunks[0].title.x',
        'chunks[0].creates[0].name',
        'spec[0]',
        'a.b.c',
      ]) {
        assert.equal(editFailure(yaml, [{ path, value: 'x' }]), 'not-found', path);
      }
      assert.equal(editFailure(yaml, [{ path: 'chunks[7]', operation: 'remove' }]), 'not-found');
      assert.equal(editFailure(yaml, [{ path: 'spec.id', value: 1, operation: 'insert' }]), 'not-found');
      assert.equal(editFailure('work_orders: [{ id: a, title: A }]\n', [{ path: 'spec.id', value: 'x' }]), 'not-found');
    });

    it('if the value is not JSON data', () => {
      for (const value of [undefined, Number.NaN, () => 1, 10n, new Date(0), Symbol('x'), [undefined]]) {
        assert.equal(editFailure(yaml, [{ path: 'chunks[0].title', value }]), 'invalid-value');
      }
    });

    it('if the text cannot represent the value exactly', () => {
      const keep =
        'spec: { id: a, title: A }\nchunks:\n  - id: b\n    title: |+\n      kept\n\n\n  - id: c\n    title: C\n';
      assert.equal(editFailure(keep, [{ path: 'chunks[0].maxAttempts', value: 2 }]), 'not-exact');
      const composed = 'work_orders: [{ id: a, title: A, intent: i, notes: n }]\n';
      assert.equal(editFailure(composed, [{ path: 'chunks[0].description', value: 'x' }]), 'not-exact');
    });

    it('without applying any of several edits', () => {
      const changes = [
        { path: 'chunks[0].title', value: 'valid' },
        { path: 'chunks[9].title', value: 'invalid' },
      ];
      assert.throws(() => edited(yaml, changes), ContractEditError);
    });
  });
});
