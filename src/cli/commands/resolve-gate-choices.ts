import type { ContinueOptions, Engine, GateChoice, PendingChoice, PersonVerdict } from '../../engine.ts';
import type { ContractRunResult } from '../../run/report/run-result.ts';
import type { CommandContext } from '../base/command-context.ts';
import { formatAnswers, printPendingChoice, waitsForPerson } from '../render/choice-report.ts';

export interface ResolveOptions extends ContinueOptions {
  /** The choice to make without a prompt. */
  readonly onExhausted?: GateChoice | undefined;
}

export interface ResolvedRun {
  readonly result: ContractRunResult;
  /** True if the person cancelled the prompt: the run still waits for a choice. */
  readonly leftWaiting: boolean;
}

/**
 * [GATE-6, GATE-7] Continues a run until no chunk waits for a choice. The choice is `onExhausted` if given, else the
 * person's answer on a terminal, else `abort`. `onExhausted: 'retry'` retries each chunk once and then aborts, so every
 * run ends.
 */
export async function resolveGateChoices(
  context: CommandContext,
  engine: Engine,
  first: ContractRunResult,
  { onExhausted, ...options }: ResolveOptions,
): Promise<ResolvedRun> {
  let result = first;
  const retried = new Set<string>();
  for (;;) {
    const waiting = result.chunks.find((chunk) => chunk.status === 'undecided');
    // A choice that failed with an error would fail again. The run keeps waiting.
    const isDone = waiting === undefined || waiting.error !== undefined || context.signal.aborted;
    if (isDone) return { result, leftWaiting: false };
    const pending = (await engine.runs.pendingChoices()).find((choice) => choice.runId === waiting.runId);
    if (pending === undefined) return { result, leftWaiting: false };
    // Only a person can judge these gates, so no option decides. Without a terminal the run stays undecided (GATE-9).
    const isPersonNeeded = waitsForPerson(pending.gates);
    if (isPersonNeeded && !context.terminal.interactive) {
      printHowToContinue(context, pending);
      return { result, leftWaiting: false };
    }
    const decision = isPersonNeeded
      ? await promptForChoice(context, pending)
      : await decide(context, pending, onExhausted, retried);
    if (decision === undefined) {
      printHowToContinue(context, pending);
      return { result, leftWaiting: true };
    }
    const { choice, reason, instruction } = decision;
    if (choice === 'retry') retried.add(waiting.chunk);
    context.terminal.progressLine(`  ${waiting.chunk}: ${choice}${reason === undefined ? '' : ` (${reason})`}`);
    result = await engine.runs.choose(waiting.runId, choice, {
      ...options,
      ...(instruction === undefined ? {} : { instruction }),
    });
  }
}

interface Decision {
  readonly choice: GateChoice | PersonVerdict;
  /** Why the choice was made without a prompt. */
  readonly reason?: string;
  /** For the next attempt, or the words of a verdict. */
  readonly instruction?: string;
}

/** Returns `undefined` if the person cancels the prompt. */
async function decide(
  context: CommandContext,
  pending: PendingChoice,
  onExhausted: GateChoice | undefined,
  retried: ReadonlySet<string>,
): Promise<Decision | undefined> {
  if (onExhausted === 'retry' && retried.has(pending.chunk.id)) {
    return { choice: 'abort', reason: 'one retry did not help' };
  }
  if (onExhausted !== undefined) return { choice: onExhausted, reason: '--on-exhausted' };
  if (!context.terminal.interactive)
    return { choice: 'abort', reason: 'no terminal; use --on-exhausted to change this' };
  return promptForChoice(context, pending);
}

const VERDICT_BY_ANSWER: Readonly<Record<string, PersonVerdict>> = { p: 'pass', pass: 'pass', f: 'fail', fail: 'fail' };

const CHOICE_BY_ANSWER: Readonly<Record<string, GateChoice>> = {
  r: 'retry',
  retry: 'retry',
  s: 'skip',
  skip: 'skip',
  a: 'abort',
  abort: 'abort',
};

/** Prompts until the answer is a choice. Returns `undefined` if the person cancels. */
async function promptForChoice(
  { terminal, signal }: CommandContext,
  pending: PendingChoice,
): Promise<Decision | undefined> {
  printPendingChoice(pending, (line) => terminal.progressLine(line), terminal);
  const isPersonNeeded = waitsForPerson(pending.gates);
  const question = isPersonNeeded ? 'pass, fail, retry, skip or abort? ' : 'retry, skip or abort? ';
  for (;;) {
    const answer = (await terminal.prompt(question, signal))?.trim().toLowerCase();
    if (answer === undefined) return undefined;
    const verdict = isPersonNeeded ? VERDICT_BY_ANSWER[answer] : undefined;
    const choice = verdict ?? CHOICE_BY_ANSWER[answer];
    if (choice === undefined) continue;
    if (choice === 'skip' || choice === 'abort') return { choice };
    const words = verdict === undefined ? 'Instructions for the next attempt (optional): ' : 'Why (optional): ';
    const instruction = await terminal.prompt(words, signal);
    if (instruction === undefined) return undefined;
    return instruction.trim() === '' ? { choice } : { choice, instruction: instruction.trim() };
  }
}

function printHowToContinue({ terminal }: CommandContext, { runId, gates }: PendingChoice): void {
  const isPersonNeeded = waitsForPerson(gates);
  terminal.progressLine(`The run waits for your ${isPersonNeeded ? 'verdict' : 'choice'}. To continue it later:`);
  terminal.progressLine(`  holdfast choose ${runId} ${formatAnswers(isPersonNeeded)}`);
}
