import assert from 'node:assert/strict';
import { accumulateContexts, contextOfChange, type ChunkContext, type ContextChange } from '../../src/run/context.ts';

type Exports = Readonly<Record<string, readonly (readonly [name: string, kind: string])[]>>;

/** The context of a chunk whose change is given as `+ path`, `~ path`, `- path` or `old > new`. */
function chunk(chunkId: string, changes: readonly string[], exports: Exports = {}, from?: string): ChunkContext {
  return contextOfChange({
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

const names = (context: ChunkContext): string[] =>
  context.availableExports.map((one) => `${one.name}:${one.type} ${one.file} ${one.createdByChunk ?? ''}`);

describe('context of a change', () => {
  it('[ENF-ACC-1] names the files created, modified, deleted and renamed, and counts lines', () => {
    const context = chunk('a', ['+ new.ts', '~ old.ts', '- gone.ts', 'from.ts > to.ts']);
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
    const context = chunk('a', ['+ src/x.ts', '~ src/y.ts', '- src/z.ts'], {
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
    assert.deepEqual(names(context), ['X:interface src/x.ts a', 'y:function src/y.ts a', 'default:class src/y.ts a']);
    assert.deepEqual(context.availableFiles, [
      { path: 'src/x.ts', exports: ['X'], createdByChunk: 'a' },
      { path: 'src/y.ts', exports: ['y', 'default'], modifiedByChunk: 'a' },
    ]);
  });
});

describe('accumulated context', () => {
  it('[ENF-ACC-4] is empty without chunks, and the same as that of one chunk', () => {
    assert.deepEqual(accumulateContexts([]).availableExports, []);
    const one = chunk('a', ['+ a.ts'], { 'a.ts': [['A', 'type']] });
    assert.deepEqual(accumulateContexts([one]), one);
  });

  it('[ENF-ACC-4] unites in order, without duplicates, and adds up the lines', () => {
    const context = accumulateContexts([
      chunk('a', ['+ a.ts', '~ index.ts'], { 'a.ts': [['A', 'type']] }),
      chunk('b', ['+ b.ts', '~ index.ts'], { 'b.ts': [['B', 'class']] }),
      chunk('b', ['+ b.ts', '~ index.ts'], { 'b.ts': [['B', 'class']] }),
    ]);
    assert.deepEqual(names(context), ['A:type a.ts a', 'B:class b.ts b']);
    assert.deepEqual(context.changesSoFar.filesCreated, ['a.ts', 'b.ts']);
    assert.deepEqual(context.changesSoFar.filesModified, ['index.ts']);
    assert.equal(context.changesSoFar.totalAdditions, 12);
  });

  it('[ENF-ACC-4] lets a later modification of an export replace the earlier entry', () => {
    const context = accumulateContexts([
      chunk('a', ['+ a.ts'], {
        'a.ts': [
          ['Result', 'interface'],
          ['Old', 'type'],
        ],
      }),
      chunk('b', ['~ a.ts'], {
        'a.ts': [
          ['Result', 'type'],
          ['Extra', 'const'],
        ],
      }),
    ]);
    // Result was created by a and is a type now; Old is gone, because b's version of the file does not export it.
    assert.deepEqual(names(context), ['Result:type a.ts a', 'Extra:const a.ts b']);
    assert.deepEqual(context.availableFiles, [
      { path: 'a.ts', exports: ['Result', 'Extra'], createdByChunk: 'a', modifiedByChunk: 'b' },
    ]);
  });

  it('[ENF-ACC-4] counts a created file that a later chunk modifies as created', () => {
    const { changesSoFar } = accumulateContexts([chunk('a', ['+ a.ts']), chunk('b', ['~ a.ts'])]);
    assert.deepEqual([changesSoFar.filesCreated, changesSoFar.filesModified], [['a.ts'], []]);
  });

  it('[ENF-ACC-4] forgets the exports of a deleted file', () => {
    const context = accumulateContexts([
      chunk('a', ['+ a.ts', '+ b.ts'], { 'a.ts': [['A', 'type']], 'b.ts': [['B', 'type']] }),
      chunk('b', ['- a.ts', '- old.ts']),
    ]);
    assert.deepEqual(names(context), ['B:type b.ts a']);
    assert.deepEqual(
      context.availableFiles.map((file) => file.path),
      ['b.ts'],
    );
    assert.deepEqual(context.changesSoFar.filesCreated, ['b.ts']);
    assert.deepEqual(context.changesSoFar.filesDeleted, ['old.ts'], 'what a chunk itself had created was never there');
  });

  it('[ENF-ACC-4] follows a renamed file', () => {
    const context = accumulateContexts([
      chunk('a', ['+ a.ts', '~ m.ts'], { 'a.ts': [['A', 'type']], 'm.ts': [['M', 'const']] }),
      chunk('b', ['a.ts > b.ts', 'm.ts > n.ts', 'p.ts > q.ts'], { 'b.ts': [['A', 'type']], 'n.ts': [['M', 'const']] }),
      chunk('c', ['q.ts > r.ts']),
    ]);
    assert.deepEqual(names(context), ['A:type b.ts a', 'M:const n.ts a']);
    assert.deepEqual(context.changesSoFar.filesCreated, ['b.ts']);
    assert.deepEqual(context.changesSoFar.filesModified, ['n.ts']);
    assert.deepEqual(context.changesSoFar.filesRenamed, [
      { from: 'm.ts', to: 'n.ts' },
      { from: 'p.ts', to: 'r.ts' },
    ]);
  });

  it('[ENF-ACC-4] takes a file that is renamed and renamed back for unchanged in name', () => {
    const { changesSoFar } = accumulateContexts([chunk('a', ['p.ts > q.ts']), chunk('b', ['q.ts > p.ts'])]);
    assert.deepEqual(changesSoFar.filesRenamed, []);
  });

  it('[ENF-ACC-4] takes a file that is deleted and created again for modified', () => {
    const { changesSoFar } = accumulateContexts([chunk('a', ['- p.ts']), chunk('b', ['+ p.ts'])]);
    assert.deepEqual(
      [changesSoFar.filesDeleted, changesSoFar.filesCreated, changesSoFar.filesModified],
      [[], [], ['p.ts']],
    );
  });

  it('[ENF-ACC-4] lists an export once where it moved to another file behind the same specifier', () => {
    const context = accumulateContexts([
      chunk('a', ['+ p/a.ts'], { 'p/a.ts': [['A', 'type']] }, '@acme/p'),
      chunk('b', ['+ p/b.ts'], { 'p/b.ts': [['A', 'interface']] }, '@acme/p'),
    ]);
    assert.deepEqual(names(context), ['A:interface p/b.ts b']);
  });
});
