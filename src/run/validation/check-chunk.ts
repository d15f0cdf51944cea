import type { Analysis, CheckRequest } from '../../verdicts/analysis/analysis.ts';
import { ALWAYS_FILE } from '../../contract/always-file.ts';
import { requiredNamesOfContract } from '../../verdicts/checks/interfaces/required-names.ts';
import { withoutMissingTarget } from '../../verdicts/checks/interfaces/rule-results.ts';
import type { AssertionResult, ChunkCheckResult } from '../../verdicts/checks/interfaces/result.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { isAnsweredByFiles } from '../../contract/fingerprint.ts';
import type { Chunk, Contract } from '../../contract/model.ts';
import { requirementsOf, type Requirement } from '../../contract/requirements.ts';
import { toLocation } from '../../foundation/position.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import { checkPostconditions } from './check-conditions.ts';
import { requiredResults, verdictOf } from '../../foundation/verdict.ts';

export interface ChunkCheckInput extends Pick<
  CheckRequest,
  | 'validatorsFrom'
  | 'changedFiles'
  | 'trusted'
  | 'workspaceTypeScript'
  | 'judgeAccount'
  | 'commandTimeoutMs'
  | 'commandRules'
  | 'stepsIn'
> {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly analysis: Analysis;
  /** The tree to check. */
  readonly tree: Pick<SourceTree, 'root' | 'kindOf'>;
  /** Judges only the asserts that the files of the tree answer: no suggestions, no steps, and no model. */
  readonly filesOnly?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onResult?: ((result: AssertionResult) => void) | undefined;
  /** Receives each result when it is available, in any order: the type checker can take long after the others. */
  readonly onEarlyResult?: ((result: AssertionResult) => void) | undefined;
}

/**
 * [DONE-1] Judges one chunk in one tree. The editor, the command line, preflight, every attempt and every landing use this
 * code, so that they cannot disagree.
 */
export async function checkChunk(input: ChunkCheckInput): Promise<ChunkCheckResult> {
  const requirements = requirementsOf(input.contract, input.chunk).filter(
    ({ assertion }) =>
      input.filesOnly !== true || (assertion.type === 'assert' && isAnsweredByFiles(input.contract, assertion)),
  );
  const postconditionResults = await checkPostconditions(input);
  for (const result of postconditionResults) {
    input.onResult?.(result);
    input.onEarlyResult?.(result);
  }
  const results = await checkRequirementsInTree(input, requirements);
  const assertResults = results.filter((result) => result.assertion.type === 'assert');
  const suggestResults = results.filter((result) => result.assertion.type === 'suggest');
  const verdict = verdictOf(requiredResults({ postconditionResults, assertResults }));
  return { verdict, assertResults, suggestResults, postconditionResults };
}

/** Checks requirements against one tree. Each result has the location of its requirement in the contract. */
export async function checkRequirementsInTree(
  input: ChunkCheckInput,
  requirements: readonly Requirement[],
): Promise<readonly AssertionResult[]> {
  const { document, contract, chunk, onEarlyResult } = input;
  const locate = (result: AssertionResult, index: number): AssertionResult => {
    const origin = requirements[index]?.origin ?? [];
    const judged = document.file === ALWAYS_FILE ? withoutMissingTarget(result) : result;
    // A requirement of a gate file has no location in the contract.
    if (origin.length === 0) return judged;
    return { ...judged, contractLocation: toLocation(document.file, document.rangeOf(origin)) };
  };
  const answers = await input.analysis.check(
    {
      root: input.tree.root,
      requirements,
      resources: contract.resources,
      steps: contract.steps,
      protocol: contract.spec.protocol,
      changedFiles: input.changedFiles,
      allowedFiles: chunk.allowedFiles,
      requiredNames: requiredNamesOfContract(contract),
      trusted: input.trusted,
      workspaceTypeScript: input.workspaceTypeScript,
      judgeAccount: input.judgeAccount,
      commandTimeoutMs: input.commandTimeoutMs,
      commandRules: input.commandRules,
      stepsIn: input.stepsIn,
      validatorsFrom: input.validatorsFrom,
    },
    {
      signal: input.signal,
      onProgress: onEarlyResult && (({ result, index }) => onEarlyResult(locate(result, index))),
    },
  );
  const results = answers.map(locate);
  for (const result of results) input.onResult?.(result);
  return results;
}
