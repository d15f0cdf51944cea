import type { ModuleGraph } from './module-graph.ts';
import type { ModuleRecord } from './module-record.ts';

/** Why an export is undecided, and the place in the code that is the cause. */
export interface UndecidedExport {
  readonly reason: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Why the text of a tree does not decide whether a module exports a name that was not found: the module creates names when
 * it runs, or it has all names of a module that is not in the tree. `undefined` if the module certainly lacks the name. Only
 * some languages have such modules (`__getattr__`, `__all__` and star imports of Python).
 */
export function whyUndecided(graph: ModuleGraph, file: string, name: string): UndecidedExport | undefined {
  const created = whyCreated(graph.moduleOf(file), name);
  if (created !== undefined) return created;
  return name.startsWith('_') ? undefined : whyProvidedByStar(graph, file, name, new Set());
}

/** The same for the names that a module creates itself when it runs. */
export function whyCreated(record: ModuleRecord | undefined, name: string): UndecidedExport | undefined {
  if (record === undefined) return undefined;
  const { file, internals = [], createsNames } = record;
  if (createsNames !== undefined) {
    const { line, column, isOnDemand } = createsNames;
    return { reason: `${file} creates names when ${isOnDemand ? 'they are imported' : 'it runs'}`, file, line, column };
  }
  const internal = record.hasComputedExports ? internals.find((one) => one.name === name) : undefined;
  if (internal === undefined) return undefined;
  const { line, column } = internal;
  return { reason: `${file} computes its list of exports when it runs`, file, line, column };
}

function whyProvidedByStar(
  graph: ModuleGraph,
  file: string,
  name: string,
  seen: Set<string>,
): UndecidedExport | undefined {
  if (seen.has(file)) return undefined;
  seen.add(file);
  const record = graph.moduleOf(file);
  if (record?.starImports === undefined) return undefined;
  for (const { specifier } of record.starExports) {
    const target = graph.resolve(file, specifier);
    if (target !== undefined) {
      const imported = graph.moduleOf(target);
      const created = imported?.createsNames?.isOnDemand ? undefined : whyCreated(imported, name);
      const undecided = created ?? whyProvidedByStar(graph, target, name, seen);
      if (undecided !== undefined) return undecided;
    } else if (!specifier.startsWith('.')) {
      const { line, column } = record.imports.find((one) => one.specifier === specifier) ?? { line: 1, column: 1 };
      const reason = `${file} imports all names of ${specifier}, which is not in the workspace`;
      return { reason, file, line, column };
    }
  }
  return undefined;
}
