import type { PanelMemory } from '../../webview/protocol/messages.ts';
import type { ChunkView, PanelAction, PanelView } from '../../webview/protocol/view.ts';
import type { ChunkRunResult } from '../../run/result.ts';
import type { RunSession } from '../runs/run-session.ts';
import { checkOfChunk } from '../state/chunk-status.ts';
import type { WorkspaceStore } from '../state/store.ts';
import type { ContractTarget } from '../state/target.ts';
import { findContract, findFolder, type ContractState, type WorkspaceState } from '../state/workspace-state.ts';
import { chunkResultView, pendingChoiceView, requirementView } from './result-views.ts';
import { waitingChunk } from './run-view.ts';
import type { Transcripts } from './transcripts.ts';

/** Something that the results panel can show and follow. */
export interface PanelSubject {
  /** By which it is found again after a reload of the window. */
  readonly memory: PanelMemory;
  view(): PanelView;
  readonly transcripts: Transcripts | undefined;
  /** Calls the listener after every change. */
  subscribe(listener: () => void): { dispose(): void };
}

const REVIEW_ACTIONS: PanelAction[] = ['accept', 'discard', 'open-changes'];

const RESTRICTED_NOTE =
  'Restricted mode: only checks that read files ran, the others count as not passed. Trust the workspace to run chunks, commands and custom validators.';

/** A run, live or ended, with what a person may do now. */
export function runSubject(session: RunSession, store: WorkspaceStore): PanelSubject {
  const { folder, contract, chunk } = session.subject;
  return {
    get memory() {
      return { folder, contract, chunk, runId: session.view.header.runId };
    },
    view: () => runViewNow(session, store.state),
    transcripts: session.transcripts,
    subscribe(listener) {
      const subscriptions = [session.subscribe(listener), store.subscribe(listener)];
      return { dispose: () => subscriptions.forEach((subscription) => subscription.dispose()) };
    },
  };
}

/** The verdict on the files as they are, of one chunk or of all. */
export function checkSubject(
  target: ContractTarget & { readonly chunk?: string },
  store: WorkspaceStore,
): PanelSubject {
  const { folder, contract, chunk } = target;
  return {
    memory: { folder, contract, chunk },
    view: () => checkView(target, store.state),
    transcripts: undefined,
    subscribe: (listener) => store.subscribe(listener),
  };
}

/** A run of the past, as it was reported. */
export function storedSubject(
  of: { readonly folder: string; readonly contract: string; readonly title: string; readonly model?: string },
  result: ChunkRunResult,
  store: WorkspaceStore,
): PanelSubject {
  const { folder, contract, title, model } = of;
  const { runId, chunk } = result;
  const chunks = [chunkResultView(result, title)];
  return {
    memory: { folder, contract, chunk, runId },
    view() {
      const waits = isWaiting(store.state, folder, runId);
      const status = waits ? 'review' : result.status;
      const actions: PanelAction[] = waits
        ? REVIEW_ACTIONS
        : store.state.trusted
          ? actionsAfter(result.status)
          : ['manage-trust'];
      const restricted = !store.state.trusted;
      return {
        header: { kind: 'run', title, folder, contract, chunk, runId, status, model, restricted, notes: [], actions },
        chunks: withPendingChoices(chunks, store.state, folder),
      };
    },
    transcripts: undefined,
    subscribe: (listener) => store.subscribe(listener),
  };
}

function isWaiting(state: WorkspaceState, folder: string, runId: string | undefined): boolean {
  return findFolder(state, folder)?.reviews.some((review) => review.runId === runId) ?? false;
}

function runViewNow(session: RunSession, state: WorkspaceState): PanelView {
  const { view, subject } = session;
  const waits = !session.running && isWaiting(state, subject.folder, view.header.runId);
  // Of several chunks some may wait for review while another failed; the failure is not to be hidden.
  const status = waits && view.header.status === 'pass' ? 'review' : view.header.status;
  const chunks = session.running ? view.chunks : withPendingChoices(view.chunks, state, subject.folder);
  // Warnings of gates stand with their chunk once it has ended.
  const warnings = new Set(chunks.flatMap((chunk) => chunk.warnings));
  const notes = view.header.notes.filter((note) => !warnings.has(note.message));
  return { header: { ...view.header, status, notes, actions: runActions(session, waits, state.trusted) }, chunks };
}

/** What a person is to choose stands with the chunk that waits, for as long as it waits. */
function withPendingChoices(chunks: readonly ChunkView[], state: WorkspaceState, folder: string): readonly ChunkView[] {
  const choices = findFolder(state, folder)?.choices ?? [];
  return chunks.map((chunk) => {
    const choice = choices.find(({ runId }) => runId === chunk.runId);
    return choice ? { ...chunk, pendingChoice: pendingChoiceView(choice, chunk.gates) } : chunk;
  });
}

/** What waits for a choice offers the choice itself, with the chunk; running it anew would pass it by. */
function actionsAfter(status: PanelView['header']['status']): PanelAction[] {
  return status === 'undecided' ? ['validate'] : ['run', 'validate'];
}

function runActions(session: RunSession, waits: boolean, trusted: boolean): PanelAction[] {
  if (session.running) return ['cancel'];
  if (waits) return REVIEW_ACTIONS;
  if (!trusted) return ['manage-trust'];
  const { status, notes } = session.view.header;
  if (status === 'pass') return ['validate', 'run'];
  const broke = notes.some((note) => note.level === 'error');
  return broke ? ['run', 'select-model', 'set-api-key', 'show-log'] : actionsAfter(status);
}

function checkView(target: ContractTarget & { readonly chunk?: string }, state: WorkspaceState): PanelView {
  const contract = findContract(state, target);
  const chunks = (contract?.document.contract?.chunks ?? []).filter(
    (chunk) => target.chunk === undefined || chunk.id === target.chunk,
  );
  const views = chunks.map((chunk) => {
    const check = contract ? checkOfChunk(contract, chunk.id) : undefined;
    return check
      ? {
          ...waitingChunk(chunk.id, chunk.title),
          status: check.passed ? ('pass' as const) : ('fail' as const),
          requirements: [...check.assertResults, ...check.suggestResults].map(requirementView),
        }
      : waitingChunk(chunk.id, chunk.title);
  });
  const only = target.chunk === undefined ? undefined : chunks[0];
  return {
    header: {
      kind: 'check',
      title: only?.title ?? contract?.document.contract?.spec.title ?? target.contract,
      folder: target.folder,
      contract: target.contract,
      chunk: target.chunk,
      status: checkStatus(contract, views),
      restricted: !state.trusted,
      notes: checkNotes(contract, state.trusted),
      actions: state.trusted ? ['run', 'validate'] : ['manage-trust', 'validate'],
    },
    chunks: views,
  };
}

function checkStatus(contract: ContractState | undefined, chunks: PanelView['chunks']): PanelView['header']['status'] {
  if (!contract || contract.failure) return 'aborted';
  if (contract.document.problems.some((problem) => problem.severity === 'error')) return 'fail';
  if (!contract.check) return contract.checking ? 'running' : 'waiting';
  return chunks.every((chunk) => chunk.status === 'pass') ? 'pass' : 'fail';
}

function checkNotes(contract: ContractState | undefined, trusted: boolean): PanelView['header']['notes'] {
  if (!contract) return [{ level: 'error', message: 'The contract is gone.' }];
  const { failure, document, check } = contract;
  return [
    ...(failure ? [{ level: 'error' as const, message: [failure.message, failure.hint ?? ''].join(' ').trim() }] : []),
    ...document.problems.map((problem) => ({
      level: problem.severity,
      message: `Line ${problem.range.start.line}: ${problem.message}`,
    })),
    ...(trusted ? (check?.notes ?? []) : [RESTRICTED_NOTE]).map((message) => ({ level: 'info' as const, message })),
  ];
}
