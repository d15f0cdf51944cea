import { scenarioJsonSchema, twinsJsonSchema } from '../scenarios/files/scenario-json-schema.ts';
import { readScenarioSet } from '../scenarios/files/scenario-set.ts';
import { treeScenarios } from '../scenarios/files/scenario-source.ts';
import { toDataFileChecks, type DataFileReader } from './data-file-reader.ts';

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
