import type { Analysis } from '../../verdicts/analysis/analysis.ts';
import type { Configuration } from '../../workspace/configuration/configuration.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { History } from '../../history/history.ts';
import type { ProgressReporter } from '../../foundation/progress.ts';
import type { DiskTree } from '../../workspace/files/disk-tree.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { RunListener } from '../report/run-events.ts';
import type { RunSettings } from './run-options.ts';
import type { RunServices } from './run-services.ts';
import type { ContractReader } from './runnable-contract.ts';

/**
 * What the engine of a folder opens at the first use. A part names with `Pick` what it uses of it; nothing receives the
 * whole.
 */
export interface FolderServices {
  /** Absolute path of the folder in which Holdfast stores data of the user. */
  readonly storage: string;
  readonly tree: DiskTree;
  readonly analysis: Analysis;
  readonly contracts: FolderContracts;
  /** The secrets that are masked in reports, records and prompts. */
  readonly secrets: ReportRedactor;
  readonly onProgress: ProgressReporter;
  readonly models: {
    /** Opens an account for a check outside a run. Its judges share one cost limit, and its calls are recorded. */
    openCheckAccount(): Disposable & { readonly id: string };
  };
  /** Opens the repository once. */
  repository(): Promise<Repository>;
  /** The current configuration. Each call reads the shared file again. */
  configuration(): Promise<Configuration>;
  /** The configuration with the text of another shared file; `undefined` for none. Throws `configuration` if it has errors. */
  configurationOf(text: string | undefined): Promise<Configuration>;
  /** Undefined if there is no history yet. */
  history(): Promise<History | undefined>;
  openOrCreateHistory(): Promise<History>;
  /** Opens the services of a run. @throws HoldfastError `untrusted` in a restricted workspace */
  openServices(
    settings: RunSettings & { readonly spentUsd?: number | undefined },
    signal: AbortSignal,
    report: RunListener,
  ): Promise<RunServices>;
  /**
   * Opens the services of a full check. A check creates no history: without one, its records are kept in memory.
   * @throws HoldfastError `untrusted` in a restricted workspace
   */
  openCheckServices(signal: AbortSignal, report: RunListener): Promise<RunServices>;
  /** As `openCheckServices`, with the text of another shared configuration; `undefined` for none. */
  openCheckServicesOf(text: string | undefined, signal: AbortSignal, report: RunListener): Promise<RunServices>;
}

/** The contracts of a folder. */
export interface FolderContracts extends ContractReader {
  /** Every contract of the folder, broken ones included, sorted by path. */
  readAll(): Promise<readonly ContractDocument[]>;
  /** Parses a text as if it were the content of `file`, such as a text that is being edited or a draft. */
  parse(file: string, text: string): Promise<ContractDocument>;
}

/** Masks secrets. */
export interface ReportRedactor {
  /** Reads every secret that is configured. */
  loaded(): Promise<void>;
  redact(text: string): string;
  /** Redacts the outputs and messages of a report. */
  redactReport<Report>(report: Report): Report;
}
