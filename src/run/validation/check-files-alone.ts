import type { Analysis } from '../../verdicts/analysis/analysis.ts';
import type { ChunkCheckResult } from '../../verdicts/checks/interfaces/result.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Contract } from '../../contract/model.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import { checkChunk } from './check-chunk.ts';

/** Judges what the files of a tree answer about a chunk: no command, request, validator or model is used. */
export function checkFilesAlone(
  { tree, analysis }: { readonly tree: SourceTree; readonly analysis: Analysis },
  document: ContractDocument,
  contract: Contract,
  chunk: Chunk,
): Promise<ChunkCheckResult> {
  return checkChunk({
    document,
    contract,
    chunk,
    tree,
    analysis,
    trusted: false,
    filesOnly: true,
    commandTimeoutMs: 0,
    commandRules: { passedVariables: [] },
  });
}
