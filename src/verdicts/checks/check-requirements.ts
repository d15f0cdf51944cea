import type { Assertion } from '../../contract/model.ts';
import type { Requirement } from '../../contract/requirements.ts';
import { CancelledError, HoldfastError, messageOf, throwIfCancelled } from '../../foundation/errors.ts';
import { didYouMean } from '../../foundation/name-suggestions.ts';
import type { CheckDefinition, ParsedCheck } from './definitions/check-definition.ts';
import { CHECKS, findCheckDefinition } from './definitions/check-table.ts';
import { Evidence } from './evidence/evidence.ts';
import { isUntrustedError } from './evidence/trust.ts';
import { TypeBatch } from './evidence/type-batch.ts';
import type { BatchSlot } from './evidence/type-batch.ts';
import { requiredNamesOf } from './interfaces/required-names.ts';
import type { AssertionResult, ValidatorAnswer } from './interfaces/result.ts';
import type { CheckSubject } from './interfaces/subject.ts';
import { BUILT_IN_VALIDATORS } from './validators/built-in-validators.ts';
import { runChain } from './validators/chain.ts';
import type { LocatedAnswer } from './validators/parse-validation-result.ts';
import { ValidatorRegistry } from './validators/registry.ts';

/** An assertion whose check is parsed, or the reason why it cannot be parsed. */
type ParsedAssertion =
  | { readonly assertion: Assertion; readonly definition: CheckDefinition; readonly check: ParsedCheck }
  | { readonly assertion: Assertion; readonly error: string };

/**
 * Checks requirements against one tree. The results are in the order of the requirements. An assertion that cannot be
 * evaluated fails with an `error`. Only a cancellation throws.
 *
 * @param onResult receives each result when it is available
 */
export async function checkRequirements(
  requirements: readonly Requirement[],
  subject: CheckSubject,
  onResult?: (result: AssertionResult, index: number) => void,
): Promise<readonly AssertionResult[]> {
  throwIfCancelled(subject.signal, 'the check');
  const parsed = requirements.map(({ assertion }) => parseAssertion(assertion));
  const needsTypes = parsed.map((one) => 'check' in one && one.check.mayNeedTypes);
  const batch = new TypeBatch(subject.loadTypeChecker, needsTypes.filter(Boolean).length + 1, subject.signal);
  const others = batch.createSlot();
  const registry = createRegistry(subject);
  const ownNames = new Set(requiredNamesOf(requirements.map(({ assertion }) => assertion)));
  await using evidence = new Evidence(subject, (name) => ownNames.has(name) || subject.requiredNames.has(name));
  const results = parsed.map(async (one, index) => {
    const result = await checkAssertion(one, evidence, registry, batch);
    onResult?.(result, index);
    return result;
  });
  // The type checker blocks the thread. What only reads files is reported before. Code of the workspace can take longer.
  const isAwaited = (index: number): boolean => !subject.trusted && needsTypes[index] !== true;
  void Promise.allSettled(results.filter((_result, index) => isAwaited(index))).then(() => others.skip());
  const settled = await Promise.allSettled(results);
  throwIfCancelled(subject.signal, 'the check');
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

function parseAssertion(assertion: Assertion): ParsedAssertion {
  const definition = findCheckDefinition(assertion.check.type);
  if (!definition) {
    const types = CHECKS.map((check) => check.type);
    const suggestion = didYouMean(assertion.check.type, types);
    return { assertion, error: `Unknown check type "${assertion.check.type}".${suggestion}` };
  }
  try {
    return { assertion, definition, check: definition.parse(assertion.check) };
  } catch (error) {
    return { assertion, error: messageOf(error) };
  }
}

/**
 * Registers the built-in validators, those of the contract's protocol, then the custom validators. A later validator
 * replaces an earlier one of the same type.
 */
function createRegistry(subject: CheckSubject): ValidatorRegistry {
  const { validatorTimeoutMs: timeoutMs, signal } = subject;
  const registry = new ValidatorRegistry(BUILT_IN_VALIDATORS, { timeoutMs, signal });
  for (const adapter of subject.adapters) {
    if (adapter.protocol === subject.protocol) adapter.registerValidators(registry);
  }
  for (const validator of subject.customValidators) registry.register(validator);
  return registry;
}

async function checkAssertion(
  parsed: ParsedAssertion,
  evidence: Evidence,
  registry: ValidatorRegistry,
  batch: TypeBatch,
): Promise<AssertionResult> {
  const started = performance.now();
  const { assertion } = parsed;
  if ('error' in parsed) {
    return { assertion, passed: false, error: parsed.error, durationMs: performance.now() - started };
  }
  const typeSlot = parsed.check.mayNeedTypes ? batch.createSlot() : NO_SLOT;
  try {
    const answers = await runChain({ ...parsed, evidence, registry, typeSlot });
    return toResult(assertion, answers, performance.now() - started);
  } catch (error) {
    if (error instanceof CancelledError && evidence.subject.signal.aborted) throw error;
    return {
      assertion,
      passed: false,
      error: messageOf(error),
      untrusted: isUntrustedError(error) ? true : undefined,
      durationMs: performance.now() - started,
    };
  } finally {
    typeSlot.skip();
  }
}

const NO_SLOT: BatchSlot = {
  query: () =>
    Promise.reject(
      new HoldfastError('internal', 'Failed to query the type checker: the check does not set mayNeedTypes'),
    ),
  skip: () => undefined,
};

/** Uses the first failed answer, otherwise the main validator's: the first answer that is not about existence. */
function toResult(assertion: Assertion, answers: readonly LocatedAnswer[], durationMs: number): AssertionResult {
  const failed = answers.find((answer) => !answer.passed);
  const deciding = failed ?? answers.find((answer) => answer.validator !== 'exists') ?? answers[0];
  if (!deciding) return { assertion, passed: false, error: 'No validator gave an answer', durationMs };
  const {
    tier,
    expected,
    actual,
    error,
    untrusted,
    mismatch,
    similar,
    signature,
    missingPackage,
    failingFiles,
    location,
  } = deciding;
  return {
    assertion,
    passed: !failed,
    tier,
    expected,
    actual,
    error,
    untrusted,
    durationMs,
    mismatch,
    similar,
    signature,
    missingPackage,
    ...(failingFiles === undefined ? {} : { failingFiles }),
    location,
    validators: answers.map(toValidatorAnswer),
  };
}

function toValidatorAnswer(answer: LocatedAnswer): ValidatorAnswer {
  const { validator, passed, tier, expected, actual, error, durationMs } = answer;
  return { validator, passed, tier, expected, actual, error, durationMs };
}
