import { CHECKS } from '../../verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../contract/read/read-contract.ts';
import { sharedGateIds } from '../../verdicts/gates/select-gates.ts';
import type { GenerationRun, GenerationRunRequest } from '../executors/generation/generation-services.ts';
import type { RunListener } from '../../run/report/run-events.ts';
import { readRunnableContract } from '../../run/services/runnable-contract.ts';
import type { EngineBasis } from '../../engine/services/engine-basis.ts';
import { GateFiles } from '../../run/contracts/gate-files.ts';

/** What the opening of a run needs, besides its request. */
export interface GenerationRunOptions {
  readonly basis: Pick<EngineBasis, 'repository' | 'openServicesOf'>;
  /** The model. Default: as configured. */
  readonly model?: string | undefined;
  readonly report: RunListener;
}

/** Opens a run of a planned contract with the configuration and the gates of a commit, not those of the user's files. */
export async function openGenerationRun(
  { contract: { file, text }, terms, maxCostUsd, budget, signal }: GenerationRunRequest,
  { basis, model, report }: GenerationRunOptions,
): Promise<GenerationRun> {
  const repository = await basis.repository();
  const settings = {
    ...(model === undefined ? {} : { model }),
    ...(maxCostUsd === undefined ? {} : { maxCostUsd }),
    budget,
  };
  const services = await basis.openServicesOf(terms, settings, signal, report);
  const gateFiles = new GateFiles(repository.readTree(terms, signal), () =>
    Promise.resolve(services.configuration.gates),
  );
  const runnable = await readRunnableContract(
    {
      read: async () => readContract({ file, text, checks: CHECKS, sharedGates: (await gateFiles.readAll()).ids }),
      readSharedGates: ({ contract }) =>
        contract === undefined ? Promise.resolve([]) : gateFiles.gatesFor(sharedGateIds(contract)),
    },
    file,
  );
  return { runnable, services };
}
