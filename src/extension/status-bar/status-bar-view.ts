import * as l10n from '@vscode/l10n';
import { countVerdicts } from '../../foundation/verdict.ts';
import { formatVerdictCounts } from '../state/verdict-counts.ts';
import { formatClock } from '../../foundation/format-clock.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { CommandId } from '../base/command-ids.ts';
import { countPendingDecisions, type PendingDecisions } from '../state/pending-decisions.ts';
import { getShownContract, isFailing } from '../state/shown-contract.ts';
import type { ContractOrChunkTarget } from '../state/target.ts';
import type { FolderState, RunState, WorkspaceState } from '../state/workspace-state.ts';

/** The content of the status bar item. */
export interface StatusBarView {
  readonly text: string;
  readonly tooltip: string;
  readonly attention: boolean;
  /** The command that a click runs. */
  readonly command: CommandId;
  readonly argument: ContractOrChunkTarget | undefined;
}

const SHOW_RESULTS: CommandId = 'holdfast.showResults';

type EndedStatus = Extract<RunState, { kind: 'ended' }>['status'];

const outcomes = (): Readonly<Record<EndedStatus, { readonly icon: string; readonly label: string }>> => ({
  pass: { icon: 'pass', label: l10n.t('passed') },
  fail: { icon: 'error', label: l10n.t('failed') },
  blocked: { icon: 'circle-slash', label: l10n.t('blocked') },
  conflict: { icon: 'warning', label: l10n.t('conflict') },
  cancelled: { icon: 'circle-slash', label: l10n.t('cancelled') },
  aborted: { icon: 'warning', label: l10n.t('aborted') },
  undecided: { icon: 'question', label: l10n.t('needs a decision') },
  unverified: { icon: 'dash', label: l10n.t('passed, not verified') },
  discarded: { icon: 'discard', label: l10n.t('discarded') },
});

/**
 * Returns the most urgent content: an active run, pending decisions, the last run, then the check results. Returns
 * `undefined` if the workspace has neither a contract nor a waiting work item.
 */
export function createStatusBarView(state: WorkspaceState, now = Date.now()): StatusBarView | undefined {
  const folders = state.folders.filter((folder) => folder.contracts.length > 0);
  const running = folders.find((folder) => folder.run?.kind === 'running');
  if (running?.run) return createRunView(running, running.run, now);
  const pending = countPendingDecisions(state);
  const approvals = state.folders.reduce((sum, folder) => sum + (folder.approvals?.length ?? 0), 0);
  if (pending.count + approvals > 0) return createDecisionView(pending, approvals);
  if (folders.length === 0) return undefined;
  if (!state.trusted)
    return {
      text: l10n.t('$(shield) Holdfast: restricted'),
      tooltip: l10n.t('This workspace is not trusted. Only checks that read files run.'),
      attention: false,
      command: SHOW_RESULTS,
      argument: undefined,
    };
  const folderWithRun = folders.find((folder) => folder.run && isStillTrue(folder, folder.run));
  return folderWithRun?.run ? createRunView(folderWithRun, folderWithRun.run, now) : createSummaryView(folders);
}

/** Whether what landed is still true: its chunks can fail a later check, or be undone. */
function isStillTrue({ contracts }: FolderState, run: RunState): boolean {
  if (run.kind === 'running' || run.isLanded !== true) return true;
  const contract = contracts.find((candidate) => candidate.contract === run.contract);
  const chunks = (contract && getShownContract(contract).check?.chunks) ?? [];
  return chunks.every(({ id, verdict }) => verdict !== 'unsatisfied' || (run.chunk !== undefined && run.chunk !== id));
}

/** @param approvals how many decisions about work items wait */
function createDecisionView(
  { choices, amendments, reviews, labels }: PendingDecisions,
  approvals: number,
): StatusBarView {
  const shown = [
    choices > 0 ? formatCount(choices, l10n.t('decision'), l10n.t('decisions')) : '',
    amendments > 0 ? formatCount(amendments, l10n.t('amendment'), l10n.t('amendments')) : '',
    reviews > 0 ? formatCount(reviews, l10n.t('review'), l10n.t('reviews')) : '',
    approvals > 0 ? formatCount(approvals, l10n.t('approval'), l10n.t('approvals')) : '',
  ].filter((text) => text !== '');
  const first =
    choices > 0
      ? ({ icon: 'question', command: 'holdfast.choose' } as const)
      : amendments > 0
        ? ({ icon: 'edit', command: 'holdfast.showAmendment' } as const)
        : reviews > 0
          ? ({ icon: 'git-pull-request', command: 'holdfast.openChanges' } as const)
          : ({ icon: 'eye', command: 'holdfast.showWorkDocument' } as const);
  const about =
    approvals === 0
      ? []
      : [l10n.t('{0} about work items', formatCount(approvals, l10n.t('decision'), l10n.t('decisions')))];
  return {
    text: `$(${first.icon}) Holdfast: ${shown.join(', ')}`,
    tooltip: `${[...labels, ...about].join(', ')}.`,
    attention: true,
    command: first.command,
    argument: undefined,
  };
}

function createRunView(folder: FolderState, run: RunState, now: number): StatusBarView {
  const argument = { folder: folder.folder, contract: run.contract, chunk: run.chunk };
  const title = run.title ?? run.contract;
  if (run.kind === 'running') {
    const attempt = run.attempt === undefined ? '' : l10n.t(' {0} of {1}', run.attempt, run.of ?? '?');
    const clock = run.startedAt === undefined ? '' : ` ${formatClock(now - run.startedAt)}`;
    return {
      text: `$(sync~spin) ${title}${attempt}${clock}`,
      tooltip: l10n.t('{0} is running{1}. Show run', title, attempt === '' ? '' : l10n.t(', attempt{0}', attempt)),
      attention: false,
      command: SHOW_RESULTS,
      argument,
    };
  }
  const outcome = outcomes()[run.status];
  const { icon } = outcome;
  const label = run.isLanded === true ? l10n.t('landed') : outcome.label;
  return {
    text: `$(${icon}) ${title}: ${label}`,
    tooltip: [l10n.t('Last run: {0}.', label), run.reason ?? ''].join(' ').trim(),
    attention: false,
    command: SHOW_RESULTS,
    argument,
  };
}

function createSummaryView(folders: readonly FolderState[]): StatusBarView {
  const contracts = folders.flatMap((folder) => folder.contracts);
  if (contracts.some((contract) => contract.checking && !contract.check))
    return {
      text: l10n.t('$(sync~spin) Holdfast: checking'),
      tooltip: l10n.t('Checking contracts'),
      attention: false,
      command: SHOW_RESULTS,
      argument: undefined,
    };
  const shown = contracts.map(getShownContract);
  const chunks = shown.flatMap(({ check }) => check?.chunks ?? []);
  const counts = countVerdicts(chunks);
  const unverified = counts.unverified === 0 ? '' : l10n.t(', {0} unverified', counts.unverified);
  const failing = chunks.filter(isFailing).length;
  const staleCount = shown.filter(({ isStale }) => isStale).length;
  const stale = staleCount === 0 ? [] : [l10n.t('stale: contract has errors')];
  const marks = [...(failing === 0 ? [] : [l10n.t('{0} failing', failing)]), ...stale];
  const pass = l10n.t('{0} of {1} chunks satisfied{2}.', counts.satisfied, counts.total, unverified);
  return {
    text: `$(checklist) ${[formatVerdictCounts(counts), ...marks].join(', ')}`,
    tooltip: [
      pass,
      failing === 0 ? '' : l10n.t('Failing chunks regressed, or their latest run failed.'),
      staleCount === 0 ? '' : l10n.t('A contract has errors. Its last state without them is shown.'),
      l10n.t('Show results'),
    ]
      .filter((part) => part !== '')
      .join(' '),
    attention: false,
    command: SHOW_RESULTS,
    argument: undefined,
  };
}
