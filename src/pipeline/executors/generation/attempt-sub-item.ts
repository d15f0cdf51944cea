import { HOLDOUT_FILES } from '../../../workspace/configuration/shared-files.ts';
import { attemptOnCommit, type CommitAttemptOutcome } from '../../../run/commit-attempt/commit-attempt.ts';
import { describeFailure, hashCode } from '../../../run/commit-attempt/attempt-failure.ts';
import { toRetryContext, toStoredFeedback } from '../../../run/commit-attempt/stored-feedback.ts';
import type { NextAttempt } from '../../../run/services/earlier-attempts.ts';
import type { Snapshot } from '../../../workspace/git/snapshot.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import type { ItemState } from '../../state/item-state.ts';
import { gateOf } from '../../state/policy.ts';
import type { SubItem, SubItemBase } from '../../state/sub-item.ts';
import { dependenciesThroughout } from '../../state/sub-item-readiness.ts';
import type { StageExecution, StageInput } from '../../step/stage-executor.ts';
import { failSubItem } from './fail-sub-item.ts';
import { findChangedSafety } from './changed-safety.ts';
import { gatherDesign } from './gather-design.ts';
import type { GenerationServices } from './generation-services.ts';
import { openGeneration, requireContract } from './open-generation.ts';

/** Runs one attempt of the chunk of a sub-item on its base, with the feedback on earlier ones. */
export async function attemptSubItem(
  input: StageInput,
  subItem: SubItem,
  base: SubItemBase,
  services: GenerationServices,
): Promise<StageExecution> {
  const { state, at, signal } = input;
  await services.forge.fetchCommit(state.base.commit, signal);
  await services.forge.fetchCommit(base.commit, signal);
  const run = await openGeneration(input, services);
  const count = subItem.attemptCount ?? 0;
  const of = count - subItem.attempts.length + state.policy.maxTries.generation;
  const outcome = await attemptOnCommit({
    ...run,
    chunk: subItem.id,
    base: base.commit,
    terms: state.base.commit,
    passed: dependenciesThroughout(state, subItem),
    grantsNothing: gateOf(state.policy, 'planning', state.safety.length > 0) === 'auto',
    earlier: { count, of, next: await gatherNext({ subItem, base, count, of }, services, signal) },
    design: await gatherDesign(state, subItem, base, run),
    commit: { message: messageOf(state, subItem), at },
  });
  return toExecution(input, { subItem, base, count, of }, outcome, services);
}

interface Attempted {
  readonly subItem: SubItem;
  readonly base: SubItemBase;
  /** The number of attempts before this one. */
  readonly count: number;
  /** The number of the last possible attempt. */
  readonly of: number;
}

async function toExecution(
  input: StageInput,
  { subItem: { id, title }, base, count, of }: Attempted,
  outcome: CommitAttemptOutcome,
  services: GenerationServices,
): Promise<StageExecution> {
  const { state, at, signal } = input;
  const { costUsd } = outcome;
  const number = count + 1;
  switch (outcome.kind) {
    case 'passed': {
      const { attempt: report, commit: result, changedFiles } = outcome;
      const attempt = { number, of, passed: true, codeHash: hashCode(report, base.commit), summary: '', costUsd };
      const safety = await findChangedSafety(state, base.commit, changedFiles, services, signal);
      return { events: [{ type: 'attempted', subItem: id, attempt, result, safety, at }], costUsd };
    }
    case 'failed': {
      const { attempt: report, reason } = outcome;
      // The budget ended the conversation: the attempt says nothing about the code.
      if (report.stopReason === 'cost-limit')
        return { events: [failSubItem(input, id, 'budget-exceeded', reason)], costUsd };
      const codeHash = hashCode(report, base.commit);
      const failure = describeFailure(report, reason);
      const attempt = { number, of, passed: false, codeHash, ...failure, retry: toStoredFeedback(report), costUsd };
      return { events: [{ type: 'attempted', subItem: id, attempt, at }], costUsd };
    }
    case 'blocked': {
      const message = `The sub-item ${id} (${title}) cannot be generated on ${base.branch}. ${outcome.reason}`;
      return { events: [failSubItem(input, id, 'error', message)], costUsd };
    }
    case 'error': {
      const { code, message, hint, domain } = outcome.error;
      // Nothing that is generated can be judged before a person has corrected the service [ASSERT-EXT-001].
      if (domain !== undefined) {
        const text = hint === undefined ? message : `${message}\n\n${hint}`;
        return { events: [failSubItem(input, id, 'environment', text)], costUsd };
      }
      // The budget is used up in the middle of an attempt: no further attempt of this sub-item can end.
      if (code === 'limit') return { events: [failSubItem(input, id, 'budget-exceeded', message)], costUsd };
      return { events: [], costUsd, error: new HoldfastError(code, message, { hint }) };
    }
  }
}

/** The message of the result commit. It names what the commit was made from. */
function messageOf(state: ItemState, { id, title }: SubItem): string {
  return [
    title,
    '',
    `Generated for the sub-item ${id} of the work item ${state.item}.`,
    `Contract: ${requireContract(state).hash}`,
  ].join('\n');
}

/** What the next attempt receives: the failure of the last one, and what people said. */
async function gatherNext(
  { subItem, base, count, of }: Attempted,
  services: GenerationServices,
  signal: AbortSignal,
): Promise<NextAttempt> {
  const reworked = await readReworked(subItem, base, services, signal);
  const { snapshot, diff } = reworked ?? {};
  const isReworked = snapshot !== undefined;
  const stored = subItem.attempts.at(-1)?.retry;
  const retry = stored && toRetryContext(stored, { number: count + 1, of, isReworked });
  const gateGuidance = stored?.gates.join('\n') ?? '';
  const earlierWork =
    diff === undefined
      ? undefined
      : { attempt: count + 1, maxAttempts: of, previousViolations: [], work: { diff, errors: [], files: [] } };
  return {
    retry: retry ?? earlierWork,
    ...(gateGuidance === '' ? {} : { gateGuidance }),
    ...(subItem.feedback.length === 0 ? {} : { review: { texts: subItem.feedback, isInTree: isReworked } }),
    ...(isReworked ? { previous: { number: count, snapshot, isContinued: true } } : {}),
  };
}

/**
 * The result that was sent back: the next attempt starts from it. If its base has changed since, the attempt starts from
 * the base and receives the change as text.
 */
async function readReworked(
  { result }: SubItem,
  base: SubItemBase,
  { forge, repository }: GenerationServices,
  signal: AbortSignal,
): Promise<{ readonly snapshot?: Snapshot; readonly diff?: string } | undefined> {
  if (result === undefined) return undefined;
  await forge.fetchCommit(result, signal);
  const ancestor = await repository.commits?.mergeBase(base.commit, [result], signal);
  if (ancestor === base.commit) return { snapshot: await repository.resolve(result, signal) };
  if (ancestor === undefined) return undefined;
  const { diff } = await repository.readChange(ancestor, result, { without: HOLDOUT_FILES, signal });
  return { diff: diff.text };
}
