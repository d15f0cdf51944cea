import type { Resource } from '../../../contract/model.ts';
import { CancelledError } from '../../../foundation/errors.ts';
import { checkExistence } from '../evidence/existence.ts';
import { isUrl } from '../evidence/resource-source.ts';
import { requireTrust } from '../evidence/trust.ts';
import type { Validator } from '../interfaces/validator.ts';
import { callBuiltIn, callCustom, failedAnswer } from './call-validator.ts';
import type { AssertionCheck } from './call-validator.ts';
import type { LocatedAnswer } from './parse-validation-result.ts';
import { selectValidator } from './selection.ts';

/**
 * Runs the validators of one assertion (ENF-PLUG-3): the existence of the resource, the main validator, then every
 * custom validator that supports the resource. The first two stop the chain if they fail. All must pass. Custom
 * validators join the chain only for resources that the contract declares.
 */
export async function runChain(assertionCheck: AssertionCheck): Promise<readonly LocatedAnswer[]> {
  const { definition, check, evidence, registry } = assertionCheck;
  const resource = evidence.findResource(check.resourceReference);
  if (check.validator !== undefined && !registry.get(check.validator)) {
    requireTrust(evidence.subject.trusted, `the validator ${check.validator} is code of the workspace`);
  }
  const main = await selectValidator(definition, check, resource, registry, evidence.subject.validatorProblems);
  const answers: LocatedAnswer[] = [];
  if (definition.requiresResource && main.type !== 'exists' && resource.location !== undefined) {
    const exists = await callExists(assertionCheck, resource);
    answers.push(exists);
    if (!exists.passed) return answers;
  }
  const mainAnswer = await callMain(main, assertionCheck, resource);
  answers.push(mainAnswer);
  if (!mainAnswer.passed || !evidence.subject.resources.includes(resource)) return answers;
  for (const custom of registry.customFor(resource.type)) {
    if (custom === main) continue;
    const answer = await callIfSupported(custom, assertionCheck, resource);
    if (answer) answers.push(answer);
  }
  return answers;
}

/** Calls a custom validator if it supports the resource. The assertion fails if `supports` throws. */
async function callIfSupported(
  custom: Validator,
  assertionCheck: AssertionCheck,
  resource: Resource,
): Promise<LocatedAnswer | undefined> {
  const started = performance.now();
  try {
    const supported = await assertionCheck.registry.supports(custom, resource);
    return supported ? await callCustom(custom, assertionCheck, resource) : undefined;
  } catch (error) {
    if (error instanceof CancelledError && assertionCheck.evidence.subject.signal.aborted) throw error;
    return failedAnswer(custom.type, error, started);
  }
}

/** A URL exists if the request of the check gets a response. Any status counts, because the check evaluates the status. */
async function callExists(assertionCheck: AssertionCheck, resource: Resource): Promise<LocatedAnswer> {
  const { evidence, registry } = assertionCheck;
  const exists = registry.get('exists');
  if (exists && !registry.isOriginal(exists)) {
    const assertion = { ...assertionCheck.assertion, check: { type: 'exists', target: resource.id } };
    return callCustom(exists, { ...assertionCheck, assertion }, resource);
  }
  const { location } = resource;
  if (location === undefined || !isUrl(location)) {
    return callBuiltIn('exists', () => checkExistence(resource, evidence, 'file-or-folder'), evidence);
  }
  const call = assertionCheck.check.httpCall(resource) ?? { method: 'GET', url: location };
  const checkResponse = async () => {
    const response = await evidence.calls.send(call);
    return { passed: true, expected: `${call.url} responds`, actual: `It responded with ${response.status}` };
  };
  return callBuiltIn('exists', checkResponse, evidence);
}

/** Calls the main validator. A built-in validator evaluates the parsed check directly. */
function callMain(validator: Validator, assertionCheck: AssertionCheck, resource: Resource): Promise<LocatedAnswer> {
  const { check, evidence, typeSlot } = assertionCheck;
  if (!assertionCheck.registry.isOriginal(validator)) return callCustom(validator, assertionCheck, resource);
  return callBuiltIn(validator.type, () => check.evaluate({ resource, evidence, typeSlot }), evidence);
}
