import type { ModuleIndex, ResolvedExport } from '../index/module-index.ts';
import { isDeclarationFile, languageOf } from '../language/source-language.ts';
import { codeLanguageOf } from '../languages/language-table.ts';
import type { ImportedName, ImportRecord } from '../modules/module-record.ts';
import { folderOf, isRelative, joinPath } from '../resolution/tree-path.ts';

/** An import that led to a file, or to a name in it, before a change and leads to none after it. */
export interface BrokenImport {
  /** The importing file. */
  readonly file: string;
  /** 1-based: the place of the name, or of the specifier. */
  readonly line: number;
  readonly column: number;
  /** Absent for a use in the package that had the name. */
  readonly specifier?: string | undefined;
  /** The missing name; absent if the module itself is missing. */
  readonly name?: string | undefined;
  /** Where it was before the change. */
  readonly was: { readonly file: string; readonly line: number };
  /** The files that are missing now: the module, or files that it re-exported. */
  readonly missing: readonly string[];
  readonly kind: ImportRecord['kind'];
}

/** A `declare module` block of a file. */
export interface DeclaredModule {
  readonly file: string;
  /** As written. */
  readonly name: string;
}

/** The trees before and after a change. */
export interface ComparedIndexes {
  readonly before: ModuleIndex;
  readonly after: ModuleIndex;
  /** Every file of the tree after the change, sorted. */
  readonly files: readonly string[];
  /** The path that a file had before the change. */
  readonly originalOf: (file: string) => string;
  /** Whether the change touches a file that configures the resolution of imports. */
  readonly changesResolution: boolean;
  /** The modules that `declare module` of other files names: relative to the declaring file, or a pattern with `*`. */
  readonly declaredModules: readonly DeclaredModule[];
}

/** The trees, and what is needed beyond their indexes. */
export interface ComparedSources extends ComparedIndexes {
  /** The paths before the change of the files that it touches. */
  readonly changedBefore: readonly string[];
  /** The text of a file after the change. */
  readonly readText: (file: string) => Promise<string | undefined>;
  /** The text of a file before the change. */
  readonly readTextBefore: (file: string) => Promise<string | undefined>;
  /** The names of the files of a folder on disk, also those that git ignores. */
  readonly listOnDisk: (folder: string) => Promise<readonly string[]>;
}

/**
 * [CHANGE-1] Finds the imports that a change broke: the same specifier and name led to an export of the tree before, and the
 * module or the name is certainly missing now. What never resolved, what another tool may resolve, and what a module may
 * create when it runs, is left out.
 */
export function findBrokenImports(indexes: ComparedIndexes): readonly BrokenImport[] {
  const { before, after, originalOf } = indexes;
  const broken: BrokenImport[] = [];
  for (const file of after.files()) {
    // Python and Go decide about names when they run or are built.
    if (codeLanguageOf(file) !== undefined) continue;
    const original = originalOf(file);
    for (const imported of after.moduleOf(file)?.imports ?? []) {
      if (imported.kind === 'reference') continue;
      const { specifier, line, column, kind } = imported;
      const earlier = resolveSource(before, original, specifier);
      if (earlier === undefined) continue;
      const target = resolveSource(after, file, specifier);
      const place = { file, line, column, specifier, kind };
      if (target === undefined) {
        if (!isCertainlyMissing(indexes, file, specifier, earlier)) continue;
        const candidates = after.candidatesFor(file, specifier);
        broken.push({ ...place, was: { file: earlier, line: 1 }, missing: [earlier, ...candidates] });
        continue;
      }
      for (const { imported: name } of namesOf(imported)) {
        if (isDeclarationFile(target) && name === 'default') continue;
        const was = before.findExport(earlier, name);
        const lack = was && findLack(indexes, target, name, new Set());
        if (was === undefined || lack === undefined) continue;
        broken.push({ ...place, name, was: placeOf(was), missing: lack.missing });
      }
    }
  }
  return broken;
}

/**
 * The file that an import is read from. TypeScript finds a declaration file; a JavaScript file loads the code next to it, and
 * it is unknown what it loads if none is there. What a TypeScript file imports can be a type, which only the declarations have.
 */
function resolveSource(index: ModuleIndex, file: string, specifier: string): string | undefined {
  const target = index.resolve(file, specifier);
  if (target === undefined || languageOf(file) !== 'js' || !isDeclarationFile(target)) return target;
  const code = target.replace(/\.d\.([mc]?)ts$/, '.$1js');
  return index.moduleOf(code) === undefined || isDeclarationFile(code) ? undefined : code;
}

/** The ends of files that runners and bundlers find for a specifier without an extension, besides those that TypeScript finds. */
const OTHER_ENDS =
  /^(?:(?:\/index)?(?:\.(?:ios|android|native|web|windows|macos|browser|node|server|client))?\.\w+|\/package\.json)$/;

/** The ends of files that can become the module of a specifier that ends in `.js`. */
const SOURCE_ENDS =
  /^(?:\/index)?(?:\.\w+)?\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx|coffee|res|elm|re|imba|civet|gleam|purs)$/;

/**
 * Whether nothing can be at a specifier that led to a file before: the file is gone, or the importing file moved away from
 * it, and no other tool finds a file with another extension there. What a changed configuration or package leads to is unknown.
 */
function isCertainlyMissing(
  { after, files, originalOf, changesResolution, declaredModules }: ComparedIndexes,
  file: string,
  specifier: string,
  earlier: string,
): boolean {
  if (declaredModules.some(({ name }) => matchesModule(name, specifier))) return false;
  const isMoved = originalOf(file) !== file;
  if (!isRelative(specifier)) return !changesResolution && !isMoved && !files.includes(earlier);
  if (!isMoved && files.includes(earlier)) return false;
  const path = joinPath(folderOf(file), specifier.replace(/[?#].*$/, ''));
  if (path === undefined || after.candidatesFor(file, specifier).length === 0) return false;
  const stem = path.replace(/\.[cm]?[jt]sx?$/, '');
  const isJavaScript = languageOf(file) === 'js';
  const isFound = (start: string, ends: RegExp): boolean =>
    files.some(
      (one) => one.startsWith(start) && ends.test(one.slice(start.length)) && !(isJavaScript && isDeclarationFile(one)),
    );
  return !isFound(path, OTHER_ENDS) && (stem === path || !isFound(stem, SOURCE_ENDS));
}

function matchesModule(pattern: string, specifier: string): boolean {
  const [start = '', end] = pattern.split('*');
  return end === undefined ? pattern === specifier : specifier.startsWith(start) && specifier.endsWith(end);
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
  // Another file can declare more names for the module.
  if (indexes.declaredModules.some((one) => after.resolve(one.file, one.name) === file)) return undefined;
  const record = after.moduleOf(file);
  const language = languageOf(file);
  // A component file can take its script, and so its names, from another file.
  if (language !== 'ts' && language !== 'tsx' && language !== 'js') return undefined;
  if (record === undefined || record.isCommonJs || record.isUnreadable) return undefined;
  if (record.exports.some((one) => one.name === 'export=' || one.name === name)) return undefined;
  // JavaScript without export syntax can fill its exports when it runs.
  const hasSyntax = record.exports.length > 0 || record.starExports.length > 0;
  if (language === 'js' && (!hasSyntax || file.endsWith('.cjs'))) return undefined;
  const missing: string[] = [];
  if (name === 'default') return { missing };
  for (const { specifier } of record.starExports) {
    const target = resolveSource(after, file, specifier);
    if (target === undefined) {
      const earlier = resolveSource(before, originalOf(file), specifier);
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
