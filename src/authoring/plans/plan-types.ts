import type { ContractDocument, ContractForm } from '../../contract/document.ts';
import type { CompiledPlan, PlanTry } from '../../verdicts/plan/compile/compile-plan.ts';
import type { PlanEdge } from '../../verdicts/plan/facts/plan-edges.ts';

/** A plan rule for display. */
export interface PlanRuleDescription {
  readonly id: string;
  readonly title: string;
  readonly explanation: string;
}

export interface CompilePlanOptions {
  readonly specification: { readonly file: string; readonly text: string };
  /** Path of the plan to create, relative to the folder. A contract has a YAML extension, a manifest YAML or JSON. */
  readonly out: string;
  /** The form of the plan. Default: `contract`. */
  readonly form?: ContractForm | undefined;
  readonly model?: string | undefined;
  readonly maxCostUsd?: number | undefined;
  /** The maximum number of answers of the model. Defaults to 4. */
  readonly tries?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onTry?: ((planTry: PlanTry) => void) | undefined;
  /** Receives what a small context window has no room for. */
  readonly onNote?: ((message: string) => void) | undefined;
}

export interface ReviewPlanOptions {
  /** The text to review instead of the file's own. */
  readonly text?: string | undefined;
  readonly specification?: { readonly file: string; readonly text: string } | undefined;
  readonly model?: string | undefined;
  readonly maxCostUsd?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type PlanCompilation = CompiledPlan;

/** A recorded compilation, successful or not. */
export interface PlanCompilationSummary {
  readonly specification: string;
  readonly model: string;
  readonly status: 'valid' | 'invalid';
  readonly tries: readonly PlanTry[];
  readonly createdAt: string;
}

/** A parsed plan with the dependencies between its chunks, by position. */
export interface PlanFlow {
  readonly document: ContractDocument;
  readonly edges: readonly PlanEdge[];
}
