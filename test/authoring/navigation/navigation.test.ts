import assert from 'node:assert/strict';
import { findDefinition } from '../../../src/authoring/navigation/find-definition.ts';
import { findReferences, findSubject } from '../../../src/authoring/navigation/find-references.ts';
import { checkNewName, renameIn } from '../../../src/authoring/navigation/rename.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { markedFile, sampleFacts } from '../support/marked-text.ts';

const contract = `spec: { id: s, title: S }
gates:
  - { id: own, name: Own }
resources:
  - { id: api, location: src/index.ts }
chunks:
  - id: types
    title: Types
    description: The chunk types comes first. See \`types\` and types of things.
    creates: [Result, "parse()"]
    functions:
      - { name: parse, file: src/parse.ts, signature: () => Result }
    assertions:
      - { message: m, check: { type: function_exists, target: parse.inner, file: src/parse.ts } }
  - id: check
    title: Check
    dependsOn:
      - types # the first
    supersedes: ['types']
    consumes: [Result, parse(), listOrders()]
    gates: [own, quality]
    contextFiles: [README.md]
    assertions:
      - { message: m, check: { type: export_exists, target: parse, file: src/other.ts } }
      - { message: m, check: { type: contains, target: api, expected: x } }
`;

function markAfter(text: string, before: string): string {
  const at = text.indexOf(before);
  assert.ok(at >= 0, before);
  return `${text.slice(0, at + before.length)}¦${text.slice(at + before.length)}`;
}

async function definitionAt(before: string): Promise<unknown> {
  const { file, offset } = markedFile(markAfter(contract, before));
  const found = await findDefinition(file, offset, sampleFacts);
  if (found?.definition.kind !== 'here') return found?.definition;
  const { start, end } = found.definition.range;
  return `${file.text.slice(0, start).split('\n').length}: ${file.text.slice(start, end)}`;
}

function renamed(before: string, name: string, text = contract, path = 'a.contract.yaml'): string {
  const { file, offset } = markedFile(markAfter(text, before), { path });
  const found = findSubject(file, offset);
  assert.ok(found);
  checkNewName(file, found.subject, name);
  let result = file.text;
  for (const { range, text: inserted } of renameIn(file, found.subject, name).toReversed())
    result = result.slice(0, range.start) + inserted + result.slice(range.end);
  return result;
}

describe('Navigation in contracts', () => {
  it('[EDIT-2] goes to the definition of what a value names', async () => {
    assert.equal(await definitionAt('dependsOn:\n      - ty'), '7: types');
    assert.equal(await definitionAt("supersedes: ['ty"), '7: types');
    assert.equal(await definitionAt('gates: [ow'), '3: own');
    assert.deepEqual(await definitionAt('gates: [own, qua'), {
      kind: 'gate',
      file: 'gates/quality.gate.yaml',
      id: 'quality',
    });
    assert.deepEqual(await definitionAt('listOr'), { kind: 'file', file: 'src/orders/store.ts', line: 12 });
    assert.equal(await definitionAt('consumes: [Res'), '10: Result', 'an export that does not exist yet');
    assert.deepEqual(await definitionAt('contextFiles: [READ'), { kind: 'file', file: 'README.md', line: 1 });
    assert.equal(await definitionAt('target: ap'), '5: api');
    assert.equal(await definitionAt('title: Ty'), undefined);
  });

  it('[EDIT-2] finds the references of a chunk, a gate and an export', () => {
    const linesOf = (before: string): readonly number[] => {
      const { file, offset } = markedFile(markAfter(contract, before));
      const found = findSubject(file, offset);
      assert.ok(found);
      return findReferences(file, found.subject).map(({ range }) => file.text.slice(0, range.start).split('\n').length);
    };
    assert.deepEqual(linesOf('- id: typ'), [7, 18, 19]);
    assert.deepEqual(linesOf('gates: [ow'), [3, 21]);
    assert.deepEqual(linesOf('creates: [Res'), [10, 20]);
    assert.deepEqual(linesOf('{ name: par'), [10, 12, 14], 'not the export of another file');
  });

  it('[EDIT-2] renames the id of a chunk in its contract, and where a text refers to the chunk', () => {
    const result = renamed('- id: typ', 'model');
    assert.match(result, /- id: model\n/);
    assert.match(result, /- model # the first\n {4}supersedes: \['model'\]/);
    assert.match(result, /The chunk model comes first\. See `model` and types of things\./);
    assert.equal(result.length, contract.length, 'nothing else');
  });

  it('[EDIT-2] renames an export, not the export of another file', () => {
    const result = renamed('{ name: par', 'read');
    assert.match(result, /creates: \[Result, "read\(\)"\]/);
    assert.match(result, /name: read, file/);
    assert.match(result, /target: read\.inner/);
    assert.match(result, /target: parse, file: src\/other\.ts/);
    assert.match(result, /consumes: \[Result, parse\(\)/, 'in the chunk with the other file');
    const json = '{ "chunks": [\r\n { "id": "a", "creates": ["old()"] }, { "consumes": ["old()"] } ] }\r\n';
    assert.equal(renamed('creates": ["ol', 'new', json, 'a.contract.json'), json.replaceAll('old', 'new'));
  });

  it('[EDIT-2] refuses a name that is invalid or exists', () => {
    const refusal = (before: string, name: string): string => {
      try {
        renamed(before, name);
      } catch (thrown) {
        assert.ok(thrown instanceof HoldfastError && thrown.hint !== undefined);
        return thrown.message;
      }
      return 'accepted';
    };
    assert.equal(refusal('- id: typ', 'check'), 'Failed to rename types: the chunk "check" exists already');
    assert.equal(refusal('- id: typ', 'a b'), 'Failed to rename types: "a b" is not a valid id');
    assert.equal(refusal('creates: [Res', '1x'), 'Failed to rename Result: "1x" is not a valid name');
    assert.equal(refusal('creates: [Res', 'Ergebnis'), 'accepted');
  });

  it('[EDIT-2] works in texts with mistakes', () => {
    const broken = contract.replace('title: Types', 'title: "Types').replace('supersedes: [', 'supersedes: [[');
    assert.match(renamed('- id: typ', 'model', broken), /- model # the first/);
  });
});
