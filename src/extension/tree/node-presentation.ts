import type { AssertionResult } from '../../checks/result.ts';
import type { Location } from '../../shared/position.ts';
import { failureMessage } from '../diagnostics/contract-diagnostics.ts';
import type { ChunkStatus } from '../state/chunk-status.ts';
import type { ContractState } from '../state/workspace-state.ts';
import { choiceReason } from '../choices/choice-words.ts';
import type { TreeNode } from './tree-nodes.ts';

/** How a node looks, in the editor's vocabulary of theme icons and colours. */
export interface NodePresentation {
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly icon: string;
  readonly color?: string;
  /** What package.json's menus test for. */
  readonly contextValue: string;
  readonly expands: 'no' | 'open' | 'closed';
  /** What a screen reader says instead of label and description. */
  readonly accessibleLabel: string;
  /** What a click opens: a place in a file of a folder, or a command. */
  readonly opens?:
    | { readonly kind: 'place'; readonly folder: string; readonly location: Location }
    | { readonly kind: 'command'; readonly command: string; readonly argument?: unknown };
}

const GREEN = 'testing.iconPassed';
const RED = 'testing.iconFailed';
const QUIET = 'testing.iconUnset';
const BUSY = 'charts.blue';
const ATTENTION = 'charts.yellow';

export function presentationOf(node: TreeNode): NodePresentation {
  switch (node.kind) {
    case 'note':
      return {
        label: node.text,
        description: node.detail,
        tooltip: node.detail,
        icon: node.id === 'restricted' ? 'shield' : 'warning',
        color: ATTENTION,
        contextValue: 'note',
        expands: 'no',
        accessibleLabel: `${node.text}. ${node.detail}`,
        opens: { kind: 'command', command: node.command },
      };
    case 'folder':
      return {
        label: node.folder.name,
        icon: 'root-folder',
        contextValue: 'folder',
        expands: 'open',
        accessibleLabel: `Folder ${node.folder.name}`,
      };
    case 'review': {
      const titles = node.review.chunks.map((chunk) => chunk.title).join(', ');
      return {
        label: `Review: ${titles}`,
        description: node.review.contract,
        tooltip: `The result of ${node.review.createdAt} waits to be accepted or discarded.`,
        icon: 'git-pull-request',
        color: ATTENTION,
        contextValue: 'review',
        expands: 'no',
        accessibleLabel: `A result waits for review: ${titles}`,
        opens: { kind: 'command', command: 'holdfast.openChanges', argument: node.target },
      };
    }
    case 'choice':
      return {
        label: `Choose: ${node.choice.chunk.title}`,
        description: node.choice.gates.map((gate) => gate.name).join(', '),
        tooltip: `${choiceReason(node.choice)} Retry, skip or abort.`,
        icon: 'question',
        color: ATTENTION,
        contextValue: 'choice',
        expands: 'no',
        accessibleLabel: `A run waits for your choice: ${node.choice.chunk.title}`,
        opens: { kind: 'command', command: 'holdfast.showResults', argument: node.target },
      };
    case 'amendment': {
      const { chunk, reason } = node.amendment;
      return {
        label: `Amendment: ${chunk.title}`,
        description: node.amendment.proposedChanges.map(({ path }) => path).join(', '),
        tooltip: `A change of the contract is proposed.\n${reason}`,
        icon: 'edit',
        color: ATTENTION,
        contextValue: 'amendment',
        expands: 'no',
        accessibleLabel: `A change of the contract is proposed for ${chunk.title}`,
        opens: { kind: 'command', command: 'holdfast.showAmendment', argument: node.target },
      };
    }
    case 'contract':
      return contractPresentation(node.contract, node.running);
    case 'chunk':
      return chunkPresentation(node);
    case 'assertion':
      return assertionPresentation(node.result, node.contract);
  }
}

function contractPresentation(contract: ContractState, running: boolean): NodePresentation {
  const { document, check, failure } = contract;
  const chunks = check?.chunks ?? [];
  const holding = chunks.filter((chunk) => chunk.passed).length;
  const errors = document.problems.filter((problem) => problem.severity === 'error').length;
  const label = document.contract?.spec.title ?? document.file;
  const standing =
    errors > 0 ? countOf(errors, 'error') : chunks.length > 0 ? `${holding}/${chunks.length} chunks` : undefined;
  const look =
    errors > 0 || failure
      ? { icon: errors > 0 ? 'error' : 'warning', color: errors > 0 ? RED : ATTENTION }
      : running
        ? { icon: 'sync~spin', color: BUSY }
        : !check
          ? { icon: 'circle-large-outline', color: QUIET }
          : check.ok
            ? { icon: 'pass', color: GREEN }
            : { icon: 'circle-large-outline', color: RED };
  return {
    label,
    description: [standing, label === document.file ? undefined : document.file].filter(Boolean).join(' · '),
    tooltip: [document.file, failure?.message, failure?.hint, ...(check?.notes ?? [])].filter(Boolean).join('\n'),
    ...look,
    contextValue: running ? 'contract.running' : 'contract',
    expands: document.contract ? 'open' : 'no',
    accessibleLabel: `Contract ${label}, ${standing ?? 'not checked yet'}`,
    opens: { kind: 'place', folder: contract.folder, location: firstProblemOf(contract) },
  };
}

function firstProblemOf(contract: ContractState): Location {
  const first = contract.document.problems[0]?.range.start ?? { line: 1, column: 1 };
  return { file: contract.document.file, line: first.line, column: first.column };
}

function chunkPresentation(node: Extract<TreeNode, { kind: 'chunk' }>): NodePresentation {
  const { contract, status, target } = node;
  const index = contract.document.contract?.chunks.findIndex((chunk) => chunk.id === target.chunk) ?? -1;
  const { start } = contract.document.rangeOf(index < 0 ? [] : ['chunks', index]);
  const words = statusWords(status);
  return {
    label: node.title,
    description: words,
    tooltip: `${node.title} (${target.chunk})\n${words}`,
    ...statusLook(status),
    contextValue: `chunk.${status.kind}`,
    expands: status.kind === 'fails' ? 'open' : 'closed',
    accessibleLabel: `Chunk ${node.title}, ${spokenStatus(status)}`,
    opens: {
      kind: 'place',
      folder: contract.folder,
      location: { file: contract.document.file, line: start.line, column: start.column },
    },
  };
}

function statusLook(status: ChunkStatus): { readonly icon: string; readonly color: string } {
  switch (status.kind) {
    case 'running':
      return { icon: 'sync~spin', color: BUSY };
    case 'choice':
      return { icon: 'question', color: ATTENTION };
    case 'review':
      return { icon: 'git-pull-request', color: ATTENTION };
    case 'unchecked':
      return { icon: 'circle-large-outline', color: QUIET };
    case 'holds':
      return { icon: 'pass', color: GREEN };
    case 'fails':
      return { icon: 'error', color: RED };
  }
}

function statusWords(status: ChunkStatus): string {
  switch (status.kind) {
    case 'running':
      return status.attempt === undefined ? 'running' : `attempt ${status.attempt} of ${status.of ?? '?'}`;
    case 'choice':
      return 'waits for your choice';
    case 'review':
      return 'waits for review';
    case 'unchecked':
      return '';
    case 'holds':
    case 'fails':
      return `${status.passed}/${status.total}`;
  }
}

function spokenStatus(status: ChunkStatus): string {
  if (status.kind === 'unchecked') return 'not checked yet';
  if (status.kind === 'holds' || status.kind === 'fails')
    return `${status.kind}, ${status.passed} of ${status.total} requirements hold`;
  return statusWords(status);
}

function assertionPresentation(result: AssertionResult, contract: ContractState): NodePresentation {
  const suggestion = result.assertion.type === 'suggest';
  const place = result.passed
    ? (result.location ?? result.contractLocation)
    : (result.contractLocation ?? result.location);
  return {
    label: result.assertion.message,
    description: suggestion ? `suggestion · ${result.assertion.check.type}` : result.assertion.check.type,
    tooltip: result.passed ? result.assertion.message : failureMessage(result),
    icon: result.passed ? 'check' : suggestion ? 'info' : 'close',
    color: result.passed ? GREEN : suggestion ? ATTENTION : RED,
    contextValue: 'assertion',
    expands: 'no',
    accessibleLabel: `${suggestion ? 'Suggestion' : 'Requirement'}, ${result.passed ? 'holds' : 'does not hold'}: ${result.assertion.message}`,
    ...(place ? { opens: { kind: 'place', folder: contract.folder, location: place } } : {}),
  };
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
