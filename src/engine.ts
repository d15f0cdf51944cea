/** The public entry of Holdfast for its edges, the editor and the command line: one engine per workspace folder. */
import { CHECKS } from './verdicts/checks/definitions/check-table.ts';
import { contractFileJsonSchema } from './contract/json-schema/contract-file-json-schema.ts';
import type { MechanicalFix } from './verdicts/fixes/fix.ts';
import type { EditedDocument } from './verdicts/fixes/problem-fixes.ts';
import type { FailedResult } from './verdicts/fixes/result-fixes.ts';
import type { Problem } from './contract/document.ts';
import { gateFileJsonSchema } from './contract/json-schema/gate-file-json-schema.ts';
import type { CheckDeclaration } from './contract/model.ts';
import type { LanguageFeatures } from './authoring/language-features.ts';
import type { DataFileKind } from './verdicts/data-files/data-file-types.ts';
import type { ModelConnection } from './models/agent/connection/model-types.ts';
import { loadDataFileReader } from './verdicts/data-files/data-file-table.ts';
import type { ExtraProviders } from './models/base/model-provider.ts';

export type * from './hooks/agent-types.ts';
export { toCommentViolation } from './hooks/comments/comment-violations.ts';
export type * from './hooks/comments/comment-types.ts';
export type * from './hooks/reviews/session-types.ts';
export type * from './authoring/contracts/authoring-types.ts';
export type * from './authoring/rules/rule-types.ts';
export type { Authoring } from './authoring/contracts/folder-authoring.ts';
export type * from './run/change/change-types.ts';
export type { WorkflowEvent } from './run/change/event-base.ts';
export type * from './run/check/check-types.ts';
export type * from './verdicts/domains/domain-types.ts';
export type * from './run/check/explanation-types.ts';
export type * from './verdicts/data-files/data-file-types.ts';
export { createEngine, type Engine } from './engine/create-engine.ts';
export type * from './engine/services/engine-basis.ts';
export type * from './engine/services/engine-options.ts';
export type * from './verdicts/analysis/export-types.ts';
export type { ApiComparison, ApiDifference, VersionBump } from './code/api/compare/api-difference.ts';
export { listApiLines } from './code/api/model/list-api-lines.ts';
export type * from './code/api/model/package-api.ts';
export type { PackageSummary } from './verdicts/analysis/package-api-answers.ts';
export type * from './verdicts/domains/interface-types.ts';
export type * from './models/agent/connection/model-types.ts';
export type { CheckedPlan, PlanCheckOptions } from './run/check/check-plan.ts';
export type { PlanOverview } from './run/plans/read-plan-overview.ts';
export { isPlanFile } from './contract/plans/plan-file.ts';
export { describeUndecidedTasks, describeUntrueTasks } from './run/contracts/plan-claims.ts';
export type { PlanReport, TaskTrace } from './run/plans/report-plan.ts';
export type { SyncedPlan } from './run/plans/sync-plan.ts';
export type { Trace, TracedTask } from './run/plans/trace.ts';
export type * from './run/landing/result-types.ts';
export type * from './run/record-report.ts';
export type * from './run/reviewed-change/review-types.ts';
export type * from './run/setup/setup-types.ts';
export type * from './run/undo/landing-types.ts';
export type * from './authoring/plans/plan-types.ts';
export type * from './run/review/review-types.ts';
export type * from './run/scenarios/scenario-types.ts';
export type * from './workspace/escapes/confinement-report.ts';
export type { FixChange, MechanicalFix } from './verdicts/fixes/fix.ts';
export { fixTitle } from './verdicts/fixes/fix-title.ts';
export { acceptanceCommandsOf } from './contract/acceptance-commands.ts';
export { describeRedFirst } from './run/report/red-first-report.ts';
export { describeRaising, describeStrength, type ChunkStrength } from './verdicts/plan/strength/chunk-strength.ts';
export { planFixTitle } from './verdicts/plan/fix/plan-fix-title.ts';
export { OtherBranchError } from './run/landing/other-branch-error.ts';
export { formatRequirementPath } from './verdicts/fixes/requirement-path.ts';
export type { FailedResult } from './verdicts/fixes/result-fixes.ts';
export type * from './run/report/decisions.ts';
export type { ContinueOptions } from './run/services/run-options.ts';
export type * from './history/analytics/analytics-report.ts';
export type { AnalyticsFilter } from './history/analytics/analytics-rows.ts';
export { formatAnalyticsCsv } from './history/analytics/analytics-csv.ts';
export type { RunSummary } from './history/records/run-summaries.ts';
export type { GateChoice, PersonVerdict } from './run/report/run-result.ts';
export type { Impact } from './code/impact/impact.ts';
export { formatFindingPlace, summarizeFindings } from './verdicts/review/format-finding.ts';
export type { Fact } from './foundation/fact.ts';
export { findingKey } from './verdicts/review/recognise-findings.ts';
export { toSarif } from './verdicts/review/sarif-report.ts';
export { listChangeViolations } from './run/change/change-violations.ts';

/** Opens what selecting a model needs. The code of the providers is loaded on first use. */
export async function openModelConnection(extraProviders: ExtraProviders): Promise<ModelConnection> {
  return (await import('./models/agent/connection/model-connection.ts')).createModelConnection(extraProviders);
}

/** The JSON Schema of contract files, with every check, and of manifests in the plan compiler's form. */
export function contractSchemaJson(): object {
  return contractFileJsonSchema(CHECKS);
}

/** The JSON Schema of gate files, with every check. */
export function gateSchemaJson(): object {
  return gateFileJsonSchema(CHECKS);
}

/** The checks that a contract can use, for completion and hovers. */
export const CHECK_DECLARATIONS: readonly CheckDeclaration[] = CHECKS;

/** The JSON Schema of a kind of file under `.holdfast/`. */
export async function dataFileSchemaJson(kind: DataFileKind): Promise<Readonly<Record<string, unknown>>> {
  return (await loadDataFileReader(kind)).schema();
}

/** The language features of contract files. Loaded at their first use. */
export async function loadLanguageFeatures(): Promise<LanguageFeatures> {
  return (await import('./authoring/language-features.ts')).languageFeatures;
}

/** The mechanical fixes of a problem of a contract file. */
export async function fixesOfProblem(document: EditedDocument, problem: Problem): Promise<readonly MechanicalFix[]> {
  return (await import('./verdicts/fixes/problem-fixes.ts')).fixesOfProblem(document, problem);
}

/** The fix that uses the name of a similar export in the contract; `undefined` if there is none. */
export async function useSimilarName(failed: FailedResult): Promise<MechanicalFix | undefined> {
  return (await import('./verdicts/fixes/result-fixes.ts')).useSimilarName(failed);
}
