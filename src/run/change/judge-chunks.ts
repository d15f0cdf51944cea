import { atBrokenFile, wasBrokenBefore } from '../../verdicts/checks/interfaces/rule-results.ts';
import type { AssertionResult, ChunkCheckResult } from '../../verdicts/checks/interfaces/result.ts';
import { ALWAYS_FILE } from '../../contract/always-file.ts';
import { indexContract } from '../../contract/contract-index.ts';
import type { Chunk } from '../../contract/model.ts';
import type { ProvedChange } from '../validation/proof-input.ts';
import type { RunListener } from '../report/run-events.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { ChunkExcuse, JudgedChunk } from './change-types.ts';
import type { ChunkCheck } from '../check/check-types.ts';
import { markSuperseded } from '../check/document-check.ts';
import type { FolderServices } from '../services/folder-services.ts';
import type { ChangeTrees } from './change-trees.ts';
import type { RunnableTerms } from './chunk-judge.ts';
import type { PlanClaimsAfter } from './judge-plans.ts';
import type { DecidedParts } from './decided-so-far.ts';
import type { ChangeTerms } from './read-terms.ts';
import type { SelectedChunk } from './select-chunks.ts';
import { requiredResults } from '../../foundation/verdict.ts';

export interface ChunkJudgementInput {
  readonly services: Pick<FolderServices, 'onProgress' | 'openCheckServicesOf' | 'secrets'>;
  readonly terms: ChangeTerms;
  readonly trees: ChangeTrees;
  readonly selected: readonly SelectedChunk[];
  /** Whether the change carries out the active chunk alone. It must only not break the other ones then. */
  readonly hasActive: boolean;
  /** Whether the build, the commands and the gates run too. */
  readonly full: boolean;
  readonly head: Snapshot;
  /** The snapshot before the change, and its files. */
  readonly change: ProvedChange;
  /** The path of a file before the change. */
  readonly originalOf: (file: string) => string;
  readonly claims: PlanClaimsAfter;
  /** Whether a full check runs the commands of plans. */
  readonly planCommands: boolean;
  readonly decided: DecidedParts;
  readonly onEvent?: RunListener | undefined;
  readonly signal: AbortSignal;
}

/** Judges the selected chunks in the result, and decides which of them make the change fail. */
export async function judgeChunks(input: ChunkJudgementInput): Promise<readonly JudgedChunk[]> {
  const { trees, decided } = input;
  const selected = sortByDecisiveness(decided.withoutLeftOut(input.selected));
  // Commands can take all of the time. What files show is decided before.
  if (input.full) await judgeFiles({ ...input, selected });
  const full = input.full ? await checkFully({ ...input, selected }) : new Map<Chunk, ChunkCheck>();
  const judged = new Map<SelectedChunk, JudgedChunk>();
  for (const [index, one] of selected.entries()) {
    const { terms, chunk } = one;
    input.services.onProgress({ what: 'Judging chunks', done: index, total: selected.length });
    decided.begin(one, selected.length - index - 1);
    const plain = full.get(chunk) ?? toCheck(chunk, await trees.head.judge(terms, chunk, decided.receiverFor(one)));
    const judgedChunk = await judgeCheck(trees, one, plain, input);
    judged.set(one, judgedChunk);
    decided.add(one, judgedChunk);
  }
  decided.end();
  return input.selected.flatMap((one) => judged.get(one) ?? []);
}

async function judgeFiles({ selected, trees, decided }: ChunkJudgementInput): Promise<void> {
  for (const [index, one] of selected.entries()) {
    const receiver = decided.receiverFor(one);
    if (receiver === undefined) continue;
    decided.begin(one, selected.length - index - 1);
    await trees.headFiles.judge(one.terms, one.chunk, receiver);
  }
  decided.end();
}

const RELATIONS = ['active', 'written', 'affected'] as const;

/** What the change carries out decides more often than what it only affects. */
function sortByDecisiveness(selected: readonly SelectedChunk[]): readonly SelectedChunk[] {
  const rankOf = ({ relation }: SelectedChunk): number => RELATIONS.indexOf(relation);
  return [...selected].sort((one, other) => rankOf(one) - rankOf(other));
}

/** Whether a chunk whose check is known makes the change fail. */
async function judgeCheck(
  trees: ChangeTrees,
  one: SelectedChunk,
  plain: ChunkCheck,
  { hasActive, claims, originalOf }: Pick<ChunkJudgementInput, 'hasActive' | 'claims' | 'originalOf'>,
): Promise<JudgedChunk> {
  const { terms, chunk, relation } = one;
  const check = plain.verdict === 'unsatisfied' ? await supersede(trees, terms, plain) : plain;
  const reference = { contract: terms.document.file, chunk: chunk.id, relation, check };
  if (check.verdict !== 'unsatisfied') return { ...reference, fails: false };
  if (terms.document.file === ALWAYS_FILE) {
    const rule = await judgeRule(trees, one, check, originalOf);
    const isExcused = rule.failedBefore.length === failedResults(check).length;
    return { ...reference, ...rule, ...(isExcused ? { excuse: 'not-started' } : {}), fails: !isExcused };
  }
  const isOpen = claims.claimed.get(terms.document.file)?.has(chunk.id) === false;
  const isTicked = claims.ticked.some((ticked) => ticked.contract === terms.document.file && ticked.chunk === chunk.id);
  const excuse = isTicked
    ? undefined
    : isOpen && relation !== 'active'
      ? ('not-ticked' as const)
      : await findExcuse(trees, one, hasActive);
  if (excuse !== undefined) return { ...reference, excuse, fails: false };
  const failed = failedResults(check);
  const faultsOnBase = await findFaultsOnBase(trees, terms, chunk, failed);
  const isExcused = failed.length > 0 && faultsOnBase.length === failed.length;
  return {
    ...reference,
    ...(isExcused ? { excuse: 'fault-on-base' } : {}),
    ...(faultsOnBase.length > 0 ? { faultsOnBase } : {}),
    fails: !isExcused,
  };
}

function toCheck({ id, title }: Chunk, result: ChunkCheckResult): ChunkCheck {
  return { id, title, ...result };
}

async function supersede(trees: ChangeTrees, terms: RunnableTerms, check: ChunkCheck): Promise<ChunkCheck> {
  const successors = indexContract(terms.contract).successors.get(check.id) ?? [];
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

/** [SESSION-2] The check of a rule, with the places that the change broke, and the failed asserts that it did not break. */
async function judgeRule(
  trees: ChangeTrees,
  { terms, chunk }: SelectedChunk,
  check: ChunkCheck,
  originalOf: (file: string) => string,
): Promise<{ readonly check: ChunkCheck; readonly failedBefore: readonly AssertionResult[] }> {
  const before = new Map(failedResults(await trees.base.judge(terms, chunk)).map((result) => [keyOf(result), result]));
  const assertResults = check.assertResults.map((result) =>
    atBrokenFile(result, before.get(keyOf(result)), originalOf),
  );
  const judged = { ...check, assertResults };
  const failedBefore = failedResults(judged).filter((result) =>
    wasBrokenBefore(result, before.get(keyOf(result)), originalOf),
  );
  return { check: judged, failedBefore };
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
  const { services, terms, trees, selected, head, change, onEvent, signal } = input;
  const checks = new Map<Chunk, ChunkCheck>();
  if (selected.length === 0) return checks;
  const report = onEvent ?? ((): void => undefined);
  const runServices = await services.openCheckServicesOf(terms.configurationText, signal, report);
  const termsFolder = await trees.validatorsFrom();
  const isRun = ({ document }: RunnableTerms): boolean => document.form !== 'plan' || input.planCommands;
  for (const judging of new Set(selected.map((one) => one.terms).filter(isRun))) {
    const chunks = selected.filter((one) => one.terms === judging).map(({ chunk }) => chunk);
    const { document, contract, sharedGates } = judging;
    const { checkTree } = await import('../full-check/check-tree.ts');
    const checked = await checkTree({
      document,
      contract,
      sharedGates,
      chunks,
      judge: false,
      change,
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
