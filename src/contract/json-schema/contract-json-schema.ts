import * as z from 'zod';
import { isRecord } from '../../foundation/is-record.ts';
import { GATE_KEY_NAMES, RETRY_KEY_NAMES } from '../forms/gate-form.ts';
import {
  assertionSchema,
  checkSchema,
  chunkSchema,
  conditionSchema,
  contractSchema,
  functionSchema,
  gateRetrySchema,
  gateSchema,
  planOptionsSchema,
  resourceSchema,
  stepSchema,
  typeSchema,
} from '../model.ts';
import type { CheckDeclaration } from '../model.ts';

/** A JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The schemas that become definitions. Every use of such a schema refers to its definition. */
const DEFINITIONS: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [conditionSchema, 'condition'],
  [checkSchema, 'check'],
  [assertionSchema, 'assertion'],
  [functionSchema, 'function'],
  [typeSchema, 'type'],
  [resourceSchema, 'resource'],
  [stepSchema, 'step'],
  [gateSchema, 'gate'],
  [gateRetrySchema, 'gateRetry'],
  [planOptionsSchema, 'planOptions'],
  [chunkSchema, 'chunk'],
]);

/** Keys at the top of a file that are not read. Other keys can repeat their values by an anchor. */
export const EXTENSION_KEYS = {
  patternProperties: { '^x-': { description: 'Not read. Other keys can repeat the value by an anchor.' } },
};

/**
 * Generates the JSON Schema (draft 7) of a contract from the contract model and the declarations of the checks. VS Code's
 * JSON support and the YAML extension use it for completion and hovers.
 */
export function contractJsonSchema(checks: readonly CheckDeclaration[]): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  for (const [schema, name] of DEFINITIONS) {
    definitions[name] = schema === checkSchema ? checkDefinition(checks) : toDraft7(schema, { useReferences: true });
  }
  for (const check of checks) Object.assign(definitions, definitionsOfCheck(check));
  definitions['gate'] = withSnakeCaseKeys(definitions['gate'] ?? {}, GATE_KEY_NAMES);
  definitions['gateRetry'] = withSnakeCaseKeys(definitions['gateRetry'] ?? {}, RETRY_KEY_NAMES);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...toDraft7(contractSchema, { useReferences: true }),
    ...EXTENSION_KEYS,
    title: 'Holdfast contract',
    // VS Code extensions of JSON Schema: contracts in JSON may contain comments and trailing commas.
    allowComments: true,
    allowTrailingCommas: true,
    definitions: withSnippets(definitions),
  };
}

/** Converts a zod schema. With `useReferences`, contained schemas that have a definition become references. */
export function toDraft7(schema: z.ZodType, { useReferences }: { readonly useReferences: boolean }): JsonSchema {
  const generated = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (!useReferences || !(zodSchema instanceof z.ZodType) || zodSchema === schema) return;
      const name = DEFINITIONS.get(zodSchema);
      if (name === undefined) return;
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      jsonSchema.$ref = `#/definitions/${name}`;
    },
  });
  return omitKeyword(generated, '$schema');
}

/** Returns a copy of a schema without a keyword. */
export function omitKeyword(schema: JsonSchema, keyword: string): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== keyword));
}

/** The sub-schemas under a keyword such as `properties` or `definitions`. */
export function subschemasOf(schema: JsonSchema, keyword: string): Readonly<Record<string, JsonSchema>> {
  const value = schema[keyword];
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, isRecord(inner) ? inner : {}]))
    : {};
}

function checkDefinitionName(check: CheckDeclaration): string {
  return `check-${check.type}`;
}

/** The keys of a check depend on its type. One condition per type gives the best completion in both language servers. */
function checkDefinition(checks: readonly CheckDeclaration[]): JsonSchema {
  return {
    type: 'object',
    description: checkSchema.description,
    required: ['type'],
    properties: {
      type: {
        type: 'string',
        description: 'What the assertion checks.',
        enum: checks.map((check) => check.type),
        enumDescriptions: checks.map((check) => check.description),
      },
    },
    allOf: checks.map((check) => ({
      if: { type: 'object', properties: { type: { const: check.type } }, required: ['type'] },
      then: { $ref: `#/definitions/${checkDefinitionName(check)}` },
    })),
    defaultSnippets: checks.flatMap((check) =>
      check.examples.map((example) => ({ label: check.type, description: check.title, body: escapeSnippet(example) })),
    ),
    examples: checks.flatMap((check) => check.examples.slice(0, 1)),
  };
}

/** The definition of a check, and the definitions that its schema contains. Their names get a prefix. */
function definitionsOfCheck(check: CheckDeclaration): Readonly<Record<string, JsonSchema>> {
  const name = checkDefinitionName(check);
  const schema = withPrefixedReferences(toDraft7(check.schema, { useReferences: false }), name);
  const examples = check.examples.length > 0 ? { examples: check.examples } : {};
  const inner = Object.entries(subschemasOf(schema, 'definitions')).map(([key, definition]): [string, JsonSchema] => [
    `${name}-${key}`,
    definition,
  ]);
  return {
    [name]: { ...omitKeyword(schema, 'definitions'), title: check.title, description: check.description, ...examples },
    ...Object.fromEntries(inner),
  };
}

/** Adapts the references in a schema that becomes the definition `name`. Its own definitions get the prefix `name-`. */
function withPrefixedReferences(schema: JsonSchema, name: string): JsonSchema {
  const adapt = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => adapt(item));
    return isRecord(value) ? withPrefixedReferences(value, name) : value;
  };
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]): [string, unknown] => {
      if (key !== '$ref' || typeof value !== 'string') return [key, adapt(value)];
      if (value === '#') return [key, `#/definitions/${name}`];
      return [key, value.replace(/^#\/definitions\//, `#/definitions/${name}-`)];
    }),
  );
}

/** Adds snippets to frequently used definitions. In a snippet, `$1` is a placeholder. */
function withSnippets(definitions: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  const snippets: Readonly<Record<string, readonly JsonSchema[]>> = {
    chunk: [
      {
        label: 'chunk',
        description: 'A unit of work for a model',
        body: { id: '$1', title: '$2', description: '$3', creates: ['$4'], allowedFiles: ['$5'] },
      },
    ],
    assertion: [
      {
        label: 'assert',
        description: 'A requirement',
        body: { type: 'assert', message: '$1', check: { type: '${2:export_exists}', target: '$3' } },
      },
    ],
    condition: [{ label: 'file_exists', description: 'A file exists', body: { kind: 'file_exists', path: '$1' } }],
    function: [
      { label: 'function', description: 'A required signature', body: { name: '$1', file: '$2', signature: '$3' } },
    ],
    type: [{ label: 'type', description: 'A required shape', body: { name: '$1', file: '$2', definition: '$3' } }],
  };
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [
      name,
      snippets[name] ? { ...schema, defaultSnippets: snippets[name] } : schema,
    ]),
  );
}

/** Escapes the characters of an example that have a meaning in snippets: dollar signs, closing braces, backslashes. */
function escapeSnippet(example: unknown): unknown {
  if (typeof example === 'string') return example.replace(/[\\$}]/g, '\\$&');
  if (Array.isArray(example)) return example.map(escapeSnippet);
  if (typeof example !== 'object' || example === null) return example;
  return Object.fromEntries(Object.entries(example).map(([key, value]) => [key, escapeSnippet(value)]));
}

/** Adds the snake-case keys that gates accept. Otherwise editors would report them as unknown. They are not proposed. */
function withSnakeCaseKeys(schema: JsonSchema, names: Readonly<Record<string, string>>): JsonSchema {
  const properties = subschemasOf(schema, 'properties');
  const aliases = Object.entries(names).map(([snakeCase, key]) => [
    snakeCase,
    { ...properties[key], doNotSuggest: true },
  ]);
  return { ...schema, properties: { ...properties, ...Object.fromEntries(aliases) } };
}
