import * as l10n from '@vscode/l10n';
import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { Amendment, PendingChoice, PendingResult } from '../../engine.ts';
import {
  findChunkCheck,
  getChunkStatus,
  listAmendments,
  listResults,
  type ChunkStatus,
} from '../state/chunk-status.ts';
import { getShownContract, isFailing } from '../state/shown-contract.ts';
import { countContractDecisions, type PendingDecisions } from '../state/pending-decisions.ts';
import type { AmendmentTarget, ChunkTarget, ContractTarget, RunTarget } from '../state/target.ts';
import { hasSessions, listSessionChildren, listSessionRoots, type SessionNode } from './session-nodes.ts';
import type { ContractState, FolderState, WorkspaceState } from '../state/workspace-state.ts';

/** A node of the tree. Nodes that commands act on carry the command's argument as `target`. */
export type TreeNode =
  | {
      readonly kind: 'note';
      readonly id: string;
      readonly text: string;
      readonly detail: string;
      readonly command: string;
      /** The argument of the command. */
      readonly argument?: unknown;
      readonly icon?: string;
    }
  | { readonly kind: 'folder'; readonly id: string; readonly folder: FolderState }
  | { readonly kind: 'review'; readonly id: string; readonly review: PendingResult; readonly target: RunTarget }
  | { readonly kind: 'choice'; readonly id: string; readonly choice: PendingChoice; readonly target: RunTarget }
  | {
      readonly kind: 'amendment';
      readonly id: string;
      readonly amendment: Amendment;
      readonly target: AmendmentTarget;
    }
  | SessionNode
  | {
      readonly kind: 'contract';
      readonly id: string;
      readonly contract: ContractState;
      readonly running: boolean;
      /** The decisions that wait for the person: results, choices and amendments. */
      readonly pending: PendingDecisions;
      readonly target: ContractTarget;
    }
  | {
      readonly kind: 'chunk';
      readonly id: string;
      readonly title: string;
      readonly status: ChunkStatus;
      readonly contract: ContractState;
      readonly target: ChunkTarget;
    }
  | {
      readonly kind: 'assertion';
      readonly id: string;
      readonly result: AssertionResult;
      /** Whether its chunk fails: it regressed, or its latest run failed. Otherwise an unmet requirement is only work to do. */
      readonly failing: boolean;
      readonly contract: ContractState;
    };

/** The roots of the tree: the workspace folders, or the content of the only folder. */
export function listRootNodes(state: WorkspaceState): readonly TreeNode[] {
  const folders = state.folders.filter(
    (folder) => folder.contracts.length > 0 || folder.failure || hasSessions(folder),
  );
  const onlyFolder = state.folders.length === 1 ? folders[0] : undefined;
  const contents: readonly TreeNode[] = onlyFolder
    ? listFolderNodes(onlyFolder)
    : folders.map((folder) => ({ kind: 'folder', id: folder.folder, folder }));
  return state.trusted || contents.length === 0 ? contents : [createRestrictedNote(), ...contents];
}

/** The children of a node. Only folders, contracts and chunks have children. */
export function listChildNodes(node: TreeNode, state: WorkspaceState): readonly TreeNode[] {
  switch (node.kind) {
    case 'note':
    case 'assertion':
    case 'review':
    case 'choice':
    case 'amendment':
    case 'session-file':
    case 'session-violation':
      return [];
    case 'sessions':
    case 'session':
    case 'session-range':
    case 'session-group':
      return listSessionChildren(node);
    case 'folder':
      return listFolderNodes(node.folder);
    case 'contract':
      return listChunkNodes(node.contract, state);
    case 'chunk':
      return listAssertionNodes(node);
  }
}

/** The nodes from a root to the first node that is wanted; none without one. */
export function findPath(
  state: WorkspaceState,
  isWanted: (node: TreeNode) => boolean,
  nodes: readonly TreeNode[] = listRootNodes(state),
): readonly TreeNode[] {
  for (const node of nodes) {
    const below = isWanted(node) ? undefined : findPath(state, isWanted, listChildNodes(node, state));
    if (below === undefined || below.length > 0) return [node, ...(below ?? [])];
  }
  return [];
}

function createRestrictedNote(): TreeNode {
  return {
    kind: 'note',
    id: 'restricted',
    text: l10n.t('Restricted mode'),
    detail: l10n.t('Only checks that read files run. Trust the workspace to run chunks and commands.'),
    command: 'workbench.trust.manage',
  };
}

function listFolderNodes(folder: FolderState): readonly TreeNode[] {
  const failure: readonly TreeNode[] = folder.failure
    ? [
        {
          kind: 'note',
          id: `${folder.folder}\nfailure`,
          text: l10n.t('Failed to read the contracts'),
          detail: [folder.failure.message, folder.failure.hint ?? ''].join(' ').trim(),
          command: 'holdfast.showLog',
        },
      ]
    : [];
  const choices = folder.choices.map((choice): TreeNode => ({
    kind: 'choice',
    id: `${folder.folder}\nchoice\n${choice.runId}`,
    choice,
    target: { folder: folder.folder, runId: choice.runId },
  }));
  const results = folder.pendingResults.map((review): TreeNode => ({
    kind: 'review',
    id: `${folder.folder}\nreview\n${review.runId}`,
    review,
    target: { folder: folder.folder, runId: review.runId },
  }));
  const contracts = folder.contracts.map((contract): TreeNode => ({
    kind: 'contract',
    id: `${folder.folder}\ncontract\n${contract.contract}`,
    contract,
    running: folder.run?.kind === 'running' && folder.run.contract === contract.contract,
    pending: countContractDecisions(folder, contract.contract),
    target: { folder: folder.folder, contract: contract.contract },
  }));
  return [...failure, ...listModelNotes(folder), ...choices, ...results, ...contracts, ...listSessionRoots(folder)];
}

/** The next step if chunks cannot run, because no model is configured. */
function listModelNotes({ folder, isModelMissing, contracts }: FolderState): readonly TreeNode[] {
  if (isModelMissing !== true || contracts.length === 0) return [];
  return [
    {
      kind: 'note',
      id: `${folder}\nmodel`,
      text: l10n.t('Select a model'),
      detail: l10n.t('No model is selected. Chunks need one to run; validating needs none.'),
      command: 'holdfast.selectModel',
      icon: 'sparkle',
    },
  ];
}

/** The next step for a contract without a chunk. */
function listChunkNotes({ folder, contract, document }: ContractState): readonly TreeNode[] {
  if (!hasNoChunk(document)) return [];
  return [
    {
      kind: 'note',
      id: `${folder}\nno chunk\n${contract}`,
      text: l10n.t('Add a chunk'),
      detail: l10n.t('This contract has no chunk, so nothing can run.'),
      command: 'holdfast.addChunk',
      argument: { folder, contract },
      icon: 'add',
    },
  ];
}

/** Whether the list of chunks is missing or empty, in a contract whose text can be read. */
export function hasNoChunk({ contract, problems }: ContractState['document']): boolean {
  return (
    contract === undefined &&
    problems.some(({ path, code }) => path.length === 1 && path[0] === 'chunks' && code !== 'syntax')
  );
}

function listChunkNodes(contract: ContractState, state: WorkspaceState): readonly TreeNode[] {
  const folder = state.folders.find((candidate) => candidate.folder === contract.folder);
  if (!folder) return [];
  const amendments = listAmendments(folder, contract.contract).map((amendment): TreeNode => ({
    kind: 'amendment',
    id: `${contract.folder}\namendment\n${amendment.id}`,
    amendment,
    target: { folder: contract.folder, amendment: amendment.id },
  }));
  const chunks = (getShownContract(contract).document.contract?.chunks ?? []).map((chunk): TreeNode => ({
    kind: 'chunk',
    id: `${contract.folder}\nchunk\n${contract.contract}\n${chunk.id}`,
    title: chunk.title,
    status: getChunkStatus(folder, contract, chunk.id),
    contract,
    target: { folder: contract.folder, contract: contract.contract, chunk: chunk.id },
  }));
  return [...listChunkNotes(contract), ...amendments, ...chunks];
}

function listAssertionNodes(node: Extract<TreeNode, { kind: 'chunk' }>): readonly TreeNode[] {
  const check = findChunkCheck(node.contract, node.target.chunk);
  return (check ? listResults(check) : []).map((result, index) => ({
    kind: 'assertion',
    id: `${node.id}\n${index}`,
    result,
    failing: check !== undefined && isFailing(check),
    contract: node.contract,
  }));
}
