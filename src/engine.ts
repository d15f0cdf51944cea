/** The public entry of Holdfast for its edges, the editor and the command line: one engine per workspace folder. */
import { CHECKS } from './checks/definitions/check-table.ts';
import { contractFileJsonSchema } from './contract/json-schema/contract-file-json-schema.ts';
import type { MechanicalFix } from './fixes/fix.ts';
import type { EditedDocument } from './fixes/problem-fixes.ts';
import type { FailedResult } from './fixes/result-fixes.ts';
import type { Problem } from './contract/document.ts';
import { gateFileJsonSchema } from './contract/json-schema/gate-file-json-schema.ts';
import type { CheckDeclaration } from './contract/model.ts';
import type { LanguageFeatures } from './authoring/language-features.ts';
import type { DataFileKind } from './engine/api/data-file-types.ts';
import type { Engine } from './engine/api/engine-interface.ts';
import type { EngineOptions } from './engine/api/engine-options.ts';
import type { ModelConnection } from './engine/api/model-types.ts';
import { loadDataFileReader } from './engine/data-files/data-file-table.ts';
import { FolderEngine } from './engine/folder-engine.ts';
import type { ExtraProviders } from './models/base/model-provider.ts';

export type * from './engine/api/agent-types.ts';
export type * from './engine/api/authoring-types.ts';
export type * from './engine/api/change-types.ts';
export type * from './engine/api/check-types.ts';
export type * from './engine/api/domain-types.ts';
export type * from './engine/api/explanation-types.ts';
export type * from './engine/api/data-file-types.ts';
export type * from './engine/api/engine-basis.ts';
export type * from './engine/api/engine-interface.ts';
export type * from './engine/api/engine-options.ts';
export type * from './engine/api/export-types.ts';
export type * from './engine/api/interface-types.ts';
export type * from './engine/api/model-types.ts';
export type * from './engine/api/landing-types.ts';
export type * from './engine/api/plan-types.ts';
export type * from './engine/api/review-types.ts';
export type * from './engine/api/scenario-types.ts';
export type * from './workspace/escapes/confinement-report.ts';
export type { FixChange, MechanicalFix } from './fixes/fix.ts';
export { fixTitle } from './fixes/fix-title.ts';
export { planFixTitle } from './plan/findings/plan-fix-title.ts';
export { OtherBranchError } from './run/landing/other-branch-error.ts';
export { formatRequirementPath } from './fixes/requirement-path.ts';
export type { FailedResult } from './fixes/result-fixes.ts';
export type * from './run/report/decisions.ts';
export type { ContinueOptions } from './run/services/run-options.ts';
export type * from './history/analytics/analytics-report.ts';
export type { AnalyticsFilter } from './history/analytics/analytics-rows.ts';
export { formatAnalyticsCsv } from './history/analytics/analytics-csv.ts';
export type { RunSummary } from './history/records/run-summaries.ts';
export type { GateChoice, PersonVerdict } from './run/report/run-result.ts';
export type { Impact } from './impact/impact.ts';
export { formatFindingPlace, summarizeFindings } from './review/format-finding.ts';
export type { Fact } from './shared/fact.ts';
export { findingKey } from './review/recognise-findings.ts';
export { toSarif } from './review/sarif-report.ts';
export { listChangeViolations } from './engine/change/change-violations.ts';

/** Creates the engine of one workspace folder. Nothing is opened or read before it is needed. */
export function createEngine(options: EngineOptions): Engine {
  return new FolderEngine(options);
}

/** Opens what selecting a model needs. The code of the providers is loaded on first use. */
export async function openModelConnection(extraProviders: ExtraProviders): Promise<ModelConnection> {
  return (await import('./engine/model-connection.ts')).createModelConnection(extraProviders);
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
  return (await import('./fixes/problem-fixes.ts')).fixesOfProblem(document, problem);
}

/** The fix that uses the name of a similar export in the contract; `undefined` if there is none. */
export async function useSimilarName(failed: FailedResult): Promise<MechanicalFix | undefined> {
  return (await import('./fixes/result-fixes.ts')).useSimilarName(failed);
}
