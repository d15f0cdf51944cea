import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import * as z from 'zod';
import { CHECKS, checkDefinition } from '../../src/checks/table.ts';
import { BUILT_IN_VALIDATORS } from '../../src/checks/validators/built-in-validators.ts';

describe('The table of checks', () => {
  it('names every check once, and has a line for every file of definitions', async () => {
    const types = CHECKS.map((check) => check.type);
    assert.equal(new Set(types).size, types.length);
    const files = await readdir(new URL('../../src/checks/definitions/', import.meta.url));
    assert.deepEqual(files.map((file) => file.replace(/\.ts$/, '').replaceAll('-', '_')).sort(), [...types].sort());
  });

  for (const check of CHECKS) {
    it(`${check.type} has a title, a description, and examples that its own schema takes`, () => {
      assert.equal(checkDefinition(check.type), check);
      assert.match(check.title, /^[A-Z].*[^.]$/);
      assert.match(check.description, /\.$/);
      assert.ok(check.examples.length > 0);
      for (const example of check.examples) {
        assert.equal(example.type, check.type);
        check.read(example);
      }
    });

    it(`${check.type} can be described as a JSON Schema that tells what it must have`, () => {
      const schema = z.toJSONSchema(check.schema, { io: 'input' });
      const properties = schema.properties ?? {};
      assert.deepEqual(properties['type'], { type: 'string', const: check.type });
      assert.ok(schema.required?.includes('type'));
      for (const [name, property] of Object.entries(properties)) {
        assert.ok(
          name === 'type' || (typeof property === 'object' && property.description),
          `${check.type}.${name} is described`,
        );
      }
    });

    it(`${check.type} names validators that there are`, () => {
      const known = BUILT_IN_VALIDATORS.map((validator) => validator.type);
      for (const validator of check.validators) assert.ok(known.includes(validator));
    });
  }
});
