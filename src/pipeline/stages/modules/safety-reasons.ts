import { folderOfPattern, isPathPattern } from '../../../contract/globs/path-matcher.ts';
import type { SafetyReason } from '../../state/item-state.ts';
import {
  createModuleMatcher,
  normalizeModule,
  type TreeModules,
} from '../../../workspace/configuration/pipeline/tree-modules.ts';

/**
 * Why modules make an item safety-affecting [ASSERT-PSM-004]: each module, file or glob that concerns a safety-critical
 * module. A glob that can match anything concerns all of them.
 *
 * @param globs the safety-critical modules of the configuration
 */
export function findSafetyReasons(
  source: SafetyReason['source'],
  concerned: readonly string[],
  globs: readonly string[],
  modules: TreeModules,
): readonly SafetyReason[] {
  if (globs.length === 0) return [];
  const isCritical = createModuleMatcher(globs, modules);
  return [...new Set(concerned)]
    .filter((entry) => isCritical(normalizeModule(isPathPattern(entry) ? folderOfPattern(entry) : entry)))
    .map((detail) => ({ source, detail }));
}
