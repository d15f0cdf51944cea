/** The public entry of Holdfast for its edges, the editor and the command line: one engine per workspace folder. */
import { CHECKS } from './checks/definitions/check-table.ts';
import { contractFileJsonSchema } from './contract/json-schema/contract-file-json-schema.ts';
import type { DataFileKind } from './engine/api/data-file-types.ts';
import type { Engine } from './engine/api/engine-interface.ts';
import type { EngineOptions } from './engine/api/engine-options.ts';
import { loadDataFileReader } from './engine/data-files/data-file-table.ts';
import { FolderEngine } from './engine/folder-engine.ts';

export type * from './engine/api/authoring-types.ts';
export type * from './engine/api/check-types.ts';
export type * from './engine/api/domain-types.ts';
export type * from './engine/api/data-file-types.ts';
export type * from './engine/api/engine-interface.ts';
export type * from './engine/api/engine-options.ts';
export type * from './engine/api/export-types.ts';
export type * from './engine/api/interface-types.ts';
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

/** The JSON Schema of a kind of file under `.holdfast/`. */
export async function dataFileSchemaJson(kind: DataFileKind): Promise<Readonly<Record<string, unknown>>> {
  return (await loadDataFileReader(kind)).schema();
}
