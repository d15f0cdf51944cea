import type { Contract } from '../../contract/model.ts';
import type { LandedFile } from '../../history/records/chunk-records.ts';
import { withTrailers } from '../../workspace/git/chunk-trailers.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { RunServices } from '../services/run-services.ts';

/** A chunk of a landing, with what its record needs. */
export interface RecordedChunk {
  readonly chunk: { readonly id: string };
  readonly runId?: string | undefined;
  readonly changedFiles: readonly string[];
  /** Without a fingerprint the landing leaves no record. */
  readonly fingerprint?: string | undefined;
}

/** The commit message of a landing, with the trailers that record its chunks. */
export function recordingMessage(message: string, contract: Contract, chunks: readonly RecordedChunk[]): string {
  const trailers = chunks.flatMap(({ chunk, fingerprint }) =>
    fingerprint === undefined ? [] : [{ specId: contract.spec.id, chunkId: chunk.id, fingerprint }],
  );
  return withTrailers(message, trailers);
}

export interface LandedRecords {
  readonly services: Pick<RunServices, 'repository' | 'history' | 'signal'>;
  readonly contract: Contract;
  readonly chunks: readonly RecordedChunk[];
  /** The user's tree before the landing. */
  readonly before: Snapshot;
  /** The tree that landed. */
  readonly after: Snapshot;
  /** The commit that was checked out before the landing. */
  readonly revision: string | undefined;
  /** The commit of the landing, if it made one. */
  readonly commit: string | undefined;
}

/** Records the landed chunks in the history, with the content of their files before and after the landing. */
export async function recordLandedChunks(input: LandedRecords): Promise<void> {
  const { services, contract, chunks, before, after } = input;
  const { repository, history } = services;
  for (const { chunk, runId, changedFiles, fingerprint } of chunks) {
    if (fingerprint === undefined) continue;
    const earlier = await repository.hashFiles(changedFiles, before.commit);
    const landed = await repository.hashFiles(changedFiles, after.commit);
    const files: LandedFile[] = changedFiles
      .map((path) => ({ path, before: earlier.get(path) ?? null, after: landed.get(path) ?? null }))
      .filter((file) => file.before !== null || file.after !== null);
    await history.recordLanding({
      specId: contract.spec.id,
      chunkId: chunk.id,
      fingerprint,
      runId,
      prefix: repository.prefix,
      commit: input.commit,
      revision: input.revision,
      files,
    });
  }
}
