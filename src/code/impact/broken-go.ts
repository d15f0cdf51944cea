import { LineMap } from '../../foundation/position.ts';
import type { CodeLanguage } from '../languages/interface/code-language.ts';
import { codeLanguageOf, loadLanguageOf } from '../languages/language-table.ts';
import type { ImportRecord, ModuleRecord } from '../modules/module-record.ts';
import { folderOf, nameOf } from '../resolution/tree-path.ts';
import type { BrokenImport, ComparedIndexes, ComparedSources } from './broken-imports.ts';

/** A name that no file of a Go package declares any longer. */
interface LostName {
  readonly name: string;
  readonly was: BrokenImport['was'];
  /** Whether the tests of the package declare it. */
  readonly isInTests: boolean;
}

/** The uses of exported names and the imports of packages that a change broke, at the place of the use. */
export async function findBrokenGo(sources: ComparedSources): Promise<readonly BrokenImport[]> {
  const { before, after, originalOf, changesResolution } = sources;
  if (changesResolution) return [];
  const lost = await findLostNames(sources);
  const broken: BrokenImport[] = [];
  for (const file of after.files()) {
    if (codeLanguageOf(file)?.id !== 'go' || isNeverBuilt(file)) continue;
    const record = after.moduleOf(file);
    const own = lost.get(folderOf(file));
    const imports: GoImport[] = [];
    for (const imported of record?.imports ?? []) {
      const target = after.resolve(file, imported.specifier);
      const names = target === undefined ? undefined : lost.get(folderOf(target));
      if (target !== undefined && names !== undefined) imports.push({ imported, target, names });
      const earlier = target === undefined ? before.resolve(originalOf(file), imported.specifier) : undefined;
      if (earlier !== undefined && (await isPackageGone(sources, earlier)))
        broken.push(ofImport(file, imported, earlier));
    }
    if (own === undefined && imports.length === 0) continue;
    const text = await sources.readText(file);
    const language = await loadLanguageOf(file);
    if (record === undefined || text === undefined || language === undefined || dependsOnBuild(file, text)) continue;
    for (const { imported, target, names } of imports) {
      if (!isSameGoModule(sources, file, target)) continue;
      for (const local of localNamesOf(imported, after.moduleOf(target))) {
        for (const one of names) broken.push(...findGoUses(language, { file, text, local, imported, lost: one }));
      }
    }
    // A test of another package is in the folder, too. A dot import, and the name of an import, can be the name.
    if (own === undefined || record.starImports !== undefined || /^package\s+\w+_test\b/m.test(text)) continue;
    const locals = new Set(record.imports.flatMap(({ names }) => names.map(({ local }) => local)));
    for (const one of own) {
      if (locals.has(one.name) || (one.isInTests && file.endsWith('_test.go'))) continue;
      broken.push(...findGoUses(language, { file, text, lost: one }));
    }
  }
  return broken;
}

interface GoImport {
  readonly imported: ImportRecord;
  readonly target: string;
  readonly names: readonly LostName[];
}

function ofImport(file: string, { specifier, kind, line, column }: ImportRecord, earlier: string): BrokenImport {
  return { file, line, column, specifier, kind, was: { file: earlier, line: 1 }, missing: [earlier] };
}

/** Whether no file of a package is left, also none that git ignores. */
async function isPackageGone({ files, listOnDisk }: ComparedSources, earlier: string): Promise<boolean> {
  const folder = folderOf(earlier);
  if (files.some((one) => folderOf(one) === folder && one.endsWith('.go'))) return false;
  return !(await listOnDisk(folder)).some((name) => name.endsWith('.go'));
}

/** The go command leaves out such folders and files. */
function isNeverBuilt(file: string): boolean {
  const parts = file.split('/');
  return parts.some((part) => /^[_.]/.test(part)) || parts.slice(0, -1).includes('testdata');
}

/**
 * By folder: the exported names that its package lost. A name that a file of only some builds declares, before or now, is not
 * lost.
 */
async function findLostNames(sources: ComparedSources): Promise<ReadonlyMap<string, readonly LostName[]>> {
  const { before, after, changedBefore, readTextBefore, listOnDisk } = sources;
  const lost = new Map<string, readonly LostName[]>();
  const changed = changedBefore.filter((file) => codeLanguageOf(file)?.id === 'go');
  for (const folder of new Set(changed.map(folderOf))) {
    const now = [...after.files()].filter((file) => folderOf(file) === folder && file.endsWith('.go'));
    const listed = new Set(now.map(nameOf));
    // A file that git ignores is generated, and can have any name.
    const isGenerated = (await listOnDisk(folder)).some((name) => name.endsWith('.go') && !listed.has(name));
    if (now.length === 0 || isGenerated) continue;
    const namesIn = (inTests: boolean): ReadonlySet<string> =>
      new Set(
        now.filter((file) => file.endsWith('_test.go') === inTests).flatMap((file) => namesOf(after.moduleOf(file))),
      );
    const [names, tested] = [namesIn(false), namesIn(true)];
    const removed: LostName[] = [];
    for (const file of changed.filter((one) => folderOf(one) === folder)) {
      const gone = (before.moduleOf(file)?.exports ?? []).filter(({ name }) => !names.has(name));
      if (gone.length === 0 || dependsOnBuild(file, (await readTextBefore(file)) ?? '')) continue;
      removed.push(...gone.map(({ name, line }) => ({ name, was: { file, line }, isInTests: tested.has(name) })));
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
  return offsets.map((offset) => {
    const { line, column } = lines.positionAt(offset);
    return { file, line, column, specifier: imported?.specifier, name, was, missing: [was.file], kind: 'static' };
  });
}
