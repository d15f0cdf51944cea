import { requirementsOf } from '../contract/requirements.ts';
import { proposeFromCode, type AmendmentOptions } from '../run/amendment/propose-from-code.ts';
import type { Amendment } from '../run/report/decisions.ts';
import { requireChunk } from '../run/services/runnable-contract.ts';
import { HoldfastError } from '../shared/errors.ts';
import type { ContractCheck } from './api/check-types.ts';
import type { EngineServices } from './services/engine-services.ts';

/** Proposes an amendment for the failed asserts of a checked chunk. */
export async function proposeAmendmentOf(
  services: EngineServices,
  { document, chunks }: ContractCheck,
  options: AmendmentOptions,
): Promise<Amendment> {
  const { contract } = document;
  if (contract === undefined) {
    throw new HoldfastError('contract', `Failed to propose an amendment of ${document.file}: the contract has errors`, {
      hint: '"holdfast check" lists them. Fix them first.',
    });
  }
  const chunk = requireChunk(document, contract, options.chunk);
  const results = chunks.find(({ id }) => id === chunk.id)?.assertResults ?? [];
  const asserts = requirementsOf(contract, chunk).filter(({ assertion }) => assertion.type === 'assert');
  const failed = asserts.flatMap(({ origin }, index) => {
    const result = results[index];
    return result === undefined || result.passed ? [] : [{ result, origin }];
  });
  const { tree, analysis } = services;
  return proposeFromCode({ document, contract, chunk, failed }, options, {
    tree,
    analysis,
    history: () => services.openOrCreateHistory(),
  });
}
