import type { Analysis, OwnExports } from './analysis.ts';
import type { ContractDocument, DataPath } from '../../contract/document.ts';
import type { ApiComparison, ApiDifference } from '../../code/api/compare/api-difference.ts';
import { findBump } from '../../code/api/compare/version-bump.ts';
import { toImpact, type ExportImpact } from '../../code/impact/export-impact.ts';
import { findMentioningContracts, findMentions } from '../../code/impact/export-mentions.ts';
import { combineCompatibility } from '../../code/impact/modified/difference.ts';
import type { Impact, ImpactQuery } from '../../code/impact/impact.ts';
import { toLocation } from '../../foundation/position.ts';
import { readCommittedText } from '../../workspace/files/committed-text.ts';
import type {
  ContractMention,
  FileDependents,
  FileExportCoverage,
  ImpactOptions,
  ModifiedExportReport,
  ModifiedOptions,
} from './export-types.ts';

/** The exports of the workspace, who uses them, and which contracts name them. */
export interface Exports {
  /** What the modules of a file, of a folder or of the whole workspace export by their own text. */
  list(path?: string): Promise<readonly OwnExports[]>;
  /** Finds who uses a file, or one of its exports (ENF-IMPACT-1, -2, -3). Throws `not-found` if the file or the export does not exist. */
  impact(query: ImpactQuery, options?: ImpactOptions): Promise<Impact>;
  /** The files that a change of a file can affect, level by level (ENF-IMPACT-1). Throws `not-found` like `impact`. */
  dependents(file: string, options?: Pick<ImpactOptions, 'signal'>): Promise<FileDependents>;
  /**
   * [ENF-IMPACT-4] The exports of a file that differ from a revision, by default the last commit, with their users and the
   * contracts that name them. Empty if there is no repository or no commit.
   */
  modified(file: string, options?: ModifiedOptions): Promise<readonly ModifiedExportReport[]>;
  /**
   * [EDIT-5] The exports that each module declares, with the contracts that name them, sorted by path. Re-exports are left
   * out: they belong to the module that declares them.
   */
  coverage(options?: Pick<ImpactOptions, 'signal'>): Promise<readonly FileExportCoverage[]>;
}

/** What queries about exports use. */
export interface ExportSources {
  readonly tree: { readonly root: string };
  readonly analysis: Analysis;
  readonly contracts: { readAll(): Promise<readonly ContractDocument[]> };
}

/** The exports of one folder. */
export class FolderExports implements Exports {
  readonly #folder: string;
  readonly #analysis: Analysis;
  readonly #contracts: ExportSources['contracts'];
  readonly #trusted: () => boolean;

  /** @param trusted whether the workspace's own TypeScript may run */
  constructor({ tree, analysis, contracts }: ExportSources, trusted: () => boolean) {
    this.#folder = tree.root;
    this.#analysis = analysis;
    this.#contracts = contracts;
    this.#trusted = trusted;
  }

  list(path?: string): Promise<readonly OwnExports[]> {
    return this.#analysis.exports(this.#folder, path);
  }

  async modified(
    file: string,
    { since = 'HEAD', types = false, onTexts, signal }: ModifiedOptions = {},
  ): Promise<readonly ModifiedExportReport[]> {
    const committed = await readCommittedText(this.#folder, since, file, signal);
    if (committed === undefined) return [];
    const find = (typeChecker: 'none' | 'workspace' | 'bundled'): Promise<readonly ExportImpact[]> =>
      this.#analysis.modifiedExports(this.#folder, file, committed.text, typeChecker, { signal });
    if (!types || onTexts) {
      const fromTexts = await this.#addContracts(file, await find('none'));
      if (!types) return fromTexts;
      await onTexts?.(fromTexts);
    }
    const changes = await find(this.#trusted() ? 'workspace' : 'bundled');
    const reports = await this.#addContracts(file, changes);
    if (reports.length === 0) return [];
    const earlier = [{ before: committed.text === undefined ? undefined : file, after: file, text: committed.text }];
    const comparisons = await this.#analysis.apiComparisons(this.#folder, earlier, null, { signal });
    return reports.map((report) => addPublicChange(report, comparisons));
  }

  /** With `since`, who uses the exports that differ from that revision. */
  async impact(query: ImpactQuery, { since, signal }: ImpactOptions = {}): Promise<Impact> {
    if (since === undefined) return this.#analysis.impact(this.#folder, query, { signal });
    const { file, exportName } = query;
    const modified = await this.modified(file, { since, types: true, signal });
    const selected = modified.filter(
      ({ name, previousName }) => exportName === undefined || name === exportName || previousName === exportName,
    );
    // Throws if the file or the export never existed, rather than reporting it as unmodified.
    if (selected.length === 0) await this.#analysis.impact(this.#folder, query, { signal });
    return toImpact(file, since, selected);
  }

  async dependents(file: string, { signal }: Pick<ImpactOptions, 'signal'> = {}): Promise<FileDependents> {
    const graph = await this.#analysis.dependents(this.#folder, file, { signal });
    const [module] = await this.#analysis.exportsOf(this.#folder, [graph.file]);
    const exports = module?.exports ?? [];
    const names = exports.map(({ name }) => name);
    return { ...graph, exports, mentions: findContractMentions(await this.#contracts.readAll(), graph.file, names) };
  }

  async coverage({ signal }: Pick<ImpactOptions, 'signal'> = {}): Promise<readonly FileExportCoverage[]> {
    const modules = await this.#analysis.exports(this.#folder, undefined, { signal });
    const documents = await this.#contracts.readAll();
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

  async #addContracts(file: string, changes: readonly ExportImpact[]): Promise<readonly ModifiedExportReport[]> {
    if (changes.length === 0) return [];
    const documents = await this.#contracts.readAll();
    return changes.map((change) => ({
      ...change,
      contracts: findMentioningContracts(documents, file, change.previousName ?? change.name),
    }));
  }
}

/**
 * [CHANGE-2] Adds what a modified export means for the public API. Its class is that of the public API then.
 *
 * @param comparisons of the packages, with only the file of the export changed
 */
function addPublicChange(report: ModifiedExportReport, comparisons: readonly ApiComparison[]): ModifiedExportReport {
  for (const { name: packageName, versionBefore, differences } of comparisons) {
    const own = differences.filter((one) => isOf(report, one));
    const compatibility = combineCompatibility(own);
    const decisive = own.filter((one) => one.compatibility === compatibility);
    if (own.length === 0) continue;
    const names = [...new Set(own.flatMap(({ name, otherNames = [] }) => [name, ...otherNames]))].sort();
    const bump = compatibility === 'unknown' ? undefined : findBump(own, versionBefore);
    return {
      ...report,
      compatibility,
      reasons: [...new Set(decisive.flatMap(({ reasons }) => reasons))],
      publicApi: { packageName, names, ...(bump === undefined ? {} : { bump }) },
    };
  }
  return report;
}

/** Whether a difference is that of a modified export: one of its public names, or its declaration. */
function isOf({ name, previousName, change, line }: ModifiedExportReport, one: ApiDifference): boolean {
  if (one.change === 'removed') {
    if (change !== 'removed' && change !== 'renamed') return false;
    return one.name === (previousName ?? name) || (change === 'removed' && one.line === line);
  }
  return change !== 'removed' && (one.line === line || one.name === name || one.otherNames?.includes(name) === true);
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
