import type { ModuleGraph } from './module-graph.ts';

/**
 * Why the text of a tree does not decide whether a module exports a name that was not found: the module creates names when
 * it runs, or it has all names of a module that is not in the tree. `undefined` if the module certainly lacks the name. Only
 * some languages have such modules (`__getattr__`, `__all__` and star imports of Python).
 */
export function whyUndecided(graph: ModuleGraph, file: string, name: string): string | undefined {
  const record = graph.moduleOf(file);
  if (record?.isDynamic) return `${file} creates names when they are imported`;
  if (record?.hasComputedExports && record.internals?.some((one) => one.name === name)) {
    return `${file} computes its list of exports when it runs`;
  }
  return name.startsWith('_') ? undefined : whyProvidedByStar(graph, file, new Set());
}

function whyProvidedByStar(graph: ModuleGraph, file: string, seen: Set<string>): string | undefined {
  if (seen.has(file)) return undefined;
  seen.add(file);
  const record = graph.moduleOf(file);
  if (record?.starImports === undefined) return undefined;
  for (const { specifier } of record.starExports) {
    const target = graph.resolve(file, specifier);
    const reason =
      target !== undefined
        ? whyProvidedByStar(graph, target, seen)
        : specifier.startsWith('.')
          ? undefined
          : `${file} imports all names of ${specifier}, which is not in the workspace`;
    if (reason !== undefined) return reason;
  }
  return undefined;
}
