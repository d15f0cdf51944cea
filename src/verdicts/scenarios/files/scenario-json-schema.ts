import { CHECKS } from '../../checks/definitions/check-table.ts';
import {
  EXTENSION_KEYS,
  contractJsonSchema,
  subschemasOf,
  toDraft7,
  type JsonSchema,
} from '../../../contract/json-schema/contract-json-schema.ts';
import { scenarioSchema } from './scenario-file.ts';
import { twinsSchema } from './twins-file.ts';

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';

/** Generates the JSON Schema (draft 7) of scenario files, with the keys of every check. */
export function scenarioJsonSchema(): JsonSchema {
  const definitions = subschemasOf(contractJsonSchema(CHECKS), 'definitions');
  return {
    $schema: DRAFT_7,
    ...toDraft7(scenarioSchema, { useReferences: true }),
    ...EXTENSION_KEYS,
    title: 'Holdfast scenario',
    definitions: Object.fromEntries(Object.entries(definitions).filter(([name]) => /^check(?:$|-)/.test(name))),
  };
}

/** Generates the JSON Schema (draft 7) of the file that declares twins. */
export function twinsJsonSchema(): JsonSchema {
  return {
    $schema: DRAFT_7,
    ...toDraft7(twinsSchema, { useReferences: false }),
    ...EXTENSION_KEYS,
    title: 'Holdfast twins',
  };
}
