import assert from 'node:assert/strict';
import { findProtectedChanges } from '../../../src/verdicts/protection/find-protected-changes.ts';
import type { FileVersions } from '../../../src/verdicts/protection/changes/protected-change.ts';

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
  const changes = await findProtectedChanges({ files, baseFiles: [...paths, ...baseFiles], baseSettings: [] });
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

  const JEST = `import { sum } from '../src/sum.ts';

const rows = [[1, 2, 3], [2, 2, 4]];
describe('sum', () => {
  it('adds', () => { expect(sum(1, 2)).toBe(3); });
  it.each(rows)('adds row %i', (a, b, c) => { expect(sum(a, b)).toBe(c); });
});
`;
  const REPLACED: readonly (readonly [what: string, before: string, after: string])[] = [
    ['a runner of another file', SUITE, SUITE.replace("'node:test'", "'./runner.ts'")],
    ['assertions of another file', SUITE, SUITE.replace("'node:assert/strict'", "'./assert.ts'")],
    ['an own object', SUITE, SUITE.replace(/import assert.*/, 'const assert = { equal() {} };')],
    ['a replaced member', SUITE, SUITE.replace("describe('sum'", "assert.equal = () => {};\ndescribe('sum'")],
    ['an own expect', JEST, `const expect = () => ({ toBe() {} });\n${JEST}`],
    ['a replaced global', JEST, `globalThis.it = Object.assign(() => {}, { each: () => () => {} });\n${JEST}`],
    [
      'a mocked library',
      SUITE,
      SUITE.replace("describe('sum'", "mock.method(assert, 'equal', () => {});\ndescribe('sum'"),
    ],
  ];
  for (const [what, before, after] of REPLACED) {
    it(`[TRUST-7] reports ${what} in place of that of a test library`, async () => {
      const changes = await change(after, before);
      // Each test, and the file if it replaces something for all files.
      assert.ok(changes.length === 2 || changes.length === 3, String(changes.length));
      for (const text of changes) assert.match(text, /^runner-replaced: /);
    });
  }

  it('[TRUST-7] accepts another library, helpers that use one, and variables with the name of an import', async () => {
    assert.deepEqual(await change(SUITE.replace("'node:test'", "'vitest'")), []);
    assert.deepEqual(await change(SUITE.replace("'node:assert/strict'", "'node:assert'")), []);
    assert.deepEqual(await change(SUITE.replace(/import assert.*/, "const assert = require('chai').assert;")), []);
    const named = SUITE.replace('import assert from', 'import { equal, match } from').replaceAll(
      'assert.equal',
      'equal',
    );
    assert.deepEqual(
      await change(named.replace('    equal(sum(1, 2)', "    const match = 'a';\n    equal(sum(1, 2)"), named),
      [],
    );
    const helper = 'function assertSum(a: number, b: number, c: number) { assert.equal(sum(a, b), c); }\n';
    const used = SUITE.replace('assert.equal(sum(1, -2), -1)', 'assertSum(1, -2, -1)');
    assert.deepEqual(await change(used.replace("describe('sum'", `${helper}describe('sum'`)), []);
  });

  const HIDDEN: readonly (readonly [what: string, before: string, after: string, count: number])[] = [
    ['options in a variable', SUITE, SUITE.replace("it('adds', ", "const o = { skip: true };\n  it('adds', o, "), 1],
    ['spread options', SUITE, SUITE.replace("it('adds', ", "it('adds', { ...{ skip: true } }, "), 1],
    ['skip from node:test', SUITE, SUITE.replace('{ describe, it }', '{ describe, skip as it }'), 2],
    ['a member of describe', SUITE, SUITE.replace("describe('sum'", "const { skip } = describe;\nskip('sum'"), 2],
    ['an emptied table', JEST, JEST.replace(/\[\[.*\]\]/, '[]'), 1],
    [
      'a loop over nothing',
      SUITE,
      SUITE.replace("  it('adds'", "  [].forEach(() => it('adds'").replace('0);\n  });', '0);\n  }));'),
      1,
    ],
    [
      'an unused function',
      SUITE,
      `${SUITE.replace("describe('sum'", "function unused() { describe('sum'")}}\nvoid unused;\n`,
      2,
    ],
    ['process.exit() in a test', SUITE, SUITE.replace("it('adds', () => {", "it('adds', () => { process.exit(0);"), 1],
    ['process.exit() at the end', SUITE, `${SUITE}process.exit(0);\n`, 2],
    [
      'process.exit() in a hook',
      SUITE,
      SUITE.replace("  it('adds'", "  after(() => process.exit(0));\n  it('adds'"),
      2,
    ],
    ['process.exit() in a timer', SUITE, `${SUITE}setTimeout(() => process.exit(0));\n`, 2],
    ['an exit code', SUITE, `${SUITE}process.on('exit', () => { process.exitCode = 0; });\n`, 2],
  ];
  for (const [what, before, after, count] of HIDDEN) {
    it(`[TRUST-7] reports tests that ${what} disables`, async () => {
      assert.notEqual(before, after);
      const changes = await change(after, before);
      assert.equal(changes.length, count, changes.join('\n'));
      for (const text of changes) assert.match(text, /^skipped: /);
    });
  }

  const IGNORED: readonly (readonly [what: string, statement: string])[] = [
    ['no assertion', 'sum(1, -2);'],
    ['an error that is ignored', 'try { assert.equal(sum(1, -2), -1); } catch { console.log(1); }'],
    ['a false condition', 'if (0) assert.equal(sum(1, -2), -1);'],
    ['a false operand', 'void (false && assert.equal(sum(1, -2), -1));'],
    ['an unused function', 'const unused = () => { assert.equal(sum(1, -2), -1); };'],
    ['a true condition before it', 'if (1) return;\n    assert.equal(sum(1, -2), -1);'],
  ];
  for (const [what, statement] of IGNORED) {
    it(`[TRUST-7] reports a test with ${what} as emptied`, async () => {
      assert.deepEqual(await replace('assert.equal(sum(1, -2), -1);', statement), [
        'emptied: sum › subtracts at test/sum.test.ts:11',
      ]);
    });
  }

  it('[TRUST-7] reports a test that ran under a condition and is now always skipped', async () => {
    const conditional = [
      SUITE.replace("  it('adds'", "  if (!isWindows) it('adds'"),
      SUITE.replace("it('adds', ", "it('adds', { skip: isWindows }, "),
      SUITE.replace("it('adds', ", "it.skipIf(isWindows)('adds', "),
      SUITE.replace("it('adds', () => {", "it('adds', function () {\n    if (isWindows) this.skip();"),
    ];
    for (const before of conditional) {
      const after = before.replace(/\bit\b(?=[.(])/, 'xit');
      const changes = await change(after, before);
      assert.equal(changes.length, 1, after);
      assert.match(changes[0] ?? '', /^skipped: sum › adds/);
      assert.deepEqual(await change(before.replace('isWindows', 'isMac'), before), []);
    }
  });

  it('[TRUST-7] reports tests that move to a folder without other tests', async () => {
    const move = (path: string): Promise<string[]> =>
      findChanges([{ path, previousPath: FILE, before: SUITE, after: SUITE }], ['src/core/other.test.ts']);
    for (const path of ['archive/sum.test.ts', 'src/sum.test.ts']) assert.equal((await move(path)).length, 2, path);
    for (const path of ['packages/a/test/sum.test.ts', 'src/core/sum.test.ts'])
      assert.deepEqual(await move(path), [], path);
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

  it('[TRUST-7] reports assertions that accept almost any value, and not additional ones', async () => {
    const before = `import { expect, test } from 'vitest';
test('adds', () => {
  expect(sum(1, 2)).toBe(3);
  expect(sum(0, 0)).toEqual(0);
  expect(page.ok).toBe(true);
});
`;
    const weaker = ['fewer-assertions: adds at test/sum.test.ts:2'];
    assert.deepEqual(await change(before.replace('toBe(3)', 'toBeDefined()'), before), weaker);
    assert.deepEqual(await change(before.replaceAll(/toBe\(3\)|toEqual\(0\)/g, 'toBeTruthy()'), before), weaker);
    const more = '  expect(sum(1, 2)).toBeDefined();\n';
    assert.deepEqual(await change(before.replace('  expect(page', `${more}  expect(page`), before), []);
    assert.deepEqual(await change(before.replace('toBe(3)', 'toBe(4)'), before), [], 'a test of another value');
    const weak = before.replace('toBe(3)', 'toBeDefined()');
    assert.deepEqual(await change(before, weak), [], 'the assertion became more exact');
    assert.deepEqual(await replace('assert.equal(sum(0, 0), 0)', 'assert.ok(sum(0, 0) !== undefined)'), [
      'fewer-assertions: sum › adds at test/sum.test.ts:6',
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

  describe('tests that are not where they were', () => {
    const CODE = 'export const sum = (a: number, b: number) => a + b;\nexport const oldSum = sum;\n';
    const rows: readonly (readonly [expected: string, after: FileVersions[]])[] = [
      // Moved and renamed tests.
      ['', [edit(''), create('test/core/difference.test.ts', SUBTRACTS)]],
      ['', [edit(''), create('test/other.test.ts', SUBTRACTS.replace('subtracts', 'has a negative operand'))]],
      [
        '',
        [
          edit(''),
          create('test/other.test.ts', SUBTRACTS.replace("'subtracts'", "'is negative'").replace('-1', '-1, ""')),
        ],
      ],
      ['', [edit(SUBTRACTS.replace("'subtracts'", "'has a negative operand'"))]],
      ['', [edit(SUBTRACTS.replace('subtracts', 'subtracts numbers').replace('sum(1, -2), -1', 'sum(3, -2), 1'))]],
      // Another test of the same function.
      [
        'unknown replaced',
        [
          edit(
            "  it('is commutative', () => { for (const [a, b] of pairs()) assert.deepEqual(pairs(), [sum(a, b)]); });\n",
          ),
        ],
      ],
      // The function was removed, too.
      [
        'unknown deleted',
        [
          edit('', SUBTRACTS.replace('sum(', 'oldSum(')),
          { path: 'src/sum.ts', before: CODE, after: CODE.replace(/export const oldSum.*\n/, '') },
        ],
      ],
      ['unknown deleted', [edit(''), { path: 'src/sum.ts', before: CODE, after: undefined }]],
      // Nothing checks the same.
      ['less deleted', [edit('')]],
      ['less deleted', [edit(''), create('test/other.test.ts', "  it('works', () => { assert.ok(true); });\n")]],
      ['less deleted', [edit("  it('divides', () => { assert.equal(divide(1, 2), 0.5); });\n")]],
      ['less deleted', [edit(''), { path: 'src/sum.ts', before: CODE, after: CODE.replace('a + b', 'b + a') }]],
    ];
    function edit(to: string, from = SUBTRACTS): FileVersions {
      const before = SUITE.replace(SUBTRACTS, from);
      return { path: FILE, before, after: before.replace(from, to) };
    }
    function create(path: string, text: string): FileVersions {
      return { path, before: undefined, after: `describe('other', () => {\n${text}});\n` };
    }
    it('[PROOF-4] [TRUST-7] are moved, renamed, replaced, or deleted', async () => {
      for (const [expected, files] of rows) {
        const changes = await findProtectedChanges({ files, baseFiles: [FILE, 'src/sum.ts'], baseSettings: [] });
        const actual = changes.filter(({ subject }) => subject.includes('subtracts'));
        assert.equal(
          actual.map(({ kind, direction }) => `${direction} ${kind}`).join(),
          expected,
          JSON.stringify(files),
        );
      }
    });
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
