import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import * as z from 'zod';
import { contractJsonSchema } from '../../src/contract/json-schema.ts';
import { sampleChecks } from './sample-checks.ts';

const schema = contractJsonSchema(sampleChecks);
const definitions = schema['definitions'] as Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Validates as editors do: what they do not know, such as snippets, they pass over. */
const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);

const withCheck = (check: unknown): unknown => ({
  spec: { id: 'a', title: 'A' },
  chunks: [{ id: 'b', title: 'B', assertions: [{ message: 'm', check }] }],
});

function errorsOf(data: unknown): string[] {
  validate(data);
  return (validate.errors ?? [])
    .filter((error) => error.keyword !== 'if')
    .map((error) => `${error.instancePath} ${error.keyword}`);
}

describe('contractJsonSchema', () => {
  it('is a schema of draft 7 that accepts contracts', () => {
    assert.equal(schema['$schema'], 'http://json-schema.org/draft-07/schema#');
    assert.deepEqual(errorsOf(withCheck({ type: 'export_exists', target: 'X' })), []);
    assert.deepEqual(
      errorsOf({ spec: { id: 'a', title: 'A' }, chunks: [{ id: 'b', title: 'B', maxAttempts: 3 }] }),
      [],
    );
  });

  it('refuses what the model refuses', () => {
    assert.deepEqual(errorsOf({ spec: { id: 'a', titel: 'A' }, chunks: [] }), [
      '/spec required',
      '/spec additionalProperties',
      '/chunks minItems',
    ]);
  });

  it('decides by the type of a check which keys it has', () => {
    assert.deepEqual(errorsOf(withCheck({ type: 'pattern_match', target: 'a' })), [
      '/chunks/0/assertions/0/check required',
    ]);
    assert.deepEqual(errorsOf(withCheck({ type: 'file_exists', target: 'a', pattern: 'b' })), [
      '/chunks/0/assertions/0/check additionalProperties',
    ]);
    assert.deepEqual(errorsOf(withCheck({ type: 'nonsense' })), ['/chunks/0/assertions/0/check/type enum']);
  });

  it('takes gates in snake case too', () => {
    const gate = { id: 'g', criteria: ['c'], retry_config: { max_attempts: 2, preserve_context: true } };
    assert.deepEqual(errorsOf({ spec: { id: 'a', title: 'A' }, chunks: [{ id: 'b', title: 'B' }], gates: [gate] }), []);
  });

  it('describes every key of a chunk, for hovers', () => {
    const properties = definitions['chunk']?.['properties'] as Readonly<Record<string, { description?: string }>>;
    for (const [key, property] of Object.entries(properties)) assert.ok(property.description, `chunks[].${key}`);
  });

  it('offers every check with its description, and examples to copy that it accepts', () => {
    const type = (definitions['check']?.['properties'] as Record<string, Record<string, unknown>>)['type'];
    assert.deepEqual(type?.['enum'], ['export_exists', 'file_exists', 'pattern_match']);
    assert.equal((type['enumDescriptions'] as string[]).length, 3);
    const snippets = definitions['check']?.['defaultSnippets'] as { label: string; body: { pattern?: string } }[];
    assert.deepEqual(
      snippets.map((snippet) => snippet.label),
      ['export_exists', 'file_exists', 'pattern_match'],
    );
    // In a snippet a backslash is written twice, or the editor takes it for an escape.
    assert.equal(snippets[2]?.body.pattern, 'try\\\\s*\\\\{');
    for (const check of sampleChecks)
      for (const example of check.examples) assert.deepEqual(errorsOf(withCheck(example)), []);
  });

  it('keeps the references of a check that speaks of itself', () => {
    interface Tree {
      all?: Tree[] | undefined;
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.strictObject({ all: z.array(tree).optional() }));
    const nested = contractJsonSchema([
      {
        type: 'nested',
        title: 'Nested',
        description: 'Nested.',
        schema: z.strictObject({ type: z.literal('nested'), tree }),
        examples: [],
      },
    ]);
    const check = new Ajv({ strict: false }).compile(nested);
    assert.ok(check(withCheck({ type: 'nested', tree: { all: [{}, { all: [] }] } })));
    assert.ok(!check(withCheck({ type: 'nested', tree: { all: [{ any: 1 }] } })));
  });
});
