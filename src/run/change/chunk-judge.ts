import type { AssertionResult, ChunkCheckResult } from '../../verdicts/checks/interfaces/result.ts';
import type { Chunk, Contract } from '../../contract/model.ts';
import { checkChunk } from '../validation/check-chunk.ts';
import type { ChangeCheckDepth } from './change-types.ts';
import type { FolderServices } from '../services/folder-services.ts';
import type { CheckedTree } from '../check/checked-tree.ts';
import type { ChangeTerms, JudgingContract } from './read-terms.ts';
import { requiredResults, verdictOf } from '../../foundation/verdict.ts';

/** A contract without errors that judges a change. */
export type RunnableTerms = JudgingContract & { readonly contract: Contract };

export interface ChunkJudgeInput {
  readonly services: Pick<FolderServices, 'analysis' | 'models' | 'secrets'>;
  readonly terms: ChangeTerms;
  readonly depth: ChangeCheckDepth;
  /** Whether checks may run commands, send requests and load validators. */
  readonly trusted: boolean;
  /** Opens the tree whose chunks are judged. */
  readonly tree: () => Promise<CheckedTree>;
  /** Absolute path of the tree with the validators. */
  readonly validatorsFrom: () => Promise<string>;
  readonly signal: AbortSignal;
}

/** Judges chunks in one tree, each at most once. */
export class ChunkJudge {
  readonly #input: ChunkJudgeInput;
  readonly #results = new Map<Chunk, Promise<ChunkCheckResult>>();

  constructor(input: ChunkJudgeInput) {
    this.#input = input;
  }

  /**
   * By what files show, and by the checks that the depth allows. Runs no build, no acceptance command and no gate.
   *
   * @param onResult receives each result when it is available, unless the chunk was judged before
   */
  judge(terms: RunnableTerms, chunk: Chunk, onResult?: (result: AssertionResult) => void): Promise<ChunkCheckResult> {
    let result = this.#results.get(chunk);
    if (result === undefined) {
      result = this.#judge(terms, chunk, onResult);
      this.#results.set(chunk, result);
    }
    return result;
  }

  /** Whether every chunk that a chunk depends on is satisfied, or has nothing to check. */
  async areDependenciesSatisfied(terms: RunnableTerms, { dependsOn }: Chunk): Promise<boolean> {
    for (const dependency of terms.contract.chunks.filter(({ id }) => dependsOn.includes(id))) {
      if ((await this.judge(terms, dependency)).verdict === 'unsatisfied') return false;
    }
    return true;
  }

  async #judge(
    { document, contract }: RunnableTerms,
    chunk: Chunk,
    onResult: ((result: AssertionResult) => void) | undefined,
  ): Promise<ChunkCheckResult> {
    const { services, terms, depth, trusted, signal } = this.#input;
    const { tree, stepsOf } = await this.#input.tree();
    const filesOnly = depth === 'files';
    using account = services.models.openCheckAccount();
    const result = await checkChunk({
      document,
      contract,
      chunk,
      analysis: services.analysis,
      tree,
      validatorsFrom: filesOnly ? undefined : await this.#input.validatorsFrom(),
      trusted: trusted && !filesOnly,
      filesOnly,
      judgeAccount: account.id,
      commandTimeoutMs: terms.configuration.limits.commandTimeoutSeconds * 1000,
      ...(await stepsOf(contract)),
      signal,
      onEarlyResult: onResult && ((result) => onResult(services.secrets.redactReport(result))),
    });
    return services.secrets.redactReport(filesOnly ? withoutUntrusted(result) : result);
  }
}

/** Leaves out the asserts that more than files must answer. They decide nothing here, neither for nor against the change. */
function withoutUntrusted(result: ChunkCheckResult): ChunkCheckResult {
  const assertResults = result.assertResults.filter(({ untrusted }) => untrusted !== true);
  if (assertResults.length === result.assertResults.length) return result;
  const answered = { ...result, assertResults };
  return { ...answered, verdict: verdictOf(requiredResults(answered)) };
}
