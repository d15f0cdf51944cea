import assert from 'node:assert/strict';
import type { Check, Resource } from '../../../src/contract/model.ts';
import { checkOne, errs, fails, passes } from '../checking.ts';
import type { Files } from '../checking.ts';
import { json, WebServer } from '../web-server.ts';

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';
const LATEST = 'https://json-schema.org/draft/2020-12/schema';

const FILES: Files = {
  'service.yaml': 'name: health\nports:\n  - 80\n  - many\nextra: true\n',
  'service.json': '{\n  "name": "health",\n  "ports": [80, 443]\n}\n',
  'commented.jsonc': '{ // a comment\n  "name": "health", }',
  'broken.json': '{ "name": }',
  'broken.yaml': 'a: [1\nb: 2\n',
  'schemas/service.json': JSON.stringify({
    $schema: LATEST,
    type: 'object',
    required: ['name', 'ports', 'owner'],
    properties: { name: { type: 'string' }, ports: { $ref: 'parts/ports.yaml#/$defs/ports' } },
    additionalProperties: false,
  }),
  'schemas/parts/ports.yaml': '$defs:\n  ports:\n    type: array\n    items: { $ref: "../port.json" }\n',
  'schemas/port.json': '{ "type": "integer", "maximum": 65535 }',
};

const asked = (target: string, schema?: unknown, more: Partial<Check> = {}): Check => ({
  type: 'schema_match',
  target,
  ...(schema === undefined ? {} : { schema }),
  ...more,
});

describe('schema_match', () => {
  it('[ENF-VAL-10] a JSON or YAML file that matches passes', async () => {
    const schema = { type: 'object', required: ['name'] };
    const result = await passes(FILES, asked('service.json', schema));
    assert.equal(result.expected, 'service.json matches the schema');
    assert.equal(result.validators?.at(-1)?.validator, 'json-schema');
    await passes(FILES, asked('service.yaml', schema));
    await passes(FILES, asked('commented.jsonc', schema));
    await passes(FILES, asked('service.yaml', true));
  });

  it('[ENF-VAL-10] lists every violation with its path, and tells the place of the first', async () => {
    const result = await fails(FILES, asked('service.yaml', 'schemas/service.json'), {
      expected: 'service.yaml matches schemas/service.json',
      actual:
        '(root) must have required property \'owner\'; (root) must not have the property extra; /ports/1 must be integer, is "many"',
    });
    assert.deepEqual(result.location, { file: 'service.yaml', line: 1, column: 1, endLine: 6, endColumn: 1 });
    const inside = await checkOne(
      FILES,
      asked('service.yaml', { properties: { ports: { items: { type: 'integer' } } } }),
    );
    assert.equal(inside.location?.line, 4);
    assert.equal(inside.location.column, 5);
  });

  it('[ENF-VAL-10] draft 7 and 2020-12 each mean what they say', async () => {
    const files = { 'pair.json': '[1, "b"]', 'keys.json': '{ "a": 1 }' };
    const tuple = [{ type: 'string' }];
    const draft7 = { $schema: DRAFT_7, items: tuple };
    const latest = { $schema: LATEST, prefixItems: tuple };
    for (const schema of [draft7, latest, { items: tuple }, { prefixItems: tuple }]) {
      assert.equal((await checkOne(files, asked('pair.json', schema))).actual, '/0 must be string, is 1');
    }
    // In draft 7 prefixItems is no keyword.
    await passes(files, asked('pair.json', { $schema: DRAFT_7, prefixItems: tuple }));
    assert.equal((await checkOne(files, asked('keys.json', { dependentRequired: { a: ['b'] } }))).passed, false);
    assert.equal((await checkOne(files, asked('keys.json', { dependencies: { a: ['b'] } }))).passed, false);
    await errs(files, asked('keys.json', { $schema: 'http://json-schema.org/draft-04/schema#' }), /is not known/);
  });

  it('[ENF-VAL-10] follows $ref to files of the workspace, by path or by the address a schema gives itself', async () => {
    const files = {
      'a.json': '{ "port": "x" }',
      'schemas/root.json': JSON.stringify({
        $id: 'https://example.com/schemas/root.json',
        $schema: DRAFT_7,
        properties: { port: { $ref: 'port.json' } },
      }),
      'schemas/port.json': JSON.stringify({
        $schema: DRAFT_7,
        $id: 'https://example.com/schemas/port.json',
        type: 'integer',
      }),
      'schemas/loop.json': '{ "properties": { "port": { "$ref": "#" } }, "type": "object" }',
    };
    assert.equal((await checkOne(files, asked('a.json', 'schemas/root.json'))).actual, '/port must be integer, is "x"');
    assert.equal((await checkOne(files, asked('a.json', 'schemas/loop.json'))).actual, '/port must be object, is "x"');
    const inline = { properties: { port: { $ref: 'schemas/port.json' } } };
    assert.equal((await checkOne(files, asked('a.json', inline))).actual, '/port must be integer, is "x"');
  });

  it('[ENF-VAL-10] a schema in another draft is not read without the keywords that only its own draft knows', async () => {
    const files = {
      'a.json': '{ "list": [1], "b": 1 }',
      'tuple.json': JSON.stringify({ $schema: LATEST, prefixItems: [{ type: 'string' }] }),
      'plain.json': JSON.stringify({ $schema: LATEST, items: { type: 'string' } }),
      'own.json': JSON.stringify({ $schema: DRAFT_7, prefixItems: [{ type: 'string' }] }),
      'earlier.json': JSON.stringify({ $schema: DRAFT_7, items: [{ type: 'string' }] }),
    };
    const listIs = ($ref: string, $schema: string) => asked('a.json', { $schema, properties: { list: { $ref } } });
    const reason = /Failed to follow the \$ref to tuple\.json: it says prefixItems, which .* draft-07, does not know/;
    await errs(files, listIs('tuple.json', DRAFT_7), reason);
    await errs(files, listIs('earlier.json', LATEST), /earlier\.json: it says items \(a list\).* 2020-12/);
    assert.equal((await checkOne(files, listIs('tuple.json', LATEST))).actual, '/list/0 must be string, is 1');
    assert.equal((await checkOne(files, listIs('plain.json', DRAFT_7))).actual, '/list/0 must be string, is 1');
    // By its own words it is of a draft in which prefixItems says nothing.
    await passes(files, listIs('own.json', DRAFT_7));
  });

  it('[ENF-VAL-10] YAML merges, keeps to the types of JSON, and has each key once', async () => {
    const files = {
      'merged.yaml': 'base: &base { a: 1 }\nmore: { <<: *base, b: 2 }\n',
      'tagged.yaml': 'set: !!set { a }\nday: !!timestamp 2001-01-01\n',
      'twice.yaml': 'a: 1\na: 2\n',
      'nowhere.yaml': 'a: *nowhere\n',
    };
    const closed = {
      properties: { more: { required: ['a'], properties: { a: {}, b: {} }, additionalProperties: false } },
    };
    await passes(files, asked('merged.yaml', closed));
    await passes(files, asked('tagged.yaml', { properties: { set: { const: { a: null } }, day: { type: 'string' } } }));
    await errs(files, asked('twice.yaml', true), /Map keys must be unique/);
    await errs(files, asked('nowhere.yaml', true), /Unresolved alias/);
  });

  it('[ENF-VAL-10] [ENF-VAL-14] nothing is no data', async () => {
    const files = { 'empty.yaml': '', 'comment.yaml': '# nothing yet\n', 'empty.json': '', 'null.yaml': 'null\n' };
    const schema = { required: ['a'] };
    await errs(files, asked('empty.yaml', schema), /Failed to read empty\.yaml as data: it is empty/);
    await errs(files, asked('comment.yaml', schema), /it is empty/);
    await errs(files, asked('empty.json', schema), /Failed to read empty\.json as JSON/);
    await passes(files, asked('null.yaml', { type: 'null' }));
    const silent = { steps: ['run'], stepOutput: () => Promise.resolve('') };
    await errs(files, asked('run', schema), /Failed to read the output of step run as data: it is empty/, silent);
  });

  it('[ENF-VAL-10] no $ref leaves the workspace', async () => {
    await errs(
      FILES,
      asked('service.json', { $ref: 'https://example.com/x.json' }),
      /only files of the workspace are read/,
    );
    await errs(
      FILES,
      asked('service.json', { $ref: 'schemas/none.json' }),
      /Failed to read schemas\/none\.json: there is no such file/,
    );
  });

  it('[ENF-VAL-10] checks formats and a part of the data', async () => {
    const files = { 'a.json': '{ "users": [{ "mail": "nobody" }] }' };
    await fails(files, asked('a.json', { properties: { mail: { format: 'email' } } }, { pointer: '/users/0' }), {
      expected: 'a.json#/users/0 matches the schema',
      actual: '/mail must match format "email", is "nobody"',
    });
    await fails(files, asked('a.json', true, { pointer: '/users/7/mail' }), {
      expected: 'a.json#/users/7/mail matches the schema',
      actual: 'a.json has no /users/7',
    });
  });

  it('[ENF-VAL-10] the output of a step', async () => {
    const resources: Resource[] = [
      { id: 'report', type: 'data', schema: { required: ['ok'] } },
      { id: 'named', type: 'data', format: 'yaml', metadata: { step: 'run' } },
    ];
    const parts = {
      resources,
      steps: ['report', 'run'],
      stepOutput: (id: string) => Promise.resolve(id === 'run' ? 'ok: yes\n' : '{ "status": 1 }'),
    };
    await fails(
      FILES,
      asked('report'),
      {
        expected: 'the output of step report matches the schema',
        actual: "(root) must have required property 'ok'",
      },
      parts,
    );
    await passes(FILES, asked('named', { required: ['ok'] }), parts);
    await passes(FILES, asked('run', { required: ['ok'] }, { format: 'yaml' }), parts);
  });

  it('[ENF-VAL-10] the body of a URL is checked by the http validator', async () => {
    await using server = await WebServer.answering(({ path }, response) =>
      json(response, path === '/gone' ? 410 : 200, { a: 1 }),
    );
    const result = await passes(FILES, asked(`${server.url}/x`, { required: ['a'] }));
    assert.equal(result.validators?.at(-1)?.validator, 'http');
    assert.equal(server.requests.length, 1, 'existence and schema share one request');
    await errs(FILES, asked(`${server.url}/gone`, true), /answered 410/);
  });

  it('[ENF-VAL-14] what is no data, no schema, or has none fails with the reason', async () => {
    await errs(FILES, asked('broken.json', true), /Failed to read broken\.json as JSON/);
    await errs(FILES, asked('broken.yaml', true), /Failed to read broken\.yaml as YAML/);
    await errs(FILES, asked('service.json'), /neither the check nor its resource has a schema/);
    await errs(FILES, asked('service.json', { type: 'strange' }), /Failed to read the schema/);
    await errs(FILES, asked('service.json', 'broken.json'), /Failed to read broken\.json as JSON/);
  });

  it('[ENF-VAL-7] [ENF-VAL-10] a pattern of a schema cannot hang', async () => {
    const files = { 'a.json': JSON.stringify({ text: `${'a'.repeat(30_000)}!` }) };
    const withPattern = (pattern: string) => asked('a.json', { properties: { text: { pattern } } });
    const linear = await checkOne(files, withPattern('^(a+)+$'));
    assert.match(linear.actual ?? '', /must match pattern/);
    await errs(files, withPattern('^(?=(a+)+$)a'), /still at work after 0\.5 s/);
    await passes(files, withPattern('^(?!b)a'));
    await errs(files, withPattern('^(?=a'), /Failed to read the pattern/);
    const letters = { 'a.json': '{ "text": "é\\u00a0" }', 'b.json': '{ "text": "p{L} " }' };
    const spaced = { properties: { text: { pattern: '^(?=.)\\p{L}\\s$' } } };
    await passes(letters, asked('a.json', spaced));
    assert.equal((await checkOne(letters, asked('b.json', spaced))).passed, false);
    const two = { properties: { text: { pattern: '^a' } }, patternProperties: { '^t': { pattern: '^b' } } };
    assert.match((await checkOne(files, asked('a.json', two))).actual ?? '', /^\/text must match pattern "\^b"/);
  });
});
