import { isExclusion } from '../../../contract/globs/path-matcher.ts';
import type { CheckDeclaration } from '../../../contract/model.ts';
import { readContract } from '../../../contract/read/read-contract.ts';
import { checkPlan, type PlanInput } from '../../../verdicts/plan/check-plan.ts';
import type { PlannedSubItem } from '../../state/item-event.ts';
import type { SafetyReason } from '../../state/item-state.ts';
import type { DesignedExport } from '../interfaces/declarations-answer.ts';
import { findSafetyReasons } from '../modules/safety-reasons.ts';
import { TreeModules } from '../../../workspace/configuration/pipeline/tree-modules.ts';
import type { Escalation, StageMistake } from '../results/stage-mistake.ts';
import { checkCoverage } from './check-coverage.ts';
import { checkOrder } from './check-order.ts';
import type { PlanAnswer, PlannedSubItemAnswer } from './plan-answer.ts';
import { contractFileOf, renderContract, type PlannedContract, type PlannedItem } from './planned-contract.ts';

export interface PlanTerms {
  readonly item: PlannedItem;
  /** What the interface design declares. */
  readonly interfaces: readonly DesignedExport[];
  /** Of the configuration: more sub-items escalate. */
  readonly maxSubItems: number;
  /** The attempts of a chunk: the limit of the configuration for the generation. */
  readonly maxAttempts: number;
  readonly safetyCriticalModules: readonly string[];
  readonly checks: readonly CheckDeclaration[];
  /** What the plan rules know of the tree that the sub-items start from. */
  readonly situation: Omit<PlanInput, 'document'>;
}

export interface CheckedPlannedWork {
  readonly mistakes: readonly StageMistake[];
  readonly escalation?: Escalation | undefined;
  /** Absent if there are mistakes or the plan escalates. */
  readonly plan?: {
    readonly contract: PlannedContract;
    /** In topological order. */
    readonly subItems: readonly PlannedSubItem[];
    /** The planned files that make the item safety-affecting. */
    readonly safety: readonly SafetyReason[];
  };
}

/**
 * Checks a plan: at least one sub-item, not too many [ASSERT-PLAN-003], no cycle [ASSERT-PLAN-001, ASSERT-PLAN-002], every
 * interface covered [ASSERT-PLAN-004], and a contract that passes every plan rule.
 */
export async function checkPlannedWork(answer: PlanAnswer, terms: PlanTerms): Promise<CheckedPlannedWork> {
  const { subItems } = answer;
  if (subItems.length === 0) {
    const message = 'The plan has no sub-items. Plan at least one.';
    return { mistakes: [{ code: 'no-sub-items', path: ['subItems'], message, subjects: [] }] };
  }
  const escalation = findSizeEscalation(subItems.length, terms.maxSubItems);
  if (escalation !== undefined) return { mistakes: [], escalation };
  const { order, mistakes } = checkOrder(subItems);
  const found = [...mistakes, ...checkCoverage(subItems, terms.interfaces)];
  if (found.length > 0) return { mistakes: found };
  const contract = renderContract(terms.item, answer, terms.maxAttempts);
  const findings = await findRuleMistakes(contract, terms);
  if (findings.length > 0) return { mistakes: findings };
  const planned = order.map((subItem) => {
    const { id, title, dependsOn } = subItem;
    return { id, title, description: describeSubItem(subItem), dependsOn };
  });
  return { mistakes: [], plan: { contract, subItems: planned, safety: findPlannedSafety(subItems, terms) } };
}

/** The description, with what the plan requested and did not get. */
function describeSubItem({ description, mayChange }: PlannedSubItemAnswer): string {
  if (mayChange.length === 0) return description;
  const note = `The plan requested changes of existing ${mayChange.join(', ')}. Only a person can allow that, so it is not allowed.`;
  return description === '' ? note : `${description}\n\n${note}`;
}

function findSizeEscalation(actual: number, limit: number): Escalation | undefined {
  if (actual <= limit) return undefined;
  const message = `The plan has ${actual} sub-items. The configured maximum is ${limit} (maxSubItems). Divide the item, or raise the maximum.`;
  return { code: 'too-many-sub-items', actual, limit, message };
}

async function findRuleMistakes(
  { text }: PlannedContract,
  { item, checks, situation }: PlanTerms,
): Promise<readonly StageMistake[]> {
  const sharedGates = (situation.sharedGates ?? []).map(({ id }) => id);
  const document = readContract({ file: contractFileOf(item), text, checks, sharedGates });
  const { findings } = await checkPlan({ ...situation, document });
  const errors = findings.filter(({ severity }) => severity === 'error');
  return errors.map(({ rule, chunk, message, satisfiedBy, at }): StageMistake => {
    const advice = satisfiedBy === undefined ? '' : ` To fix it: ${satisfiedBy}`;
    const path = at[0] === 'chunks' ? ['subItems', ...at.slice(1)] : at;
    const subjects = chunk === undefined ? [rule] : [rule, chunk];
    return { code: 'plan-rule', path, message: `${rule}: ${message}${advice}`, subjects };
  });
}

/** A sub-item without allowed files may write everywhere. */
function findPlannedSafety(
  subItems: readonly PlannedSubItemAnswer[],
  { safetyCriticalModules, situation }: PlanTerms,
): readonly SafetyReason[] {
  const files = subItems.flatMap(({ allowedFiles, functions, types }) => {
    const allowed = allowedFiles.filter((entry) => !isExclusion(entry));
    return [...(allowed.length === 0 ? ['**'] : allowed), ...[...functions, ...types].map(({ file }) => file)];
  });
  return findSafetyReasons('planned-file', files, safetyCriticalModules, new TreeModules(situation.files));
}
