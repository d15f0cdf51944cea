import { toDraft7, EXTENSION_KEYS, type JsonSchema } from '../../../contract/json-schema/contract-json-schema.ts';
import { interfaceFileSchema } from './interface-file.ts';

/** Generates the JSON Schema (draft 7) of the files in `.holdfast/interfaces/`, for completion and hovers in editors. */
export function interfaceJsonSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...toDraft7(interfaceFileSchema, { useReferences: false }),
    ...EXTENSION_KEYS,
    title: 'Holdfast interfaces',
  };
}
