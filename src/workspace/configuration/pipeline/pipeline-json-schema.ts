import { toDraft7, EXTENSION_KEYS, type JsonSchema } from '../../../contract/json-schema/contract-json-schema.ts';
import { pipelineSettingsSchema } from './pipeline-settings.ts';

/** Generates the JSON Schema (draft 7) of `.holdfast/pipeline.yaml`, for completion and hovers in editors. */
export function pipelineJsonSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...toDraft7(pipelineSettingsSchema, { useReferences: false }),
    ...EXTENSION_KEYS,
    title: 'Holdfast pipeline',
  };
}
