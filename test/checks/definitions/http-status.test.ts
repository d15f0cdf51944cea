import assert from 'node:assert/strict';
import { checkRequirements } from '../../../src/checks/check-requirements.ts';
import type { Check } from '../../../src/contract/model.ts';
import { checkOne, errs, fails, passes, requirement, subjectOf } from '../checking.ts';
import { json, WebServer } from '../web-server.ts';

const asked = (target: string, more: Partial<Check> = {}): Check => ({ type: 'http_status', target, ...more });

/** Answers by path: /200, /404, … with `{ "path": … }`. */
function byPath(): Promise<WebServer> {
  return WebServer.answering(({ path }, response) => {
    const status = Number(path.slice(1, 4));
    json(response, Number.isNaN(status) || status < 200 ? 200 : status, { path });
  });
}

describe('http_status', () => {
  it('[ENF-VAL-11] a status, a class or a list of them', async () => {
    await using server = await byPath();
    const result = await passes({}, asked(`${server.url}/200`));
    assert.equal(result.expected, `GET ${server.url}/200 answers 2xx`);
    assert.equal(result.actual, 'It answered 200');
    assert.deepEqual(
      result.validators?.map(({ validator }) => validator),
      ['exists', 'http'],
    );
    await passes({}, asked(`${server.url}/404`, { expectedStatus: 404 }));
    await passes({}, asked(`${server.url}/503`, { expectedStatus: '5xx' }));
    await passes({}, asked(`${server.url}/204`, { expectedStatus: [200, 204] }));
    await fails({}, asked(`${server.url}/500`, { expectedStatus: [200, '3xx'] }), {
      expected: `GET ${server.url}/500 answers 200 or 3xx`,
      actual: 'It answered 500: {"path":"/500"}',
    });
  });

  it('[ENF-VAL-11] method, headers with environment variables, and a body', async () => {
    await using server = await byPath();
    const check = asked(`${server.url}/201`, {
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
    await passes({}, asked(`${server.url}/200`, { method: 'PUT', body: 'plain text' }));
    assert.equal(server.requests.at(-1)?.body, 'plain text');
  });

  it('[ENF-VAL-11] [ENF-VAL-14] a variable that is not set fails by its name, and nothing is sent', async () => {
    await using server = await byPath();
    const check = asked(server.url, { headers: { authorization: '${env:API_TOKEN}' } });
    await errs({}, check, /Failed to fill in the header authorization: the environment has no API_TOKEN/);
    assert.equal(server.requests.length, 0);
  });

  it('[ENF-VAL-11] a path is added to the location of a resource', async () => {
    await using server = await byPath();
    const resources = [{ id: 'shop', type: 'api', location: `${server.url}/` }];
    await passes({}, asked('shop', { path: '/404', expectedStatus: 404 }), { resources });
    assert.equal(server.requests[0]?.path, '/404');
  });

  it('[ENF-VAL-11] the body against a schema, of the check or of the resource', async () => {
    await using server = await byPath();
    const schema = { required: ['path', 'id'], properties: { path: { const: '/200' } } };
    await passes({}, asked(`${server.url}/200`, { schema: { required: ['path'] } }));
    await fails({}, asked(`${server.url}/200b`, { schema }), {
      expected: `GET ${server.url}/200b answers 2xx with a body that matches the schema`,
      actual: `It answered 200; (root) must have required property 'id'; /path must be "/200", is "/200b"`,
    });
    const resources = [{ id: 'shop', type: 'api', location: `${server.url}/200`, schema }];
    assert.equal((await checkOne({}, asked('shop'), { resources })).passed, false);
    await using plain = await WebServer.answering((_request, response) => response.end('hello'));
    await errs({}, asked(plain.url, { schema: true }), /Failed to read the body of GET .* as JSON/);
  });

  it('[ENF-VAL-11] redirects are an answer, unless they are followed', async () => {
    await using server = await WebServer.answering(({ path }, response) => {
      if (path === '/old') response.writeHead(301, { location: '/new' }).end();
      else json(response, 200, {});
    });
    await passes({}, asked(`${server.url}/old`, { expectedStatus: 301 }));
    await fails({}, asked(`${server.url}/old`), {
      expected: `GET ${server.url}/old answers 2xx`,
      actual: 'It answered 301, which redirects to /new',
    });
    await passes({}, asked(`${server.url}/old`, { followRedirects: true }));
  });

  it('[ENF-VAL-11] it is asked again as often as the check says', async () => {
    let left = 2;
    await using server = await WebServer.answering((_request, response) => json(response, left-- > 0 ? 503 : 200, {}));
    await passes({}, asked(server.url, { retries: 2 }));
    assert.equal(server.requests.length, 3);
    left = 5;
    assert.equal((await checkOne({}, asked(server.url, { retries: 1 }))).passed, false);
    assert.equal(server.requests.length, 5);
  });

  it('[ENF-VAL-11] [ENF-VAL-14] a server that does not answer in time, or is not there, fails with the reason', async () => {
    await using server = await WebServer.answering(() => undefined);
    const what = `GET ${server.url}`;
    const late = await errs({}, asked(server.url, { timeoutSeconds: 0.2 }), /none came within 0\.2 s/);
    assert.match(late.error ?? '', new RegExp(what));
    await server[Symbol.asyncDispose]();
    await errs({}, asked(server.url), /ECONNREFUSED/);
  });

  it('[ENF-VAL-11] a body that does not end, or is far too large, fails with the reason', async () => {
    await using endless = await WebServer.answering((_request, response) => {
      response.writeHead(200).write('a');
    });
    await errs({}, asked(endless.url, { timeoutSeconds: 0.3 }), /none came within 0\.3 s/);
    await using large = await WebServer.answering((_request, response) => response.end('a'.repeat(11_000_000)));
    await errs({}, asked(large.url), /larger than 10 MB/);
  });

  it('[ENF-VAL-11] one request serves all assertions on the same call in one validation, and no longer', async () => {
    await using server = await byPath();
    const resources = [{ id: 'shop', type: 'api', location: `${server.url}/200` }];
    const checks: Check[] = [
      asked('shop'),
      asked(`${server.url}/200`, { expectedStatus: 200 }),
      asked('shop', { schema: { required: ['path'] } }),
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

  it('[ENF-PLUG-2] what has no URL cannot be asked', async () => {
    await errs({ 'a.json': '{}' }, asked('a.json'), /no validator can answer it for a\.json, a resource of type file/);
  });
});
