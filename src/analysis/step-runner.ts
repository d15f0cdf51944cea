import type { Step } from '../contract/model.ts';
import { CancelledError, HoldfastError } from '../shared/errors.ts';
import { runCommand } from '../workspace/processes.ts';
import type { CommandOutcome } from '../workspace/processes.ts';

const MOST_OUTPUT_BYTES = 16 * 1024 * 1024;
const SHOWN_OUTPUT = 600;

export interface StepSurroundings {
  /** The tree in which the commands run. */
  readonly cwd: string;
  /** For steps that name no limit of their own, in milliseconds. */
  readonly timeoutMs: number;
  /** Names of environment variables that commands must not see. */
  readonly withhold: readonly string[];
  readonly signal: AbortSignal;
}

/** Runs the steps of a contract, one at a time; each gives its standard output, or throws the reason why not. */
export function stepRunner(steps: readonly Step[], surroundings: StepSurroundings): (id: string) => Promise<string> {
  let last: Promise<unknown> = Promise.resolve();
  return (id) => {
    const output = last.then(() => run(id, steps, surroundings));
    last = output.catch(() => undefined);
    return output;
  };
}

async function run(id: string, steps: readonly Step[], surroundings: StepSurroundings): Promise<string> {
  const step = steps.find((one) => one.id === id);
  if (!step) throw new HoldfastError('contract', `Failed to run the step ${id}: the contract has no such step`);
  const { cwd, withhold, signal } = surroundings;
  const timeoutMs = step.timeoutSeconds === undefined ? surroundings.timeoutMs : step.timeoutSeconds * 1000;
  const outputLimitBytes = MOST_OUTPUT_BYTES;
  const outcome = await runCommand({ command: step.command, cwd, timeoutMs, withhold, outputLimitBytes, signal });
  if (outcome.cancelled) throw new CancelledError(`the step ${id}`);
  const problem = problemOf(outcome, timeoutMs);
  if (problem !== undefined) {
    throw new HoldfastError('process', `Failed to run the step ${id} (${step.command}): ${problem}`, {
      retryable: outcome.timedOut,
    });
  }
  return outcome.standardOutput;
}

function problemOf(outcome: CommandOutcome, timeoutMs: number): string | undefined {
  if (outcome.startError !== undefined) return outcome.startError;
  if (outcome.timedOut) return `it was still at work after ${timeoutMs / 1000} s`;
  if (outcome.endedBySignal !== undefined) return `it was ended by ${outcome.endedBySignal}`;
  if (outcome.exitCode !== 0) return `it exited with ${outcome.exitCode ?? 'nothing'}${shownEnd(outcome.output)}`;
  if (outcome.truncated) return `it printed more than ${MOST_OUTPUT_BYTES / 1024 / 1024} MB`;
  return undefined;
}

/** The end of what a command printed, where it says what went wrong. */
function shownEnd(output: string): string {
  const text = output.trim();
  if (text === '') return ' and printed nothing';
  return ` and printed: ${text.length > SHOWN_OUTPUT ? `… ${text.slice(-SHOWN_OUTPUT)}` : text}`;
}
