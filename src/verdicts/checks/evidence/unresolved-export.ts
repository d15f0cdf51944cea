import { isBuiltin } from 'node:module';
import { readCommonJsLoss } from '../../../code/declarations/commonjs-values.ts';
import { whyNeverLoads } from '../../../code/declarations/failing-module.ts';
import { findTopLevelName } from '../../../code/declarations/top-level-name.ts';
import type { ResolvedExport } from '../../../code/index/module-index.ts';
import { codeLanguageOf, loadLanguageOf } from '../../../code/languages/language-table.ts';
import type { CodeLanguage } from '../../../code/languages/interface/code-language.ts';
import type { ExportKind, ExportRecord, ModuleRecord } from '../../../code/modules/module-record.ts';
import { directExport } from '../../../code/modules/resolved-exports.ts';
import { isRelative } from '../../../code/resolution/tree-path.ts';
import { isCheckableFile } from '../../../code/types/files/queried-files.ts';
import type { CheckInput } from './check-input.ts';
import type { Evidence } from './evidence.ts';
import { hasBuiltin, whyNotInPackage, type ImportOrigin } from './package-export.ts';
import { findReceived } from './received-export.ts';
import { whyTypeIsUsed } from './type-only-export.ts';

/**
 * Why a name that a file exports does not exist: its module specifier resolves to no file, or nothing declares the name.
 * `undefined` if the name exists, or if it comes from a package that can contain it.
 */
export async function unresolvedReason(found: ResolvedExport, input: CheckInput): Promise<string | undefined> {
  const { evidence } = input;
  const { index, tree } = evidence;
  const failure = whyAmbiguous(found, evidence) ?? (await whyNeverReceived(found, evidence));
  if (failure !== undefined) return failure;
  if (index.moduleOf(found.file)?.isCommonJs) {
    const reason = await whyLost(found, input);
    if (reason !== undefined) return reason;
  }
  // Only these exports state no declaration: `export { a }`, `export { a } from …`, `export * as a from …`.
  if (found.kind !== 'unknown' && found.kind !== 'namespace') return undefined;
  const { file } = found;
  const language = await loadLanguageOf(file);
  if (language !== undefined) return unresolvedInLanguage(found, language, evidence);
  const record = index.moduleOf(file);
  const own = record?.exports.find((one) => isAt(one, found));
  if (!record || !own) return undefined;
  const origin = originOf(record, own);
  if (origin !== undefined) {
    const { specifier } = origin;
    const target = index.resolve(file, specifier);
    // The value of `require` exists, even if it is undefined.
    if (target !== undefined) return origin.isRequired ? undefined : whyNotInModule(target, origin.name, input);
    if (!isRelative(specifier)) {
      return whyNotInPackage(file, origin, own.typeOnly === true || found.typeOnly === true, input);
    }
    // A file that git does not list can exist: a generated module, or an asset with a query for the bundler.
    const candidates = index.candidatesFor(file, specifier.replace(/[?#].*$/, ''));
    // Without candidates the specifier leads out of the workspace, where no file is checked.
    if (candidates.length === 0) return undefined;
    for (const path of candidates) if ((await tree.kindOf(path)) === 'file') return undefined;
    return `the specifier "${specifier}" in ${file} does not resolve to a file`;
  }
  // `export default` accepts any value, including a global one.
  if (own.localName === undefined || own.name === 'default' || found.kind === 'namespace') return undefined;
  // `exports.x = x` can be inside a function and accepts any value.
  if (record.isCommonJs) return undefined;
  const declared = await findTopLevelName(file, await tree.readText(file), own.localName);
  return declared === undefined ? `${own.localName} is not declared in ${file}` : undefined;
}

/**
 * Why importers receive nothing for a name that `export *` has from two modules: ES modules leave such a name out. CommonJS
 * has no such rule, and a type does not conflict with a value.
 */
function whyAmbiguous({ name, through }: ResolvedExport, evidence: Evidence): string | undefined {
  const { index } = evidence;
  const [file] = through;
  const record = file === undefined ? undefined : index.moduleOf(file);
  if (record === undefined || record.isCommonJs || codeLanguageOf(record.file) !== undefined) return undefined;
  if (directExport(record, name) !== undefined) return undefined;
  const providers = new Map<string, string>();
  const starred = starredNames(record, evidence).get(name) ?? [];
  if (starred.length < 2) return undefined;
  for (const { specifier, target } of starred) {
    const found = index.findExport(target, name);
    if (found === undefined || found.typeOnly || !VALUES.has(found.kind)) continue;
    providers.set(`${found.file}:${found.line}:${found.column}`, specifier);
  }
  const [first, second] = providers.values();
  return second === undefined
    ? undefined
    : `"${first ?? ''}" and "${second}" both have it, so that "export *" in ${record.file} leaves it out`;
}

interface Starred {
  readonly specifier: string;
  readonly target: string;
}

/** By module of one validation: which `export *` has each name. */
const starredByModule = new WeakMap<Evidence, Map<ModuleRecord, ReadonlyMap<string, readonly Starred[]>>>();

function starredNames(record: ModuleRecord, evidence: Evidence): ReadonlyMap<string, readonly Starred[]> {
  const { index } = evidence;
  const byModule = starredByModule.get(evidence) ?? new Map<ModuleRecord, ReadonlyMap<string, readonly Starred[]>>();
  starredByModule.set(evidence, byModule);
  const known = byModule.get(record);
  if (known !== undefined) return known;
  const names = new Map<string, Starred[]>();
  for (const { specifier, typeOnly } of record.starExports) {
    const target = typeOnly ? undefined : index.resolve(record.file, specifier);
    if (target === undefined) continue;
    const own = index.moduleOf(target);
    const isLeaf = own !== undefined && own.starExports.length === 0 && own.exports.every(({ members }) => !members);
    for (const { name } of isLeaf ? own.exports : index.exportsOf(target)) {
      const starred = names.get(name);
      if (starred === undefined) names.set(name, [{ specifier, target }]);
      else starred.push({ specifier, target });
    }
  }
  byModule.set(record, names);
  return names;
}

/** Kinds of declarations that certainly are values. */
const VALUES: ReadonlySet<ExportKind> = new Set(['function', 'class', 'enum', 'const', 'let', 'var']);

/** Why a module of the tree, whose text does not list a name, has none of that name for importers. */
async function whyNotInModule(file: string, name: string, input: CheckInput): Promise<string | undefined> {
  const isListed = name !== '*' && name !== 'export=' && name !== 'default' && isCheckableFile(file);
  if (!isListed || input.evidence.index.moduleOf(file) === undefined) return undefined;
  const { found, undecided } = await findReceived(name, file, input);
  return found === undefined && undecided === undefined ? `${file} does not export ${name}` : undefined;
}

/** Why what a CommonJS module assigns to a name does not reach its importers. */
async function whyLost({ file, name }: ResolvedExport, input: CheckInput): Promise<string | undefined> {
  const { index, tree } = input.evidence;
  const { lost, lostUnlessIn = [] } = await readCommonJsLoss(file, await tree.readText(file), name);
  for (const specifier of lost === undefined ? [] : lostUnlessIn) {
    const target = index.resolve(file, specifier);
    const { found, undecided } = target === undefined ? {} : await findReceived(name, target, input);
    const isAbsent =
      target !== undefined
        ? found === undefined && undecided === undefined
        : isBuiltin(specifier)
          ? !hasBuiltin(specifier, name)
          : (await input.typeSlot.query('imports', { file, specifier, name })).exists === false;
    if (!isAbsent) return undefined;
  }
  return lost;
}

/** Why importers receive no value: a module on the way to it always throws. Types exist without their module. */
export async function whyNeverReceived(
  { kind, typeOnly, file, through }: ResolvedExport,
  evidence: Evidence,
): Promise<string | undefined> {
  if (typeOnly || kind === 'interface' || kind === 'type') return undefined;
  for (const module of [...through, file]) {
    const reason = (await whyItThrows(module, evidence)) ?? (await whyTypeIsUsed(module, evidence));
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** What the text of a module says. A changed module has another record. */
const knownToThrow = new WeakMap<ModuleRecord, { readonly reason: string | undefined }>();

async function whyItThrows(file: string, { index, tree }: Evidence): Promise<string | undefined> {
  if (!index.mayThrow(file)) return undefined;
  const record = index.moduleOf(file);
  const known = record && knownToThrow.get(record);
  if (known !== undefined) return known.reason;
  const reason = await whyNeverLoads(file, await tree.readText(file));
  if (record !== undefined) knownToThrow.set(record, { reason });
  return reason;
}

/** Why a name that a module of another language imports or lists does not exist; `undefined` if it can exist. */
async function unresolvedInLanguage(
  { file, ...at }: ResolvedExport,
  language: CodeLanguage,
  { index, tree }: Evidence,
): Promise<string | undefined> {
  const record = index.moduleOf(file);
  const own = [...(record?.exports ?? []), ...(record?.internals ?? [])].find((one) => isAt(one, { file, ...at }));
  if (!record || !own || record.createsNames) return undefined;
  if (own.from === undefined) {
    // A star import of a module outside the tree can provide any name.
    const isProvided = (specifier: string): boolean => index.resolve(file, specifier) === undefined;
    if (own.isListedOnly && record.starImports?.some(isProvided)) return undefined;
    const name = own.localName ?? own.name;
    return language.declaresName(await tree.readText(file), name) ? undefined : `${name} is not declared in ${file}`;
  }
  const target = index.resolve(file, own.from);
  if (target !== undefined && (target !== file || own.importedName === '*')) return undefined;
  if (own.submodule !== undefined && index.resolve(file, own.submodule) !== undefined) return undefined;
  // Only relative imports certainly mean files of the tree.
  const specifier = own.submodule ?? own.from;
  const candidates = index.candidatesFor(file, specifier);
  if (candidates.length === 0) return undefined;
  for (const path of [...candidates, ...index.candidatesFor(file, own.from)]) {
    if ((await tree.kindOf(path)) === 'file' && path !== file) return undefined;
  }
  return `"${specifier}" in ${file} is no module of the workspace`;
}

function isAt(one: ExportRecord, { line, column }: ResolvedExport): boolean {
  const location = one.declaredAt ?? one;
  return location.line === line && location.column === column;
}

/** The module that an export of a file is from; `undefined` if the file declares it. */
export function originOf({ imports }: ModuleRecord, own: ExportRecord): ImportOrigin | undefined {
  if (own.from !== undefined) return { specifier: own.from, name: own.importedName ?? own.name };
  for (const { specifier, kind, names } of imports) {
    const imported = kind === 'reexport' ? undefined : names.find(({ local }) => local === own.localName)?.imported;
    if (imported !== undefined) return { specifier, name: imported, ...(kind === 'require' && { isRequired: true }) };
  }
  return undefined;
}
