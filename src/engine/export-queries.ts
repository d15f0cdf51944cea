import type { Analysis } from '../analysis/analysis.ts';
import type { ContractDocument, DataPath } from '../contract/document.ts';
import { toImpact, type ExportImpact } from '../impact/export-impact.ts';
import { findMentioningContracts, findMentions } from '../impact/export-mentions.ts';
import type { Impact, ImpactQuery } from '../impact/impact.ts';
import { toLocation } from '../shared/position.ts';
import { readCommittedText } from '../workspace/files/committed-text.ts';
import type {
  ContractMention,
  FileDependents,
  FileExportCoverage,
  ImpactOptions,
  ModifiedExportReport,
  ModifiedOptions,
} from './api/export-types.ts';

/** What queries about exports need from the engine. */
export interface ExportSources {
  readonly folder: string;
  readonly analysis: Analysis;
  /** Whether the workspace's own TypeScript may run. */
  readonly trusted: boolean;
  readonly contracts: () => Promise<readonly ContractDocument[]>;
}

/** [ENF-IMPACT-4] The exports of a file that differ from a revision, with their users and the contracts that name them. */
export async function queryModifiedExports(
  { folder, analysis, trusted, contracts }: ExportSources,
  file: string,
  { since = 'HEAD', types = false, onTexts, signal }: ModifiedOptions,
): Promise<readonly ModifiedExportReport[]> {
  const committed = await readCommittedText(folder, since, file, signal);
  if (committed === undefined) return [];
  const addContracts = async (changes: readonly ExportImpact[]): Promise<readonly ModifiedExportReport[]> => {
    const documents = changes.length === 0 ? [] : await contracts();
    return changes.map((change) => ({
      ...change,
      contracts: findMentioningContracts(documents, file, change.previousName ?? change.name),
    }));
  };
  if (!types || onTexts) {
    const fromTexts = await addContracts(
      await analysis.modifiedExports(folder, file, committed.text, 'none', { signal }),
    );
    if (!types) return fromTexts;
    await onTexts?.(fromTexts);
  }
  const typeChecker = trusted ? 'workspace' : 'bundled';
  return addContracts(await analysis.modifiedExports(folder, file, committed.text, typeChecker, { signal }));
}

/** Who uses a file or an export; with `since`, who uses the exports that differ from that revision. */
export async function queryImpact(
  sources: ExportSources,
  query: ImpactQuery,
  { since, signal }: ImpactOptions,
): Promise<Impact> {
  const { analysis, folder } = sources;
  if (since === undefined) return analysis.impact(folder, query, { signal });
  const { file, exportName } = query;
  const modified = await queryModifiedExports(sources, file, { since, types: true, signal });
  const selected = modified.filter(
    ({ name, previousName }) => exportName === undefined || name === exportName || previousName === exportName,
  );
  // Throws if the file or the export never existed, rather than reporting it as unmodified.
  if (selected.length === 0) await analysis.impact(folder, query, { signal });
  return toImpact(file, since, selected);
}

/** The files that depend on a file, with its exports and the contracts that name them. */
export async function queryDependents(
  { folder, analysis, contracts }: ExportSources,
  file: string,
  signal: AbortSignal | undefined,
): Promise<FileDependents> {
  const graph = await analysis.dependents(folder, file, { signal });
  const [module] = await analysis.exportsOf(folder, [graph.file]);
  const exports = module?.exports ?? [];
  const names = exports.map(({ name }) => name);
  return { ...graph, exports, mentions: findContractMentions(await contracts(), graph.file, names) };
}

/**
 * [EDIT-5] The exports that each module declares, with the contracts that name them. Re-exports are left out: they belong to
 * the module that declares them.
 */
export async function queryExportCoverage(
  { folder, analysis, contracts }: ExportSources,
  signal: AbortSignal | undefined,
): Promise<readonly FileExportCoverage[]> {
  const modules = await analysis.exports(folder, undefined, { signal });
  const documents = await contracts();
  return modules.flatMap(({ file, exports }) => {
    const declared = exports.filter(({ from }) => from === undefined);
    if (declared.length === 0) return [];
    const covered = declared.map(({ name, line }) => {
      // Most names occur in no contract. The text shows that faster than the contract.
      const candidates = documents.filter(({ text }) => text.includes(name));
      return { name, line, contracts: findMentioningContracts(candidates, file, name) };
    });
    return [{ file, exports: covered }];
  });
}

/** Every position in the contracts that names one of a file's exports, in the order of the contracts. */
export function findContractMentions(
  documents: readonly ContractDocument[],
  file: string,
  names: readonly string[],
): readonly ContractMention[] {
  return documents.flatMap((document) =>
    names.flatMap((name) =>
      findMentions(document, file, name).map((path) => ({
        name,
        title: findTitle(document, path),
        location: toLocation(document.file, document.rangeOf(path)),
      })),
    ),
  );
}

function findTitle({ contract, file }: ContractDocument, [list, index]: DataPath): string {
  const chunk = list === 'chunks' && typeof index === 'number' ? contract?.chunks[index] : undefined;
  return chunk?.title ?? contract?.spec.title ?? file;
}
