import type { Resource } from '../../contract/model.ts';
import { isGlob } from '../../contract/tree-path.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { BuiltInValidator } from '../check-definition.ts';
import { isUrl } from '../evidence/resource-place.ts';
import { checkDefinition } from '../table.ts';
import { CheckContext } from './check-context.ts';
import type { Validator } from './validator.ts';

const MODULE_ENDING = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;

/** The validators that come with Holdfast. What each answers stands in the checks that name it. */
export const BUILT_IN_VALIDATORS: readonly Validator[] = [
  builtIn('exists', ['*'], () => true),
  builtIn('file-export', ['file'], isModule),
  builtIn('file-ast', ['file'], isModule),
  builtIn('json-schema', ['*'], (resource) => !hasUrl(resource)),
  builtIn('http', ['*'], hasUrl),
  builtIn('content', ['*'], (resource) => !hasUrl(resource)),
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
        throw new HoldfastError(
          'internal',
          `Failed to ask the validator ${type}: it was given a context of another kind`,
        );
      }
      const definition = checkDefinition(assertion.check.type);
      if (!definition?.validators.includes(type)) {
        throw new HoldfastError(
          'contract',
          `Failed to ask the validator ${type}: it answers no ${assertion.check.type}`,
        );
      }
      const { evidence, types } = context;
      const answer = await definition.read(assertion.check).answer({ resource, evidence, types });
      return { ...answer, validator: type, resource, assertion, duration: performance.now() - started };
    },
  };
}

/** Without a location it is the whole tree. */
function isModule(resource: Resource): boolean {
  const { location, format } = resource;
  if (location === undefined || format === 'typescript' || format === 'javascript') return true;
  return MODULE_ENDING.test(location) || isGlob(location);
}

function hasUrl(resource: Resource): boolean {
  return resource.location !== undefined && isUrl(resource.location);
}
