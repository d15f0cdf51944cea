import type { HoldfastError } from '../../shared/errors.ts';
import type { PipelineProblem } from '../api/pipeline-types.ts';
import type { BaseConfiguration } from './base-configuration.ts';
import { isMalformedConfiguration } from './configuration-comment.ts';

/** What is wrong with the configuration on the base branch; undefined if nothing is. Other errors are thrown. */
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

/** Whether an error stops all items until a person changes the configuration. */
export function isPipelineProblem(thrown: unknown): thrown is HoldfastError {
  return isMalformedConfiguration(thrown);
}

export function toProblem({ message, hint, details }: HoldfastError): PipelineProblem {
  return { message, ...(hint === undefined ? {} : { hint }), details };
}
