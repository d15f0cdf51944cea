import type { AssertionResult } from '../../checks/interfaces/result.ts';
import { isGlob } from '../../contract/globs/glob-syntax.ts';
import type { Chunk } from '../../contract/model.ts';
import type { RunnableContract } from '../services/chunk-run-input.ts';
import type { RunServices } from '../services/run-services.ts';
import { fingerprintChunk } from './chunk-fingerprint.ts';

export interface RecordInput extends RunnableContract {
  readonly chunk: Chunk;
  /** The results of the chunk's asserts, which show where its work is. */
  readonly assertResults: readonly Pick<AssertionResult, 'location'>[];
  readonly services: Pick<RunServices, 'repository' | 'history' | 'signal'>;
}

/** What was recorded. Public shape of `record --format json`. */
export interface RecordedWork {
  readonly fingerprint: string;
  /** The files that the record depends on. */
  readonly files: readonly string[];
}

/**
 * [DONE-2] Records that a chunk has passed, for work that was done without a run. The caller has checked the chunk in the
 * user's current tree.
 */
export async function recordChunk(input: RecordInput): Promise<RecordedWork> {
  const { contract, chunk, services } = input;
  const { repository, history, signal } = services;
  const fingerprint = await fingerprintChunk(input, chunk, repository.tree);
  const hashes = await repository.hashFiles(namedFiles(input));
  await history.recordLanding({
    specId: contract.spec.id,
    chunkId: chunk.id,
    fingerprint,
    runId: undefined,
    prefix: repository.prefix,
    commit: undefined,
    revision: await repository.commits?.head(signal),
    // The content before the work is not known.
    files: [...hashes].map(([path, after]) => ({ path, after })),
  });
  return { fingerprint, files: [...hashes.keys()] };
}

/** The files that the chunk names, and those that its asserts found. */
function namedFiles({ chunk, assertResults }: RecordInput): readonly string[] {
  const files = [
    ...assertResults.flatMap(({ location }) => location?.file ?? []),
    ...[...chunk.functions, ...chunk.types].map(({ file }) => file),
    ...chunk.postconditions.map(({ path }) => path),
    ...chunk.allowedFiles.filter((path) => !isGlob(path)),
  ];
  return [...new Set(files)].sort();
}
