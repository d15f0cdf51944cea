import type { PlanLine } from '../../plan-text.ts';
import { readCheckbox } from '../../../specifications/checkboxes.ts';

/**
 * The lines of a labeled field: what follows the label in its own line, and the list below, with blank lines between its items.
 * Another label, a step, a heading, a rule or a paragraph ends it.
 */
export function readLabeledLines(lines: readonly PlanLine[], label: RegExp): readonly PlanLine[] {
  const at = lines.findIndex((line) => !line.isCode && label.test(line.text));
  const first = lines[at];
  if (first === undefined) return [];
  const own = label.exec(first.text)?.[0].length ?? 0;
  const result: PlanLine[] = [];
  if (first.text.slice(own).trim() !== '')
    result.push({ ...first, text: `${' '.repeat(own)}${first.text.slice(own)}` });
  let isAfterBlank = false;
  for (const line of lines.slice(at + 1)) {
    if (line.isCode) {
      // A fenced block belongs to the item above if it is indented.
      if (/^\s/.test(line.text) || line.text === '' || result.at(-1)?.isCode === true) result.push(line);
      else if (/^(?:`{3,}|~{3,})/.test(line.text) && result.length === 0) result.push(line);
      else break;
      continue;
    }
    if (line.text.trim() === '') {
      isAfterBlank = true;
      continue;
    }
    const isItem = /^\s*(?:[-*+]|\d+[.)])\s/.test(line.text) && readCheckbox(line.text) === undefined;
    const isContinuation = !isAfterBlank && /^\s{2,}\S/.test(line.text);
    const isWrapped =
      !isAfterBlank &&
      result.length > 0 &&
      !/^\s*(?:\*\*|__|#|>|\||-{3,}$)/.test(line.text) &&
      readCheckbox(line.text) === undefined;
    const isNested =
      isAfterBlank && /^\s{2,}\S/.test(line.text) && result.length > 0 && readCheckbox(line.text) === undefined;
    if (/^\s*(?:\*\*|__)[^*_]{1,60}(?:\*\*|__)?\s*:/.test(line.text) && !isItem) break;
    if (!isItem && !isContinuation && !isWrapped && !isNested) break;
    result.push(line);
    isAfterBlank = false;
  }
  return result;
}
