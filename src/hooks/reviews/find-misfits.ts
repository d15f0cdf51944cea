import type { ChangeFinding } from '../../run/change/change-types.ts';
import type { Changes } from '../../run/change/folder-changes.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { ComparedSession, SessionMisfit } from './session-types.ts';

/**
 * [SESSION-1] What breaks only if the files of two worktrees are merged: lines that both changed, and imports and uses of what
 * one of them changed. The merge is judged once as a change of each side, because each can break what the other added.
 */
export async function findMisfits(
  repository: Repository,
  judge: Pick<Changes, 'judge'>,
  other: ComparedSession,
  signal: AbortSignal | undefined,
): Promise<readonly SessionMisfit[]> {
  const mine = await repository.createBase({ signal });
  const theirs = await repository.importCommit(other.directory, other.head, signal);
  const base = await repository.findMergeBase(mine.commit, theirs.commit, signal);
  if (base === undefined || mine.tree === theirs.tree) return [];
  const { merged, conflicts } = await repository.combine({ base, result: theirs, onto: mine, signal });
  if (conflicts.length > 0) {
    return conflicts.map(({ file, reason }) => ({ kind: 'lines', file, message: reason }));
  }
  const listBroken = async (from: string, to: string): Promise<ReadonlyMap<string, SessionMisfit>> => {
    const { findings } = await judge.judge({ base: from, head: { commit: to }, depth: 'files', types: true, signal });
    const broken = findings.flatMap((finding) => toMisfit(finding) ?? []);
    return new Map(broken.map((one) => [`${one.file}: ${one.message}`, one]));
  };
  const together = [await listBroken(mine.commit, merged.commit), await listBroken(theirs.commit, merged.commit)];
  const misfits = new Map(together.flatMap((one) => [...one]));
  if (misfits.size === 0) return [];
  // What one of them breaks alone is in its own verdict.
  for (const { commit } of [mine, theirs]) {
    for (const key of (await listBroken(base.commit, commit)).keys()) misfits.delete(key);
  }
  return [...misfits.values()];
}

function toMisfit({ kind, file = '', line, message }: ChangeFinding): SessionMisfit | undefined {
  return kind === 'broken-import' || kind === 'broken-use' ? { kind, file, line, message } : undefined;
}
