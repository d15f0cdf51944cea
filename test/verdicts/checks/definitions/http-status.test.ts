import assert from 'node:assert/strict';
import { checkRequirements } from '../../../../src/verdicts/checks/check-requirements.ts';
import type { Check } from '../../../../src/contract/model.ts';
import { checkOne, failsWithError, fails, passes, requirement, subjectOf } from '../checking.ts';
import { json, WebServer } from '../web-server.ts';

const checkOf = (target: string, more: Partial<Check> = {}): Check => ({ type: 'http_status', target, ...more });

/** Answers by path: /200, /404, … with `{ "path": … }`. */
function byPath(): Promise<WebServer> {
  return WebServer.start(({ path }, response) => {
    const status = Number(path.slice(1, 4));
    json(response, Number.isNaN(status) || status < 200 ? 200 : status, { path });
  });
}

describe('http_status', () => {
  it('[ENF-VAL-11] accepts a status, a class or a list of them', async () => {
    await using server = await byPath();
    const result = await passes({}, checkOf(`${server.url}/200`));
    assert.equal(result.expected, `GET ${server.url}/200 responds with 2xx`);
    assert.equal(result.actual, 'It responded with 200');
    assert.deepEqual(
      result.validators?.map(({ validator }) => validator),
      ['exists', 'http'],
    );
    await passes({}, checkOf(`${server.url}/404`, { expectedStatus: 404 }));
    await passes({}, checkOf(`${server.url}/503`, { expectedStatus: '5xx' }));
    await passes({}, checkOf(`${server.url}/204`, { expectedStatus: [200, 204] }));
    await fails({}, checkOf(`${server.url}/500`, { expectedStatus: [200, '3xx'] }), {
      expected: `GET ${server.url}/500 responds with 200 or 3xx`,
      actual: 'It responded with 500: {"path":"/500"}',
    });
  });

  it('[ENF-VAL-11] sends a method, headers with environment variables, and a body', async () => {
    await using server = await byPath();
    const check = checkOf(`${server.url}/201`, {
      method: 'post',
      headers: { authorization: 'Bearer ${env:API_TOKEN}', 'x-plain': '${other}' },
      body: { item: 'book' },
      expectedStatus: 201,
    });
    const environment = (name: string) => (name === 'API_TOKEN' ? 'secret-7' : undefined);
    const result = await passes({}, check, { environment });
    const [request] = server.requests;
    assert.equal(request?.method, 'POST');
    assert.equal(request.headers.authorization, 'Bearer secret-7');
    assert.equal(request.headers['x-plain'], '${other}');
    assert.equal(request.headers['content-type'], 'application/json');
    assert.equal(request.body, '{"item":"book"}');
    assert.doesNotMatch(JSON.stringify({ ...result, assertion: undefined }), /secret-7/);
    await passes({}, checkOf(`${server.url}/200`, { method: 'PUT', body: 'plain text' }));
    assert.equal(server.requests.at(-1)?.body, 'plain text');
  });

  it('[ENF-VAL-11] [ENF-VAL-14] names a variable that is not set, and sends nothing', async () => {
    await using server = await byPath();
    const check = checkOf(server.url, { headers: { authorization: '${env:API_TOKEN}' } });
    await failsWithError(
      {},
      check,
      /Failed to create the header authorization: the environment variable API_TOKEN is not set/,
    );
    assert.equal(server.requests.length, 0);
  });

  it('[ENF-VAL-11] appends a path to the location of a resource', async () => {
    await using server = await byPath();
    const resources = [{ id: 'shop', type: 'api', location: `${server.url}/` }];
    await passes({}, checkOf('shop', { path: '/404', expectedStatus: 404 }), { resources });
    assert.equal(server.requests[0]?.path, '/404');
  });

  it('[ENF-VAL-11] checks the body with the schema of the check or of the resource', async () => {
    await using server = await byPath();
    const schema = { required: ['path', 'id'], properties: { path: { const: '/200' } } };
    await passes({}, checkOf(`${server.url}/200`, { schema: { required: ['path'] } }));
    await fails({}, checkOf(`${server.url}/200b`, { schema }), {
      expected: `GET ${server.url}/200b responds with 2xx and a body that matches the schema`,
      actual: `It responded with 200; (root) must have required property 'id'; /path must be "/200", is "/200b"`,
    });
    const resources = [{ id: 'shop', type: 'api', location: `${server.url}/200`, schema }];
    assert.equal((await checkOne({}, checkOf('shop'), { resources })).passed, false);
    await using plain = await WebServer.start((_request, response) => response.end('hello'));
    await failsWithError({}, checkOf(plain.url, { schema: true }), /Failed to read the body of GET .* as JSON/);
  });

  it('[ENF-VAL-11] checks the redirect unless redirects are followed', async () => {
    await using server = await WebServer.start(({ path }, response) => {
      if (path === '/old') response.writeHead(301, { location: '/new' }).end();
      else json(response, 200, {});
    });
    await passes({}, checkOf(`${server.url}/old`, { expectedStatus: 301 }));
    await fails({}, checkOf(`${server.url}/old`), {
      expected: `GET ${server.url}/old responds with 2xx`,
      actual: 'It responded with 301, a redirect to /new',
    });
    await passes({}, checkOf(`${server.url}/old`, { followRedirects: true }));
  });

  it('[ENF-VAL-11] repeats the request as often as the check allows', async () => {
    let left = 2;
    await using server = await WebServer.start((_request, response) => json(response, left-- > 0 ? 503 : 200, {}));
    await passes({}, checkOf(server.url, { retries: 2 }));
    assert.equal(server.requests.length, 3);
    left = 5;
    assert.equal((await checkOne({}, checkOf(server.url, { retries: 1 }))).passed, false);
    assert.equal(server.requests.length, 5);
  });

  it('[ENF-VAL-11] [ENF-VAL-14] fails with the reason if the server is too slow or does not exist', async () => {
    await using server = await WebServer.start(() => undefined);
    const request = `GET ${server.url}`;
    const late = await failsWithError({}, checkOf(server.url, { timeoutSeconds: 0.2 }), /no response within 0\.2 s/);
    assert.match(late.error ?? '', new RegExp(request));
    await server[Symbol.asyncDispose]();
    await failsWithError({}, checkOf(server.url), /ECONNREFUSED/);
  });

  it('[ENF-VAL-11] fails with the reason if the body is endless or too large', async () => {
    await using endless = await WebServer.start((_request, response) => {
      response.writeHead(200).write('a');
    });
    await failsWithError({}, checkOf(endless.url, { timeoutSeconds: 0.3 }), /no response within 0\.3 s/);
    await using large = await WebServer.start((_request, response) => response.end('a'.repeat(11_000_000)));
    await failsWithError({}, checkOf(large.url), /larger than 10 MB/);
  });

  it('[ENF-VAL-11] sends one request for equal calls of one validation, and another in the next', async () => {
    await using server = await byPath();
    const resources = [{ id: 'shop', type: 'api', location: `${server.url}/200` }];
    const checks: Check[] = [
      checkOf('shop'),
      checkOf(`${server.url}/200`, { expectedStatus: 200 }),
      checkOf('shop', { schema: { required: ['path'] } }),
      { type: 'contains', target: 'shop', expected: { path: '/200' } },
      { type: 'schema_match', target: 'shop', schema: { required: ['path'] } },
      { type: 'pattern_match', target: 'shop', pattern: '200' },
    ];
    const subject = await subjectOf({}, { resources });
    const results = await checkRequirements(
      checks.map((check) => requirement(check)),
      subject,
    );
    assert.deepEqual(
      results.map(({ passed, error }) => [passed, error]),
      checks.map(() => [true, undefined]),
    );
    assert.equal(server.requests.length, 1);
    await checkRequirements([requirement(checks[0]!)], subject);
    assert.equal(server.requests.length, 2);
  });

  it('[ENF-PLUG-2] refuses a resource without a URL', async () => {
    await failsWithError({ 'a.json': '{}' }, checkOf('a.json'), /do not support a\.json, a resource of type file/);
  });
});
