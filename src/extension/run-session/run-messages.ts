import * as l10n from '@vscode/l10n';
import { formatConflicts } from '../../shared/format-conflicts.ts';
import type { RunEvent } from '../../run/report/run-events.ts';
import type { LandingReport, RunStatus, Stage } from '../../run/report/run-result.ts';
import { formatCount } from '../../shared/format-count.ts';
import type { ResultsView } from '../../webview/protocol/results-panel-data.ts';
import type { RunState } from '../state/workspace-state.ts';

const STAGE_LABELS: Readonly<Record<Stage, string>> = {
  preflight: 'checking prerequisites',
  write: 'waiting for the model',
  build: 'building',
  verify: 'verifying',
  acceptance: 'running acceptance commands',
  assertions: 'checking assertions',
  domains: 'checking with domain services',
  gates: 'evaluating gates',
  landing: 'landing',
};

/** The activity of a stage in a few words. */
export function formatStage(stage: Stage): string {
  return STAGE_LABELS[stage];
}

const OUTCOME_LABELS: Readonly<Record<RunStatus, string>> = {
  pass: 'passed',
  fail: 'failed',
  blocked: 'is blocked',
  conflict: 'has a conflict',
  cancelled: 'was cancelled',
  aborted: 'was aborted',
  undecided: 'needs a decision',
};

/**
 * The message of a run's progress notification, or `undefined` if the event does not change it. The chunk is named only
 * if the notification's title does not name it.
 */
export function formatProgress(event: RunEvent, state: RunState, title: string): string | undefined {
  if (state.kind === 'ended') return undefined;
  const chunk = state.title === undefined || state.title === title ? '' : `${state.title}: `;
  switch (event.type) {
    case 'chunk-started':
      return event.title === title ? undefined : event.title;
    case 'attempt-started':
      return `${chunk}attempt ${event.number} of ${event.of}`;
    case 'stage': {
      const attempt = state.attempt === undefined ? '' : `attempt ${state.attempt} of ${state.of ?? '?'}, `;
      return `${chunk}${attempt}${STAGE_LABELS[event.stage]}`;
    }
    case 'model-retry':
      return `${chunk}waiting to retry the model: ${event.reason}`;
    default:
      return undefined;
  }
}

/** The outcome of a run in one sentence, for a notification. */
export function formatOutcome(view: ResultsView, status: RunStatus | 'review'): string {
  const { title } = view.header;
  const [first] = view.chunks;
  const single = view.chunks.length === 1 ? first : undefined;
  const passed = view.chunks.filter((chunk) => chunk.status === 'pass' || chunk.status === 'unverified').length;
  const unverified = view.chunks.filter((chunk) => chunk.status === 'unverified').length;
  const upToDate = view.chunks.filter((chunk) => chunk.upToDate === true).length;
  const holding = view.chunks.filter((chunk) => chunk.alreadyHolds === true).length;
  const upToDateCount =
    (upToDate === holding ? '' : `, ${upToDate - holding} up to date`) +
    (holding === 0 ? '' : `, ${formatCount(holding, 'already holds', 'already hold')}`);
  const notVerified = unverified === 0 ? '' : single ? ', but nothing verified it' : `, ${unverified} not verified`;
  const count = single ? '' : ` (${passed - upToDate} of ${view.chunks.length} chunks${upToDateCount}${notVerified})`;
  const lastAttempt = single?.attempts.at(-1);
  const attempts = lastAttempt ? ` at attempt ${lastAttempt.number} of ${lastAttempt.of}` : '';
  switch (status) {
    case 'review':
      return single
        ? `"${title}" passed${attempts}${notVerified}. Review the change to land it.`
        : `"${title}": ${passed} of ${view.chunks.length} chunks passed${notVerified}. Review the change to land it.`;
    case 'pass':
      if (upToDate > 0 && upToDate === view.chunks.length)
        return holding === 0
          ? l10n.t('"{0}" is up to date.', title)
          : l10n.t('"{0}" already holds in the current files, so the model was not called. Run it anyway?', title);
      return `"${title}" passed${count || `${attempts}${notVerified}`}.`;
    default: {
      const reason = view.chunks.find((chunk) => chunk.reason !== undefined)?.reason;
      return `"${title}" ${OUTCOME_LABELS[status]}${count}${reason ? `: ${reason}` : '.'}`;
    }
  }
}

/** The outcome of a landing, with its notes or conflicts. */
export function formatLanding(landing: LandingReport): string {
  if (landing.conflicts.length > 0) {
    const kept = landing.keptRef ? ` The result is kept as ${landing.keptRef}.` : '';
    const conflicts = formatConflicts(landing.conflicts).replace(/\.?$/, '.');
    return `Nothing was landed. Your files are unchanged. Conflicts: ${conflicts}${kept}`;
  }
  const files = formatCount(landing.files.length, 'file');
  const how = landing.commit ? `committed as ${landing.commit.slice(0, 8)}` : 'uncommitted in your working tree';
  return [`Landed ${files}, ${how}.`, ...landing.notes].join(' ');
}

/** A delay with at most one decimal: `1 s`, `1.5 s`. */
export function formatDelay(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}
