import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';
import { projectRoot } from '../scripts/project.ts';
import { findForbiddenWording, forbiddenWording } from './word-list.ts';

/** What people read: sources, tests, documentation, and the strings of the extension's manifest. */
const readTexts = [
  'src/**/*.{ts,css,md}',
  'test/**/*.{ts,mjs,md}',
  'docs/**/*.md',
  'examples/**/*.{md,ts,yaml}',
  '*.{md,mjs,js,jsonc}',
  'package.json',
  'package.nls.json',
];
/** The list itself, and texts that are test data. */
const exceptions = ['test/architecture/word-list.ts', 'test/fixtures/**'];

describe('The wording', () => {
  it('uses no word of the list in test/architecture/word-list.ts', async () => {
    const files = (await glob(readTexts, { cwd: projectRoot, ignore: [...exceptions, '**/node_modules/**'] })).sort();
    assert.ok(files.length > 100, `only ${files.length} files were read`);
    const problems = await Promise.all(
      files.map(async (file) =>
        findForbiddenWording(await readFile(join(projectRoot, file), 'utf8')).map(
          ({ line, found, instead }) => `${file}:${line} "${found}": write ${instead}`,
        ),
      ),
    );
    assert.deepEqual(problems.flat(), []);
  });

  it('is checked in names and in sentences', () => {
    const text = 'oldCars();\n// Old is fine here; an old car, and cars in scar, are checked.\nconst OLD_CAR = 1;';
    const found = findForbiddenWording(text, [
      { pattern: 'cars?', instead: '"vehicle"' },
      { pattern: 'old(?= car)', instead: '"used"' },
    ]);
    assert.deepEqual(
      found.map((problem) => `${problem.line} ${problem.found}`),
      ['1 Cars', '1 old', '2 car', '2 cars', '2 old', '3 CAR', '3 OLD'],
    );
  });

  it('lists each word once, with a replacement', () => {
    const patterns = forbiddenWording.map(({ pattern }) => pattern);
    assert.equal(new Set(patterns).size, patterns.length);
    assert.deepEqual(
      forbiddenWording.filter(({ instead }) => instead === ''),
      [],
    );
  });
});
