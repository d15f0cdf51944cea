/** Lands a part of a result: the hunks that a person accepted. */
import { formatCount } from '../../foundation/format-count.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { LandedPart, PendingFiles } from '../report/decisions.ts';
import type { LandingReport } from '../report/run-result.ts';
import type { RunServices } from '../services/run-services.ts';
import { findTerms } from '../terms/find-terms.ts';
import { judgeProtection } from '../terms/judge-protection.ts';
import type { readStoredContract, StoredChunk, StoredResult } from './stored-result.ts';

/** The beginning of each message about a part that fails. */
export const PART_DESCRIPTION = 'Without the rejected changes';

/** Splits a review into what lands and what does not. A chunk lands if a hunk in a file that it changed is accepted. */
export function toLandedPart(
  review: PendingFiles,
  accepted: ReadonlySet<string>,
  attempt: number | undefined,
): LandedPart {
  const hunks = review.files.flatMap(({ hunks: ofFile, chunks }) => ofFile.map(({ id }) => ({ id, chunks })));
  const landing = new Set(hunks.filter(({ id }) => accepted.has(id)).flatMap(({ chunks }) => chunks));
  const all = new Set(hunks.flatMap(({ chunks }) => chunks));
  return {
    ...(attempt === undefined ? {} : { attempt }),
    accepted: hunks.filter(({ id }) => accepted.has(id)).map(({ id }) => id),
    rejected: hunks.filter(({ id }) => !accepted.has(id)).map(({ id }) => id),
    leftOutChunks: [...all].filter((chunk) => !landing.has(chunk)),
  };
}

/** The chunks that must be satisfied in a part of the result, with the files that each changes in it. */
export function listDemandedChunks(
  chunks: readonly StoredChunk[],
  { leftOutChunks }: LandedPart,
  changes: readonly FileChange[],
): readonly StoredChunk[] {
  const changed = new Set(changes.flatMap(({ path, previousPath = path }) => [path, previousPath]));
  return chunks
    .filter(({ chunk }) => !leftOutChunks.includes(chunk.id))
    .map((stored) => ({ ...stored, changedFiles: stored.changedFiles.filter((file) => changed.has(file)) }));
}

export interface PartProtectionInput extends ReturnType<typeof readStoredContract> {
  readonly stored: StoredResult;
  readonly part: Snapshot;
  readonly changes: readonly FileChange[];
  /** A worktree with the base. */
  readonly attempt: AttemptWorktree;
  readonly services: Pick<RunServices, 'analysis' | 'configuration' | 'repository' | 'signal'>;
}

/**
 * [TRUST-1] [TRUST-7] A part of a change can weaken what the whole change does not, such as a test that it moves. A file that
 * several chunks changed is protected only if none of them may change it so.
 */
export async function judgePartProtection(input: PartProtectionInput): Promise<LandingReport['conflicts']> {
  const { stored, part, changes, chunks, services } = input;
  const { kept, payload } = stored;
  const found = new Map<string, { readonly file: string; readonly reason: string; count: number }>();
  for (const { chunk, changedFiles } of chunks) {
    const ofChunk = changes.filter(({ path, previousPath = path }) =>
      [path, previousPath].some((file) => changedFiles.includes(file)),
    );
    const subject = { ...input, chunk, sharedGates: payload.sharedGates ?? [] };
    const { violations } = await judgeProtection({
      ...subject,
      terms: await findTerms(subject),
      base: kept.base,
      changes: ofChunk,
      readAfter: (paths) => services.repository.readFiles(part.commit, paths, services.signal),
    });
    for (const { assertion, location, expected, actual } of violations) {
      const reason = `${PART_DESCRIPTION}: ${assertion.message}. Expected: ${expected ?? ''}. Found: ${actual ?? ''}.`;
      const earlier = found.get(assertion.message);
      if (earlier === undefined) found.set(assertion.message, { file: location?.file ?? '', reason, count: 1 });
      else earlier.count++;
    }
  }
  return [...found.values()]
    .filter(({ file, count }) => count >= chunks.filter(({ changedFiles }) => changedFiles.includes(file)).length)
    .map(({ file, reason }) => ({ file, reason }));
}

/** The paragraph of the commit message that records a partial accept. */
export function describePart({ files }: PendingFiles, { attempt, accepted, rejected }: LandedPart): string {
  const ofAttempt = attempt === undefined ? '' : ` of attempt ${attempt}`;
  const leftOut = files.flatMap(({ path, hunks }) => {
    const count = hunks.filter(({ id }) => rejected.includes(id)).length;
    return count === 0 ? [] : [`- ${path}: ${count} of ${formatCount(hunks.length, 'change')}`];
  });
  const total = formatCount(accepted.length + rejected.length, 'change');
  return [`Accepted in part: ${accepted.length} of ${total}${ofAttempt}. Left out:`, '', ...leftOut].join('\n');
}
