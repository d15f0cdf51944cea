import type { Readable, Writable } from 'node:stream';
import { execa } from 'execa';
import { Disposals } from '../../foundation/disposals.ts';
import { HoldfastError, throwIfCancelled } from '../../foundation/errors.ts';
import { systemErrorCode } from '../../foundation/system-error.ts';
import { confineCommand, type ConfinedCommand } from '../confinement/confine-command.ts';
import { extraDescriptors } from '../confinement/inherited-descriptors.ts';
import type { ConfinementKind } from '../confinement/confinement-rules.ts';
import { findProgramProblem } from '../environment/find-program.ts';
import { subprocessEnvironment } from '../environment/subprocess-environment.ts';
import { BoundedOutput } from './bounded-output.ts';
import type { CommandRules } from './command-rules.ts';
import {
  createProcessMark,
  killMarkedProcesses,
  pauseMarkedProcesses,
  resumeMarkedProcesses,
  type ProcessMark,
} from '../environment/marked-processes.ts';
import { createProcessRecord, endAbandonedProcesses, type ProcessRecord } from './process-records.ts';
import { setLoaderVariablesInside } from './loader-variables.ts';
import { splitCommand } from './split-command.ts';
import { explainStartFailure } from './start-failure.ts';

export interface SupervisedProcessOptions {
  /** What the process is, for messages: `the domain service firmware`. */
  readonly name: string;
  /** A command line, which is split by `splitCommand`, or the program and its arguments. Runs without a shell. */
  readonly command: string | readonly string[];
  /** Absolute path. `node_modules/.bin` of this folder and all its parents is added to the PATH of the process. */
  readonly cwd: string;
  /** The folder with the records of all processes, from `processRecordsFolder(storage)`. */
  readonly records: string;
  /** The variables that the process receives in addition to the allow list, and its restrictions. Default: none. */
  readonly rules?: CommandRules | undefined;
  /** Variables that only this process receives, for example its port. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** `caller`: the caller reads `stdout`, for example as a protocol. Default: `captured`, as a part of `output()`. */
  readonly standardOutput?: 'captured' | 'caller' | undefined;
  /** The number of output bytes to keep, from the beginning and the end. Default: 64 KiB. */
  readonly outputLimitBytes?: number | undefined;
  /** How long a terminated process may take to clean up before it receives SIGKILL. Default: 2 seconds. */
  readonly graceMs?: number | undefined;
  /** Stops the process. */
  readonly signal?: AbortSignal | undefined;
}

/** How a process ended. */
export interface ProcessExit {
  /** Missing if a signal ended the process. */
  readonly exitCode?: number;
  readonly signal?: string;
}

/**
 * A process that runs until it is stopped. `stop` and `[Symbol.asyncDispose]` end it with all its child processes. If
 * Holdfast is killed before that, the next command ends them (`endAbandonedProcesses`).
 */
export interface SupervisedProcess extends AsyncDisposable {
  readonly pid: number;
  /** Open until the process ends. A program that reads it notices the end of Holdfast. */
  readonly stdin: Writable;
  /** Must be read if `standardOutput` is `caller`. */
  readonly stdout: Readable;
  /** The sandbox that the process runs in. */
  readonly confinement: ConfinementKind;
  /** Standard error, and standard output if it is captured, in the order of arrival, up to the limit. */
  output(): string;
  /** Resolves when the process has ended, for any reason. Never rejects. */
  readonly exited: Promise<ProcessExit>;
  /** Pauses the process tree, so that it changes nothing until `resume`. Does nothing except on Linux. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Terminates the process tree, with SIGKILL after the grace. Resolves when no process is left. Can be called again. */
  stop(): Promise<ProcessExit>;
}

const DEFAULT_OUTPUT_LIMIT = 64 * 1024;
const DEFAULT_GRACE_MS = 2_000;
/** How long the output of an ended process is read. */
const OUTPUT_GRACE_MS = 1_000;

/** Thrown if a supervised process cannot start. */
export class ProcessStartError extends HoldfastError {
  /** The cause without the operation. */
  readonly reason: string;

  constructor(name: string, reason: string, cause?: unknown) {
    super('process', `Failed to start ${name}: ${reason}`, {
      hint: 'Correct the command, or install the program.',
      cause,
    });
    this.name = 'ProcessStartError';
    this.reason = reason;
  }
}

/**
 * Starts a process without a shell and with the allow-listed environment. It carries a mark and is recorded, so that its
 * whole process tree can be ended, also by a later command.
 *
 * @throws ProcessStartError if the program cannot start, with the reason; HoldfastError if the command cannot be split
 * @throws CancelledError if the signal is aborted
 */
export async function startSupervisedProcess(options: SupervisedProcessOptions): Promise<SupervisedProcess> {
  throwIfCancelled(options.signal, `start ${options.name}`);
  const [program, ...arguments_] =
    typeof options.command === 'string' ? splitCommand(options.command) : options.command;
  if (program === undefined || program === '')
    throw new ProcessStartError(options.name, 'the command contains no program');
  const { rules } = options;
  const variables = { ...subprocessEnvironment(rules?.passedVariables), ...rules?.variables, ...options.variables };
  const confined = await confineCommand(rules?.confinement, { program, cwd: options.cwd, environment: variables });
  if ('refusal' in confined) throw new ProcessStartError(options.name, confined.refusal);
  await using resources = new Disposals();
  resources.use(confined);
  const { prefix, environment } = setLoaderVariablesInside(confined, { ...variables, ...confined.variables });
  const problem = await findProgramProblemBehindSandbox(prefix, program, options.cwd, environment);
  if (problem !== undefined)
    throw new ProcessStartError(options.name, explainStartFailure(program, options.cwd, problem));
  await endAbandonedProcesses(options.records);
  const mark = createProcessMark();
  const record = await createProcessRecord(options.records, options.name, mark);
  const subprocess = spawn([...prefix, program, ...arguments_], {
    cwd: options.cwd,
    variables: { ...environment, [mark.name]: mark.value },
    descriptors: await extraDescriptors(confined.filter),
  });
  if (subprocess.pid === undefined) {
    const { cause } = await subprocess;
    await record.close();
    throw new ProcessStartError(
      options.name,
      explainStartFailure(program, options.cwd, systemErrorCode(cause), cause),
      cause,
    );
  }
  const running = new RunningProcess(options, { subprocess, pid: subprocess.pid, mark, record, confined });
  // From here on, the end of the process disposes the sandbox.
  resources.move();
  try {
    await record.started(subprocess.pid);
    throwIfCancelled(options.signal, `start ${options.name}`);
  } catch (thrown) {
    await running.stop();
    throw thrown;
  }
  return running;
}

type Spawned = ReturnType<typeof spawn>;

interface SpawnOptions {
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly descriptors: Awaited<ReturnType<typeof extraDescriptors>>;
}

function spawn(commandLine: readonly string[], { cwd, variables, descriptors }: SpawnOptions) {
  const [program = '', ...arguments_] = commandLine;
  return execa(program, arguments_, {
    cwd,
    env: variables,
    extendEnv: false,
    preferLocal: true,
    localDir: cwd,
    stdio: ['pipe', 'pipe', 'pipe', ...descriptors],
    encoding: 'buffer',
    buffer: false,
    reject: false,
    killDescendants: true,
    windowsHide: true,
  });
}

interface StartedParts {
  readonly subprocess: Spawned;
  readonly pid: number;
  readonly mark: ProcessMark;
  readonly record: ProcessRecord;
  readonly confined: ConfinedCommand;
}

class RunningProcess implements SupervisedProcess {
  readonly pid: number;
  readonly confinement: ConfinementKind;
  readonly exited: Promise<ProcessExit>;
  readonly #parts: StartedParts;
  readonly #graceMs: number;
  readonly #output: BoundedOutput;
  #stopping: Promise<ProcessExit> | undefined;
  #isPaused = false;

  constructor(options: SupervisedProcessOptions, parts: StartedParts) {
    const { subprocess, pid, confined } = parts;
    this.pid = pid;
    this.confinement = confined.kind;
    this.#parts = parts;
    this.#graceMs = options.graceMs ?? DEFAULT_GRACE_MS;
    this.#output = new BoundedOutput(options.outputLimitBytes ?? DEFAULT_OUTPUT_LIMIT);
    subprocess.stderr.on('data', (chunk: Buffer) => this.#output.add(chunk));
    // Not paused, the output would be discarded until the caller reads it, which is after further work of the start.
    if (options.standardOutput === 'caller') subprocess.stdout.pause();
    else subprocess.stdout.on('data', (chunk: Buffer) => this.#output.add(chunk));
    // A write to a process that has ended fails. `exited` reports the end.
    subprocess.stdin.on('error', () => undefined);
    const onAbort = (): void => void this.stop();
    options.signal?.addEventListener('abort', onAbort, { once: true });
    this.exited = this.#waitForExit().finally(() => options.signal?.removeEventListener('abort', onAbort));
  }

  get stdin(): Writable {
    return this.#parts.subprocess.stdin;
  }

  get stdout(): Readable {
    return this.#parts.subprocess.stdout;
  }

  output(): string {
    return this.#output.toString();
  }

  stop(): Promise<ProcessExit> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async pause(): Promise<void> {
    this.#isPaused = true;
    await pauseMarkedProcesses(this.#parts.mark);
  }

  async resume(): Promise<void> {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    await resumeMarkedProcesses(this.#parts.mark);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #stop(): Promise<ProcessExit> {
    const { subprocess } = this.#parts;
    // A paused process would not receive the signal.
    await this.resume();
    subprocess.kill('SIGTERM');
    const timer = setTimeout(() => subprocess.kill('SIGKILL'), this.#graceMs);
    try {
      return await this.exited;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits until the process ends, then ends its child processes and removes its record. */
  async #waitForExit(): Promise<ProcessExit> {
    const { subprocess, mark, record, confined } = this.#parts;
    const exit = await exitOf(subprocess);
    // On Windows the process tree cannot be found after its root has ended.
    if (process.platform !== 'win32') subprocess.kill('SIGKILL');
    await killMarkedProcesses(mark);
    // A process that escaped could keep the streams open. The output that is already there is read first.
    const close = setTimeout(() => {
      subprocess.stdout.destroy();
      subprocess.stderr.destroy();
    }, OUTPUT_GRACE_MS);
    await subprocess;
    clearTimeout(close);
    try {
      await confined[Symbol.asyncDispose]();
      await record.close();
    } catch {
      // The next cleanup removes it.
    }
    return exit;
  }
}

function exitOf(subprocess: Spawned): Promise<ProcessExit> {
  return new Promise((resolve) => {
    subprocess.nodeChildProcess.once('exit', (code, signal) =>
      resolve({ ...(code === null ? {} : { exitCode: code }), ...(signal === null ? {} : { signal }) }),
    );
  });
}

/** A sandbox would start and report a missing program as its own failure. */
async function findProgramProblemBehindSandbox(
  prefix: readonly string[],
  program: string,
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  return prefix.length === 0 ? undefined : findProgramProblem(program, cwd, environment['PATH']);
}
