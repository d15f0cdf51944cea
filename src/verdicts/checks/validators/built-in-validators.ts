import { hasExports } from '../../../code/languages/language-table.ts';
import { isGlob } from '../../../contract/globs/glob-syntax.ts';
import type { Resource } from '../../../contract/model.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import type { BuiltInValidator } from '../definitions/check-definition.ts';
import { findCheckDefinition } from '../definitions/check-table.ts';
import { isUrl } from '../evidence/resource-source.ts';
import type { Validator } from '../interfaces/validator.ts';
import { CheckContext } from './check-context.ts';

/**
 * The validators that are part of Holdfast. They contain no logic: each calls `evaluate` of the definition of the check, if
 * the definition lists the validator.
 */
export const BUILT_IN_VALIDATORS: readonly Validator[] = [
  builtIn('exists', ['*'], () => true),
  builtIn('file-export', ['file'], isModule),
  builtIn('file-ast', ['file'], isModule),
  builtIn('json-schema', ['*'], (resource) => !hasUrl(resource)),
  builtIn('http', ['*'], hasUrl),
  builtIn('content', ['*'], (resource) => !hasUrl(resource)),
  builtIn('interfaces', ['*'], () => true),
  builtIn('judge', ['*'], () => true),
];

function builtIn(
  type: BuiltInValidator,
  supportedResourceTypes: readonly string[],
  supports: (resource: Resource) => boolean,
): Validator {
  return {
    type,
    supportedResourceTypes,
    supports,
    async validate(resource, assertion, context) {
      const started = performance.now();
      if (!(context instanceof CheckContext)) {
        throw new HoldfastError('internal', `Failed to run the validator ${type}: the context is not a CheckContext`);
      }
      const definition = findCheckDefinition(assertion.check.type);
      if (!definition?.validators.includes(type)) {
        throw new HoldfastError(
          'contract',
          `Failed to run the validator ${type}: it cannot answer ${assertion.check.type}`,
        );
      }
      const { evidence, typeSlot } = context;
      const { error, tier, location, ...answer } = await definition
        .parse(assertion.check)
        .evaluate({ resource, evidence, typeSlot });
      return {
        ...answer,
        ...(error === undefined ? {} : { error }),
        ...(tier === undefined ? {} : { tier }),
        ...(location === undefined ? {} : { location }),
        validator: type,
        resource,
        assertion,
        duration: performance.now() - started,
      };
    },
  };
}

/** Whether a resource can be a module. A resource without a location is the whole tree. */
function isModule(resource: Resource): boolean {
  const { location, format } = resource;
  if (location === undefined || format === 'typescript' || format === 'javascript') return true;
  return hasExports(location) || isGlob(location);
}

function hasUrl(resource: Resource): boolean {
  return resource.location !== undefined && isUrl(resource.location);
}
