import type { ContractDocument, DataPath } from '../../contract/document.ts';
import type { Chunk, Contract, Gate } from '../../contract/model.ts';
import { isAnsweredByFiles } from '../../contract/fingerprint.ts';
import { requirementsOf } from '../../contract/requirements.ts';
import { selectGates } from '../../verdicts/gates/select-gates.ts';
import { isNegative, measureStrength, type ChunkStrength } from '../../verdicts/plan/strength/chunk-strength.ts';
import { checkFilesAlone } from '../validation/check-files-alone.ts';
import type { Analysis } from '../../verdicts/analysis/analysis.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/** What answers for a tree. */
export interface StrengthTree {
  readonly tree: SourceTree;
  readonly analysis: Analysis;
}

export interface MeasuredChunk {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly sharedGates: readonly Gate[];
}

/** The strength of a chunk by the files of a tree, and whether a part of its work may be in them. Proposes no fixes. */
export async function measureChunk(
  sources: StrengthTree,
  { document, contract, chunk, sharedGates }: MeasuredChunk,
): Promise<{ readonly strength: ChunkStrength; readonly mayBeDone: boolean }> {
  const { assertResults } = await checkFilesAlone(sources, document, contract, chunk);
  const answered = requirementsOf(contract, chunk).filter(
    ({ assertion }) => assertion.type === 'assert' && isAnsweredByFiles(contract, assertion),
  );
  const results = answered.map(({ assertion, origin }, index) => {
    const result = assertResults[index];
    return { assertion, origin, holds: result === undefined || result.untrusted === true ? undefined : result.passed };
  });
  const holds = new Map(results.map((result) => [keyOf(result.origin), result.holds]));
  const existing = new Set<string>();
  for (const { path } of chunk.postconditions) {
    if ((await sources.tree.kindOf(path)) === 'file') existing.add(path);
  }
  const gates = selectGates(contract, chunk, sharedGates).map(({ gate }) => gate);
  const strength = measureStrength(contract, chunk, gates, {
    holds: (path) => holds.get(keyOf(path)),
    conditionHolds: ({ kind, path }) => existing.has(path) === (kind === 'file_exists'),
  });
  const mayBeDone =
    chunk.postconditions.some(({ kind, path }) => kind === 'file_exists' && existing.has(path)) ||
    results.some(({ holds: isMet, assertion }) => isMet === true && !isNegative(assertion.check));
  return { strength, mayBeDone };
}

function keyOf(path: DataPath): string {
  return JSON.stringify(path);
}
