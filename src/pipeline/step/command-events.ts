import type { ItemEvent, RoundTerms } from '../state/item-event.ts';
import type { ItemState } from '../state/item-state.ts';
import { transition } from '../state/transition.ts';
import { findDecisions, listWaitingDecisions, type Decision } from '../state/waiting-decisions.ts';
import { COMMAND_NAMES, type CommentCommand } from './comment-commands.ts';

/**
 * The events of commands in comments. Each command applies to the state after the ones before it. A command that cannot be
 * applied is answered. Pure.
 */
export function commandEvents(
  before: ItemState,
  commands: readonly CommentCommand[],
  terms: RoundTerms,
): readonly ItemEvent[] {
  const events: ItemEvent[] = [];
  let state = before;
  for (const command of commands) {
    const event = commandEvent(state, command, terms);
    state = transition(state, event).state;
    events.push(event);
  }
  return events;
}

function commandEvent(state: ItemState, command: CommentCommand, terms: RoundTerms): ItemEvent {
  const { author: by, createdAt: at } = command.comment;
  const refuse = (...lines: readonly string[]): ItemEvent => {
    const first = `@${by} \`/${state.policy.labelPrefix} ${command.name === 'unknown' ? '…' : command.name}\` was not applied.`;
    const reason = lines.join(' ');
    return { type: 'command-refused', comment: command.comment.id, reply: `${first} ${reason}`, reason };
  };
  switch (command.name) {
    case 'approve':
      return approve(state, command, refuse);
    case 'reject':
      return reject(state, command, refuse);
    case 'restart':
      return { type: 'restarted', terms, by, at };
    case 'cancel':
      if (state.status !== 'cancelled' && state.status !== 'finished') {
        return { type: 'cancelled', reason: 'command', by, at };
      }
      return refuse(`The item is ${state.status} already.`);
    case 'unknown':
      return refuse(`The commands are ${COMMAND_NAMES.join(', ')}.`);
  }
}

type Refuse = (...lines: readonly string[]) => ItemEvent;

/** Why the next step would not apply a command that is added to those of a snapshot; undefined if it would. Pure. */
export function refusalOf(
  state: ItemState,
  earlier: readonly CommentCommand[],
  command: CommentCommand,
): string | undefined {
  const last = commandEvents(state, [...earlier, command], { base: state.base, policy: state.policy }).at(-1);
  return last?.type === 'command-refused' ? last.reason : undefined;
}

/** An approval names the hash of what is approved, or its beginning. While labels are contradictory, none is needed. */
function approve(state: ItemState, { argument, comment }: CommentCommand, refuse: Refuse): ItemEvent {
  const { author: by, createdAt: at } = comment;
  if (state.isLabelConflict === true && argument === '') return { type: 'labels-restored' };
  const decisions = listWaitingDecisions(state);
  const [decision] = findDecisions(decisions, argument);
  if (decision === undefined)
    return refuse(explainApproval(argument, decisions.length > 0), ...listAll(state, decisions));
  const { stage, subItem, hash } = decision;
  const approval = { hash, by, via: 'command', at } as const;
  return subItem === undefined
    ? { type: 'stage-approved', stage, approval }
    : { type: 'sub-item-approved', subItem, approval };
}

/** A rejection can name a hash. Without one it concerns the only decision that waits. */
function reject(state: ItemState, { argument, text, comment }: CommentCommand, refuse: Refuse): ItemEvent {
  const { author: by, createdAt: at } = comment;
  const decisions = listWaitingDecisions(state);
  const [first = '', ...rest] = argument.split(' ');
  const [named] = findDecisions(decisions, first);
  const decision = named ?? (decisions.length === 1 ? decisions[0] : undefined);
  if (decision === undefined) {
    const problem = decisions.length === 0 ? 'Nothing waits for a decision.' : 'Several decisions wait: name a hash.';
    return refuse(problem, ...listAll(state, decisions));
  }
  const given = [named === undefined ? argument : rest.join(' '), text].filter((part) => part !== '').join('\n');
  const reason = given === '' ? 'No reason was given.' : given;
  const { stage, subItem } = decision;
  return subItem === undefined
    ? { type: 'stage-rejected', stage, reason, by, at }
    : { type: 'changes-requested', subItem, feedback: reason, by, at };
}

function explainApproval(argument: string, isWaiting: boolean): string {
  if (!isWaiting) return 'Nothing waits for an approval.';
  return argument === ''
    ? 'It must name the hash of what is approved.'
    : `Nothing that waits has the hash ${argument}.`;
}

function listAll({ stage, status, policy }: ItemState, decisions: readonly Decision[]): readonly string[] {
  if (decisions.length === 0) return [`The item is ${status} at the stage ${stage}.`];
  const lines = decisions.map(({ stage: of, subItem, hash }) => {
    const what = subItem === undefined ? `the stage ${of}` : `the sub-item ${subItem}`;
    return `\n- ${what}: \`/${policy.labelPrefix} approve ${hash}\``;
  });
  return [`What waits:\n${lines.join('')}`];
}
