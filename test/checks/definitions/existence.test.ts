import assert from 'node:assert/strict';
import { checkOne, errs, fails, passes } from '../checking.ts';
import { json, WebServer } from '../web-server.ts';

const FILES = { 'src/health/types.ts': '', 'app/[id]/page.tsx': '', 'data/a.json': '{}' };

describe('file_exists', () => {
  it('[ENF-VAL-3] finds a file, by any spelling of its path', async () => {
    const result = await passes(FILES, { type: 'file_exists', target: './src//health/types.ts' });
    assert.equal(result.tier, 1);
    await passes(FILES, { type: 'file_exists', target: 'app/[id]/page.tsx' });
    await passes(FILES, { type: 'file_exists', target: 'src\\health\\types.ts' });
  });

  it('[ENF-VAL-3] says what is there instead', async () => {
    await fails(
      FILES,
      { type: 'file_exists', target: 'src/types.ts' },
      {
        expected: 'A file at src/types.ts',
        actual: 'Nothing stands at src/types.ts; there is src/health/types.ts',
      },
    );
    await fails(
      FILES,
      { type: 'file_exists', target: 'src/health' },
      {
        expected: 'A file at src/health',
        actual: 'src/health is a folder, not a file',
      },
    );
  });

  it('[ENF-VAL-3] a glob must match one file at least', async () => {
    await passes(FILES, { type: 'file_exists', target: 'src/**/*.ts' });
    await fails(
      FILES,
      { type: 'file_exists', target: 'lib/**/*.ts' },
      {
        expected: 'A file at lib/**/*.ts',
        actual: 'No file matches lib/**/*.ts',
      },
    );
  });

  it('[ENF-VAL-3] the name of a route is no glob: another file does not stand in its place', async () => {
    const files = { 'app/shop/page.tsx': '', 'app/i/page.tsx': '' };
    for (const target of ['app/(shop)/page.tsx', 'app/[id]/page.tsx', 'app/(shop)/*.tsx', 'app/[id]/*.tsx']) {
      const expected = `A file at ${target}`;
      const { actual = '', passed } = await checkOne(files, { type: 'file_exists', target });
      assert.equal(passed, false, `${expected}: ${actual}`);
      assert.match(actual, /^(?:Nothing stands at|No file matches) /);
      const path = target.replace('*', 'page');
      await passes({ ...files, [path]: '' }, { type: 'file_exists', target });
    }
  });

  it('[ENF-VAL-14] a path out of the workspace fails with the reason', async () => {
    for (const target of ['../a.ts', '/etc/passwd', 'C:\\a.ts', 'src/../../a.ts']) {
      await errs(FILES, { type: 'file_exists', target }, /Failed to use the path/);
    }
  });
});

describe('exists', () => {
  it('[ENF-VAL-9] finds files, folders and resources', async () => {
    await passes(FILES, { type: 'exists', target: 'data/a.json' });
    assert.equal((await passes(FILES, { type: 'exists', target: 'src/health/' })).actual, 'src/health/ is a folder');
    const resources = [{ id: 'config', type: 'artifact', location: 'data/a.json' }];
    await passes(FILES, { type: 'exists', target: 'config' }, { resources });
    await fails(
      FILES,
      { type: 'exists', target: 'dist' },
      {
        expected: 'A file or folder at dist',
        actual: 'Nothing stands at dist',
      },
    );
  });

  it('[ENF-VAL-9] a URL exists where it answers with success, also behind a redirect', async () => {
    await using server = await WebServer.answering(({ path, method }, response) => {
      if (path === '/moved') response.writeHead(302, { location: '/there' }).end();
      else if (path === '/get-only' && method === 'HEAD') response.writeHead(405).end();
      else if (path === '/there' || path === '/get-only') json(response, 200, {});
      else json(response, 404, {});
    });
    await passes(FILES, { type: 'exists', target: `${server.url}/there` });
    await passes(FILES, { type: 'exists', target: `${server.url}/moved` });
    await passes(FILES, { type: 'exists', target: `${server.url}/get-only` });
    const target = `${server.url}/none`;
    await fails(
      FILES,
      { type: 'exists', target },
      {
        expected: `${target} answers with success`,
        actual: `HEAD ${target} answered 404`,
      },
    );
  });

  it('[ENF-VAL-9] [ENF-VAL-14] a server that is not there fails with the reason', async () => {
    const server = await WebServer.answering((_request, response) => json(response, 200, {}));
    await server[Symbol.asyncDispose]();
    await errs(FILES, { type: 'exists', target: server.url }, /Failed to get an answer to HEAD .*ECONNREFUSED/);
  });

  it('[ENF-VAL-9] a step exists when it succeeds; what names nothing fails', async () => {
    await passes(
      FILES,
      { type: 'exists', target: 'report' },
      { steps: ['report'], stepOutput: () => Promise.resolve('ok') },
    );
    await errs(FILES, { type: 'exists', target: 'message' }, /names no file/, {
      resources: [{ id: 'message', type: 'message' }],
    });
  });
});
