import type { ItemState } from './item-state.ts';
import { subItemBranch } from './branch-names.ts';
import { isFinal, type SubItem } from './sub-item.ts';

/** The sub-items that another one depends on. */
export function dependenciesOf(state: ItemState, { dependsOn }: SubItem): readonly SubItem[] {
  return state.subItems.filter(({ id }) => dependsOn.includes(id));
}

/** The ids of everything that a sub-item depends on, also through others. */
export function dependenciesThroughout(state: ItemState, subItem: SubItem): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (of: SubItem): void => {
    for (const dependency of dependenciesOf(state, of)) {
      if (found.has(dependency.id)) continue;
      found.add(dependency.id);
      visit(dependency);
    }
  };
  visit(subItem);
  return found;
}

/** Whether the work on a sub-item can start or continue: all that it depends on was judged. */
export function isReady(state: ItemState, subItem: SubItem): boolean {
  return dependenciesOf(state, subItem).every(({ stage, status }) => status === 'merged' || stage === 'integration');
}

/** Whether something happens to a sub-item without a person. */
export function isWorkable(state: ItemState, subItem: SubItem): boolean {
  return subItem.status === 'active' && isReady(state, subItem);
}

/**
 * Whether the change of a sub-item was judged on a base that has changed since, and must be replayed. That waits until the new
 * result of what it depends on has been judged.
 */
export function isBaseOutdated(state: ItemState, subItem: SubItem): boolean {
  const { result, foreign, status } = subItem;
  if (result === undefined || foreign !== undefined || isFinal(subItem) || status === 'failed') return false;
  return isReady(state, subItem) && isBaseChanged(state, subItem);
}

/** Whether the base of a sub-item has changed since it was set: a dependency was merged, or has another result. */
export function isBaseChanged(state: ItemState, subItem: SubItem): boolean {
  if (subItem.base === undefined) return false;
  const dependencies = dependenciesOf(state, subItem);
  const { parts } = subItem.base;
  if (parts !== undefined) return dependencies.some((dependency) => parts[dependency.id] !== partOf(dependency));
  const [only] = dependencies;
  if (only === undefined) return false;
  if (only.status === 'merged') return subItem.base.branch === subItemBranch(state, only.id);
  return only.result !== undefined && only.result !== subItem.base.commit;
}

/** What a generated merge branch contains of a sub-item. */
export function partOf({ status, result = '' }: SubItem): string {
  return status === 'merged' ? 'merged' : result;
}

/** The ids of everything that depends on a sub-item, also through others. */
export function dependentsOf(state: ItemState, id: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (of: string): void => {
    for (const subItem of state.subItems) {
      if (!subItem.dependsOn.includes(of) || found.has(subItem.id)) continue;
      found.add(subItem.id);
      visit(subItem.id);
    }
  };
  visit(id);
  return found;
}
