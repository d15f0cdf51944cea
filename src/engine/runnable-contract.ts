import type { ContractDocument, Problem } from '../contract/document.ts';
import type { Chunk, Contract, Gate } from '../contract/model.ts';
import { HoldfastError } from '../shared/errors.ts';
import type { ContractFiles } from './contract-files.ts';

/** Mistakes that the gate of a chunk answers for itself, by naming what blocks it. */
const LEFT_TO_PREFLIGHT: ReadonlySet<string> = new Set(['unknown-dependency', 'cycle']);

/**
 * The contract of a file, ready to be run.
 * @throws HoldfastError `contract` naming every mistake: a run is never held to half a contract.
 */
export async function runnableContract(
  files: ContractFiles,
  file: string,
): Promise<{
  readonly document: ContractDocument;
  readonly contract: Contract;
  /** The gates of gate files that its chunks name. */
  readonly sharedGates: readonly Gate[];
}> {
  const document = await files.one(file);
  const mistakes = document.problems.filter(
    (problem) => problem.severity === 'error' && !LEFT_TO_PREFLIGHT.has(problem.code),
  );
  const { contract } = document;
  if (contract !== undefined && mistakes.length === 0) {
    return { document, contract, sharedGates: await files.sharedGates(document) };
  }
  throw new HoldfastError('contract', `Failed to run ${file}: the contract has mistakes.\n${listed(file, mistakes)}`, {
    hint: 'Mend the lines named above; "holdfast check" lists them again.',
  });
}

function listed(file: string, problems: readonly Problem[]): string {
  return problems
    .map(({ range, message }) => `  ${file}:${range.start.line}:${range.start.column} ${message}`)
    .join('\n');
}

export function chunkOf(document: ContractDocument, contract: Contract, id: string): Chunk {
  const chunk = contract.chunks.find((candidate) => candidate.id === id);
  if (chunk !== undefined) return chunk;
  throw new HoldfastError('not-found', `Failed to run chunk "${id}": ${document.file} has no such chunk.`, {
    hint: `Its chunks: ${contract.chunks.map((candidate) => candidate.id).join(', ')}.`,
  });
}
