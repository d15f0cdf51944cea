import type { AssertionResult, ChunkCheckResult } from '../../checks/interfaces/result.ts';
import type { Chunk } from '../../contract/model.ts';
import { checkTree } from '../../run/full-check/check-tree.ts';
import type { RunListener } from '../../run/report/run-events.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { ChunkExcuse, JudgedChunk } from '../api/change-types.ts';
import type { ChunkCheck } from '../api/check-types.ts';
import { markSuperseded } from '../check/document-check.ts';
import type { EngineServices } from '../services/engine-services.ts';
import type { ChangeTrees } from './change-trees.ts';
import type { RunnableTerms } from './chunk-judge.ts';
import type { ChangeTerms } from './read-terms.ts';
import type { SelectedChunk } from './select-chunks.ts';
import { requiredResults } from '../../shared/verdict.ts';

export interface ChunkJudgementInput {
  readonly services: EngineServices;
  readonly terms: ChangeTerms;
  readonly trees: ChangeTrees;
  readonly selected: readonly SelectedChunk[];
  /** Whether the change carries out the active chunk alone. It must only not break the other ones then. */
  readonly hasActive: boolean;
  /** Whether the build, the commands and the gates run too. */
  readonly full: boolean;
  readonly head: Snapshot;
  readonly onEvent?: RunListener | undefined;
  readonly signal: AbortSignal;
}

/** Judges the selected chunks in the result, and decides which of them make the change fail. */
export async function judgeChunks(input: ChunkJudgementInput): Promise<readonly JudgedChunk[]> {
  const { selected, trees, hasActive } = input;
  const full = input.full ? await checkFully(input) : new Map<Chunk, ChunkCheck>();
  const judged: JudgedChunk[] = [];
  for (const one of selected) {
    const { terms, chunk, relation } = one;
    const plain = full.get(chunk) ?? toCheck(chunk, await trees.head.judge(terms, chunk));
    const check = plain.verdict === 'unsatisfied' ? await supersede(trees, terms, plain) : plain;
    const reference = { contract: terms.document.file, chunk: chunk.id, relation, check };
    if (check.verdict !== 'unsatisfied') {
      judged.push({ ...reference, fails: false });
      continue;
    }
    const excuse = await findExcuse(trees, one, hasActive);
    if (excuse !== undefined) {
      judged.push({ ...reference, excuse, fails: false });
      continue;
    }
    const failed = failedResults(check);
    const faultsOnBase = await findFaultsOnBase(trees, terms, chunk, failed);
    const isExcused = failed.length > 0 && faultsOnBase.length === failed.length;
    judged.push({
      ...reference,
      ...(isExcused ? { excuse: 'fault-on-base' } : {}),
      ...(faultsOnBase.length > 0 ? { faultsOnBase } : {}),
      fails: !isExcused,
    });
  }
  return judged;
}

function toCheck({ id, title }: Chunk, result: ChunkCheckResult): ChunkCheck {
  return { id, title, ...result };
}

async function supersede(trees: ChangeTrees, terms: RunnableTerms, check: ChunkCheck): Promise<ChunkCheck> {
  const successors = terms.contract.chunks.filter(({ supersedes }) => supersedes.includes(check.id));
  const checks: ChunkCheck[] = [];
  for (const successor of successors) checks.push(toCheck(successor, await trees.head.judge(terms, successor)));
  return markSuperseded(check, terms.contract, checks);
}

async function findExcuse(
  trees: ChangeTrees,
  { terms, chunk, relation }: SelectedChunk,
  hasActive: boolean,
): Promise<ChunkExcuse | undefined> {
  const isCarriedOut = relation === 'active' || (relation === 'written' && !hasActive);
  if (!isCarriedOut) {
    const before = await trees.base.judge(terms, chunk);
    if (before.verdict !== 'satisfied') return 'not-started';
  } else if (relation === 'written' && !(await trees.head.areDependenciesSatisfied(terms, chunk))) {
    return 'waits';
  }
  return undefined;
}

function failedResults(check: ChunkCheckResult): readonly AssertionResult[] {
  return requiredResults(check).filter(({ passed }) => !passed);
}

/** The failed asserts that cannot be evaluated, neither in the result nor on the base: the change did not cause them. */
async function findFaultsOnBase(
  trees: ChangeTrees,
  terms: RunnableTerms,
  chunk: Chunk,
  failed: readonly AssertionResult[],
): Promise<readonly AssertionResult[]> {
  const faults = failed.filter(({ error }) => error !== undefined);
  if (faults.length === 0) return [];
  const before = failedResults(await trees.base.judge(terms, chunk)).filter(({ error }) => error !== undefined);
  const onBase = new Set(before.map(keyOf));
  return faults.filter((result) => onBase.has(keyOf(result)));
}

function keyOf({ assertion }: AssertionResult): string {
  return JSON.stringify(assertion);
}

/** Runs the steps of a landing in a worktree of the result, with the validators of the terms. */
async function checkFully(input: ChunkJudgementInput): Promise<ReadonlyMap<Chunk, ChunkCheck>> {
  const { services, terms, trees, selected, head, onEvent, signal } = input;
  const checks = new Map<Chunk, ChunkCheck>();
  if (selected.length === 0) return checks;
  const report = onEvent ?? ((): void => undefined);
  const runServices = await services.openCheckServicesOf(terms.configurationText, signal, report);
  const termsFolder = await trees.validatorsFrom();
  for (const judging of new Set(selected.map((one) => one.terms))) {
    const chunks = selected.filter((one) => one.terms === judging).map(({ chunk }) => chunk);
    const { document, contract, sharedGates } = judging;
    const checked = await checkTree({
      document,
      contract,
      sharedGates,
      chunks,
      judge: false,
      base: { ...head, notes: [], leftOut: [], absent: [], converted: [], hidden: [] },
      services: { ...runServices, termsFolder },
    });
    const results = services.secrets.redactReport(checked.chunks);
    for (const [index, chunk] of chunks.entries()) {
      const result = results[index];
      if (result === undefined) continue;
      const { commands, problems, gates, ...plain } = result;
      checks.set(chunk, { ...toCheck(chunk, plain), full: { commands, problems, gates } });
    }
  }
  return checks;
}
