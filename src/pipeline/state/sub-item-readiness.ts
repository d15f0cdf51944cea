import type { ItemState } from './item-state.ts';
import { subItemBranch } from './branch-names.ts';
import { isFinal, type SubItem } from './sub-item.ts';

/** The sub-items that another one depends on. */
export function dependenciesOf(state: ItemState, { dependsOn }: SubItem): readonly SubItem[] {
  return state.subItems.filter(({ id }) => dependsOn.includes(id));
}

/** Whether generation of a sub-item can start or continue: all that it depends on has passed generation. */
export function isReady(state: ItemState, subItem: SubItem): boolean {
  return dependenciesOf(state, subItem).every(({ stage, status }) => status === 'merged' || stage === 'integration');
}

/** Whether something happens to a sub-item without a person. */
export function isWorkable(state: ItemState, subItem: SubItem): boolean {
  return subItem.status === 'active' && isReady(state, subItem);
}

/**
 * Whether the base of a sub-item has changed since its change was judged: a dependency was merged, or has another result.
 * A sub-item with several dependencies starts from a generated merge branch, whose commit the caller compares.
 */
export function isBaseOutdated(state: ItemState, subItem: SubItem): boolean {
  if (subItem.base === undefined || subItem.result === undefined || isFinal(subItem)) return false;
  const [only, ...more] = dependenciesOf(state, subItem);
  if (only === undefined || more.length > 0) return false;
  if (only.status === 'merged') return subItem.base.branch === subItemBranch(state, only.id);
  return only.result !== undefined && only.result !== subItem.base.commit;
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
