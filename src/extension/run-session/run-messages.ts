import * as l10n from '@vscode/l10n';
import { formatConflicts } from '../../foundation/format-conflicts.ts';
import type { RunEvent } from '../../run/report/run-events.ts';
import type { LandingReport, RunStatus, Stage } from '../../run/report/run-result.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { ResultsView } from '../../webview/protocol/results-panel-data.ts';
import type { RunState } from '../state/workspace-state.ts';

const stageLabels = (): Readonly<Record<Stage, string>> => ({
  preflight: l10n.t('checking prerequisites'),
  write: l10n.t('waiting for the model'),
  build: l10n.t('building'),
  verify: l10n.t('verifying'),
  acceptance: l10n.t('running acceptance commands'),
  assertions: l10n.t('checking assertions'),
  domains: l10n.t('checking with domain services'),
  gates: l10n.t('evaluating gates'),
  landing: l10n.t('landing'),
});

/** The activity of a stage in a few words. */
export function formatStage(stage: Stage): string {
  return stageLabels()[stage];
}

const outcomeLabels = (): Readonly<Record<RunStatus, string>> => ({
  pass: l10n.t('passed'),
  fail: l10n.t('failed'),
  blocked: l10n.t('is blocked'),
  conflict: l10n.t('has a conflict'),
  cancelled: l10n.t('was cancelled'),
  aborted: l10n.t('was aborted'),
  undecided: l10n.t('needs a decision'),
});

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
      return l10n.t('{0}attempt {1} of {2}', chunk, event.number, event.of);
    case 'stage': {
      const attempt = state.attempt === undefined ? '' : l10n.t('attempt {0} of {1}, ', state.attempt, state.of ?? '?');
      return `${chunk}${attempt}${stageLabels()[event.stage]}`;
    }
    case 'model-retry':
      return l10n.t('{0}waiting to retry the model: {1}', chunk, event.reason);
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
    (upToDate === holding ? '' : l10n.t(', {0} up to date', upToDate - holding)) +
    (holding === 0 ? '' : `, ${formatCount(holding, l10n.t('already holds'), l10n.t('already hold'))}`);
  const notVerified =
    unverified === 0 ? '' : single ? l10n.t(', but nothing verified it') : l10n.t(', {0} not verified', unverified);
  const count = single
    ? ''
    : l10n.t(' ({0} of {1} chunks{2}{3})', passed - upToDate, view.chunks.length, upToDateCount, notVerified);
  const lastAttempt = single?.attempts.at(-1);
  const attempts = lastAttempt ? l10n.t(' at attempt {0} of {1}', lastAttempt.number, lastAttempt.of) : '';
  switch (status) {
    case 'review':
      return single
        ? l10n.t('"{0}" passed{1}{2}. Review the change to land it.', title, attempts, notVerified)
        : l10n.t(
            '"{0}": {1} of {2} chunks passed{3}. Review the change to land it.',
            title,
            passed,
            view.chunks.length,
            notVerified,
          );
    case 'pass':
      if (upToDate > 0 && upToDate === view.chunks.length)
        return holding === 0
          ? l10n.t('"{0}" is up to date.', title)
          : l10n.t('"{0}" already holds in the current files, so the model was not called. Run it anyway?', title);
      return l10n.t('"{0}" passed{1}.', title, count || `${attempts}${notVerified}`);
    default: {
      const reason = view.chunks.find((chunk) => chunk.reason !== undefined)?.reason;
      return `"${title}" ${outcomeLabels()[status]}${count}${reason ? `: ${reason}` : '.'}`;
    }
  }
}

/** The outcome of a landing, with its notes or conflicts. */
export function formatLanding(landing: LandingReport): string {
  if (landing.conflicts.length > 0) {
    const kept = landing.keptRef ? l10n.t(' The result is kept as {0}.', landing.keptRef) : '';
    const conflicts = formatConflicts(landing.conflicts).replace(/\.?$/, '.');
    return l10n.t('Nothing was landed. Your files are unchanged. Conflicts: {0}{1}', conflicts, kept);
  }
  // The notes say why nothing was written, and why there is no commit.
  if (landing.files.length === 0 && landing.notes.length > 0) return landing.notes.join(' ');
  const files = formatCount(landing.files.length, l10n.t('file'), l10n.t('files'));
  const how = landing.commit
    ? l10n.t('committed as {0}', landing.commit.slice(0, 8))
    : l10n.t('uncommitted in your working tree');
  return [l10n.t('Landed {0}, {1}.', files, how), ...landing.notes].join(' ');
}

/** A delay with at most one decimal: `1 s`, `1.5 s`. */
export function formatDelay(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}
