import type { ItemState } from '../state/item-state.ts';
import type { Forge } from '../forge/forge.ts';
import { refusalOf } from '../step/command-events.ts';
import { readCommand, type CommandName } from '../step/comment-commands.ts';
import { readObservedItem } from '../step/observed-item.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { PipelineParts } from './pipeline-parts.ts';

interface PersonCommand {
  readonly name: CommandName;
  /** What follows its name: a hash, or a reason. */
  readonly text?: string | undefined;
}

/**
 * Posts a command of the person who uses this process on an item, after a check that the next step would apply it. People may
 * still do something in between; the step then answers in a comment.
 *
 * @throws HoldfastError `conflict` if the next step would not apply it
 */
export async function postCommand(
  { forge, comment }: Pick<PipelineParts, 'forge' | 'comment'>,
  state: ItemState,
  { name, text = '' }: PersonCommand,
  signal: AbortSignal,
): Promise<void> {
  const { item: id, policy } = state;
  const body = `/${policy.labelPrefix} ${name} ${text}`.trimEnd();
  const snapshot = await readObservedItem({ forge }, state, signal);
  if (snapshot?.item.isOpen === false) throw createClosedError(id, name, forge.kind);
  const added = { id: '', author: forge.actor, body, createdAt: new Date().toISOString(), isEdited: false };
  const command = readCommand(added, policy.labelPrefix);
  const refusal = command && refusalOf(state, snapshot?.commands ?? [], command);
  if (refusal !== undefined) {
    const hint =
      snapshot?.commands.length === 0
        ? undefined
        : `The next step applies the commands that are already in its comments: holdfast step ${id}`;
    throw new HoldfastError('conflict', `Failed to ${name} the item ${id}: ${refusal}`, { hint });
  }
  await comment(id, body, signal);
}

/** The error for an act on an item that is closed. */
export function createClosedError(id: string, act: string, forge: Forge['kind']): HoldfastError {
  if (act === 'cancel') {
    return new HoldfastError('conflict', `Failed to cancel the item ${id}: it is closed, which ends the work on it.`, {
      hint: `Nothing is left to do: the next step cancels it.`,
    });
  }
  const reopen = forge === 'local' ? `holdfast item reopen ${id}` : `gh issue reopen ${id}`;
  return new HoldfastError('conflict', `Failed to ${act} the item ${id}: it is closed, which ends the work on it.`, {
    hint: `Open it again first: ${reopen}`,
  });
}
