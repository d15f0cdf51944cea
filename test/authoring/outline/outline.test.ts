import assert from 'node:assert/strict';
import { foldingRangesOf } from '../../../src/authoring/outline/folding.ts';
import { outlineOf, type OutlineEntry } from '../../../src/authoring/outline/outline.ts';
import type { AuthoringFile } from '../../../src/authoring/source/authoring-file.ts';

function draw(entries: readonly OutlineEntry[], indent = ''): readonly string[] {
  return entries.flatMap(({ kind, name, detail, children }) => [
    `${indent}${kind} ${name}${detail === '' ? '' : ` | ${detail}`}`,
    ...draw(children, `${indent}  `),
  ]);
}

const text = `# A contract
# in two lines of comments
version: 2
spec:
  id: health
  title: Health checks
build: { command: npm run build }
chunks:
  - id: types
    title: The types
    description: >
      A text
      with lines.
    functions:
      - { name: ping, file: a.ts, signature: () => void }
    assertions:
      - message: Must export Result
        check: { type: export_exists, target: Result, file: src/types.ts }
  - title: No id
`;

const contract = (content: string): AuthoringFile => ({ kind: 'contract', path: 'a.contract.yaml', text: content });

describe('The outline of a file', () => {
  it('[EDIT-2] lists the specification, the chunks, and the assertions with their checks', () => {
    assert.deepEqual(draw(outlineOf(contract(text))), [
      'specification health | Health checks',
      'key build | npm run build',
      'chunk types | The types',
      '  function ping | () => void',
      '  assertion Must export Result | assert · export_exists · Result · src/types.ts',
      'chunk (chunk without an id) | No id',
    ]);
  });

  it('[EDIT-2] lists the gates of a gate file, and the keys of other files', () => {
    const gate: AuthoringFile = { kind: 'gate', path: 'a.gate.yaml', text: 'id: quality\nname: Quality\n' };
    assert.deepEqual(draw(outlineOf(gate)), ['gate quality | Quality']);
    const pipeline: AuthoringFile = {
      kind: 'pipeline',
      path: '.holdfast/pipeline.yaml',
      text: 'gates: { intake: auto }\ncontextFiles: [README.md]\n',
    };
    assert.deepEqual(draw(outlineOf(pipeline)), [
      'key gates',
      '  key intake | auto',
      'key contextFiles',
      '  item README.md',
    ]);
  });

  it('[EDIT-2] reads manifests and JSON', () => {
    const manifest = {
      kind: 'contract',
      path: 'plan.json',
      text: '{"work_orders":[{"id":"WO-1","title":"One"}]}',
    } as const;
    assert.deepEqual(draw(outlineOf(manifest)), ['chunk WO-1 | One']);
  });

  it('[EDIT-2] selects a part of the range of each entry, with aliases and missing values too', () => {
    const check = ({ range, selection, name, children }: OutlineEntry): void => {
      assert.ok(range.start <= selection.start && selection.end <= range.end, name);
      assert.notEqual(name, '');
      children.forEach(check);
    };
    for (const content of [text, 'spec: &a { id: x }\nchunks: [*a, { id: }, ]\n"": 1\n', 'chunks:\n  -\n  - id:\n'])
      outlineOf(contract(content)).forEach(check);
  });

  it('[EDIT-2] folds values of several lines and comments', () => {
    const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
    const folded = foldingRangesOf(contract(text)).map(
      ({ start, end, kind }) => `${kind} ${lineOf(start)}-${lineOf(end)}`,
    );
    assert.deepEqual(
      [...new Set(folded)],
      [
        'comment 1-2',
        'value 4-6',
        'value 8-19',
        'value 9-18',
        'value 11-13',
        'value 14-15',
        'value 16-18',
        'value 17-18',
      ],
    );
  });
});
