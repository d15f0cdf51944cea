import { listOwnExports } from '../../verdicts/analysis/export-lists.ts';
import type { ContextItem } from '../context/context-item.ts';
import { summarizeModules } from '../context/repository-context.ts';
import type { ItemState } from '../state/item-state.ts';
import type { BaseCommit } from './document-stage.ts';
import { readStoredAnswer } from './stored-answers.ts';

/** The exports of the modules that the classification names, as context. */
export function summarizeAffectedModules(state: ItemState, { index }: BaseCommit): readonly ContextItem[] {
  return summarizeModules(listOwnExports(index, undefined), readStoredAnswer(state, 'intake').affected_modules);
}
