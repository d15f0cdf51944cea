import type { HoldfastError } from '../../foundation/errors.ts';
import type { PipelineProblem } from './pipeline-types.ts';
import { BaseBranchError } from './base-branch.ts';
import type { BaseConfiguration } from './base-configuration.ts';
import { isMalformedConfiguration } from './stop-comment.ts';

/** What is wrong with the base branch or the configuration on it; undefined if nothing is. Other errors are thrown. */
export async function findPipelineProblem(
  base: Pick<BaseConfiguration, 'readTip'>,
  signal: AbortSignal,
): Promise<PipelineProblem | undefined> {
  try {
    await base.readTip(signal);
    return undefined;
  } catch (thrown) {
    if (isPipelineProblem(thrown)) return toProblem(thrown);
    throw thrown;
  }
}

/** Whether an error stops all items until a person corrects the base branch or its configuration. */
export function isPipelineProblem(thrown: unknown): thrown is HoldfastError {
  return isMalformedConfiguration(thrown) || thrown instanceof BaseBranchError;
}

export function toProblem({ message, hint, details }: HoldfastError): PipelineProblem {
  return { message, ...(hint === undefined ? {} : { hint }), details };
}
