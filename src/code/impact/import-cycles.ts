import type { ModuleIndex } from '../index/module-index.ts';
import { codeLanguageOf } from '../languages/language-table.ts';
import type { ImportRecord } from '../modules/module-record.ts';

/** An import that a change added, and the files from it back to it. */
export interface ImportCycle {
  /** The importing file. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** The importing file first and last. */
  readonly path: readonly string[];
}

export interface CycleQuery {
  readonly before: ModuleIndex;
  readonly after: ModuleIndex;
  /** The files after the change that it touches. */
  readonly changed: readonly string[];
  readonly originalOf: (file: string) => string;
}

/**
 * [CHANGE-4] The cycles of imports that a change closed: it added the import of another file, which leads back. Imports of types,
 * and imports that run later, take no part.
 */
export function findNewCycles({ before, after, changed, originalOf }: CycleQuery): readonly ImportCycle[] {
  const cycles: ImportCycle[] = [];
  const known = new Set<string>();
  for (const file of changed) {
    const earlier = new Set(runtimeImports(before, originalOf(file)).map(({ target }) => target));
    for (const { target, line } of runtimeImports(after, file)) {
      if (earlier.has(originalOf(target)) || target === file) continue;
      const back = findPath(after, target, file);
      if (back === undefined) continue;
      // Two new imports can close the same cycle.
      const key = [...new Set(back)].sort().join('\0');
      if (known.has(key)) continue;
      known.add(key);
      cycles.push({ file, line, path: [file, ...back] });
    }
  }
  return cycles;
}

interface RuntimeImport {
  readonly target: string;
  readonly line: number;
}

/** The files that a module of TypeScript or JavaScript loads before it runs. */
function runtimeImports(index: ModuleIndex, file: string): readonly RuntimeImport[] {
  if (codeLanguageOf(file) !== undefined) return [];
  return (index.moduleOf(file)?.imports ?? []).flatMap((imported) => {
    if (imported.kind !== 'static' && imported.kind !== 'reexport') return [];
    const target = index.resolve(file, imported.specifier);
    return target === undefined || isOfTypes(index, target, imported) ? [] : [{ target, line: imported.line }];
  });
}

/** Whether an import only has types, which the compiler leaves out. */
function isOfTypes(index: ModuleIndex, target: string, { names }: ImportRecord): boolean {
  return (
    names.length > 0 &&
    names.every(({ imported, typeOnly }) => {
      if (typeOnly) return true;
      const found = imported === '*' ? undefined : index.findExport(target, imported);
      return found !== undefined && (found.typeOnly === true || found.kind === 'type' || found.kind === 'interface');
    })
  );
}

/** The shortest path of imports from a file to another one, both included. */
function findPath(index: ModuleIndex, from: string, to: string): readonly string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  // The map grows while it is iterated.
  for (const file of cameFrom.keys()) {
    if (file === to) {
      const path: string[] = [];
      for (let one: string | undefined = file; one !== undefined; one = cameFrom.get(one)) path.unshift(one);
      return path;
    }
    for (const { target } of runtimeImports(index, file)) if (!cameFrom.has(target)) cameFrom.set(target, file);
  }
  return undefined;
}
