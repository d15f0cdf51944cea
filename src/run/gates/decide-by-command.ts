import type { Gate } from '../../contract/model.ts';
import type { GateDecision, GateEvidence } from '../../verdicts/gates/judgement.ts';
import { joinPath } from '../../code/resolution/tree-path.ts';
import { readErrorLocations } from '../../workspace/processes/error-locations.ts';
import { runCommand, type CommandOutcome } from '../../workspace/processes/run-command.ts';
import { describeWithheld } from '../../workspace/processes/withheld.ts';
import { attemptRules } from '../services/command-rules.ts';
import { toWorkspacePaths } from '../validation/workspace-paths.ts';
import type { GateInput } from './gate-input.ts';

/** A command of a gate. */
export interface GateCommand {
  /** A command line, or the program and its arguments. */
  readonly command: string | readonly string[];
  /** The folder in which it runs, relative to the workspace folder. Default: that folder. */
  readonly folder?: string | undefined;
}

/** How a command of a gate ended. */
export interface GateCommandResult extends Pick<GateDecision, 'verdict' | 'reasoning' | 'evidence'> {
  readonly outcome: CommandOutcome;
}

/** By shell convention: the program was found but cannot be run, or was not found. */
const NOT_RUN_EXIT_CODES = new Set([126, 127]);
const OUTPUT_LIMIT_BYTES = 16 * 1024;
const MAX_LOCATIONS = 20;

/** Decides a gate by the exit code of its command. */
export async function decideByCommand(input: GateInput, gate: Gate): Promise<GateDecision> {
  const { verdict, reasoning, evidence } = await runGateCommand(input, gate, { command: gate.command ?? '' });
  return { verdict, reasoning, ...(evidence && { evidence }) };
}

/** Runs a command in the attempt's worktree, without a shell. Throws only on cancellation. */
export async function runGateCommand(
  input: GateInput,
  gate: Pick<Gate, 'timeoutSeconds'>,
  { command, folder = '' }: GateCommand,
): Promise<GateCommandResult> {
  const { attempt, services } = input;
  const timeoutSeconds = gate.timeoutSeconds ?? services.configuration.limits.commandTimeoutSeconds;
  const outcome = await runCommand({
    command,
    cwd: folder === '' ? attempt.root : `${attempt.root}/${folder}`,
    timeoutMs: timeoutSeconds * 1000,
    outputLimitBytes: OUTPUT_LIMIT_BYTES,
    rules: attemptRules(input),
    signal: services.signal,
  });
  if (outcome.cancelled) services.signal.throwIfAborted();
  const name = commandText(command);
  const output = describeOutput(outcome, attempt.root);
  const fail = async (reasoning: string): Promise<GateCommandResult> => {
    const evidence = await locateErrors(input, outcome, folder);
    return { outcome, verdict: 'FAIL', reasoning, ...(evidence.length > 0 && { evidence }) };
  };
  if (outcome.startError !== undefined) {
    const reasoning = `The command \`${name}\` could not start: ${outcome.startError} Fix the gate's command, or install the missing program.`;
    return { outcome, verdict: 'BROKEN', reasoning };
  }
  if (outcome.timedOut) return fail(`The command \`${name}\` took longer than ${timeoutSeconds} s.${output}`);
  if (outcome.exitCode === 0) return { outcome, verdict: 'PASS', reasoning: `\`${name}\` exited with 0.` };
  if (outcome.exitCode !== undefined && NOT_RUN_EXIT_CODES.has(outcome.exitCode)) {
    const reasoning = `The command \`${name}\` exited with ${outcome.exitCode}: a program is missing or cannot be run. Install it, or fix the gate's command.${output}`;
    return { outcome, verdict: 'BROKEN', reasoning };
  }
  return fail(
    `The command \`${name}\` exited with ${outcome.exitCode ?? outcome.endedBySignal ?? 'no code'}.${output}`,
  );
}

const MAX_COMMAND_TEXT = 300;

/** A command for messages. A long list of arguments is cut. */
export function commandText(command: string | readonly string[]): string {
  const text = typeof command === 'string' ? command : command.join(' ');
  return text.length <= MAX_COMMAND_TEXT ? text : `${text.slice(0, MAX_COMMAND_TEXT)}…`;
}

function describeOutput({ output, withheld }: CommandOutcome, root: string): string {
  const printed = output.trim() === '' ? '' : `\n${toWorkspacePaths(output.trimEnd(), root)}`;
  return withheld === undefined ? printed : `${printed}\n${describeWithheld(withheld)}`;
}

/** The places of the tree that the output of a failed command names. */
async function locateErrors(
  { attempt }: GateInput,
  { output }: CommandOutcome,
  folder: string,
): Promise<readonly GateEvidence[]> {
  const files = new Set(await attempt.tree.listFiles());
  const located = readErrorLocations(toWorkspacePaths(output, attempt.root)).flatMap(({ path, line }) => {
    const file = [joinPath(folder, path), path].find((candidate) => candidate !== undefined && files.has(candidate));
    return file === undefined ? [] : [{ file, line, text: 'The output of the command names this line.' }];
  });
  return located.slice(0, MAX_LOCATIONS);
}
