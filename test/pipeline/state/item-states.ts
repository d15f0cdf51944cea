import type { EventOf, ItemEvent, PlannedSubItem } from '../../../src/pipeline/state/item-event.ts';
import { startItem } from '../../../src/pipeline/state/item-transitions.ts';
import type { ItemState } from '../../../src/pipeline/state/item-state.ts';
import type { ReviewOutcome, ScenarioOutcome } from '../../../src/pipeline/state/judgement.ts';
import type { GateMode } from '../../../src/workspace/configuration/pipeline/pipeline-settings.ts';
import type { Policy } from '../../../src/pipeline/state/policy.ts';
import type { AttemptRecord } from '../../../src/pipeline/state/sub-item.ts';
import { transition } from '../../../src/pipeline/state/transition.ts';
import { STAGE_NAMES, type StageName } from '../../../src/workspace/configuration/pipeline/stage-names.ts';

export const AT = '2026-11-23T10:00:00.000Z';
export const BY = { by: 'kim', at: AT } as const;

export function createPolicy(gates: Partial<Record<StageName, GateMode>> = {}, maxTries = 5): Policy {
  const forEach = <Value>(value: (stage: StageName) => Value) =>
    Object.fromEntries(STAGE_NAMES.map((stage) => [stage, value(stage)])) as Record<StageName, Value>;
  return {
    labelPrefix: 'holdfast',
    gates: forEach((stage) => gates[stage] ?? 'auto'),
    maxTries: forEach(() => maxTries),
    remediationLimit: 3,
    maxStageCostUsd: {},
  };
}

export function createItem(policy = createPolicy()): ItemState {
  const terms = { base: { branch: 'main', commit: 'c0' }, policy };
  return startItem({ item: '42', title: 'Health checks', terms });
}

export function apply(state: ItemState, ...events: readonly ItemEvent[]): ItemState {
  return events.reduce((current, event) => transition(current, event).state, state);
}

/** Performs all effects of the outbox. Pull requests get the numbers 1, 2, … */
export function performAll(state: ItemState): ItemState {
  let current = state;
  let pullRequest = Object.values(state.receipts).filter((receipt) => receipt.pullRequest !== undefined).length;
  for (const { key, type } of state.outbox) {
    const event: ItemEvent =
      type === 'labels'
        ? { type: 'labels-set', labels: [] }
        : {
            type: 'effect-performed',
            key,
            receipt: { at: AT, ...(type === 'pull-request' ? { pullRequest: ++pullRequest } : {}) },
          };
    current = apply(current, event);
  }
  return current;
}

export function answered(
  stage: StageName,
  outcome: Partial<Extract<ItemEvent, { type: 'answered' }>['outcome']> = {},
  value: unknown = {},
): ItemEvent {
  return { type: 'answered', stage, hash: `${stage}-hash`, value, outcome: { effects: [], ...outcome }, at: AT };
}

export const advanced: ItemEvent = { type: 'advanced', summary: 'Next.', at: AT };

/** An item whose plan has these sub-items, at the start of generation. */
export function createPlannedItem(subItems: readonly PlannedSubItem[], policy = createPolicy()): ItemState {
  const plan = { contract: { text: 'contract', hash: 'contract-hash' }, subItems };
  const planned = apply(
    createItem(policy),
    answered('intake'),
    advanced,
    answered('architecture'),
    advanced,
    answered('interfaces'),
    advanced,
    answered('planning', { plan }),
    advanced,
  );
  return performAll(planned);
}

export function plannedSubItem(id: string, ...dependsOn: readonly string[]): PlannedSubItem {
  return { id, title: id, description: `Creates ${id}.`, dependsOn: [...dependsOn] };
}

export function attempted(subItem: string, attempt: Partial<AttemptRecord> & { readonly number: number }): ItemEvent {
  const passed = attempt.passed ?? false;
  const record: AttemptRecord = {
    passed,
    codeHash: `${subItem}-${attempt.number}`,
    summary: 'It failed.',
    costUsd: 0.1,
    ...attempt,
  };
  return {
    type: 'attempted',
    subItem,
    attempt: record,
    ...(passed ? { result: `${subItem}-r${attempt.number}` } : {}),
    at: AT,
  };
}

/** Scenarios judged the result of a sub-item. Default: none covers it. */
export function scenariosEnded(
  subItem: string,
  commit: string,
  outcome: Partial<ScenarioOutcome> = {},
  feedback: readonly string[] = [],
): EventOf<'scenarios-ended'> {
  const ended = { outcome: 'skipped' as const, score: null, threshold: 0.95, trajectories: 0, scenarios: [], at: AT };
  return { type: 'scenarios-ended', subItem, outcome: { ...ended, commit, ...outcome }, feedback, at: AT };
}

/** The result of a sub-item was reviewed. Default: without findings. */
export function reviewed(subItem: string, commit: string, outcome: Partial<ReviewOutcome> = {}): EventOf<'reviewed'> {
  const passed = { decision: 'proceed' as const, findings: [], omitted: 0, passes: [], warnings: [], at: AT };
  return { type: 'reviewed', subItem, outcome: { ...passed, commit, ...outcome }, at: AT };
}

/** An attempt passed, and nothing was found in its result, which is `<sub-item>-r<number>`. */
export function passed(subItem: string, number: number): readonly ItemEvent[] {
  const commit = `${subItem}-r${number}`;
  return [attempted(subItem, { number, passed: true }), ...judged(subItem, commit)];
}

/** Scenarios and the review found nothing in a result. */
export function judged(subItem: string, commit: string): readonly ItemEvent[] {
  return [scenariosEnded(subItem, commit), reviewed(subItem, commit)];
}

export function based(subItem: string, branch: string, commit: string): ItemEvent {
  return { type: 'sub-item-based', subItem, base: { branch, commit } };
}
