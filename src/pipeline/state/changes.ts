/** Small changes of a state, which the transitions consist of. Each returns a new state. */
import type { StageName } from '../stages/stage-names.ts';
import type { Effect, PlannedEffect } from './effect.ts';
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
  const outbox = [...state.outbox];
  for (const effect of planned) {
    const isKnown = effect.key in state.receipts || outbox.some(({ key }) => key === effect.key);
    if (!isKnown) outbox.push({ ...effect, round: state.round, stage } as Effect);
  }
  return { ...state, outbox };
}

/** Adds reasons why the item is safety-affecting. They are never removed, and listed once. */
export function withSafety(state: ItemState, reasons: readonly SafetyReason[] = []): ItemState {
  const isNew = ({ source, detail }: SafetyReason): boolean =>
    !state.safety.some((known) => known.source === source && known.detail === detail);
  return { ...state, safety: [...state.safety, ...reasons.filter(isNew)] };
}

/** Ends the work on the item, until somebody resumes or restarts it [ASSERT-PSM-006]. */
export function withFailure(state: ItemState, failure: Failure): ItemState {
  const key = effectKey(state, failure.stage, 'failure', Object.keys(state.receipts).length);
  const report: PlannedEffect = { type: 'comment', key, body: failure.message };
  return withLabels(withEffects({ ...state, status: 'failed', failure }, failure.stage, [report]));
}

/** Sets the labels after a change. They are set last, after everything that they announce. */
export function withLabels(state: ItemState): ItemState {
  const others = state.outbox.filter(({ type }) => type !== 'labels');
  const key = effectKey(state, state.stage, 'labels', Object.keys(state.receipts).length);
  return withEffects({ ...state, outbox: others }, state.stage, [{ type: 'labels', key }]);
}

/** The key of an effect. The number distinguishes repetitions within a round. */
export function effectKey({ round }: ItemState, stage: StageName, name: string, number?: number): string {
  return number === undefined ? `${round}/${stage}/${name}` : `${round}/${stage}/${name}/${number}`;
}
