import type { AvailableExport, AvailableFile, ChunkContext } from '../history/chunk-context.ts';

export type { ChunkContext } from '../history/chunk-context.ts';

/** One file of a chunk's change; paths are relative to the tree's root, with `/`. */
export interface ContextChange {
  readonly path: string;
  /** The path before, of a renamed file. */
  readonly previousPath?: string;
  readonly kind: 'created' | 'modified' | 'deleted' | 'renamed';
  readonly addedLines: number;
  readonly deletedLines: number;
}

export interface ChangeOfChunk {
  readonly chunkId: string;
  readonly changes: readonly ContextChange[];
  /** The exports of a file as it is after the change. */
  readonly exportsOf: (path: string) => readonly { readonly name: string; readonly kind: string }[];
  /** What to write behind `from` to import an export of a file. */
  readonly specifierFor: (path: string, name: string) => string;
}

const NOTHING: ChunkContext = {
  availableExports: [],
  availableFiles: [],
  changesSoFar: {
    filesCreated: [],
    filesModified: [],
    filesDeleted: [],
    filesRenamed: [],
    totalAdditions: 0,
    totalDeletions: 0,
  },
};

/** [ENF-ACC-1, ENF-ACC-2] What one chunk has made available: its files with line counts, and their exports. */
export function contextOfChange({ chunkId, changes, exportsOf, specifierFor }: ChangeOfChunk): ChunkContext {
  const present = changes.filter((change) => change.kind !== 'deleted');
  const pathsOf = (kind: ContextChange['kind']): string[] =>
    changes.filter((change) => change.kind === kind).map((change) => change.path);
  return {
    availableExports: present.flatMap(({ path }) =>
      exportsOf(path).map(({ name, kind }) => ({
        name,
        from: specifierFor(path, name),
        type: kind,
        createdByChunk: chunkId,
        file: path,
      })),
    ),
    availableFiles: present.map(({ path, kind }) => ({
      path,
      exports: exportsOf(path).map(({ name }) => name),
      ...(kind === 'created' ? { createdByChunk: chunkId } : { modifiedByChunk: chunkId }),
    })),
    changesSoFar: {
      filesCreated: pathsOf('created'),
      filesModified: pathsOf('modified'),
      filesDeleted: pathsOf('deleted'),
      filesRenamed: changes.flatMap(({ kind, path, previousPath }) =>
        kind === 'renamed' && previousPath !== undefined ? [{ from: previousPath, to: path }] : [],
      ),
      totalAdditions: sum(changes.map((change) => change.addedLines)),
      totalDeletions: sum(changes.map((change) => change.deletedLines)),
    },
  };
}

/** [ENF-ACC-4] The union of contexts, in order and without duplicates; what came later stands for what came before. */
export function accumulateContexts(contexts: readonly ChunkContext[]): ChunkContext {
  return contexts.reduce(add, NOTHING);
}

function add(before: ChunkContext, after: ChunkContext): ChunkContext {
  const { filesDeleted, filesRenamed } = after.changesSoFar;
  const rewritten = new Set([...after.availableFiles.map((file) => file.path), ...filesDeleted]);
  const oldNames = new Map(filesRenamed.map(({ from, to }) => [to, from]));
  const gone = new Set(filesRenamed.map(({ from }) => from));
  const earlierExports = new Map(before.availableExports.map((one) => [`${one.file}\0${one.name}`, one]));
  const earlierFiles = new Map(before.availableFiles.map((file) => [file.path, file]));

  const exports = after.availableExports.map((one) => {
    const earlier = earlierExports.get(`${oldNames.get(one.file) ?? one.file}\0${one.name}`);
    return earlier === undefined ? one : { ...one, createdByChunk: earlier.createdByChunk };
  });
  const files = after.availableFiles.map((file) =>
    mergeFile(earlierFiles.get(oldNames.get(file.path) ?? file.path), file),
  );
  const specifiers = new Set(exports.map((one) => `${one.from}\0${one.name}`));
  const stands = (path: string): boolean => !rewritten.has(path) && !gone.has(path);
  return {
    availableExports: [
      ...before.availableExports.filter((one) => stands(one.file) && !specifiers.has(`${one.from}\0${one.name}`)),
      ...unique(exports, (one: AvailableExport) => `${one.from}\0${one.name}`),
    ],
    availableFiles: [...before.availableFiles.filter((file) => stands(file.path)), ...files],
    changesSoFar: addChanges(before.changesSoFar, after.changesSoFar),
  };
}

/** A file that was created before and is modified now keeps its creator. */
function mergeFile(earlier: AvailableFile | undefined, now: AvailableFile): AvailableFile {
  if (earlier === undefined) return now;
  return {
    path: now.path,
    exports: now.exports,
    createdByChunk: earlier.createdByChunk ?? now.createdByChunk,
    modifiedByChunk: now.modifiedByChunk ?? now.createdByChunk,
  };
}

type Changes = ChunkContext['changesSoFar'];

/** What two changes, one after the other, come to as one. */
function addChanges(before: Changes, after: Changes): Changes {
  const created = new Set(before.filesCreated);
  const modified = new Set(before.filesModified);
  const deleted = new Set(before.filesDeleted);
  const renamed = new Map(before.filesRenamed.map(({ from, to }) => [to, from]));

  for (const path of after.filesDeleted) {
    const original = renamed.get(path);
    renamed.delete(path);
    modified.delete(path);
    if (!created.delete(path)) deleted.add(original ?? path);
  }
  for (const { from, to } of after.filesRenamed) {
    if (created.delete(from)) created.add(to);
    else renamed.set(to, renamed.get(from) ?? from);
    renamed.delete(from);
    if (modified.delete(from)) modified.add(to);
  }
  for (const path of after.filesCreated) {
    if (deleted.delete(path)) modified.add(path);
    else if (!modified.has(path)) created.add(path);
  }
  for (const path of after.filesModified) {
    if (!created.has(path)) modified.add(path);
  }
  return {
    filesCreated: [...created],
    filesModified: [...modified],
    filesDeleted: [...deleted],
    filesRenamed: [...renamed].filter(([to, from]) => to !== from).map(([to, from]) => ({ from, to })),
    totalAdditions: before.totalAdditions + after.totalAdditions,
    totalDeletions: before.totalDeletions + after.totalDeletions,
  };
}

/** The last of those with the same key. */
function unique<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
