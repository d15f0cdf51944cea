import { CancelledError, HoldfastError } from '../../../foundation/errors.ts';
import { detectTestCommand } from '../../test-runners/detect-test-command.ts';
import { DiskTree } from '../../../workspace/files/disk-tree.ts';
import { findLastError } from '../../../workspace/processes/last-error.ts';
import { runCommand, type CommandOutcome } from '../../../workspace/processes/run-command.ts';
import type { SimulationFailure } from '../protocol/diagnostics.ts';
import type { MethodResult } from '../protocol/methods.ts';
import { NO_LIMIT_MS, type TypeScriptRequest } from './typescript-request.ts';

const OUTPUT_LIMIT_BYTES = 16 * 1024;

/**
 * Runs the test command of the repository.
 *
 * @throws HoldfastError `unsupported` if there is none, `process` if it cannot start
 */
export async function runTests({ root, rules, signal }: TypeScriptRequest): Promise<MethodResult<'simulate'>> {
  const tests = await detectTestCommand(new DiskTree(root));
  if (tests === undefined) {
    throw new HoldfastError('unsupported', 'The repository has no test command.', {
      hint: 'Add a script "test" to package.json.',
    });
  }
  const { command } = tests;
  const options = { command, cwd: root, rules, signal, timeoutMs: NO_LIMIT_MS, outputLimitBytes: OUTPUT_LIMIT_BYTES };
  const outcome = await runCommand(options);
  if (outcome.cancelled) throw new CancelledError(`run ${command}`);
  if (outcome.startError !== undefined) {
    throw new HoldfastError('process', `Failed to run ${command}: ${outcome.startError}`);
  }
  return outcome.exitCode === 0
    ? { passed: true, failures: [] }
    : { passed: false, failures: [describeFailure(command, outcome)] };
}

function describeFailure(command: string, outcome: CommandOutcome): SimulationFailure {
  const { exitCode, endedBySignal, output } = outcome;
  const how = endedBySignal === undefined ? `exit code ${exitCode ?? 'unknown'}` : endedBySignal;
  const cause = findLastError(outcome);
  return {
    category: categoryOf(outcome),
    message: `${command} failed with ${how}${cause === undefined ? '.' : `:\n${cause}`}`,
    output,
  };
}

/** The error class that Node's `assert`, Chai, Jest and Vitest print is the only form that all runners share. */
function categoryOf({ endedBySignal, output }: CommandOutcome): string {
  if (endedBySignal !== undefined) return 'crash';
  return /\bAssertionError\b|\bERR_ASSERTION\b/.test(output) ? 'assertion' : 'test-failure';
}
