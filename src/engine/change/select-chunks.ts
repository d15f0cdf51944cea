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
  const { contracts, active, changes, head } = input;
  if (contracts.length === 0) return [];
  const changed = new Set(changes.flatMap(({ path, previousPath = path }) => [path, previousPath]));
  const known = new Set([...(await head.listFiles()), ...changed]);
  const reach = { changed, reached: changed, known, affectsAll: [...changed].some(affectsModuleResolution) };
  const relate = (terms: RunnableTerms, chunk: Chunk, within: ChangeReach): SelectedChunk | undefined => {
    const isActive = active?.contract === terms.document.file && active.chunk === chunk.id;
    if (isActive) return { terms, chunk, relation: 'active' };
    // The change brings the contract, so nothing was judged by it before.
    const relation = relationOf(terms.contract, chunk, within) ?? (terms.isNew ? 'affected' : undefined);
    return relation && { terms, chunk, relation };
  };
  const chunks = contracts.flatMap((terms) => terms.contract.chunks.map((chunk) => ({ terms, chunk })));
  if (changed.size > 0) await notifyAnalysis(input, changed);
  const direct = chunks.map(({ terms, chunk }) => relate(terms, chunk, reach));
  // Modules that import a changed one can only add chunks, and finding them takes time.
  if (changed.size === 0 || !direct.includes(undefined)) return direct.filter((one) => one !== undefined);
  const whole = { ...reach, reached: await findReached(input, changed) };
  return chunks.flatMap(({ terms, chunk }, index) => direct[index] ?? relate(terms, chunk, whole) ?? []);
}

async function notifyAnalysis(
  { analysis, openHead, signal }: SelectionInput,
  changed: ReadonlySet<string>,
): Promise<void> {
  const { tree } = await openHead();
  await analysis.filesChanged(tree.root, [...changed], { signal });
}

/** The changed files and every module that imports one of them, directly or indirectly. */
async function findReached(
  { analysis, openHead, signal }: SelectionInput,
  changed: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const { tree } = await openHead();
  return new Set(await analysis.allDependents(tree.root, [...changed], { signal }));
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
