import * as z from 'zod';
import type { ContractDocument, ContractForm } from '../../../contract/document.ts';
import type { CheckDeclaration } from '../../../contract/model.ts';
import { KEY_IN_ANSWER } from '../../../models/calls/structured-answer.ts';
import { withoutReasoning } from '../../../models/calls/without-reasoning.ts';
import { readContract } from '../../../contract/read/read-contract.ts';
import type { Redact } from '../../../foundation/output-redaction.ts';
import { containsSecret } from '../../../foundation/redacted-texts.ts';
import { checkPlan, type PlanCheck, type PlanInput } from '../check-plan.ts';
import type { PlanFinding } from '../findings/finding.ts';
import { renderManifest } from './render-manifest.ts';
import { renderPlan } from './render-plan.ts';

const answerSchema = z.object({
  contract: z.record(z.string(), z.unknown()),
  reasons: z.record(z.string(), z.string()).default({}),
});

/** The plan that an answer contains, and its errors. */
export interface ParsedPlan {
  readonly text: string;
  readonly document: ContractDocument;
  readonly check: PlanCheck;
  /** Empty if the plan follows the schema and every rule. */
  readonly errors: readonly string[];
}

/** Everything that is needed to read and check an answer. */
export interface PlanReaderOptions extends Omit<PlanInput, 'document'> {
  /** The path of the plan, which is used only in messages. */
  readonly file: string;
  /** The name of the specification, for the comment at the start of the file. */
  readonly source: string;
  readonly checks: readonly CheckDeclaration[];
  /** The form in which the plan is written. Default: `contract`. */
  readonly form?: ContractForm | undefined;
}

/**
 * Parses a planner's answer and checks it with the contract schema and the rules. A plan is written to a file, so an
 * answer that contains a secret is an error.
 */
export async function readPlanAnswer(
  answer: string,
  options: PlanReaderOptions,
  redact: Redact,
): Promise<ParsedPlan | { readonly errors: readonly string[] }> {
  const data = parseObject(answer);
  if (data === undefined) return { errors: ['The answer contains no valid JSON object.'] };
  const parsed = answerSchema.safeParse(data);
  if (!parsed.success) {
    return {
      errors: [`The answer does not have the form {"reasons": …, "contract": …}: ${z.prettifyError(parsed.error)}`],
    };
  }
  if (containsSecret(parsed.data, redact)) return { errors: [KEY_IN_ANSWER] };
  const answered = { contract: withoutComputedKeys(parsed.data.contract), reasons: parsed.data.reasons };
  const first = await checkRendered(answered, options, []);
  // Which work orders are exempt is known only when the plan has been checked.
  const isComplete = options.form !== 'manifest' || first.check.verifyExempt.length === 0;
  const { text, document, check } = isComplete
    ? first
    : await checkRendered(answered, options, first.check.verifyExempt);
  // A plan with only warnings is accepted. Together with errors, warnings are reported to the model.
  return { text, document, check, errors: check.ok ? [] : check.findings.map(formatFinding) };
}

async function checkRendered(
  { contract, reasons }: z.infer<typeof answerSchema>,
  options: PlanReaderOptions,
  verifyExempt: readonly string[],
): Promise<Omit<ParsedPlan, 'errors'>> {
  const { file, source, form, checks } = options;
  const text =
    form === 'manifest'
      ? renderManifest(contract, { file, reasons, verifyExempt })
      : renderPlan(contract, reasons, source);
  const document = readContract({ file, text, checks });
  return { text, document, check: await checkPlan({ ...options, document }) };
}

/** Removes verify_exempt, which is always computed from the plan. */
function withoutComputedKeys(contract: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { chunks } = contract;
  if (!Array.isArray(chunks)) return contract;
  const computed = new Set(['verify_exempt', 'verifyExempt']);
  const cleaned = chunks.map((chunk: unknown) =>
    typeof chunk === 'object' && chunk !== null && !Array.isArray(chunk)
      ? Object.fromEntries(Object.entries(chunk).filter(([key]) => !computed.has(key)))
      : chunk,
  );
  return { ...contract, chunks: cleaned };
}

function formatFinding({ rule, severity, chunk, message, satisfiedBy }: PlanFinding): string {
  const location = chunk === undefined ? '' : ` (chunk ${chunk})`;
  const advice = satisfiedBy === undefined ? '' : ` To fix it: ${satisfiedBy}`;
  return `${severity} ${rule}${location}: ${message}${advice}`;
}

/** Parses the JSON object in a text: the whole text, a fenced block, or the part between the outermost braces. */
function parseObject(text: string): unknown {
  const answered = withoutReasoning(text);
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(answered)?.[1];
  const braced = answered.slice(answered.indexOf('{'), answered.lastIndexOf('}') + 1);
  for (const candidate of [text, fenced, braced]) {
    if (candidate === undefined || candidate.trim() === '') continue;
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      // The next candidate can be valid.
    }
  }
  return undefined;
}
