import type { AvailableExport, AvailableFile, ChunkContext } from '../../history/records/chunk-context.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { RunServices } from '../services/run-services.ts';

export type { ChunkContext } from '../../history/records/chunk-context.ts';

/** One file of a chunk's change. Paths are relative to the tree's root, with `/`. */
export interface ContextChange {
  readonly path: string;
  /** The previous path of a renamed file. */
  readonly previousPath?: string | undefined;
  readonly kind: 'created' | 'modified' | 'deleted' | 'renamed';
  readonly addedLines: number;
  readonly deletedLines: number;
}

export interface ChunkChange {
  readonly chunkId: string;
  readonly changes: readonly ContextChange[];
  /** The exports of a file after the change. */
  readonly exportsOf: (path: string) => readonly { readonly name: string; readonly kind: string }[];
  /** The module specifier that imports an export of a file. */
  readonly specifierFor: (path: string, name: string) => string;
}

const EMPTY_CONTEXT: ChunkContext = {
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

/** What a chunk makes available: the files of its change with line counts, and their exports according to the module index. */
export async function gatherContext(input: {
  readonly chunk: { readonly id: string };
  readonly attempt: AttemptWorktree;
  readonly base: Snapshot;
  readonly result: Snapshot;
  readonly services: Pick<RunServices, 'analysis'>;
}): Promise<ChunkContext> {
  const { attempt, services } = input;
  const changes = await attempt.listChanges(input.base.commit, input.result.commit);
  const files = changes.filter(({ kind }) => kind !== 'deleted').map(({ path }) => path);
  const modules = new Map(
    (await services.analysis.exportsOf(attempt.root, files)).map((module) => [module.file, module.exports]),
  );
  return createChangeContext({
    chunkId: input.chunk.id,
    changes,
    exportsOf: (path) => modules.get(path) ?? [],
    specifierFor: (path, name) => modules.get(path)?.find((found) => found.name === name)?.specifier ?? path,
  });
}

/** [ENF-ACC-1, ENF-ACC-2] What one chunk makes available: its files with line counts, and their exports. */
export function createChangeContext({ chunkId, changes, exportsOf, specifierFor }: ChunkChange): ChunkContext {
  const present = changes.filter((change) => change.kind !== 'deleted');
  const listPaths = (kind: ContextChange['kind']): string[] =>
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
      filesCreated: listPaths('created'),
      filesModified: listPaths('modified'),
      filesDeleted: listPaths('deleted'),
      filesRenamed: changes.flatMap(({ kind, path, previousPath }) =>
        kind === 'renamed' && previousPath !== undefined ? [{ from: previousPath, to: path }] : [],
      ),
      totalAdditions: sum(changes.map((change) => change.addedLines)),
      totalDeletions: sum(changes.map((change) => change.deletedLines)),
    },
  };
}

/** [ENF-ACC-4] The union of contexts, in order and without duplicates. Later contexts replace earlier entries. */
export function accumulateContexts(contexts: readonly ChunkContext[]): ChunkContext {
  return contexts.reduce(addContext, EMPTY_CONTEXT);
}

function addContext(before: ChunkContext, after: ChunkContext): ChunkContext {
  const { filesDeleted, filesRenamed } = after.changesSoFar;
  const rewritten = new Set([...after.availableFiles.map((file) => file.path), ...filesDeleted]);
  const oldPaths = new Map(filesRenamed.map(({ from, to }) => [to, from]));
  const renamedAway = new Set(filesRenamed.map(({ from }) => from));
  const earlierExports = new Map(before.availableExports.map((one) => [`${one.file}\0${one.name}`, one]));
  const earlierFiles = new Map(before.availableFiles.map((file) => [file.path, file]));

  const exports = after.availableExports.map((one) => {
    const earlier = earlierExports.get(`${oldPaths.get(one.file) ?? one.file}\0${one.name}`);
    return earlier === undefined ? one : { ...one, createdByChunk: earlier.createdByChunk };
  });
  const files = after.availableFiles.map((file) =>
    mergeFile(earlierFiles.get(oldPaths.get(file.path) ?? file.path), file),
  );
  const specifiers = new Set(exports.map((one) => `${one.from}\0${one.name}`));
  const isUnchanged = (path: string): boolean => !rewritten.has(path) && !renamedAway.has(path);
  return {
    availableExports: [
      ...before.availableExports.filter((one) => isUnchanged(one.file) && !specifiers.has(`${one.from}\0${one.name}`)),
      ...keepLast(exports, (one: AvailableExport) => `${one.from}\0${one.name}`),
    ],
    availableFiles: [...before.availableFiles.filter((file) => isUnchanged(file.path)), ...files],
    changesSoFar: combineChanges(before.changesSoFar, after.changesSoFar),
  };
}

/** A file that an earlier chunk created keeps its creator when it is modified. */
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

/** The combined effect of two successive changes. */
function combineChanges(before: Changes, after: Changes): Changes {
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

/** Removes duplicates by key and keeps the last of each. */
function keepLast<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
