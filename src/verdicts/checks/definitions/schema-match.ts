import * as z from 'zod';
import { HoldfastError } from '../../../foundation/errors.ts';
import { formatViolations } from '../schemas/schema-violations.ts';
import { defineCheck, pointerKey, validatorKey } from './check-definition.ts';

const schema = z.strictObject({
  type: z.literal('schema_match'),
  target: z.string().min(1).describe('The path of a JSON or YAML file, a URL, or the id of a resource or step.'),
  schema: z
    .union([z.string().min(1), z.boolean(), z.record(z.string(), z.unknown())])
    .optional()
    .describe("A JSON Schema (draft 7, 2019-09 or 2020-12), or the path of one. Defaults to the resource's schema."),
  pointer: pointerKey('A JSON pointer to the part that must match. Defaults to the whole data.'),
  format: z
    .enum(['json', 'jsonc', 'yaml'])
    .optional()
    .describe('The format of the data, if the path does not show it.'),
  validator: validatorKey,
});

export const schemaMatch = defineCheck({
  type: 'schema_match',
  title: 'Data matches a JSON Schema',
  description:
    'A JSON or YAML file, the body of a URL or the output of a step matches a JSON Schema. Every violation is listed with its path. `$ref` can refer to other files of the workspace. TOML, INI and XML are not supported: the check fails with the reason.',
  schema,
  examples: [
    { type: 'schema_match', target: 'config/service.yaml', schema: 'schemas/service.schema.json' },
    {
      type: 'schema_match',
      target: 'report',
      schema: { type: 'object', required: ['status'], properties: { status: { const: 'ok' } } },
    },
  ],
  validators: ['json-schema', 'http'],
  async evaluate(check, { resource, evidence }) {
    const schemaOrPath = check.schema ?? resource.schema;
    if (schemaOrPath === undefined) {
      throw new HoldfastError(
        'contract',
        `Failed to check ${resource.id}: neither the check nor the resource has a schema`,
        { hint: 'Add the key schema to the check or to the resource.' },
      );
    }
    const compiled = await evidence.schemas.compile(schemaOrPath);
    const { selectData } = await import('../evidence/selected-data.ts');
    const data = await selectData(resource, evidence, check.pointer, check.format);
    const expected = `${data.name} matches ${compiled.name}`;
    if (!data.found) return { passed: false, tier: 1, expected, actual: data.missing, location: data.locate('') };
    const violations = compiled.violationsIn(data.value);
    const [first] = violations;
    if (!first) return { passed: true, tier: 1, expected, actual: 'It matches', location: data.locate('') };
    return {
      passed: false,
      tier: 1,
      expected,
      actual: formatViolations(violations),
      location: data.locate(first.pointer),
    };
  },
});
