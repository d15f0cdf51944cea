import { boxLinesOf } from '../../task-boxes.ts';
import type { PlanReader } from '../../plan-reader.ts';
import { readListPlan } from '../task-list/read-list-plan.ts';

/** `tasks.md` of a specification of Kiro: numbered tasks with their requirements. */
export const kiroReader: PlanReader = {
  id: 'kiro',
  tool: 'Kiro',
  findMissing: (text) => {
    if (boxLinesOf(text.lines).length === 0) return 'it has no checkbox';
    const isPlaced = /(?:^|\/)\.kiro\/specs\//.test(text.file);
    const hasRequirements = text.lines.some(
      (line) => !line.isCode && /^\s*(?:[-*]\s+)?_Requirements?\s*:.*\d/i.test(line.text),
    );
    const isOfOpenSpec = /(?:^|\/)openspec\/changes\//.test(text.file);
    return isPlaced || (hasRequirements && !isOfOpenSpec)
      ? undefined
      : 'it is not in .kiro/specs, and no task has "_Requirements: …_"';
  },
  read: (text) =>
    readListPlan(text, {
      reader: 'kiro',
      tool: 'Kiro',
      number: /^\**(\d+(?:\.\d+)*)\b[.:)]?\**\s*/,
      needsNumber: false,
      isClosed: () => false,
    }),
  notebook: /^(?:notes?|progress)\b/i,
};
