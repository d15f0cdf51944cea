import type { Resource } from '../../contract/model.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { BuiltInValidator, CheckDefinition, ReadCheck } from '../check-definition.ts';
import type { ValidatorRegistry } from './registry.ts';
import type { Validator } from './validator.ts';

const VALIDATOR_OF_TYPE: Readonly<Record<string, BuiltInValidator>> = {
  file: 'file-export',
  data: 'json-schema',
  message: 'json-schema',
  artifact: 'exists',
  api: 'http',
  endpoint: 'http',
};

/**
 * The validator that answers a check for a resource (ENF-PLUG-2): the one that the contract names; else, among those
 * that can answer the check, the one for the resource's type; else the first of them that supports the resource.
 * Throws a HoldfastError that says why where there is none. @param problems why validators are missing
 */
export async function selectValidator(
  definition: CheckDefinition,
  check: ReadCheck,
  resource: Resource,
  registry: ValidatorRegistry,
  problems: readonly string[] = [],
): Promise<Validator> {
  if (check.validator !== undefined)
    return namedValidator(check.validator, definition, check, resource, registry, problems);
  const usual = VALIDATOR_OF_TYPE[resource.type] ?? 'exists';
  const able = definition.validators;
  const inOrder = able.includes(usual) ? [usual, ...able.filter((type) => type !== usual)] : able;
  for (const type of inOrder) {
    const validator = registry.get(type);
    if (validator && (await registry.supports(validator, resource))) return validator;
  }
  throw new HoldfastError(
    'contract',
    `Failed to check ${definition.type}: no validator can answer it for ${resource.id}, a resource of type ${resource.type} (it is answered by ${able.join(', ')})`,
  );
}

async function namedValidator(
  name: string,
  definition: CheckDefinition,
  check: ReadCheck,
  resource: Resource,
  registry: ValidatorRegistry,
  problems: readonly string[],
): Promise<Validator> {
  const validator = registry.get(name);
  if (!validator) {
    throw new HoldfastError(
      'contract',
      `Failed to check ${definition.type}: no validator is registered under the name ${name}${because(problems)}`,
      { hint: `These are: ${registry.types().join(', ')}. Your own go into .holdfast/validators/.` },
    );
  }
  if (registry.isBuiltIn(name) && !definition.validators.some((type) => type === name)) {
    const able = definition.validators.join(', ');
    throw new HoldfastError('contract', `Failed to check ${definition.type}: ${name} does not answer it (${able} can)`);
  }
  if (check.speaksOf !== undefined && !(await registry.supports(validator, resource))) {
    throw new HoldfastError(
      'contract',
      `Failed to check ${definition.type}: the validator ${name} does not support ${resource.id}, a resource of type ${resource.type}`,
    );
  }
  return validator;
}

function because(problems: readonly string[]): string {
  return problems.length === 0 ? '' : ` (${problems.join('; ')})`;
}
