import { HoldfastError } from '../../../foundation/errors.ts';

export type SchemaDraft = 'draft-07' | '2019-09' | '2020-12';

const DRAFTS: readonly (readonly [RegExp, SchemaDraft])[] = [
  [/draft-0[67]\/schema/, 'draft-07'],
  [/draft\/2019-09\/schema/, '2019-09'],
  [/draft\/2020-12\/schema/, '2020-12'],
];

/**
 * The draft of a schema, from its `$schema`. Without one it is the latest draft, or draft 7 if the schema uses keywords
 * that later drafts removed (`items` as a list, `additionalItems`, `dependencies`).
 */
export function draftOf(schema: unknown): SchemaDraft {
  if (typeof schema !== 'object' || schema === null) return '2020-12';
  const declared: unknown = '$schema' in schema ? schema.$schema : undefined;
  if (declared === undefined) return hasRemovedKeywords(schema) ? 'draft-07' : '2020-12';
  const draft = typeof declared === 'string' ? DRAFTS.find(([pattern]) => pattern.test(declared)) : undefined;
  if (draft) return draft[1];
  throw new HoldfastError('contract', `Failed to read the schema: unknown $schema ${JSON.stringify(declared)}`, {
    hint: 'Use draft 6, 7, 2019-09 or 2020-12.',
  });
}

function hasRemovedKeywords(schema: object): boolean {
  const keywords = keywordsIn(schema);
  return REMOVED_KEYWORDS.some((keyword) => keywords.has(keyword));
}

/** `items` as a list, which has another meaning than `items` as a schema. */
const ITEM_LIST = 'items (a list)';
const REMOVED_KEYWORDS = [ITEM_LIST, 'additionalItems', 'dependencies'];

/** Keywords that only some drafts support, with these drafts. Other drafts ignore the keyword. */
const SUPPORTING_DRAFTS: ReadonlyMap<string, readonly SchemaDraft[]> = new Map([
  [ITEM_LIST, ['draft-07', '2019-09']],
  ['additionalItems', ['draft-07', '2019-09']],
  ['$recursiveRef', ['2019-09']],
  ['prefixItems', ['2020-12']],
  ['$dynamicRef', ['2020-12']],
  ['dependentRequired', ['2019-09', '2020-12']],
  ['dependentSchemas', ['2019-09', '2020-12']],
  ['unevaluatedItems', ['2019-09', '2020-12']],
  ['unevaluatedProperties', ['2019-09', '2020-12']],
  ['minContains', ['2019-09', '2020-12']],
  ['maxContains', ['2019-09', '2020-12']],
]);

/**
 * Throws if a referenced schema has keywords that the draft of the root schema ignores. A schema that declares the same
 * draft as the root is always accepted.
 */
export function requireCompatibleDraft(path: string, schema: object, draft: SchemaDraft): void {
  if ('$schema' in schema && draftOf(schema) === draft) return;
  for (const keyword of keywordsIn(schema)) {
    if (SUPPORTING_DRAFTS.get(keyword)?.includes(draft) !== false) continue;
    throw new HoldfastError(
      'contract',
      `Failed to resolve the $ref to ${path}: ${draft}, the draft of the schema that refers to it, does not support ${keyword}`,
      { hint: 'Write both schemas in one draft and declare it with $schema.' },
    );
  }
}

/** Keywords whose values are data, not schemas. */
const DATA_KEYWORDS = new Set(['const', 'enum', 'default', 'examples']);
/** Keywords whose values are maps from any key to a schema. */
const MAP_KEYWORDS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'dependentRequired',
]);

/** The keywords of a schema and of its subschemas. */
function keywordsIn(schema: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const one of schema as readonly unknown[]) keywordsIn(one, found);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return found;
  for (const [key, value] of Object.entries(schema) as [string, unknown][]) {
    found.add(key === 'items' && Array.isArray(value) ? ITEM_LIST : key);
    if (DATA_KEYWORDS.has(key)) continue;
    if (!MAP_KEYWORDS.has(key)) keywordsIn(value, found);
    else if (typeof value === 'object' && value !== null) {
      for (const one of Object.values(value) as unknown[]) keywordsIn(one, found);
    }
  }
  return found;
}
