import { createHash } from 'node:crypto';
import { withCallOrigin } from '../../../models/base/call-origin.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import { contractFileOf } from '../../stages/planning/planned-contract.ts';
import type { ItemState } from '../../state/item-state.ts';
import type { StageInput } from '../../step/stage-executor.ts';
import type { GenerationRun, GenerationServices } from './generation-services.ts';

/** Opens a run of exactly the bytes that were approved, under the terms of the commit that the round started from. */
export async function openGeneration(
  {
    state,
    subItem,
    availableUsd,
    budget,
    signal,
  }: Pick<StageInput, 'state' | 'subItem' | 'availableUsd' | 'budget' | 'signal'>,
  { openRun }: Pick<GenerationServices, 'openRun'>,
): Promise<GenerationRun> {
  const run = await openRun({
    contract: { file: contractFileOf({ id: state.item, title: state.title }), text: requireContract(state).text },
    terms: state.base.commit,
    maxCostUsd: availableUsd,
    budget,
    signal,
  });
  const { services } = run;
  const origin = { item: state.item, stage: 'generation', round: state.round } as const;
  return {
    ...run,
    services: {
      ...services,
      history: services.history.forWork({ ...origin, ...(subItem === undefined ? {} : { subItem }) }),
      model: async () => withCallOrigin(await services.model(), origin),
      judgeModel: async (reference) => {
        const model = await services.judgeModel(reference);
        return model && withCallOrigin(model, origin);
      },
    },
  };
}

/** The planned contract of an item. @throws HoldfastError `contract` if its bytes are not those that were approved */
export function requireContract({ item, contract }: ItemState): NonNullable<ItemState['contract']> {
  if (contract === undefined) {
    throw new HoldfastError('contract', `Failed to generate the item ${item}: it has no planned contract`, {
      hint: 'Restart the item.',
    });
  }
  if (createHash('sha256').update(contract.text, 'utf8').digest('hex') === contract.hash) return contract;
  throw new HoldfastError(
    'contract',
    `Failed to generate the item ${item}: its contract differs from the approved one`,
    {
      hint: 'Restart the item. A person or another program changed the state.',
    },
  );
}
