import type { SafetyReason } from '../../state/item-state.ts';
import { findSafetyReasons } from '../modules/safety-reasons.ts';
import {
  moduleEscape,
  normalizeModule,
  type TreeModules,
} from '../../../workspace/configuration/pipeline/tree-modules.ts';
import type { Escalation, StageMistake } from '../results/stage-mistake.ts';
import type { Classification } from './classification.ts';

export interface ClassificationTerms {
  /** The modules of the base commit. */
  readonly modules: TreeModules;
  /** Globs, from the configuration. */
  readonly safetyCriticalModules: readonly string[];
  /** The largest number of files that an item may be estimated to change. */
  readonly scopeThreshold: number;
}

/** A classification that was checked against the repository and the configuration. */
export interface CheckedClassification {
  /** With normalized modules, and the final value of `safety_affecting`. Absent if there are mistakes. */
  readonly classification?: Classification | undefined;
  readonly mistakes: readonly StageMistake[];
  /** Why the item is safety-affecting. Empty if it is not. */
  readonly safety: readonly SafetyReason[];
  readonly escalation?: Escalation | undefined;
}

/**
 * Cross-checks a classification: its modules exist, the safety-critical modules override its judgement in one direction
 * only [ASSERT-CLASS-002, ASSERT-CLASS-003], and a scope over the threshold escalates [ASSERT-CLASS-004].
 */
export function checkClassification(answer: Classification, terms: ClassificationTerms): CheckedClassification {
  const affected = [...new Set(answer.affected_modules.map(normalizeModule))];
  const mistakes = affected.flatMap((module, index) => findModuleMistake(module, index, terms.modules));
  if (mistakes.length > 0) return { mistakes, safety: [] };
  const safety: readonly SafetyReason[] = [
    ...(answer.safety_affecting ? [{ source: 'classification' as const, detail: answer.rationale }] : []),
    ...findSafetyReasons('module', affected, terms.safetyCriticalModules, terms.modules),
  ];
  const classification = { ...answer, affected_modules: affected, safety_affecting: safety.length > 0 };
  return { classification, mistakes, safety, escalation: findScopeEscalation(answer, terms.scopeThreshold) };
}

function findModuleMistake(module: string, index: number, modules: TreeModules): StageMistake[] {
  const path = ['affected_modules', index];
  const escape = moduleEscape(module);
  if (escape !== undefined) {
    const message = `"${module}" ${escape}. Name a path inside the repository.`;
    return [{ code: 'outside-tree', path, message, subjects: [module] }];
  }
  if (modules.has(module)) return [];
  const message = `The repository has no file or folder "${module}".${modules.suggestion(module)} For something new, name the existing folder that will contain it.`;
  return [{ code: 'unknown-module', path, message, subjects: [module] }];
}

function findScopeEscalation({ estimated_scope: actual }: Classification, limit: number): Escalation | undefined {
  if (actual <= limit) return undefined;
  return {
    code: 'scope-exceeded',
    actual,
    limit,
    message: `The work is estimated to change ${actual} files. The configured threshold is ${limit} (scopeThreshold). Divide the item, or raise the threshold.`,
  };
}
