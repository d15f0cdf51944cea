import type { ContractDocument, Problem } from '../../contract/document.ts';
import type { Chunk, Contract, Gate } from '../../contract/model.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { RunnableContract } from './chunk-run-input.ts';

/** Errors that preflight reports for the affected chunk, so that the other chunks can still run. */
const PREFLIGHT_ERRORS: ReadonlySet<string> = new Set(['unknown-dependency', 'cycle']);

export interface ContractReader {
  read(file: string): Promise<ContractDocument>;
  /** The gates that the contract's chunks name and that gate files define. */
  readSharedGates(document: ContractDocument): Promise<readonly Gate[]>;
}

/**
 * Reads a contract for a run.
 * @throws HoldfastError `contract` with every error of the contract: an invalid contract never runs
 */
export async function readRunnableContract(files: ContractReader, file: string): Promise<RunnableContract> {
  const document = await files.read(file);
  const errors = document.problems.filter(
    (problem) => problem.severity === 'error' && !PREFLIGHT_ERRORS.has(problem.code),
  );
  const { contract } = document;
  if (contract !== undefined && errors.length === 0) {
    return { document, contract, sharedGates: await files.readSharedGates(document) };
  }
  throw new HoldfastError(
    'contract',
    `Failed to run ${file}: the contract has errors.\n${formatErrors(file, errors)}`,
    {
      hint: 'Fix the lines above. "holdfast check" lists them again.',
    },
  );
}

function formatErrors(file: string, errors: readonly Problem[]): string {
  return errors
    .map(({ range, message }) => `  ${file}:${range.start.line}:${range.start.column} ${message}`)
    .join('\n');
}

/** @throws HoldfastError `not-found` if the contract has no chunk with this id */
export function requireChunk(document: ContractDocument, contract: Contract, id: string): Chunk {
  const chunk = contract.chunks.find((candidate) => candidate.id === id);
  if (chunk !== undefined) return chunk;
  throw new HoldfastError('not-found', `Failed to run chunk "${id}": ${document.file} has no chunk with this id.`, {
    hint: `Its chunks: ${contract.chunks.map((candidate) => candidate.id).join(', ')}.`,
  });
}
