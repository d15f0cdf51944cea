import type { AssertionResult, ChunkVerdict } from '../../checks/interfaces/result.ts';
import { combineVerdicts, countVerdicts, formatVerdictCounts } from '../../shared/verdict.ts';
import { formatCount } from '../../shared/format-count.ts';
import type { Location } from '../../shared/position.ts';
import { formatAssertionFailure, formatChunkStatus, type ChunkStatus } from '../state/chunk-status.ts';
import { formatChoiceReason } from '../state/pending-decisions.ts';
import type { ContractState } from '../state/workspace-state.ts';
import { hasNoChunk, type TreeNode } from './tree-nodes.ts';

/** How a node is shown. Icons and colors are theme ids. */
export interface NodePresentation {
  readonly label: string;
  readonly description?: string | undefined;
  readonly tooltip?: string | undefined;
  readonly icon: string;
  readonly color?: string;
  /** The value that menu conditions in package.json match. */
  readonly contextValue: string;
  readonly expands: 'no' | 'open' | 'closed';
  /** The label for screen readers, which replaces label and description. */
  readonly accessibleLabel: string;
  /** What a click opens: a location in a file of a folder, or a command. */
  readonly opens?:
    | { readonly kind: 'location'; readonly folder: string; readonly location: Location }
    | { readonly kind: 'command'; readonly command: string; readonly argument?: unknown };
}

const GREEN = 'testing.iconPassed';
const RED = 'testing.iconFailed';
const QUIET = 'testing.iconUnset';
const BUSY = 'charts.blue';
const ATTENTION = 'charts.yellow';

export function presentNode(node: TreeNode): NodePresentation {
  switch (node.kind) {
    case 'note':
      return {
        label: node.text,
        description: node.detail,
        tooltip: node.detail,
        icon: node.icon ?? (node.id === 'restricted' ? 'shield' : 'warning'),
        color: ATTENTION,
        contextValue: 'note',
        expands: 'no',
        accessibleLabel: `${node.text}. ${node.detail}`,
        opens: { kind: 'command', command: node.command, argument: node.argument },
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
        tooltip: `Accept or discard the result of ${node.review.createdAt}.`,
        icon: 'git-pull-request',
        color: ATTENTION,
        contextValue: 'review',
        expands: 'no',
        accessibleLabel: `Result to review: ${titles}`,
        opens: { kind: 'command', command: 'holdfast.openChanges', argument: node.target },
      };
    }
    case 'choice':
      return {
        label: `Failed gate: ${node.choice.chunk.title}`,
        description: node.choice.gates.map((gate) => gate.name).join(', '),
        tooltip: `${formatChoiceReason(node.choice)} Retry, skip or abort.`,
        icon: 'question',
        color: ATTENTION,
        contextValue: 'choice',
        expands: 'no',
        accessibleLabel: `Failed gate needs a decision: ${node.choice.chunk.title}`,
        opens: { kind: 'command', command: 'holdfast.showResults', argument: node.target },
      };
    case 'amendment': {
      const { chunk, reason } = node.amendment;
      return {
        label: `Amendment: ${chunk.title}`,
        description: node.amendment.proposedChanges.map(({ path }) => path).join(', '),
        tooltip: `Contract amendment proposed.\n${reason}`,
        icon: 'edit',
        color: ATTENTION,
        contextValue: 'amendment',
        expands: 'no',
        accessibleLabel: `Contract amendment proposed for ${chunk.title}`,
        opens: { kind: 'command', command: 'holdfast.showAmendment', argument: node.target },
      };
    }
    case 'contract':
      return presentContract(node);
    case 'chunk':
      return presentChunk(node);
    case 'assertion':
      return presentAssertion(node.result, node.contract);
  }
}

function presentContract({ contract, running, pending }: Extract<TreeNode, { kind: 'contract' }>): NodePresentation {
  const { document, check, failure } = contract;
  const chunks = check?.chunks ?? [];
  const counts = countVerdicts(chunks);
  const errors = document.problems.filter((problem) => problem.severity === 'error').length;
  const label = document.contract?.spec.title ?? document.file;
  const status =
    errors > 0 ? formatCount(errors, 'error') : chunks.length > 0 ? formatVerdictCounts(counts) : undefined;
  const appearance =
    errors > 0 || failure
      ? { icon: errors > 0 ? 'error' : 'warning', color: errors > 0 ? RED : ATTENTION }
      : running
        ? { icon: 'sync~spin', color: BUSY }
        : pending.count > 0
          ? { icon: pending.choices > 0 ? 'question' : 'git-pull-request', color: ATTENTION }
          : !check
            ? { icon: 'circle-large-outline', color: QUIET }
            : getVerdictAppearance(check.ok ? combineVerdicts(counts) : 'unsatisfied');
  return {
    label,
    description: [status, pending.labels.join(', '), label === document.file ? undefined : document.file]
      .filter(Boolean)
      .join(' · '),
    tooltip: [document.file, failure?.message, failure?.hint, ...(check?.notes ?? [])].filter(Boolean).join('\n'),
    ...appearance,
    contextValue: running ? 'contract.running' : 'contract',
    expands: document.contract || hasNoChunk(document) ? 'open' : 'no',
    accessibleLabel: [`Contract ${label}`, status ?? 'not checked yet', ...pending.labels].join(', '),
    opens: { kind: 'location', folder: contract.folder, location: locateFirstProblem(contract) },
  };
}

/** A contract is green only if every chunk is. */
function getVerdictAppearance(verdict: ChunkVerdict): { readonly icon: string; readonly color: string } {
  switch (verdict) {
    case 'satisfied':
      return { icon: 'pass', color: GREEN };
    case 'unsatisfied':
      return { icon: 'circle-large-outline', color: RED };
    case 'unverified':
      return { icon: 'dash', color: QUIET };
  }
}

function locateFirstProblem(contract: ContractState): Location {
  const first = contract.document.problems[0]?.range.start ?? { line: 1, column: 1 };
  return { file: contract.document.file, line: first.line, column: first.column };
}

function presentChunk(node: Extract<TreeNode, { kind: 'chunk' }>): NodePresentation {
  const { contract, status, target } = node;
  const index = contract.document.contract?.chunks.findIndex((chunk) => chunk.id === target.chunk) ?? -1;
  const { start } = contract.document.rangeOf(index < 0 ? [] : ['chunks', index]);
  const statusText = formatChunkStatus(status);
  return {
    label: node.title,
    description: statusText,
    tooltip: `${node.title} (${target.chunk})\n${statusText}`,
    ...getStatusAppearance(status),
    contextValue: `chunk.${status.kind}`,
    expands: status.kind === 'fails' ? 'open' : 'closed',
    accessibleLabel: `Chunk ${node.title}, ${describeStatusForScreenReader(status)}`,
    opens: {
      kind: 'location',
      folder: contract.folder,
      location: { file: contract.document.file, line: start.line, column: start.column },
    },
  };
}

function getStatusAppearance(status: ChunkStatus): { readonly icon: string; readonly color: string } {
  switch (status.kind) {
    case 'running':
      return { icon: 'sync~spin', color: BUSY };
    case 'choice':
      return { icon: 'question', color: ATTENTION };
    case 'review':
      return { icon: 'git-pull-request', color: ATTENTION };
    case 'unchecked':
      return { icon: 'circle-large-outline', color: QUIET };
    case 'unverified':
      return { icon: 'dash', color: QUIET };
    case 'holds':
      return { icon: 'pass', color: GREEN };
    case 'fails':
      return { icon: 'error', color: RED };
  }
}

function describeStatusForScreenReader(status: ChunkStatus): string {
  if (status.kind === 'unchecked') return 'not checked yet';
  if (status.kind === 'unverified') return 'unverified, nothing to check';
  if (status.kind === 'holds' || status.kind === 'fails') return `${status.passed} of ${status.total} requirements met`;
  return formatChunkStatus(status);
}

function presentAssertion(result: AssertionResult, contract: ContractState): NodePresentation {
  const suggestion = result.assertion.type === 'suggest';
  const location = result.passed
    ? (result.location ?? result.contractLocation)
    : (result.contractLocation ?? result.location);
  return {
    label: result.assertion.message,
    description: suggestion ? `suggestion · ${result.assertion.check.type}` : result.assertion.check.type,
    tooltip: result.passed ? result.assertion.message : formatAssertionFailure(result),
    icon: result.passed ? 'check' : suggestion ? 'info' : 'close',
    color: result.passed ? GREEN : suggestion ? ATTENTION : RED,
    contextValue: 'assertion',
    expands: 'no',
    accessibleLabel: `${suggestion ? 'Suggestion' : 'Requirement'}, ${result.passed ? 'met' : 'not met'}: ${result.assertion.message}`,
    ...(location ? { opens: { kind: 'location', folder: contract.folder, location } } : {}),
  };
}
