import { spawn, type ChildProcess } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { HOOK_EVENTS, type HookEvent } from '../../hooks/clients/agent-client.ts';
import { answerAfterFault } from '../../hooks/protocol/fault-decision.ts';
import type { HookAnswer } from '../../hooks/protocol/hook-answer.ts';
import { formatExpiry, hookDeadlineSeconds } from '../../hooks/protocol/hook-deadline.ts';
import type { HookReport, IncompleteAnswers, WatchedTask } from '../../hooks/protocol/hook-report.ts';
import type { CountFile } from '../../hooks/sessions/count-file.ts';
import { CancelledError, HoldfastError } from '../../foundation/errors.ts';
import { formatHookTask, TASK_VARIABLE } from './hook-task.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

export interface WatchedCommand {
  /** The arguments of `holdfast`, from `hook`. */
  readonly argv: readonly string[];
  readonly script: string;
  /** The environment of the process that answers, with secrets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The standard input of the hook. Default: that of this process. */
  readonly input?: string | undefined;
  /** Aborted if the client interrupts the hook. */
  readonly signal: AbortSignal;
}

/** What is printed, and how the process exits. */
export interface HookOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** How long the process that answers may take to end its own processes, in milliseconds. */
const GRACE_MS = 1_000;
/** The part of the time after which the start of the session is judged too. Most judgements end before. */
const BASE_AFTER = 0.1;
/** The part of the time that the checks of one chunk have at least while others wait. */
const CHUNK_SHARE = 0.25;
/** How many times longer than the whole base they may take. */
const CHUNK_FACTOR = 2;
/** What is kept of the output of a process, in characters. */
const MAX_OUTPUT = 1024 * 1024;

/**
 * [CONF-4] Answers a hook within its time even if the thread that judges is blocked: another process answers, and this one only
 * waits for its reports. At the end of the time, this one answers with what is decided so far, and ends the other.
 *
 * If the judgement takes long, a third process judges the start of the session. If that does not end in time either, the
 * change is not what makes the judgement slow, and the end of the session is not refused.
 */
export async function watchHook(command: WatchedCommand): Promise<HookOutput> {
  const event = HOOK_EVENTS.find((one) => one === command.argv[1]) ?? 'stop';
  const seconds = hookDeadlineSeconds(event, readTimeout(command.argv));
  // Code that the environment loads into every Node can block this process, too. A thread takes time to start.
  await using watchdog = event === 'pre-edit' ? undefined : startWatchdog(seconds);
  const watcher = new HookWatcher({ command, event, seconds, watchdog });
  const output = await watcher.answer();
  await watcher.endProcesses();
  return output;
}

/** As the parser of the options reads it. An invalid value is an error of the process that answers. */
function readTimeout(argv: readonly string[]): number | undefined {
  const values = argv.flatMap((one, index) => {
    if (one === '--timeout') return argv[index + 1] ?? [];
    return one.startsWith('--timeout=') ? one.slice('--timeout='.length) : [];
  });
  const value = Number(values.at(-1));
  return value > 0 && Number.isFinite(value) ? value : undefined;
}

/** What a process printed until its end. */
interface EndedProcess {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The checks of a chunk that run. */
interface Step {
  /** As a key. */
  readonly chunk: string;
  readonly begun: number;
  /** Leaves the chunk out. */
  readonly leaveOut: () => void;
}

interface Listener {
  readonly report: (report: HookReport) => void;
  readonly end: (ended: EndedProcess) => void;
}

interface HookWatch {
  readonly command: WatchedCommand;
  readonly event: HookEvent;
  readonly seconds: number;
  /** Ends the processes of the hook if this one cannot. */
  readonly watchdog: Watchdog | undefined;
}

class HookWatcher {
  readonly #command: WatchedCommand;
  readonly #event: HookEvent;
  readonly #seconds: number;
  readonly #watchdog: Watchdog | undefined;
  readonly #running = new Map<ChildProcess, Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** The input of the hook, as the process that answers has read it. */
  #input: string | undefined;
  /** The chunks that are judged, as keys. */
  #chunks: readonly string[] | undefined;
  /** The chunks whose checks took too long, as keys. */
  readonly #leftOut: string[] = [];
  #incomplete: IncompleteAnswers | undefined;
  /** Whether nothing more is judged in the result. */
  #isEnd = false;
  #complete: HookAnswer | undefined;
  #base: 'due' | 'running' | 'judged' | 'failed' | undefined;
  /** How long the judgement of the base took. */
  #baseMs: number | undefined;
  #step: Step | undefined;
  #resolve: (output: HookOutput) => void = () => undefined;

  constructor({ command, event, seconds, watchdog }: HookWatch) {
    this.#command = command;
    this.#input = command.input;
    this.#event = event;
    this.#seconds = seconds;
    this.#watchdog = watchdog;
  }

  async answer(): Promise<HookOutput> {
    const { signal } = this.#command;
    const milliseconds = this.#seconds * 1000;
    const output = await new Promise<HookOutput>((resolve) => {
      this.#resolve = resolve;
      this.#after(milliseconds, () => resolve(this.#expire()));
      const interrupt = (): void => resolve(answerAfterFault(this.#event, new CancelledError('the hook')));
      signal.addEventListener('abort', interrupt, { once: true });
      if (signal.aborted) interrupt();
      if (this.#event === 'stop') this.#after(milliseconds * BASE_AFTER, () => this.#requestBase());
      this.#startAnswer();
    });
    for (const timer of this.#timers) clearTimeout(timer);
    return output;
  }

  /** Processes that react to a signal end their own processes first. */
  async endProcesses(): Promise<void> {
    if (this.#running.size === 0) return;
    for (const child of this.#running.keys()) child.kill('SIGTERM');
    const killing = setTimeout(() => {
      for (const child of this.#running.keys()) child.kill('SIGKILL');
    }, GRACE_MS);
    await Promise.all(this.#running.values());
    clearTimeout(killing);
  }

  #startAnswer(): void {
    let isReplaced = false;
    const leaveOut = (chunk: string): void => {
      isReplaced = true;
      child.kill('SIGKILL');
      this.#leftOut.push(chunk);
      this.#startAnswer();
    };
    const child = this.#start({ role: 'answer', chunks: this.#leftOut }, this.#input, {
      report: (report) => {
        if (isReplaced) return;
        if (report.kind === 'step') {
          const { chunk, waiting } = report;
          const isLimited = chunk !== undefined && waiting > 0;
          this.#step = isLimited ? { chunk, begun: performance.now(), leaveOut: () => leaveOut(chunk) } : undefined;
          this.#limitStep();
        } else this.#receive(report);
      },
      end: (ended) => {
        if (isReplaced) return;
        this.#step = undefined;
        this.#ended(ended);
      },
    });
  }

  /** Without the time of the base, it is not known whether the change makes the checks slow. */
  #limitStep(): void {
    const step = this.#step;
    if (step === undefined || this.#baseMs === undefined) return;
    const limit = Math.max(this.#seconds * 1000 * CHUNK_SHARE, this.#baseMs * CHUNK_FACTOR);
    this.#after(step.begun + limit - performance.now(), () => {
      if (this.#step !== step) return;
      this.#step = undefined;
      step.leaveOut();
    });
  }

  #receive(report: Exclude<HookReport, { kind: 'step' }>): void {
    switch (report.kind) {
      case 'question':
        this.#input = report.input;
        if (this.#base === 'due') this.#requestBase();
        return;
      case 'chunks':
        this.#chunks = report.chunks;
        return;
      case 'incomplete':
        this.#incomplete = report.answers;
        this.#isEnd = report.isEnd;
        return;
      case 'complete':
        this.#complete = report.answer;
    }
  }

  /** The process that answers has ended. */
  #ended(ended: EndedProcess): void {
    if (this.#complete !== undefined) {
      const { stdout, stderr, exitCode } = this.#complete;
      this.#resolve({ stdout, stderr: joinTexts(stderr, ended.stderr), exitCode });
    } else if (this.#isEnd) {
      // Which answer applies depends on the base.
      this.#requestBase();
      this.#resolveIfDecided();
    } else if (ended.exitCode === 0) this.#resolve({ ...ended, exitCode: 0 });
    else {
      const cause = new Error(`The process ended unexpectedly. ${ended.stderr}`.trimEnd());
      this.#resolve(answerAfterFault(this.#event, cause));
    }
  }

  #requestBase(): void {
    if (this.#base !== undefined && this.#base !== 'due') return;
    this.#base = this.#input === undefined ? 'due' : 'running';
    if (this.#input === undefined) return;
    let isJudged = false;
    const begun = performance.now();
    this.#start({ role: 'base', chunks: this.#chunks }, this.#input, {
      report: ({ kind }) => {
        if (kind === 'complete') isJudged = true;
      },
      end: () => {
        this.#base = isJudged ? 'judged' : 'failed';
        if (isJudged) this.#baseMs = performance.now() - begun;
        this.#limitStep();
        this.#resolveIfDecided();
      },
    });
  }

  #resolveIfDecided(): void {
    if (this.#isEnd && (this.#base === 'judged' || this.#base === 'failed')) this.#resolve(this.#expire());
  }

  /** The answer at the end of the time, or when nothing more is judged. */
  #expire(): HookOutput {
    if (this.#complete !== undefined) return this.#complete;
    const answers = this.#incomplete;
    if (answers === undefined)
      return answerAfterFault(this.#event, new HoldfastError('limit', formatExpiry(this.#seconds)));
    if (this.#base !== 'judged') return answers.excused;
    if (answers.refusal === undefined) return answers.released;
    try {
      writeCounts(answers.refusal.counts);
    } catch {
      // Without the count, the refusals would not end.
      return answers.released;
    }
    return answers.refusal.answer;
  }

  #after(milliseconds: number, work: () => void): NodeJS.Timeout {
    const timer = setTimeout(work, milliseconds);
    this.#timers.add(timer);
    return timer;
  }

  /** @param input the standard input; that of this process if `undefined` */
  #start(task: WatchedTask, input: string | undefined, { report, end }: Listener): ChildProcess {
    const { argv, script, environment } = this.#command;
    const child = spawn(process.execPath, [...process.execArgv, script, ...argv], {
      stdio: [input === undefined ? 'inherit' : 'pipe', 'pipe', 'pipe', 'pipe'],
      env: { ...environment, [TASK_VARIABLE]: formatHookTask(task) },
      windowsHide: true,
    });
    const unwatch = child.pid === undefined ? undefined : this.#watchdog?.watch(child.pid);
    child.stdin?.on('error', () => undefined).end(input);
    const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
    const lines = createInterface({ input: child.stdio[3] as Readable });
    lines.on('line', (line) => {
      const parsed = parseReport(line);
      if (parsed !== undefined) report(parsed);
    });
    const ended = new Promise<void>((resolve) => {
      const finish = (exitCode: number | null, problem = ''): void => {
        unwatch?.();
        this.#running.delete(child);
        end({ exitCode, stdout: stdout(), stderr: joinTexts(stderr(), problem) });
        resolve();
      };
      child.once('error', ({ message }) => finish(null, message));
      child.once('close', (exitCode) => finish(exitCode));
    });
    this.#running.set(child, ended);
    return child;
  }
}

/** `undefined` for a line that is not complete, because its process was killed. */
function parseReport(line: string): HookReport | undefined {
  try {
    return JSON.parse(line) as HookReport;
  } catch {
    return undefined;
  }
}

function collect(stream: Readable | null): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (part: string) => (text = (text + part).slice(0, MAX_OUTPUT)));
  return () => text.trimEnd();
}

function writeCounts({ file, text }: CountFile): void {
  const temporary = `${file}.${process.pid}.new`;
  writeFileSync(temporary, text, { flag: 'wx' });
  renameSync(temporary, file);
}

function joinTexts(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}
