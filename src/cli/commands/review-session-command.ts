import type { Engine, HunkReview, HunkReviewFile, ReviewedHunk, ReviewSubject, TakenBack } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandContext, CommandResult, OutputFormat } from '../base/command-context.ts';
import { ExitCode, type ExitCodeValue } from '../base/exit-code.ts';
import { openStartFolder } from '../base/open-start-folder.ts';
import {
  formatReviewedCount,
  printReviewedHunk,
  printReviewHead,
  printReviewedChange,
} from '../render/session-report.ts';

export interface ReviewSessionFlags {
  readonly since?: string;
  readonly uncommitted?: boolean;
  readonly full?: boolean;
  /** Keys of hunks, or their beginnings. */
  readonly reviewed?: readonly string[];
  readonly notReviewed?: readonly string[];
  readonly takeBack?: readonly string[];
  readonly format: OutputFormat;
}

/** A change that is reviewed in a terminal. */
interface Reviewing {
  readonly context: CommandContext;
  readonly engine: Engine;
  readonly subject: ReviewSubject;
  readonly review: () => Promise<HunkReview>;
}

/** `holdfast review-session`: reviews the change of a session, hunk by hunk on a terminal. */
export async function reviewSessionCommand(
  context: CommandContext,
  name: string | undefined,
  flags: ReviewSessionFlags,
): CommandResult {
  const { terminal, signal } = context;
  const { engine, subject } = await findSubject(context, name, flags);
  const depth = flags.full === true ? 'full' : 'files';
  const review = (): Promise<HunkReview> => engine.sessions.review(subject, { depth, signal });
  const reviewing = { context, engine, subject, review };
  const hasDecisions = [flags.reviewed, flags.notReviewed, flags.takeBack].some((keys) => keys !== undefined);
  if (!hasDecisions && terminal.interactive && flags.format === 'text') return reviewOnTerminal(reviewing);
  const before = await review();
  const isWritten = await decide(reviewing, before, flags);
  const after = hasDecisions ? await review() : before;
  if (flags.format === 'json') terminal.result(JSON.stringify(toJson(after), null, 2));
  else if (hasDecisions) printReviewHead(terminal, after);
  else printReviewedChange(terminal, after);
  return isWritten ? exitCodeOf(after) : ExitCode.couldNotRun;
}

async function findSubject(
  context: CommandContext,
  name: string | undefined,
  { since, uncommitted }: ReviewSessionFlags,
): Promise<{ readonly engine: Engine; readonly subject: ReviewSubject }> {
  if (name !== undefined && (uncommitted === true || since !== undefined)) {
    throw new HoldfastError('configuration', `Failed to review "${name}": the options name another change`, {
      hint: 'Leave out the session, or --since and --uncommitted.',
    });
  }
  const { engine } = await openStartFolder(context);
  if (uncommitted === true) return { engine, subject: { kind: 'uncommitted' } };
  if (since !== undefined) return { engine, subject: { kind: 'since', revision: since } };
  if (name === undefined) {
    const newest = (await engine.sessions.list()).find(({ isHere }) => isHere);
    if (newest !== undefined) return { engine, subject: { kind: 'session', session: newest.session } };
    context.terminal.progressLine('No session is recorded here: the change since the merge base is reviewed.');
    return { engine, subject: { kind: 'since' } };
  }
  const { session, folder } = await engine.sessions.find(name);
  return { engine: await context.openEngine(folder), subject: { kind: 'session', session } };
}

/** Carries out the decisions of the options. Returns false if nothing could be written. */
async function decide(
  { context, engine, subject }: Reviewing,
  review: HunkReview,
  { reviewed, notReviewed, takeBack }: ReviewSessionFlags,
): Promise<boolean> {
  if (reviewed !== undefined) await engine.sessions.setReviewed(findKeys(review, reviewed), true);
  if (notReviewed !== undefined) await engine.sessions.setReviewed(findKeys(review, notReviewed), false);
  if (takeBack === undefined) return true;
  const keys = new Set(findKeys(review, takeBack));
  const taken = listHunks(review).filter(({ hunk }) => keys.has(hunk.key));
  const { signal } = context;
  return reportTaken(context, await engine.sessions.takeBack(subject, taken.map(toShown), { signal }));
}

/** @throws HoldfastError `not-found` unless each name is the beginning of the key of one hunk */
function findKeys(review: HunkReview, names: readonly string[]): readonly string[] {
  const keys = listHunks(review).map(({ hunk }) => hunk.key);
  return names.map((name) => {
    const found = name.length < MIN_KEY ? [] : keys.filter((key) => key.startsWith(name.toLowerCase()));
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    throw new HoldfastError('not-found', `The change has no hunk "${name}".`, {
      hint: 'Use the hashes that "holdfast review-session" prints. A hunk that changed since has another one.',
    });
  });
}

const MIN_KEY = 6;

interface ListedHunk {
  readonly file: HunkReviewFile;
  readonly hunk: ReviewedHunk;
}

function listHunks({ files }: HunkReview): readonly ListedHunk[] {
  return files.flatMap((file) => file.hunks.map((hunk) => ({ file, hunk })));
}

function toShown({ file, hunk }: ListedHunk): { readonly path: string; readonly id: string; readonly content: string } {
  return { path: file.path, id: hunk.id, content: file.content };
}

function reportTaken({ terminal }: CommandContext, { conflicts, notes }: TakenBack): boolean {
  for (const note of notes) terminal.progressLine(note);
  if (conflicts.length === 0) return true;
  terminal.progressLine('Nothing was written.');
  for (const { file, reason } of conflicts) terminal.progressLine(`  ${file}: ${reason}`);
  return false;
}

const QUESTION = 'Reviewed, take back, comment, skip or quit [r,t,c,s,q]? ';

/** Shows each hunk that is not reviewed, and prompts for a decision. */
async function reviewOnTerminal(reviewing: Reviewing): CommandResult {
  const { context, engine, subject } = reviewing;
  const { terminal, signal } = context;
  let review = await reviewing.review();
  printReviewHead(terminal, review);
  const shown = new Set<string>();
  for (;;) {
    const next = listHunks(review).find(({ hunk }) => !hunk.isReviewed && !shown.has(hunk.key));
    if (next === undefined) break;
    shown.add(next.hunk.key);
    printReviewedHunk(terminal, next.file, next.hunk);
    const answer = await promptForDecision(context);
    if (answer === 'q') return exitCodeOf(review);
    if (answer === 's') continue;
    if (answer === 'c') {
      await comment(reviewing, next);
      continue;
    }
    if (answer === 'r') await engine.sessions.setReviewed([next.hunk.key], true);
    else await takeBack(context, () => engine.sessions.takeBack(subject, [toShown(next)], { signal }));
    if (answer === 't') {
      review = await reviewing.review();
      printReviewHead(terminal, review);
    }
  }
  review = await reviewing.review();
  terminal.result(`${formatReviewedCount(review)}.`);
  return exitCodeOf(review);
}

/** A file that changed meanwhile ends no review. */
async function takeBack(context: CommandContext, write: () => Promise<TakenBack>): Promise<void> {
  try {
    reportTaken(context, await write());
  } catch (thrown) {
    if (!(thrown instanceof HoldfastError) || thrown.code !== 'conflict') throw thrown;
    context.terminal.progressLine(`${thrown.message} ${thrown.hint ?? ''}`);
  }
}

/** Prompts until the answer is a decision. A person who cancels quits. */
async function promptForDecision({ terminal, signal }: CommandContext): Promise<'r' | 't' | 'c' | 's' | 'q'> {
  for (;;) {
    const answer = (await terminal.prompt(QUESTION, signal))?.trim().toLowerCase().charAt(0);
    if (answer === undefined) return 'q';
    const decision = (['r', 't', 'c', 's', 'q'] as const).find((one) => one === answer);
    if (decision !== undefined) return decision;
  }
}

async function comment({ context, engine, subject }: Reviewing, { file, hunk }: ListedHunk): Promise<void> {
  const text = (await context.terminal.prompt('What is wrong? ', context.signal))?.trim() ?? '';
  if (text === '') return;
  const wanted = (await context.terminal.prompt('What is wanted (optional)? ', context.signal))?.trim() ?? '';
  await engine.comments.add({
    file: file.path,
    line: Math.max(1, hunk.afterStart - (hunk.added.length === 0 ? 1 : 0)),
    text,
    ...(wanted === '' ? {} : { wanted }),
    ...(subject.kind === 'session' ? { session: subject.session } : {}),
  });
}

function exitCodeOf({ judgement }: HunkReview): ExitCodeValue {
  return judgement.ok ? ExitCode.ok : ExitCode.findings;
}

/** The public shape of `review-session --format json`, documented in docs/cli.md. */
function toJson({ judgement, files, reviewedCount, hunkCount, notes }: HunkReview): unknown {
  const { ok, base, findings } = judgement;
  return { ok, base, findings, files, reviewed: reviewedCount, hunks: hunkCount, notes };
}
