import type { Analysis } from '../analysis/analysis.ts';
import type { AssertionResult, ChunkCheckResult } from '../checks/result.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { Chunk, Contract } from '../contract/model.ts';
import { requirementsOf, type Requirement } from '../contract/requirements.ts';
import { locationOf } from '../shared/position.ts';

export interface ChunkCheckInput {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly analysis: Analysis;
  /** Absolute path of the tree that is checked. */
  readonly root: string;
  /** The tree whose own validators count: the user's, where an attempt's is judged. */
  readonly validatorsFrom?: string;
  /** The chunk's own change; absent on a plain check, where any allowed file may hold what the chunk creates. */
  readonly changedFiles?: readonly string[];
  readonly trusted: boolean;
  readonly commandTimeoutMs: number;
  readonly signal?: AbortSignal;
  readonly onResult?: (result: AssertionResult) => void;
}

/** Holds one chunk against one tree: the same code for the editor, the command line and every attempt. */
export async function checkChunk(input: ChunkCheckInput): Promise<ChunkCheckResult> {
  const results = await checkAll(input, requirementsOf(input.contract, input.chunk));
  const assertResults = results.filter((result) => result.assertion.type === 'assert');
  return {
    passed: assertResults.every((result) => result.passed),
    assertResults,
    suggestResults: results.filter((result) => result.assertion.type === 'suggest'),
  };
}

/** Holds requirements against one tree, each result at the place in the contract that asks for it. */
export async function checkAll(
  input: ChunkCheckInput,
  requirements: readonly Requirement[],
): Promise<readonly AssertionResult[]> {
  const { document, contract, chunk } = input;
  const place = (result: AssertionResult, index: number): AssertionResult => {
    const origin = requirements[index]?.origin ?? [];
    // A requirement of another file has no place in this one.
    if (origin.length === 0) return result;
    return { ...result, contractLocation: locationOf(document.file, document.rangeOf(origin)) };
  };
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
      commandTimeoutMs: input.commandTimeoutMs,
      validatorsFrom: input.validatorsFrom,
    },
    { signal: input.signal },
  );
  const results = answers.map(place);
  for (const result of results) input.onResult?.(result);
  return results;
}
