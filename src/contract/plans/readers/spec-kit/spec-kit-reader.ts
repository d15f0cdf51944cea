import { boxLinesOf } from '../../task-boxes.ts';
import type { PlanReader } from '../../plan-reader.ts';
import { readListPlan } from '../task-list/read-list-plan.ts';

const ID = /^\W*(T\d{3,}[a-z]?)\b[*_`:.]*\s*/;

/** `tasks.md` of a feature of Spec Kit: tasks such as `T012`. */
export const specKitReader: PlanReader = {
  id: 'spec-kit',
  tool: 'Spec Kit',
  findMissing: (text) =>
    boxLinesOf(text.lines).some((box) => ID.test(box.text))
      ? undefined
      : 'no item with a checkbox has an id such as T001',
  read: (text) =>
    readListPlan(text, { reader: 'spec-kit', tool: 'Spec Kit', number: ID, needsNumber: true, isClosed: () => false }),
  notebook: /^(?:notes?|progress)\b/i,
};
