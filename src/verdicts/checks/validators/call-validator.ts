import type { Assertion, Resource } from '../../../contract/model.ts';
import { CancelledError, messageOf } from '../../../foundation/errors.ts';
import type { CheckDefinition, ParsedCheck } from '../definitions/check-definition.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { StepOutputs } from '../evidence/step-outputs.ts';
import { withTimeLimit } from '../evidence/time-limit.ts';
import { isUntrustedError } from '../evidence/trust.ts';
import type { BatchSlot } from '../evidence/type-batch.ts';
import type { CheckAnswer } from '../interfaces/result.ts';
import { isSelfLimited } from '../interfaces/validator.ts';
import type { Validator } from '../interfaces/validator.ts';
import { CheckContext } from './check-context.ts';
import { parseValidationResult } from './parse-validation-result.ts';
import type { LocatedAnswer } from './parse-validation-result.ts';
import type { ValidatorRegistry } from './registry.ts';

/** One assertion and everything that its validators need. */
export interface AssertionCheck {
  readonly assertion: Assertion;
  readonly definition: CheckDefinition;
  readonly check: ParsedCheck;
  readonly evidence: Evidence;
  readonly registry: ValidatorRegistry;
  readonly typeSlot: BatchSlot;
}

/** Calls a built-in validator. An error becomes the reason why the assertion fails (ENF-VAL-14). */
export async function callBuiltIn(
  validator: string,
  evaluate: () => Promise<CheckAnswer>,
  evidence: Evidence,
): Promise<LocatedAnswer> {
  const started = performance.now();
  try {
    const answer = await evaluate();
    const passed = answer.passed && answer.error === undefined;
    return { ...answer, validator, passed, durationMs: performance.now() - started };
  } catch (thrown) {
    if (thrown instanceof CancelledError && evidence.subject.signal.aborted) throw thrown;
    return failedAnswer(validator, thrown, started);
  }
}

/** Calls a custom validator. Any failure of the validator fails this assertion and no other (ENF-PLUG-4). */
export async function callCustom(
  validator: Validator,
  assertionCheck: AssertionCheck,
  resource: Resource,
): Promise<LocatedAnswer> {
  const { assertion, evidence, typeSlot } = assertionCheck;
  const { signal, validatorTimeoutMs } = evidence.subject;
  const started = performance.now();
  try {
    const outputs = await namedStepOutputs(assertion, resource, evidence.steps);
    const validate = async (limitedSignal: AbortSignal): Promise<unknown> =>
      validator.validate(resource, assertion, new CheckContext(evidence, typeSlot, outputs, limitedSignal));
    const result = isSelfLimited(validator)
      ? await validate(signal)
      : await withTimeLimit(validate, validatorTimeoutMs, `the validator ${validator.type}`, signal);
    return parseValidationResult(validator.type, result, performance.now() - started);
  } catch (thrown) {
    if (thrown instanceof CancelledError && signal.aborted) throw thrown;
    return failedAnswer(validator.type, thrown, started);
  }
}

/** @param started when the validator was called, as `performance.now()` */
export function failedAnswer(validator: string, thrown: unknown, started: number): LocatedAnswer {
  return {
    validator,
    passed: false,
    error: messageOf(thrown),
    untrusted: isUntrustedError(thrown) ? true : undefined,
    durationMs: performance.now() - started,
  };
}

/** The outputs of the steps that an assertion or its resource names, for the `stepOutputs` of a validation context. */
async function namedStepOutputs(
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
