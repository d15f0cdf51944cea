import { Ajv } from 'ajv';
import type { AnySchemaObject, Options } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createSafeRegExp } from './safe-regexp.ts';
import type { SchemaDraft } from './schema-draft.ts';
import { useLinearUniqueItems } from './unique-items.ts';

/** Creates an Ajv instance for one draft of JSON Schema. @param loadSchema loads the schemas that `$ref` refers to */
export function createAjv(
  draft: SchemaDraft,
  loadSchema: (uri: string) => Promise<AnySchemaObject>,
): Ajv | Ajv2019 | Ajv2020 {
  const regExp = Object.assign((source: string) => createSafeRegExp(source), { code: 'safeRegExp' });
  const options: Options = {
    allErrors: true,
    strict: false,
    verbose: true,
    logger: false,
    loadSchema,
    code: { regExp },
  };
  const ajv =
    draft === '2020-12' ? new Ajv2020(options) : draft === '2019-09' ? new Ajv2019(options) : new Ajv(options);
  addFormats(ajv);
  useLinearUniqueItems(ajv);
  return ajv;
}
