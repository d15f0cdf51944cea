import type { ContractDocument } from '../../contract/document.ts';
import { isPlanFile } from '../../contract/plans/plan-file.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ActiveChunk } from '../sessions/session-record.ts';

/**
 * Finds a chunk that a person or an agent names: `<chunk>`, the number of a task of a plan (`3`, `Task 3`), or `<contract file>#<chunk>` where several contracts have it.
 *
 * @throws HoldfastError `not-found` if no contract has the chunk, or several have it
 */
export function findChunk(
  documents: readonly Pick<ContractDocument, 'file' | 'contract'>[],
  name: string,
): ActiveChunk {
  const separator = name.lastIndexOf('#');
  const contract = separator < 0 ? undefined : name.slice(0, separator);
  const id = name.slice(separator + 1);
  const taskId = `task-${id.replace(/^task[\s-]*/i, '')}`;
  const found = documents.flatMap(({ file, contract: content }) =>
    contract !== undefined && contract !== file
      ? []
      : (content?.chunks ?? [])
          .filter((chunk) => chunk.id === id || (isPlanFile(file) && chunk.id === taskId))
          .map((chunk) => ({
            contract: file,
            chunk: chunk.id,
            // The files of a plan are no limit.
            allowedFiles: isPlanFile(file) ? [] : chunk.allowedFiles,
            forbiddenFiles: chunk.forbiddenFiles,
          })),
  );
  const [first, ...others] = found;
  if (first === undefined) {
    const known = documents.flatMap((document) => document.contract?.chunks.map((chunk) => chunk.id) ?? []);
    throw new HoldfastError('not-found', `Chunk not found in any contract: "${name}"`, {
      hint: `Available chunks: ${known.join(', ') || 'none'}.${formatUnreadable(documents)}`,
    });
  }
  if (others.length > 0) {
    throw new HoldfastError('not-found', `Several contracts have the chunk "${id}"`, {
      hint: `Name its contract too: ${found.map((one) => `${one.contract}#${id}`).join(', ')}.`,
    });
  }
  return first;
}

/** Whether a name that a person or an agent gives means a chunk. */
export function isNamed({ contract, chunk }: Pick<ActiveChunk, 'contract' | 'chunk'>, name: string): boolean {
  return name === chunk || name === `${contract}#${chunk}`;
}

/** The chunk may be in a contract that cannot be read. */
function formatUnreadable(documents: readonly Pick<ContractDocument, 'file' | 'contract'>[]): string {
  const files = documents.filter(({ contract }) => contract === undefined).map(({ file }) => file);
  return files.length === 0 ? '' : ` Contracts with errors: ${files.join(', ')}.`;
}
