import type { History } from '../../history/history.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { RunListener } from '../report/run-events.ts';
import type { RunSettings } from '../services/run-options.ts';
import type { RunServices } from '../services/run-services.ts';
import type { ContractReader } from '../services/runnable-contract.ts';

/** What resuming a stored run needs from the engine. */
export interface RunOpener {
  readonly contracts: ContractReader;
  readonly tree: { readText(path: string): Promise<string | undefined> };
  /** Undefined if there is no history yet. */
  history(): Promise<History | undefined>;
  repository(): Promise<Repository>;
  openServices(
    settings: RunSettings & { readonly spentUsd?: number | undefined },
    signal: AbortSignal,
    report: RunListener,
  ): Promise<RunServices>;
}
