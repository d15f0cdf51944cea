import { MANIFEST_KEYS } from '../forms/manifest.ts';
import { toSnakeCase } from '../forms/rename-keys.ts';
import type { CheckDeclaration } from '../model.ts';
import { contractJsonSchema, subschemasOf, omitKeyword, type JsonSchema } from './contract-json-schema.ts';

/**
 * Generates the JSON Schema (draft 7) of a contract file, for editors. The keys of the file decide whether it is a
 * contract or a manifest of the plan compiler.
 */
export function contractFileJsonSchema(checks: readonly CheckDeclaration[]): JsonSchema {
  const schema = contractJsonSchema(checks);
  const { $schema, title, allowComments, allowTrailingCommas, ...contract } = omitKeyword(schema, 'definitions');
  const definitions = subschemasOf(schema, 'definitions');
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
    definitions: { ...definitions, contract, ...manifestDefinitions(contract, definitions['chunk'] ?? {}) },
  };
}

/** The keys of a contract in snake case, and the additional keys of a manifest. Unknown keys are allowed. */
function manifestDefinitions(contract: JsonSchema, chunk: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const { chunks, spec, verify = {}, build = {}, ...topLevel } = subschemasOf(contract, 'properties');
  const { description, ...chunkProperties } = subschemasOf(chunk, 'properties');
  return {
    manifest: {
      type: 'object',
      description: 'A plan in the form of the plan compiler.',
      required: ['work_orders'],
      properties: {
        system_overview: {
          description: spec?.['description'],
          type: ['string', 'array'],
          items: { type: 'string' },
        },
        verify_contract: withSnakeCaseProperties(verify),
        build: withSnakeCaseProperties(build),
        work_orders: { ...chunks, items: { $ref: '#/definitions/workOrder' } },
        ...toSnakeCaseKeys(topLevel),
      },
    },
    workOrder: {
      type: 'object',
      required: ['id', 'title'],
      properties: {
        ...toSnakeCaseKeys(chunkProperties),
        intent: description,
        notes: { description: 'Additional instructions, appended to the intent.', type: ['string', 'null'] },
        verify_exempt: { description: 'Computed. The value in the file is ignored.', type: 'boolean' },
      },
    },
  };
}

function toSnakeCaseKeys(properties: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [toSnakeCase(key), schema]));
}

function withSnakeCaseProperties(schema: JsonSchema): JsonSchema {
  return { ...schema, properties: toSnakeCaseKeys(subschemasOf(schema, 'properties')), additionalProperties: true };
}
