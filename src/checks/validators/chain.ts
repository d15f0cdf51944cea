import type { Assertion, Resource } from '../../contract/model.ts';
import { CancelledError, messageOf } from '../../shared/errors.ts';
import type { CheckDefinition, ReadCheck } from '../check-definition.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { isUrl } from '../evidence/resource-place.ts';
import type { TypeSeat } from '../evidence/type-batch.ts';
import { adaptResult } from './adapted-result.ts';
import type { PlacedAnswer } from './adapted-result.ts';
import { CheckContext } from './check-context.ts';
import type { ValidatorRegistry } from './registry.ts';
import { selectValidator } from './selection.ts';
import { stepsNamedBy } from './steps-named.ts';
import { withTimeLimit } from './time-limit.ts';
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

/**
 * Runs the validators of one assertion (ENF-PLUG-3): whether the resource exists, then the main validator - each stops
 * the chain when it fails -, then every custom one that supports the resource. All must pass. Custom validators join by
 * themselves only for resources that the contract declares.
 */
export async function runChain(link: ChainLink): Promise<readonly PlacedAnswer[]> {
  const { definition, check, evidence, registry } = link;
  const resource = evidence.resourceNamed(check.speaksOf);
  const main = await selectValidator(definition, check, resource, registry, evidence.subject.validatorProblems);
  const answers: PlacedAnswer[] = [];
  if (definition.existsFirst && main.type !== 'exists' && resource.location !== undefined) {
    const exists = await answerExistence(link, resource);
    answers.push(exists);
    if (!exists.passed) return answers;
  }
  const mainAnswer = await ask(main, link, resource);
  answers.push(mainAnswer);
  if (!mainAnswer.passed || !evidence.subject.resources.includes(resource)) return answers;
  for (const custom of registry.customFor(resource.type)) {
    if (custom === main) continue;
    const answer = await askIfSupported(custom, link, resource);
    if (answer) answers.push(answer);
  }
  return answers;
}

/** A validator that cannot even say whether it supports the resource fails the assertion. */
async function askIfSupported(
  custom: Validator,
  link: ChainLink,
  resource: Resource,
): Promise<PlacedAnswer | undefined> {
  const started = performance.now();
  const { signal, validatorTimeoutMs } = link.evidence.subject;
  try {
    const asked = (): Promise<boolean> => link.registry.supports(custom, resource);
    const what = `the validator ${custom.type}`;
    const supported = keepsTimeLimit(custom)
      ? await asked()
      : await withTimeLimit(asked, validatorTimeoutMs, what, signal);
    return supported ? await ask(custom, link, resource) : undefined;
  } catch (error) {
    if (error instanceof CancelledError && signal.aborted) throw error;
    return failed(custom.type, messageOf(error), performance.now() - started);
  }
}

/** A URL exists when the very request of the check is answered, whatever the status; the check judges that. */
async function answerExistence(link: ChainLink, resource: Resource): Promise<PlacedAnswer> {
  const { evidence, registry } = link;
  const exists = registry.get('exists');
  const { location } = resource;
  if (location === undefined || !isUrl(location)) {
    const assertion = { ...link.assertion, check: { type: 'exists', target: resource.id } };
    return exists ? ask(exists, { ...link, assertion }, resource) : failed('exists', 'it is not registered', 0);
  }
  const started = performance.now();
  const call = link.check.call(resource) ?? { method: 'GET', url: location };
  try {
    const reply = await evidence.calls.send(call);
    const expected = `An answer from ${call.url}`;
    const actual = `It answers (${reply.status})`;
    return { validator: 'exists', passed: true, expected, actual, durationMs: performance.now() - started };
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    return failed('exists', messageOf(error), performance.now() - started);
  }
}

/** Asks one validator; whatever goes wrong in it fails this assertion and no other (ENF-PLUG-4, ENF-VAL-14). */
async function ask(validator: Validator, link: ChainLink, resource: Resource): Promise<PlacedAnswer> {
  const { assertion, evidence, registry, types } = link;
  const { signal, validatorTimeoutMs } = evidence.subject;
  const started = performance.now();
  const passed = (): number => performance.now() - started;
  try {
    if (registry.isOwn(validator)) {
      const context = new CheckContext(evidence, types, new Map(), signal);
      return adaptResult(validator.type, await validator.validate(resource, assertion, context), passed());
    }
    const outputs = await stepsNamedBy(assertion, resource, evidence.steps);
    const answer = async (limited: AbortSignal): Promise<unknown> =>
      validator.validate(resource, assertion, new CheckContext(evidence, types, outputs, limited));
    const result = keepsTimeLimit(validator)
      ? await answer(signal)
      : await withTimeLimit(answer, validatorTimeoutMs, `the validator ${validator.type}`, signal);
    return adaptResult(validator.type, result, passed());
  } catch (error) {
    if (error instanceof CancelledError && signal.aborted) throw error;
    return failed(validator.type, messageOf(error), passed());
  }
}

function failed(validator: string, error: string, durationMs: number): PlacedAnswer {
  return { validator, passed: false, error, durationMs };
}
