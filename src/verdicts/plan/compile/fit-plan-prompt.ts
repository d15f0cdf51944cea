import type { CountTokens } from '../../../models/cost/token-estimate.ts';
import { boundedText } from '../../../models/prompts/bounded-text.ts';
import {
  CHARACTERS_PER_TOKEN,
  FEEDBACK_SHARE,
  leftOutNote,
  MIN_PART_TOKENS,
  promptTokensOf,
} from '../../../models/prompts/window-budget.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import {
  plannerPrompt,
  renderPlannerPrompt,
  type PlannerDetail,
  type PlannerPrompt,
  type PlannerTask,
} from './plan-prompt.ts';
import type { OutlinePart } from './repository-outline.ts';

/** What every prompt has. An example takes the place of the JSON Schema. */
const LEAST: PlannerDetail = { schema: 'example', explainsRules: false, outline: [] };
const SCHEMA = 'the JSON Schema of contracts';
const DESCRIPTIONS = 'the descriptions in the JSON Schema';
/** The part of the prompt that one part of the outline may have. */
const OUTLINE_SHARE = 1 / 4;

/** What a prompt can have in addition to the least. */
interface Addition {
  readonly name: string;
  addTo(detail: PlannerDetail): PlannerDetail;
  /** The same with a part of the text. */
  readonly shortened?: ((tokens: number) => Addition) | undefined;
}

/**
 * Builds a prompt of the planner that fits a context window together with an answer. The specification always stays. The
 * prompt has as much of the rest as fits, the most important parts first, and says what it leaves out.
 *
 * @param feedbackTokens the tokens of the last answer and its errors, which follow
 * @throws HoldfastError if the specification does not fit
 */
export function fitPlannerPrompt(
  task: PlannerTask,
  window: number,
  count: CountTokens,
  feedbackTokens = 0,
): PlannerPrompt {
  const tokensOf = ({ system, user }: PlannerPrompt): number => count(system) + count(user);
  const most = promptTokensOf(window);
  const everything = plannerPrompt(task);
  if (tokensOf(everything) + feedbackTokens <= most) return everything;
  const least = tokensOf(renderPlannerPrompt(task, LEAST, []));
  if (least > most) throw createSizeError(task, { window, least, most });

  const additions = additionsOf(task.outline);
  const note = leftOutNote(additions.map(({ name }) => `parts of ${name}`));
  const feedback = Math.min(feedbackTokens, Math.floor(most * FEEDBACK_SHARE));
  const budget = most - feedback - count(note);
  const fits = (detail: PlannerDetail): boolean => tokensOf(renderPlannerPrompt(task, detail, [])) <= budget;
  const leftOut: string[] = [];
  let detail = LEAST;
  for (const addition of additions) {
    if (addition.name === DESCRIPTIONS && leftOut.includes(SCHEMA)) continue;
    const used = shortenToFit(addition, budget * OUTLINE_SHARE, (one) => fits(one.addTo(detail)));
    if (used !== addition) leftOut.push(used === undefined ? addition.name : `parts of ${addition.name}`);
    detail = used?.addTo(detail) ?? detail;
  }
  return renderPlannerPrompt(task, detail, leftOut);
}

/** The most important additions first. */
function additionsOf(outline: readonly OutlinePart[]): readonly Addition[] {
  const isImportant = ({ path }: OutlinePart): boolean => path === undefined || path === 'package.json';
  return [
    ...outline.filter(isImportant).map(outlineAddition),
    { name: SCHEMA, addTo: (detail) => ({ ...detail, schema: 'without descriptions' }) },
    { name: 'the explanations of the rules', addTo: (detail) => ({ ...detail, explainsRules: true }) },
    ...outline.filter((part) => !isImportant(part)).map(outlineAddition),
    { name: DESCRIPTIONS, addTo: (detail) => ({ ...detail, schema: 'complete' }) },
  ];
}

function outlineAddition(part: OutlinePart): Addition {
  return {
    name: part.name,
    addTo: (detail) => ({ ...detail, outline: [...detail.outline, part] }),
    shortened: (tokens) => {
      const head = Math.floor(tokens * CHARACTERS_PER_TOKEN);
      return outlineAddition({ ...part, text: boundedText(part.text, { head, tail: 0 }) });
    },
  };
}

/** The addition, or the largest part of it that fits; `undefined` if none does. */
function shortenToFit(
  addition: Addition,
  mostTokens: number,
  fits: (addition: Addition) => boolean,
): Addition | undefined {
  if (fits(addition)) return addition;
  for (let tokens = mostTokens; tokens >= MIN_PART_TOKENS; tokens *= 0.8) {
    const short = addition.shortened?.(tokens);
    if (short === undefined) return undefined;
    if (fits(short)) return short;
  }
  return undefined;
}

function createSizeError(
  { specification: { file } }: PlannerTask,
  { window, least, most }: { readonly window: number; readonly least: number; readonly most: number },
): HoldfastError {
  return new HoldfastError(
    'limit',
    `Failed to plan ${file}: the specification and the rules of plans have ${least} tokens, and a context window of ${window} tokens has room for ${most} and an answer`,
    { hint: 'Increase the context window in the server, divide the specification, or use another model.' },
  );
}
