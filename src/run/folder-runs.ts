import { saveBatchState } from './batch/batch-state.ts';
import { runContract, type ContractRunInput } from './batch/run-contract.ts';
import type { CheckServices } from './check/check-services.ts';
import type { RecordReport } from './record-report.ts';
import { runChunk } from './chunk/run-chunk.ts';
import { recordWork } from './record-work.ts';
import type { PendingChoice } from './report/decisions.ts';
import type { ChunkRunResult, ContractRunResult, GateChoice, PersonVerdict } from './report/run-result.ts';
import { listPendingChoices, resumeWaitingRun } from './resume/resume-waiting-run.ts';
import type { RunnableContract } from './services/chunk-run-input.ts';
import type { FolderServices } from './services/folder-services.ts';
import type { ChoiceOptions, RunOptions } from './services/run-options.ts';
import { readRunnableContract, requireChunk } from './services/runnable-contract.ts';

/** Runs of chunks and contracts. */
export interface Runs {
  runChunk(options: RunOptions & { readonly chunk: string }): Promise<ChunkRunResult>;
  runAll(options: RunOptions): Promise<ContractRunResult>;
  /**
   * [DONE-2] Records that a chunk has passed, for work that was done without a run. First checks it like a landing: setup,
   * build, verify and acceptance commands, postconditions and asserts.
   */
  record(file: string, chunk: string, options?: Pick<RunOptions, 'signal'>): Promise<RecordReport>;
  /** Runs that wait for a choice, oldest first. They outlive the process that started them. */
  pendingChoices(): Promise<readonly PendingChoice[]>;
  /**
   * Resumes a run that waits for a choice (GATE-6). `retry` resets the count and starts further attempts, `skip` lands
   * the result with a warning, `abort` ends the run. `pass` and `fail` are a person's verdict on the gates that wait for
   * one (GATE-9). If the run was part of a batch, the remaining chunks run, too.
   */
  choose(runId: string, choice: GateChoice | PersonVerdict, options?: ChoiceOptions): Promise<ContractRunResult>;
  /** The stored result of an earlier run, as it was reported. */
  read(runId: string): Promise<ChunkRunResult | undefined>;
}

/** The runs of one folder. */
export class FolderRuns implements Runs {
  readonly #services: CheckServices & Pick<FolderServices, 'openServices'>;
  readonly #trusted: () => boolean;

  constructor(services: CheckServices & Pick<FolderServices, 'openServices'>, trusted: () => boolean) {
    this.#services = services;
    this.#trusted = trusted;
  }

  async runChunk(options: RunOptions & { readonly chunk: string }): Promise<ChunkRunResult> {
    const runnable = await readRunnableContract(this.#services.contracts, options.contract);
    const chunk = requireChunk(runnable.document, runnable.contract, options.chunk);
    const input = await this.#open(options, runnable);
    return this.#services.secrets.redactReport((await runChunk({ ...input, chunk, start: undefined })).result);
  }

  async runAll(options: RunOptions): Promise<ContractRunResult> {
    const input = await this.#open(options);
    const outcome = await runContract(input);
    await saveBatchState(input, outcome);
    return this.#services.secrets.redactReport(outcome.result);
  }

  async record(file: string, chunk: string, { signal }: Pick<RunOptions, 'signal'> = {}): Promise<RecordReport> {
    const input = await this.#open({ contract: file, signal });
    return recordWork(this.#services, input, chunk, this.#trusted());
  }

  async pendingChoices(): Promise<readonly PendingChoice[]> {
    return listPendingChoices(await this.#services.history());
  }

  async choose(
    runId: string,
    choice: GateChoice | PersonVerdict,
    options: ChoiceOptions = {},
  ): Promise<ContractRunResult> {
    return this.#services.secrets.redactReport(await resumeWaitingRun(this.#services, runId, choice, options));
  }

  async read(runId: string): Promise<ChunkRunResult | undefined> {
    return (await this.#services.history())?.readRun(runId);
  }

  async #open(options: RunOptions, known?: RunnableContract): Promise<ContractRunInput> {
    const runnable = known ?? (await readRunnableContract(this.#services.contracts, options.contract));
    const signal = options.signal ?? new AbortController().signal;
    const services = await this.#services.openServices(options, signal, options.onEvent ?? (() => undefined));
    const { force, skipSatisfied, maxAttempts, allowFailingBuild, instruction } = options;
    const skip = force === true ? 'none' : skipSatisfied === true ? 'satisfied' : 'done';
    const { landing } = services.configuration;
    return { ...runnable, landing, maxAttempts, skip, allowFailingBuild, instruction, services };
  }
}
