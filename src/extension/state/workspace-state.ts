import type { ContractDocument } from '../../contract/document.ts';
import type {
  Amendment,
  CheckedPlan,
  ContractCheck,
  DataFileCheck,
  DataFileKind,
  HunkReview,
  PendingChoice,
  PendingResult,
  PendingFiles,
  PlanReport,
  RecordedSession,
  ReviewSubject,
  AcceptedLanding,
  ResultResolution,
} from '../../engine.ts';
import type { RunStatus, Stage } from '../../run/report/run-result.ts';
import type { ShownFailure } from '../base/failure.ts';
import type { WaitingApproval } from './approvals.ts';
import { applyProgress, keepProgress, withLastRead, type ContractState } from './contract-state.ts';
import type { JobAction, JobStates } from './jobs.ts';
import type { ContractTarget } from './target.ts';

export type { ContractState } from './contract-state.ts';

/** The state of a run, as the tree, the lenses and the status bar show it. */
export type RunState =
  | {
      readonly kind: 'running';
      readonly contract: string;
      /** The current chunk, once it has started. */
      readonly chunk?: string | undefined;
      readonly title?: string | undefined;
      readonly attempt?: number | undefined;
      readonly of?: number | undefined;
      /** When the run started, in milliseconds since 1970. */
      readonly startedAt?: number | undefined;
      readonly stage?: Stage;
    }
  | {
      readonly kind: 'ended';
      readonly contract: string;
      readonly chunk?: string | undefined;
      readonly title?: string | undefined;
      /** `unverified`: it passed, but nothing verified at least one chunk. `discarded`: the person discarded the result. */
      readonly status: RunStatus | 'unverified' | 'discarded';
      /** Whether all that passed is part of the files. */
      readonly isLanded?: true | undefined;
      readonly reason?: string | undefined;
    };

/** What the history of a folder says about its use. */
export interface FolderPast {
  readonly runs: number;
  /** In US dollars. `null` if no cost is known. */
  readonly costUsd: number | null;
  /** Whether the cost of some calls is unknown. */
  readonly isCostPartial: boolean;
  readonly hasLandings: boolean;
  readonly hasPlanTries: boolean;
}

/** The review of a session or a range that is open in this window. */
export interface OpenReview {
  readonly subject: ReviewSubject;
  readonly review: HunkReview;
  /** When it was judged, in milliseconds since 1970. */
  readonly judgedAt: number;
  /** `FolderState.changeCount` of the files that were judged. */
  readonly changeCount: number;
  /** When the person opened it, in milliseconds since 1970. */
  readonly openedAt: number;
}

export interface FolderState {
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  readonly name: string;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly failure?: ShownFailure | undefined;
  /** Whether no model is configured. Absent until the configuration is read. */
  readonly isModelMissing?: boolean | undefined;
  readonly contracts: readonly ContractState[];
  readonly pendingResults: readonly PendingResult[];
  /** Runs that wait for a choice, oldest first. */
  readonly choices: readonly PendingChoice[];
  /** Pending amendments, newest first. */
  readonly amendments: readonly Amendment[];
  /** The files under `.holdfast/` by kind. Absent until they are checked for the first time. */
  readonly dataFiles?: Readonly<Partial<Record<DataFileKind, readonly DataFileCheck[]>>> | undefined;
  /** The check of the interfaces, the review of the changes and the run of scenarios. */
  readonly jobs?: JobStates | undefined;
  /** The decisions of products above the engine that wait for the person. Absent until they are read for the first time. */
  readonly approvals?: readonly WaitingApproval[] | undefined;
  readonly run?: RunState;
  /** The sessions of agents in all worktrees, newest first. Absent until they are read. */
  readonly sessions?: readonly RecordedSession[] | undefined;
  readonly openReview?: OpenReview | undefined;
  /** How often files of the folder changed. Default: 0. */
  readonly changeCount?: number | undefined;
  /** What was used before. Absent until it is read. */
  readonly past?: FolderPast | undefined;
  /** What the person decided in this window about results, by run id. */
  readonly resolutions?: Readonly<Record<string, ResultResolution>>;
  /** The changes of pending results with the decisions on them, by run id, as far as they are read. */
  readonly pendingFiles?: Readonly<Record<string, PendingFiles>>;
  /** What happened in this window when a result was accepted, by run id. */
  readonly landings?: Readonly<Record<string, AcceptedLanding>>;
}

/** The state that the tree, lenses, diagnostics and status bar show. It is immutable. */
export interface WorkspaceState {
  readonly trusted: boolean;
  readonly folders: readonly FolderState[];
}

export type WorkspaceAction =
  | { readonly type: 'trust-changed'; readonly trusted: boolean }
  | {
      readonly type: 'folders-changed';
      readonly folders: readonly { readonly folder: string; readonly name: string }[];
    }
  | { readonly type: 'contracts-listed'; readonly folder: string; readonly documents: readonly ContractDocument[] }
  | { readonly type: 'model-read'; readonly folder: string; readonly isMissing: boolean }
  | { readonly type: 'folder-failed'; readonly folder: string; readonly failure: ShownFailure }
  | { readonly type: 'check-started'; readonly target: ContractTarget }
  | {
      readonly type: 'check-ended';
      readonly target: ContractTarget;
      readonly check: ContractCheck;
      readonly plan?: CheckedPlan;
    }
  | {
      readonly type: 'progress-read';
      readonly target: ContractTarget;
      /** The check with the progress of its chunks. */
      readonly check: ContractCheck;
    }
  | { readonly type: 'plan-reported'; readonly target: ContractTarget; readonly report: PlanReport }
  | { readonly type: 'check-failed'; readonly target: ContractTarget; readonly failure: ShownFailure }
  | { readonly type: 'check-cancelled'; readonly target: ContractTarget }
  | { readonly type: 'full-check-ended'; readonly target: ContractTarget; readonly check: ContractCheck }
  | { readonly type: 'full-checks-outdated'; readonly folder: string }
  | { readonly type: 'past-read'; readonly folder: string; readonly past: FolderPast }
  | { readonly type: 'run-changed'; readonly folder: string; readonly run: RunState }
  | { readonly type: 'results-listed'; readonly folder: string; readonly pendingResults: readonly PendingResult[] }
  | {
      readonly type: 'result-landed';
      readonly folder: string;
      readonly runId: string;
      readonly landing: AcceptedLanding;
    }
  | { readonly type: 'pending-files-read'; readonly folder: string; readonly review: PendingFiles }
  | {
      readonly type: 'result-resolved';
      readonly folder: string;
      readonly runId: string;
      readonly resolution: ResultResolution;
    }
  | { readonly type: 'choices-listed'; readonly folder: string; readonly choices: readonly PendingChoice[] }
  | { readonly type: 'amendments-listed'; readonly folder: string; readonly amendments: readonly Amendment[] }
  | {
      readonly type: 'data-files-checked';
      readonly folder: string;
      readonly kind: DataFileKind;
      readonly checks: readonly DataFileCheck[];
    }
  | { readonly type: 'sessions-listed'; readonly folder: string; readonly sessions: readonly RecordedSession[] }
  | { readonly type: 'session-reviewed'; readonly folder: string; readonly openReview: OpenReview }
  | JobAction
  | { readonly type: 'approvals-listed'; readonly folder: string; readonly approvals: readonly WaitingApproval[] };

export function createInitialState(trusted: boolean): WorkspaceState {
  return { trusted, folders: [] };
}

/** Computes the next state. Actions on removed folders or contracts have no effect. */
export function reduceWorkspace(state: WorkspaceState, action: WorkspaceAction): WorkspaceState {
  switch (action.type) {
    case 'trust-changed':
      return { ...state, trusted: action.trusted };
    case 'folders-changed':
      return { ...state, folders: action.folders.map((folder) => toFolderState(state, folder)) };
    case 'contracts-listed':
      return updateFolder(state, action.folder, (folder) => ({
        ...folder,
        status: 'ready',
        failure: undefined,
        contracts: action.documents.map((document) => toContractState(folder, document)),
      }));
    case 'model-read':
      return updateFolder(state, action.folder, (folder) => ({ ...folder, isModelMissing: action.isMissing }));
    case 'folder-failed':
      return updateFolder(state, action.folder, (folder) => ({ ...folder, status: 'failed', failure: action.failure }));
    case 'check-started':
      return updateContract(state, action.target, (contract) => ({ ...contract, checking: true }));
    case 'check-ended':
      return updateContract(state, action.target, (contract) => ({
        ...contract,
        checking: false,
        failure: undefined,
        ...withLastRead(contract, action.check.document),
        check: keepProgress(action.check, contract),
        plan: action.plan,
      }));
    case 'progress-read':
      return updateContract(state, action.target, (contract) => applyProgress(contract, action.check));
    case 'plan-reported':
      return updateContract(state, action.target, (contract) => ({ ...contract, report: action.report }));
    case 'check-failed':
      return updateContract(state, action.target, (contract) => ({
        ...contract,
        checking: false,
        failure: action.failure,
      }));
    case 'check-cancelled':
      return updateContract(state, action.target, (contract) => ({ ...contract, checking: false }));
    case 'full-check-ended':
      return updateContract(state, action.target, (contract) => ({ ...contract, fullCheck: action.check }));
    case 'full-checks-outdated':
      return updateFolder(state, action.folder, (folder) => ({
        ...dropFullChecks(folder),
        changeCount: countChanges(folder) + 1,
      }));
    case 'past-read':
      return updateFolder(state, action.folder, (folder) =>
        JSON.stringify(folder.past) === JSON.stringify(action.past) ? folder : { ...folder, past: action.past },
      );
    case 'run-changed':
      return updateFolder(state, action.folder, (folder) => ({ ...folder, run: action.run }));
    case 'results-listed':
      return updateFolder(state, action.folder, (folder) => replacePendingResults(folder, action.pendingResults));
    case 'result-landed':
      return updateFolder(state, action.folder, (folder) => ({
        ...folder,
        landings: { ...folder.landings, [action.runId]: action.landing },
      }));
    case 'pending-files-read':
      return updateFolder(state, action.folder, (folder) => addPendingFiles(folder, action.review));
    case 'result-resolved':
      return updateFolder(state, action.folder, (folder) => ({
        ...folder,
        resolutions: { ...folder.resolutions, [action.runId]: action.resolution },
      }));
    case 'choices-listed':
      return updateFolder(state, action.folder, (folder) => replaceList(folder, 'choices', action.choices));
    case 'amendments-listed':
      return updateFolder(state, action.folder, (folder) => replaceList(folder, 'amendments', action.amendments));
    case 'data-files-checked':
      return updateFolder(state, action.folder, (folder) => ({
        ...folder,
        dataFiles: { ...folder.dataFiles, [action.kind]: action.checks },
      }));
    case 'sessions-listed':
      return updateFolder(state, action.folder, (folder) => replaceList(folder, 'sessions', action.sessions));
    case 'session-reviewed':
      return updateFolder(state, action.folder, (folder) => ({ ...folder, openReview: action.openReview }));
    case 'job-changed':
      return updateFolder(state, action.folder, (folder) => ({
        ...folder,
        jobs: { ...folder.jobs, [action.job]: action.state },
      }));
    case 'approvals-listed':
      return updateFolder(state, action.folder, (folder) => replaceList(folder, 'approvals', action.approvals));
  }
}

export function findFolder<Folder extends Pick<FolderState, 'folder'>>(
  state: { readonly folders: readonly Folder[] },
  folder: string,
): Folder | undefined {
  return state.folders.find((candidate) => candidate.folder === folder);
}

/** A full check is about the tree at its time. */
function dropFullChecks(folder: FolderState): FolderState {
  if (!folder.contracts.some(({ fullCheck }) => fullCheck !== undefined)) return folder;
  return { ...folder, contracts: folder.contracts.map((contract) => ({ ...contract, fullCheck: undefined })) };
}

export function countChanges({ changeCount = 0 }: Pick<FolderState, 'changeCount'>): number {
  return changeCount;
}

/** Replaces a list of the folder. If the list is unchanged, the same folder is returned, so that nothing is redrawn. */
function replaceList<Kind extends 'pendingResults' | 'choices' | 'amendments' | 'approvals' | 'sessions'>(
  folder: FolderState,
  kind: Kind,
  list: FolderState[Kind],
): FolderState {
  return JSON.stringify(folder[kind]) === JSON.stringify(list) ? folder : { ...folder, [kind]: list };
}

/** Replaces the pending results, and drops what was read about other results. */
function replacePendingResults(folder: FolderState, pendingResults: FolderState['pendingResults']): FolderState {
  const replaced = replaceList(folder, 'pendingResults', pendingResults);
  const read = Object.entries(folder.pendingFiles ?? {});
  const pending = read.filter(([runId]) => pendingResults.some((review) => review.runId === runId));
  return pending.length === read.length ? replaced : { ...replaced, pendingFiles: Object.fromEntries(pending) };
}

function addPendingFiles(folder: FolderState, review: PendingFiles): FolderState {
  if (JSON.stringify(folder.pendingFiles?.[review.runId]) === JSON.stringify(review)) return folder;
  return { ...folder, pendingFiles: { ...folder.pendingFiles, [review.runId]: review } };
}

export function findContract(state: WorkspaceState, target: ContractTarget): ContractState | undefined {
  return findFolder(state, target.folder)?.contracts.find((candidate) => candidate.contract === target.contract);
}

function toFolderState(state: WorkspaceState, folder: { folder: string; name: string }): FolderState {
  const known = findFolder(state, folder.folder);
  if (known) return { ...known, name: folder.name };
  const emptyLists = { contracts: [], pendingResults: [], choices: [], amendments: [] };
  return { folder: folder.folder, name: folder.name, status: 'loading', ...emptyLists };
}

function toContractState(folder: FolderState, document: ContractDocument): ContractState {
  const known = folder.contracts.find((candidate) => candidate.contract === document.file);
  if (known) return { ...known, ...withLastRead(known, document, known.lastRead) };
  return { folder: folder.folder, contract: document.file, document, checking: false };
}

function updateFolder(
  state: WorkspaceState,
  uri: string,
  change: (folder: FolderState) => FolderState,
): WorkspaceState {
  const known = findFolder(state, uri);
  const changed = known && change(known);
  if (changed === known) return state;
  return { ...state, folders: state.folders.map((folder) => (folder === known && changed ? changed : folder)) };
}

function updateContract(
  state: WorkspaceState,
  target: ContractTarget,
  change: (contract: ContractState) => ContractState,
): WorkspaceState {
  const known = findContract(state, target);
  const changed = known && change(known);
  if (changed === undefined || changed === known) return state;
  return updateFolder(state, target.folder, (folder) => ({
    ...folder,
    contracts: folder.contracts.map((contract) => (contract === known ? changed : contract)),
  }));
}
