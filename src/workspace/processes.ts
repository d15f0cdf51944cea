import { execa } from 'execa';
import type { Subprocess } from 'execa';
import { HoldfastError, messageOf } from '../shared/errors.ts';
import { systemCodeOf } from '../shared/system-code.ts';
import { BoundedOutput } from './bounded-output.ts';
import { splitCommand } from './command-line.ts';
import { withoutGitVariables } from './git-environment.ts';

export interface CommandOptions {
  /** One line, cut by splitCommand, or program and arguments. Never given to a shell. */
  readonly command: string | readonly string[];
  /** Absolute. `node_modules/.bin` of this folder and of every folder above it is on the command's PATH. */
  readonly cwd: string;
  /** Added to the environment that this process has; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Names of variables that the command must not see: keys and tokens. */
  readonly withhold?: readonly string[];
  /** After this many milliseconds the command and everything it started are killed. */
  readonly timeoutMs: number;
  /** How much of the output is kept, its beginning and its end. Default 256 KiB. */
  readonly outputLimitBytes?: number;
  /** Written to the command's standard input, which is empty otherwise. */
  readonly input?: string;
  readonly signal?: AbortSignal;
  /** Every piece of output as it comes, standard output and error mixed. */
  readonly onOutput?: (text: string) => void;
}

export interface CommandOutcome {
  /** Absent where the command did not start or was killed. */
  readonly exitCode?: number;
  /** Standard output and error in the order in which they came, bounded. */
  readonly output: string;
  /** Standard output alone, bounded: what checks on a step's output read. */
  readonly standardOutput: string;
  readonly truncated: boolean;
  readonly durationMs: number;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** The name of the signal that ended the command, where one did. */
  readonly endedBySignal?: string;
  /** Why the command could not start, in words that a person can act on. */
  readonly startError?: string;
}

const DEFAULT_OUTPUT_LIMIT = 256 * 1024;
/** How long a killed process may take to clean up before it is killed without asking. */
const FORCE_KILL_AFTER_MS = 1_000;
/** How long processes that a finished command left behind may keep its output open. */
const LEFTOVER_GRACE_MS = 1_000;

/**
 * Runs a command without a shell, with a time limit, an output limit, and the whole tree of its processes killed when
 * it takes too long or is cancelled. Whatever the command does, this returns; it never throws.
 */
export async function runCommand(options: CommandOptions): Promise<CommandOutcome> {
  const started = performance.now();
  const outcome = (part: Partial<CommandOutcome>): CommandOutcome => ({
    output: '',
    standardOutput: '',
    truncated: false,
    timedOut: false,
    cancelled: false,
    durationMs: performance.now() - started,
    ...part,
  });
  if (options.signal?.aborted) return outcome({ cancelled: true });
  let words: readonly string[];
  try {
    words = typeof options.command === 'string' ? splitCommand(options.command) : options.command;
  } catch (thrown) {
    const hint = thrown instanceof HoldfastError && thrown.hint !== undefined ? `. ${thrown.hint}` : '';
    return outcome({ startError: `${messageOf(thrown)}${hint}` });
  }
  const [program, ...arguments_] = words;
  if (program === undefined || program === '') return outcome({ startError: 'The command names no program.' });
  try {
    return await execute(program, arguments_, options, outcome);
  } catch (thrown) {
    return outcome({ startError: explainStart(program, options.cwd, thrown) });
  }
}

async function execute(
  program: string,
  arguments_: readonly string[],
  options: CommandOptions,
  outcome: (part: Partial<CommandOutcome>) => CommandOutcome,
): Promise<CommandOutcome> {
  const limit = options.outputLimitBytes ?? DEFAULT_OUTPUT_LIMIT;
  const both = new BoundedOutput(limit);
  const standard = new BoundedOutput(limit);
  const subprocess = execa(program, arguments_, {
    cwd: options.cwd,
    env: environmentOf(options),
    preferLocal: true,
    localDir: options.cwd,
    input: options.input ?? '',
    encoding: 'buffer',
    buffer: false,
    reject: false,
    timeout: Math.max(1, Math.min(Math.ceil(options.timeoutMs), 2_147_483_647)),
    forceKillAfterDelay: FORCE_KILL_AFTER_MS,
    killDescendants: true,
    windowsHide: true,
    ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
  });
  const decoder = new TextDecoder();
  const take = (chunk: Buffer): void => {
    both.add(chunk);
    options.onOutput?.(decoder.decode(chunk, { stream: true }));
  };
  subprocess.stdout.on('data', (chunk: Buffer) => {
    standard.add(chunk);
    take(chunk);
  });
  subprocess.stderr.on('data', take);
  const endLeftovers = killLeftovers(subprocess);
  try {
    const result = await subprocess;
    const started = subprocess.pid !== undefined;
    return outcome({
      output: both.toString(),
      standardOutput: standard.toString(),
      truncated: both.truncated,
      timedOut: result.timedOut,
      cancelled: result.isCanceled,
      ...(result.exitCode === undefined || !started ? {} : { exitCode: result.exitCode }),
      ...(result.signal === undefined ? {} : { endedBySignal: result.signal }),
      ...(started ? {} : { startError: explainStart(program, options.cwd, result.cause) }),
    });
  } finally {
    endLeftovers();
  }
}

/**
 * A command is over when its own process is. What it left running in the background is killed, so that nothing works
 * on in the attempt's tree, and a process that escaped cannot keep the output open for ever.
 * Returns the function that ends this at once.
 */
function killLeftovers(subprocess: Subprocess<{ encoding: 'buffer'; buffer: false; reject: false }>): () => void {
  const timers: NodeJS.Timeout[] = [];
  subprocess.nodeChildProcess.once('exit', () => {
    timers.push(
      setTimeout(() => subprocess.kill('SIGKILL'), LEFTOVER_GRACE_MS),
      setTimeout(() => {
        subprocess.stdout.destroy();
        subprocess.stderr.destroy();
      }, 2 * LEFTOVER_GRACE_MS),
    );
  });
  return () => {
    for (const timer of timers) clearTimeout(timer);
    if (process.platform !== 'win32' && subprocess.pid !== undefined) subprocess.kill('SIGKILL');
  };
}

function environmentOf(options: CommandOptions): Record<string, string | undefined> {
  const environment: Record<string, string | undefined> = { ...withoutGitVariables(), ...options.env };
  for (const name of options.withhold ?? []) environment[name] = undefined;
  return environment;
}

function explainStart(program: string, cwd: string, thrown: unknown): string {
  const code = systemCodeOf(thrown);
  if (code === 'ENOENT') {
    return `"${program}" was not found. It is neither on the PATH nor in node_modules/.bin of ${cwd} or above; install it, or correct the command.`;
  }
  if (code === 'EACCES') return `"${program}" may not be executed: its file is not marked as executable.`;
  return `"${program}" could not start: ${messageOf(thrown)}`;
}
