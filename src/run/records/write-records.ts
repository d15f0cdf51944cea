import { randomBytes } from 'node:crypto';
import type { Contract } from '../../contract/model.ts';
import type { LandedFile, NewChunkRecord } from '../../history/records/chunk-records.ts';
import { branchOf, type HeadState } from '../../workspace/git/commits.ts';
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
  /** The contract file. */
  readonly document: { readonly file: string };
  /** The subject of the landing. */
  readonly message: string;
  readonly services: Pick<RunServices, 'repository' | 'history' | 'signal'>;
  readonly contract: Contract;
  readonly chunks: readonly (RecordedChunk & { readonly chunk: { readonly title: string } })[];
  /** The files that were written. Without one, there is nothing to undo, and no landing is recorded. */
  readonly files: readonly string[];
  /** The user's tree before the landing. */
  readonly before: Snapshot;
  /** The tree that landed. */
  readonly after: Snapshot;
  /** What was checked out before the landing. */
  readonly head: HeadState | undefined;
  /** The commit of the landing, if it made one. */
  readonly commit: string | undefined;
  /** Whether hooks changed the files of the commit. */
  readonly changedByHooks: boolean | undefined;
}

/**
 * Records the landed chunks in the history, with the content of their files before and after the landing. Keeps this content,
 * so that the landing can be undone.
 */
export async function recordLandedChunks(input: LandedRecords): Promise<void> {
  const { services, document, contract, chunks, before, after, head, commit, files } = input;
  const { repository, history } = services;
  const records: NewChunkRecord[] = [];
  for (const { chunk, runId, changedFiles, fingerprint } of chunks) {
    if (fingerprint === undefined) continue;
    const earlier = await repository.hashFiles(changedFiles, before.commit);
    const landed = await repository.hashFiles(changedFiles, after.commit);
    const hashes: LandedFile[] = changedFiles
      .map((path) => ({ path, before: earlier.get(path) ?? null, after: landed.get(path) ?? null }))
      .filter((file) => file.before !== null || file.after !== null);
    records.push({
      specId: contract.spec.id,
      chunkId: chunk.id,
      fingerprint,
      runId,
      prefix: repository.prefix,
      commit,
      revision: head?.commit,
      files: hashes,
    });
  }
  if (files.length === 0) {
    for (const record of records) await history.recordLanding(record);
    return;
  }
  const id = randomBytes(4).toString('hex');
  // What hooks changed is part of the landing. Without it, an undo would find later changes.
  const committed = input.changedByHooks ? await repository.readLanding({ id, commit }) : undefined;
  await repository.keepLanding(id, committed ?? { before, after });
  const landing = {
    id,
    prefix: repository.prefix,
    folder: repository.folder,
    contract: document.file,
    title: input.message,
    chunks: chunks.map(({ chunk, runId, fingerprint }) => ({
      specId: contract.spec.id,
      id: chunk.id,
      title: chunk.title,
      ...(fingerprint === undefined ? {} : { fingerprint }),
      ...(runId === undefined ? {} : { runId }),
    })),
    files,
    author: await repository.commits?.authorName(),
    branch: head === undefined ? undefined : branchOf(head),
    commit,
  };
  await history.recordLandings(landing, records);
}
