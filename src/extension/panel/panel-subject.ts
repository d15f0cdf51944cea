import * as l10n from '@vscode/l10n';
import type { ResultResolution } from '../../engine.ts';
import type { ChunkRunResult } from '../../run/report/run-result.ts';
import type { ResultsMemory, MessageToResultsPanel } from '../../webview/protocol/results-messages.ts';
import type { ChunkView, HeaderView, PanelAction, ResultsView } from '../../webview/protocol/results-panel-data.ts';
import {
  hasFailingBuild,
  hasResult,
  toChunkView,
  toHeaderStatus,
  toLandingView,
  toPendingChoiceView,
  toCheckedRequirements,
  toCheckStatus,
} from '../run-session/result-views.ts';
import type { Remedy } from '../base/failure.ts';
import { listMergeable } from '../results/result-labels.ts';
import { estimateRun } from '../state/run-estimate.ts';
import { toErrorNotes, type RunSession } from '../run-session/run-session.ts';
import { createQueuedChunk } from '../run-session/run-view.ts';
import type { Transcripts } from '../run-session/transcripts.ts';
import { createPendingFilesView } from './pending-files-view.ts';
import { findChunkCheck } from '../state/chunk-status.ts';
import { getShownContract } from '../state/shown-contract.ts';
import type { WorkspaceStore } from '../state/store.ts';
import type { ContractOrChunkTarget } from '../state/target.ts';
import { findContract, findFolder, type ContractState, type WorkspaceState } from '../state/workspace-state.ts';

/** Something that the results panel can show and follow: a run or a check. */
export interface PanelSubject {
  /** Identifies the subject after a window reload. */
  readonly memory: ResultsMemory;
  createView(): ResultsView;
  readonly transcripts: Transcripts | undefined;
  /** Calls the listener after every change. */
  subscribe(listener: () => void): { dispose(): void };
}

/** The contract and the title of a run from the history. */
export interface StoredRunSource {
  readonly folder: string;
  readonly contract: string;
  readonly title: string;
  readonly model?: string | undefined;
  /** Whether another process still executes it. */
  readonly isRunning?: boolean | undefined;
  /** What the person decided about its result. */
  readonly resolution?: ResultResolution | undefined;
}

const REVIEW_ACTIONS: PanelAction[] = ['accept', 'open-changes', 'try-again', 'discard'];

/** [EDIT-4] What helps with a conflict that a person can merge: a merge that is saved lands with Accept. */
const CONFLICT_ACTIONS: PanelAction[] = ['merge', 'accept', 'land-mine', 'discard'];

const restrictedNoteLabel = () =>
  l10n.t(
    'Restricted mode: only checks that read files ran. Other checks count as failed. Trust the workspace to run chunks, commands and custom validators.',
  );

/** Reads how an accepted result of a folder lands: the setting `holdfast.review.landing`. */
export type ReadLanding = (folder: string) => 'commit' | 'working-tree';

/** The default of the setting. */
const commits: ReadLanding = () => 'commit';

/** Creates the subject for a run of this window, active or ended. */
export function createRunSubject(
  session: RunSession,
  store: WorkspaceStore,
  readLanding: ReadLanding = commits,
): PanelSubject {
  const { folder, contract, chunk } = session.subject;
  return {
    get memory() {
      return { folder, contract, chunk, runId: session.view.header.runId };
    },
    createView: () => createRunView(session, store.state, readLanding),
    transcripts: session.transcripts,
    subscribe(listener) {
      const subscriptions = [session.subscribe(listener), store.subscribe(listener)];
      return { dispose: () => subscriptions.forEach((subscription) => subscription.dispose()) };
    },
  };
}

/** Creates the subject for the current verdict on the files, for one chunk or for all. */
export function createCheckSubject(target: ContractOrChunkTarget, store: WorkspaceStore): PanelSubject {
  const { folder, contract, chunk } = target;
  return {
    memory: { folder, contract, chunk },
    createView: () => createCheckView(target, store.state),
    transcripts: undefined,
    subscribe: (listener) => store.subscribe(listener),
  };
}

/** Creates the subject for a run from the history. */
export function createStoredRunSubject(
  source: StoredRunSource,
  result: ChunkRunResult,
  store: WorkspaceStore,
  readLanding: ReadLanding = commits,
): PanelSubject {
  const { folder, contract, title, model } = source;
  const { runId, chunk } = result;
  const view = toChunkView(result, title);
  const chunks = [source.isRunning === true ? { ...view, status: 'running' as const, reason: undefined } : view];
  const subject = { kind: 'run', title, folder, contract, chunk, runId, model } as const;
  return {
    memory: { folder, contract, chunk, runId },
    createView() {
      const waitsForReview = isPending(store.state, folder, runId);
      const { status, statusText } = describeStoredRun(source, result, store.state);
      const state = findFolder(store.state, folder);
      const landing = state?.landings?.[runId];
      const actions: PanelAction[] = waitsForReview
        ? getReviewActions(landing)
        : source.isRunning === true
          ? []
          : store.state.trusted
            ? getActionsAfter(result.status, chunks)
            : ['manage-trust'];
      const restricted = !store.state.trusted;
      return {
        header: {
          ...subject,
          status,
          statusText,
          estimate: estimateRun(1, state?.past),
          restricted,
          notes: result.error === undefined ? [] : toErrorNotes(result.error),
          actions,
          review: findPendingFiles(store.state, { folder, runId }, readLanding),
          landing: landing && toLandingView(landing),
        },
        chunks: addPendingChoices(chunks, store.state, folder),
      };
    },
    transcripts: undefined,
    subscribe: (listener) => store.subscribe(listener),
  };
}

/** The status of a run from the history. A result without a decision that did not land has passed, but changed nothing. */
function describeStoredRun(
  { folder, resolution, isRunning }: StoredRunSource,
  result: ChunkRunResult,
  state: WorkspaceState,
): Pick<HeaderView, 'status' | 'statusText'> {
  const { runId } = result;
  const view = toChunkView(result, '');
  if (isRunning === true) return { status: 'running', statusText: l10n.t('Running in another window or terminal') };
  const status = toHeaderStatus(result.status, [view]);
  const landing = findFolder(state, folder)?.landings?.[runId] ?? result.landed;
  if ((landing?.conflicts ?? []).length > 0) return { status: 'conflict' };
  if (isPending(state, folder, runId)) return describePending(status, [view]);
  const decided = findFolder(state, folder)?.resolutions?.[runId] ?? resolution;
  if (decided === 'discarded' && hasResult(view)) return { status: 'discarded' };
  const isKept = hasResult(view) && decided === undefined && result.landed === undefined;
  if (status === 'pass' && (landing?.files ?? []).length > 0) return { status, statusText: l10n.t('Landed') };
  return isKept
    ? { status, statusText: l10n.t('{0}, not landed', status === 'pass' ? l10n.t('Passed') : l10n.t('Not verified')) }
    : { status };
}

function getReviewActions(landing: Parameters<typeof listMergeable>[0]): PanelAction[] {
  return listMergeable(landing).length > 0 ? CONFLICT_ACTIONS : REVIEW_ACTIONS;
}

function isPending(state: WorkspaceState, folder: string, runId: string | undefined): boolean {
  return findFolder(state, folder)?.pendingResults.some((result) => result.runId === runId) ?? false;
}

function findPendingFiles(
  state: WorkspaceState,
  { folder, runId }: { readonly folder: string; readonly runId: string | undefined },
  readLanding: ReadLanding,
): HeaderView['review'] {
  const review = runId === undefined ? undefined : findFolder(state, folder)?.pendingFiles?.[runId];
  return review && createPendingFilesView(review, readLanding(folder));
}

function createRunView(session: RunSession, state: WorkspaceState, readLanding: ReadLanding): ResultsView {
  const { view, subject } = session;
  const waitsForReview = !session.running && isPending(state, subject.folder, view.header.runId);
  const { status, statusText } = waitsForReview ? describePending(view.header.status, view.chunks) : view.header;
  const folder = findFolder(state, subject.folder);
  const chunks = session.running ? view.chunks : addPendingChoices(view.chunks, state, subject.folder);
  // The view of an ended chunk shows its gate warnings.
  const warnings = new Set(chunks.flatMap((chunk) => chunk.warnings));
  const notes = view.header.notes.filter((note) => !warnings.has(note.message));
  return {
    header: {
      ...view.header,
      status,
      statusText,
      notes,
      estimate: estimateRun(chunks.length, folder?.past),
      actions: waitsForReview
        ? getReviewActions(folder?.landings?.[view.header.runId ?? ''])
        : getRunActions(session, state.trusted),
      review: waitsForReview
        ? findPendingFiles(state, { folder: subject.folder, runId: view.header.runId }, readLanding)
        : undefined,
    },
    chunks,
  };
}

/**
 * The status of a run whose result waits for a review. In a run of several chunks, one may wait while another failed: the
 * failure takes precedence. A result that nothing verified did not pass.
 */
function describePending(
  status: HeaderView['status'],
  chunks: readonly ChunkView[],
): Pick<HeaderView, 'status' | 'statusText'> {
  if (status === 'pass') return { status: 'review' };
  if (status !== 'unverified') return { status };
  const count = chunks.filter((chunk) => chunk.status === 'unverified').length;
  const subject =
    chunks.length === 1 ? l10n.t('Not verified') : l10n.t('{0} of {1} not verified', count, chunks.length);
  return { status: 'review', statusText: l10n.t('{0}, waiting for your review', subject) };
}

/** Adds each pending choice to its chunk. */
function addPendingChoices(chunks: readonly ChunkView[], state: WorkspaceState, folder: string): readonly ChunkView[] {
  const choices = findFolder(state, folder)?.choices ?? [];
  return chunks.map((chunk) => {
    const choice = choices.find(({ runId }) => runId === chunk.runId);
    return choice ? { ...chunk, pendingChoice: toPendingChoiceView(choice, chunk.gates) } : chunk;
  });
}

/** The actions for an ended run. A run that waits for a decision must not be started again. */
function getActionsAfter(status: ResultsView['header']['status'], chunks: readonly ChunkView[]): PanelAction[] {
  if (hasFailingBuild(chunks)) return ['open-terminal', 'run', 'run-anyway'];
  if (status === 'undecided') return ['validate'];
  return status === 'fail' ? ['run', 'try-again', 'validate'] : ['run', 'validate'];
}

const REMEDIES: Readonly<Record<Remedy, readonly PanelAction[]>> = {
  model: ['select-model', 'set-api-key'],
  history: ['move-history-aside'],
};

function getRunActions(session: RunSession, trusted: boolean): PanelAction[] {
  if (session.running) return ['cancel'];
  if (!trusted) return ['manage-trust'];
  const { header, chunks } = session.view;
  const { status, notes } = header;
  if (chunks.length > 0 && chunks.every((chunk) => chunk.upToDate === true)) return ['validate', 'force-run'];
  if (status === 'pass' || status === 'unverified') return ['validate', 'run'];
  const hasError = notes.some((note) => note.level === 'error');
  if (!hasError) return getActionsAfter(status, chunks);
  const remedies = session.remedy === undefined ? [] : REMEDIES[session.remedy];
  return ['run', ...remedies, 'show-log'];
}

function createCheckView(target: ContractOrChunkTarget, state: WorkspaceState): ResultsView {
  const contract = findContract(state, target);
  const shown = contract && getShownContract(contract);
  const chunks = (shown?.document.contract?.chunks ?? []).filter(
    (chunk) => target.chunk === undefined || chunk.id === target.chunk,
  );
  const views = chunks.map((chunk) => {
    const check = contract ? findChunkCheck(contract, chunk.id) : undefined;
    return check
      ? {
          ...createQueuedChunk(chunk.id, chunk.title),
          status: toCheckStatus([check]),
          requirements: toCheckedRequirements(check),
        }
      : createQueuedChunk(chunk.id, chunk.title);
  });
  const only = target.chunk === undefined ? undefined : chunks[0];
  return {
    header: {
      kind: 'check',
      title: only?.title ?? shown?.document.contract?.spec.title ?? target.contract,
      folder: target.folder,
      contract: target.contract,
      chunk: target.chunk,
      status: getCheckStatus(contract, views),
      estimate: state.trusted
        ? estimateRun(Math.max(1, chunks.length), findFolder(state, target.folder)?.past)
        : undefined,
      restricted: !state.trusted,
      notes: createCheckNotes(contract, state.trusted),
      actions: state.trusted ? ['run', 'validate', 'validate-fully'] : ['manage-trust', 'validate'],
    },
    chunks: views,
  };
}

function getCheckStatus(
  contract: ContractState | undefined,
  chunks: ResultsView['chunks'],
): ResultsView['header']['status'] {
  if (!contract || contract.failure) return 'aborted';
  if (contract.document.problems.some((problem) => problem.severity === 'error')) return 'fail';
  if (!contract.check) return contract.checking ? 'running' : 'waiting';
  const { check } = contract;
  return toCheckStatus(check.chunks.filter(({ id }) => chunks.some((chunk) => chunk.id === id)));
}

function createCheckNotes(contract: ContractState | undefined, trusted: boolean): ResultsView['header']['notes'] {
  if (!contract) return [{ level: 'error', message: l10n.t('The contract no longer exists.') }];
  const { failure, document, check } = contract;
  return [
    ...(failure ? [{ level: 'error' as const, message: [failure.message, failure.hint ?? ''].join(' ').trim() }] : []),
    ...document.problems.map((problem) => ({
      level: problem.severity,
      message: l10n.t('Line {0}: {1}', problem.range.start.line, problem.message),
    })),
    ...(trusted ? (check?.notes ?? []) : [restrictedNoteLabel()]).map((message) => ({
      level: 'info' as const,
      message,
    })),
  ];
}

/** The message that updates a panel from `before` to `after`, or `undefined` if they are equal. */
export function computePanelUpdate(before: ResultsView, after: ResultsView): MessageToResultsPanel | undefined {
  const known = new Map(before.chunks.map((chunk) => [chunk.id, chunk]));
  const changed = after.chunks.filter((chunk) => !isSameChunk(known.get(chunk.id), chunk));
  const order = after.chunks.map((chunk) => chunk.id);
  const sameOrder = order.join('\n') === before.chunks.map((chunk) => chunk.id).join('\n');
  if (changed.length === 0 && sameOrder && isSameHeader(before.header, after.header)) return undefined;
  return { type: 'update', header: after.header, order, chunks: changed };
}

/** Runs keep the identity of unchanged chunks. Checks create new chunk views, which are small enough to compare. */
function isSameChunk(before: ChunkView | undefined, after: ChunkView): boolean {
  if (before === after) return true;
  if (!before || before.attempts.length > 0 || after.attempts.length > 0) return false;
  return JSON.stringify(before) === JSON.stringify(after);
}

function isSameHeader(before: HeaderView, after: HeaderView): boolean {
  return before === after || JSON.stringify(before) === JSON.stringify(after);
}
