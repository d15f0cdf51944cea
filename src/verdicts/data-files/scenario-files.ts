import { readScenarioSet } from '../scenarios/files/scenario-set.ts';
import { treeScenarios } from '../scenarios/files/scenario-source.ts';
import { toDataFileChecks, type DataFileReader } from './data-file-reader.ts';
import { CHECKS } from '../checks/definitions/check-table.ts';
import {
  EXTENSION_KEYS,
  contractJsonSchema,
  subschemasOf,
  toDraft7,
  type JsonSchema,
} from '../../contract/json-schema/contract-json-schema.ts';
import { scenarioSchema } from '../scenarios/files/scenario-file.ts';
import { twinsSchema } from '../scenarios/files/twins-file.ts';

/** Reads the declared twins of the scenarios. */
export const twinsReader: DataFileReader = {
  schema: twinsJsonSchema,
  check: async (tree) => toDataFileChecks('twins', (await readScenarioSet(treeScenarios(tree))).twinDocuments),
};

/** Reads the scenarios, with the problems between them and the twins. */
export const scenarioReader: DataFileReader = {
  schema: scenarioJsonSchema,
  check: async (tree) => toDataFileChecks('scenario', (await readScenarioSet(treeScenarios(tree))).documents),
};

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';

/** Generates the JSON Schema (draft 7) of scenario files, with the keys of every check. */
function scenarioJsonSchema(): JsonSchema {
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
function twinsJsonSchema(): JsonSchema {
  return {
    $schema: DRAFT_7,
    ...toDraft7(twinsSchema, { useReferences: false }),
    ...EXTENSION_KEYS,
    title: 'Holdfast twins',
  };
}
