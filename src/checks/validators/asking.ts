import type { Assertion, Resource } from '../../contract/model.ts';
import { CancelledError, messageOf } from '../../shared/errors.ts';
import type { Answer, CheckDefinition, ReadCheck } from '../check-definition.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { TypeSeat } from '../evidence/type-batch.ts';
import { adaptResult } from './adapted-result.ts';
import type { PlacedAnswer } from './adapted-result.ts';
import { CheckContext } from './check-context.ts';
import type { ValidatorRegistry } from './registry.ts';
import { stepsNamedBy } from './steps-named.ts';
import { withTimeLimit } from '../evidence/time-limit.ts';
import { keepsTimeLimit } from './validator.ts';
import type { Validator } from './validator.ts';

/** One assertion on its way through the chain. */
export interface ChainLink {
  readonly assertion: Assertion;
  readonly definition: CheckDefinition;
  readonly check: ReadCheck;
  readonly evidence: Evidence;
  readonly registry: ValidatorRegistry;
  readonly types: TypeSeat;
}

/** Asks a built-in validator; what it throws is the reason why its assertion fails (ENF-VAL-14). */
export async function askOwn(
  validator: string,
  answer: () => Promise<Answer>,
  evidence: Evidence,
): Promise<PlacedAnswer> {
  const started = performance.now();
  try {
    const { passed, tier, expected, actual, error, location } = await answer();
    const durationMs = performance.now() - started;
    return { validator, passed: passed && error === undefined, tier, expected, actual, error, durationMs, location };
  } catch (thrown) {
    if (thrown instanceof CancelledError && evidence.subject.signal.aborted) throw thrown;
    return failedAnswer(validator, messageOf(thrown), performance.now() - started);
  }
}

/** Asks a custom validator; whatever goes wrong in it fails this assertion and no other (ENF-PLUG-4). */
export async function askCustom(validator: Validator, link: ChainLink, resource: Resource): Promise<PlacedAnswer> {
  const { assertion, evidence, types } = link;
  const { signal, validatorTimeoutMs } = evidence.subject;
  const started = performance.now();
  try {
    const outputs = await stepsNamedBy(assertion, resource, evidence.steps);
    const answer = async (limited: AbortSignal): Promise<unknown> =>
      validator.validate(resource, assertion, new CheckContext(evidence, types, outputs, limited));
    const result = keepsTimeLimit(validator)
      ? await answer(signal)
      : await withTimeLimit(answer, validatorTimeoutMs, `the validator ${validator.type}`, signal);
    return adaptResult(validator.type, result, performance.now() - started);
  } catch (thrown) {
    if (thrown instanceof CancelledError && signal.aborted) throw thrown;
    return failedAnswer(validator.type, messageOf(thrown), performance.now() - started);
  }
}

export function failedAnswer(validator: string, error: string, durationMs: number): PlacedAnswer {
  return { validator, passed: false, error, durationMs };
}
