import { boxLinesOf, type BoxLine } from '../../../contract/plans/task-boxes.ts';
import { PlanText } from '../../../contract/plans/plan-text.ts';

/**
 * A text of a plan with the marks that its tasks had in an earlier text. A box is a claim and no term: what was ticked since
 * makes no difference to the contract. What is open again was not imported because of its tick, and stays open. A task is known
 * by its number, or else by its text.
 */
export function withMarksOf(earlier: string, text: string): string {
  const before = new Map(boxesOf(earlier).map((one) => [keyOf(one), earlier.slice(one.box.start, one.box.end)]));
  let result = text;
  for (const one of [...boxesOf(text)].reverse()) {
    const { start, end } = one.box;
    const mark = before.get(keyOf(one));
    if (mark !== undefined && !/^\s*[x☑]\s*$/iu.test(mark))
      result = `${result.slice(0, start)}${mark}${result.slice(end)}`;
  }
  return result;
}

function boxesOf(text: string): readonly BoxLine[] {
  return boxLinesOf(new PlanText('', text).lines);
}

function keyOf({ text }: BoxLine): string {
  return /^\**(T\d+|\d+(?:\.\d+)*)\b/.exec(text)?.[1] ?? text;
}
