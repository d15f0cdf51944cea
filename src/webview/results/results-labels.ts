import * as l10n from '../shared/l10n.ts';
import type {
  AttemptView,
  GateView,
  HeaderView,
  PanelAction,
  RequirementView,
  ResultStatus,
  UsageView,
} from '../protocol/results-panel-data.ts';

type Tone = 'good' | 'bad' | 'attention' | 'busy' | 'quiet';

const STATUS_LABELS: Readonly<Record<ResultStatus, string>> = {
  waiting: l10n.t('Waiting'),
  running: l10n.t('Running'),
  review: l10n.t('Passed, waiting for your review'),
  pass: l10n.t('Passed'),
  fail: l10n.t('Failed'),
  blocked: l10n.t('Blocked'),
  conflict: l10n.t('Conflict'),
  cancelled: l10n.t('Cancelled'),
  aborted: l10n.t('Aborted'),
  undecided: l10n.t('Waiting for your choice'),
  unverified: l10n.t('Not verified'),
  discarded: l10n.t('Discarded'),
  notStarted: l10n.t('Not done yet'),
};

const STATUS_ICONS: Readonly<Record<ResultStatus, string>> = {
  waiting: 'circle-large-outline',
  running: 'sync',
  review: 'git-pull-request',
  pass: 'pass',
  fail: 'error',
  blocked: 'circle-slash',
  conflict: 'warning',
  cancelled: 'circle-slash',
  aborted: 'warning',
  undecided: 'question',
  unverified: 'dash',
  discarded: 'discard',
  notStarted: 'circle-large-outline',
};

export const ACTION_LABELS: Readonly<Record<PanelAction, { readonly label: string; readonly icon: string }>> = {
  run: { label: l10n.t('Run'), icon: 'sparkle' },
  'run-anyway': { label: l10n.t('Run Anyway'), icon: 'sparkle' },
  'force-run': { label: l10n.t('Run Anyway'), icon: 'sparkle' },
  'open-terminal': { label: l10n.t('Open Terminal'), icon: 'terminal' },
  validate: { label: l10n.t('Validate'), icon: 'checklist' },
  'validate-fully': { label: l10n.t('Validate Fully'), icon: 'beaker' },
  'judge-gates': { label: l10n.t('Judge Gates'), icon: 'law' },
  cancel: { label: l10n.t('Cancel'), icon: 'debug-stop' },
  'open-changes': { label: l10n.t('Open Changes'), icon: 'diff-multiple' },
  accept: { label: l10n.t('Accept'), icon: 'check' },
  'accept-otherwise': { label: l10n.t('Accept'), icon: 'check' },
  apply: { label: l10n.t('Apply Without Landing'), icon: 'arrow-down' },
  'try-again': { label: l10n.t('Try Again, But…'), icon: 'sparkle' },
  merge: { label: l10n.t('Open Merge Editor'), icon: 'git-merge' },
  'land-mine': { label: l10n.t('Land with My Version'), icon: 'account' },
  discard: { label: l10n.t('Discard'), icon: 'discard' },
  'manage-trust': { label: l10n.t('Manage Workspace Trust'), icon: 'shield' },
  'select-model': { label: l10n.t('Select Model'), icon: 'chip' },
  'set-api-key': { label: l10n.t('Set API Key'), icon: 'key' },
  'move-history-aside': { label: l10n.t('Move History Aside'), icon: 'archive' },
  'show-log': { label: l10n.t('Show Log'), icon: 'output' },
};

/** Returns the label of a status. A run passes or fails; what is checked is satisfied or not. */
export function statusLabel(status: ResultStatus, kind: HeaderView['kind']): string {
  if (kind === 'check' && status === 'pass') return l10n.t('Satisfied');
  if (kind === 'check' && status === 'fail') return l10n.t('Not satisfied');
  if (kind === 'check' && status === 'aborted') return l10n.t('Could not be checked');
  return STATUS_LABELS[status];
}

export function statusIcon(status: ResultStatus): string {
  return STATUS_ICONS[status];
}

/** Returns the color class of a status. */
export function statusTone(status: ResultStatus): Tone {
  switch (status) {
    case 'pass':
      return 'good';
    case 'fail':
      return 'bad';
    case 'review':
    case 'blocked':
    case 'conflict':
    case 'aborted':
    case 'undecided':
      return 'attention';
    case 'running':
      return 'busy';
    case 'waiting':
    case 'cancelled':
    case 'unverified':
    case 'discarded':
    case 'notStarted':
      return 'quiet';
  }
}

/** Returns the icon and color of a verdict. A gate that only informs, or has no verdict, is not an error. */
export function verdictStyle({ verdict, mode }: GateView): { readonly icon: string; readonly tone: Tone } {
  if (verdict === 'PASS') return { icon: 'pass', tone: 'good' };
  if (verdict === 'BROKEN') return { icon: 'debug-disconnect', tone: 'attention' };
  if (verdict === 'NOT_JUDGED') return { icon: 'dash', tone: 'quiet' };
  if (verdict === 'UNDECIDED') return { icon: 'question', tone: 'attention' };
  switch (mode) {
    case 'blocking':
      return { icon: 'error', tone: 'bad' };
    case 'advisory':
      return { icon: 'warning', tone: 'attention' };
    case 'informational':
      return { icon: 'info', tone: 'quiet' };
  }
}

/** Returns the icon, color and label of an assertion result. An unmet suggestion is not an error. */
export function requirementStyle({
  passed,
  kind,
  notStarted,
}: Pick<RequirementView, 'passed' | 'kind' | 'notStarted'>): {
  readonly icon: string;
  readonly tone: Tone;
  readonly label: string;
} {
  if (passed) return { icon: 'pass', tone: 'good', label: l10n.t('met') };
  if (notStarted === true) return { icon: 'circle-large-outline', tone: 'quiet', label: l10n.t('not met yet') };
  return kind === 'assert'
    ? { icon: 'error', tone: 'bad', label: l10n.t('not met') }
    : { icon: 'info', tone: 'attention', label: l10n.t('not followed') };
}

/** `2/3`: the passed and total number of requirements of a kind. */
export function countLabel(requirements: readonly RequirementView[], kind: RequirementView['kind']): string {
  const ofKind = requirements.filter((requirement) => requirement.kind === kind);
  return `${ofKind.filter((requirement) => requirement.passed).length}/${ofKind.length}`;
}

/** Formats a cost. An unknown cost is `unknown`, never 0. */
export function costLabel(costUsd: number | null): string {
  if (costUsd === null) return 'unknown';
  return costUsd > 0 && costUsd < 0.0001 ? l10n.t('less than $0.0001') : `$${costUsd.toFixed(4)}`;
}

export function tokenLabel(usage: UsageView): string {
  return l10n.t('{0} in, {1} out', usage.inputTokens.toLocaleString('en'), usage.outputTokens.toLocaleString('en'));
}

/** Sums the usage of attempts or chunks. Returns `undefined` before the first call. If one cost is unknown, the sum is unknown. */
export function totalUsage(attempts: readonly Pick<AttemptView, 'usage'>[]): UsageView | undefined {
  const [first, ...others] = attempts.flatMap(({ usage }) => usage ?? []);
  if (!first) return undefined;
  return others.reduce<UsageView>(
    (total, usage) => ({
      inputTokens: total.inputTokens + usage.inputTokens,
      outputTokens: total.outputTokens + usage.outputTokens,
      costUsd: total.costUsd === null || usage.costUsd === null ? null : total.costUsd + usage.costUsd,
    }),
    first,
  );
}

export function durationLabel(milliseconds: number): string {
  if (milliseconds < 1) return '< 1 ms';
  if (milliseconds < 1_000) return l10n.t('{0} ms', Math.round(milliseconds));
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

const STOP_REASON_LABELS: Readonly<Record<string, string>> = {
  finished: l10n.t('the model finished'),
  'no-change': l10n.t('the model changed no files'),
  'step-limit': l10n.t('step limit reached'),
  'time-limit': l10n.t('time limit reached'),
  'cost-limit': l10n.t('cost limit reached'),
  'output-limit': l10n.t('the output limit cut off the last answer'),
  'repeated-call': l10n.t('the model repeated one tool call'),
  'repeated-text': l10n.t('the last answer repeated the same text without an end'),
  'context-limit': l10n.t('the conversation exceeds the context length of the model'),
  'content-filter': l10n.t('the content filter of the provider blocked the answer'),
};

/** Describes why an attempt stopped. */
export function stopReasonLabel(reason: string | undefined): string {
  return STOP_REASON_LABELS[reason ?? ''] ?? reason ?? l10n.t('unknown reason');
}

const TIER_LABELS = ['', l10n.t('one file'), l10n.t('module graph'), l10n.t('type checker')] as const;

/** Describes what a check analyzed: one file, the module graph, or types. */
export function tierLabel(tier: number): string {
  return l10n.t('tier {0}: {1}', tier, TIER_LABELS[tier] ?? '');
}
