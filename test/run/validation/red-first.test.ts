import assert from 'node:assert/strict';
import { outcomeOf } from '../../faults/red-first/run-matrix.ts';
import { hasPrograms, runRedFirst } from '../../faults/red-first/run-red-first.ts';
import { RED_FIRST_SUBJECTS } from '../../faults/red-first/subjects.ts';

const nodeTest = RED_FIRST_SUBJECTS.find(({ runner }) => runner === 'node:test');
assert.ok(nodeTest !== undefined);
const { inNew, inExisting, testOfNew, idle } = nodeTest;

describe('an acceptance command that must fail first', () => {
  it('[BITE-1] is red because a file is missing that the chunk creates', async () => {
    const result = await runRedFirst(nodeTest, { ...inNew, ...testOfNew });
    assert.equal(result.status, 'pass', JSON.stringify(result));
    const { durationMs, ...report } = result.redFirst ?? { durationMs: 0 };
    assert.deepEqual(report, { outcome: 'red', by: 'missing-code', missing: ['src/slug.js'] });
    assert.ok(durationMs > 0);
  });

  it('[BITE-1] is red because of a test that exists and fails without the work', async () => {
    const test =
      "import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport * as text from '../src/text.js';\n\nit('slugs', () => {\n  assert.equal(text.slugify('A B'), 'a-b');\n});\n";
    const subject = { ...nodeTest, files: { ...nodeTest.files, 'test/slug.test.js': test } };
    const result = await runRedFirst(subject, inExisting);
    assert.equal(result.status, 'pass', JSON.stringify(result));
    assert.deepEqual([result.redFirst?.by, result.redFirst?.tests], ['test', ['slugs']]);
  });

  it('[BITE-1] refuses tests that pass without the work, with their names', async () => {
    const result = await runRedFirst(nodeTest, { ...inNew, ...idle.files });
    assert.equal(result.status, 'fail');
    assert.deepEqual(result.redFirst?.tests, [idle.test]);
    assert.match(result.problems[0] ?? '', /"node --test" says nothing about your change: your tests pass.*: trims\./);
  });

  it('[BITE-1] refuses a work without tests that the command passes without', async () => {
    const result = await runRedFirst(nodeTest, inNew);
    assert.equal(outcomeOf(result), 'green');
    assert.match(result.problems[0] ?? '', /it passes without your change/);
  });

  it('[BITE-1] may pass first if the chunk or the command says so, and in version 2', async () => {
    for (const chunk of [
      '    redFirst: false\n',
      '    acceptanceCommands: [{ command: node --test, redFirst: false }]\n',
    ]) {
      const command = chunk.includes('acceptanceCommands') ? undefined : nodeTest.command;
      const result = await runRedFirst({ ...nodeTest, command }, { ...inNew, ...idle.files }, { chunk });
      assert.equal(result.status, 'pass', JSON.stringify(result));
      assert.equal(result.redFirst, undefined);
    }
    const result = await runRedFirst(nodeTest, { ...inNew, ...idle.files }, { version: 2 });
    assert.equal(result.redFirst, undefined);
  });

  it('[BITE-1] is not judged where the work may contain the tests', async () => {
    const subject = {
      ...nodeTest,
      command: 'node --test src/slug.js',
      files: { ...nodeTest.files, 'src/slug.js': "export const old = '';\n" },
    };
    const withTest =
      "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n\nexport const old = '';\nexport const slugify = (text) => text.toLowerCase();\n\ntest('slugs', () => {\n  assert.equal(slugify('A'), 'a');\n});\n";
    const result = await runRedFirst(subject, { 'src/slug.js': withTest });
    assert.equal(result.status, 'pass', JSON.stringify(result));
    assert.match(result.redFirst?.reason ?? '', /src\/slug\.js may contain tests/);
  });

  it('[BITE-1] is not judged if something is missing that the chunk does not have to create', async () => {
    const work = { 'src/words.js': 'export const words = (text) => text.split(" ");\n', ...inNew };
    const test =
      "import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport { words } from '../src/words.js';\nimport { slugify } from '../src/slug.js';\n\nit('slugs', () => {\n  assert.equal(slugify('A B'), words('a-b')[0]);\n});\n";
    const result = await runRedFirst(nodeTest, { ...work, 'test/slug.test.js': test });
    assert.equal(result.status, 'pass', JSON.stringify(result));
    assert.equal(result.redFirst?.outcome, 'not-judged');
  });

  it('[BITE-1] lays helpers of tests over the base, and no module that other code uses', async () => {
    const writes = {
      ...inExisting,
      'test/helpers/cases.js': "export const cases = [['A B', 'a-b']];\n",
      'test/slug.test.js':
        "import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport { slugify } from '../src/text.js';\nimport { cases } from './helpers/cases.js';\n\nit('slugs', () => {\n  for (const [from, to] of cases) assert.equal(slugify(from), to);\n});\n",
    };
    const result = await runRedFirst(nodeTest, writes);
    assert.deepEqual(
      [result.redFirst?.by, result.redFirst?.missing],
      ['missing-code', ['slugify']],
      JSON.stringify(result),
    );
  });

  it('[BITE-1] blocks a chunk that may write no test before the model is called', async () => {
    const subject = {
      ...nodeTest,
      files: { ...nodeTest.files, 'test/old.test.js': idle.files['test/slug.test.js'] ?? '' },
    };
    const result = await runRedFirst(subject, inNew, { allowedFiles: '[src/slug.js]' });
    assert.equal(result.status, 'blocked');
    assert.equal(result.calls, 0);
    assert.match(result.reason ?? '', /"node --test" passes before the work, and the chunk may write no test/);
  });

  it('[BITE-1] lets a failing build wait for what the chunk must create, and blocks any other', async () => {
    const build =
      'node_modules/.bin/tsc --noEmit --allowJs --checkJs --module nodenext --target es2024 --strict false --skipLibCheck test/slug.test.js';
    const test =
      "import { slugify } from '../src/text.js';\n\nif (slugify('A B') !== 'a-b') throw new Error('wrong');\n";
    const subject = { ...nodeTest, files: { ...nodeTest.files, 'test/slug.test.js': test } };
    const contract = `build: { command: ${JSON.stringify(build)} }\n`;
    const waiting = await runRedFirst(subject, inExisting, { contract });
    assert.equal(waiting.status, 'pass', JSON.stringify(waiting));
    assert.ok(waiting.notes.some((note) => /The build waits for this chunk: it fails because of slugify/.test(note)));
    const files = {
      ...subject.files,
      'test/slug.test.js': `${test}\nmissing();\n`,
    };
    const broken = await runRedFirst({ ...subject, files }, inExisting, { contract });
    assert.equal(broken.status, 'blocked');
    assert.match(broken.reason ?? '', /The build fails before the first attempt/);
  });

  it('[BITE-1] is run again only if the base, the tests, the command or the tools differ', async () => {
    const attempts = [
      { ...inNew, ...idle.files },
      { ...inNew, 'src/more.js': 'export const more = 1;\n', ...idle.files },
      { ...inNew, ...testOfNew },
    ];
    const result = await runRedFirst(nodeTest, attempts[0] ?? {}, { further: attempts.slice(1) });
    assert.equal(result.status, 'pass', JSON.stringify(result));
    const runs = result.stages.filter((stage) => stage === 'without the change: node --test');
    assert.equal(runs.length, 2, 'the second attempt has the tests of the first');
  });

  it('[BITE-1] judges a chunk that names its files, as the documentation shows', async () => {
    const options = { allowedFiles: '[src/slug.js, test/slug.test.js]' };
    const red = await runRedFirst(nodeTest, { ...inNew, ...testOfNew }, options);
    assert.equal(outcomeOf(red), 'red', JSON.stringify(red));
    const green = await runRedFirst(nodeTest, { ...inNew, ...idle.files }, options);
    assert.equal(outcomeOf(green), 'green', JSON.stringify(green));
  });

  it('[BITE-1] refuses an answer without a change, and does not judge one of tests alone', async () => {
    const files = { ...nodeTest.files, ...inNew, ...testOfNew };
    const none = await runRedFirst({ ...nodeTest, files }, {});
    assert.equal(outcomeOf(none), 'green', JSON.stringify(none));
    const tests = { 'test/more.test.js': (testOfNew['test/slug.test.js'] ?? '').replace("'slugs'", "'slugs more'") };
    const alone = await runRedFirst({ ...nodeTest, name: '', files }, tests);
    assert.deepEqual([alone.status, alone.redFirst?.outcome], ['pass', 'not-judged'], JSON.stringify(alone));
  });

  it('[BITE-1] is not judged where scripts of the work decide what runs', async () => {
    const manifest = (script: string): string =>
      `{ "private": true, "type": "module", "scripts": { "test": ${JSON.stringify(script)} } }\n`;
    const chunk = '    mayChange: [scripts, tests]\n';
    const subject = {
      ...nodeTest,
      command: 'npm test',
      files: {
        ...nodeTest.files,
        'test/old.test.js': idle.files['test/slug.test.js'] ?? '',
        'package.json': manifest('node --test test/old.test.js'),
      },
    };
    const writes = { ...inNew, ...testOfNew, 'package.json': manifest('node --test') };
    const added = await runRedFirst(subject, writes, { chunk });
    assert.deepEqual([added.status, added.redFirst?.outcome], ['pass', 'not-judged'], JSON.stringify(added));
    const placeholder = manifest('echo "Error: no test specified" && exit 1');
    const files = { ...nodeTest.files, 'package.json': placeholder };
    const replaced = await runRedFirst({ ...subject, files }, { ...writes, ...idle.files }, { chunk });
    assert.equal(replaced.redFirst?.outcome, 'not-judged', JSON.stringify(replaced));
  });

  it('[BITE-1] takes what the chunk creates for work, also in a folder of tests', async () => {
    const mock = "export const other = () => 'a';\n";
    const slug = "export const slugify = (text) => text.toLowerCase().replaceAll(' ', '-');\n";
    const test = (testOfNew['test/slug.test.js'] ?? '').replace('../src/slug.js', '../src/testing/mock.js');
    const subject = { ...nodeTest, files: { ...nodeTest.files, 'src/testing/mock.js': mock } };
    const writes = { 'src/testing/mock.js': `${mock}${slug}`, 'test/slug.test.js': test };
    const result = await runRedFirst(subject, writes);
    assert.equal(outcomeOf(result), 'red', JSON.stringify(result));
  });

  it('[BITE-1] does not block a chunk whose allowed file can have tests', async () => {
    const subject = { ...nodeTest, command: 'node --test src/slug.js', files: { ...nodeTest.files, ...inNew } };
    const result = await runRedFirst(subject, inNew, { allowedFiles: '[src/slug.js]' });
    assert.notEqual(result.status, 'blocked', JSON.stringify(result));
  });

  // The whole table is "npm run faults -- --red-first".
  for (const [runner, expected] of [
    ['mocha', 'red'],
    ['pytest', 'green'],
    ['unittest', 'red'],
    ['go test', 'red'],
  ] as const) {
    it(`[BITE-1] tells red from green with ${runner}`, async function () {
      const subject = RED_FIRST_SUBJECTS.find((one) => one.runner === runner);
      assert.ok(subject !== undefined);
      if (!hasPrograms(subject)) return this.skip();
      const writes =
        expected === 'red'
          ? { ...subject.inExisting, ...subject.testOfExisting }
          : { ...subject.inNew, ...subject.idle.files };
      const result = await runRedFirst(subject, writes);
      assert.equal(outcomeOf(result), expected, JSON.stringify(result));
      if (expected === 'green') assert.deepEqual(result.redFirst?.tests, [subject.idle.test]);
    });
  }
});
