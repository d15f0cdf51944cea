import type { Analysis } from '../analysis/analysis.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk } from '../../contract/model.ts';
import { requirementsOf } from '../../contract/requirements.ts';
import type { PresentExport } from './facts/initial-creates.ts';

/** Finds the items of `creates` that the allowed files of a tree fulfill, with the code that judges an attempt. */
export async function findPresentCreates({
  document,
  chunk,
  root,
  analysis,
}: {
  readonly document: Pick<ContractDocument, 'contract'>;
  readonly chunk: Chunk;
  /** Absolute path of the tree. */
  readonly root: string;
  readonly analysis: Pick<Analysis, 'check'>;
}): Promise<readonly PresentExport[]> {
  const { contract } = document;
  if (contract === undefined) return [];
  const requirements = requirementsOf(contract, chunk).filter(({ origin }) => origin[2] === 'creates');
  const results = await analysis.check({
    root,
    requirements,
    resources: [],
    steps: [],
    allowedFiles: chunk.allowedFiles,
    trusted: false,
    commandTimeoutMs: 0,
    commandRules: { passedVariables: [] },
  });
  return results.flatMap(({ passed, location }, index) => (passed ? [{ index, file: location?.file }] : []));
}
