import * as l10n from '@vscode/l10n';
import { countVerdicts } from '../../foundation/verdict.ts';
import { formatVerdictCounts } from '../state/verdict-counts.ts';
import type { Location } from '../../foundation/position.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { describeCounts, formatAssertionFailure, formatChunkStatus, type ChunkStatus } from '../state/chunk-status.ts';
import { formatChoiceReason } from '../state/pending-decisions.ts';
import { getShownContract, summarizeContract, type ProgressSummary } from '../state/shown-contract.ts';
import type { ContractState } from '../state/workspace-state.ts';
import type { NodePresentation } from './presentation.ts';
import { presentSessionNode } from './present-session-node.ts';
import { hasNoChunk, type TreeNode } from './tree-nodes.ts';

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
        accessibleLabel: l10n.t('Folder {0}', node.folder.name),
      };
    case 'review': {
      const titles = node.review.chunks.map((chunk) => chunk.title).join(', ');
      return {
        label: l10n.t('Review: {0}', titles),
        description: node.review.contract,
        tooltip: l10n.t('Accept or discard the result of {0}.', node.review.createdAt),
        icon: 'git-pull-request',
        color: ATTENTION,
        contextValue: 'review',
        expands: 'no',
        accessibleLabel: l10n.t('Result to review: {0}', titles),
        opens: { kind: 'command', command: 'holdfast.openChanges', argument: node.target },
      };
    }
    case 'choice':
      return {
        label: l10n.t('Failed gate: {0}', node.choice.chunk.title),
        description: node.choice.gates.map((gate) => gate.name).join(', '),
        tooltip: l10n.t('{0} Retry, skip or abort.', formatChoiceReason(node.choice)),
        icon: 'question',
        color: ATTENTION,
        contextValue: 'choice',
        expands: 'no',
        accessibleLabel: l10n.t('Failed gate needs a decision: {0}', node.choice.chunk.title),
        opens: { kind: 'command', command: 'holdfast.showResults', argument: node.target },
      };
    case 'amendment': {
      const { chunk, reason } = node.amendment;
      return {
        label: l10n.t('Amendment: {0}', chunk.title),
        description: node.amendment.proposedChanges.map(({ path }) => path).join(', '),
        tooltip: l10n.t('Contract amendment proposed.\n{0}', reason),
        icon: 'edit',
        color: ATTENTION,
        contextValue: 'amendment',
        expands: 'no',
        accessibleLabel: l10n.t('Contract amendment proposed for {0}', chunk.title),
        opens: { kind: 'command', command: 'holdfast.showAmendment', argument: node.target },
      };
    }
    case 'sessions':
    case 'session':
    case 'session-range':
    case 'session-violation':
    case 'session-group':
    case 'session-file':
      return presentSessionNode(node);
    case 'contract':
      return presentContract(node);
    case 'chunk':
      return presentChunk(node);
    case 'assertion':
      return presentAssertion(node);
  }
}

function presentContract({ contract, running, pending }: Extract<TreeNode, { kind: 'contract' }>): NodePresentation {
  const { failure } = contract;
  const { document, check, isStale } = getShownContract(contract);
  const chunks = check?.chunks ?? [];
  const counts = countVerdicts(chunks);
  const errors = contract.document.problems.filter((problem) => problem.severity === 'error').length;
  const label = document.contract?.spec.title ?? document.file;
  const shownCounts = chunks.length > 0 ? formatVerdictCounts(counts) : undefined;
  const stale = isStale ? l10n.t('stale: contract has errors') : undefined;
  const status = errors > 0 && !isStale ? formatCount(errors, l10n.t('error'), l10n.t('errors')) : shownCounts;
  const appearance =
    errors > 0 || failure
      ? { icon: errors > 0 && !isStale ? 'error' : 'warning', color: errors > 0 && !isStale ? RED : ATTENTION }
      : running
        ? { icon: 'sync~spin', color: BUSY }
        : pending.count > 0
          ? { icon: pending.choices > 0 ? 'question' : 'git-pull-request', color: ATTENTION }
          : !check
            ? { icon: 'circle-large-outline', color: QUIET }
            : getProgressAppearance(summarizeContract(contract));
  return {
    label,
    description: [stale, status, pending.labels.join(', '), label === document.file ? undefined : document.file]
      .filter(Boolean)
      .join(' · '),
    tooltip: [document.file, stale, failure?.message, failure?.hint, ...(check?.notes ?? [])]
      .filter(Boolean)
      .join('\n'),
    ...appearance,
    contextValue: running ? 'contract.running' : 'contract',
    expands: document.contract || hasNoChunk(document) ? 'open' : 'no',
    accessibleLabel: [
      l10n.t('Contract {0}', label),
      status ?? l10n.t('not checked yet'),
      ...(stale ? [stale] : []),
      ...pending.labels,
    ].join(', '),
    opens: { kind: 'location', folder: contract.folder, location: locateFirstProblem(contract) },
  };
}

/** A contract is green only if every chunk is, and red only if a chunk regressed or its run failed. */
function getProgressAppearance(summary: ProgressSummary): { readonly icon: string; readonly color: string } {
  switch (summary) {
    case 'satisfied':
      return { icon: 'pass', color: GREEN };
    case 'failing':
      return { icon: 'error', color: RED };
    case 'notStarted':
      return { icon: 'circle-large-outline', color: QUIET };
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
  const { document } = getShownContract(contract);
  const index = document.contract?.chunks.findIndex((chunk) => chunk.id === target.chunk) ?? -1;
  const { start } = document.rangeOf(index < 0 ? [] : ['chunks', index]);
  const statusText = formatChunkStatus(status);
  return {
    label: node.title,
    description: statusText,
    tooltip: `${node.title} (${target.chunk})\n${'passed' in status ? describeCounts(status) : statusText}`,
    ...getStatusAppearance(status),
    contextValue: `chunk.${status.kind}`,
    expands: status.kind === 'fails' ? 'open' : 'closed',
    accessibleLabel: l10n.t('Chunk {0}, {1}', node.title, describeStatusForScreenReader(status)),
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
    case 'notStarted':
      return { icon: 'circle-large-outline', color: QUIET };
    case 'fails':
      return { icon: 'error', color: RED };
  }
}

function describeStatusForScreenReader(status: ChunkStatus): string {
  if (status.kind === 'unchecked') return l10n.t('not checked yet');
  if (status.kind === 'unverified') return l10n.t('unverified, nothing to check');
  if ('passed' in status) return describeCounts(status);
  return formatChunkStatus(status);
}

function presentAssertion({ result, failing, contract }: Extract<TreeNode, { kind: 'assertion' }>): NodePresentation {
  const unmet = failing ? { icon: 'close', color: RED } : { icon: 'circle-large-outline', color: QUIET };
  const suggestion = result.assertion.type === 'suggest';
  const location = result.passed
    ? (result.location ?? result.contractLocation)
    : (result.contractLocation ?? result.location);
  return {
    label: result.assertion.message,
    description: suggestion ? l10n.t('suggestion · {0}', result.assertion.check.type) : result.assertion.check.type,
    tooltip: result.passed ? result.assertion.message : formatAssertionFailure(result),
    ...(result.passed
      ? { icon: 'check', color: GREEN }
      : suggestion
        ? { icon: 'info', color: failing ? ATTENTION : QUIET }
        : unmet),
    contextValue: 'assertion',
    expands: 'no',
    accessibleLabel: `${suggestion ? l10n.t('Suggestion') : l10n.t('Requirement')}, ${result.passed ? l10n.t('met') : l10n.t('not met')}: ${result.assertion.message}`,
    ...(location ? { opens: { kind: 'location', folder: contract.folder, location } } : {}),
  };
}
