import { createHash } from 'node:crypto';
import { renderPlan } from '../../../verdicts/plan/compile/render-plan.ts';
import { droppedGrants, type PlanAnswer, type PlannedSubItemAnswer } from './plan-answer.ts';

/** The work item that a plan is for. */
export interface PlannedItem {
  readonly id: string;
  readonly title: string;
}

/** The text of a planned contract, and the hash that a person approves. Generation runs exactly these bytes. */
export interface PlannedContract {
  readonly text: string;
  /** sha256 of the text in UTF-8, in hexadecimal. */
  readonly hash: string;
}

/**
 * Renders the contract of a plan, with the sub-items in the order of the answer.
 *
 * @param maxAttempts the limit of the configuration, which the contract carries
 */
export function renderContract(item: PlannedItem, plan: PlanAnswer, maxAttempts: number): PlannedContract {
  const contract = {
    spec: { id: specificationId(item.id), title: item.title, description: plan.description },
    build: plan.build ?? null,
    verify: plan.verify ?? null,
    chunks: plan.subItems.map((subItem) => toChunk(subItem, maxAttempts)),
  };
  const reasons = Object.fromEntries(plan.subItems.map(({ id, reason }) => [id, reason]));
  const dropped = droppedGrants(plan);
  const remark = `Dropped from the plan, because only a person can grant it: ${dropped.join('; ')}.`;
  const text = renderPlan(contract, reasons, `the work item ${item.id}`, dropped.length === 0 ? {} : { remark });
  return { text, hash: createHash('sha256').update(text, 'utf8').digest('hex') };
}

function toChunk(subItem: PlannedSubItemAnswer, maxAttempts: number): Readonly<Record<string, unknown>> {
  const own = new Set(['interfaces', 'reason', 'mayChange']);
  const chunk = Object.fromEntries(Object.entries(subItem).filter(([key]) => !own.has(key)));
  return { ...chunk, maxAttempts };
}

/** The path that messages about the planned contract name. The contract is stored in the state, not in the tree. */
export function contractFileOf(item: PlannedItem): string {
  return `${specificationId(item.id)}.contract.yaml`;
}

/** The id of an item as a part of file names. */
export function specificationId(item: string): string {
  return `item-${item.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}`;
}
