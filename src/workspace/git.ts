import { execa } from 'execa';
import { CancelledError, HoldfastError } from '../shared/errors.ts';
import { withoutGitVariables } from './git-environment.ts';

/** A call of git that failed: its exit code and what it said. */
export class GitError extends HoldfastError {
  readonly exitCode: number | undefined;
  readonly stderr: string;

  constructor(
    what: string,
    exitCode: number | undefined,
    stderr: string,
    options: { hint?: string; cause?: unknown } = {},
  ) {
    const said = stderr.trim().split('\n').slice(0, 4).join(' · ') || `git ended with code ${exitCode ?? 'none'}`;
    super('git', `Failed to ${what}: ${said}`, { ...options, retryable: /\.lock'?: File exists/.test(stderr) });
    this.name = 'GitError';
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

export interface GitCall {
  /** What the call is for, to complete "Failed to …". */
  readonly what: string;
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  /** Lets hooks run, in the environment of the person: for their own hooks alone. */
  readonly asUser?: boolean;
  /** Exit codes other than 0 that are answers and not failures. */
  readonly answers?: readonly number[];
  /** Bytes of output after which git is ended and `truncated` is set. Without it the whole output is read. */
  readonly limitBytes?: number;
}

export interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly truncated: boolean;
}

/** Settings that hold for every call: nothing is asked, nothing is started behind our back, nothing is quoted. */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.quotepath=false',
  'core.safecrlf=false',
  'core.longpaths=true',
  'gc.auto=0',
  'maintenance.auto=false',
  'color.ui=false',
].flatMap((setting) => ['-c', setting]);
const NO_HOOKS = ['-c', 'core.hooksPath=/dev/null'];

const UNATTENDED = { GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: ':', GIT_PAGER: 'cat' };
const QUIET_ENVIRONMENT = {
  ...UNATTENDED,
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  LC_ALL: 'C',
  LANGUAGE: 'C',
  // Windows looks for programs in the current folder first, where a repository could hold a "git.exe" of its own.
  NoDefaultCurrentDirectoryInExePath: '1',
};

const LARGEST_OUTPUT = 1024 * 1024 * 1024;

/** Runs the system's git in one folder, with one environment. */
export class Git {
  readonly cwd: string;
  readonly #environment: Readonly<Record<string, string | undefined>>;

  constructor(cwd: string, environment: Readonly<Record<string, string | undefined>> = {}) {
    this.cwd = cwd;
    this.#environment = environment;
  }

  /** The same with more variables. */
  with(environment: Readonly<Record<string, string | undefined>>, cwd: string = this.cwd): Git {
    return new Git(cwd, { ...this.#environment, ...environment });
  }

  /** Throws GitError where git fails, CancelledError where the signal ended it. */
  async call(arguments_: readonly string[], call: GitCall): Promise<GitAnswer> {
    const result = await execa('git', [...(call.asUser ? [] : NO_HOOKS), ...SETTINGS, ...arguments_], {
      cwd: call.cwd ?? this.cwd,
      env: {
        ...withoutGitVariables(),
        ...(call.asUser ? UNATTENDED : QUIET_ENVIRONMENT),
        ...this.#environment,
        ...call.env,
      },
      encoding: 'buffer',
      reject: false,
      stripFinalNewline: false,
      maxBuffer: { stdout: call.limitBytes ?? LARGEST_OUTPUT, stderr: 1024 * 1024 },
      input: call.input ?? '',
      killDescendants: true,
      forceKillAfterDelay: 1_000,
      windowsHide: true,
      ...(call.signal === undefined ? {} : { cancelSignal: call.signal }),
    });
    if (result.isCanceled) throw new CancelledError(call.what);
    const stdout = Buffer.from(result.stdout.buffer, result.stdout.byteOffset, result.stdout.byteLength);
    const stderr = Buffer.from(result.stderr).toString('utf8');
    const truncated = result.isMaxBuffer && call.limitBytes !== undefined;
    if (truncated) return { exitCode: 0, stdout: stdout.subarray(0, call.limitBytes), stderr, truncated };
    const exitCode = result.exitCode;
    if (exitCode !== undefined && (exitCode === 0 || call.answers?.includes(exitCode))) {
      return { exitCode, stdout, stderr, truncated };
    }
    throw failure(call.what, exitCode, stderr, result.cause);
  }

  /** The output as text without the final line break. */
  async text(arguments_: readonly string[], call: GitCall): Promise<string> {
    return (await this.call(arguments_, call)).stdout.toString('utf8').replace(/\r?\n$/, '');
  }

  /** The fields of an output that ends each with NUL. */
  async fields(arguments_: readonly string[], call: GitCall): Promise<string[]> {
    return splitFields((await this.call(arguments_, call)).stdout);
  }
}

/** Cuts what `git … -z` prints. */
export function splitFields(output: Buffer): string[] {
  const fields = output.toString('utf8').split('\0');
  if (fields.at(-1) === '') fields.pop();
  return fields;
}

function failure(what: string, exitCode: number | undefined, stderr: string, cause: unknown): GitError {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') {
    return new GitError(what, exitCode, 'git was not found, or the folder does not exist', {
      hint: 'Install git 2.31 or later and see that it is on the PATH.',
      cause,
    });
  }
  if (stderr.includes('dubious ownership')) {
    return new GitError(what, exitCode, stderr, {
      hint: 'The repository belongs to another user: allow it with "git config --global --add safe.directory <folder>".',
    });
  }
  if (/\.lock'?: File exists/.test(stderr)) {
    return new GitError(what, exitCode, stderr, {
      hint: 'Another git process is at work. Try again when it has finished; if there is none, remove the lock file.',
    });
  }
  return new GitError(what, exitCode, stderr, { cause });
}
