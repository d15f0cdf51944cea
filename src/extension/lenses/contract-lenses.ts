import type { ContractDocument } from '../../contract/document.ts';
import { textRangeOf, type TextRange } from '../diagnostics/text-range.ts';
import { amendmentsOf, chunkStatus, type ChunkStatus } from '../state/chunk-status.ts';
import type { AmendmentTarget, ChunkTarget, ContractTarget, RunTarget } from '../state/target.ts';
import type { ContractState, FolderState } from '../state/workspace-state.ts';

/** A code lens before it becomes the editor's own. */
export interface ContractLens {
  readonly range: TextRange;
  readonly title: string;
  readonly tooltip: string;
  readonly command: string;
  readonly argument: ContractTarget | ChunkTarget | RunTarget | AmendmentTarget;
}

/** The lenses of a contract: run, validate and status at the top and at each chunk. */
export function contractLenses(
  folder: FolderState,
  contract: ContractState,
  document: ContractDocument,
): readonly ContractLens[] {
  const chunks = document.contract?.chunks ?? [];
  if (chunks.length === 0) return [];
  const target: ContractTarget = { folder: contract.folder, contract: contract.contract };
  const top = topLenses(folder, contract, target, textRangeOf(document.rangeOf([])));
  return [
    ...top,
    ...chunks.flatMap((chunk, index) =>
      chunkLenses(folder, contract, { ...target, chunk: chunk.id }, textRangeOf(document.rangeOf(['chunks', index]))),
    ),
  ];
}

function topLenses(
  folder: FolderState,
  contract: ContractState,
  argument: ContractTarget,
  range: TextRange,
): readonly ContractLens[] {
  const running = folder.run?.kind === 'running' && folder.run.contract === contract.contract;
  const chunks = contract.check?.chunks ?? [];
  const holding = chunks.filter((chunk) => chunk.passed).length;
  return [
    running
      ? lens(range, '■ Cancel', 'Cancel the run', 'holdfast.cancel', argument)
      : lens(
          range,
          '▶ Run all',
          'Run every chunk, in the order of their dependencies',
          'holdfast.runAllChunks',
          argument,
        ),
    lens(range, 'Validate all', 'Check every chunk against the files as they are', 'holdfast.validate', argument),
    ...(chunks.length === 0
      ? []
      : [
          lens(
            range,
            `${holding === chunks.length ? '✓' : '✗'} ${holding}/${chunks.length} chunks`,
            'Show the results',
            'holdfast.showResults',
            argument,
          ),
        ]),
  ];
}

function chunkLenses(
  folder: FolderState,
  contract: ContractState,
  argument: ChunkTarget,
  range: TextRange,
): readonly ContractLens[] {
  const status = chunkStatus(folder, contract, argument.chunk);
  const first =
    status.kind === 'running'
      ? lens(range, '■ Cancel', 'Cancel the run', 'holdfast.cancel', argument)
      : lens(range, '▶ Run', 'Have a model do this chunk and hold it to the contract', 'holdfast.runChunk', argument);
  return [
    first,
    lens(range, 'Validate', 'Check this chunk against the files as they are', 'holdfast.validate', argument),
    ...statusLens(status, range, argument),
    ...amendmentsOf(folder, contract.contract, argument.chunk).map(({ id }) => {
      const target: AmendmentTarget = { folder: argument.folder, amendment: id };
      return lens(
        range,
        '● Amendment proposed',
        'Show the proposed change of this contract',
        'holdfast.showAmendment',
        target,
      );
    }),
  ];
}

function statusLens(status: ChunkStatus, range: TextRange, argument: ChunkTarget): readonly ContractLens[] {
  switch (status.kind) {
    case 'unchecked':
      return [];
    case 'running': {
      const attempt = status.attempt === undefined ? 'starting' : `attempt ${status.attempt} of ${status.of ?? '?'}`;
      return [lens(range, `$(sync~spin) ${attempt}`, 'Show the run', 'holdfast.showResults', argument)];
    }
    case 'choice': {
      const run: RunTarget = { folder: argument.folder, runId: status.runId };
      return [lens(range, '● Choose how to go on', 'A gate has used up its attempts', 'holdfast.choose', run)];
    }
    case 'review': {
      const run: RunTarget = { folder: argument.folder, runId: status.runId };
      return [lens(range, '● Review the result', 'Open the changes that wait', 'holdfast.openChanges', run)];
    }
    case 'holds':
    case 'fails':
      return [
        lens(
          range,
          `${status.kind === 'holds' ? '✓' : '✗'} ${status.passed}/${status.total}`,
          `${status.passed} of ${status.total} requirements hold. Show the results`,
          'holdfast.showResults',
          argument,
        ),
      ];
  }
}

function lens(
  range: TextRange,
  title: string,
  tooltip: string,
  command: string,
  argument: ContractLens['argument'],
): ContractLens {
  return { range: { start: range.start, end: range.start }, title, tooltip, command, argument };
}
