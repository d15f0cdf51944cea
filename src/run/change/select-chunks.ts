import { ALWAYS_FILE } from '../../contract/always-file.ts';
import type { Analysis } from '../../verdicts/analysis/analysis.ts';
import type { Chunk } from '../../contract/model.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type { ChunkReference, JudgeChangeOptions, JudgedChunk } from './change-types.ts';
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
  readonly also: JudgeChangeOptions['also'];
  /** The files of the result. */
  readonly head: CommittedTree;
  readonly openHead: () => Promise<CheckedTree>;
  readonly signal: AbortSignal;
}

/** The chunks that a change concerns, found in two steps: which modules a changed one reaches takes time. */
export interface ChunkSelection {
  /** Those whose relation the changed files alone decide, in the order of the contracts. They include the written ones. */
  readonly direct: readonly SelectedChunk[];
  /** All, in the order of the contracts. */
  readonly all: () => Promise<readonly SelectedChunk[]>;
}

/** Selects the chunks that a change can affect, the active one and those of `also`. */
export async function selectChunks(input: SelectionInput): Promise<ChunkSelection> {
  const { contracts, active, changes, head, also } = input;
  if (contracts.length === 0) return { direct: [], all: () => Promise.resolve([]) };
  const changed = new Set(changes.flatMap(({ path, previousPath = path }) => [path, previousPath]));
  const known = new Set([...(await head.listFiles()), ...changed]);
  const reach = { changed, reached: changed, known, affectsAll: [...changed].some(affectsModuleResolution) };
  const relate = (terms: RunnableTerms, chunk: Chunk, within: ChangeReach): SelectedChunk | undefined => {
    const isChunk = (one: ChunkReference): boolean => one.contract === terms.document.file && one.chunk === chunk.id;
    if (active !== undefined && isChunk(active)) return { terms, chunk, relation: 'active' };
    const isAdded = terms.isNew || also === 'all' || also?.some(isChunk) === true;
    // If the change brings the contract, nothing was judged by it before.
    const relation = relationOf(terms.contract, chunk, within) ?? (isAdded ? 'affected' : undefined);
    // A rule is for every change, and no change carries it out.
    return relation && { terms, chunk, relation: terms.document.file === ALWAYS_FILE ? 'affected' : relation };
  };
  const chunks = contracts.flatMap((terms) => terms.contract.chunks.map((chunk) => ({ terms, chunk })));
  if (changed.size > 0) await notifyAnalysis(input, changed);
  const related = chunks.map(({ terms, chunk }) => relate(terms, chunk, reach));
  const direct = related.filter((one) => one !== undefined);
  const all = async (): Promise<readonly SelectedChunk[]> => {
    // Modules that import a changed one can only add chunks.
    if (changed.size === 0 || direct.length === chunks.length) return direct;
    const whole = { ...reach, reached: await findReached(input, changed) };
    return chunks.flatMap(({ terms, chunk }, index) => related[index] ?? relate(terms, chunk, whole) ?? []);
  };
  return { direct, all };
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
