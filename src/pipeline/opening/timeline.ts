import { STAGE_NAMES, type StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import type { Receipt } from '../state/effect.ts';
import type { ItemState, StageVerdict } from '../state/item-state.ts';
import type { Approval, AttemptRecord } from '../state/sub-item.ts';
import type { TimelineEntry } from './pipeline-types.ts';
import { describeEffect } from './effect-text.ts';

/** What the state records about an item, oldest first: transitions, attempts, effects, approvals and the failure. */
export function createTimeline(state: ItemState): readonly TimelineEntry[] {
  const entries = [
    ...effectEntries(state),
    ...answerEntries(state),
    ...attemptEntries(state),
    ...judgementEntries(state),
    ...approvalEntries(state),
    ...failureEntries(state),
  ];
  // Entries of one moment keep this order: what happened comes before its effects.
  return entries
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => a.entry.at.localeCompare(b.entry.at) || rankOf(a.entry) - rankOf(b.entry) || a.index - b.index)
    .map(({ entry }) => entry);
}

function rankOf({ kind }: TimelineEntry): number {
  return kind === 'effect' ? 1 : 0;
}

function effectEntries({ receipts }: ItemState): readonly TimelineEntry[] {
  return Object.entries(receipts).map(([key, receipt]) => toEffectEntry(key, receipt));
}

/** The key of an effect is `<round>/<stage>/<name>`. */
function toEffectEntry(key: string, receipt: Receipt): TimelineEntry {
  const [, stageName = '', ...rest] = key.split('/');
  const stage = STAGE_NAMES.find((candidate) => candidate === stageName) ?? 'intake';
  return { at: receipt.at, stage, ...describeEffect(rest.join('/'), stage, receipt) };
}

function answerEntries({ stages }: ItemState): readonly TimelineEntry[] {
  return Object.entries(stages).flatMap(([stage, { verdicts = [] }]) =>
    verdicts.map(({ at, verdict, text }): TimelineEntry => ({
      at,
      kind: verdict === 'rejected' ? 'gate' : 'attempt',
      stage: stage as StageName,
      text: describeVerdict(verdict, text),
    })),
  );
}

function describeVerdict(verdict: StageVerdict['verdict'], text: string): string {
  switch (verdict) {
    case 'accepted':
      return 'The answer passed the checks.';
    case 'refused':
      return `The answer was refused:\n${text.trim()}`;
    case 'rejected':
      return text;
  }
}

function attemptEntries({ subItems }: ItemState): readonly TimelineEntry[] {
  return subItems.flatMap(({ id, attempts, earlierAttempts = [] }) =>
    [...earlierAttempts, ...attempts].flatMap((attempt): readonly TimelineEntry[] => {
      const { at, costUsd } = attempt;
      if (at === undefined) return [];
      const cost = costUsd === null ? {} : { costUsd };
      return [{ at, kind: 'attempt', stage: 'generation', subItem: id, text: describeAttempt(attempt), ...cost }];
    }),
  );
}

function describeAttempt({ number, of, passed, category, summary }: AttemptRecord): string {
  const attempt = `Attempt ${number}${of === undefined ? '' : ` of ${of}`}`;
  if (passed) return `${attempt} passed.`;
  return `${attempt} failed${category === undefined ? '' : ` (${category})`}:\n${summary.trim()}`;
}

function judgementEntries({ subItems }: ItemState): readonly TimelineEntry[] {
  return subItems.flatMap(({ id, judgements = [] }) =>
    judgements.map(({ at, stage, text }): TimelineEntry => ({ at, kind: 'attempt', stage, subItem: id, text })),
  );
}

function approvalEntries({ stages, subItems }: ItemState): readonly TimelineEntry[] {
  const ofStages = Object.entries(stages).flatMap(([stage, { approval }]): readonly TimelineEntry[] =>
    approval === undefined
      ? []
      : [{ at: approval.at, kind: 'gate', stage: stage as StageName, text: describeApproval(approval) }],
  );
  const ofSubItems = subItems.flatMap(({ id, stage, approval }): readonly TimelineEntry[] =>
    approval === undefined
      ? []
      : [
          {
            at: approval.at,
            kind: 'gate',
            stage: approval.stage ?? stage,
            subItem: id,
            text: describeApproval(approval),
          },
        ],
  );
  return [...ofStages, ...ofSubItems];
}

function describeApproval({ by, via, hash }: Approval): string {
  return `${by} approved ${hash.slice(0, 12)} (${via}).`;
}

function failureEntries({ failure }: ItemState): readonly TimelineEntry[] {
  if (failure === undefined) return [];
  const { at, stage, subItem, message } = failure;
  return [
    {
      at,
      kind: 'transition',
      stage,
      ...(subItem === undefined ? {} : { subItem }),
      text: `The stage failed: ${message}`,
    },
  ];
}
