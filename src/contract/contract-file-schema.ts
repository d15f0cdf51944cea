import { snakeCase } from './forms/rename-keys.ts';
import { contractJsonSchema, type JsonSchema } from './json-schema.ts';
import type { CheckDeclaration } from './model.ts';

/** Any of these keys, without `chunks`, makes a file a manifest; `readForm` decides by the same. */
const MANIFEST_KEYS = ['work_orders', 'verify_contract', 'system_overview'];

/**
 * The JSON Schema (draft 7) of a file named like a contract, for editors: a contract, or a manifest in the plan
 * compiler's form, which is known by its keys.
 */
export function contractFileJsonSchema(checks: readonly CheckDeclaration[]): JsonSchema {
  const { $schema, title, allowComments, allowTrailingCommas, definitions, ...contract } = contractJsonSchema(checks);
  const parts = definitions as Readonly<Record<string, JsonSchema>>;
  return {
    $schema,
    title,
    allowComments,
    allowTrailingCommas,
    if: {
      type: 'object',
      anyOf: MANIFEST_KEYS.map((key) => ({ required: [key] })),
      not: { required: ['chunks'] },
    },
    then: { $ref: '#/definitions/manifest' },
    else: { $ref: '#/definitions/contract' },
    definitions: { ...parts, contract, ...manifestDefinitions(contract, parts['chunk'] ?? {}) },
  };
}

/** The same keys in snake case, and those that only a manifest has. What other tools add is passed over. */
function manifestDefinitions(contract: JsonSchema, chunk: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { chunks, spec, verify = {}, build = {}, ...top } = propertiesOf(contract);
  const { description, ...ofChunk } = propertiesOf(chunk);
  return {
    manifest: {
      type: 'object',
      description: 'A plan in the form of the plan compiler.',
      required: ['work_orders'],
      properties: {
        system_overview: { description: described(spec), type: ['string', 'array'], items: { type: 'string' } },
        verify_contract: inSnakeCase(verify),
        build: inSnakeCase(build),
        work_orders: { ...chunks, items: { $ref: '#/definitions/workOrder' } },
        ...spelled(top),
      },
    },
    workOrder: {
      type: 'object',
      required: ['id', 'title'],
      properties: {
        ...spelled(ofChunk),
        intent: description,
        notes: { description: 'More of what it is for; it is read with the intent.', type: ['string', 'null'] },
        verify_exempt: { description: 'Computed: what stands here is passed over.', type: 'boolean' },
      },
    },
  };
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
}

function spelled(properties: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [snakeCase(key), schema]));
}

function inSnakeCase(schema: JsonSchema): JsonSchema {
  return { ...schema, properties: spelled(propertiesOf(schema)), additionalProperties: true };
}

function described(schema: JsonSchema | undefined): unknown {
  return schema?.['description'] ?? 'What the whole is for.';
}
