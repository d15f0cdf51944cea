import { boxLinesOf } from '../../task-boxes.ts';
import { toPlainText } from '../../code-spans.ts';
import type { PlanHeading, PlanText } from '../../plan-text.ts';

/** The section of one task. */
export interface TaskSection {
  readonly heading: PlanHeading;
  /** The line after its last one. */
  readonly endLine: number;
  /** As the heading writes it; its position among the tasks if it has none. */
  readonly number: string;
  readonly title: string;
}

/** "Task 3: Title" in the languages of the plans that were seen. */
const TASK =
  /^(?:\W*\s)?(?:Task|Tarefa|Tarea|Aufgabe|T[âa]che|Attivit[àa]|Taak|Zadanie|Задача|任务|任務|タスク|작업|태스크)\s*#?\s*([A-Z]?\d+(?:[.-]\d+)*[a-z]?|(?<=\s)[A-Z]\b)?\s*(?:[:：.—–-]+\s*|\s+|$)(.*)$/iu;
/** The label of the files of a task. */
export const FILES_LABEL =
  /^\s*(?:[-*]\s+)?(?:\*\*|__)?\s*(?:Files?|Files? (?:touched|changed|modified|involved|to (?:change|touch|modify|create)))\s*(?:\*\*|__)?\s*(?:\([^)]*\))?\s*[:：]\s*(?:\*\*|__)?/i;

/** The tasks of a plan: headings that say so, or that have the label of files directly below. */
export function findTaskSections(text: PlanText): readonly TaskSection[] {
  const found = text.headings.flatMap((heading) => {
    const [, number, title = ''] = TASK.exec(toPlainText(heading.text)) ?? [];
    const isTask = TASK.test(toPlainText(heading.text)) && (number !== undefined || hasFilesLabel(text, heading));
    if (isTask) return [{ heading, number, title: title.trim() }];
    return /^\W*(?:file|files)\b/i.test(heading.text) || !hasFilesLabel(text, heading)
      ? []
      : [{ heading, number: undefined, title: toPlainText(heading.text) }];
  });
  // Inside a task, a heading with files is a part of it.
  const top = found.filter(
    ({ heading, number }) =>
      number !== undefined ||
      !found.some(
        (one) =>
          one.heading.depth < heading.depth &&
          one.heading.line < heading.line &&
          heading.line < text.endOf(one.heading),
      ),
  );
  const inner = top.filter(
    ({ heading }) =>
      !top.some(
        (one) =>
          one.heading.depth < heading.depth &&
          one.heading.line < heading.line &&
          heading.line < text.endOf(one.heading) &&
          isLeaf(one, top, text),
      ),
  );
  // Next to numbered tasks, a heading without a number is a task only with a checkbox, and a group if it has tasks inside.
  const isNumbered = inner.some(({ number }) => number !== undefined);
  const tasks = inner.filter(
    (one) =>
      one.number !== undefined ||
      !isNumbered ||
      (isLeaf(one, inner, text) && boxLinesOf(text.between(one.heading.line, text.endOf(one.heading))).length > 0),
  );
  return tasks.map(({ heading, number, title }, index) => ({
    heading,
    // A task inside ends what the task itself says.
    endLine: Math.min(text.endOf(heading), tasks[index + 1]?.heading.line ?? Infinity),
    number: number ?? String(index + 1),
    title: title === '' ? toPlainText(heading.text) : title,
  }));
}

/** Whether a task has no numbered task inside. */
function isLeaf(
  task: { readonly heading: PlanHeading },
  all: readonly { readonly heading: PlanHeading; readonly number: string | undefined }[],
  text: PlanText,
): boolean {
  const end = text.endOf(task.heading);
  return !all.some(
    ({ heading, number }) => number !== undefined && heading.line > task.heading.line && heading.line < end,
  );
}

/** Whether the label of files comes before the next heading. */
function hasFilesLabel(text: PlanText, heading: PlanHeading): boolean {
  const next = text.headings.find(({ line }) => line > heading.line)?.line ?? text.lines.length + 1;
  // An indented label belongs to an item of a list.
  return text
    .between(heading.line + 1, next)
    .some((line) => !line.isCode && FILES_LABEL.test(line.text) && !/^\s{2}/.test(line.text));
}
