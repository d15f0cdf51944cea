import { functionsOf } from '../../../code/declarations/function-symbols.ts';
import type { FunctionSymbol } from '../../../code/declarations/function-symbols.ts';
import type { ResolvedExport } from '../../../code/index/module-index.ts';
import { loadLanguageOf } from '../../../code/languages/language-table.ts';
import type { InheritedMethod } from '../../../code/languages/interface/code-language.ts';
import type { ExportRecord } from '../../../code/modules/module-record.ts';
import { findName } from '../../../code/modules/resolved-exports.ts';
import type { Tier } from '../interfaces/result.ts';
import type { Evidence } from './evidence.ts';

/** A function with the name that a contract uses for it. */
export interface FoundFunction {
  /** The file that declares it. */
  readonly file: string;
  readonly symbol: FunctionSymbol;
  /** 1 if the searched file declares it, 2 if that file re-exports it. */
  readonly tier: Tier;
}

/** What to require instead of a method that the tree does not decide. */
export const UNDECIDED_METHOD_HINT = 'Require it of the type that declares it, or test it with a command.';

/** The function that a name means. */
interface FunctionSearch {
  readonly found?: FoundFunction;
  /** Why the tree does not decide whether there is one. */
  readonly undecided?: string | undefined;
}

/** Finds `name` or `Class.method` in a file: declared there, exported or not, re-exported, or inherited. */
export async function findFunction(name: string, file: string, evidence: Evidence): Promise<FunctionSearch> {
  const own = await functionsIn(file, evidence);
  const [outer = name, ...members] = name.split('.');
  const found = evidence.index.findExport(file, outer);
  const declared = own.find((symbol) => symbol.name === name);
  // An export from another module is what importers receive, so it precedes a local declaration of the same name.
  if (declared && (found === undefined || found.file === file)) return { found: { file, symbol: declared, tier: 1 } };
  if (!found) {
    const member = findMember(name, own, file, evidence);
    return member ? { found: { file, symbol: member, tier: 1 } } : searchInherited(name, file, evidence);
  }
  // Importers cannot call what they receive as a type only.
  if (found.typeOnly) return {};
  const candidates = found.file === file ? own : await functionsIn(found.file, evidence);
  const member = findMember([found.name, ...members].join('.'), candidates, found.file, evidence);
  if (member) return { found: { file: found.file, symbol: member, tier: found.tier } };
  let search: FunctionSearch = {};
  for (const local of localNamesOf(found, evidence)) {
    const localName = [local, ...members].join('.');
    const symbol = candidates.find((one) => one.name === localName);
    if (symbol) return { found: { file: found.file, symbol, tier: found.tier } };
    search = search.found === undefined ? await searchInherited(localName, found.file, evidence) : search;
  }
  return search;
}

/** The function that is a member of the value which is the whole module. Its members are exports. */
function findMember(
  name: string,
  functions: readonly FunctionSymbol[],
  file: string,
  { index }: Evidence,
): FunctionSymbol | undefined {
  const whole = index.moduleOf(file)?.exports.find((one) => one.name === 'export=');
  if (whole === undefined) return undefined;
  const names = [`export=.${name}`, ...(whole.localName === undefined ? [] : [`${whole.localName}.${name}`])];
  return functions.find((symbol) => names.includes(symbol.name));
}

async function searchInherited(name: string, file: string, evidence: Evidence): Promise<FunctionSearch> {
  const inherited = await findInherited(name, file, evidence);
  const [first] = inherited?.declarations ?? [];
  return first === undefined ? { undecided: inherited?.undecided } : { found: { ...first, tier: 2 } };
}

/** Finds a method that a type of a file has from another type, or from another file of its package. */
export async function findInherited(
  name: string,
  file: string,
  { index, tree }: Evidence,
): Promise<InheritedMethod | undefined> {
  const language = name.includes('.') && index.moduleOf(file) ? await loadLanguageOf(file) : undefined;
  return language?.findInherited(file, name, {
    moduleOf: (path) => index.moduleOf(path),
    resolve: (from, specifier) => index.resolve(from, specifier),
    packageFilesOf: (path) => index.packageFilesOf(path),
    findName: (path, searched) => findName(index, path, searched),
    readText: (path) => tree.readText(path),
  });
}

/** The functions of a file, or an empty list if it is not a module. */
export async function functionsIn(file: string, evidence: Evidence): Promise<readonly FunctionSymbol[]> {
  if (!evidence.index.moduleOf(file)) return [];
  const text = await evidence.tree.readText(file);
  const language = await loadLanguageOf(file);
  return language === undefined ? functionsOf(file, text) : language.functionsOf(file, text);
}

/** The record of an export in the file that declares it. */
export function recordOf(found: ResolvedExport, { index }: Evidence): ExportRecord | undefined {
  const module = index.moduleOf(found.file);
  return [...(module?.exports ?? []), ...(module?.internals ?? [])].find((one) => {
    const { line, column } = one.declaredAt ?? one;
    return line === found.line && column === found.column;
  });
}

/** The local names of an export: `inner` of `export { inner as outer }`, or the name of a default export. */
function localNamesOf(found: ResolvedExport, evidence: Evidence): readonly string[] {
  const record = recordOf(found, evidence);
  return [...(record?.localName === undefined ? [] : [record.localName]), record?.name ?? found.name];
}
