import type { ModuleIndex } from '../index/module-index.ts';
import type { ResolvedExport } from '../modules/resolved-exports.ts';

/** A function and the file that declares and exports it. */
export interface ExportedFunction {
  readonly file: string;
  readonly name: string;
  /** 1-based. */
  readonly line: number;
}

export interface ReachQuery {
  readonly index: ModuleIndex;
  /** Whether a file is a test. */
  readonly isTest: (file: string) => boolean;
  /** The functions of interest. */
  readonly functions: readonly ExportedFunction[];
  /** Whether a file mentions a name in more places than its declaration. */
  readonly mentionsAgain: (file: string, name: string) => Promise<boolean>;
}

/** With fewer reached functions, imports do not show what the tests of a repository reach. */
const MIN_SHARE = 0.5;

/**
 * [CHANGE-3] The functions that no test reaches: no file that tests import, directly or indirectly, imports the name, and its own
 * file uses it nowhere else. Empty if imports show less than half of the exported functions of the tree as reached.
 */
export async function findUnreachedFunctions(query: ReachQuery): Promise<readonly ExportedFunction[]> {
  const { index, isTest, functions, mentionsAgain } = query;
  if (functions.length === 0) return [];
  const reachable = findReachable(index, isTest);
  if (reachable.size === 0) return [];
  const named = findNamed(index, reachable);
  const isNamed = ({ file, line }: Pick<ResolvedExport, 'file' | 'line'>): boolean => named.has(`${file}:${line}`);
  const all = listFunctions(index, isTest);
  if (all.filter(isNamed).length < all.length * MIN_SHARE) return [];
  const unreached: ExportedFunction[] = [];
  for (const one of functions) {
    if (isNamed(one)) continue;
    if (reachable.has(one.file) && (await mentionsAgain(one.file, one.name))) continue;
    unreached.push(one);
  }
  return unreached;
}

/** The tests and every file that they import, directly or indirectly. */
function findReachable(index: ModuleIndex, isTest: (file: string) => boolean): ReadonlySet<string> {
  const reachable = new Set([...index.files()].filter(isTest));
  // The set grows while it is iterated.
  for (const file of reachable) {
    const record = index.moduleOf(file);
    const specifiers = [...(record?.imports ?? []), ...(record?.starExports ?? [])].map(({ specifier }) => specifier);
    for (const specifier of specifiers) {
      const target = index.resolve(file, specifier);
      if (target !== undefined) reachable.add(target);
    }
  }
  return reachable;
}

/** The declarations, as `file:line`, that files import by name or with a whole module. */
function findNamed(index: ModuleIndex, files: ReadonlySet<string>): ReadonlySet<string> {
  const named = new Set<string>();
  const whole = new Set<string>();
  for (const file of files) {
    for (const { specifier, kind, names } of index.moduleOf(file)?.imports ?? []) {
      // A re-export passes a name on, and does not use it.
      if (kind === 'reexport') continue;
      const target = index.resolve(file, specifier);
      if (target === undefined) continue;
      const isWhole = names.length === 0 || names.some(({ imported }) => imported === '*' || imported === 'export=');
      if (isWhole) whole.add(target);
      for (const { imported } of names) {
        const found = index.findExport(target, imported);
        if (found !== undefined) named.add(`${found.file}:${found.line}`);
      }
    }
  }
  for (const file of whole) for (const found of index.exportsOf(file)) named.add(`${found.file}:${found.line}`);
  return named;
}

function listFunctions(index: ModuleIndex, isTest: (file: string) => boolean): readonly ExportedFunction[] {
  const functions: ExportedFunction[] = [];
  for (const file of index.files()) {
    if (isTest(file)) continue;
    for (const { name, kind, line, declaredAt, from } of index.moduleOf(file)?.exports ?? []) {
      if (kind === 'function' && from === undefined) functions.push({ file, name, line: declaredAt?.line ?? line });
    }
  }
  return functions;
}
