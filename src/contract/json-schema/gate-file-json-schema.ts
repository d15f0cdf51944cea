import type { CheckDeclaration } from '../model.ts';
import { contractJsonSchema, subschemasOf, type JsonSchema } from './contract-json-schema.ts';

/** Generates the JSON Schema (draft 7) of a gate file, for editors: a gate, a list of gates, or gates under `gates`. */
export function gateFileJsonSchema(checks: readonly CheckDeclaration[]): JsonSchema {
  const schema = contractJsonSchema(checks);
  const gate = { $ref: '#/definitions/gate' };
  const gates = { description: 'The gates of the file.', type: 'array', items: gate };
  return {
    $schema: schema['$schema'],
    title: 'Holdfast gate file',
    items: gate,
    if: { type: 'object', required: ['gates'] },
    then: { type: 'object', properties: { gates } },
    else: gate,
    definitions: subschemasOf(schema, 'definitions'),
  };
}
