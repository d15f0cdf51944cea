import assert from 'node:assert/strict';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

type Files = Readonly<Record<string, string>>;

interface Change {
  readonly title: string;
  readonly before: Files;
  readonly written: Files;
}

/** The facts of some rules about a change: `rule file:line message`. */
async function findFacts({ before, written }: Change, ...rules: readonly string[]): Promise<readonly string[]> {
  using workspace = new Workspace({ 'package.json': '{ "name": "shop", "type": "module" }\n', ...before });
  workspace.write(written);
  await using engine = openFolderEngine(workspace);
  const { facts, ok } = await engine.changes.judge({ base: workspace.git('rev-parse', 'HEAD'), facts: true });
  assert.ok(ok);
  return facts
    .filter(({ rule }) => rules.includes(rule))
    .map(({ file, line, message }) => `${file}:${line} ${message.replace(/^.*?: /, '')}`);
}

const PRICE = `export function total(a: number): number {
  return a;
}
export function tax(a: number): number {
  return a * 2;
}
`;
const TEST = "import { total } from '../src/price.ts';\ntotal(1);\n";
const CHANGED = { 'src/price.ts': PRICE.replace('a * 2', 'a * 3') };

describe('A changed function that no test reaches', () => {
  for (const { expected, ...change } of [
    {
      title: 'is reported',
      before: { 'src/price.ts': PRICE, 'test/price.test.ts': TEST },
      written: CHANGED,
      expected: ['src/price.ts:4 tax'],
    },
    {
      title: 'is reported as a value of a constant, and in Python',
      before: {
        'src/price.ts': PRICE,
        'src/more.ts': 'export const fee = (a: number): number => a;\nexport function used(): void {}\n',
        'test/price.test.ts': `${TEST}import { used } from '../src/more.ts';\nused();\n`,
        'shop/__init__.py': '',
        'shop/price.py': 'def total(a):\n    return a\n\n\ndef tax(a):\n    return a * 2\n',
        'tests/test_price.py': 'from shop.price import total\n\n\ndef test_total():\n    assert total(1) == 1\n',
      },
      written: {
        'src/more.ts': 'export const fee = (a: number): number => a + 1;\nexport function used(): void {}\n',
        'shop/price.py': 'def total(a):\n    return a\n\n\ndef tax(a):\n    return a * 3\n',
      },
      expected: ['shop/price.py:5 tax', 'src/more.ts:1 fee'],
    },
    {
      title: 'is not one that a test reaches through other files',
      before: {
        'src/price.ts': PRICE,
        'src/order.ts': "import { tax } from './price.ts';\nexport function order(): number {\n  return tax(1);\n}\n",
        'test/order.test.ts': "import { order } from '../src/order.ts';\norder();\n",
      },
      written: CHANGED,
      expected: [],
    },
    {
      title: 'is not one that its own file uses',
      before: { 'src/price.ts': `${PRICE}total(tax(1));\n`, 'test/price.test.ts': TEST },
      written: { 'src/price.ts': `${CHANGED['src/price.ts']}total(tax(1));\n` },
      expected: [],
    },
    {
      title: 'is not one of a module that a test imports as a whole',
      before: {
        'src/price.ts': PRICE,
        'test/price.test.ts': "import * as price from '../src/price.ts';\nprice.total(1);\n",
      },
      written: CHANGED,
      expected: [],
    },
    {
      title: 'is not reported where imports show less than half of the functions as reached',
      before: {
        'src/price.ts': PRICE,
        'src/other.ts': 'export function a(): void {}\nexport function b(): void {}\n',
        'test/price.test.ts': TEST,
      },
      written: CHANGED,
      expected: [],
    },
    {
      title: 'is not one whose comment or format differs',
      before: { 'src/price.ts': PRICE, 'test/price.test.ts': TEST },
      written: { 'src/price.ts': PRICE.replace('export function tax', '/** The tax. */\nexport  function tax') },
      expected: [],
    },
    {
      title: 'is not reported if the configuration switches it off',
      before: {
        'src/price.ts': PRICE,
        'test/price.test.ts': TEST,
        'holdfast.config.yaml': 'change: { unproved: off }\n',
      },
      written: CHANGED,
      expected: [],
    },
  ] satisfies readonly (Change & { readonly expected: readonly string[] })[]) {
    it(`[CHANGE-3] ${change.title}`, async () => {
      assert.deepEqual([...(await findFacts(change, 'unproved-function'))].sort(), expected);
    });
  }
});

const A = "import { b } from './b.ts';\nexport const a = b;\n";
const B = 'export const b = 1;\nexport interface Box {}\n';
const BACK = `import { a } from './a.ts';\n${B}export const c = (): number => a;\n`;

describe('A new import that closes a cycle', () => {
  for (const { expected, ...change } of [
    {
      title: 'is reported with its path',
      before: { 'src/a.ts': A, 'src/b.ts': B },
      written: { 'src/b.ts': BACK },
      expected: ['src/b.ts:1 src/b.ts → src/a.ts → src/b.ts'],
    },
    {
      title: 'is reported once for two imports that close it',
      before: { 'src/a.ts': B, 'src/b.ts': B },
      written: { 'src/a.ts': A, 'src/b.ts': BACK },
      expected: ['src/a.ts:1 src/a.ts → src/b.ts → src/a.ts'],
    },
    {
      title: 'is not reported if the base has the cycle',
      before: { 'src/a.ts': A, 'src/b.ts': BACK },
      written: { 'src/b.ts': `${BACK}export const d = 1;\n` },
      expected: [],
    },
    {
      title: 'is not reported for types',
      before: {
        'src/a.ts': "export interface Shop {}\nimport { b } from './b.ts';\nexport const a = b;\n",
        'src/b.ts': B,
      },
      written: {
        'src/b.ts': `import { Shop } from './a.ts';\nimport type { a } from './a.ts';\n${B}export type S = Shop | typeof a;\n`,
      },
      expected: [],
    },
    {
      title: 'is not reported for an import that runs later',
      before: { 'src/a.ts': A, 'src/b.ts': B },
      written: { 'src/b.ts': `${B}export const c = () => import('./a.ts');\n` },
      expected: [],
    },
    {
      title: 'is not reported if the configuration switches it off',
      before: { 'src/a.ts': A, 'src/b.ts': B, 'holdfast.config.yaml': 'change: { structure: off }\n' },
      written: { 'src/b.ts': BACK },
      expected: [],
    },
  ] satisfies readonly (Change & { readonly expected: readonly string[] })[]) {
    it(`[CHANGE-4] ${change.title}`, async () => {
      assert.deepEqual(await findFacts(change, 'import-cycle'), expected);
    });
  }
});

describe('A secret that a change adds', () => {
  const key = `ghp_${'a1B2c3D4e5'.repeat(3)}F6g7H8`;

  it('[CHANGE-1] is a fact at its line, without its value; one of the base is not', async () => {
    const before = { 'src/a.ts': `export const old = '${key.replace('a1', 'z9')}';\n` };
    const written = { 'src/a.ts': `${before['src/a.ts']}export const token = '${key}';\n` };
    const facts = await findFacts({ title: '', before, written }, 'secret-added');
    assert.deepEqual(facts, ['src/a.ts:2 An added line looks like a secret']);
  });
});
