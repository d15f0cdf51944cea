import type { ContractDocument } from '../../contract/document.ts';
import type { Amendment, CheckedPlan, ContractCheck, PendingChoice, PendingReview } from '../../engine.ts';
import type { RunStatus, Stage } from '../../run/result.ts';
import type { ContractTarget } from './target.ts';

/** What the editor knows of one contract. An old verdict stays until a newer one replaces it. */
export interface ContractState extends ContractTarget {
  readonly document: ContractDocument;
  readonly checking: boolean;
  readonly check?: ContractCheck;
  /** What the rules of plans say of the same text. */
  readonly plan?: CheckedPlan;
  /** Why the last check could not be made. */
  readonly failure?: Failure;
}

/** Something that did not work, and what a person can do about it. */
export interface Failure {
  readonly message: string;
  readonly hint?: string;
}

/** Where a run stands, in the few words that tree, lenses and status bar show. */
export type RunState =
  | {
      readonly kind: 'running';
      readonly contract: string;
      /** The chunk that is being worked on, once one is. */
      readonly chunk?: string;
      readonly title?: string;
      readonly attempt?: number;
      readonly of?: number;
      readonly stage?: Stage;
    }
  | {
      readonly kind: 'ended';
      readonly contract: string;
      readonly chunk?: string;
      readonly title?: string;
      readonly status: RunStatus;
      readonly reason?: string;
    };

export interface FolderState {
  /** The uri of the workspace folder, as text. */
  readonly folder: string;
  readonly name: string;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly failure?: Failure;
  readonly contracts: readonly ContractState[];
  readonly reviews: readonly PendingReview[];
  /** Runs that wait for a person's choice, the oldest first. */
  readonly choices: readonly PendingChoice[];
  /** Changes of contracts that wait for a person, the newest first. */
  readonly amendments: readonly Amendment[];
  readonly run?: RunState;
}

/** Everything that tree, lenses, diagnostics and status bar are drawn from. Replaced whole, never changed in place. */
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
  | { readonly type: 'folder-failed'; readonly folder: string; readonly failure: Failure }
  | { readonly type: 'check-started'; readonly target: ContractTarget }
  | {
      readonly type: 'check-ended';
      readonly target: ContractTarget;
      readonly check: ContractCheck;
      readonly plan?: CheckedPlan;
    }
  | { readonly type: 'check-failed'; readonly target: ContractTarget; readonly failure: Failure }
  | { readonly type: 'check-cancelled'; readonly target: ContractTarget }
  | { readonly type: 'run-changed'; readonly folder: string; readonly run: RunState }
  | { readonly type: 'reviews-listed'; readonly folder: string; readonly reviews: readonly PendingReview[] }
  | { readonly type: 'choices-listed'; readonly folder: string; readonly choices: readonly PendingChoice[] }
  | { readonly type: 'amendments-listed'; readonly folder: string; readonly amendments: readonly Amendment[] };

export function initialState(trusted: boolean): WorkspaceState {
  return { trusted, folders: [] };
}

/** The next state. Actions about folders or contracts that are gone change nothing. */
export function reduceWorkspace(state: WorkspaceState, action: WorkspaceAction): WorkspaceState {
  switch (action.type) {
    case 'trust-changed':
      return { ...state, trusted: action.trusted };
    case 'folders-changed':
      return { ...state, folders: action.folders.map((folder) => folderOf(state, folder)) };
    case 'contracts-listed':
      return inFolder(state, action.folder, (folder) => ({
        ...folder,
        status: 'ready',
        failure: undefined,
        contracts: action.documents.map((document) => listed(folder, document)),
      }));
    case 'folder-failed':
      return inFolder(state, action.folder, (folder) => ({ ...folder, status: 'failed', failure: action.failure }));
    case 'check-started':
      return inContract(state, action.target, (contract) => ({ ...contract, checking: true }));
    case 'check-ended':
      return inContract(state, action.target, (contract) => ({
        ...contract,
        checking: false,
        failure: undefined,
        document: action.check.document,
        check: action.check,
        plan: action.plan,
      }));
    case 'check-failed':
      return inContract(state, action.target, (contract) => ({
        ...contract,
        checking: false,
        failure: action.failure,
      }));
    case 'check-cancelled':
      return inContract(state, action.target, (contract) => ({ ...contract, checking: false }));
    case 'run-changed':
      return inFolder(state, action.folder, (folder) => ({ ...folder, run: action.run }));
    case 'reviews-listed':
      return inFolder(state, action.folder, (folder) => withListed(folder, 'reviews', action.reviews));
    case 'choices-listed':
      return inFolder(state, action.folder, (folder) => withListed(folder, 'choices', action.choices));
    case 'amendments-listed':
      return inFolder(state, action.folder, (folder) => withListed(folder, 'amendments', action.amendments));
  }
}

export function findFolder(state: WorkspaceState, folder: string): FolderState | undefined {
  return state.folders.find((candidate) => candidate.folder === folder);
}

/** The folder with a list that was read anew; the same object where it says the same, so that nothing is drawn again. */
function withListed<Kind extends 'reviews' | 'choices' | 'amendments'>(
  folder: FolderState,
  kind: Kind,
  list: FolderState[Kind],
): FolderState {
  return JSON.stringify(folder[kind]) === JSON.stringify(list) ? folder : { ...folder, [kind]: list };
}

export function findContract(state: WorkspaceState, target: ContractTarget): ContractState | undefined {
  return findFolder(state, target.folder)?.contracts.find((candidate) => candidate.contract === target.contract);
}

function folderOf(state: WorkspaceState, folder: { folder: string; name: string }): FolderState {
  const known = findFolder(state, folder.folder);
  if (known) return { ...known, name: folder.name };
  const nothingYet = { contracts: [], reviews: [], choices: [], amendments: [] };
  return { folder: folder.folder, name: folder.name, status: 'loading', ...nothingYet };
}

function listed(folder: FolderState, document: ContractDocument): ContractState {
  const known = folder.contracts.find((candidate) => candidate.contract === document.file);
  return known ? { ...known, document } : { folder: folder.folder, contract: document.file, document, checking: false };
}

function inFolder(state: WorkspaceState, uri: string, change: (folder: FolderState) => FolderState): WorkspaceState {
  const known = findFolder(state, uri);
  const changed = known && change(known);
  if (changed === known) return state;
  return { ...state, folders: state.folders.map((folder) => (folder === known && changed ? changed : folder)) };
}

function inContract(
  state: WorkspaceState,
  target: ContractTarget,
  change: (contract: ContractState) => ContractState,
): WorkspaceState {
  if (!findContract(state, target)) return state;
  return inFolder(state, target.folder, (folder) => ({
    ...folder,
    contracts: folder.contracts.map((contract) =>
      contract.contract === target.contract ? change(contract) : contract,
    ),
  }));
}
