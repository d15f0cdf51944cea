import assert from 'node:assert/strict';
import type { Check } from '../../../src/contract/model.ts';
import { checkOne, errs, fails, passes } from '../checking.ts';
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
  const asked = (target: string, expected: unknown, more: Partial<Check> = {}): Check => ({
    type: 'contains',
    target,
    expected,
    ...more,
  });

  it('[ENF-VAL-12] a text in a file, with its place; line endings do not matter', async () => {
    const result = await passes(FILES, asked('README.md', '## Checks\nText.'));
    assert.equal(result.actual, 'Found at README.md:3:1');
    assert.deepEqual(result.location, { file: 'README.md', line: 3, column: 1, endLine: 4, endColumn: 6 });
    await fails(FILES, asked('README.md', '## Usage'), {
      expected: 'README.md contains "## Usage"',
      actual: 'Not found in README.md',
    });
  });

  it('[ENF-VAL-12] with a glob one file is enough, and not speaks of all', async () => {
    await passes(FILES, asked('docs/*.md', 'beta'));
    await passes(FILES, asked('docs/*.md', 'gamma', { not: true }));
    await fails(FILES, asked('docs/*.md', 'beta', { not: true }), {
      expected: 'docs/a.md, docs/b.md does not contain "beta"',
      actual: 'Found at docs/b.md:1:1',
    });
    for (const not of [true, false]) {
      assert.equal((await checkOne(FILES, asked('docs/x*.md', 'a', { not }))).passed, false, 'an empty scope');
    }
  });

  it('[ENF-VAL-12] an entry, an item or a part, where a JSON pointer leads', async () => {
    await passes(FILES, asked('package.json', { test: 'mocha' }, { pointer: '/scripts' }));
    await passes(FILES, asked('package.json', 'dist', { pointer: '/files' }));
    await passes(FILES, asked('package.json', ['docs', 'dist'], { pointer: '/files' }));
    await passes(FILES, asked('package.json', 'heal', { pointer: '/name' }));
    const result = await fails(FILES, asked('package.json', { test: 'jest', lint: 'x' }, { pointer: '/scripts' }), {
      expected: 'package.json#/scripts contains {"test":"jest","lint":"x"}',
      actual: '/test is "mocha", expected "jest"; /lint is missing, expected "x"',
    });
    assert.equal(result.location?.line, 3);
    await fails(FILES, asked('package.json', 'src', { pointer: '/files' }), {
      expected: 'package.json#/files contains "src"',
      actual: 'the value has no "src"',
    });
    await fails(FILES, asked('package.json', 'x', { pointer: '/none/deep' }), {
      expected: 'package.json#/none/deep contains "x"',
      actual: 'package.json has no /none',
    });
  });

  it('[ENF-VAL-12] [ENF-VAL-14] an empty text, which every text contains, is refused', async () => {
    await errs(FILES, asked('package.json', ''), /An empty text is contained in every text/);
  });

  it('[ENF-VAL-12] the output of a step and the body of a URL', async () => {
    await passes(FILES, asked('report', { items: [{ tags: ['y'] }] }), step);
    await passes(FILES, asked('report', '"ok":true'), step);
    await using server = await WebServer.answering((_request, response) => json(response, 200, { status: 'up' }));
    await passes(FILES, asked(server.url, { status: 'up' }));
    assert.equal(
      (await checkOne(FILES, asked(server.url, { status: 'down' }))).actual,
      '/status is "up", expected "down"',
    );
  });
});

describe('equals', () => {
  const asked = (target: string, expected: unknown, more: Partial<Check> = {}): Check => ({
    type: 'equals',
    target,
    expected,
    ...more,
  });

  it('[ENF-VAL-13] a text: the end of the file and line endings do not count', async () => {
    await passes(FILES, asked('VERSION', '1.4.0'));
    await fails(FILES, asked('VERSION', '1.5.0'), {
      expected: 'VERSION is "1.5.0"',
      actual: 'line 1 is "1.4.0", expected "1.5.0"',
    });
    await fails(FILES, asked('README.md', '# Health\n\n## Checks'), {
      expected: 'README.md is "# Health\\n\\n## Checks"',
      actual: 'line 4 is extra: "Text."',
    });
  });

  it('[ENF-VAL-13] data, deeply, with every difference at its path', async () => {
    await passes(FILES, asked('package.json', ['dist', 'docs'], { pointer: '/files' }));
    await passes(FILES, asked('package.json', 1, { pointer: '/a~1b/c~0d' }));
    await passes(FILES, asked('report', { items: [{ tags: ['x', 'y'], id: 1 }], ok: true }), step);
    await fails(
      FILES,
      asked('report', { ok: false, items: [{ id: 1, tags: ['x'] }], more: null }),
      {
        expected: 'the output of step report is {"ok":false,"items":[{"id":1,"tags":["x"]}],"more":null}',
        actual: '/ok is true, expected false; /items/0/tags/1 is extra: "y"; /more is missing, expected null',
      },
      step,
    );
  });

  it('[ENF-VAL-13] null and numbers are values like others', async () => {
    const files = { 'a.json': '{ "n": null, "z": 0 }' };
    await passes(files, asked('a.json', null, { pointer: '/n' }));
    await passes(files, asked('a.json', 0, { pointer: '/z' }));
    assert.equal((await checkOne(files, asked('a.json', '0', { pointer: '/z' }))).passed, false);
  });

  it('[ENF-VAL-13] inverted, it must differ', async () => {
    await passes(FILES, asked('package.json', 'none', { pointer: '/name', not: true }));
    await fails(FILES, asked('package.json', 'health', { pointer: '/name', not: true }), {
      expected: 'package.json#/name is not "health"',
      actual: 'It is "health"',
    });
    await fails(FILES, asked('package.json', 'x', { pointer: '/none', not: true }), {
      expected: 'package.json#/none is not "x"',
      actual: 'package.json has no /none',
    });
  });

  it('[ENF-VAL-14] what cannot be compared fails with the reason', async () => {
    await errs(FILES, { type: 'equals', target: 'VERSION' }, /Failed to read the equals check: expected/);
    await errs({ 'a.json': '{' }, asked('a.json', { a: 1 }), /Failed to read a\.json as JSON/);
    await errs(FILES, asked('package.json', 1, { pointer: 'name' }), /does not start with \//);
  });
});
