import { PlanText } from '../plan-text.ts';
import { PLAN_READERS } from './reader-table.ts';
import { boxLinesOf } from '../task-boxes.ts';

/**
 * [PLANS-3] The part of a plan that an agent must not change: everything except the marks of checkboxes and the sections that
 * its tool lets an agent write. Two texts with the same part state the same terms.
 */
export function termsOfPlan(file: string, text: string): string {
  const source = new PlanText(file, text);
  const notebook = PLAN_READERS.find(({ findMissing }) => findMissing(source) === undefined)?.notebook;
  const sections = notebook === undefined ? [] : source.headings.filter((heading) => notebook.test(heading.text));
  const isNotebook = (line: number): boolean =>
    sections.some((heading) => line > heading.line && line < source.endOf(heading));
  const marks = new Map(boxLinesOf(source.lines).map(({ line, box }) => [line.line, box]));
  return source.lines
    .filter(({ line }) => !isNotebook(line))
    .map(({ text: line, line: number, start }) => {
      const box = marks.get(number);
      if (box === undefined) return line.trimEnd();
      return `${line.slice(0, box.start - start)}_${line.slice(box.end - start)}`.replace('[__]', '[_]').trimEnd();
    })
    .filter((line, index, all) => line !== '' || all[index - 1] !== '')
    .join('\n')
    .trimEnd();
}
