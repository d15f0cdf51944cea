import type { ExportRecord } from '../modules/module-record.ts';
import { importsFile } from '../modules/module-graph.ts';
import { directExport } from '../modules/resolved-exports.ts';
import { findReach, type ImpactGraph, type ReachableExport, type FileReach } from './export-reach.ts';
import {
  isTypeKind,
  type ExportUses,
  type Impact,
  type ImpactQuery,
  type ImpactSources,
  type Use,
  type UseKind,
} from './impact.ts';
import { summarizeImpact } from './impact-summary.ts';
import { throwIfCancelled } from '../../foundation/errors.ts';

/**
 * [ENF-IMPACT-1] [ENF-IMPACT-2] [ENF-IMPACT-3] Finds the uses of a file or of one export. As in editors, uses inside the
 * declaring file count, but that file is not listed as affected. The search also finds uses of a name that the module no
 * longer exports.
 */
export async function findImpact(sources: ImpactSources, { file, exportName }: ImpactQuery): Promise<Impact> {
  const exports = sources.graph.exportsOf(file);
  const names = exportName === undefined ? exports.map(({ name }) => name) : [exportName];
  const exportUses: ExportUses[] = [];
  for (const name of names) exportUses.push(await findUses(sources, file, name));
  const files = new Set(exportUses.flatMap(({ uses }) => uses.map((use) => use.file)));
  if (exportName === undefined) for (const importer of findFileImporters(sources.graph, file)) files.add(importer);
  files.delete(file);
  const affected = {
    filesAffected: [...files].sort(),
    functionsAffected: exportUses
      .filter(({ kind }) => !isTypeKind(kind))
      .map(({ name, uses }) => ({ name, file, callers: uses })),
    typesAffected: exportUses
      .filter(({ kind }) => isTypeKind(kind))
      .map(({ name, uses }) => ({ name, file, usages: uses })),
  };
  return { ...affected, summary: summarizeImpact(file, affected) };
}

/** Finds the uses of one export of a file. */
export async function findUses(sources: ImpactSources, file: string, name: string): Promise<ExportUses> {
  const { graph } = sources;
  const record = graph.moduleOf(file);
  const entry = record && directExport(record, name);
  const isDeclaredHere = entry !== undefined && entry.from === undefined && entry.kind !== 'unknown';
  const declaredName = isDeclaredHere ? entry.localName : undefined;
  const exports = findExportNames(record?.exports ?? [], name, declaredName);
  const reach = new Map(
    await findReach(
      graph,
      exports.map((exportName): ReachableExport => ({ file, name: exportName, path: [] })),
      async (importer, module, path) => {
        const { scripts } = (await sources.cache.read(importer, sources.readText)) ?? { scripts: [] };
        const found = await Promise.all(scripts.map((script) => script.findDestructuredNames(module, path)));
        return found.flat();
      },
    ),
  );
  if (declaredName !== undefined) {
    const ownReach = reach.get(file) ?? { boundNames: [], clauseNames: [], inlineImports: [] };
    reach.set(file, { ...ownReach, boundNames: [...ownReach.boundNames, { local: declaredName, path: [] }] });
  }
  const uses: Use[] = [];
  for (const [reachedFile, fileReach] of [...reach].sort(([a], [b]) => (a < b ? -1 : 1))) {
    uses.push(...(await findUsesInFile(sources, reachedFile, fileReach)));
  }
  return { name, kind: graph.exportsOf(file).find((resolved) => resolved.name === name)?.kind ?? 'unknown', uses };
}

/** Finds all names under which a file exports one declaration. A change of the declaration affects all these names. */
function findExportNames(
  exports: readonly ExportRecord[],
  name: string,
  declaredName: string | undefined,
): readonly string[] {
  if (declaredName === undefined) return [name];
  const aliases = exports.filter((entry) => entry.from === undefined && entry.localName === declaredName);
  return [...new Set([name, ...aliases.map((entry) => entry.name)])];
}

/**
 * [ENF-IMPACT-1] Finds the files that import a file directly, or that import a whole module with `export *` from the file.
 * The search for uses finds files that import single names through re-exports.
 */
function findFileImporters(graph: ImpactGraph, file: string): ReadonlySet<string> {
  const importers = new Set<string>();
  const reexportingFiles = new Set([file]);
  // The set grows while it is iterated.
  for (const reexported of reexportingFiles) {
    for (const importer of graph.importersOf(reexported)) {
      const record = graph.moduleOf(importer);
      if (record === undefined) continue;
      const resolvesToFile = (specifier: string): boolean => importsFile(graph, importer, specifier, reexported);
      const importsAll = record.imports.some(
        ({ specifier, names, kind }) =>
          resolvesToFile(specifier) && (names.some(({ imported }) => imported === '*') || kind === 'dynamic'),
      );
      if (reexported === file || importsAll) importers.add(importer);
      if (record.starExports.some(({ specifier }) => resolvesToFile(specifier))) reexportingFiles.add(importer);
    }
  }
  return importers;
}

/** A name that is called: `load(`, `load?.(`, `load<Row>(`. Nested type arguments are not recognized. */
const CALLED_NAME = /[\w$\u0080-\uffff]+\s*(?:\?\.\s*)?(?:<[^<>(){};]*>\s*)?\(/uy;

/**
 * Finds the uses of an export in one file, in text order.
 *
 * @param reach the names through which the file can refer to it
 */
async function findUsesInFile(sources: ImpactSources, file: string, reach: FileReach): Promise<readonly Use[]> {
  throwIfCancelled(sources.signal, 'looking for uses');
  const cached = await sources.cache.read(file, sources.readText);
  if (cached === undefined) return [];
  const { scripts, lines } = cached;
  const kinds = new Map<number, UseKind>();
  for (const script of scripts) {
    for (const { record, names } of reach.clauseNames) {
      const found = await script.findNamesInClause(lines.offsetAt(record.line, record.column), names);
      for (const offset of found) kinds.set(offset, 'import');
    }
    const add = (found: readonly number[]): void => {
      for (const offset of found)
        if (!kinds.has(offset)) kinds.set(offset, isCall(script.text, offset) ? 'call' : 'other');
    };
    for (const { local, path } of reach.boundNames) {
      add(path.length === 0 ? await script.findUsesOfName(local) : await script.findUsesOfMember(local, path));
    }
    for (const { path, specifiers } of groupByPath(reach)) add(await script.findUsesOfInlineImport(specifiers, path));
  }
  return [...kinds]
    .sort(([a], [b]) => a - b)
    .map(([offset, kind]) => {
      const { line, column } = lines.positionAt(offset);
      return { file, line, column, kind };
    });
}

function isCall(text: string, offset: number): boolean {
  CALLED_NAME.lastIndex = offset;
  return CALLED_NAME.test(text);
}

/** Groups the inline imports by path, because one search covers all specifiers of a path. */
function groupByPath({
  inlineImports,
}: FileReach): readonly { path: readonly string[]; specifiers: ReadonlySet<string> }[] {
  const groups = new Map<string, { path: readonly string[]; specifiers: Set<string> }>();
  for (const { specifier, path } of inlineImports) {
    const key = path.join('\0');
    const group = groups.get(key) ?? { path, specifiers: new Set<string>() };
    groups.set(key, group);
    group.specifiers.add(specifier);
  }
  return [...groups.values()];
}
