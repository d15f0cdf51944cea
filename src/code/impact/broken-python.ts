import { LineMap } from '../../foundation/position.ts';
import { codeLanguageOf, loadLanguageOf } from '../languages/language-table.ts';
import { withoutStrings } from '../languages/python/statement-text.ts';
import type { ImportedName, ImportRecord, ModuleRecord } from '../modules/module-record.ts';
import { findName } from '../modules/resolved-exports.ts';
import { whyUndecided } from '../modules/undecided-export.ts';
import { folderOf, nameOf } from '../resolution/tree-path.ts';
import type { BrokenImport, ComparedSources } from './broken-imports.ts';

/**
 * The imports at the top level of modules that a change broke. Python decides when it runs, so that nothing is reported about a
 * module that may be found elsewhere, that may get names when it runs, or whose import may not run.
 */
export async function findBrokenPython(sources: ComparedSources): Promise<readonly BrokenImport[]> {
  const { before, after, originalOf } = sources;
  const broken: BrokenImport[] = [];
  for (const file of after.files()) {
    if (codeLanguageOf(file)?.id !== 'python') continue;
    for (const imported of after.moduleOf(file)?.imports ?? []) {
      const earlier = before.resolve(originalOf(file), imported.specifier);
      if (earlier === undefined || !isOnlyModule(sources, file, imported.specifier, earlier)) continue;
      const target = after.resolve(file, imported.specifier);
      const { specifier, kind, line, column } = imported;
      const place = { file, line, column, specifier, kind };
      if (target === undefined) {
        if (!isModuleGone(sources, specifier, earlier)) continue;
        const gone = { ...place, was: { file: earlier, line: 1 }, missing: [earlier] };
        broken.push(...(await placeImport(sources, gone, undefined)));
        continue;
      }
      for (const name of imported.names) {
        const was = await findLostName(sources, { imported, earlier, target, name: name.imported });
        if (was === undefined) continue;
        const lost = { ...place, name: name.imported, was, missing: [was.file] };
        broken.push(...(await placeImport(sources, lost, name)));
      }
    }
  }
  return broken;
}

/**
 * Whether an import certainly means a module of the tree: it is relative, in the folder of the importing file, or in a package
 * whose name no other package of the tree has. Any other module can be on the search path twice, or be an installed one.
 */
function isOnlyModule({ files }: ComparedSources, file: string, specifier: string, module: string): boolean {
  if (specifier.startsWith('.')) return true;
  const [outermost = '', ...rest] = specifier.split('.');
  const packages = files.filter(
    (one) => one === `${outermost}/__init__.py` || one.endsWith(`/${outermost}/__init__.py`),
  );
  if (packages.length === 1) return rest.length > 0 || module === packages[0];
  return packages.length === 0 && rest.length === 0 && folderOf(module) === folderOf(file) && files.includes(module);
}

/**
 * Whether the file of a module is gone, and nothing has its name that can be it: in its folder, or anywhere in the tree for the
 * first name of an absolute import.
 */
function isModuleGone({ files, changesResolution }: ComparedSources, specifier: string, earlier: string): boolean {
  if (changesResolution || files.includes(earlier)) return false;
  const stem = earlier.replace(/(?:\/__init__)?\.pyi?$/, '');
  const name = nameOf(stem);
  if (specifier.includes('.')) return !files.some((one) => one.startsWith(`${stem}.`) || one.startsWith(`${stem}/`));
  return !files.some((one) => one.split('/').some((part) => part === name || part.startsWith(`${name}.`)));
}

interface PythonName {
  readonly imported: ImportRecord;
  readonly earlier: string;
  readonly target: string;
  readonly name: string;
}

/** Where a name was that the module had and certainly lacks now. */
async function findLostName(
  { before, after, files, readText }: ComparedSources,
  { earlier, target, name }: PythonName,
): Promise<BrokenImport['was'] | undefined> {
  const record = after.moduleOf(target);
  if (name === '*' || record === undefined || !target.endsWith('.py') || mayHaveMore(record)) return undefined;
  const was = findName(before, earlier, name);
  // A name that the module itself imports is broken there.
  const isStated = [...record.exports, ...(record.internals ?? [])].some((entry) => entry.name === name);
  if (was === undefined || isStated || findName(after, target, name) !== undefined) return undefined;
  if (whyUndecided(after, target, name) !== undefined) return undefined;
  // A package has its modules as names, also those that another tool builds.
  const module = `${folderOf(target) === '' ? '' : `${folderOf(target)}/`}${name}`;
  const isPackage = nameOf(target) === '__init__.py';
  if (isPackage && files.some((one) => one.startsWith(`${module}.`) || one.startsWith(`${module}/`))) return undefined;
  const text = await readText(target);
  return text === undefined || createsNames(text) ? undefined : { file: was.file, line: was.line };
}

function mayHaveMore({ isUnreadable, createsNames, starImports, starExports }: ModuleRecord): boolean {
  return isUnreadable === true || createsNames !== undefined || starImports !== undefined || starExports.length > 0;
}

/**
 * What can give a module names when it runs. An attribute of an object with such a name gives none, a module such as `.globals`
 * gives none, and a logger or an application takes `__name__` as a label.
 */
const CREATES_NAMES = new RegExp(
  [
    String.raw`(?<![.\w])(?:exec|eval|globals|locals)\b`,
    String.raw`\bbuiltins\b`,
    String.raw`(?<![.\w])(?:vars|setattr)\b(?!\s*\(\s*(?:self|cls)\b)`,
    String.raw`(?<!\b(?:self|cls)\.)\bmodules\b`,
    // A private name is that of an object.
    String.raw`(?<!\b(?:self|cls|_\w+)\.)\b__dict__\b`,
    String.raw`\b(?:import_module|__import__|__path__|global_enum|_getframe|getmodule)\b`,
    String.raw`(?<!\b(?:\w*[lL]ogger|Flask|Blueprint)\([^()]*)\b__name__\s*[,)]`,
  ].join('|'),
);

function createsNames(text: string): boolean {
  return CREATES_NAMES.test(withoutStrings(text, 0, text.length));
}

/** At the missing name, or at the module. Nothing if the import may not run, or its failure may be handled. */
async function placeImport(
  sources: ComparedSources,
  broken: BrokenImport,
  name: ImportedName | undefined,
): Promise<readonly BrokenImport[]> {
  const text = await sources.readText(broken.file);
  const language = await loadLanguageOf(broken.file);
  if (text === undefined || language === undefined) return [];
  const lines = new LineMap(text);
  const statement = lines.offsetAt(broken.line, broken.column);
  if (broken.column !== 1 || MAY_END.test(withoutStrings(text, 0, statement))) return [];
  const offsets =
    name === undefined
      ? [text.indexOf(broken.specifier ?? '', statement)]
      : language.findImportedNames(text, statement, [name]);
  return offsets.map((offset) => ({ ...broken, ...lines.positionAt(offset) }));
}

/** A statement that can end a module before its last line. */
const MAY_END = /\b(?:exit|_exit|quit|importorskip|skip|abort)\s*\(|^raise\b/m;
