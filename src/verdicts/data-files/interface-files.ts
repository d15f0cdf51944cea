import { readRegistry } from '../domains/registry/read-registry.ts';
import { toDataFileChecks, type DataFileReader } from './data-file-reader.ts';
import { toDraft7, EXTENSION_KEYS, type JsonSchema } from '../../contract/json-schema/contract-json-schema.ts';
import { interfaceFileSchema } from '../domains/registry/interface-file.ts';

/** Generates the JSON Schema (draft 7) of the files in `.holdfast/interfaces/`, for completion and hovers in editors. */
export function interfaceJsonSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...toDraft7(interfaceFileSchema, { useReferences: false }),
    ...EXTENSION_KEYS,
    title: 'Holdfast interfaces',
  };
}

/** Reads the interface definitions, with the problems between them. */
export const interfacesReader: DataFileReader = {
  schema: interfaceJsonSchema,
  check: async (tree) => toDataFileChecks('interfaces', (await readRegistry(tree)).files),
};
