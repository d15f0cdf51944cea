import type { Assertion, Resource } from '../../contract/model.ts';
import type { StepOutputs } from '../evidence/step-outputs.ts';

/** The outputs of the steps that an assertion or its resource names, for validators that read them from a map. */
export async function stepsNamedBy(
  assertion: Assertion,
  resource: Resource,
  steps: StepOutputs,
): Promise<ReadonlyMap<string, string>> {
  const names = new Set([resource.id, assertion.check.target, resource.metadata?.['step']]);
  const outputs = new Map<string, string>();
  for (const id of steps.ids) {
    if (names.has(id)) outputs.set(id, await steps.outputOf(id));
  }
  return outputs;
}
