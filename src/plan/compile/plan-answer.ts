import * as z from 'zod';
import type { CheckDeclaration } from '../../contract/model.ts';
import { readContract } from '../../contract/read-contract.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { checkPlan, type PlanCheck, type PlanInput } from '../check-plan.ts';
import type { Finding } from '../finding.ts';
import { renderPlan } from './render-plan.ts';

const answerSchema = z.object({
  contract: z.record(z.string(), z.unknown()),
  reasons: z.record(z.string(), z.string()).default({}),
});

/** A plan as it would be written, with what is wrong with it. */
export interface ReadPlan {
  readonly text: string;
  readonly document: ContractDocument;
  readonly check: PlanCheck;
  /** Empty where the plan keeps its schema and every rule. */
  readonly errors: readonly string[];
}

export interface PlanReading extends Omit<PlanInput, 'document'> {
  /** Where the plan would be written; its name decides nothing but how messages call it. */
  readonly file: string;
  /** What the plan is made from, for the comment at its head. */
  readonly source: string;
  readonly checks: readonly CheckDeclaration[];
}

/** Reads a planner's answer: the object in it, the contract's schema, then the rules. */
export async function readPlanAnswer(
  answer: string,
  reading: PlanReading,
): Promise<ReadPlan | { readonly errors: readonly string[] }> {
  const data = objectIn(answer);
  if (data === undefined) return { errors: ['The answer holds no JSON object that can be read.'] };
  const parsed = answerSchema.safeParse(data);
  if (!parsed.success) {
    return {
      errors: [`The answer is not of the form {"reasons": …, "contract": …}: ${z.prettifyError(parsed.error)}`],
    };
  }
  const text = renderPlan(withoutComputed(parsed.data.contract), parsed.data.reasons, reading.source);
  const document = readContract({ file: reading.file, text, checks: reading.checks });
  const check = await checkPlan({ ...reading, document });
  // Warnings alone refuse no plan; beside errors they are worth telling.
  return { text, document, check, errors: check.ok ? [] : check.findings.map(described) };
}

/** verify_exempt is computed from the plan, whatever a model says of it. */
function withoutComputed(contract: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { chunks } = contract;
  if (!Array.isArray(chunks)) return contract;
  const computed = new Set(['verify_exempt', 'verifyExempt']);
  const kept = chunks.map((chunk: unknown) =>
    typeof chunk === 'object' && chunk !== null && !Array.isArray(chunk)
      ? Object.fromEntries(Object.entries(chunk).filter(([key]) => !computed.has(key)))
      : chunk,
  );
  return { ...contract, chunks: kept };
}

function described({ rule, severity, chunk, message, satisfiedBy }: Finding): string {
  const where = chunk === undefined ? '' : ` (chunk ${chunk})`;
  const advice = satisfiedBy === undefined ? '' : ` What would satisfy it: ${satisfiedBy}`;
  return `${severity} ${rule}${where}: ${message}${advice}`;
}

/** The object in a text: the whole of it, what stands in a fence, or what stands between the outermost braces. */
function objectIn(text: string): unknown {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1];
  const braced = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  for (const candidate of [text, fenced, braced]) {
    if (candidate === undefined || candidate.trim() === '') continue;
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // The next reading of the text may be the one that was meant.
    }
  }
  return undefined;
}
