/** The public entry of Holdfast for its edges, the editor and the command line: one engine per workspace folder. */
import { CHECKS } from './checks/definitions/check-table.ts';
import { contractFileJsonSchema } from './contract/json-schema/contract-file-json-schema.ts';
import { domainsJsonSchema } from './domains/declarations/domains-document.ts';
import type { Engine } from './engine/api/engine-interface.ts';
import type { EngineOptions } from './engine/api/engine-options.ts';
import { interfaceJsonSchema } from './domains/registry/interface-json-schema.ts';
import { FolderEngine } from './engine/folder-engine.ts';
import { pipelineJsonSchema } from './pipeline/configuration/pipeline-json-schema.ts';
import { scenarioJsonSchema, twinsJsonSchema } from './scenarios/files/scenario-json-schema.ts';

export type * from './engine/api/check-types.ts';
export type * from './engine/api/domain-types.ts';
export type * from './engine/api/engine-interface.ts';
export type * from './engine/api/engine-options.ts';
export type * from './engine/api/export-types.ts';
export type * from './engine/api/interface-types.ts';
export type * from './engine/api/pipeline-file-types.ts';
export type * from './engine/api/pipeline-types.ts';
export type * from './engine/api/plan-types.ts';
export type * from './engine/api/review-types.ts';
export type * from './engine/api/scenario-types.ts';
export type * from './run/report/decisions.ts';
export type { ContinueOptions } from './run/services/run-options.ts';
export type { RunSummary } from './history/records/run-summaries.ts';
export type { GateChoice, PersonVerdict } from './run/report/run-result.ts';
export type { Impact } from './impact/impact.ts';
export { formatFindingPlace, summarizeFindings } from './review/format-finding.ts';
export { findingKey } from './review/recognise-findings.ts';
export { toSarif } from './review/sarif-report.ts';

/** Creates the engine of one workspace folder. Nothing is opened or read before it is needed. */
export function createEngine(options: EngineOptions): Engine {
  return new FolderEngine(options);
}

/** The JSON Schema of contract files, with every check, and of manifests in the plan compiler's form. */
export function contractSchemaJson(): object {
  return contractFileJsonSchema(CHECKS);
}

/** The JSON Schema of `.holdfast/pipeline.yaml`. */
export function pipelineSchemaJson(): Readonly<Record<string, unknown>> {
  return pipelineJsonSchema();
}

/** The JSON Schema of scenario files. */
export function scenarioSchemaJson(): Readonly<Record<string, unknown>> {
  return scenarioJsonSchema();
}

/** The JSON Schema of the file that declares twins. */
export function twinsSchemaJson(): Readonly<Record<string, unknown>> {
  return twinsJsonSchema();
}

/** The JSON Schema of the files in `.holdfast/interfaces/`. */
export function interfaceSchemaJson(): Readonly<Record<string, unknown>> {
  return interfaceJsonSchema();
}

/** The JSON Schema of `.holdfast/domains.yaml`. */
export function domainsSchemaJson(): Readonly<Record<string, unknown>> {
  return domainsJsonSchema();
}
