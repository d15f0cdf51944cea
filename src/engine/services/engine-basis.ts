import type { Configuration } from '../../workspace/configuration/configuration.ts';
import type { History } from '../../history/history.ts';
import type { KeyReader } from '../../models/base/model-provider.ts';
import type { CostBudget } from '../../models/cost/cost-budget.ts';
import type { RunListener } from '../../run/report/run-events.ts';
import type { RunSettings } from '../../run/services/run-options.ts';
import type { RunServices } from '../../run/services/run-services.ts';
import type { Telemetry } from '../../foundation/telemetry/telemetry.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { DomainContext } from '../../verdicts/domains/trees/tree-domains.ts';

/** What a product above the engine, such as the pipeline, is built on: the parts of one workspace folder. */
export interface EngineBasis {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads a key by the name of its environment variable. */
  readonly keys: KeyReader;
  repository(): Promise<Repository>;
  /** The current configuration. Each call reads the shared file again. */
  configuration(): Promise<Configuration>;
  telemetry(): Promise<Telemetry>;
  /** The history; undefined if there is none yet. */
  history(): Promise<History | undefined>;
  /** Opens the history, and creates it if there is none yet. */
  openOrCreateHistory(): Promise<History>;
  /** Absolute path of the database in a file, which may not exist yet. */
  historyFile(): Promise<string>;
  /**
   * Opens the services of a run that starts from a commit: the shared configuration is read from the commit. Runs at the same
   * time can share a budget.
   * @throws HoldfastError `untrusted` in a restricted workspace
   */
  openServicesOf(
    commit: string,
    run: RunSettings & { readonly budget?: CostBudget | undefined },
    signal: AbortSignal,
    report: RunListener,
  ): Promise<RunServices>;
  /** What domain services are started with. */
  domainContext(configuration: Configuration, repository: Repository): DomainContext;
  /** Closes something before the engine, when the engine is closed. */
  closeWithEngine(part: AsyncDisposable): void;
}
