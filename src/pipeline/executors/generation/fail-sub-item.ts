import type { EventOf } from '../../state/item-event.ts';
import type { Failure } from '../../state/item-state.ts';
import type { StageInput } from '../../step/stage-executor.ts';

/** The event that ends the work on a sub-item. */
export function failSubItem(
  { at }: Pick<StageInput, 'at'>,
  subItem: string,
  reason: Failure['reason'],
  message: string,
): EventOf<'sub-item-failed'> {
  return { type: 'sub-item-failed', failure: { stage: 'generation', subItem, reason, message, at } };
}
