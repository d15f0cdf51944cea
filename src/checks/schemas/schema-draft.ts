import { HoldfastError } from '../../shared/errors.ts';

export type SchemaDraft = 'draft-07' | '2019-09' | '2020-12';

const DRAFTS: readonly (readonly [RegExp, SchemaDraft])[] = [
  [/draft-0[67]\/schema/, 'draft-07'],
  [/draft\/2019-09\/schema/, '2019-09'],
  [/draft\/2020-12\/schema/, '2020-12'],
];

/**
 * The draft that a schema is written in: what `$schema` says, else the latest, or draft 7 where it has what later
 * drafts gave up (`items` as a list, `additionalItems`, `dependencies`).
 */
export function draftOf(schema: unknown): SchemaDraft {
  if (typeof schema !== 'object' || schema === null) return '2020-12';
  const declared: unknown = '$schema' in schema ? schema.$schema : undefined;
  if (declared === undefined) return hasEarlierKeywords(schema) ? 'draft-07' : '2020-12';
  const draft = typeof declared === 'string' ? DRAFTS.find(([pattern]) => pattern.test(declared)) : undefined;
  if (draft) return draft[1];
  throw new HoldfastError(
    'contract',
    `Failed to read the schema: its $schema, ${JSON.stringify(declared)}, is not known`,
    {
      hint: 'Drafts 6, 7, 2019-09 and 2020-12 are.',
    },
  );
}

function hasEarlierKeywords(schema: object): boolean {
  return Object.entries(schema).some(([key, value]: [string, unknown]) => {
    if (key === 'additionalItems' || key === 'dependencies' || (key === 'items' && Array.isArray(value))) return true;
    // Under these any key may stand, and data is no schema.
    if (key === 'const' || key === 'enum' || key === 'default' || key === 'examples') return false;
    if (key === 'properties' || key === '$defs' || key === 'definitions' || key === 'patternProperties') {
      return typeof value === 'object' && value !== null && Object.values(value).some(isEarlier);
    }
    return Array.isArray(value) ? value.some(isEarlier) : isEarlier(value);
  });
}

function isEarlier(value: unknown): boolean {
  return typeof value === 'object' && value !== null && hasEarlierKeywords(value);
}
