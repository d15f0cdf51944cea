import assert from 'node:assert/strict';
import type { Check, Resource } from '../../../../src/contract/model.ts';
import { checkOne, failsWithError, fails, passes } from '../checking.ts';
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

const checkOf = (target: string, schema?: unknown, more: Partial<Check> = {}): Check => ({
  type: 'schema_match',
  target,
  ...(schema === undefined ? {} : { schema }),
  ...more,
});

describe('schema_match', () => {
  it('[ENF-VAL-10] never reads TOML, INI or XML as YAML, which would accept it', async () => {
    const files = { 'a.toml': '[tool]\n', 'b.toml': '# TOML\n"name": 1\n', 'c.ini': 'a: 1\n', 'd.XML': 'a: 1\n' };
    for (const target of Object.keys(files)) {
      const format = /[a-z]+$/i.exec(target)?.[0].toUpperCase() ?? '';
      const reason = new RegExp(`Failed to read ${target} as data: ${format} is not supported`);
      await failsWithError(files, checkOf(target, true), reason);
      await failsWithError(files, { type: 'equals', target, expected: { a: 1 } }, reason);
      await failsWithError(files, { type: 'contains', target, pointer: '/a', expected: 1 }, reason);
    }
    const resources: readonly Resource[] = [
      { id: 'text', type: 'data', location: 'b.toml', format: 'text' },
      { id: 'declared', type: 'data', location: 'settings', format: 'toml' },
    ];
    for (const { id } of resources) {
      const parts = { resources };
      await failsWithError({ ...files, settings: 'a: 1\n' }, checkOf(id, true), /TOML is not supported/, parts);
    }
    await passes(files, { type: 'contains', target: 'a.toml', expected: '[tool]' });
  });

  it('[ENF-VAL-10] accepts a JSON or YAML file that matches', async () => {
    const schema = { type: 'object', required: ['name'] };
    const result = await passes(FILES, checkOf('service.json', schema));
    assert.equal(result.expected, 'service.json matches the schema');
    assert.equal(result.validators?.at(-1)?.validator, 'json-schema');
    await passes(FILES, checkOf('service.yaml', schema));
    await passes(FILES, checkOf('commented.jsonc', schema));
    await passes(FILES, checkOf('service.yaml', true));
  });

  it('[ENF-VAL-10] lists every violation with its path and the location of the first', async () => {
    const result = await fails(FILES, checkOf('service.yaml', 'schemas/service.json'), {
      expected: 'service.yaml matches schemas/service.json',
      actual:
        '(root) must have required property \'owner\'; (root) must not have the property extra; /ports/1 must be integer, is "many"',
    });
    assert.deepEqual(result.location, { file: 'service.yaml', line: 1, column: 1, endLine: 6, endColumn: 1 });
    const inside = await checkOne(
      FILES,
      checkOf('service.yaml', { properties: { ports: { items: { type: 'integer' } } } }),
    );
    assert.equal(inside.location?.line, 4);
    assert.equal(inside.location.column, 5);
  });

  it('[ENF-VAL-10] applies the rules of draft 7 and of 2020-12', async () => {
    const files = { 'pair.json': '[1, "b"]', 'keys.json': '{ "a": 1 }' };
    const tuple = [{ type: 'string' }];
    const draft7 = { $schema: DRAFT_7, items: tuple };
    const latest = { $schema: LATEST, prefixItems: tuple };
    for (const schema of [draft7, latest, { items: tuple }, { prefixItems: tuple }]) {
      assert.equal((await checkOne(files, checkOf('pair.json', schema))).actual, '/0 must be string, is 1');
    }
    // Draft 7 has no keyword prefixItems.
    await passes(files, checkOf('pair.json', { $schema: DRAFT_7, prefixItems: tuple }));
    assert.equal((await checkOne(files, checkOf('keys.json', { dependentRequired: { a: ['b'] } }))).passed, false);
    assert.equal((await checkOne(files, checkOf('keys.json', { dependencies: { a: ['b'] } }))).passed, false);
    await failsWithError(
      files,
      checkOf('keys.json', { $schema: 'http://json-schema.org/draft-04/schema#' }),
      /unknown \$schema/,
    );
  });

  it('[ENF-VAL-10] resolves $ref to files of the workspace, by path or by the $id of a schema', async () => {
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
    assert.equal(
      (await checkOne(files, checkOf('a.json', 'schemas/root.json'))).actual,
      '/port must be integer, is "x"',
    );
    assert.equal(
      (await checkOne(files, checkOf('a.json', 'schemas/loop.json'))).actual,
      '/port must be object, is "x"',
    );
    const inline = { properties: { port: { $ref: 'schemas/port.json' } } };
    assert.equal((await checkOne(files, checkOf('a.json', inline))).actual, '/port must be integer, is "x"');
  });

  it('[ENF-VAL-10] refuses a referenced schema with keywords that the draft of the root does not support', async () => {
    const files = {
      'a.json': '{ "list": [1], "b": 1 }',
      'tuple.json': JSON.stringify({ $schema: LATEST, prefixItems: [{ type: 'string' }] }),
      'plain.json': JSON.stringify({ $schema: LATEST, items: { type: 'string' } }),
      'own.json': JSON.stringify({ $schema: DRAFT_7, prefixItems: [{ type: 'string' }] }),
      'earlier.json': JSON.stringify({ $schema: DRAFT_7, items: [{ type: 'string' }] }),
    };
    const listIs = ($ref: string, $schema: string) => checkOf('a.json', { $schema, properties: { list: { $ref } } });
    const reason = /Failed to resolve the \$ref to tuple\.json: draft-07, .* does not support prefixItems/;
    await failsWithError(files, listIs('tuple.json', DRAFT_7), reason);
    await failsWithError(files, listIs('earlier.json', LATEST), /earlier\.json: 2020-12.* items \(a list\)/);
    assert.equal((await checkOne(files, listIs('tuple.json', LATEST))).actual, '/list/0 must be string, is 1');
    assert.equal((await checkOne(files, listIs('plain.json', DRAFT_7))).actual, '/list/0 must be string, is 1');
    // Its own $schema is draft 7, in which prefixItems has no meaning.
    await passes(files, listIs('own.json', DRAFT_7));
  });

  it('[ENF-VAL-10] supports YAML merges, uses only JSON types, and refuses duplicate keys', async () => {
    const files = {
      'merged.yaml': 'base: &base { a: 1 }\nmore: { <<: *base, b: 2 }\n',
      'tagged.yaml': 'set: !!set { a }\nday: !!timestamp 2001-01-01\n',
      'twice.yaml': 'a: 1\na: 2\n',
      'nowhere.yaml': 'a: *nowhere\n',
    };
    const closed = {
      properties: { more: { required: ['a'], properties: { a: {}, b: {} }, additionalProperties: false } },
    };
    await passes(files, checkOf('merged.yaml', closed));
    await passes(
      files,
      checkOf('tagged.yaml', { properties: { set: { const: { a: null } }, day: { type: 'string' } } }),
    );
    await failsWithError(files, checkOf('twice.yaml', true), /Map keys must be unique/);
    await failsWithError(files, checkOf('nowhere.yaml', true), /Unresolved alias/);
  });

  it('[ENF-VAL-10] [ENF-VAL-14] refuses empty data', async () => {
    const files = { 'empty.yaml': '', 'comment.yaml': '# nothing yet\n', 'empty.json': '', 'null.yaml': 'null\n' };
    const schema = { required: ['a'] };
    await failsWithError(files, checkOf('empty.yaml', schema), /Failed to read empty\.yaml as data: it is empty/);
    await failsWithError(files, checkOf('comment.yaml', schema), /it is empty/);
    await failsWithError(files, checkOf('empty.json', schema), /Failed to read empty\.json as JSON/);
    await passes(files, checkOf('null.yaml', { type: 'null' }));
    const silent = { steps: ['run'], stepOutput: () => Promise.resolve('') };
    await failsWithError(
      files,
      checkOf('run', schema),
      /Failed to read the output of step run as data: it is empty/,
      silent,
    );
  });

  it('[ENF-VAL-10] refuses a $ref that leaves the workspace', async () => {
    await failsWithError(
      FILES,
      checkOf('service.json', { $ref: 'https://example.com/x.json' }),
      /is not a file of the workspace/,
    );
    await failsWithError(
      FILES,
      checkOf('service.json', { $ref: 'schemas/none.json' }),
      /File not found: schemas\/none\.json/,
    );
  });

  it('[ENF-VAL-10] checks formats, and a part of the data', async () => {
    const files = { 'a.json': '{ "users": [{ "mail": "invalid" }] }' };
    await fails(files, checkOf('a.json', { properties: { mail: { format: 'email' } } }, { pointer: '/users/0' }), {
      expected: 'a.json#/users/0 matches the schema',
      actual: '/mail must match format "email", is "invalid"',
    });
    await fails(files, checkOf('a.json', true, { pointer: '/users/7/mail' }), {
      expected: 'a.json#/users/7/mail matches the schema',
      actual: 'a.json has no /users/7',
    });
  });

  it('[ENF-VAL-10] checks the output of a step', async () => {
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
      checkOf('report'),
      {
        expected: 'the output of step report matches the schema',
        actual: "(root) must have required property 'ok'",
      },
      parts,
    );
    await passes(FILES, checkOf('named', { required: ['ok'] }), parts);
    await passes(FILES, checkOf('run', { required: ['ok'] }, { format: 'yaml' }), parts);
  });

  it('[ENF-VAL-10] checks the body of a URL with the http validator', async () => {
    await using server = await WebServer.start(({ path }, response) =>
      json(response, path === '/gone' ? 410 : 200, { a: 1 }),
    );
    const result = await passes(FILES, checkOf(`${server.url}/x`, { required: ['a'] }));
    assert.equal(result.validators?.at(-1)?.validator, 'http');
    assert.equal(server.requests.length, 1, 'existence and schema share one request');
    await failsWithError(FILES, checkOf(`${server.url}/gone`, true), /responded with 410/);
  });

  it('[ENF-VAL-14] fails with the reason for invalid data, an invalid schema, or no schema', async () => {
    await failsWithError(FILES, checkOf('broken.json', true), /Failed to read broken\.json as JSON/);
    await failsWithError(FILES, checkOf('broken.yaml', true), /Failed to read broken\.yaml as YAML/);
    await failsWithError(FILES, checkOf('service.json'), /neither the check nor the resource has a schema/);
    await failsWithError(FILES, checkOf('service.json', { type: 'strange' }), /Failed to read the schema/);
    await failsWithError(FILES, checkOf('service.json', 'broken.json'), /Failed to read broken\.json as JSON/);
  });

  it('[ENF-VAL-7] [ENF-VAL-10] ends a schema pattern that runs too long', async () => {
    const files = { 'a.json': JSON.stringify({ text: `${'a'.repeat(30_000)}!` }) };
    const withPattern = (pattern: string) => checkOf('a.json', { properties: { text: { pattern } } });
    const linear = await checkOne(files, withPattern('^(a+)+$'));
    assert.match(linear.actual ?? '', /must match pattern/);
    await failsWithError(files, withPattern('^(?=(a+)+$)a'), /did not finish within 0\.5 s/);
    await passes(files, withPattern('^(?!b)a'));
    await failsWithError(files, withPattern('^(?=a'), /Failed to read the pattern/);
    const letters = { 'a.json': '{ "text": "é\\u00a0" }', 'b.json': '{ "text": "p{L} " }' };
    const spaced = { properties: { text: { pattern: '^(?=.)\\p{L}\\s$' } } };
    await passes(letters, checkOf('a.json', spaced));
    assert.equal((await checkOne(letters, checkOf('b.json', spaced))).passed, false);
    const two = { properties: { text: { pattern: '^a' } }, patternProperties: { '^t': { pattern: '^b' } } };
    assert.match((await checkOne(files, checkOf('a.json', two))).actual ?? '', /^\/text must match pattern "\^b"/);
  });

  it('[TRUST-6] compares many items for uniqueItems in linear time', async () => {
    const items = Array.from({ length: 60_000 }, (_, index) => ({ id: index, tags: ['a', { deep: index }] }));
    const schema = { type: 'array', uniqueItems: true };
    await passes({ 'a.json': JSON.stringify(items) }, checkOf('a.json', schema));
    const same = { tags: ['a', { deep: 7 }], id: 7 };
    const result = await checkOne({ 'a.json': JSON.stringify([...items, same]) }, checkOf('a.json', schema));
    assert.equal(result.actual, '(root) must NOT have duplicate items (items ## 7 and 60000 are identical)');
    await passes({ 'a.json': '[1, "1", true, null, [1], ["1"]]' }, checkOf('a.json', schema));
    await passes({ 'a.json': '[1, 1]' }, checkOf('a.json', { ...schema, uniqueItems: false }));
  });

  it('[TRUST-6] reports data that is nested too deeply', async () => {
    const files = { 'a.json': '['.repeat(100_000) + ']'.repeat(100_000), 'r.json': '{ "items": { "$ref": "#" } }' };
    await failsWithError(files, checkOf('a.json', 'r.json'), /^Failed to read the data: it is nested too deeply/);
  });
});
