import { interfaceJsonSchema } from '../domains/registry/interface-json-schema.ts';
import { readRegistry } from '../domains/registry/read-registry.ts';
import { toDataFileChecks, type DataFileReader } from './data-file-reader.ts';

/** Reads the interface definitions, with the problems between them. */
export const interfacesReader: DataFileReader = {
  schema: interfaceJsonSchema,
  check: async (tree) => toDataFileChecks('interfaces', (await readRegistry(tree)).files),
};
