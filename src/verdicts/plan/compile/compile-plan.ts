import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ContractDocument } from '../../../contract/document.ts';
import { toProviderOptions } from '../../../models/base/call-label.ts';
import { KEY_IN_ANSWER } from '../../../models/calls/structured-answer.ts';
import { throwIfCancelled } from '../../../foundation/errors.ts';
import type { PlanCheck } from '../check-plan.ts';
import { readPlanAnswer, type PlanReaderOptions } from './plan-answer.ts';
import { plannerCorrection, plannerPrompt, plannerSystemPrompt } from './plan-prompt.ts';
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

export interface CompileInput {
  readonly specification: { readonly file: string; readonly text: string };
  /** The result of `createRepositoryOutline`. */
  readonly outline: string;
  /** The command that runs the tests of the repository, proposed as the verify command. */
  readonly testCommand?: string | undefined;
  readonly reading: PlanReaderOptions;
  /** A model whose calls respect the budget, retries and time limits. */
  readonly model: LanguageModelV4;
  /** Masks the API keys in a text. An answer that contains a key is not accepted. */
  readonly redact: (text: string) => string;
  /** The maximum number of answers. */
  readonly maxTries: number;
  readonly signal: AbortSignal;
  readonly onTry?: (planTry: PlanTry) => void;
}

/**
 * [COMP-LOOP] Turns a specification into a plan. The errors of each answer are returned to the model until the schema, the
 * rules and the reviewer accept the plan, or the maximum number of answers is reached. Writes no files.
 */
export async function compilePlan(input: CompileInput): Promise<CompiledPlan> {
  const { generateText } = await import('ai');
  const tries: PlanTry[] = [];
  const messages: { role: 'user' | 'assistant'; content: string }[] = [
    { role: 'user', content: plannerPrompt(input.specification, input.outline, input.testCommand) },
  ];
  for (let number = 1; number <= input.maxTries; number++) {
    throwIfCancelled(input.signal, 'the compilation of the plan');
    const { text } = await generateText({
      model: input.model,
      instructions: plannerSystemPrompt(input.reading.checks, input.reading.form),
      messages,
      // `input.model` retries calls itself, after the delay that the server requests.
      maxRetries: 0,
      providerOptions: toProviderOptions({ purpose: 'plan', attempt: number }),
      abortSignal: input.signal,
    });
    const { plan, errors, ...evaluated } = await evaluateAnswer(input, text, number);
    // An error can repeat a key whose characters are escaped in the answer.
    const planTry = { ...evaluated, errors: errors.map((error) => input.redact(error)) };
    tries.push(planTry);
    input.onTry?.(planTry);
    if (plan) return { plan, tries };
    const sent = input.redact(text);
    messages.push(
      { role: 'assistant', content: sent === '' ? '(no text)' : sent },
      { role: 'user', content: plannerCorrection(planTry.errors) },
    );
  }
  return { tries };
}

async function evaluateAnswer(
  input: CompileInput,
  answer: string,
  number: number,
): Promise<PlanTry & { readonly plan?: CompiledPlan['plan'] }> {
  if (input.redact(answer) !== answer) return { number, stage: 'form', errors: [KEY_IN_ANSWER] };
  const read = await readPlanAnswer(answer, input.reading, input.redact);
  if (!('document' in read)) return { number, stage: 'form', errors: read.errors };
  const { contract } = read.document;
  if (read.errors.length > 0 || contract === undefined) return { number, stage: 'rules', errors: read.errors };
  const { specification, model, redact, signal } = input;
  const review = { contract, text: read.text, specification, model, redact, attempt: number, signal };
  const objections = await reviewPlan(review);
  if (objections.length > 0) return { number, stage: 'review', errors: objections.map(formatObjection) };
  const { text, document, check } = read;
  return { number, stage: 'accepted', errors: [], plan: { text, document, check } };
}
