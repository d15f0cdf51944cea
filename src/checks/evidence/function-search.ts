import { functionsOf } from '../../code/functions-of.ts';
import type { FunctionSymbol } from '../../code/functions-of.ts';
import type { ResolvedExport } from '../../code/module-index.ts';
import type { Tier } from '../result.ts';
import type { Evidence } from './evidence.ts';

/** A function by the name that a contract uses for it. */
export interface FoundFunction {
  /** The file that declares it. */
  readonly file: string;
  readonly symbol: FunctionSymbol;
  /** 1: the asked file declares it; 2: the asked file passes it on. */
  readonly tier: Tier;
}

/** Finds `name` or `Class.method` in a file: declared in it, exported or not, or passed on by it. */
export async function findFunction(name: string, file: string, evidence: Evidence): Promise<FoundFunction | undefined> {
  const own = await functionsIn(file, evidence);
  const declared = own.find((symbol) => symbol.name === name);
  if (declared) return { file, symbol: declared, tier: 1 };
  const [outer = name, ...members] = name.split('.');
  const given = evidence.index.findExport(file, outer);
  if (!given) return undefined;
  const there = given.file === file ? own : await functionsIn(given.file, evidence);
  for (const local of localNamesOf(given, evidence)) {
    const wanted = [local, ...members].join('.');
    const symbol = there.find((one) => one.name === wanted);
    if (symbol) return { file: given.file, symbol, tier: given.tier };
  }
  return undefined;
}

/** The functions of a file; empty where there is no such file. */
export async function functionsIn(file: string, evidence: Evidence): Promise<readonly FunctionSymbol[]> {
  if (!evidence.index.moduleOf(file)) return [];
  return functionsOf(file, await evidence.tree.readText(file));
}

/** What an export is called where it is declared: `export { inner as outer }`, or a default export with a name. */
function localNamesOf(given: ResolvedExport, { index }: Evidence): readonly string[] {
  const record = index.moduleOf(given.file)?.exports.find((one) => {
    const { line, column } = one.declaredAt ?? one;
    return line === given.line && column === given.column;
  });
  return [...(record?.localName === undefined ? [] : [record.localName]), record?.name ?? given.name];
}
