import type { Chunk } from '../contract/model.ts';
import type { AttemptTree } from '../workspace/attempt-tree.ts';
import type { ChunkContext } from '../history/chunk-context.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import { contextOfChange } from './context.ts';
import type { RunServices } from './services.ts';

/** What a chunk has made available: the files of its change with line counts, and their exports as the index sees them. */
export async function gatherContext(input: {
  readonly chunk: Chunk;
  readonly attempt: AttemptTree;
  readonly base: Snapshot;
  readonly result: Snapshot;
  readonly services: RunServices;
}): Promise<ChunkContext> {
  const { chunk, attempt, services } = input;
  const changes = await attempt.changes(input.base.commit, input.result.commit);
  const files = changes.filter((change) => change.kind !== 'deleted').map((change) => change.path);
  const modules = new Map(
    (await services.analysis.exportsOf(attempt.root, files)).map((module) => [module.file, module.exports]),
  );
  return contextOfChange({
    chunkId: chunk.id,
    changes,
    exportsOf: (path) => modules.get(path) ?? [],
    specifierFor: (path, name) => modules.get(path)?.find((found) => found.name === name)?.specifier ?? path,
  });
}
