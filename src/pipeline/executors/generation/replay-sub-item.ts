import { replayOnCommit } from '../../../run/commit-attempt/replay-on-commit.ts';
import type { SubItem, SubItemBase } from '../../state/sub-item.ts';
import { dependenciesThroughout } from '../../state/sub-item-readiness.ts';
import type { StageExecution, StageInput } from '../../step/stage-executor.ts';
import { findChangedSafety } from './changed-safety.ts';
import { failSubItem } from './fail-sub-item.ts';
import type { GenerationServices } from './generation-services.ts';
import { openGeneration } from './open-generation.ts';

/** A sub-item that has passed on an earlier base. */
export type PassedSubItem = SubItem & { readonly result: string; readonly base: SubItemBase };

/** Who asks for a change after a replay failed. */
const BY = 'Holdfast';

/**
 * Replays the own change of a sub-item on its new base, and judges it again. A conflict or a failure sends it back to
 * generation on that base.
 */
export async function replaySubItem(
  input: StageInput,
  subItem: PassedSubItem,
  base: SubItemBase,
  services: GenerationServices,
): Promise<StageExecution> {
  const { state, at, signal } = input;
  const { id, result } = subItem;
  for (const commit of [state.base.commit, subItem.base.commit, result])
    await services.forge.fetchCommit(commit, signal);
  const run = await openGeneration(input, services);
  const outcome = await replayOnCommit({
    ...run,
    chunk: id,
    from: subItem.base.commit,
    result,
    base: base.commit,
    terms: state.base.commit,
    passed: dependenciesThroughout(state, subItem),
    at,
  });
  const { costUsd } = outcome;
  switch (outcome.kind) {
    case 'replayed': {
      const remaining = await services.repository.listChanges(base.commit, outcome.commit, signal);
      const isOnBase = base.branch === state.base.branch;
      if (isOnBase && remaining.length === 0 && outcome.changedFiles.length > 0) {
        // The base branch got the change after the step had compared them.
        const merge = { commit: base.commit, isContained: true, by: 'A person', at };
        return { events: [{ type: 'sub-item-merged', subItem: id, ...merge }], costUsd };
      }
      const safety = await findChangedSafety(state, base.commit, outcome.changedFiles, services, signal);
      return { events: [{ type: 'replayed', subItem: id, base, result: outcome.commit, safety }], costUsd };
    }
    case 'undecided': {
      const message = `The change of ${id} was replayed on ${base.branch}, and its gates could not be judged. ${outcome.reason}`;
      return { events: [failSubItem(input, id, 'escalated', message)], costUsd };
    }
    case 'failed': {
      const feedback = `The base of this change is now ${base.branch} at ${base.commit.slice(0, 12)}. ${outcome.reason}`;
      return { events: [{ type: 'changes-requested', subItem: id, feedback, base, by: BY, at }], costUsd };
    }
  }
}
