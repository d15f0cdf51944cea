import { tryReadListedText } from '../../code/index/read-tree.ts';
import { loadTypeScript } from '../../code/language/typescript-parser.ts';
import { findAllDependents } from '../../code/impact/all-dependents.ts';
import { buildDependentsGraph } from '../../code/impact/dependents.ts';
import type { DependentsGraph } from '../../code/impact/dependents.ts';
import { findModifiedImpact } from '../../code/impact/export-impact.ts';
import type { ExportImpact } from '../../code/impact/export-impact.ts';
import { findImpact } from '../../code/impact/find-impact.ts';
import type { Impact, ImpactQuery, ImpactSources } from '../../code/impact/impact.ts';
import { findModifiedDeclarations } from '../../code/impact/modified/modified-declarations.ts';
import type { ModifiedExport } from '../../code/impact/modified/modified-export.ts';
import { findModifiedExports } from '../../code/impact/modified/modified-exports.ts';
import type { TextVersions, TypeVerdict, TypeComparison } from '../../code/impact/modified/modified-exports.ts';
import { CancelledError, HoldfastError, messageOf } from '../../foundation/errors.ts';
import {
  codeLanguageOf,
  INDEXED_LANGUAGES,
  isIndexedPath,
  loadLanguageOf,
} from '../../code/languages/language-table.ts';
import { didYouMean } from '../../foundation/name-suggestions.ts';
import { normalizeRelative } from '../../workspace/files/safe-path.ts';
import type { ComparisonTypeChecker } from './analysis.ts';
import type { RootSnapshot } from './analyzed-root.ts';
import type { CallOptions } from './method.ts';

/** The uses of a file or of one of its exports. Throws `not-found` if the module or the export does not exist. */
export async function queryImpact(
  root: RootSnapshot,
  query: ImpactQuery,
  signal: AbortSignal | undefined,
): Promise<Impact> {
  const file = await findReadableModule(root, query.file);
  const { exportName } = query;
  const names = root.index.exportsOf(file).map(({ name }) => name);
  if (exportName !== undefined && !names.includes(exportName)) {
    throw new HoldfastError('not-found', `Failed to find the uses of ${exportName}: ${file} does not export it.`, {
      hint: `It exports: ${names.join(', ') || 'nothing'}.${didYouMean(exportName, names)}`,
    });
  }
  return findImpact(createImpactSources(root, signal), { file, exportName });
}

/** The files that a change of a file can affect. Throws `not-found` if the module does not exist. */
export function queryDependents(root: RootSnapshot, path: string): DependentsGraph {
  return buildDependentsGraph(root.index, requireModuleFile(root, path));
}

/** The given files and every module that imports one of them, directly or indirectly. */
export async function queryAllDependents(
  { tree, index }: RootSnapshot,
  paths: readonly string[],
): Promise<readonly string[]> {
  const files = paths.map(normalizeRelative);
  const listed = new Set(await tree.listFiles());
  return findAllDependents(index, files, (file) => !listed.has(file));
}

export interface ModifiedExportsOptions extends CallOptions {
  readonly typeChecker: ComparisonTypeChecker;
  /** Receives the reason if the type checker fails. */
  readonly log: (line: string) => void;
}

/**
 * The exports of a file that differ from an earlier text of it. If the type checker fails, the result is based on the
 * texts alone, and the reason is logged.
 *
 * @param before `undefined` if the file did not exist
 */
export async function queryModifiedExports(
  root: RootSnapshot,
  path: string,
  before: string | undefined,
  { typeChecker, log, signal }: ModifiedExportsOptions,
): Promise<readonly ExportImpact[]> {
  const file = normalizeRelative(path);
  const sources = createImpactSources(root, signal);
  const after = await sources.readText(file);
  if (before === after || (root.index.moduleOf(file) === undefined && before === undefined)) return [];
  const modified = await findModified(root, file, { before, after }, { typeChecker, log, signal });
  return findModifiedImpact(sources, file, modified);
}

/** The exports that differ between two versions, with types where the language has them. */
async function findModified(
  root: RootSnapshot,
  file: string,
  versions: TextVersions,
  { typeChecker, log, signal }: ModifiedExportsOptions,
): Promise<readonly ModifiedExport[]> {
  const language = await loadLanguageOf(file);
  const enforcesTypes = codeLanguageOf(file)?.enforcesTypes === true;
  if (language !== undefined) return findModifiedDeclarations(language, enforcesTypes, file, versions);
  const ts = await loadTypeScript();
  const { before } = versions;
  if (before === undefined || typeChecker === 'none') return findModifiedExports(ts, file, versions);
  const compareTypes = async (comparisons: readonly TypeComparison[]) => {
    try {
      const trusted = typeChecker === 'workspace';
      const checker = await root.loadTypeChecker(trusted);
      return await checker.compareExportTypes(
        { file, before: before.replaceAll('\r\n', '\n'), queries: comparisons },
        signal,
      );
    } catch (error) {
      if (error instanceof CancelledError) throw error;
      log(`Failed to compare the types of ${file}, so only its text is compared: ${messageOf(error)}`);
      return new Map<string, TypeVerdict>();
    }
  };
  return findModifiedExports(ts, file, versions, compareTypes);
}

/**
 * Finds the module at a path. A file that exists but could not be indexed is read again, so that the caller receives the
 * read error instead of `not-found`.
 */
async function findReadableModule(root: RootSnapshot, path: string): Promise<string> {
  const file = normalizeRelative(path);
  const isMissingFromIndex = root.index.moduleOf(file) === undefined && isIndexedPath(file);
  if (isMissingFromIndex && (await root.tree.kindOf(file)) === 'file') await root.tree.readText(file);
  return requireModuleFile(root, path);
}

function requireModuleFile(root: RootSnapshot, path: string): string {
  const file = normalizeRelative(path);
  if (root.index.moduleOf(file) !== undefined) return file;
  throw new HoldfastError('not-found', `Failed to find the uses of ${file}: there is no such module.`, {
    hint: `Modules are ${INDEXED_LANGUAGES} files that git does not ignore.${didYouMean(file, root.index.files())}`,
  });
}

function createImpactSources({ tree, index, scripts }: RootSnapshot, signal: AbortSignal | undefined): ImpactSources {
  return {
    graph: index,
    cache: scripts,
    readText: (file) => tryReadListedText(tree, file),
    ...(signal === undefined ? {} : { signal }),
  };
}
