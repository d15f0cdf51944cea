import { DomainServiceError } from '../../../verdicts/domains/service/service-error.ts';
import { ContextTooLargeError } from '../../context/fit-context.ts';
import { subItemOf } from '../../state/changes.ts';
import { isBaseChanged, isBaseOutdated } from '../../state/sub-item-readiness.ts';
import type { SubItem, SubItemBase } from '../../state/sub-item.ts';
import type { StageExecution, StageExecutor, StageInput } from '../../step/stage-executor.ts';
import { attemptSubItem } from './attempt-sub-item.ts';
import { failSubItem } from './fail-sub-item.ts';
import type { GenerationServices } from './generation-services.ts';
import { replaySubItem } from './replay-sub-item.ts';
import { findBase } from './sub-item-base.ts';

/**
 * Generates the code of a sub-item: one attempt of its chunk, or the replay of its change on a base that has changed. The
 * result is a commit; the transition pushes it.
 */
export function createGenerationExecutor(services: GenerationServices): StageExecutor {
  return {
    stage: 'generation',
    // The length of a conversation is unknown: everything that is left of the budget is reserved.
    estimateUsd: () => Promise.resolve(undefined),
    execute: (input) => generateOrFail(input, services),
  };
}

/** A sub-item fails whose context does not fit into the window of the model, or whose domain service is not available. */
async function generateOrFail(input: StageInput, services: GenerationServices): Promise<StageExecution> {
  try {
    return await generate(input, services);
  } catch (thrown) {
    const isUnavailable = thrown instanceof DomainServiceError;
    if (!isUnavailable && !(thrown instanceof ContextTooLargeError)) throw thrown;
    const message = [thrown.message, thrown.hint].filter((text) => text !== undefined).join('\n\n');
    return {
      events: [failSubItem(input, input.subItem ?? '', isUnavailable ? 'environment' : 'error', message)],
      costUsd: 0,
    };
  }
}

async function generate(input: StageInput, services: GenerationServices): Promise<StageExecution> {
  const { state, subItem: id = '', signal } = input;
  const subItem = subItemOf(state, id);
  const { base, result } = subItem;
  if (base !== undefined && !isBaseChanged(state, subItem)) return attemptSubItem(input, subItem, base, services);
  const found = await findBase(state, subItem, services, signal);
  if ('conflicts' in found) {
    const files = [...new Set(found.conflicts)].join(', ');
    const message =
      `The sub-item ${id} depends on changes that conflict with each other: ${found.branches.join(', ')}. ` +
      `Conflicting files: ${files}. Merge one of them, or request a change of one, then resume the item.`;
    return { events: [failSubItem(input, id, 'error', message)], costUsd: 0 };
  }
  if (base !== undefined && result !== undefined && isBaseOutdated(state, subItem)) {
    return replaySubItem(input, { ...subItem, base, result }, found.base, services);
  }
  return startOn(input, subItem, found.base, services);
}

async function startOn(
  input: StageInput,
  subItem: SubItem,
  base: SubItemBase,
  services: GenerationServices,
): Promise<StageExecution> {
  const execution = await attemptSubItem(input, subItem, base, services);
  return { ...execution, events: [{ type: 'sub-item-based', subItem: subItem.id, base }, ...execution.events] };
}
