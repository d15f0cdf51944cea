import { existsSync } from 'node:fs';
import type { RecordedSession, ChangeJudgement, HunkReview, SessionMisfit } from '../../engine.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode } from '../base/exit-code.ts';
import { openStartFolder } from '../base/open-start-folder.ts';
import { formatChangeVerdict } from '../render/change-report.ts';
import { formatReviewedCount } from '../render/session-report.ts';

/** A session with its change; without one if its folder is gone. */
interface ListedSession extends RecordedSession {
  readonly review: HunkReview | undefined;
}

/** Two worktrees that do not fit together. */
interface ListedMisfit extends SessionMisfit {
  readonly folders: readonly [string, string];
}

/** `holdfast sessions`: lists the sessions of all worktrees with their verdicts, and what breaks only together. */
export async function sessionsCommand(
  context: CommandContext,
  { limit, format }: { readonly limit: number; readonly format: OutputFormat },
): CommandResult {
  const { terminal, onProgress } = context;
  const { engine } = await openStartFolder(context);
  const sessions: ListedSession[] = [];
  for (const one of (await engine.sessions.list()).slice(0, limit)) {
    onProgress({ what: `Judging the session ${one.session}` });
    sessions.push({ ...one, review: await readReview(context, one) });
  }
  const misfits = await findAllMisfits(context, sessions);
  if (format === 'json') terminal.result(JSON.stringify(toJson(sessions, misfits), null, 2));
  else print(context, sessions, misfits);
  return ExitCode.ok;
}

async function readReview(
  context: CommandContext,
  { folder, session }: RecordedSession,
): Promise<HunkReview | undefined> {
  if (!existsSync(folder)) return undefined;
  return (await context.openEngine(folder)).sessions.review({ kind: 'session', session }, { signal: context.signal });
}

/** Each pair of folders with changes is compared once. */
async function findAllMisfits(
  context: CommandContext,
  sessions: readonly ListedSession[],
): Promise<readonly ListedMisfit[]> {
  const folders = [
    ...new Set(sessions.filter(({ review }) => (review?.hunkCount ?? 0) > 0).map(({ folder }) => folder)),
  ];
  const misfits: ListedMisfit[] = [];
  for (const [index, folder] of folders.entries()) {
    const { sessions: port } = await context.openEngine(folder);
    for (const other of folders.slice(index + 1)) {
      const snapshot = await (await context.openEngine(other)).sessions.snapshot({ signal: context.signal });
      const found = await port.compare(snapshot, { signal: context.signal });
      misfits.push(...found.map((misfit) => ({ ...misfit, folders: [folder, other] as const })));
    }
  }
  return misfits;
}

function print(
  { terminal }: CommandContext,
  sessions: readonly ListedSession[],
  misfits: readonly ListedMisfit[],
): void {
  if (sessions.length === 0) {
    terminal.result('No session is recorded. "holdfast init --agents" installs the hooks that record them.');
  }
  for (const { session, client, folder, startedAt, review } of sessions) {
    terminal.result(`${terminal.style('bold', session)}  ${[client, startedAt, folder].filter(Boolean).join('  ')}`);
    if (review === undefined) {
      terminal.result('  its folder is gone');
      continue;
    }
    terminal.result(`  ${formatChangeVerdict(terminal, review.judgement)}; ${formatReviewedCount(review)}`);
  }
  for (const { folders, file, line, message } of misfits) {
    terminal.result(`${terminal.style('red', 'do not fit together')} ${folders.join(' and ')}`);
    terminal.result(`  ${message}${terminal.style('dim', ` ${file}${line === undefined ? '' : `:${line}`}`)}`);
  }
}

function toJson(sessions: readonly ListedSession[], misfits: readonly ListedMisfit[]): unknown {
  return {
    sessions: sessions.map(({ review, ...session }) => ({
      ...session,
      ...(review === undefined
        ? { isGone: true }
        : {
            ok: review.judgement.ok,
            ...countChange(review.judgement),
            hunks: review.hunkCount,
            reviewed: review.reviewedCount,
          }),
    })),
    misfits,
  };
}

function countChange({ findings, chunks, changedFiles }: ChangeJudgement): Readonly<Record<string, number>> {
  return {
    changedFiles: changedFiles.length,
    errors: findings.filter(({ severity }) => severity === 'error').length,
    failedChunks: chunks.filter(({ fails }) => fails).length,
  };
}
