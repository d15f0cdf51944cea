import assert from 'node:assert/strict';
import { findAwaitedCauses, listNamedLines } from '../../../src/run/validation/located-errors.ts';

const FILES = new Set(['src/a.ts', 'src/[id]/page.tsx', 'test/slug.test.ts', 'app.py']);
const AWAITED = {
  names: new Set(['slugify']),
  files: new Set(['src/slug.ts', 'src/index.ts']),
  work: new Set<string>(),
};

function causesOf(...texts: readonly string[]) {
  const lines = texts.map((_, index) => ({ file: 'src/a.ts', line: index + 1 }));
  return findAwaitedCauses(lines, AWAITED, ({ line }) => Promise.resolve(texts[line - 1]));
}

describe('the places that a tool names', () => {
  it('[BITE-1] are found in the forms of compilers and runners', () => {
    const output = [
      '\u001b[96msrc/a.ts\u001b[0m:3:10 - error',
      'src/a.ts(4,2): error TS1: no',
      '  at run (./test/slug.test.ts:7:1)',
      'src/[id]/page.tsx:1:1',
      '  File "app.py", line 9, in <module>',
      '  at node:internal/modules/loader:1:2 and /usr/lib/x.js:3:4 and node_modules/a/b.js:1:1',
    ].join('\n');
    assert.deepEqual(
      listNamedLines(output, FILES)?.map(({ file, line }) => `${file}:${line}`),
      ['src/a.ts:3', 'src/a.ts:4', 'test/slug.test.ts:7', 'src/[id]/page.tsx:1', 'app.py:9'],
    );
  });

  it('[BITE-1] are not known if one is in no file of the tree', () => {
    assert.equal(listNamedLines('src/a.ts:3:10\nlib/gone.ts:1:1', FILES), undefined);
  });

  it('[BITE-1] are found in time that grows with the output', () => {
    for (const character of ['+', '@', '\\a', 'a/', '(']) {
      const start = process.cpuUsage();
      listNamedLines(`${character.repeat(100_000)}\n`.repeat(2), FILES);
      listNamedLines(`${character.repeat(900)}\n`.repeat(200), FILES);
      assert.ok(process.cpuUsage(start).user < 20_000_000, character);
    }
  });

  it('[BITE-1] need a name that the chunk creates, or a file that they import', async () => {
    assert.deepEqual(await causesOf("import { slugify } from './text.js';"), ['slugify']);
    assert.deepEqual(await causesOf("import { x } from '../src/slug.js';"), ['src/slug.ts']);
    assert.deepEqual(await causesOf('from app.slug import x'), ['src/slug.ts']);
    assert.equal(await causesOf('const slug = 1; slug.foo.bar();'), undefined);
    assert.equal(await causesOf("import { x } from '../src/gone.js';"), undefined);
    assert.equal(await causesOf('slugify(1)', 'missing(2)'), undefined);
    assert.equal(await causesOf(), undefined);
  });
});
