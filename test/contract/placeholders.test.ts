import assert from 'node:assert/strict';
import { findPlaceholders } from '../../src/contract/placeholders.ts';
import { read } from './read-sample.ts';

const found = (text: string, chunk = 'one'): string[] =>
  findPlaceholders(read(text), chunk).map(({ line, field, value }) => `${line} ${field} ${value}`);

describe('findPlaceholders', () => {
  it('[EDIT-7] names each unedited value of the contract and of the chunk with its line', () => {
    const text = `spec:
  id: demo
  title: Demo
  description: 'TODO: the goal'
chunks:
  - id: one
    title: TODO
    allowedFiles: ['src/<name>.ts']
    creates: ['TODO: name']
    acceptanceCommands: ['TODO: a command']
    functions: [{ name: run, file: '<file>', signature: 'TODO: signature' }]
    assertions:
      - message: 'TODO: what must hold'
        check: { type: export_exists, target: Example, file: 'src/<name>.ts' }
  - id: two
    title: 'TODO: title'
`;
    assert.deepEqual(found(text), [
      '4 spec.description TODO: the goal',
      '7 chunks[0].title TODO',
      '9 chunks[0].creates[0] TODO: name',
      '11 chunks[0].functions[0].file <file>',
      '11 chunks[0].functions[0].signature TODO: signature',
      '13 chunks[0].assertions[0].message TODO: what must hold',
      '14 chunks[0].assertions[0].check.file src/<name>.ts',
      '8 chunks[0].allowedFiles[0] src/<name>.ts',
      '10 chunks[0].acceptanceCommands[0] TODO: a command',
    ]);
    assert.deepEqual(found(text, 'two'), ['4 spec.description TODO: the goal', '16 chunks[1].title TODO: title']);
  });

  it('[EDIT-7] accepts real text with TODO, generic types and markup', () => {
    const text = `spec: { id: demo, title: TODO list, description: Remove every TODO comment. }
chunks:
  - id: one
    title: Todo items
    description: |
      TODO: comments become issues.
      Each <name> is replaced.
    creates: [Box<T>]
    functions: [{ name: parse, file: src/parse.ts, signature: '<T>(text: string) => Promise<T>' }]
    types: [{ name: Todo, file: src/todo.ts, definition: '{ items: Array<string> }' }]
    assertions:
      - message: No TODO may remain, nor <b>
        check: { type: pattern_match, target: src/parse.ts, pattern: 'TODO: <name>' }
`;
    assert.deepEqual(found(text), []);
  });
});
