import { boxLinesOf } from '../../task-boxes.ts';
import type { PlanReader } from '../../plan-reader.ts';
import { readListPlan } from '../task-list/read-list-plan.ts';

const ID = /^\W*(T\d{3,}[a-z]?)\b[*_`:.]*\s*/;

/** An item of a list, or a row of a table. */
const ITEM_WITH_ID = /^\s*(?:\||[-*+]\s|\d+[.)]\s)\W*T\d{3,}[a-z]?\b/;

/** `tasks.md` of a feature of Spec Kit: tasks such as `T012`. */
export const specKitReader: PlanReader = {
  id: 'spec-kit',
  tool: 'Spec Kit',
  findMissing: (text) => {
    if (boxLinesOf(text.lines).some((box) => ID.test(box.text))) return undefined;
    const [first, ...others] = text.lines.filter((line) => !line.isCode && ITEM_WITH_ID.test(line.text));
    return first === undefined
      ? 'no item with a checkbox has an id such as T001'
      : `${others.length + 1} items and rows with an id such as T001, from line ${first.line} on, have no checkbox`;
  },
  read: (text) =>
    readListPlan(text, { reader: 'spec-kit', tool: 'Spec Kit', number: ID, needsNumber: true, isClosed: () => false }),
  notebook: /^(?:notes?|progress)\b/i,
};
