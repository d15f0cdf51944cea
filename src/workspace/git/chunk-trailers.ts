/** The trailers of a landing's commit message, which record that chunks have passed. */

/** A chunk that passed, as a commit message records it. */
export interface ChunkTrailer {
  readonly specId: string;
  readonly chunkId: string;
  readonly fingerprint: string;
}

/** Appends the trailers of the landed chunks to a commit message. */
export function withTrailers(message: string, trailers: readonly ChunkTrailer[]): string {
  if (trailers.length === 0) return message;
  const lines = trailers.map(
    ({ specId, chunkId, fingerprint }) => `Holdfast-Chunk: ${specId}/${chunkId}\nHoldfast-Fingerprint: ${fingerprint}`,
  );
  return `${message.trimEnd()}\n\n${lines.join('\n')}`;
}

/**
 * The message of a commit that undoes a landing. It names the undone chunks itself, because a rebase or a squash replaces
 * the commit of the landing.
 *
 * @param subject the subject of the landing
 * @param reverted the commit that is reverted as a whole; absent if it also contains something else
 */
export function undoMessage(subject: string, trailers: readonly ChunkTrailer[], reverted: string | undefined): string {
  const head = reverted === undefined ? `Undo "${subject}"` : `Revert "${subject}"\n\nThis reverts commit ${reverted}.`;
  const lines = trailers.map(
    ({ specId, chunkId, fingerprint }) => `Holdfast-Undone: ${specId}/${chunkId} ${fingerprint}`,
  );
  return `${head}\n\n${lines.join('\n')}`;
}

const UNDONE_LINE = /^[\s>*-]*Holdfast-Undone:\s*([^\s/]+)\/(\S+)\s+([0-9a-f]{64})\s*$/;

const CHUNK_LINE = /^[\s>*-]*Holdfast-Chunk:\s*([^\s/]+)\/(\S+)\s*$/;
const FINGERPRINT_LINE = /^[\s>*-]*Holdfast-Fingerprint:\s*([0-9a-f]{64})\s*$/;
const REVERT_LINE = /^[\s>*-]*Revert "(.*)"(?: \(#\d+\))?\s*$/;
const REAPPLY_LINE = /^[\s>*-]*Reapply "(.*)"(?: \(#\d+\))?\s*$/;
const SUBJECT_LINE = /^[\s>*-]*(chunk: .*\S)\s*$/;

/**
 * Reads the trailers anywhere in a commit message: the message of a squash contains those of all its commits. A trailer
 * does not count if the same message also reverts the commit that it comes from.
 */
export function readTrailers(message: string): readonly ChunkTrailer[] {
  return readAllTrailers(message).flatMap(({ isReverted, ...trailer }) => (isReverted ? [] : [trailer]));
}

/**
 * Reads the landings that a commit undoes, according to its trailers. Those that the same message reverts are left out: their
 * own trailers do not count.
 */
export function readUndone(message: string): readonly ChunkTrailer[] {
  const undone = message.split(/\r?\n/).flatMap((line) => {
    const [, specId, chunkId, fingerprint] = UNDONE_LINE.exec(line) ?? [];
    if (specId === undefined || chunkId === undefined || fingerprint === undefined) return [];
    return [{ specId, chunkId, fingerprint }];
  });
  if (undone.length === 0) return undone;
  const reverted = readAllTrailers(message).filter(({ isReverted }) => isReverted);
  return undone.filter((trailer) => {
    const index = reverted.findIndex(
      (one) =>
        one.specId === trailer.specId && one.chunkId === trailer.chunkId && one.fingerprint === trailer.fingerprint,
    );
    if (index >= 0) reverted.splice(index, 1);
    return index < 0;
  });
}

function readAllTrailers(message: string): readonly (ChunkTrailer & { readonly isReverted: boolean })[] {
  const lines = message.split(/\r?\n/);
  const revertCounts = countReverts(lines);
  const trailers: (ChunkTrailer & { readonly isReverted: boolean })[] = [];
  let subject = lines[0]?.trim() ?? '';
  let chunk: Pick<ChunkTrailer, 'specId' | 'chunkId'> | undefined;
  for (const line of lines) {
    subject = SUBJECT_LINE.exec(line)?.[1] ?? subject;
    const named = CHUNK_LINE.exec(line);
    if (named !== null) chunk = { specId: named[1] ?? '', chunkId: named[2] ?? '' };
    const fingerprint = FINGERPRINT_LINE.exec(line)?.[1];
    if (fingerprint === undefined || chunk === undefined) continue;
    trailers.push({ ...chunk, fingerprint, isReverted: (revertCounts.get(subject) ?? 0) > 0 });
    chunk = undefined;
  }
  return trailers;
}

/** How often each subject is reverted in a message and not applied again. */
function countReverts(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (subject: string, count: number): void => {
    counts.set(subject, (counts.get(subject) ?? 0) + count);
  };
  for (const line of lines) {
    const reapplied = REAPPLY_LINE.exec(line)?.[1];
    if (reapplied !== undefined) add(reapplied, -1);
    const reverted = REVERT_LINE.exec(line)?.[1];
    if (reverted === undefined) continue;
    const nested = /^Revert "(.*)"$/.exec(reverted)?.[1];
    if (nested === undefined) add(reverted, 1);
    else add(nested, -1);
  }
  return counts;
}

/** A revert that a commit message describes: the reverted commit, or its subject if no commit is named. */
export interface RevertedCommit {
  readonly commit?: string | undefined;
  /** The commit before a reverted merge: every commit between the two is reverted. */
  readonly since?: string | undefined;
  readonly subject?: string | undefined;
}

const REVERTED_COMMIT = /This reverts commit ([0-9a-f]{7,64})(?:, reversing\s+changes made to ([0-9a-f]{7,64}))?/g;

/** The commits that a commit reverts, according to its message. */
export function readReverts(message: string): readonly RevertedCommit[] {
  const commits = [...message.matchAll(REVERTED_COMMIT)].map(([, commit, since]) => ({ commit, since }));
  if (commits.length > 0) return commits;
  const subject = REVERT_LINE.exec(message.split(/\r?\n/, 1)[0] ?? '')?.[1];
  return subject === undefined ? [] : [{ subject }];
}
