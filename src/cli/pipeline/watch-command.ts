import type { Pipeline, WorkItem } from '../../pipeline.ts';
import { systemClock, wait } from '../../foundation/clock.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { JobSlots } from '../../foundation/job-slots.ts';
import type { CommandContext, CommandResult, EngineFlags, OutputFormat } from '../base/command-context.ts';
import { ExitCode, type ExitCodeValue } from '../base/exit-code.ts';
import { withPipeline } from './open-pipeline.ts';
import { formatStep } from './pipeline-report.ts';
import { createProgressListener } from '../render/run-progress.ts';
import { stepExitCode } from './step-command.ts';

export interface WatchFlags extends Pick<EngineFlags, 'model' | 'baseUrl' | 'record'> {
  readonly jobs: number;
  readonly interval: number;
  readonly once?: boolean;
  readonly verbose?: boolean;
  readonly format: OutputFormat;
}

/** The most severe code is reported. */
const SEVERITY: readonly ExitCodeValue[] = [
  ExitCode.ok,
  ExitCode.tryAgainLater,
  ExitCode.findings,
  ExitCode.couldNotRun,
];

/**
 * `holdfast watch`: performs the steps of every item that is ready, until it is interrupted, or with `--once` until nothing
 * is ready.
 */
export function watchCommand(context: CommandContext, flags: WatchFlags): CommandResult {
  const { signal } = context;
  return withPipeline(
    context,
    async (pipeline) => {
      const watch = new Watch(context, pipeline, flags);
      for (;;) {
        const { code, hasAdvanced } = await watch.performRound();
        if (flags.once === true && !hasAdvanced) return code;
        if (!hasAdvanced) await wait(systemClock, flags.interval * 1000, signal, 'watch the items');
      }
    },
    flags,
  );
}

class Watch {
  readonly #context: CommandContext;
  readonly #pipeline: Pipeline;
  readonly #flags: WatchFlags;
  /** The last line of each item, so that an item that waits is reported once. */
  readonly #reported = new Map<string, string>();
  /** Items take their places first, and sub-items the others. */
  readonly #slots: JobSlots;
  #code: ExitCodeValue = ExitCode.ok;

  constructor(context: CommandContext, pipeline: Pipeline, flags: WatchFlags) {
    this.#context = context;
    this.#pipeline = pipeline;
    this.#flags = flags;
    this.#slots = new JobSlots(flags.jobs);
  }

  /**
   * Performs steps of each item until it no longer advances. An item that cannot be read is reported, and does not stop the
   * others.
   */
  async performRound(): Promise<{ readonly code: ExitCodeValue; readonly hasAdvanced: boolean }> {
    const queue = (await this.#listItems()).filter(isOfInterest).map(({ id }) => id);
    let hasAdvanced = false;
    const work = async (): Promise<void> => {
      try {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
          if (!(await this.#step(id))) continue;
          hasAdvanced = true;
          queue.push(id);
        }
      } finally {
        this.#slots.release();
      }
    };
    // Each worker keeps its slot until no item is left. Then it is free for the sub-items of others.
    const workers = Array.from({ length: this.#flags.jobs }, () => this.#slots.tryTake());
    await Promise.all(workers.map(work));
    return { code: this.#code, hasAdvanced };
  }

  /** A forge that is away ends only a watch that would end anyway. */
  async #listItems(): Promise<readonly WorkItem[]> {
    try {
      return await this.#pipeline.items();
    } catch (thrown) {
      if (this.#flags.once === true || !(thrown instanceof HoldfastError && thrown.retryable)) throw thrown;
      this.#reportProblem('', thrown);
      return [];
    }
  }

  /** Returns whether the item advanced. */
  async #step(id: string): Promise<boolean> {
    const { terminal, signal } = this.#context;
    const { verbose = false, jobs } = this.#flags;
    const onEvent = createProgressListener(terminal, {
      verbose,
      ...(jobs === 1 ? {} : { prefixOf: (chunk) => `#${id} ${chunk}: ` }),
    });
    try {
      const report = await this.#pipeline.step(id, { signal, onEvent, slots: this.#slots });
      this.#raise(stepExitCode(report));
      const isJson = this.#flags.format === 'json';
      this.#report(id, isJson ? JSON.stringify({ id, ...report }) : formatStep(terminal, id, report));
      return report.outcome === 'advanced';
    } catch (thrown) {
      if (signal.aborted || !(thrown instanceof HoldfastError)) throw thrown;
      this.#raise(ExitCode.couldNotRun);
      this.#reportProblem(id, thrown);
      return false;
    }
  }

  /** @param id the item, or an empty text for a problem of the whole watch */
  #reportProblem(id: string, { message, hint, details }: HoldfastError): void {
    const { terminal } = this.#context;
    const line = [`${id === '' ? '' : `#${id}: `}${message}`, hint].filter(Boolean).join('\n');
    if (this.#reported.get(id) !== line) {
      terminal.progressLine(terminal.style('red', line));
      if (this.#flags.format === 'json') terminal.result(JSON.stringify({ id, problem: { message, hint, details } }));
    }
    this.#reported.set(id, line);
  }

  #report(id: string, line: string): void {
    if (this.#reported.get(id) !== line) this.#context.terminal.result(line);
    this.#reported.set(id, line);
  }

  #raise(code: ExitCodeValue): void {
    if (SEVERITY.indexOf(code) > SEVERITY.indexOf(this.#code)) this.#code = code;
  }
}

/** Nothing happens to an item that is finished or cancelled unless it is restarted, which its next step would notice. */
function isOfInterest({ isOpen, progress }: WorkItem): boolean {
  return isOpen || (progress !== undefined && progress.status !== 'finished' && progress.status !== 'cancelled');
}
