import type { Contract } from '../contract/model.ts';
import type { ContractCheck } from './api/check-types.ts';
import { checkDocument, type ContractCheckOptions } from './check/document-check.ts';
import { checkPlanFile } from './plans.ts';
import type { EngineServices } from './services/engine-services.ts';

/**
 * Judges the chunks of a contract in the current files: by what files alone show, unsaved text included, or in a worktree
 * with all commands and gates.
 */
export async function checkContract(
  services: EngineServices,
  file: string,
  options: ContractCheckOptions,
): Promise<ContractCheck> {
  await services.secrets.loaded();
  const check = await checkDocument(services, await services.contracts.read(file), options);
  if (!allowsFindings(check.document.contract)) return check;
  return { ...check, allowedFindings: (await checkPlanFile(services, file, {})).allowed };
}

/** Whether the contract or one of its chunks overrides a plan rule. */
function allowsFindings(contract: Contract | undefined): boolean {
  return contract !== undefined && [contract, ...contract.chunks].some(({ plan }) => (plan?.allow.length ?? 0) > 0);
}
