import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import { isGlob } from '../../contract/globs/glob-syntax.ts';
import type { Chunk } from '../../contract/model.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { RunnableContract } from '../services/chunk-run-input.ts';
import type { RunServices } from '../services/run-services.ts';
import { fingerprintChunk } from './chunk-fingerprint.ts';

export interface RecordInput extends RunnableContract {
  readonly chunk: Chunk;
  /** The judged snapshot of the user's tree, and its files. */
  readonly judged: Snapshot & { readonly files: SourceTree };
  /** The commit that was checked out when the snapshot was taken. */
  readonly revision: string | undefined;
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
 * [DONE-2] Records that a chunk has passed, for work that was done without a run. The record is about the snapshot that the
 * caller has judged, also if files were saved since.
 */
export async function recordChunk(input: RecordInput): Promise<RecordedWork> {
  const { contract, chunk, judged, revision, services } = input;
  const { repository, history, signal } = services;
  const fingerprint = await fingerprintChunk(input, chunk, judged.files);
  const hashes = await repository.hashFiles(namedFiles(input), judged.commit, signal);
  await history.recordLanding({
    specId: contract.spec.id,
    chunkId: chunk.id,
    fingerprint,
    runId: undefined,
    prefix: repository.prefix,
    commit: undefined,
    revision,
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
