import type { Analysis } from '../../analysis/analysis.ts';
import type { Chunk } from '../../contract/model.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type { ChunkReference, JudgedChunk } from '../api/change-types.ts';
import { affectsModuleResolution, relationOf, type ChangeReach } from './chunk-relation.ts';
import type { RunnableTerms } from './chunk-judge.ts';
import type { CommittedTree } from './committed-tree.ts';
import type { CheckedTree } from '../check/checked-tree.ts';
import type { JudgingContract } from './read-terms.ts';

/** A chunk that a change concerns. */
export interface SelectedChunk {
  readonly terms: RunnableTerms;
  readonly chunk: Chunk;
  readonly relation: JudgedChunk['relation'];
}

export interface SelectionInput {
  readonly analysis: Analysis;
  readonly contracts: readonly RunnableTerms[];
  readonly changes: readonly FileChange[];
  readonly active: ChunkReference | undefined;
  /** The files of the result. */
  readonly head: CommittedTree;
  readonly openHead: () => Promise<CheckedTree>;
  readonly signal: AbortSignal;
}

/** Selects the chunks that a change can affect, and the active one, in the order of the contracts. */
export async function selectChunks(input: SelectionInput): Promise<readonly SelectedChunk[]> {
  const { contracts, active } = input;
  if (contracts.length === 0) return [];
  const reach = await findReach(input);
  return contracts.flatMap((terms) =>
    terms.contract.chunks.flatMap((chunk): readonly SelectedChunk[] => {
      const isActive = active?.contract === terms.document.file && active.chunk === chunk.id;
      // The change brings the contract, so nothing was judged by it before.
      const relation = relationOf(terms.contract, chunk, reach) ?? (terms.isNew ? 'affected' : undefined);
      if (isActive) return [{ terms, chunk, relation: 'active' }];
      return relation === undefined ? [] : [{ terms, chunk, relation }];
    }),
  );
}

async function findReach(input: SelectionInput): Promise<ChangeReach> {
  const { analysis, changes, head, openHead, signal } = input;
  const changed = new Set(changes.flatMap(({ path, previousPath = path }) => [path, previousPath]));
  const known = new Set([...(await head.listFiles()), ...changed]);
  if (changed.size === 0) return { changed, reached: changed, known, affectsAll: false };
  const { tree } = await openHead();
  await analysis.filesChanged(tree.root, [...changed], { signal });
  const reached = await analysis.allDependents(tree.root, [...changed], { signal });
  const affectsAll = [...changed].some(affectsModuleResolution);
  return { changed, reached: new Set(reached), known, affectsAll };
}

/**
 * The contracts that a judgement uses: all, or the given ones.
 *
 * @throws HoldfastError `not-found` if the active chunk or its contract, or a given contract, does not exist
 */
export function selectContracts(
  all: readonly JudgingContract[],
  {
    contracts,
    active,
  }: { readonly contracts?: readonly string[] | undefined; readonly active?: ChunkReference | undefined },
): readonly JudgingContract[] {
  for (const file of [...(contracts ?? []), ...(active === undefined ? [] : [active.contract])]) {
    if (all.some(({ document }) => document.file === file)) continue;
    const known = all.map(({ document }) => document.file).join(', ');
    throw new HoldfastError('not-found', `Contract not found: ${file}`, {
      hint: `The change is judged by these contracts: ${known === '' ? 'none' : known}.`,
    });
  }
  const contract = all.find(({ document }) => document.file === active?.contract)?.contract;
  if (active !== undefined && contract !== undefined && !contract.chunks.some(({ id }) => id === active.chunk)) {
    throw new HoldfastError('not-found', `Chunk not found in ${active.contract}: "${active.chunk}"`, {
      hint: `Available chunks: ${contract.chunks.map(({ id }) => id).join(', ')}.`,
    });
  }
  return contracts === undefined ? all : all.filter(({ document }) => contracts.includes(document.file));
}
