import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import * as z from 'zod';
import { contractJsonSchema } from '../../../src/contract/json-schema/contract-json-schema.ts';
import { chunkSchema } from '../../../src/contract/model.ts';
import { sampleChecks } from '../sample-checks.ts';

const schema = contractJsonSchema(sampleChecks);
const definitions = schema['definitions'] as Readonly<
  Record<string, Readonly<Record<string, unknown>> & { readonly description?: string }>
>;

/** Validates like an editor, which ignores unknown keywords such as snippets. */
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
  it('is a draft 7 schema that accepts contracts', () => {
    assert.equal(schema['$schema'], 'http://json-schema.org/draft-07/schema#');
    assert.deepEqual(errorsOf(withCheck({ type: 'export_exists', target: 'X' })), []);
    assert.deepEqual(
      errorsOf({ spec: { id: 'a', title: 'A' }, chunks: [{ id: 'b', title: 'B', maxAttempts: 3 }] }),
      [],
    );
  });

  it('rejects what the contract model rejects', () => {
    assert.deepEqual(errorsOf({ spec: { id: 'a', titel: 'A' }, chunks: [] }), [
      '/spec required',
      '/spec additionalProperties',
      '/chunks minItems',
    ]);
  });

  it('validates the keys of a check according to its type', () => {
    assert.deepEqual(errorsOf(withCheck({ type: 'pattern_match', target: 'a' })), [
      '/chunks/0/assertions/0/check required',
    ]);
    assert.deepEqual(errorsOf(withCheck({ type: 'file_exists', target: 'a', pattern: 'b' })), [
      '/chunks/0/assertions/0/check additionalProperties',
    ]);
    assert.deepEqual(errorsOf(withCheck({ type: 'nonsense' })), ['/chunks/0/assertions/0/check/type enum']);
  });

  it('accepts gates with snake-case keys', () => {
    const gate = { id: 'g', criteria: ['c'], retry_config: { max_attempts: 2, preserve_context: true } };
    assert.deepEqual(errorsOf({ spec: { id: 'a', title: 'A' }, chunks: [{ id: 'b', title: 'B' }], gates: [gate] }), []);
  });

  it('describes every key of every definition, for hovers', () => {
    const descriptionOf = (schema: { description?: string; $ref?: string }): string =>
      schema.description ?? definitions[schema.$ref?.replace('#/definitions/', '') ?? '']?.description ?? '';
    const described = (name: string): string[] => {
      const properties = definitions[name]?.['properties'] as Readonly<Record<string, { description?: string }>>;
      return Object.keys(properties).filter((key) => descriptionOf(properties[key] ?? {}).length > 5);
    };
    assert.deepEqual(described('chunk'), Object.keys(chunkSchema.shape));
    assert.deepEqual(described('assertion'), ['type', 'message', 'condition', 'check']);
    assert.deepEqual(described('condition'), ['kind', 'path']);
    assert.deepEqual(described('function'), ['name', 'file', 'signature']);
  });

  it('offers every check with its description and with valid examples', () => {
    const type = (definitions['check']?.['properties'] as Record<string, Record<string, unknown>> | undefined)?.[
      'type'
    ];
    assert.deepEqual(type?.['enum'], ['export_exists', 'file_exists', 'pattern_match']);
    assert.equal((type['enumDescriptions'] as string[]).length, 3);
    const snippets = definitions['check']?.['defaultSnippets'] as { label: string; body: { pattern?: string } }[];
    assert.deepEqual(
      snippets.map((snippet) => snippet.label),
      ['export_exists', 'file_exists', 'pattern_match'],
    );
    // In a snippet, a backslash is escaped by a backslash.
    assert.equal(snippets[2]?.body.pattern, 'try\\\\s*\\\\{');
    for (const check of sampleChecks)
      for (const example of check.examples) assert.deepEqual(errorsOf(withCheck(example)), []);
  });

  it('keeps the references of a recursive check schema', () => {
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
