import type { Repository } from '../../workspace/repository.ts';
import type { Forge, PullRequest } from '../forge/forge.ts';
import type { ItemState } from '../state/item-state.ts';
import { subItemBranch } from '../state/branch-names.ts';
import { isFinal, type SubItem } from '../state/sub-item.ts';

/** Finds changes that people merged in a way that the forge does not see, such as a squash of a whole stack. */

export type ChangeRepository = Pick<Repository, 'commits' | 'combine' | 'listChanges' | 'resolve'>;

interface Change {
  /** The commit that the change starts from. */
  readonly from: string;
  readonly result: string;
}

export interface BaseServices {
  readonly forge: Pick<Forge, 'readBranch' | 'fetchCommit'>;
  readonly repository: () => Promise<ChangeRepository>;
}

/** The most commits of the base branch that are compared with one change. */
const MAX_COMMITS = 40;

/** What the forge shows of the sub-items. */
interface Observed {
  readonly subItems: ReadonlyMap<string, { readonly pullRequest: Pick<PullRequest, 'state'> }>;
  /** The tips of the branches. */
  readonly tips: ReadonlyMap<string, string | undefined>;
}

/**
 * The sub-items whose own change is contained in the base branch of the item, each with the commit of the base branch that
 * brought it. Those that the forge shows as merged are left out. A change that was reverted is not contained.
 */
export async function findContainedChanges(
  state: ItemState,
  { subItems, tips }: Observed,
  { forge, repository: open }: BaseServices,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const contained = new Map<string, string>();
  const candidates = state.subItems.flatMap((subItem) => {
    const change = changeOf(state, subItem);
    const isMerged = subItems.get(subItem.id)?.pullRequest.state === 'merged';
    return change === undefined || isMerged ? [] : [{ id: subItem.id, change }];
  });
  if (candidates.length === 0) return contained;
  const baseTip = await forge.readBranch(state.base.branch, signal);
  if (baseTip === undefined) return contained;
  const later = candidates.filter(({ change }) => change.from !== baseTip);
  if (later.length === 0) return contained;
  const repository = await open();
  await forge.fetchCommit(baseTip, signal);
  for (const { id, change } of later) {
    await forge.fetchCommit(change.from, signal);
    await forge.fetchCommit(change.result, signal);
    // While a change is generated again, its base can already be the next one.
    if ((await repository.commits?.mergeBase(change.from, [change.result], signal)) !== change.from) continue;
    const commit = await findContaining(repository, change, baseTip, signal);
    if (commit === undefined) continue;
    // What a person added to the branch must be merged too.
    const tip = tips.get(id);
    const isOwn = tip === undefined || tip === change.result;
    if (!isOwn) await forge.fetchCommit(tip, signal);
    const added = isOwn ? undefined : { from: change.result, result: tip };
    const isComplete = added === undefined || (await findContaining(repository, added, baseTip, signal)) !== undefined;
    if (isComplete) contained.set(id, commit);
  }
  return contained;
}

/** The change of a sub-item that people can merge; undefined if its branch does not exist yet, or is about to move. */
function changeOf(state: ItemState, subItem: SubItem): Change | undefined {
  const { id, base, result } = subItem;
  if (isFinal(subItem) || base === undefined || result === undefined) return undefined;
  const name = subItemBranch(state, id);
  const isPushed = !state.outbox.some((effect) => effect.type === 'branch' && effect.name === name);
  return isPushed ? { from: base.commit, result } : undefined;
}

/** The oldest commit of the base branch that contains the change; undefined if its tip does not contain the change. */
async function findContaining(
  repository: ChangeRepository,
  change: Change,
  baseTip: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const files = (await repository.listChanges(change.from, change.result, signal)).map(({ path }) => path);
  // An empty change would be a part of every commit.
  if (files.length === 0) return undefined;
  const since = await repository.listChanges(change.from, baseTip, signal);
  const touched = new Set(since.flatMap(({ path, previousPath = path }) => [path, previousPath]));
  if (!files.every((file) => touched.has(file))) return undefined;
  const atTip = await judge(repository, change, baseTip, signal);
  if (atTip === 'missing') return undefined;
  const limits = { limit: MAX_COMMITS, signal };
  const commits = await repository.commits?.listFirstParents(change.from, baseTip, files, limits);
  for (const commit of commits ?? []) {
    if ((await judge(repository, change, commit, signal)) === 'contained') return commit;
  }
  if (atTip === 'contained') return baseTip;
  // Later commits of the base branch changed the same lines: the change was merged if the history says so.
  const ancestor = await repository.commits?.mergeBase(change.result, [baseTip], signal);
  return ancestor === change.result ? baseTip : undefined;
}

/** Whether a commit has the effect of a change. `conflict`: it has other text in the same lines. */
async function judge(
  repository: ChangeRepository,
  { from, result }: Change,
  commit: string,
  signal: AbortSignal,
): Promise<'contained' | 'missing' | 'conflict'> {
  const onto = await repository.resolve(commit, signal);
  const { conflicts, merged } = await repository.combine({
    base: await repository.resolve(from, signal),
    result: await repository.resolve(result, signal),
    onto,
    signal,
  });
  if (conflicts.length > 0) return 'conflict';
  return merged.tree === onto.tree ? 'contained' : 'missing';
}
