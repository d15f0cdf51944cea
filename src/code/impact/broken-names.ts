import { LineMap } from '../../foundation/position.ts';
import type { CodeLanguage } from '../languages/interface/code-language.ts';
import { codeLanguageOf, loadLanguageOf } from '../languages/language-table.ts';
import type { ImportedName, ImportRecord, ModuleRecord } from '../modules/module-record.ts';
import { findName } from '../modules/resolved-exports.ts';
import { whyUndecided } from '../modules/undecided-export.ts';
import { folderOf, joinPath, nameOf } from '../resolution/tree-path.ts';
import type { BrokenImport, ComparedIndexes } from './broken-imports.ts';

/** The trees, and what is needed beyond their indexes. */
export interface ComparedSources extends ComparedIndexes {
  /** The paths before the change of the files that it touches. */
  readonly changedBefore: readonly string[];
  /** The text of a file after the change. */
  readonly readText: (file: string) => Promise<string | undefined>;
  /** The text of a file before the change. */
  readonly readTextBefore: (file: string) => Promise<string | undefined>;
}

/**
 * [CHANGE-1] The uses of names of Python and Go that a change removed, at the place of the use. What another build, an installed
 * package or a running program can provide is left out.
 */
export async function findBrokenNames(sources: ComparedSources): Promise<readonly BrokenImport[]> {
  const changed = new Set(sources.changedBefore.map((file) => codeLanguageOf(file)?.id));
  return [
    ...(changed.has('python') ? await findInPython(sources) : []),
    ...(changed.has('go') ? await findInGo(sources) : []),
  ];
}

async function findInPython(sources: ComparedSources): Promise<readonly BrokenImport[]> {
  const { before, after, originalOf } = sources;
  const broken: BrokenImport[] = [];
  for (const file of after.files()) {
    if (codeLanguageOf(file)?.id !== 'python') continue;
    const original = originalOf(file);
    for (const imported of after.moduleOf(file)?.imports ?? []) {
      const earlier = before.resolve(original, imported.specifier);
      if (earlier === undefined) continue;
      const target = after.resolve(file, imported.specifier);
      if (target === undefined) {
        if (isModuleGone(sources, file, imported, earlier)) {
          const { specifier, kind } = imported;
          const place = { file, specifier, kind, was: { file: earlier, line: 1 }, missing: [earlier] };
          broken.push(...(await placeInPython(sources, { ...place, line: imported.line, column: imported.column })));
        }
        continue;
      }
      for (const name of imported.names) {
        const found = findMissingName(sources, file, { imported, earlier, target, name: name.imported });
        if (found !== undefined) broken.push(...(await placeInPython(sources, found, name)));
      }
    }
  }
  return broken;
}

/** Whether the file of a module is gone, and no folder or other kind of file has its name. */
function isModuleGone(
  { files, changesResolution }: ComparedIndexes,
  file: string,
  { specifier }: ImportRecord,
  earlier: string,
): boolean {
  if (changesResolution || files.includes(earlier) || codeLanguageOf(file) === undefined) return false;
  const stem = earlier.replace(/(?:\/__init__)?\.pyi?$/, '');
  return specifier !== '' && !files.some((one) => one.startsWith(`${stem}.`) || one.startsWith(`${stem}/`));
}

interface PythonName {
  readonly imported: ImportRecord;
  readonly earlier: string;
  readonly target: string;
  readonly name: string;
}

/** An import of a name that the module had and certainly lacks now. */
function findMissingName(
  { before, after, files }: ComparedSources,
  file: string,
  { imported, earlier, target, name }: PythonName,
): BrokenImport | undefined {
  const record = after.moduleOf(target);
  if (name === '*' || record === undefined || !target.endsWith('.py')) return undefined;
  const was = findName(before, earlier, name);
  if (was === undefined || (was.tier === 2 && after.moduleOf(was.file) === undefined)) return undefined;
  // A name that the module itself imports is broken there.
  const isStated = [...record.exports, ...(record.internals ?? [])].some((entry) => entry.name === name);
  if (isStated || findName(after, target, name) !== undefined || mayHaveMore(record)) return undefined;
  if (whyUndecided(after, target, name) !== undefined) return undefined;
  // A package has its modules as names, also those that another tool builds.
  const folder = `${folderOf(target) === '' ? '' : `${folderOf(target)}/`}${name}`;
  if (
    nameOf(target) === '__init__.py' &&
    files.some((one) => one.startsWith(`${folder}.`) || one.startsWith(`${folder}/`))
  )
    return undefined;
  const { specifier, kind, line, column } = imported;
  return { file, line, column, specifier, name, kind, was: { file: was.file, line: was.line }, missing: [was.file] };
}

function mayHaveMore({ isUnreadable, createsNames, starImports, starExports }: ModuleRecord): boolean {
  return isUnreadable === true || createsNames !== undefined || starImports !== undefined || starExports.length > 0;
}

/** At the missing name. Nothing if the import is part of a statement that may handle its failure or not run it. */
async function placeInPython(
  sources: ComparedSources,
  broken: BrokenImport,
  name?: ImportedName,
): Promise<readonly BrokenImport[]> {
  const text = await sources.readText(broken.file);
  const language = await loadLanguageOf(broken.file);
  if (text === undefined || language === undefined || !isUnconditional(text, broken.line)) return [];
  const lines = new LineMap(text);
  const statement = lines.offsetAt(broken.line, broken.column);
  const offsets =
    name === undefined
      ? [text.indexOf(broken.specifier, statement)]
      : language.findImportedNames(text, statement, [name]);
  return offsets.map((offset) => ({ ...broken, ...lines.positionAt(offset) }));
}

/** Whether the lines around a line begin no statement but definitions: by indentation, as Python reads them. */
function isUnconditional(text: string, line: number): boolean {
  const lines = text.split('\n');
  let indentation = indentationOf(lines[line - 1] ?? '');
  for (let at = line - 2; at >= 0 && indentation > 0; at--) {
    const one = lines[at] ?? '';
    if (one.trim() === '' || one.trimStart().startsWith('#') || indentationOf(one) >= indentation) continue;
    if (!/^\s*(?:async\s+)?(?:def|class)\b/.test(one)) return false;
    indentation = indentationOf(one);
  }
  return indentation === 0;
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** A name that no file of a Go package declares any longer. */
interface LostName {
  readonly name: string;
  readonly was: BrokenImport['was'];
}

async function findInGo(sources: ComparedSources): Promise<readonly BrokenImport[]> {
  const { after, changesResolution } = sources;
  if (changesResolution) return [];
  const lost = await findLostNames(sources);
  if (lost.size === 0) return [];
  const broken: BrokenImport[] = [];
  for (const file of after.files()) {
    if (codeLanguageOf(file)?.id !== 'go') continue;
    const own = lost.get(folderOf(file));
    const imports = (after.moduleOf(file)?.imports ?? []).flatMap((imported) => {
      const target = after.resolve(file, imported.specifier);
      const names = target === undefined ? undefined : lost.get(folderOf(target));
      return target === undefined || names === undefined ? [] : [{ imported, target, names }];
    });
    if (own === undefined && imports.length === 0) continue;
    const text = await sources.readText(file);
    const language = await loadLanguageOf(file);
    if (text === undefined || language === undefined || dependsOnBuild(file, text)) continue;
    for (const { imported, target, names } of imports) {
      if (!isSameGoModule(sources, file, target)) continue;
      for (const local of localNamesOf(imported, after.moduleOf(target))) {
        for (const one of names) broken.push(...findGoUses(language, { file, text, local, imported, lost: one }));
      }
    }
    // A test of another package is in the folder, too.
    if (own !== undefined && !/^package\s+\w+_test\b/m.test(text)) {
      for (const one of own) broken.push(...findGoUses(language, { file, text, lost: one }));
    }
  }
  return broken;
}

/**
 * By folder: the exported names that its package lost. A name that a file of only some builds declares, before or now, is not
 * lost.
 */
async function findLostNames(sources: ComparedSources): Promise<ReadonlyMap<string, readonly LostName[]>> {
  const { before, after, changedBefore, readTextBefore } = sources;
  const lost = new Map<string, readonly LostName[]>();
  const changed = changedBefore.filter((file) => codeLanguageOf(file)?.id === 'go');
  for (const folder of new Set(changed.map(folderOf))) {
    const now = [...after.files()].filter((file) => folderOf(file) === folder && file.endsWith('.go'));
    if (now.length === 0) continue;
    const names = new Set(now.flatMap((file) => namesOf(after.moduleOf(file))));
    const removed: LostName[] = [];
    for (const file of changed.filter((one) => folderOf(one) === folder)) {
      const gone = (before.moduleOf(file)?.exports ?? []).filter(({ name }) => !names.has(name));
      if (gone.length === 0 || dependsOnBuild(file, (await readTextBefore(file)) ?? '')) continue;
      removed.push(...gone.map(({ name, line }) => ({ name, was: { file, line } })));
    }
    if (removed.length > 0) lost.set(folder, removed);
  }
  return lost;
}

function namesOf(record: ModuleRecord | undefined): readonly string[] {
  return [...(record?.exports ?? []), ...(record?.internals ?? [])].map(({ name }) => name);
}

/** Whether only some builds contain a file: by its constraints, by its name, or because it uses cgo. */
function dependsOnBuild(file: string, text: string): boolean {
  if (/^\/\/\s*(?:go:build|\+build)\b|^\s*(?:import\s+)?"C"\s*$/m.test(text)) return true;
  const parts = nameOf(file)
    .replace(/(?:_test)?\.go$/, '')
    .split('_')
    .slice(1);
  return parts.slice(-2).some((part) => BUILD_NAMES.has(part));
}

/** The systems and processors after which files are named. */
const BUILD_NAMES: ReadonlySet<string> = new Set(
  'aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos 386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm'.split(
    ' ',
  ),
);

/** Another Go module of the repository can use a published version. */
function isSameGoModule({ files }: ComparedIndexes, file: string, target: string): boolean {
  const modules = new Set(files.filter((one) => nameOf(one) === 'go.mod').map(folderOf));
  const moduleOf = (path: string): string | undefined => {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      if (modules.has(folder)) return folder;
      if (folder === '') return undefined;
    }
  };
  return moduleOf(file) === moduleOf(target);
}

function localNamesOf({ names }: ImportRecord, target: ModuleRecord | undefined): readonly string[] {
  return names.map(({ local, isAssumed }) => (isAssumed ? (target?.packageName ?? local) : local));
}

interface GoUses {
  readonly file: string;
  readonly text: string;
  /** The name of the package in the file; absent in the package itself. */
  readonly local?: string;
  readonly imported?: ImportRecord;
  readonly lost: LostName;
}

function findGoUses(language: CodeLanguage, { file, text, local, imported, lost }: GoUses): readonly BrokenImport[] {
  const { name, was } = lost;
  if (!text.includes(name)) return [];
  const offsets =
    local === undefined ? language.findNameUses(text, name, []) : language.findNameUses(text, local, [name]);
  const lines = new LineMap(text);
  const specifier = imported?.specifier ?? joinPath(folderOf(was.file), '.') ?? was.file;
  return offsets.map((offset) => {
    const { line, column } = lines.positionAt(offset);
    return { file, line, column, specifier, name, was, missing: [was.file], kind: 'static' };
  });
}
