import assert from 'node:assert/strict';
import {
  accumulateContexts,
  createChangeContext,
  type ChunkContext,
  type ContextChange,
} from '../../../src/run/prompt/change-context.ts';

type Exports = Readonly<Record<string, readonly (readonly [name: string, kind: string])[]>>;

/** Creates the context of a chunk. Each change is `+ path`, `~ path`, `- path` or `old > new`. */
function createContext(
  chunkId: string,
  changes: readonly string[],
  exports: Exports = {},
  from?: string,
): ChunkContext {
  return createChangeContext({
    chunkId,
    changes: changes.map(parseChange),
    exportsOf: (path) => (exports[path] ?? []).map(([name, kind]) => ({ name, kind })),
    specifierFor: (path) => from ?? `./${path.replace(/\.ts$/, '')}`,
  });
}

function parseChange(text: string): ContextChange {
  const [first = '', second = '', third = ''] = text.split(' ');
  const counts = { addedLines: 2, deletedLines: 1 };
  if (second === '>') return { kind: 'renamed', path: third, previousPath: first, ...counts };
  const kinds = { '+': 'created', '~': 'modified', '-': 'deleted' } as const;
  return { kind: kinds[first as keyof typeof kinds], path: second, ...counts };
}

const describeExports = (context: ChunkContext): string[] =>
  context.availableExports.map((one) => `${one.name}:${one.type} ${one.file} ${one.createdByChunk ?? ''}`);

describe('context of a change', () => {
  it('[ENF-ACC-1] names the files created, modified, deleted and renamed, and counts lines', () => {
    const context = createContext('a', ['+ new.ts', '~ old.ts', '- gone.ts', 'from.ts > to.ts']);
    assert.deepEqual(context.changesSoFar, {
      filesCreated: ['new.ts'],
      filesModified: ['old.ts'],
      filesDeleted: ['gone.ts'],
      filesRenamed: [{ from: 'from.ts', to: 'to.ts' }],
      totalAdditions: 8,
      totalDeletions: 4,
    });
  });

  it('[ENF-ACC-2] records the exports of those files with name, kind, file and specifier', () => {
    const context = createContext('a', ['+ src/x.ts', '~ src/y.ts', '- src/z.ts'], {
      'src/x.ts': [['X', 'interface']],
      'src/y.ts': [
        ['y', 'function'],
        ['default', 'class'],
      ],
      'src/z.ts': [['z', 'const']],
    });
    assert.deepEqual(context.availableExports[0], {
      name: 'X',
      from: './src/x',
      type: 'interface',
      createdByChunk: 'a',
      file: 'src/x.ts',
    });
    assert.deepEqual(describeExports(context), [
      'X:interface src/x.ts a',
      'y:function src/y.ts a',
      'default:class src/y.ts a',
    ]);
    assert.deepEqual(context.availableFiles, [
      { path: 'src/x.ts', exports: ['X'], createdByChunk: 'a' },
      { path: 'src/y.ts', exports: ['y', 'default'], modifiedByChunk: 'a' },
    ]);
  });
});

describe('accumulated context', () => {
  it('[ENF-ACC-4] is empty without chunks, and the same as that of one chunk', () => {
    assert.deepEqual(accumulateContexts([]).availableExports, []);
    const one = createContext('a', ['+ a.ts'], { 'a.ts': [['A', 'type']] });
    assert.deepEqual(accumulateContexts([one]), one);
  });

  it('[ENF-ACC-4] is the union in order, without duplicates, with the sum of the lines', () => {
    const context = accumulateContexts([
      createContext('a', ['+ a.ts', '~ index.ts'], { 'a.ts': [['A', 'type']] }),
      createContext('b', ['+ b.ts', '~ index.ts'], { 'b.ts': [['B', 'class']] }),
      createContext('b', ['+ b.ts', '~ index.ts'], { 'b.ts': [['B', 'class']] }),
    ]);
    assert.deepEqual(describeExports(context), ['A:type a.ts a', 'B:class b.ts b']);
    assert.deepEqual(context.changesSoFar.filesCreated, ['a.ts', 'b.ts']);
    assert.deepEqual(context.changesSoFar.filesModified, ['index.ts']);
    assert.equal(context.changesSoFar.totalAdditions, 12);
  });

  it('[ENF-ACC-4] contains the later version of a modified export', () => {
    const context = accumulateContexts([
      createContext('a', ['+ a.ts'], {
        'a.ts': [
          ['Result', 'interface'],
          ['Old', 'type'],
        ],
      }),
      createContext('b', ['~ a.ts'], {
        'a.ts': [
          ['Result', 'type'],
          ['Extra', 'const'],
        ],
      }),
    ]);
    // Result was created by a and is now a type. Old is missing because b's version of the file does not export it.
    assert.deepEqual(describeExports(context), ['Result:type a.ts a', 'Extra:const a.ts b']);
    assert.deepEqual(context.availableFiles, [
      { path: 'a.ts', exports: ['Result', 'Extra'], createdByChunk: 'a', modifiedByChunk: 'b' },
    ]);
  });

  it('[ENF-ACC-4] counts a created file that a later chunk modifies as created', () => {
    const { changesSoFar } = accumulateContexts([createContext('a', ['+ a.ts']), createContext('b', ['~ a.ts'])]);
    assert.deepEqual([changesSoFar.filesCreated, changesSoFar.filesModified], [['a.ts'], []]);
  });

  it('[ENF-ACC-4] omits the exports of a deleted file', () => {
    const context = accumulateContexts([
      createContext('a', ['+ a.ts', '+ b.ts'], { 'a.ts': [['A', 'type']], 'b.ts': [['B', 'type']] }),
      createContext('b', ['- a.ts', '- old.ts']),
    ]);
    assert.deepEqual(describeExports(context), ['B:type b.ts a']);
    assert.deepEqual(
      context.availableFiles.map((file) => file.path),
      ['b.ts'],
    );
    assert.deepEqual(context.changesSoFar.filesCreated, ['b.ts']);
    assert.deepEqual(
      context.changesSoFar.filesDeleted,
      ['old.ts'],
      'a file that a chunk created and a chunk deleted is not listed',
    );
  });

  it('[ENF-ACC-4] follows a renamed file', () => {
    const context = accumulateContexts([
      createContext('a', ['+ a.ts', '~ m.ts'], { 'a.ts': [['A', 'type']], 'm.ts': [['M', 'const']] }),
      createContext('b', ['a.ts > b.ts', 'm.ts > n.ts', 'p.ts > q.ts'], {
        'b.ts': [['A', 'type']],
        'n.ts': [['M', 'const']],
      }),
      createContext('c', ['q.ts > r.ts']),
    ]);
    assert.deepEqual(describeExports(context), ['A:type b.ts a', 'M:const n.ts a']);
    assert.deepEqual(context.changesSoFar.filesCreated, ['b.ts']);
    assert.deepEqual(context.changesSoFar.filesModified, ['n.ts']);
    assert.deepEqual(context.changesSoFar.filesRenamed, [
      { from: 'm.ts', to: 'n.ts' },
      { from: 'p.ts', to: 'r.ts' },
    ]);
  });

  it('[ENF-ACC-4] does not list a file that is renamed and renamed back', () => {
    const { changesSoFar } = accumulateContexts([
      createContext('a', ['p.ts > q.ts']),
      createContext('b', ['q.ts > p.ts']),
    ]);
    assert.deepEqual(changesSoFar.filesRenamed, []);
  });

  it('[ENF-ACC-4] counts a file that is deleted and created again as modified', () => {
    const { changesSoFar } = accumulateContexts([createContext('a', ['- p.ts']), createContext('b', ['+ p.ts'])]);
    assert.deepEqual(
      [changesSoFar.filesDeleted, changesSoFar.filesCreated, changesSoFar.filesModified],
      [[], [], ['p.ts']],
    );
  });

  it('[ENF-ACC-4] lists an export once if it moved to another file with the same specifier', () => {
    const context = accumulateContexts([
      createContext('a', ['+ p/a.ts'], { 'p/a.ts': [['A', 'type']] }, '@acme/p'),
      createContext('b', ['+ p/b.ts'], { 'p/b.ts': [['A', 'interface']] }, '@acme/p'),
    ]);
    assert.deepEqual(describeExports(context), ['A:interface p/b.ts b']);
  });
});
