import { boundedText } from '../../models/prompts/bounded-text.ts';
import { isPlanFile } from '../../contract/plans/plan-file.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { ChangeViolation } from '../../run/change/change-types.ts';

/** One thing that is wrong with the work of a session. */
export interface StopViolation extends Omit<ChangeViolation, 'kind' | 'chunk'> {
  /** `<contract>#<chunk>`; absent if it is about the change itself. */
  readonly chunk?: string | undefined;
  /** The id of the comment that it is about. */
  readonly comment?: string | undefined;
}

/** A longer list hides what to do first. The next one shows the rest. */
const MAX_SHOWN = 20;
const FASTER =
  'The start of the session was judged in that time, so your change makes it slow: simplify types that take long to check, and remove generated files.';
const HOW_TO_ANSWER =
  'Answer each comment: change its lines, or call the tool answer_comment of Holdfast with its id, addressed or blocked, and why. Only the person resolves it.';
const HOW_TO_UNTICK =
  'A task of a plan counts because its box is ticked or because you started it. If it is not done yet, untick it.';
const TEXT_BOUNDS = { head: 400, tail: 200 };

/**
 * The message for an agent that is not done: every violation with what was expected, and how often it will still be refused.
 *
 * @param refusal the number of this refusal, from 1
 * @param missing why the judgement is not complete
 */
export function formatStopReason(
  violations: readonly StopViolation[],
  {
    refusal,
    maxBlocks,
    missing,
  }: { readonly refusal: number; readonly maxBlocks: number; readonly missing?: string | undefined },
): string {
  return [
    ...(violations.length === 0
      ? [`Holdfast: it is not known whether the work is done (refusal ${refusal} of ${maxBlocks}).`]
      : [
          `Holdfast: the work is not done. ${formatCount(violations.length, 'violation')} (refusal ${refusal} of ${maxBlocks}):`,
          '',
          ...formatViolations(violations),
        ]),
    '',
    ...(missing === undefined ? [] : [missing, FASTER, '']),
    ...(violations.some(({ comment }) => comment !== undefined) ? [HOW_TO_ANSWER, ''] : []),
    ...(violations.some(isOfPlan) ? [HOW_TO_UNTICK, ''] : []),
    'Fix the code and finish again. Do not change contracts, gates, validators or hooks, and do not weaken tests. If a requirement is wrong, say so and why, and finish again: after the last refusal, a person decides.',
  ].join('\n');
}

function isOfPlan({ chunk = '' }: StopViolation): boolean {
  return isPlanFile(chunk.slice(0, chunk.lastIndexOf('#')));
}

/** The first violations, and how many more there are. */
export function formatViolations(violations: readonly StopViolation[]): readonly string[] {
  const omitted = violations.length - MAX_SHOWN;
  return [...violations.slice(0, MAX_SHOWN).map(formatViolation), ...(omitted > 0 ? [`… and ${omitted} more.`] : [])];
}

export function formatViolation({ chunk, message, expected, actual, file, line }: StopViolation): string {
  const place = file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`;
  const lines = [
    `- ${chunk === undefined ? '' : `[${chunk}] `}${indentMore(message)}${message.includes(file ?? '\0') ? '' : place}`,
  ];
  if (expected !== undefined) lines.push(`  expected: ${inLine(expected)}`);
  if (actual !== undefined) lines.push(`  actual: ${inLine(actual)}`);
  return lines.join('\n');
}

function inLine(text: string): string {
  return indentMore(boundedText(text.trim(), TEXT_BOUNDS));
}

/** A text is one violation, however its lines look. */
function indentMore(text: string): string {
  return text.replaceAll('\n', '\n    ');
}
