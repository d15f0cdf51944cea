import type { ModuleIndex, ResolvedExport } from '../index/module-index.ts';
import { languageOf } from '../language/source-language.ts';
import { codeLanguageOf } from '../languages/language-table.ts';
import type { ImportedName, ImportRecord } from '../modules/module-record.ts';

/** An import that led to a file, or to a name in it, before a change and leads to none after it. */
export interface BrokenImport {
  /** The importing file. */
  readonly file: string;
  /** 1-based: the place of the name, or of the specifier. */
  readonly line: number;
  readonly column: number;
  readonly specifier: string;
  /** The missing name; absent if the module itself is missing. */
  readonly name?: string | undefined;
  /** Where it was before the change. */
  readonly was: { readonly file: string; readonly line: number };
  /** The files that are missing now: the module, or files that it re-exported. */
  readonly missing: readonly string[];
  readonly kind: ImportRecord['kind'];
}

/** The trees before and after a change. */
export interface ComparedIndexes {
  readonly before: ModuleIndex;
  readonly after: ModuleIndex;
  /** The path that a file had before the change. */
  readonly originalOf: (file: string) => string;
}

/**
 * [CHANGE-1] Finds the imports that a change broke: the same specifier and name led to an export of the tree before, and the
 * module or the name is certainly missing now. What never resolved, and what a module may create when it runs, is left out.
 */
export function findBrokenImports({ before, after, originalOf }: ComparedIndexes): readonly BrokenImport[] {
  const broken: BrokenImport[] = [];
  for (const file of after.files()) {
    // Python and Go decide about names when they run or are built.
    if (codeLanguageOf(file) !== undefined) continue;
    const original = originalOf(file);
    for (const imported of after.moduleOf(file)?.imports ?? []) {
      if (imported.kind === 'reference') continue;
      const { specifier, line, column, kind } = imported;
      const earlier = before.resolve(original, specifier);
      if (earlier === undefined) continue;
      const target = after.resolve(file, specifier);
      const place = { file, line, column, specifier, kind };
      if (target === undefined) {
        broken.push({ ...place, was: { file: earlier, line: 1 }, missing: [earlier] });
        continue;
      }
      for (const { imported: name } of namesOf(imported)) {
        const was = before.findExport(earlier, name);
        const lack = was && findLack({ before, after, originalOf }, target, name, new Set());
        if (was === undefined || lack === undefined) continue;
        broken.push({ ...place, name, was: placeOf(was), missing: lack.missing });
      }
    }
  }
  return broken;
}

/** The names that must exist when the module is loaded. `require` gives `undefined` for a missing one. */
function namesOf({ kind, names }: ImportRecord): readonly ImportedName[] {
  if (kind !== 'static' && kind !== 'type' && kind !== 'reexport') return [];
  return names.filter(({ imported }) => imported !== '*' && imported !== 'export=');
}

/** That a module certainly has no export of a name, and the re-exported files that this change removed. */
interface Lack {
  readonly missing: readonly string[];
}

/**
 * Follows the re-exports of a module. `undefined` if it states the name itself, also one that no longer leads anywhere, which
 * is broken there; or if it or a module that it re-exports may have more exports than its text states.
 */
function findLack(indexes: ComparedIndexes, file: string, name: string, seen: Set<string>): Lack | undefined {
  const { before, after, originalOf } = indexes;
  if (seen.has(file)) return { missing: [] };
  seen.add(file);
  const record = after.moduleOf(file);
  if (record === undefined || record.isCommonJs || record.isUnreadable) return undefined;
  if (record.exports.some((one) => one.name === 'export=' || one.name === name)) return undefined;
  // JavaScript without export syntax can fill its exports when it runs.
  const hasSyntax = record.exports.length > 0 || record.starExports.length > 0;
  if (languageOf(file) === 'js' && (!hasSyntax || file.endsWith('.cjs'))) return undefined;
  const missing: string[] = [];
  if (name === 'default') return { missing };
  for (const { specifier } of record.starExports) {
    const target = after.resolve(file, specifier);
    if (target === undefined) {
      const earlier = before.resolve(originalOf(file), specifier);
      if (earlier === undefined) return undefined;
      missing.push(earlier);
      continue;
    }
    const lack = findLack(indexes, target, name, seen);
    if (lack === undefined) return undefined;
    missing.push(...lack.missing);
  }
  return { missing };
}

function placeOf({ file, line }: ResolvedExport): BrokenImport['was'] {
  return { file, line };
}
