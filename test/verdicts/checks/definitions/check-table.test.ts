import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import * as z from 'zod';
import { CHECKS, findCheckDefinition } from '../../../../src/verdicts/checks/definitions/check-table.ts';
import { BUILT_IN_VALIDATORS } from '../../../../src/verdicts/checks/validators/built-in-validators.ts';
import { checkOne } from '../checking.ts';

/** Files of the folder that define no check. */
const BASE_FILES = ['check-definition.ts', 'check-table.ts'];

describe('The table of checks', () => {
  it('lists every file of definitions once', async () => {
    const types = CHECKS.map((check) => check.type);
    assert.equal(new Set(types).size, types.length);
    const files = await readdir(new URL('../../../../src/verdicts/checks/definitions/', import.meta.url));
    const defined = files.filter((file) => !BASE_FILES.includes(file));
    assert.deepEqual(defined.map((file) => file.replace(/\.ts$/, '').replaceAll('-', '_')).sort(), [...types].sort());
  });

  for (const check of CHECKS) {
    it(`${check.type} has a title, a description, and examples that its schema accepts`, () => {
      assert.equal(findCheckDefinition(check.type), check);
      assert.match(check.title, /^[A-Z].*[^.]$/);
      assert.match(check.description, /\.$/);
      assert.ok(check.examples.length > 0);
      for (const example of check.examples) {
        assert.equal(example.type, check.type);
        check.parse(example);
      }
    });

    it(`${check.type} has a JSON Schema that describes every key`, () => {
      const schema = z.toJSONSchema(check.schema, { io: 'input' });
      const properties = schema.properties ?? {};
      assert.deepEqual(properties['type'], { type: 'string', const: check.type });
      assert.ok(schema.required?.includes('type'));
      for (const [name, property] of Object.entries(properties)) {
        assert.ok(
          name === 'type' || (typeof property === 'object' && property.description),
          `${check.type}.${name} has a description`,
        );
      }
    });

    it(`[ENF-PLUG-2] ${check.type} accepts exactly its own validators by name`, async () => {
      const [example] = check.examples;
      assert.ok(example);
      for (const { type } of BUILT_IN_VALIDATORS) {
        // In a restricted workspace no command runs and no request is sent.
        const { error = '' } = await checkOne({}, { ...example, validator: type }, { trusted: false });
        const isRefused = error.includes(`the validator ${type} cannot answer it`);
        assert.equal(isRefused, !check.validators.some((one) => one === type), `${type}: ${error}`);
      }
    });
  }
});
