import type { ContractDocument } from '../../../contract/document.ts';
import { CUT_OFF, KEY_IN_ANSWER } from '../../../models/calls/structured-answer.ts';
import { throwIfCancelled } from '../../../foundation/errors.ts';
import type { PlanCheck } from '../check-plan.ts';
import { readPlanAnswer, type PlanReaderOptions } from './plan-answer.ts';
import { plannerCorrection, type PlannerTask } from './plan-prompt.ts';
import { requestPlan, type Planner, type PlannerAnswer, type PlannerExchange } from './request-plan.ts';
import { formatObjection, reviewPlan } from './review-plan.ts';

/** The errors in one answer of the planner. */
export interface PlanTry {
  /** From 1. */
  readonly number: number;
  /**
   * The stage that found the errors: the form of the answer, the schema and the rules, or the reviewer. `accepted` if
   * there are no errors.
   */
  readonly stage: 'form' | 'rules' | 'review' | 'accepted';
  readonly errors: readonly string[];
}

export interface CompiledPlan {
  /** The valid contract; absent if no answer was accepted. */
  readonly plan?: { readonly text: string; readonly document: ContractDocument; readonly check: PlanCheck };
  readonly tries: readonly PlanTry[];
}

export interface CompileInput extends Planner {
  readonly specification: PlannerTask['specification'];
  readonly outline: PlannerTask['outline'];
  readonly testCommand?: PlannerTask['testCommand'];
  readonly reading: PlanReaderOptions;
  /** Masks the API keys in a text. An answer that contains a key is not accepted. */
  readonly redact: (text: string) => string;
  /** The maximum number of answers. */
  readonly maxTries: number;
  readonly onTry?: (planTry: PlanTry) => void;
}

/**
 * [COMP-LOOP] Turns a specification into a plan. The errors of each answer are returned to the model until the schema, the
 * rules and the reviewer accept the plan, or the maximum number of answers is reached. Writes no files.
 */
export async function compilePlan(input: CompileInput): Promise<CompiledPlan> {
  const tries: PlanTry[] = [];
  const exchanges: PlannerExchange[] = [];
  const { specification, outline, testCommand, reading } = input;
  const task = { specification, outline, testCommand, checks: reading.checks, form: reading.form };
  for (let number = 1; number <= input.maxTries; number++) {
    throwIfCancelled(input.signal, 'the compilation of the plan');
    const answer = await requestPlan(task, input, exchanges, number);
    const { text } = answer;
    const { plan, errors, ...evaluated } = await evaluateAnswer(input, answer, number);
    // An error can repeat a key whose characters are escaped in the answer.
    const planTry = { ...evaluated, errors: errors.map((error) => input.redact(error)) };
    tries.push(planTry);
    input.onTry?.(planTry);
    if (plan) return { plan, tries };
    const sent = input.redact(text);
    exchanges.push({ answer: sent === '' ? '(no text)' : sent, correction: plannerCorrection(planTry.errors) });
  }
  return { tries };
}

async function evaluateAnswer(
  input: CompileInput,
  answer: PlannerAnswer,
  number: number,
): Promise<PlanTry & { readonly plan?: CompiledPlan['plan'] }> {
  if (input.redact(answer.text) !== answer.text) return { number, stage: 'form', errors: [KEY_IN_ANSWER] };
  const read = await readPlanAnswer(answer.text, input.reading, input.redact);
  const isCutOff = answer.isCutOff && 'errors' in read && !read.errors.includes(KEY_IN_ANSWER);
  if (!('document' in read)) return { number, stage: 'form', errors: isCutOff ? [CUT_OFF] : read.errors };
  const { contract } = read.document;
  if (read.errors.length > 0 || contract === undefined) return { number, stage: 'rules', errors: read.errors };
  const { specification, model, redact, signal } = input;
  const review = { contract, text: read.text, specification, model, redact, attempt: number, signal };
  const objections = await reviewPlan(review);
  if (objections.length > 0) return { number, stage: 'review', errors: objections.map(formatObjection) };
  const { text, document, check } = read;
  return { number, stage: 'accepted', errors: [], plan: { text, document, check } };
}
