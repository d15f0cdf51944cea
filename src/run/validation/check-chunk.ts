import type { Analysis } from '../../analysis/analysis.ts';
import type { AssertionResult, ChunkCheckResult } from '../../checks/interfaces/result.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Contract } from '../../contract/model.ts';
import { requirementsOf, type Requirement } from '../../contract/requirements.ts';
import type { CommandRules } from '../../workspace/processes/command-rules.ts';
import { toLocation } from '../../shared/position.ts';

export interface ChunkCheckInput {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly analysis: Analysis;
  /** Absolute path of the tree to check. */
  readonly root: string;
  /** Absolute path of the tree with the workspace's validators: the user's tree, if an attempt's worktree is checked. */
  readonly validatorsFrom?: string | undefined;
  /** The chunk's own changes. If absent, any allowed file may contain what the chunk creates. */
  readonly changedFiles?: readonly string[] | undefined;
  /** Whether checks may run commands, send requests and load validators. */
  readonly trusted: boolean;
  /** The account that pays for the model which judges. */
  readonly judgeAccount?: string | undefined;
  readonly commandTimeoutMs: number;
  readonly commandRules: CommandRules;
  readonly signal?: AbortSignal | undefined;
  readonly onResult?: ((result: AssertionResult) => void) | undefined;
}

/** Checks one chunk against one tree. The editor, the command line and every attempt use this code. */
export async function checkChunk(input: ChunkCheckInput): Promise<ChunkCheckResult> {
  const results = await checkRequirementsInTree(input, requirementsOf(input.contract, input.chunk));
  const assertResults = results.filter((result) => result.assertion.type === 'assert');
  return {
    passed: assertResults.every((result) => result.passed),
    assertResults,
    suggestResults: results.filter((result) => result.assertion.type === 'suggest'),
  };
}

/** Checks requirements against one tree. Each result has the location of its requirement in the contract. */
export async function checkRequirementsInTree(
  input: ChunkCheckInput,
  requirements: readonly Requirement[],
): Promise<readonly AssertionResult[]> {
  const { document, contract, chunk } = input;
  const answers = await input.analysis.check(
    {
      root: input.root,
      requirements,
      resources: contract.resources,
      steps: contract.steps,
      protocol: contract.spec.protocol,
      changedFiles: input.changedFiles,
      allowedFiles: chunk.allowedFiles,
      trusted: input.trusted,
      judgeAccount: input.judgeAccount,
      commandTimeoutMs: input.commandTimeoutMs,
      commandRules: input.commandRules,
      validatorsFrom: input.validatorsFrom,
    },
    { signal: input.signal },
  );
  const results = answers.map((result, index): AssertionResult => {
    const origin = requirements[index]?.origin ?? [];
    // A requirement of a gate file has no location in the contract.
    if (origin.length === 0) return result;
    return { ...result, contractLocation: toLocation(document.file, document.rangeOf(origin)) };
  });
  for (const result of results) input.onResult?.(result);
  return results;
}
