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
  const keywords = keywordsIn(schema);
  return EARLIER_KEYWORDS.some((keyword) => keywords.has(keyword));
}

/** `items` as a list is told from `items` as a schema. */
const ITEM_LIST = 'items (a list)';
const EARLIER_KEYWORDS = [ITEM_LIST, 'additionalItems', 'dependencies'];

/** Keywords that not every draft knows, with those that do; the others would pass over them. */
const KNOWN_TO: ReadonlyMap<string, readonly SchemaDraft[]> = new Map([
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
 * Throws where a schema has keywords that the draft of the schema that refers to it does not know: it would be read
 * without them. A schema that says itself to be of that draft has what it asks for.
 */
export function requireSameMeaning(path: string, schema: object, draft: SchemaDraft): void {
  if ('$schema' in schema && draftOf(schema) === draft) return;
  for (const keyword of keywordsIn(schema)) {
    if (KNOWN_TO.get(keyword)?.includes(draft) !== false) continue;
    throw new HoldfastError(
      'contract',
      `Failed to follow the $ref to ${path}: it says ${keyword}, which the schema that refers to it, of ${draft}, does not know`,
      { hint: 'Write both in one draft, and say which with $schema.' },
    );
  }
}

const DATA = new Set(['const', 'enum', 'default', 'examples']);
/** Under these any key may stand. */
const BY_NAME = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'dependentRequired',
]);

/** The keywords of a schema and of those inside it. */
function keywordsIn(schema: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const one of schema as readonly unknown[]) keywordsIn(one, found);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return found;
  for (const [key, value] of Object.entries(schema) as [string, unknown][]) {
    found.add(key === 'items' && Array.isArray(value) ? ITEM_LIST : key);
    if (DATA.has(key)) continue;
    if (!BY_NAME.has(key)) keywordsIn(value, found);
    else if (typeof value === 'object' && value !== null) {
      for (const one of Object.values(value) as unknown[]) keywordsIn(one, found);
    }
  }
  return found;
}
