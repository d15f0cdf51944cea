import * as l10n from '@vscode/l10n';
import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { ChunkCheck } from '../../engine.ts';
import { countVerdicts } from '../../foundation/verdict.ts';
import { formatVerdictCounts } from '../state/verdict-counts.ts';
import { locationToTextRange, toTextRange, type TextRange } from '../base/text-range.ts';
import { listResults } from '../state/chunk-status.ts';
import { getShownContract, isFailing, summarizeProgress, type ProgressSummary } from '../state/shown-contract.ts';
import { contractKey, type ChunkTarget, type ContractTarget } from '../state/target.ts';
import type { ContractState } from '../state/workspace-state.ts';

/** The data of a test item, independent of the VS Code API. */
export interface TestNode {
  /** Unique among its siblings, and the same for the same requirement after edits elsewhere. */
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  /** The place in the contract, whose line gets the mark. */
  readonly range: TextRange | undefined;
  /** Failing items sort first, then those that are not done, then the others in the order of the contract. */
  readonly sortText: string;
}

/** A contract with its chunks. Requirements are listed per chunk, when they are needed. */
export interface ContractTestNode extends TestNode {
  readonly target: ContractTarget;
  readonly chunks: readonly ChunkTestNode[];
}

export interface ChunkTestNode extends TestNode {
  readonly target: ChunkTarget;
  readonly check: ChunkCheck | undefined;
}

/** One requirement of a chunk: a postcondition, an assert, explicit or implied, or a suggestion. */
export interface RequirementTestNode extends TestNode {
  readonly result: AssertionResult;
}

const RANKS: Readonly<Record<ProgressSummary, number>> = { failing: 0, notStarted: 1, unverified: 2, satisfied: 3 };

/** [EDIT-5] The contract and its chunks as test items. A text that is being typed keeps the items of its last state. */
export function createContractTestNode(contract: ContractState): ContractTestNode {
  const { document, check } = getShownContract(contract);
  const target: ContractTarget = { folder: contract.folder, contract: contract.contract };
  const chunks = (document.contract?.chunks ?? []).map((chunk, index): ChunkTestNode => {
    const found = check?.chunks.find(({ id }) => id === chunk.id);
    return {
      id: chunk.id,
      label: chunk.title,
      description: chunk.id,
      range: toTextRange(document.rangeOf(['chunks', index, 'id'])),
      sortText: formatSortText(found ? summarizeProgress([found]) : 'unverified', index),
      target: { ...target, chunk: chunk.id },
      check: found,
    };
  });
  return {
    id: contractKey(target),
    label: document.contract?.spec.title ?? contract.contract,
    description: [check ? formatVerdictCounts(countVerdicts(check.chunks)) : '', contract.contract]
      .filter((part) => part !== '')
      .join(' · '),
    range: toTextRange(document.rangeOf(document.contract ? ['spec'] : [])),
    sortText: `${RANKS[summarizeProgress(check?.chunks ?? [])]}${contract.contract}`,
    target,
    chunks,
  };
}

/** [EDIT-5] The requirements of a checked chunk as test items. */
export function listRequirementNodes(check: ChunkCheck): readonly RequirementTestNode[] {
  const counts = new Map<string, number>();
  return listResults(check).map((result, index): RequirementTestNode => {
    const { type, message, check: assertionCheck } = result.assertion;
    const name = `${assertionCheck.type}\n${message}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const rank = result.passed ? 'satisfied' : type === 'assert' && isFailing(check) ? 'failing' : 'notStarted';
    return {
      id: `${name}\n${count}`,
      label: message,
      description: type === 'suggest' ? l10n.t('suggestion') : assertionCheck.type,
      range: result.contractLocation && firstLine(locationToTextRange(result.contractLocation)),
      sortText: formatSortText(rank, index),
      result,
    };
  });
}

function formatSortText(summary: ProgressSummary, index: number): string {
  return `${RANKS[summary]}${String(index).padStart(5, '0')}`;
}

/** The mark of a requirement on several lines belongs to the first. */
function firstLine({ start, end }: TextRange): TextRange {
  return start.line === end.line ? { start, end } : { start, end: start };
}
