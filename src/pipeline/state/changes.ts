/** Small changes of a state, which the transitions consist of. Each returns a new state. */
import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import type { Effect, PlannedEffect } from './effect.ts';
import { renderCostReport } from './cost-table.ts';
import { createFailureReport } from './failure-report.ts';
import type { Failure, ItemState, SafetyReason, StageRecord } from './item-state.ts';
import type { SubItem } from './sub-item.ts';

const NEW_STAGE: StageRecord = { refused: 0, revision: 0, feedback: [] };

export function stageRecordOf(state: ItemState, stage: StageName): StageRecord {
  return state.stages[stage] ?? NEW_STAGE;
}

export function withStage(state: ItemState, stage: StageName, change: Partial<StageRecord>): ItemState {
  return { ...state, stages: { ...state.stages, [stage]: { ...stageRecordOf(state, stage), ...change } } };
}

export function withSubItem(state: ItemState, id: string, change: (subItem: SubItem) => SubItem): ItemState {
  return { ...state, subItems: state.subItems.map((subItem) => (subItem.id === id ? change(subItem) : subItem)) };
}

export function subItemOf(state: ItemState, id: string): SubItem {
  const subItem = state.subItems.find((candidate) => candidate.id === id);
  if (subItem === undefined) throw new Error(`The item ${state.item} has no sub-item ${id}.`);
  return subItem;
}

/** Adds effects to the outbox. An effect whose key has a receipt or is waiting already is not added again. */
export function withEffects(state: ItemState, stage: StageName, planned: readonly PlannedEffect[]): ItemState {
  const isKnown = (key: string): boolean => key in state.receipts || state.outbox.some((effect) => effect.key === key);
  const added = planned.filter(({ key }) => !isKnown(key));
  const effects = added.map((effect): Effect => ({ ...effect, round: state.round, stage }));
  return { ...state, sequence: state.sequence + added.length, outbox: [...state.outbox, ...effects] };
}

/** Posts a comment on the item. */
export function withComment(state: ItemState, stage: StageName, name: string, body: string): ItemState {
  return withEffects(state, stage, [{ type: 'comment', key: `${keyOf(state, stage, name)}/${state.sequence}`, body }]);
}

/** Adds reasons why the item is safety-affecting. They are never removed, and listed once. */
export function withSafety(state: ItemState, reasons: readonly SafetyReason[] = []): ItemState {
  const isNew = ({ source, detail }: SafetyReason): boolean =>
    !state.safety.some((known) => known.source === source && known.detail === detail);
  return { ...state, safety: [...state.safety, ...reasons.filter(isNew)] };
}

/** Ends the work on the item, until it is resumed or restarted [ASSERT-PSM-006]. */
export function withFailure(state: ItemState, failure: Failure): ItemState {
  const cost = state.spending.length === 0 ? '' : `\n\n${renderCostReport(state.spending)}`;
  const report = createFailureReport(state, failure) + cost;
  return withLabels(withComment({ ...state, status: 'failed', failure }, failure.stage, 'failure', report));
}

/** Sets the labels after a change. They are set after everything that they announce. */
export function withLabels(state: ItemState): ItemState {
  const outbox = state.outbox.filter(({ type }) => type !== 'labels');
  return withEffects({ ...state, outbox }, state.stage, [{ type: 'labels', key: 'labels' }]);
}

/** The key of an effect that occurs once in a stage of a round. */
export function keyOf({ round }: Pick<ItemState, 'round'>, stage: StageName, name: string): string {
  return `${round}/${stage}/${name}`;
}

/** A copy without some optional properties. */
export function without<Value extends object, Key extends keyof Value>(
  value: Value,
  ...keys: readonly Key[]
): Omit<Value, Key> {
  const copy = { ...value };
  for (const key of keys) Reflect.deleteProperty(copy, key);
  return copy;
}
