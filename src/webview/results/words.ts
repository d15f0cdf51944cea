import type {
  AttemptView,
  GateView,
  HeaderView,
  PanelAction,
  RequirementView,
  StatusView,
  UsageView,
} from '../protocol/view.ts';

const STATUS_WORDS: Readonly<Record<StatusView, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  review: 'Passed, waiting for your review',
  pass: 'Passed',
  fail: 'Failed',
  blocked: 'Blocked',
  conflict: 'Conflict',
  cancelled: 'Cancelled',
  aborted: 'Aborted',
  undecided: 'Waiting for your choice',
};

const STATUS_ICONS: Readonly<Record<StatusView, string>> = {
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
};

export const actionWords: Readonly<Record<PanelAction, { readonly label: string; readonly icon: string }>> = {
  run: { label: 'Run', icon: 'play' },
  validate: { label: 'Validate', icon: 'checklist' },
  cancel: { label: 'Cancel', icon: 'debug-stop' },
  'open-changes': { label: 'Open Changes', icon: 'diff-multiple' },
  accept: { label: 'Accept', icon: 'check' },
  discard: { label: 'Discard', icon: 'discard' },
  'manage-trust': { label: 'Manage Workspace Trust', icon: 'shield' },
  'select-model': { label: 'Select Model', icon: 'chip' },
  'set-api-key': { label: 'Set API Key', icon: 'key' },
  'show-log': { label: 'Show Log', icon: 'output' },
};

/** A run passes or fails; what is merely checked holds or does not. */
export function statusWords(status: StatusView, kind: HeaderView['kind']): string {
  if (kind === 'check' && status === 'pass') return 'Holds';
  if (kind === 'check' && status === 'fail') return 'Does not hold';
  if (kind === 'check' && status === 'aborted') return 'Could not be checked';
  return STATUS_WORDS[status];
}

export function statusIcon(status: StatusView): string {
  return STATUS_ICONS[status];
}

/** The colour of a status: one of the page's classes. */
export function statusTone(status: StatusView): 'good' | 'bad' | 'attention' | 'busy' | 'quiet' {
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
      return 'quiet';
  }
}

/** How a verdict looks: what only informs stays quiet, what could not be judged is no failure. */
export function verdictLook({ verdict, mode }: GateView): { readonly icon: string; readonly tone: string } {
  if (verdict === 'PASS') return { icon: 'pass', tone: 'good' };
  if (verdict === 'BROKEN') return { icon: 'debug-disconnect', tone: 'attention' };
  switch (mode) {
    case 'blocking':
      return { icon: 'error', tone: 'bad' };
    case 'advisory':
      return { icon: 'warning', tone: 'attention' };
    case 'informational':
      return { icon: 'info', tone: 'quiet' };
  }
}

/** `2/3`, of the requirements of a kind. */
export function countWords(requirements: readonly RequirementView[], kind: RequirementView['kind']): string {
  const ofKind = requirements.filter((requirement) => requirement.kind === kind);
  return `${ofKind.filter((requirement) => requirement.passed).length}/${ofKind.length}`;
}

/** A cost that is not known is said to be unknown; it is never 0. */
export function costWords(costUsd: number | null): string {
  if (costUsd === null) return 'unknown';
  return costUsd > 0 && costUsd < 0.0001 ? 'less than $0.0001' : `$${costUsd.toFixed(4)}`;
}

export function tokenWords(usage: UsageView): string {
  return `${usage.inputTokens.toLocaleString('en')} in, ${usage.outputTokens.toLocaleString('en')} out`;
}

/** What all attempts used together; undefined before the first call. One unknown cost makes the sum unknown. */
export function totalUsage(attempts: readonly AttemptView[]): UsageView | undefined {
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

export function durationWords(milliseconds: number): string {
  if (milliseconds < 1) return '< 1 ms';
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

const TIERS = ['', 'the file', 'module graph', 'type checker'] as const;

export function tierWords(tier: number): string {
  return `tier ${tier}: ${TIERS[tier] ?? ''}`;
}
