import type { ChunkVerdict } from '../../checks/interfaces/result.ts';
import { combineVerdicts, countVerdicts, formatVerdictCounts } from '../../shared/verdict.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { toTextRange, type TextRange } from '../base/text-range.ts';
import { getChunkStatus, listAmendments, type ChunkStatus } from '../state/chunk-status.ts';
import { countContractDecisions } from '../state/pending-decisions.ts';
import type { AmendmentTarget, ChunkTarget, ContractTarget, RunTarget } from '../state/target.ts';
import type { ContractState, FolderState } from '../state/workspace-state.ts';

const VERDICT_SIGNS: Readonly<Record<ChunkVerdict, string>> = { satisfied: '✓', unsatisfied: '✗', unverified: '○' };

const FULL_CHECK_TOOLTIP = 'Check all chunks with all commands and gates, as a landing does';

/** The sign of a contract with a decision that waits for the person. */
const WAITING_SIGN = '●';

/** The data of a code lens, independent of the VS Code API. */
export interface ContractLens {
  readonly range: TextRange;
  readonly title: string;
  readonly tooltip: string;
  readonly command: string;
  readonly argument: ContractTarget | ChunkTarget | RunTarget | AmendmentTarget;
}

/** Creates the lenses of a contract: run, validate and status for the contract and for each chunk. */
export function createContractLenses(
  folder: FolderState,
  contract: ContractState,
  document: ContractDocument,
): readonly ContractLens[] {
  const chunks = document.contract?.chunks ?? [];
  if (chunks.length === 0) return [];
  const target: ContractTarget = { folder: contract.folder, contract: contract.contract };
  const contractLenses = createContractLevelLenses(folder, contract, target, toTextRange(document.rangeOf([])));
  return [
    ...contractLenses,
    ...chunks.flatMap((chunk, index) =>
      createChunkLenses(
        folder,
        contract,
        { ...target, chunk: chunk.id },
        toTextRange(document.rangeOf(['chunks', index])),
      ),
    ),
  ];
}

function createContractLevelLenses(
  folder: FolderState,
  contract: ContractState,
  argument: ContractTarget,
  range: TextRange,
): readonly ContractLens[] {
  const running = folder.run?.kind === 'running' && folder.run.contract === contract.contract;
  const chunks = contract.check?.chunks ?? [];
  const counts = countVerdicts(chunks);
  const pending = countContractDecisions(folder, contract.contract);
  const sign = pending.count > 0 ? WAITING_SIGN : VERDICT_SIGNS[combineVerdicts(counts)];
  return [
    running
      ? createLens(range, '■ Cancel', 'Cancel the run', 'holdfast.cancel', argument)
      : createLens(range, '▶ Run All', 'Run all chunks in dependency order', 'holdfast.runAllChunks', argument),
    createLens(range, 'Validate All', 'Check all chunks against the current files', 'holdfast.validate', argument),
    createLens(range, 'Validate Fully', FULL_CHECK_TOOLTIP, 'holdfast.validateFully', argument),
    ...(chunks.length === 0
      ? []
      : [
          createLens(
            range,
            [`${sign} ${formatVerdictCounts(counts)}`, ...pending.labels].join(', '),
            'Show results',
            'holdfast.showResults',
            argument,
          ),
        ]),
  ];
}

function createChunkLenses(
  folder: FolderState,
  contract: ContractState,
  argument: ChunkTarget,
  range: TextRange,
): readonly ContractLens[] {
  const status = getChunkStatus(folder, contract, argument.chunk);
  const runLens =
    status.kind === 'running'
      ? createLens(range, '■ Cancel', 'Cancel the run', 'holdfast.cancel', argument)
      : createLens(range, '▶ Run', 'Run this chunk with the model', 'holdfast.runChunk', argument);
  return [
    runLens,
    createLens(range, 'Validate', 'Check this chunk against the current files', 'holdfast.validate', argument),
    ...createStatusLenses(status, range, argument),
    ...listAmendments(folder, contract.contract, argument.chunk).map(({ id }) => {
      const target: AmendmentTarget = { folder: argument.folder, amendment: id };
      return createLens(
        range,
        '● Amendment proposed',
        'Show the proposed amendment of this contract',
        'holdfast.showAmendment',
        target,
      );
    }),
  ];
}

function createStatusLenses(status: ChunkStatus, range: TextRange, argument: ChunkTarget): readonly ContractLens[] {
  switch (status.kind) {
    case 'unchecked':
      return [];
    case 'running': {
      const attempt = status.attempt === undefined ? 'starting' : `attempt ${status.attempt} of ${status.of ?? '?'}`;
      return [createLens(range, `$(sync~spin) ${attempt}`, 'Show run', 'holdfast.showResults', argument)];
    }
    case 'choice': {
      const run: RunTarget = { folder: argument.folder, runId: status.runId };
      return [
        createLens(
          range,
          '● Resolve failed gate',
          'A blocking gate failed in the last attempt',
          'holdfast.choose',
          run,
        ),
      ];
    }
    case 'review': {
      const run: RunTarget = { folder: argument.folder, runId: status.runId };
      return [createLens(range, '● Review result', 'Open the changes of the result', 'holdfast.openChanges', run)];
    }
    case 'unverified':
      return [
        createLens(
          range,
          `${VERDICT_SIGNS.unverified} unverified`,
          'The chunk has nothing to check. Show results',
          'holdfast.showResults',
          argument,
        ),
      ];
    case 'holds':
    case 'fails':
      return [
        createLens(
          range,
          `${VERDICT_SIGNS[status.kind === 'holds' ? 'satisfied' : 'unsatisfied']} ${status.passed}/${status.total}`,
          `${status.passed} of ${status.total} requirements met. Show results`,
          'holdfast.showResults',
          argument,
        ),
      ];
  }
}

function createLens(
  range: TextRange,
  title: string,
  tooltip: string,
  command: string,
  argument: ContractLens['argument'],
): ContractLens {
  return { range: { start: range.start, end: range.start }, title, tooltip, command, argument };
}
