import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import { indexContract } from '../../contract/contract-index.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk, Condition, Contract } from '../../contract/model.ts';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { toLocation } from '../../foundation/position.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';

/** The conditions that are false in a tree. */
export async function findFailedConditions(
  conditions: readonly Condition[],
  { tree }: { readonly tree: Pick<SourceTree, 'kindOf'> },
): Promise<readonly Condition[]> {
  const failed: Condition[] = [];
  for (const condition of conditions) {
    const exists = (await tree.kindOf(condition.path)) === 'file';
    if (exists !== (condition.kind === 'file_exists')) failed.push(condition);
  }
  return failed;
}

export interface PostconditionInput {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly tree: Pick<SourceTree, 'kindOf'>;
}

/** Checks the postconditions of a chunk, each as an assert with the location of the condition in the contract. */
export async function checkPostconditions({
  document,
  contract,
  chunk,
  tree,
}: PostconditionInput): Promise<readonly AssertionResult[]> {
  const position = indexContract(contract).positions.get(chunk) ?? -1;
  const results: AssertionResult[] = [];
  for (const [index, condition] of chunk.postconditions.entries()) {
    const contractLocation = toLocation(document.file, document.rangeOf(['chunks', position, 'postconditions', index]));
    results.push({ ...(await checkPostcondition(condition, tree)), contractLocation });
  }
  return results;
}

/** A path that cannot be examined satisfies no condition. */
async function checkPostcondition(
  { kind, path }: Condition,
  tree: Pick<SourceTree, 'kindOf'>,
): Promise<AssertionResult> {
  const started = performance.now();
  const verb = kind === 'file_exists' ? 'must exist' : 'must not exist';
  const result = {
    assertion: { type: 'assert', message: `Postcondition: ${path} ${verb}`, check: { type: kind, target: path } },
    expected: `${path} ${kind === 'file_exists' ? 'is a file' : 'is not a file'}`,
  } as const;
  try {
    const found = await tree.kindOf(path);
    const passed = (found === 'file') === (kind === 'file_exists');
    const actual = found === undefined ? 'It does not exist' : `It is a ${found}`;
    return { ...result, passed, actual, durationMs: performance.now() - started };
  } catch (thrown) {
    if (!(thrown instanceof HoldfastError)) throw thrown;
    return { ...result, passed: false, error: messageOf(thrown), durationMs: performance.now() - started };
  }
}
