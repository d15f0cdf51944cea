import { renderCostReport } from './cost-table.ts';
import { subItemOf, withComment, withSubItem } from './changes.ts';
import { createFailureReport } from './failure-report.ts';
import type { EventOf } from './item-event.ts';
import type { Failure, ItemState } from './item-state.ts';
import { followSubItems } from './sub-item-status.ts';

/** Ends the work on a sub-item until a person decides. Sub-items that do not depend on it continue. */
export function failSubItem(state: ItemState, { failure }: Pick<EventOf<'sub-item-failed'>, 'failure'>): ItemState {
  const { subItem: id } = failure;
  const isReported = REPORTED_REASONS.has(failure.reason);
  const message = isReported ? describeAttempts(state, id, failure.message) : failure.message;
  const described = { ...failure, message };
  const failed = withSubItem({ ...state, failure: described }, id, (current) => ({ ...current, status: 'failed' }));
  return followSubItems(withComment(failed, failure.stage, `${id}/failure`, createFailureReport(failed, described)));
}

/** The failures for which a person needs to know every attempt and its cost [ASSERT-CODE-004, ASSERT-CODE-005]. */
const REPORTED_REASONS: ReadonlySet<Failure['reason']> = new Set(['tries-exhausted', 'no-progress', 'budget-exceeded']);

function describeAttempts(state: ItemState, id: string, explanation: string): string {
  const failed = subItemOf(state, id).attempts.filter(({ passed }) => !passed);
  const summaries = failed.map(({ number, category, summary }) => `${number}. ${category ?? 'failed'}: ${summary}`);
  return [
    `The sub-item ${id} could not be generated. ${explanation}`,
    ...(summaries.length === 0 ? [] : [summaries.join('\n')]),
    renderCostReport(state.spending),
  ].join('\n\n');
}
