import { hashText } from '../state/content-hash.ts';
import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import type { ItemEvent } from '../state/item-event.ts';
import type { Failure, ItemState } from '../state/item-state.ts';
import type { ReviewOutcome, ScenarioOutcome } from '../state/judgement.ts';
import type { AuditEntry } from '../state/audit-entry.ts';

type Details = AuditEntry['details'];

/** What an entry says, before it gets an id, a sequence number and the round. */
export type AuditFact = Pick<AuditEntry, 'at' | 'stage' | 'subItem' | 'kind' | 'event' | 'details'>;

type Place = Partial<Pick<AuditFact, 'at' | 'stage' | 'subItem'>>;
type Description = Pick<AuditFact, 'kind' | 'details'> & { readonly place?: Place | undefined };

/**
 * What an event means for the audit: the event, and the gate decisions that followed from it. Heartbeats, locks that are not
 * taken over and positions in comments are no facts about the work.
 *
 * @param now the time of events that have none
 */
export function auditFacts(before: ItemState, after: ItemState, event: ItemEvent, now: string): readonly AuditFact[] {
  const described = describeEvent(before, event);
  const at = 'at' in event ? event.at : now;
  const decisions = approvals(before, after);
  if (described === undefined) return decisions;
  const { place = {}, kind, details } = described;
  const subItem = 'subItem' in event ? event.subItem : undefined;
  const stage = ('stage' in event ? event.stage : undefined) ?? stageOf(before, subItem);
  return [
    {
      at,
      stage,
      ...(subItem === undefined ? {} : { subItem }),
      ...place,
      kind,
      event: event.type,
      details: { ...details, ...changes(before, after) },
    },
    ...(event.type === 'advanced' ? [passedGate(before, event.at)] : []),
    ...decisions,
  ];
}

/** The gate that the item passed when it left a stage. */
function passedGate({ stage, stages, policy }: ItemState, at: string): AuditFact {
  const hash = stages[stage]?.answer?.hash;
  const details = { mode: policy.gates[stage], ...(hash === undefined ? {} : { hash }) };
  return { at, stage, kind: 'gate', event: 'gate-passed', details };
}

function stageOf(state: ItemState, subItem: string | undefined): StageName {
  return state.subItems.find(({ id }) => id === subItem)?.stage ?? state.stage;
}

/** The stage and the status of the item, if they changed. */
function changes(before: ItemState, after: ItemState): Details {
  return {
    ...(before.stage === after.stage ? {} : { fromStage: before.stage, toStage: after.stage }),
    ...(before.status === after.status ? {} : { fromStatus: before.status, toStatus: after.status }),
    ...(before.round === after.round ? {} : { toRound: after.round }),
  };
}

/** The approvals that an event led to, by people and by automatic gates. */
function approvals(before: ItemState, after: ItemState): readonly AuditFact[] {
  const stages = Object.entries(after.stages).flatMap(([name, { approval }]) => {
    const stage = name as StageName;
    return approval === undefined || before.stages[stage]?.approval?.at === approval.at ? [] : [{ stage, approval }];
  });
  const subItems = after.subItems.flatMap(({ id, stage, approval }) => {
    const earlier = before.subItems.find((candidate) => candidate.id === id)?.approval;
    if (approval === undefined || earlier?.at === approval.at) return [];
    return [{ stage: approval.stage ?? stage, subItem: id, approval }];
  });
  return [...stages, ...subItems].map(({ approval: { at, by, via, hash }, ...place }) => ({
    at,
    ...place,
    kind: 'gate',
    event: 'approved',
    details: { by, via, hash },
  }));
}

function describeEvent(state: ItemState, event: ItemEvent): Description | undefined {
  switch (event.type) {
    case 'answered':
      return { kind: 'attempt', details: { hash: event.hash, effects: event.outcome.effects.length } };
    case 'refused':
      return { kind: 'attempt', details: { mistakes: event.mistakes.length } };
    case 'attempted': {
      const { number, of, passed, category, codeHash, costUsd } = event.attempt;
      const result = event.result === undefined ? {} : { result: event.result };
      return {
        kind: 'attempt',
        details: {
          number,
          ...(of === undefined ? {} : { of }),
          passed,
          ...(category === undefined ? {} : { category }),
          codeHash,
          costUsd,
          ...result,
        },
      };
    }
    case 'scenarios-ended':
      return { kind: 'attempt', details: describeScenarioOutcome(event.outcome) };
    case 'reviewed':
      return { kind: 'attempt', details: describeReviewOutcome(event.outcome) };
    case 'approval-withdrawn':
      return { kind: 'gate', details: {} };
    case 'reserved':
      return { kind: 'attempt', details: { execution: event.id, usd: event.usd } };
    case 'settled': {
      const reserved = state.spending.find(({ id }) => id === event.id);
      return {
        kind: 'attempt',
        details: { execution: event.id, usd: event.usd },
        place: reserved && {
          stage: reserved.stage,
          ...(reserved.subItem === undefined ? {} : { subItem: reserved.subItem }),
        },
      };
    }
    case 'stage-rejected':
      return { kind: 'gate', details: { by: event.by, reasonHash: hashText(event.reason) } };
    case 'sub-item-rejected':
      return { kind: 'gate', details: { by: event.by, isBranchDeleted: event.isBranchDeleted === true } };
    case 'changes-requested':
      return { kind: 'gate', details: { by: event.by, feedbackHash: hashText(event.feedback) } };
    case 'effect-intended':
    case 'effect-performed':
    case 'effect-blocked':
      return describeEffect(state, event);
    case 'labels-intended':
    case 'labels-set':
      return { kind: 'effect', details: { labels: event.labels.join(', ') } };
    // Their gate decision is recorded.
    case 'stage-approved':
    case 'sub-item-approved':
      return undefined;
    case 'failed':
    case 'sub-item-failed':
      return { kind: 'transition', ...describeFailure(event.failure) };
    case 'locked':
      if (event.takeover === undefined) return undefined;
      return {
        kind: 'transition',
        details: {
          because: event.takeover.because,
          fromOwner: event.takeover.from.owner,
          toOwner: event.lock.owner,
          host: event.lock.host,
        },
        place: { at: event.lock.takenAt },
      };
    case 'resumed':
      return { kind: 'transition', details: { by: event.by } };
    case 'restarted':
      return { kind: 'transition', details: { by: event.by, baseCommit: event.terms.base.commit } };
    case 'cancelled':
      return { kind: 'transition', details: { by: event.by, reason: event.reason } };
    case 'labels-changed':
      return { kind: 'transition', details: { found: event.found.join(', ') } };
    case 'information-requested':
      return { kind: 'transition', details: { textHash: event.textHash } };
    case 'command-refused':
      return { kind: 'transition', details: { comment: event.comment } };
    case 'sub-item-based':
      return { kind: 'transition', details: { baseBranch: event.base.branch, baseCommit: event.base.commit } };
    case 'replayed':
      return { kind: 'transition', details: { baseCommit: event.base.commit, result: event.result } };
    case 'foreign-change':
      return { kind: 'transition', details: { commit: event.commit ?? null, pushed: event.pushed ?? null } };
    case 'sub-item-merged':
      return {
        kind: 'transition',
        details: { by: event.by, commit: event.commit, ...(event.isContained === true ? { isContained: true } : {}) },
      };
    case 'advanced':
    case 'integrated':
    case 'information-given':
    case 'labels-restored':
    case 'foreign-change-resolved':
      return { kind: 'transition', details: {} };
    case 'heartbeat':
    case 'unlocked':
    case 'comments-read':
      return undefined;
  }
}

function describeEffect(
  { outbox }: ItemState,
  event: Extract<ItemEvent, { type: 'effect-intended' | 'effect-performed' | 'effect-blocked' }>,
): Description {
  const effect = outbox.find(({ key }) => key === event.key);
  const subItem = effect !== undefined && 'subItem' in effect ? effect.subItem : undefined;
  const place = {
    ...(effect === undefined ? {} : { stage: effect.stage }),
    ...(subItem === undefined ? {} : { subItem }),
  };
  const details = { key: event.key, ...(effect === undefined ? {} : { effect: effect.type }) };
  switch (event.type) {
    case 'effect-intended':
      return { kind: 'effect', details: { ...details, owner: event.owner }, place };
    case 'effect-performed': {
      const { at, ...objects } = event.receipt;
      const found = Object.entries(objects).filter(
        (pair): pair is [string, string | number] => typeof pair[1] === 'string' || typeof pair[1] === 'number',
      );
      return { kind: 'effect', details: { ...details, ...Object.fromEntries(found) }, place: { ...place, at } };
    }
    case 'effect-blocked': {
      const failure = describeFailure(event.failure);
      return {
        kind: 'effect',
        details: { ...details, ...failure.details },
        place: { ...place, at: event.failure.at },
      };
    }
  }
}

/** The most scenarios, warnings and passes that an entry lists. */
const MAX_LISTED = 50;

/** The scores, the number of trajectories and the failures [ASSERT-SCEN-010]. */
function describeScenarioOutcome(outcome: ScenarioOutcome): Details {
  const { commit, outcome: ended, score, threshold, trajectories, scenarios, holdoutGap } = outcome;
  const listed = scenarios.slice(0, MAX_LISTED).map((scenario): Details => {
    const { id, score: own, planned, unsatisfied, failed, environment } = scenario;
    const failures = `${unsatisfied} unsatisfied, ${failed} failure criterion, ${environment} environment`;
    const hasFailures = unsatisfied + failed + environment > 0;
    return {
      [`score ${id}`]: own,
      [`planned ${id}`]: planned,
      ...(hasFailures ? { [`failures ${id}`]: failures } : {}),
    };
  });
  return {
    commit,
    outcome: ended,
    score,
    threshold,
    trajectories,
    ...listed.reduce((all, one) => ({ ...all, ...one }), {}),
    holdoutEnforced: holdoutGap === undefined,
    ...(holdoutGap === undefined ? {} : { holdoutGap }),
  };
}

function describeReviewOutcome({ commit, decision, findings, omitted, passes, warnings }: ReviewOutcome): Details {
  const count = (severity: string): number => findings.filter((finding) => finding.severity === severity).length;
  return {
    commit,
    decision,
    blocking: count('blocking'),
    warning: count('warning'),
    informational: count('informational'),
    omitted,
    dropped: passes.reduce((sum, { dropped }) => sum + dropped, 0),
    ...Object.fromEntries(passes.map(({ pass, status }) => [`pass ${pass}`, status])),
    findingsHash: hashText(JSON.stringify(findings)),
    ...describeWarnings(warnings),
  };
}

/** What could not be checked [ASSERT-EXT-002]. */
function describeWarnings(warnings: readonly string[] = []): Details {
  return warnings.length === 0 ? {} : { warnings: warnings.slice(0, MAX_LISTED).join('\n') };
}

function describeFailure({ at, stage, subItem, reason, message }: Failure): {
  readonly details: Details;
  readonly place: Place;
} {
  return {
    details: { reason, messageHash: hashText(message) },
    place: { at, stage, ...(subItem === undefined ? {} : { subItem }) },
  };
}
