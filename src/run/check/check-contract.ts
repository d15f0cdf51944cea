import type { Contract } from '../../contract/model.ts';
import type { ContractCheck } from './check-types.ts';
import { checkDocument, type ContractCheckOptions } from './document-check.ts';
import type { CheckServices } from './check-services.ts';

/**
 * Judges the chunks of a contract in the current files: by what files alone show, unsaved text included, or in a worktree
 * with all commands and gates.
 */
export async function checkContract(
  services: CheckServices,
  file: string,
  options: ContractCheckOptions,
): Promise<ContractCheck> {
  await services.secrets.loaded();
  const check = await checkDocument(services, options.document ?? (await services.contracts.read(file)), options);
  if (!allowsFindings(check.document.contract)) return check;
  const { checkPlanFile } = await import('./check-plan.ts');
  return { ...check, allowedFindings: (await checkPlanFile(services, file, {})).allowed };
}

/** Whether the contract or one of its chunks overrides a plan rule. */
function allowsFindings(contract: Contract | undefined): boolean {
  return contract !== undefined && [contract, ...contract.chunks].some(({ plan }) => (plan?.allow.length ?? 0) > 0);
}
