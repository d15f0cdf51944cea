import type { Assertion } from '../contract/model.ts';
import type { Requirement } from '../contract/requirements.ts';
import { CancelledError, HoldfastError, messageOf, throwIfCancelled } from '../shared/errors.ts';
import { didYouMean } from '../shared/nearest.ts';
import type { CheckDefinition, ReadCheck } from './check-definition.ts';
import { Evidence } from './evidence/evidence.ts';
import { TypeBatch } from './evidence/type-batch.ts';
import type { TypeSeat } from './evidence/type-batch.ts';
import type { AssertionResult, ValidatorAnswer } from './result.ts';
import type { CheckSubject } from './subject.ts';
import { CHECKS, checkDefinition } from './table.ts';
import type { PlacedAnswer } from './validators/adapted-result.ts';
import { BUILT_IN_VALIDATORS } from './validators/built-in-validators.ts';
import { runChain } from './validators/chain.ts';
import { ValidatorRegistry } from './validators/registry.ts';

/** An assertion whose check was understood, or the reason why it was not. */
type Understood =
  | { readonly assertion: Assertion; readonly definition: CheckDefinition; readonly check: ReadCheck }
  | { readonly assertion: Assertion; readonly error: string };

/**
 * Checks a chunk's requirements against one tree. The results stand in the order of the requirements; `onResult` is
 * told of each as it comes. An assertion that cannot be answered fails with `error`; nothing else throws than a
 * cancellation.
 */
export async function checkRequirements(
  requirements: readonly Requirement[],
  subject: CheckSubject,
  onResult?: (result: AssertionResult, index: number) => void,
): Promise<readonly AssertionResult[]> {
  throwIfCancelled(subject.signal, 'the check');
  const understood = requirements.map((requirement) => understand(requirement.assertion));
  const mayAsk = understood.filter((one) => 'check' in one && one.check.mayNeedTypes);
  const batch = new TypeBatch(subject.types, mayAsk.length, subject.signal);
  const registry = registryOf(subject);
  await using evidence = new Evidence(subject);
  const results = understood.map(async (one, index) => {
    const result = await checkOne(one, evidence, registry, batch);
    onResult?.(result, index);
    return result;
  });
  const settled = await Promise.allSettled(results);
  throwIfCancelled(subject.signal, 'the check');
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

function understand(assertion: Assertion): Understood {
  const definition = checkDefinition(assertion.check.type);
  if (!definition) {
    const types = CHECKS.map((check) => check.type);
    const hint = didYouMean(assertion.check.type, types);
    return { assertion, error: `There is no check of the type ${assertion.check.type}.${hint}` };
  }
  try {
    return { assertion, definition, check: definition.read(assertion.check) };
  } catch (error) {
    return { assertion, error: messageOf(error) };
  }
}

/** The built-in validators, then those of the contract's protocol, then the custom ones: the later takes the place. */
function registryOf(subject: CheckSubject): ValidatorRegistry {
  const { validatorTimeoutMs: timeoutMs, signal } = subject;
  const registry = new ValidatorRegistry(BUILT_IN_VALIDATORS, { timeoutMs, signal });
  for (const adapter of subject.adapters) {
    if (adapter.protocol === subject.protocol) adapter.registerValidators(registry);
  }
  for (const validator of subject.customValidators) registry.register(validator);
  return registry;
}

async function checkOne(
  understood: Understood,
  evidence: Evidence,
  registry: ValidatorRegistry,
  batch: TypeBatch,
): Promise<AssertionResult> {
  const started = performance.now();
  const { assertion } = understood;
  if ('error' in understood) {
    return { assertion, passed: false, error: understood.error, durationMs: performance.now() - started };
  }
  const types = understood.check.mayNeedTypes ? batch.seat() : NO_SEAT;
  try {
    const answers = await runChain({ ...understood, evidence, registry, types });
    return resultOf(assertion, answers, performance.now() - started);
  } catch (error) {
    if (error instanceof CancelledError && evidence.subject.signal.aborted) throw error;
    return { assertion, passed: false, error: messageOf(error), durationMs: performance.now() - started };
  } finally {
    types.leave();
  }
}

const NO_SEAT: TypeSeat = {
  ask: () =>
    Promise.reject(new HoldfastError('internal', 'Failed to ask the type checker: the check did not announce it')),
  leave: () => undefined,
};

/** The first that failed decides, else the main validator, which is the first that is not about existence. */
function resultOf(assertion: Assertion, answers: readonly PlacedAnswer[], durationMs: number): AssertionResult {
  const failing = answers.find((answer) => !answer.passed);
  const deciding = failing ?? answers.find((answer) => answer.validator !== 'exists') ?? answers[0];
  if (!deciding) {
    return { assertion, passed: false, error: 'No validator answered', durationMs };
  }
  return {
    assertion,
    passed: !failing,
    tier: deciding.tier,
    expected: deciding.expected,
    actual: deciding.actual,
    error: deciding.error,
    durationMs,
    location: deciding.location,
    validators: answers.map(withoutPlace),
  };
}

function withoutPlace(answer: PlacedAnswer): ValidatorAnswer {
  const { validator, passed, tier, expected, actual, error, durationMs } = answer;
  return { validator, passed, tier, expected, actual, error, durationMs };
}
