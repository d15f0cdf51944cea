import type { LanguageModelV4 } from '@ai-sdk/provider';
import { labelOptions } from '../../models/call-label.ts';
import { throwIfCancelled } from '../../shared/errors.ts';
import type { PlanCheck } from '../check-plan.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { readPlanAnswer, type PlanReading } from './plan-answer.ts';
import { plannerCorrection, plannerPrompt, plannerSystem } from './plan-prompt.ts';
import { reviewPlan } from './review-plan.ts';

/** One answer of the planner, and what was wrong with it; nothing where it was taken. */
export interface PlanTry {
  /** From 1. */
  readonly number: number;
  /** What the errors come from: the form of the answer, schema and rules, or the reviewer. */
  readonly stage: 'form' | 'rules' | 'review' | 'accepted';
  readonly errors: readonly string[];
}

export interface CompiledPlan {
  /** The text of the contract; absent where no try gave a valid one. */
  readonly plan?: { readonly text: string; readonly document: ContractDocument; readonly check: PlanCheck };
  readonly tries: readonly PlanTry[];
}

export interface CompileInput {
  readonly specification: { readonly file: string; readonly text: string };
  /** See repositoryOutline. */
  readonly outline: string;
  readonly reading: PlanReading;
  /** A guarded model: its calls keep budget, retries and time limits. */
  readonly model: LanguageModelV4;
  /** How often the planner may answer. */
  readonly tries: number;
  readonly signal: AbortSignal;
  readonly onTry?: (one: PlanTry) => void;
}

/**
 * [COMP-LOOP] Turns a specification into a plan: what is wrong with an answer goes back to the model until the plan keeps
 * its schema, every rule and the reviewer's objections, or the tries are used up. Nothing is written.
 */
export async function compilePlan(input: CompileInput): Promise<CompiledPlan> {
  const { generateText } = await import('ai');
  const tries: PlanTry[] = [];
  const messages: { role: 'user' | 'assistant'; content: string }[] = [
    { role: 'user', content: plannerPrompt(input.specification, input.outline) },
  ];
  for (let number = 1; number <= input.tries; number++) {
    throwIfCancelled(input.signal, 'the compilation of the plan');
    const { text } = await generateText({
      model: input.model,
      instructions: plannerSystem(input.reading.checks),
      messages,
      // Calls are retried below the SDK, where the server's own delay is known.
      maxRetries: 0,
      providerOptions: labelOptions({ purpose: 'plan', attempt: number }),
      abortSignal: input.signal,
    });
    const { plan, ...one } = await judge(input, text, number);
    tries.push(one);
    input.onTry?.(one);
    if (plan) return { plan, tries };
    messages.push(
      { role: 'assistant', content: text === '' ? '(no text)' : text },
      { role: 'user', content: plannerCorrection(one.errors) },
    );
  }
  return { tries };
}

async function judge(
  input: CompileInput,
  answer: string,
  number: number,
): Promise<PlanTry & { readonly plan?: CompiledPlan['plan'] }> {
  const read = await readPlanAnswer(answer, input.reading);
  if (!('document' in read)) return { number, stage: 'form', errors: read.errors };
  const { contract } = read.document;
  if (read.errors.length > 0 || contract === undefined) return { number, stage: 'rules', errors: read.errors };
  const { specification, model, signal } = input;
  const objections = await reviewPlan({ contract, text: read.text, specification, model, attempt: number, signal });
  if (objections.length > 0) return { number, stage: 'review', errors: objections };
  const { text, document, check } = read;
  return { number, stage: 'accepted', errors: [], plan: { text, document, check } };
}
