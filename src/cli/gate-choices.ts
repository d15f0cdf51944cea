import type { ContinueOptions, Engine, GateChoice, PendingChoice } from '../engine.ts';
import type { ContractRunResult } from '../run/result.ts';
import type { CommandContext } from './command-context.ts';
import { printPendingChoice } from './render/choice-report.ts';

export interface SettleOptions extends ContinueOptions {
  /** What is chosen without asking. */
  readonly onExhausted?: GateChoice | undefined;
}

export interface Settled {
  readonly result: ContractRunResult;
  /** A person was asked and gave no answer: the run goes on waiting. */
  readonly leftWaiting: boolean;
}

/**
 * [GATE-6, GATE-7] Brings a run to its end that stopped for a choice: by what was given, else by asking on a terminal,
 * else by aborting. A given `retry` is one more round for each chunk and then aborts, so that every run ends.
 */
export async function settleChoices(
  context: CommandContext,
  engine: Engine,
  first: ContractRunResult,
  { onExhausted, ...options }: SettleOptions,
): Promise<Settled> {
  let result = first;
  const retried = new Set<string>();
  for (;;) {
    const waiting = result.chunks.find((chunk) => chunk.status === 'undecided');
    // What could not be carried out would not be the second time, and the run waits on.
    const isOver = waiting === undefined || waiting.error !== undefined || context.signal.aborted;
    if (isOver) return { result, leftWaiting: false };
    const pending = (await engine.pendingChoices()).find((choice) => choice.runId === waiting.runId);
    if (pending === undefined) return { result, leftWaiting: false };
    const answer = await answerFor(context, pending, onExhausted, retried);
    if (answer === undefined) {
      sayHowToGoOn(context, pending);
      return { result, leftWaiting: true };
    }
    if (answer.choice === 'retry') retried.add(waiting.chunk);
    context.terminal.progress(`  ${waiting.chunk}: ${answer.choice}${answer.why}`);
    const { choice, instruction } = answer;
    result = await engine.choose(waiting.runId, choice, {
      ...options,
      ...(instruction === undefined ? {} : { instruction }),
    });
  }
}

interface Answer {
  readonly choice: GateChoice;
  readonly why: string;
  readonly instruction?: string | undefined;
}

async function answerFor(
  context: CommandContext,
  pending: PendingChoice,
  onExhausted: GateChoice | undefined,
  retried: ReadonlySet<string>,
): Promise<Answer | undefined> {
  if (onExhausted === 'retry' && retried.has(pending.chunk.id)) {
    return { choice: 'abort', why: ', since one retry did not help' };
  }
  if (onExhausted !== undefined) return { choice: onExhausted, why: ', as --on-exhausted says' };
  if (!context.terminal.interactive) return { choice: 'abort', why: ', since nobody can be asked (--on-exhausted)' };
  return ask(context, pending);
}

const CHOICES: Readonly<Record<string, GateChoice>> = {
  r: 'retry',
  retry: 'retry',
  s: 'skip',
  skip: 'skip',
  a: 'abort',
  abort: 'abort',
};

/** Undefined where the person leaves the run waiting. */
async function ask({ terminal, signal }: CommandContext, pending: PendingChoice): Promise<Answer | undefined> {
  printPendingChoice(pending, (line) => terminal.progress(line), terminal);
  for (;;) {
    const said = await terminal.ask('retry, skip or abort? ', signal);
    if (said === undefined) return undefined;
    const choice = CHOICES[said.trim().toLowerCase()];
    if (choice === undefined) continue;
    if (choice !== 'retry') return { choice, why: '' };
    const instruction = await terminal.ask('What should the next attempt do better? (empty: nothing more) ', signal);
    if (instruction === undefined) return undefined;
    return { choice, why: '', instruction: instruction.trim() === '' ? undefined : instruction.trim() };
  }
}

function sayHowToGoOn({ terminal }: CommandContext, { runId }: PendingChoice): void {
  terminal.progress('The run waits for your choice. Go on with it later:');
  terminal.progress(`  holdfast choose ${runId} retry|skip|abort`);
}
