import type { ContractDocument, ContractForm } from '../../contract/document.ts';
import type { PlanCheck } from '../../plan/check-plan.ts';
import type { CompiledPlan, PlanTry } from '../../plan/compile/compile-plan.ts';
import type { PlanEdge } from '../../plan/facts/plan-edges.ts';

export interface PlanCheckOptions {
  /** The text to check instead of the file's own. */
  readonly text?: string | undefined;
}

/** A plan rule for display. */
export interface PlanRuleDescription {
  readonly id: string;
  readonly title: string;
  readonly explanation: string;
}

/** Commands that let a contract check behavior. Each is absent if it cannot be derived from the files. */
export interface ProposedChecks {
  /** The test command of the repository, for `verify`. */
  readonly verify?: string | undefined;
  /** What `verify` leaves out of the test script of the repository, and why. */
  readonly remark?: string | undefined;
  /** The same as a value in YAML, quoted if necessary. */
  readonly verifyYaml?: string | undefined;
  /** Whether a gate with `tests: affected` can select test files. If not, it runs all tests at once. */
  readonly selectsAffected?: boolean | undefined;
  /** A command that runs one test file of the work, for `acceptanceCommands`. The file may not exist yet. */
  readonly acceptance?: string | undefined;
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

/** A parsed plan with the findings of its rules. */
export type CheckedPlan = PlanCheck & { readonly document: ContractDocument };

/** A parsed plan with the dependencies between its chunks, by position. */
export interface PlanFlow {
  readonly document: ContractDocument;
  readonly edges: readonly PlanEdge[];
}
