import { execa } from 'execa';
import type { Subprocess } from 'execa';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { systemErrorCode } from '../../foundation/system-error.ts';
import { confineCommand, type ConfinedCommand } from '../confinement/confine-command.ts';
import { extraDescriptors } from '../confinement/inherited-descriptors.ts';
import type { ConfinementKind } from '../confinement/confinement-rules.ts';
import { BoundedOutput } from './bounded-output.ts';
import type { CommandRules } from './command-rules.ts';
import { findProgramProblem } from '../environment/find-program.ts';
import { createProcessMark, killMarkedProcesses } from '../environment/marked-processes.ts';
import { OutputStream } from './output-stream.ts';
import { setLoaderVariablesInside } from './loader-variables.ts';
import { splitCommand } from './split-command.ts';
import { explainStartFailure } from './start-failure.ts';
import { subprocessEnvironment } from '../environment/subprocess-environment.ts';
import { findWithheld, type Withheld } from './withheld.ts';

export interface CommandOptions {
  /** A command line, which is split by `splitCommand`, or the program and its arguments. Runs without a shell. */
  readonly command: string | readonly string[];
  /** Absolute path. `node_modules/.bin` of this folder and all its parents is added to the PATH of the command. */
  readonly cwd: string;
  /** The variables that the command receives in addition to the allow list, and its restrictions. Default: none. */
  readonly rules?: CommandRules | undefined;
  /** Variables that only this command receives, and that replace inherited ones. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Time limit in milliseconds. After it, the command and all its child processes are killed. */
  readonly timeoutMs: number;
  /** The number of output bytes to keep, from the beginning and the end. Default: 256 KiB. */
  readonly outputLimitBytes?: number | undefined;
  /** The standard input. Default: empty. */
  readonly input?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Receives standard output and standard error as they arrive. */
  readonly onOutput?: ((text: string) => void) | undefined;
}

export interface CommandOutcome {
  /** Missing if the command did not start or was killed. */
  readonly exitCode?: number;
  /** Standard output and standard error in the order of arrival, up to the limit. */
  readonly output: string;
  /** Standard output alone, up to the limit. */
  readonly standardOutput: string;
  /** Standard error alone, up to a quarter of the limit. */
  readonly standardError: string;
  /** Whether `output` was cut. */
  readonly truncated: boolean;
  readonly durationMs: number;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** The name of the signal that ended the command. */
  readonly endedBySignal?: string;
  /** Why the command could not start, as a message for the user. */
  readonly startError?: string;
  /** The sandbox that the command ran in. */
  readonly confinement: ConfinementKind;
  /** What a command with rules did not receive. Missing if it succeeded or was cancelled. */
  readonly withheld?: Withheld;
}

type CommandProcess = Pick<
  Subprocess<{ encoding: 'buffer'; buffer: false; reject: false }>,
  'nodeChildProcess' | 'kill' | 'stdout' | 'stderr' | 'pid'
>;

const DEFAULT_OUTPUT_LIMIT = 256 * 1024;
/** How long a terminated process may take to clean up before it receives SIGKILL. */
const FORCE_KILL_AFTER_MS = 1_000;
/** How long background processes of a finished command may keep its output open. */
const BACKGROUND_GRACE_MS = 1_000;

/**
 * Runs a command without a shell, with a time limit and an output limit. When it ends, times out or is cancelled, its
 * process tree is killed, on Linux including processes in a separate session. Never throws: failures are part of the
 * outcome.
 */
export async function runCommand(options: CommandOptions): Promise<CommandOutcome> {
  const startTime = performance.now();
  const createOutcome = (part: Partial<CommandOutcome>): CommandOutcome => ({
    output: '',
    standardOutput: '',
    standardError: '',
    truncated: false,
    timedOut: false,
    cancelled: false,
    confinement: 'unconfined',
    durationMs: performance.now() - startTime,
    ...part,
  });
  if (options.signal?.aborted) return createOutcome({ cancelled: true });
  let commandLine: readonly string[];
  try {
    commandLine = typeof options.command === 'string' ? splitCommand(options.command) : options.command;
  } catch (thrown) {
    const hint = thrown instanceof HoldfastError && thrown.hint !== undefined ? `. ${thrown.hint}` : '';
    return createOutcome({ startError: `${messageOf(thrown)}${hint}` });
  }
  const [program, ...arguments_] = commandLine;
  if (program === undefined || program === '') return createOutcome({ startError: 'The command contains no program.' });
  try {
    const { rules } = options;
    const environment = { ...subprocessEnvironment(rules?.passedVariables), ...rules?.variables, ...options.variables };
    const prepared = await confineCommand(rules?.confinement, { program, cwd: options.cwd, environment });
    if ('refusal' in prepared) return createOutcome({ startError: prepared.refusal });
    await using confined = prepared;
    const variables = { ...environment, ...confined.variables };
    const outcome = await execute([program, ...arguments_], { confined, variables }, options, createOutcome);
    if (rules === undefined || outcome.exitCode === 0 || outcome.cancelled) return outcome;
    return { ...outcome, withheld: await findWithheld(rules, confined, outcome.output) };
  } catch (thrown) {
    return createOutcome({ startError: explainStartFailure(program, options.cwd, systemErrorCode(thrown), thrown) });
  }
}

interface CommandStart {
  readonly confined: Pick<ConfinedCommand, 'kind' | 'prefix' | 'filter'>;
  readonly variables: Readonly<Record<string, string>>;
}

async function execute(
  [program = '', ...arguments_]: readonly string[],
  { confined, variables }: CommandStart,
  options: CommandOptions,
  createOutcome: (part: Partial<CommandOutcome>) => CommandOutcome,
): Promise<CommandOutcome> {
  const { prefix, environment } = setLoaderVariablesInside(confined, variables);
  const mark = createProcessMark();
  const [sandbox, ...sandboxArguments] = prefix;
  if (sandbox !== undefined) {
    // The sandbox would start and report a missing program as its own failure.
    const problem = await findProgramProblem(program, options.cwd, environment['PATH']);
    if (problem !== undefined) return createOutcome({ startError: explainStartFailure(program, options.cwd, problem) });
  }
  const limit = options.outputLimitBytes ?? DEFAULT_OUTPUT_LIMIT;
  const allOutput = new BoundedOutput(limit);
  const standardOutput = new BoundedOutput(limit);
  const standardError = new BoundedOutput(limit / 4);
  const commandLine = sandbox === undefined ? arguments_ : [...sandboxArguments, program, ...arguments_];
  const subprocess = execa(sandbox ?? program, commandLine, {
    cwd: options.cwd,
    env: { ...environment, [mark.name]: mark.value },
    extendEnv: false,
    preferLocal: true,
    localDir: options.cwd,
    input: options.input ?? '',
    stdio: ['pipe', 'pipe', 'pipe', ...(await extraDescriptors(confined.filter))],
    encoding: 'buffer',
    buffer: false,
    reject: false,
    timeout: Math.max(1, Math.min(Math.ceil(options.timeoutMs), 2_147_483_647)),
    forceKillAfterDelay: FORCE_KILL_AFTER_MS,
    killDescendants: true,
    windowsHide: true,
    ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
  });
  const { hiddenTexts = [] } = options.rules ?? {};
  const streams = [standardOutput, standardError].map(
    (own) =>
      new OutputStream(hiddenTexts, (bytes, text) => {
        own.add(bytes);
        allOutput.add(bytes);
        options.onOutput?.(text);
      }),
  );
  subprocess.stdout.on('data', (chunk: Buffer) => streams[0]?.add(chunk));
  subprocess.stderr.on('data', (chunk: Buffer) => streams[1]?.add(chunk));
  const killNow = scheduleBackgroundKill(subprocess);
  try {
    const result = await subprocess;
    for (const stream of streams) stream.end();
    const hasStarted = subprocess.pid !== undefined;
    return createOutcome({
      output: allOutput.toString(),
      standardOutput: standardOutput.toString(),
      standardError: standardError.toString(),
      truncated: allOutput.truncated,
      confinement: confined.kind,
      timedOut: result.timedOut,
      cancelled: result.isCanceled,
      ...(result.exitCode === undefined || !hasStarted ? {} : { exitCode: result.exitCode }),
      ...(result.signal === undefined ? {} : { endedBySignal: result.signal }),
      ...(hasStarted
        ? {}
        : { startError: explainStartFailure(program, options.cwd, systemErrorCode(result.cause), result.cause) }),
    });
  } finally {
    killNow();
    // Also in a sandbox: the processes in the namespace of bubblewrap end only some time after bubblewrap itself.
    await killMarkedProcesses(mark);
  }
}

/**
 * Kills the background processes of a command after its main process has exited, so that they cannot change the worktree
 * later. Then closes the output, in case a process escaped. Returns a function that cancels the timers and, except on
 * Windows, kills the processes immediately.
 */
function scheduleBackgroundKill(subprocess: CommandProcess): () => void {
  const timers: NodeJS.Timeout[] = [];
  subprocess.nodeChildProcess.once('exit', () => {
    timers.push(
      setTimeout(() => subprocess.kill('SIGKILL'), BACKGROUND_GRACE_MS),
      setTimeout(() => {
        subprocess.stdout.destroy();
        subprocess.stderr.destroy();
      }, 2 * BACKGROUND_GRACE_MS),
    );
  });
  return () => {
    for (const timer of timers) clearTimeout(timer);
    if (process.platform !== 'win32' && subprocess.pid !== undefined) subprocess.kill('SIGKILL');
  };
}
