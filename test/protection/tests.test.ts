import assert from 'node:assert/strict';
import { findProtectedChanges } from '../../src/protection/find-protected-changes.ts';
import type { FileVersions } from '../../src/protection/changes/protected-change.ts';

const FILE = 'test/sum.test.ts';

const SUITE = `import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sum } from '../src/sum.ts';

describe('sum', () => {
  it('adds', () => {
    assert.equal(sum(1, 2), 3);
    assert.equal(sum(0, 0), 0);
  });

  it('subtracts', () => {
    assert.equal(sum(1, -2), -1);
  });
});
`;

/** Each change as "kind: name at file:line". */
async function findChanges(files: readonly FileVersions[], baseFiles: readonly string[] = []): Promise<string[]> {
  const paths = files.flatMap(({ path, previousPath = path, before }) => (before === undefined ? [] : [previousPath]));
  const changes = await findProtectedChanges({ files, baseFiles: [...paths, ...baseFiles] });
  return changes.map(({ kind, subject, file, line }) => `${kind}: ${subject} at ${file}:${line}`);
}

const change = (after: string | undefined, before = SUITE): Promise<string[]> =>
  findChanges([{ path: FILE, before, after }]);
const replace = (from: string, to: string): Promise<string[]> => {
  assert.ok(SUITE.includes(from), from);
  return change(SUITE.replace(from, to));
};

const SUBTRACTS = `  it('subtracts', () => {
    assert.equal(sum(1, -2), -1);
  });
`;

describe('changes of tests', () => {
  const WEAKENED: readonly (readonly [what: string, from: string, to: string, expected: string])[] = [
    ['a deleted test', SUBTRACTS, '', 'deleted: sum › subtracts at test/sum.test.ts:11'],
    ['a comment', SUBTRACTS, `/*\n${SUBTRACTS}*/`, 'commented-out: sum › subtracts at test/sum.test.ts:11'],
    [
      'a documentation comment',
      SUBTRACTS,
      `/**\n${SUBTRACTS}*/\nvoid 0;\n`,
      'commented-out: sum › subtracts at test/sum.test.ts:11',
    ],
    ['it.skip', "it('adds'", "it.skip('adds'", 'skipped: sum › adds at test/sum.test.ts:6'],
    ['it["skip"]', "it('adds'", "it['skip']('adds'", 'skipped: sum › adds at test/sum.test.ts:6'],
    ['xit', "it('adds'", "xit('adds'", 'skipped: sum › adds at test/sum.test.ts:6'],
    ['it.todo', "it('adds'", "it.todo('adds'", 'skipped: sum › adds at test/sum.test.ts:6'],
    ['it.skipIf', "it('adds'", "it.skipIf(true)('adds'", 'skipped: sum › adds at test/sum.test.ts:6'],
    ['it.only', "it('adds'", "it.only('adds'", 'only: sum › adds at test/sum.test.ts:6'],
    ['fit', "it('adds'", "fit('adds'", 'only: sum › adds at test/sum.test.ts:6'],
    [
      'an added it.only',
      SUBTRACTS,
      `${SUBTRACTS}  it.only('new', () => { sum(1, 2); });\n`,
      'only: sum › new at test/sum.test.ts:14',
    ],
    ['{ skip: true }', "it('adds', ", "it('adds', { skip: true }, ", 'skipped: sum › adds at test/sum.test.ts:6'],
    ['a condition', "  it('adds'", "  if (process.env.CI) it('adds'", 'skipped: sum › adds at test/sum.test.ts:6'],
    [
      'an unused function',
      SUBTRACTS,
      `const unused = () => {\n${SUBTRACTS}};\n`,
      'skipped: sum › subtracts at test/sum.test.ts:12',
    ],
    [
      'an early return',
      "  it('subtracts'",
      "  return;\n  it('subtracts'",
      'skipped: sum › subtracts at test/sum.test.ts:12',
    ],
    [
      't.skip()',
      "it('adds', () => {",
      "it('adds', (t) => {\n    t.skip();",
      'skipped: sum › adds at test/sum.test.ts:6',
    ],
    [
      'this.skip()',
      "it('adds', () => {",
      "it('adds', function () {\n    this.skip();",
      'skipped: sum › adds at test/sum.test.ts:6',
    ],
    ['no cases', "it('adds', ", "it.each([])('adds', ", 'skipped: sum › adds at test/sum.test.ts:6'],
    ['a missing function', SUBTRACTS, "  it('subtracts');\n", 'skipped: sum › subtracts at test/sum.test.ts:11'],
    ['an empty body', '    assert.equal(sum(1, -2), -1);\n', '', 'emptied: sum › subtracts at test/sum.test.ts:11'],
    [
      'a constant',
      'assert.equal(sum(1, -2), -1);',
      'assert.ok(true);',
      'emptied: sum › subtracts at test/sum.test.ts:11',
    ],
    [
      'a return before the body',
      '    assert.equal(sum(1, -2), -1);',
      '    return;\n    assert.equal(sum(1, -2), -1);',
      'emptied: sum › subtracts at test/sum.test.ts:11',
    ],
    [
      'an empty function',
      SUBTRACTS,
      "  const nothing = () => {};\n  it('subtracts', nothing);\n",
      'emptied: sum › subtracts at test/sum.test.ts:12',
    ],
    ['fewer assertions', '    assert.equal(sum(0, 0), 0);\n', '', 'fewer-assertions: sum › adds at test/sum.test.ts:6'],
  ];
  for (const [what, from, to, expected] of WEAKENED) {
    it(`[TRUST-7] reports ${what}`, async () => {
      assert.deepEqual(await replace(from, to), [expected]);
    });
  }

  it('[TRUST-7] reports every test of a deleted file, and of a skipped suite', async () => {
    const deleted = ['deleted: sum › adds at test/sum.test.ts:6', 'deleted: sum › subtracts at test/sum.test.ts:11'];
    assert.deepEqual(await change(undefined), deleted);
    assert.deepEqual(await change('export {};\n'), deleted);
    const skipped = deleted.map((text) => text.replace('deleted', 'skipped'));
    for (const name of ['describe.skip', 'xdescribe', 'describe.skipIf(true)']) {
      assert.deepEqual(await replace("describe('sum'", `${name}('sum'`), skipped, name);
    }
    const hook = "describe('sum', () => {\n  beforeEach(function () {\n    this.skip();\n  });";
    assert.deepEqual(
      await replace("describe('sum', () => {", hook),
      skipped.map((text) => text.replace(/\d+$/, (line) => String(Number(line) + 3))),
    );
  });

  it('[TRUST-7] reports functions that replace those of the test runner', async () => {
    const fake = SUITE.replace(
      "import { describe, it } from 'node:test';",
      "import { describe } from 'node:test';\nconst it = () => {};",
    );
    assert.deepEqual(
      (await change(fake)).map((text) => text.split(':')[0]),
      ['runner-replaced', 'runner-replaced'],
    );
    const alias = SUITE.replace('describe, it }', 'describe, it as run }').replaceAll('it(', 'check(');
    const skipping = alias.replace("describe('sum'", "const check = run.skip;\ndescribe('sum'");
    assert.deepEqual(
      (await change(skipping)).map((text) => text.split(':')[0]),
      ['skipped', 'skipped'],
    );
    const wrapping = alias.replace("describe('sum'", "const check = run;\ndescribe('sum'");
    assert.deepEqual(await change(wrapping), []);
  });

  it('[TRUST-7] reports tests that move to a file that the runner does not find', async () => {
    for (const path of ['test/sum.ts', 'test/sum.test.ts.txt', 'archive/sum.old.ts']) {
      const changes = await findChanges([{ path, previousPath: FILE, before: SUITE, after: SUITE }]);
      assert.equal(changes.length, 2, path);
    }
  });

  it('[TRUST-7] knows the tests of playwright and jest', async () => {
    const before = `import { test, expect } from '@playwright/test';
test.describe('page', () => {
  test('opens', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveTitle('Home');
  });
  test.each([[1], [2]])('shows %i', async (number) => {
    expect(number).toBeGreaterThan(0);
  });
});
`;
    assert.deepEqual(
      await change(before.replace("=> {\n  test('", "=> {\n  test.skip(true, 'slow');\n  test('"), before),
      ['skipped: page › opens at test/sum.test.ts:4', 'skipped: page › shows %i at test/sum.test.ts:8'],
    );
    assert.deepEqual(await change(before.replace("test('opens'", "test.fixme('opens'"), before), [
      'skipped: page › opens at test/sum.test.ts:3',
    ]);
    assert.deepEqual(await change(before.replace(', [2]', ''), before), [
      'fewer-assertions: page › shows %i at test/sum.test.ts:7',
    ]);
  });

  it('[TRUST-7] does not report additions, moves, renames and refactorings', async () => {
    const added = SUITE.replace(SUBTRACTS, `${SUBTRACTS}  it('is new', () => {});\n  it.skip('is later', () => {});\n`);
    assert.deepEqual(await change(added), []);
    const moved = SUITE.replace(SUBTRACTS, '');
    const target = `describe('difference', () => {\n${SUBTRACTS}});\n`;
    assert.deepEqual(
      await findChanges([
        { path: FILE, before: SUITE, after: moved },
        { path: 'test/core/difference.test.ts', before: undefined, after: target },
      ]),
      [],
    );
    assert.deepEqual(
      await findChanges([{ path: 'test/core/sum.test.ts', previousPath: FILE, before: SUITE, after: SUITE }]),
      [],
    );
    assert.deepEqual(await replace("it('adds'", "it('adds two numbers'"), []);
    assert.deepEqual(await change(SUITE.replaceAll('sum', 'add')), []);
    const shared = `const behaves = () => {\n${SUBTRACTS}};\nbehaves();\n`;
    assert.deepEqual(await replace(SUBTRACTS, shared), []);
    assert.deepEqual(await change(SUITE.replaceAll('\n', '\r\n')), []);
  });

  it('[TRUST-7] does not report tests that did not run before, and .only in the first tests of a tree', async () => {
    const skipped = SUITE.replace("it('adds'", "it.skip('adds'");
    assert.deepEqual(await change(skipped.replace('it.skip', 'xit'), skipped), []);
    const first = { path: FILE, before: undefined, after: SUITE.replace("it('adds'", "it.only('adds'") };
    assert.deepEqual(await findChanges([first]), []);
    assert.equal((await findChanges([first], ['test/other.test.ts'])).length, 1);
  });

  it('does not take other code for tests', async () => {
    const code = "const test = /a/;\nif (test.test('a')) describe('a');\nfunction describe(text: string) {}\n";
    assert.deepEqual(await findChanges([{ path: 'src/a.ts', before: code, after: '' }]), []);
  });
});
