import assert from 'node:assert/strict';
import { checkOne, failsWithError, fails, passes } from '../checking.ts';
import { json, WebServer } from '../web-server.ts';

const FILES = { 'src/health/types.ts': '', 'app/[id]/page.tsx': '', 'data/a.json': '{}' };

describe('file_exists', () => {
  it('[ENF-VAL-3] finds a file by any spelling of its path', async () => {
    const result = await passes(FILES, { type: 'file_exists', target: './src//health/types.ts' });
    assert.equal(result.tier, 1);
    await passes(FILES, { type: 'file_exists', target: 'app/[id]/page.tsx' });
    await passes(FILES, { type: 'file_exists', target: 'src\\health\\types.ts' });
  });

  it('[ENF-VAL-3] names what exists instead', async () => {
    await fails(
      FILES,
      { type: 'file_exists', target: 'src/types.ts' },
      {
        expected: 'A file at src/types.ts',
        actual: 'File not found: src/types.ts. Did you mean "src/health/types.ts"?',
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

  it('[ENF-VAL-3] suggests one of several files of the same name only if its folder is similar', async () => {
    const files = { 'src/addDays/index.ts': '', 'src/locale/index.ts': '' };
    const actualOf = async (target: string) => (await checkOne(files, { type: 'file_exists', target })).actual;
    assert.equal(await actualOf('src/roundYears/index.ts'), 'File not found: src/roundYears/index.ts');
    assert.equal(
      await actualOf('src/addDay/index.ts'),
      'File not found: src/addDay/index.ts. Did you mean "src/addDays/index.ts"?',
    );
  });

  it('[ENF-VAL-3] requires at least one match of a glob', async () => {
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

  it('[ENF-VAL-3] does not treat the path of a route as a glob that matches another file', async () => {
    const files = { 'app/shop/page.tsx': '', 'app/i/page.tsx': '' };
    for (const target of ['app/(shop)/page.tsx', 'app/[id]/page.tsx', 'app/(shop)/*.tsx', 'app/[id]/*.tsx']) {
      const expected = `A file at ${target}`;
      const { actual = '', passed } = await checkOne(files, { type: 'file_exists', target });
      assert.equal(passed, false, `${expected}: ${actual}`);
      assert.match(actual, /^(?:File not found:|No file matches) /);
      const path = target.replace('*', 'page');
      await passes({ ...files, [path]: '' }, { type: 'file_exists', target });
    }
  });

  it('[ENF-VAL-14] fails with the reason for a path outside the workspace', async () => {
    for (const target of ['../a.ts', '/etc/passwd', 'C:\\a.ts', 'src/../../a.ts']) {
      await failsWithError(FILES, { type: 'file_exists', target }, /Failed to use the path/);
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
        actual: 'File not found: dist',
      },
    );
  });

  it('[ENF-VAL-9] accepts a URL that responds with success, also after a redirect', async () => {
    await using server = await WebServer.start(({ path, method }, response) => {
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
        expected: `${target} responds with success`,
        actual: `HEAD ${target} responded with 404`,
      },
    );
  });

  it('[ENF-VAL-9] [ENF-VAL-14] fails with the reason if there is no server', async () => {
    const server = await WebServer.start((_request, response) => json(response, 200, {}));
    await server[Symbol.asyncDispose]();
    await failsWithError(FILES, { type: 'exists', target: server.url }, /Failed to send HEAD .*ECONNREFUSED/);
  });

  it('[ENF-VAL-9] accepts a step that succeeds, and refuses a reference to nothing', async () => {
    await passes(
      FILES,
      { type: 'exists', target: 'report' },
      { steps: ['report'], stepOutput: () => Promise.resolve('ok') },
    );
    await failsWithError(FILES, { type: 'exists', target: 'message' }, /not a file of the workspace/, {
      resources: [{ id: 'message', type: 'message' }],
    });
  });
});
