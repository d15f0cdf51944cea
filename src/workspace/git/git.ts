import path from 'node:path';
import { CancelledError, HoldfastError } from '../../foundation/errors.ts';
import { systemErrorCode } from '../../foundation/system-error.ts';
import { gitEnvironment, userGitEnvironment } from '../environment/subprocess-environment.ts';
import { ProcessStarter } from '../process-starter/process-starter.ts';
import { runDirectly } from '../process-starter/run-directly.ts';
import { findFileThatBlocksGit } from './blocked-git.ts';
import { INSTALL_GIT_HINT } from './git-version.ts';
import type { ObjectMemory } from './object-memory.ts';
import { UnreadableFilesError } from './unreadable-files-error.ts';

const LOCK_EXISTS = /\.lock'?: File exists/;

/** A git call that failed, with its exit code and standard error. */
export class GitError extends HoldfastError {
  readonly exitCode: number | undefined;
  readonly stderr: string;

  constructor(
    action: string,
    exitCode: number | undefined,
    stderr: string,
    options: { hint?: string | undefined; cause?: unknown } = {},
  ) {
    const reason =
      stderr.trim().split('\n').slice(0, 4).join(' · ') ||
      (exitCode === undefined ? 'git was terminated' : `git exited with code ${exitCode}`);
    super('git', `Failed to ${action}: ${reason}`, { ...options, retryable: LOCK_EXISTS.test(stderr) });
    this.name = 'GitError';
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

export interface GitCall {
  /** The purpose of the call; completes the message "Failed to …". */
  readonly action: string;
  readonly input?: string | Uint8Array | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly cwd?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Runs the user's hooks. Default: false. */
  readonly asUser?: boolean | undefined;
  /** Contacts a remote repository. Default: false. */
  readonly remote?: boolean | undefined;
  /** Exit codes that count as success, in addition to 0. */
  readonly acceptedExitCodes?: readonly number[] | undefined;
  /** After this many bytes of output, git is terminated and `truncated` is set. Default: no limit. */
  readonly limitBytes?: number | undefined;
}

export interface GitResult {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly truncated: boolean;
}

/**
 * Configuration of every call: no background processes, quoted paths, line-ending warnings or colors. `checkout.workers=0`
 * writes files with as many processes as there are cores.
 */
const CONFIG = [
  'checkout.workers=0',
  'core.fsmonitor=false',
  'core.quotepath=false',
  'core.safecrlf=false',
  'core.longpaths=true',
  'gc.auto=0',
  'maintenance.auto=false',
  'color.ui=false',
].flatMap((setting) => ['-c', setting]);
const NO_HOOKS = ['-c', 'core.hooksPath=/dev/null'];

/**
 * No call fetches the objects that a partial clone lacks: the configuration of the repository names the program for it. A git
 * that does not know GIT_NO_LAZY_FETCH starts no transport whose protocol is not allowed.
 */
const LOCAL_ONLY = { GIT_ALLOW_PROTOCOL: 'none' };
/** A server that sends nothing ends a call. The limit of a whole call is for the other transports, and for a slow drip. */
const REMOTE = { GIT_HTTP_LOW_SPEED_LIMIT: '1', GIT_HTTP_LOW_SPEED_TIME: '60' };
const REMOTE_LIMIT_MS = 30 * 60_000;
const UNATTENDED = { GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: ':', GIT_PAGER: 'cat' };
const QUIET_ENVIRONMENT = {
  ...UNATTENDED,
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  LC_ALL: 'C',
  LANGUAGE: 'C',
  // Windows searches the current folder for programs first, and a repository could contain its own "git.exe".
  NoDefaultCurrentDirectoryInExePath: '1',
};

/** A call that takes longer may wait for a named pipe. */
const SEARCH_FOR_PIPES_AFTER_MS = 3_000;
const MAX_OUTPUT_BYTES = 1024 * 1024 * 1024;
const MAX_ERROR_BYTES = 1024 * 1024;

const CHANGES_REFS = new Set(['symbolic-ref', 'update-ref']);
/** Shared by all repositories of this process. */
const starter = new ProcessStarter();
const runThroughStarter: ProcessStarter['run'] = (call, signal) => starter.run(call, signal);

/**
 * Environment variables that redirect git to another repository, or change the meaning of the paths of a call. They are the
 * variables of `git rev-parse --local-env-vars` that name a repository, the variables that git sets for hooks, and those of
 * pathspecs and attributes. A hook may have started Holdfast; git calls and commands must not use the repository of that hook.
 */
const REPOSITORY_VARIABLES = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_ATTR_SOURCE',
  'GIT_COMMON_DIR',
  'GIT_DEFAULT_HASH',
  'GIT_DIR',
  'GIT_GLOB_PATHSPECS',
  'GIT_GRAFT_FILE',
  'GIT_ICASE_PATHSPECS',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_INTERNAL_SUPER_PREFIX',
  'GIT_LITERAL_PATHSPECS',
  'GIT_NAMESPACE',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_OBJECT_DIRECTORY',
  'GIT_PREFIX',
  'GIT_QUARANTINE_PATH',
  'GIT_REFLOG_ACTION',
  'GIT_REPLACE_REF_BASE',
  'GIT_SHALLOW_FILE',
  'GIT_WORK_TREE',
];

/** Environment overrides that unset every variable which redirects git to another repository. */
function withoutGitVariables(): Record<string, undefined> {
  return Object.fromEntries(REPOSITORY_VARIABLES.map((name) => [name, undefined]));
}

export interface GitOptions {
  /** Runs before every call. */
  readonly beforeCall?: ((signal?: AbortSignal) => Promise<void>) | undefined;
  /** What is known about the objects of the repository. */
  readonly objects?: ObjectMemory | undefined;
  /** Runs the calls that can be repeated. Default: a process starter that all repositories share. */
  readonly run?: ProcessStarter['run'] | undefined;
}

/** Runs the installed git in one folder with one environment. */
export class Git {
  readonly cwd: string;
  readonly #environment: Readonly<Record<string, string | undefined>>;
  readonly #options: GitOptions;

  constructor(cwd: string, environment: Readonly<Record<string, string | undefined>> = {}, options: GitOptions = {}) {
    this.cwd = cwd;
    this.#environment = environment;
    this.#options = options;
  }

  get objects(): ObjectMemory | undefined {
    return this.#options.objects;
  }

  /** A copy with additional environment variables. */
  with(environment: Readonly<Record<string, string | undefined>>, cwd: string = this.cwd): Git {
    return new Git(cwd, { ...this.#environment, ...environment }, this.#options);
  }

  /** @throws GitError if git fails; CancelledError if the signal aborted the call */
  async call(arguments_: readonly string[], call: GitCall): Promise<GitResult> {
    await this.#options.beforeCall?.(call.signal);
    const environment = { ...this.#environment, ...call.env };
    const cwd = call.cwd ?? this.cwd;
    const workTree = environment['GIT_WORK_TREE'] ?? cwd;
    using watch = new PipeWatch(workTree);
    const late = call.remote === true ? AbortSignal.timeout(REMOTE_LIMIT_MS) : undefined;
    const signal = AbortSignal.any([call.signal, watch.signal, late].filter((one) => one !== undefined));
    const run = mayRunTwice(arguments_, call) ? (this.#options.run ?? runThroughStarter) : runDirectly;
    const result = await run(
      {
        program: 'git',
        arguments: [...(call.asUser ? [] : NO_HOOKS), ...CONFIG, ...arguments_],
        cwd,
        environment: {
          ...(call.asUser ? userGitEnvironment() : gitEnvironment()),
          ...withoutGitVariables(),
          ...(call.asUser ? UNATTENDED : QUIET_ENVIRONMENT),
          ...(call.remote ? REMOTE : {}),
          ...(call.asUser || call.remote ? {} : LOCAL_ONLY),
          ...environment,
        },
        input: call.input,
        outputLimit: call.limitBytes ?? MAX_OUTPUT_BYTES,
        errorLimit: MAX_ERROR_BYTES,
      },
      signal,
    );
    if (watch.pipe !== undefined) throw toPipeError(call.action, path.join(workTree, watch.pipe));
    if (late?.aborted && call.signal?.aborted !== true) {
      throw toGitError(call.action, undefined, `no end within ${REMOTE_LIMIT_MS / 60_000} minutes`, result.cause);
    }
    if (result.cancelled) throw new CancelledError(call.action);
    const { exitCode, stdout } = result;
    const stderr = result.stderr.toString('utf8');
    const truncated = result.exceeded && call.limitBytes !== undefined;
    if (truncated) return { exitCode: 0, stdout: stdout.subarray(0, call.limitBytes), stderr, truncated };
    if (exitCode !== undefined && (exitCode === 0 || call.acceptedExitCodes?.includes(exitCode))) {
      return { exitCode, stdout, stderr, truncated };
    }
    throw toGitError(call.action, exitCode, stderr, result.cause);
  }

  /** Runs git and returns its output as text, without the final line break. */
  async text(arguments_: readonly string[], call: GitCall): Promise<string> {
    return (await this.call(arguments_, call)).stdout.toString('utf8').replace(/\r?\n$/, '');
  }

  /** Runs git and returns the NUL-terminated fields of its output. */
  async fields(arguments_: readonly string[], call: GitCall): Promise<string[]> {
    return splitFields((await this.call(arguments_, call)).stdout);
  }
}

/**
 * Whether a call can be repeated if it is not known whether it ended. A second change of a ref would report the first one as
 * a change by another process.
 */
function mayRunTwice(arguments_: readonly string[], call: GitCall): boolean {
  return !call.asUser && !call.remote && !CHANGES_REFS.has(arguments_[0] ?? '');
}

/** Ends a call of git that waits for a named pipe. */
class PipeWatch implements Disposable {
  /** The path of the pipe, relative to the work tree. */
  pipe: string | undefined;
  readonly #end = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(workTree: string) {
    this.#timer = setTimeout(() => {
      void findFileThatBlocksGit(workTree).then((pipe) => {
        if (pipe === undefined) return;
        this.pipe = pipe;
        this.#end.abort();
      });
    }, SEARCH_FOR_PIPES_AFTER_MS);
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

function toPipeError(action: string, file: string): HoldfastError {
  return new UnreadableFilesError(
    'git',
    `Failed to ${action}: git waits for ${file}, which is a named pipe and not a file`,
    {
      hint: 'Remove it or replace it with a regular file.',
    },
  );
}

/** Splits the output of `git … -z` into its fields. */
export function splitFields(output: Buffer): string[] {
  const fields = output.toString('utf8').split('\0');
  if (fields.at(-1) === '') fields.pop();
  return fields;
}

function toGitError(action: string, exitCode: number | undefined, stderr: string, cause: unknown): GitError {
  if (systemErrorCode(cause) === 'ENOENT') {
    return new GitError(action, exitCode, 'git was not found, or the folder does not exist', {
      hint: INSTALL_GIT_HINT,
      cause,
    });
  }
  // Git reports these two failures only as text; LC_ALL=C keeps it English.
  if (stderr.includes('dubious ownership')) {
    return new GitError(action, exitCode, stderr, {
      hint: 'The repository belongs to another user. Run "git config --global --add safe.directory <folder>" to allow it.',
    });
  }
  if (LOCK_EXISTS.test(stderr)) {
    return new GitError(action, exitCode, stderr, {
      hint: 'Wait until the other git process has finished and try again. If no git process is running, delete the lock file.',
    });
  }
  return new GitError(action, exitCode, stderr, { cause });
}
