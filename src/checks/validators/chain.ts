import type { Resource } from '../../contract/model.ts';
import { CancelledError, messageOf } from '../../shared/errors.ts';
import { fileExistence } from '../evidence/existence.ts';
import { isUrl } from '../evidence/resource-place.ts';
import { requireTrust } from '../evidence/trust.ts';
import type { PlacedAnswer } from './adapted-result.ts';
import { askCustom, askOwn, failedAnswer } from './asking.ts';
import type { ChainLink } from './asking.ts';
import { selectValidator } from './selection.ts';
import type { Validator } from './validator.ts';

/**
 * Runs the validators of one assertion (ENF-PLUG-3): whether the resource exists, then the main validator - each stops
 * the chain when it fails -, then every custom one that supports the resource. All must pass. Custom validators join by
 * themselves only for resources that the contract declares.
 */
export async function runChain(link: ChainLink): Promise<readonly PlacedAnswer[]> {
  const { definition, check, evidence, registry } = link;
  const resource = evidence.resourceNamed(check.speaksOf);
  if (check.validator !== undefined && !registry.get(check.validator)) {
    requireTrust(evidence.subject.trusted, `the validator ${check.validator} is code`);
  }
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
  try {
    const supported = await link.registry.supports(custom, resource);
    return supported ? await askCustom(custom, link, resource) : undefined;
  } catch (error) {
    if (error instanceof CancelledError && link.evidence.subject.signal.aborted) throw error;
    return failedAnswer(custom.type, messageOf(error), performance.now() - started);
  }
}

/** A URL exists when the very request of the check is answered, whatever the status; the check judges that. */
async function answerExistence(link: ChainLink, resource: Resource): Promise<PlacedAnswer> {
  const { evidence, registry } = link;
  const exists = registry.get('exists');
  if (exists && !registry.isOwn(exists)) {
    const assertion = { ...link.assertion, check: { type: 'exists', target: resource.id } };
    return askCustom(exists, { ...link, assertion }, resource);
  }
  const { location } = resource;
  if (location === undefined || !isUrl(location)) {
    return askOwn('exists', () => fileExistence(resource, evidence, 'any'), evidence);
  }
  const call = link.check.call(resource) ?? { method: 'GET', url: location };
  const answered = async () => {
    const reply = await evidence.calls.send(call);
    return { passed: true, expected: `An answer from ${call.url}`, actual: `It answers (${reply.status})` };
  };
  return askOwn('exists', answered, evidence);
}

/** The built-in validators answer by the check itself, which was read already. */
function ask(validator: Validator, link: ChainLink, resource: Resource): Promise<PlacedAnswer> {
  const { check, evidence, types } = link;
  if (!link.registry.isOwn(validator)) return askCustom(validator, link, resource);
  return askOwn(validator.type, () => check.answer({ resource, evidence, types }), evidence);
}
