import type { Step } from '../../contract/model.ts';
import { CancelledError, HoldfastError } from '../../foundation/errors.ts';
import { SerialQueue } from '../../foundation/serial-queue.ts';
import type { CommandRules } from '../../workspace/processes/command-rules.ts';
import type { CommandOutcome } from '../../workspace/processes/run-command.ts';
import { describeWithheld } from '../../workspace/processes/withheld.ts';

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
/** Characters of a failed command's output that an error message shows. */
const MAX_SHOWN_OUTPUT = 600;

export interface StepRunnerOptions {
  /** The outputs of steps that have run already. */
  readonly outputs: Readonly<Record<string, string>>;
  /** The tree in which the commands run. */
  readonly cwd: string;
  /** Time limit of steps that have none, in milliseconds. */
  readonly timeoutMs: number;
  readonly rules: CommandRules;
  readonly signal: AbortSignal;
}

/** Returns a function that runs a step by id, one at a time, and resolves with its standard output. */
export function createStepRunner(steps: readonly Step[], options: StepRunnerOptions): (id: string) => Promise<string> {
  const queue = new SerialQueue();
  const { outputs } = options;
  return (id) => queue.add(() => (Object.hasOwn(outputs, id) ? (outputs[id] ?? '') : runStep(id, steps, options)));
}

async function runStep(id: string, steps: readonly Step[], options: StepRunnerOptions): Promise<string> {
  const step = steps.find((one) => one.id === id);
  if (!step) throw new HoldfastError('contract', `Failed to run the step ${id}: the contract has no such step`);
  const { cwd, rules, signal } = options;
  const timeoutMs = step.timeoutSeconds === undefined ? options.timeoutMs : step.timeoutSeconds * 1000;
  const { runCommand } = await import('../../workspace/processes/run-command.ts');
  const outcome = await runCommand({
    command: step.command,
    cwd,
    timeoutMs,
    rules,
    outputLimitBytes: MAX_OUTPUT_BYTES,
    signal,
  });
  if (outcome.cancelled) throw new CancelledError(`the step ${id}`);
  const problem = failureReason(outcome, timeoutMs);
  if (problem !== undefined) {
    const withheld = outcome.withheld === undefined ? undefined : describeWithheld(outcome.withheld);
    const message = `Failed to run the step ${id} (${step.command}): ${problem}`;
    throw new HoldfastError('process', withheld === undefined ? message : `${message}. ${withheld}`, {
      retryable: outcome.timedOut,
    });
  }
  return outcome.standardOutput;
}

function failureReason(outcome: CommandOutcome, timeoutMs: number): string | undefined {
  if (outcome.startError !== undefined) return outcome.startError;
  if (outcome.timedOut) return `it did not finish within ${timeoutMs / 1000} s`;
  if (outcome.endedBySignal !== undefined) return `it was ended by ${outcome.endedBySignal}`;
  if (outcome.exitCode !== 0) return `it exited with ${outcome.exitCode ?? 'no code'}${outputEnd(outcome.output)}`;
  if (outcome.truncated) return `it printed more than ${MAX_OUTPUT_BYTES / 1024 / 1024} MB`;
  return undefined;
}

/** The end of the output, where commands usually print the reason of a failure. */
function outputEnd(output: string): string {
  const text = output.trim();
  if (text === '') return ' and printed nothing';
  return ` and printed: ${text.length > MAX_SHOWN_OUTPUT ? `… ${text.slice(-MAX_SHOWN_OUTPUT)}` : text}`;
}
