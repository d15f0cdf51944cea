import type { Resource } from '../../../contract/model.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import type { BuiltInValidator, CheckDefinition, ParsedCheck } from '../definitions/check-definition.ts';
import type { Validator } from '../interfaces/validator.ts';
import type { ValidatorRegistry } from './registry.ts';

/** The default validator for each type of resource. */
const DEFAULT_VALIDATORS: Readonly<Record<string, BuiltInValidator>> = {
  file: 'file-export',
  data: 'json-schema',
  message: 'json-schema',
  artifact: 'exists',
  api: 'http',
  endpoint: 'http',
};

/**
 * Selects the validator that answers a check for a resource (ENF-PLUG-2): the one that the contract names; otherwise,
 * of those that can answer the check, the one for the resource's type, then the first that supports the resource.
 * Throws a HoldfastError with the reason if there is none.
 *
 * @param problems why validators of the workspace are missing
 */
export async function selectValidator(
  definition: CheckDefinition,
  check: ParsedCheck,
  resource: Resource,
  registry: ValidatorRegistry,
  problems: readonly string[] = [],
): Promise<Validator> {
  if (check.validator !== undefined) {
    return namedValidator(check.validator, definition, check, resource, registry, problems);
  }
  const preferred = DEFAULT_VALIDATORS[resource.type] ?? 'exists';
  const capable = definition.validators;
  const inOrder = capable.includes(preferred) ? [preferred, ...capable.filter((type) => type !== preferred)] : capable;
  for (const type of inOrder) {
    const validator = registry.get(type);
    if (validator && (await registry.supports(validator, resource))) return validator;
  }
  throw new HoldfastError(
    'contract',
    `Failed to check ${definition.type}: its validators (${capable.join(', ')}) do not support ${resource.id}, a resource of type ${resource.type}`,
  );
}

async function namedValidator(
  name: string,
  definition: CheckDefinition,
  check: ParsedCheck,
  resource: Resource,
  registry: ValidatorRegistry,
  problems: readonly string[],
): Promise<Validator> {
  const validator = registry.get(name);
  if (!validator) {
    const reasons = problems.length === 0 ? '' : ` (${problems.join('; ')})`;
    throw new HoldfastError('contract', `Failed to check ${definition.type}: unknown validator ${name}${reasons}`, {
      hint: `Available: ${registry.types().join(', ')}. Add your own to .holdfast/validators/.`,
    });
  }
  if (registry.isBuiltIn(name) && !definition.validators.some((type) => type === name)) {
    const capable = definition.validators.join(', ');
    throw new HoldfastError(
      'contract',
      `Failed to check ${definition.type}: the validator ${name} cannot answer it`,
      capable === '' ? {} : { hint: `Use one of: ${capable}.` },
    );
  }
  if (check.resourceReference !== undefined && !(await registry.supports(validator, resource))) {
    throw new HoldfastError(
      'contract',
      `Failed to check ${definition.type}: the validator ${name} does not support ${resource.id}, a resource of type ${resource.type}`,
    );
  }
  return validator;
}
