import assert from 'node:assert/strict';
import type { Check } from '../../../../src/contract/model.ts';
import { checkOne, failsWithError, fails, passes } from '../checking.ts';
import { json, WebServer } from '../web-server.ts';

const FILES = {
  'README.md': '# Health\r\n\r\n## Checks\r\nText.\r\n',
  'docs/a.md': 'alpha\n',
  'docs/b.md': 'beta\n',
  'package.json':
    '{\n  "name": "health",\n  "scripts": { "test": "mocha", "build": "tsc" },\n  "files": ["dist", "docs"],\n  "a/b": { "c~d": 1 }\n}\n',
  VERSION: '1.4.0\r\n',
};
const step = {
  steps: ['report'],
  stepOutput: () => Promise.resolve('{"ok":true,"items":[{"id":1,"tags":["x","y"]}]}\n'),
};

describe('contains', () => {
  const checkOf = (target: string, expected: unknown, more: Partial<Check> = {}): Check => ({
    type: 'contains',
    target,
    expected,
    ...more,
  });

  it('[ENF-VAL-12] finds a text and its location, and ignores line endings', async () => {
    const result = await passes(FILES, checkOf('README.md', '## Checks\nText.'));
    assert.equal(result.actual, 'Found at README.md:3:1');
    assert.deepEqual(result.location, { file: 'README.md', line: 3, column: 1, endLine: 4, endColumn: 6 });
    await fails(FILES, checkOf('README.md', '## Usage'), {
      expected: 'README.md contains "## Usage"',
      actual: 'Not found in README.md',
    });
  });

  it('[ENF-VAL-12] with a glob, one file is enough, and `not` applies to all files', async () => {
    await passes(FILES, checkOf('docs/*.md', 'beta'));
    await passes(FILES, checkOf('docs/*.md', 'gamma', { not: true }));
    await fails(FILES, checkOf('docs/*.md', 'beta', { not: true }), {
      expected: 'None of docs/a.md, docs/b.md contains "beta"',
      actual: 'Found at docs/b.md:1:1',
    });
    for (const not of [true, false]) {
      assert.equal((await checkOne(FILES, checkOf('docs/x*.md', 'a', { not }))).passed, false, 'an empty scope');
    }
  });

  it('[ENF-VAL-12] finds an entry, an item or a part at a JSON pointer', async () => {
    await passes(FILES, checkOf('package.json', { test: 'mocha' }, { pointer: '/scripts' }));
    await passes(FILES, checkOf('package.json', 'dist', { pointer: '/files' }));
    await passes(FILES, checkOf('package.json', ['docs', 'dist'], { pointer: '/files' }));
    await passes(FILES, checkOf('package.json', 'heal', { pointer: '/name' }));
    const result = await fails(FILES, checkOf('package.json', { test: 'jest', lint: 'x' }, { pointer: '/scripts' }), {
      expected: 'package.json#/scripts contains {"test":"jest","lint":"x"}',
      actual: '/test is "mocha", expected "jest"; /lint is missing, expected "x"',
    });
    assert.equal(result.location?.line, 3);
    await fails(FILES, checkOf('package.json', 'src', { pointer: '/files' }), {
      expected: 'package.json#/files contains "src"',
      actual: 'the value does not contain "src"',
    });
    await fails(FILES, checkOf('package.json', 'x', { pointer: '/none/deep' }), {
      expected: 'package.json#/none/deep contains "x"',
      actual: 'package.json has no /none',
    });
  });

  it('[ENF-VAL-12] [ENF-VAL-14] refuses an empty text, which every text contains', async () => {
    await failsWithError(FILES, checkOf('package.json', ''), /every text contains an empty text/);
  });

  it('[ENF-VAL-12] searches the output of a step and the body of a URL', async () => {
    await passes(FILES, checkOf('report', { items: [{ tags: ['y'] }] }), step);
    await passes(FILES, checkOf('report', '"ok":true'), step);
    await using server = await WebServer.start((_request, response) => json(response, 200, { status: 'up' }));
    await passes(FILES, checkOf(server.url, { status: 'up' }));
    assert.equal(
      (await checkOne(FILES, checkOf(server.url, { status: 'down' }))).actual,
      '/status is "up", expected "down"',
    );
  });
});

describe('equals', () => {
  const checkOf = (target: string, expected: unknown, more: Partial<Check> = {}): Check => ({
    type: 'equals',
    target,
    expected,
    ...more,
  });

  it('[ENF-VAL-13] compares texts without line endings and the final line break', async () => {
    await passes(FILES, checkOf('VERSION', '1.4.0'));
    await fails(FILES, checkOf('VERSION', '1.5.0'), {
      expected: 'VERSION is "1.5.0"',
      actual: 'line 1 is "1.4.0", expected "1.5.0"',
    });
    await fails(FILES, checkOf('README.md', '# Health\n\n## Checks'), {
      expected: 'README.md is "# Health\\n\\n## Checks"',
      actual: 'line 4 is extra: "Text."',
    });
  });

  it('[ENF-VAL-13] compares data deeply and lists every difference with its path', async () => {
    await passes(FILES, checkOf('package.json', ['dist', 'docs'], { pointer: '/files' }));
    await passes(FILES, checkOf('package.json', 1, { pointer: '/a~1b/c~0d' }));
    await passes(FILES, checkOf('report', { items: [{ tags: ['x', 'y'], id: 1 }], ok: true }), step);
    await fails(
      FILES,
      checkOf('report', { ok: false, items: [{ id: 1, tags: ['x'] }], more: null }),
      {
        expected: 'the output of step report is {"ok":false,"items":[{"id":1,"tags":["x"]}],"more":null}',
        actual: '/ok is true, expected false; /items/0/tags/1 is extra: "y"; /more is missing, expected null',
      },
      step,
    );
  });

  it('[ENF-VAL-13] compares null and numbers', async () => {
    const files = { 'a.json': '{ "n": null, "z": 0 }' };
    await passes(files, checkOf('a.json', null, { pointer: '/n' }));
    await passes(files, checkOf('a.json', 0, { pointer: '/z' }));
    assert.equal((await checkOne(files, checkOf('a.json', '0', { pointer: '/z' }))).passed, false);
  });

  it('[ENF-VAL-13] [ENF-VAL-14] does not compare integers that are not exact', async () => {
    const files = { 'a.json': '{ "id": 9007199254740993, "list": [{ "n": 9007199254740993 }], "big": 1e300 }' };
    for (const type of ['equals', 'contains'] as const) {
      for (const [pointer, expected] of [
        ['/id', 9007199254740992],
        ['/list', [{ n: 9007199254740992 }]],
      ] as const) {
        const check = { type, target: 'a.json', pointer, expected };
        await failsWithError(files, check, /integers beyond 2\^53 are not exact/);
        await failsWithError(files, { ...check, not: true }, /integers beyond 2\^53 are not exact/);
      }
      await passes(files, { type, target: 'a.json', pointer: '/big', expected: 1e300 });
    }
    await passes(
      { 'a.json': '9007199254740991' },
      { type: 'equals', target: 'a.json', pointer: '', expected: 9007199254740991 },
    );
  });

  it('[ENF-VAL-13] with `not`, requires a difference', async () => {
    await passes(FILES, checkOf('package.json', 'none', { pointer: '/name', not: true }));
    await fails(FILES, checkOf('package.json', 'health', { pointer: '/name', not: true }), {
      expected: 'package.json#/name is not "health"',
      actual: 'It is "health"',
    });
    await fails(FILES, checkOf('package.json', 'x', { pointer: '/none', not: true }), {
      expected: 'package.json#/none is not "x"',
      actual: 'package.json has no /none',
    });
  });

  it('[ENF-VAL-14] fails with the reason if the values cannot be compared', async () => {
    await failsWithError(FILES, { type: 'equals', target: 'VERSION' }, /Failed to read the equals check: expected/);
    await failsWithError({ 'a.json': '{' }, checkOf('a.json', { a: 1 }), /Failed to read a\.json as JSON/);
    await failsWithError(FILES, checkOf('package.json', 1, { pointer: 'name' }), /pointer: Start it with "\/"/);
  });
});
