import type { PlanReader } from '../../plan-reader.ts';
import { boxLinesOf } from '../../task-boxes.ts';
import { readListPlan } from './read-list-plan.ts';

/** A Markdown file with checkboxes, such as a story of BMAD. */
export const taskListReader: PlanReader = {
  id: 'task-list',
  tool: 'a task list',
  findMissing: (text) => (boxLinesOf(text.lines).length > 0 ? undefined : 'it has no checkbox'),
  read: (text) =>
    readListPlan(text, {
      reader: 'task-list',
      tool: 'a task list',
      number: /^\**(?:Task\s+|Subtask\s+)?(\d+(?:\.\d+)*[a-z]?)\b[.:)]?\**[:.)]?\s*/i,
      needsNumber: false,
      isClosed: ({ text: all }) =>
        /^(?:\*\*)?status(?:\*\*)?:?(?:\*\*)?:?\s*["']?(?:done|complete|completed|closed|merged|cancelled|abandoned)\b/im.test(
          all.slice(0, 3_000),
        ),
    }),
  notebook:
    /^(?:dev agent record|change log|completion notes(?: list)?|debug log(?: references)?|file list|status|qa results|notes?|progress|log)\b/i,
};
