import type { ModuleIndex } from '../../../code/index/module-index.ts';
import { createModuleMatcher, type TreeModules } from '../../../workspace/configuration/pipeline/tree-modules.ts';
import type { ArchitecturalRule } from '../../../workspace/configuration/pipeline/pipeline-settings.ts';

/** One import between files of a tree. */
export interface ModuleImport {
  readonly from: string;
  readonly to: string;
}

/** The imports between the files of a tree, without those of packages. Sorted. */
export function findModuleImports(index: ModuleIndex): readonly ModuleImport[] {
  const imports = [...index.files()].flatMap((to) => index.importersOf(to).map((from) => ({ from, to })));
  return imports.sort((a, b) => (`${a.from}\0${a.to}` < `${b.from}\0${b.to}` ? -1 : 1));
}

/** Returns the rules that a dependency between two modules, files or folders, breaks. */
export function createRuleLookup(
  rules: readonly ArchitecturalRule[],
  modules: TreeModules,
): (dependency: ModuleImport) => readonly ArchitecturalRule[] {
  const matchers = rules.map((rule) => ({
    rule,
    isFrom: createModuleMatcher(rule.from, modules),
    isTo: createModuleMatcher(rule.to, modules),
  }));
  return ({ from, to }) => matchers.filter(({ isFrom, isTo }) => isFrom(from) && isTo(to)).map(({ rule }) => rule);
}
