import { boxLinesOf } from '../../task-boxes.ts';
import type { PlanReader } from '../../plan-reader.ts';
import { readListPlan } from '../task-list/read-list-plan.ts';

/** `tasks.md` of a change of OpenSpec: tasks such as `1.2` below headings such as "1. Setup". */
export const openSpecReader: PlanReader = {
  id: 'openspec',
  tool: 'OpenSpec',
  findMissing: (text) => {
    const boxes = boxLinesOf(text.lines);
    if (boxes.length === 0) return 'it has no checkbox';
    if (/(?:^|\/)openspec\/changes\//.test(text.file)) return undefined;
    const isNumbered =
      boxes.some((box) => /^\**\d+\.\d+/.test(box.text)) && text.headings.some((one) => /^\d+\.\s/.test(one.text));
    return isNumbered ? undefined : 'it is not in openspec/changes, and has no tasks "1.1" below headings "1. …"';
  },
  read: (text) =>
    readListPlan(text, {
      reader: 'openspec',
      tool: 'OpenSpec',
      number: /^\**(\d+(?:\.\d+)*[a-z]?)\b\.?\**[:)]?\s*/,
      needsNumber: false,
      isClosed: ({ file }) => /(?:^|\/)openspec\/changes\/archive\//.test(file),
    }),
  notebook: /^(?:notes?|progress)\b/i,
};
