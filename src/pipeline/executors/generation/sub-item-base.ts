import type { Snapshot } from '../../../workspace/git/snapshot.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import { mergeBranch, subItemBranch } from '../../state/branch-names.ts';
import type { ItemState } from '../../state/item-state.ts';
import { dependenciesOf, partOf } from '../../state/sub-item-readiness.ts';
import type { SubItem, SubItemBase } from '../../state/sub-item.ts';
import type { GenerationServices } from './generation-services.ts';

/** The base of a sub-item, or the files in which what it depends on conflicts. */
export type FoundBase =
  { readonly base: SubItemBase } | { readonly conflicts: readonly string[]; readonly branches: readonly string[] };

type Source = Pick<SubItemBase, 'branch' | 'commit'>;

type BaseServices = Pick<GenerationServices, 'forge' | 'repository'>;

/**
 * The base of a sub-item follows from what it depends on: nothing: the tip of the base branch of the item; one: its branch; several: a
 * generated merge. What was merged is in the branch that it was merged into.
 */
export async function findBase(
  state: ItemState,
  subItem: SubItem,
  services: BaseServices,
  signal: AbortSignal,
): Promise<FoundBase> {
  const dependencies = dependenciesOf(state, subItem);
  if (dependencies.length === 0) return { base: await findItemBase(state, services, signal) };
  const parts = Object.fromEntries(dependencies.map((dependency) => [dependency.id, partOf(dependency)]));
  const sources: Source[] = [];
  for (const dependency of dependencies) sources.push(await findSource(state, dependency, services, signal));
  const needed = await withoutAncestors(sources, services, signal);
  const [only, ...more] = needed;
  if (only === undefined) return { base: state.base };
  const isPlain = dependencies.length === 1;
  if (more.length === 0) return { base: isPlain ? only : { ...only, parts } };
  const merged = await mergeSources(needed, services, signal);
  const branches = needed.map(({ branch }) => branch);
  if ('conflicts' in merged) return { conflicts: merged.conflicts, branches };
  const commit = await services.repository.createCommit({
    content: merged.tree,
    parents: needed.map((source) => source.commit),
    message: `Merge what ${subItem.id} depends on\n\n${branches.join('\n')}`,
    at: await latestTime(needed, services, signal),
    signal,
  });
  return { base: { branch: mergeBranch(state, subItem.id), commit, parts } };
}

/**
 * The tip of the base branch, with the documents of the item that people have merged. If the branch no longer contains the
 * commit that the item started from, it is that commit.
 */
async function findItemBase(
  { base }: ItemState,
  { forge, repository }: BaseServices,
  signal: AbortSignal,
): Promise<SubItemBase> {
  const tip = await forge.readBranch(base.branch, signal);
  if (tip === undefined || tip === base.commit) return base;
  await forge.fetchCommit(tip, signal);
  const ancestor = await repository.commits?.mergeBase(base.commit, [tip], signal);
  return ancestor === base.commit ? { ...base, commit: tip } : base;
}

/** The branch and commit with the change of a sub-item. */
async function findSource(
  state: ItemState,
  subItem: SubItem,
  { forge }: BaseServices,
  signal: AbortSignal,
): Promise<Source> {
  if (subItem.status !== 'merged' && subItem.result !== undefined) {
    const commit = subItem.result;
    await forge.fetchCommit(commit, signal);
    return { branch: subItemBranch(state, subItem.id), commit };
  }
  const branch = branchOfMerged(state, subItem);
  const commit = await forge.readBranch(branch, signal);
  if (commit === undefined) {
    throw new HoldfastError(
      'not-found',
      `Failed to continue after the merge of ${subItem.id}: there is no branch ${branch}`,
      {
        hint: 'Restore the branch, or restart the item.',
      },
    );
  }
  await forge.fetchCommit(commit, signal);
  return { branch, commit };
}

/** The branch into which a sub-item was merged. If that was the branch of another one, it may have been merged since. */
function branchOfMerged(state: ItemState, { base }: SubItem): string {
  if (base === undefined) return state.base.branch;
  const owner = state.subItems.find(({ id }) => subItemBranch(state, id) === base.branch);
  return owner?.status === 'merged' ? branchOfMerged(state, owner) : base.branch;
}

/** Leaves out the sources that another one contains, and repeated ones. */
async function withoutAncestors(
  sources: readonly Source[],
  { repository }: BaseServices,
  signal: AbortSignal,
): Promise<readonly Source[]> {
  const distinct = sources.filter(
    (source, index) => sources.findIndex((one) => one.commit === source.commit) === index,
  );
  const needed: Source[] = [];
  for (const source of distinct) {
    let isContained = false;
    for (const other of distinct) {
      if (other === source || isContained) continue;
      isContained = (await repository.commits?.mergeBase(source.commit, [other.commit], signal)) === source.commit;
    }
    if (!isContained) needed.push(source);
  }
  return needed;
}

async function mergeSources(
  sources: readonly Source[],
  { repository }: BaseServices,
  signal: AbortSignal,
): Promise<Snapshot | { readonly conflicts: readonly string[] }> {
  const [first, ...others] = sources;
  if (first === undefined) throw new Error('There is nothing to merge.');
  const merged: Source[] = [first];
  let onto = await repository.resolve(first.commit, signal);
  for (const source of others) {
    const earlier = merged.map(({ commit }) => commit);
    const ancestor = await repository.commits?.mergeBase(source.commit, earlier, signal);
    if (ancestor === undefined) throw createUnrelatedError(source.branch, first.branch);
    const combined = await repository.combine({
      base: await repository.resolve(ancestor, signal),
      result: await repository.resolve(source.commit, signal),
      onto,
      signal,
    });
    if (combined.conflicts.length > 0) return { conflicts: combined.conflicts.map(({ file }) => file) };
    onto = combined.merged;
    merged.push(source);
  }
  return onto;
}

function createUnrelatedError(one: string, other: string): HoldfastError {
  return new HoldfastError('git', `Failed to merge ${one} and ${other}: they have no common commit`, {
    hint: 'Fetch the full history with "git fetch --unshallow", or restart the item.',
  });
}

/** The same merge has the same time, so that it is the same commit. */
async function latestTime(
  sources: readonly Source[],
  { repository }: BaseServices,
  signal: AbortSignal,
): Promise<string> {
  const times: string[] = [];
  for (const { commit } of sources) times.push((await repository.commits?.describe(commit, signal))?.at ?? '');
  return times.reduce((latest, time) => (Date.parse(time) > Date.parse(latest) ? time : latest));
}
