import assert from 'node:assert/strict';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../support/folder-engine.ts';
import { applyChange, type AppliedChange, type Files } from '../support/applied-change.ts';

interface Change extends AppliedChange {
  readonly title: string;
  readonly before?: Files;
}

const TSCONFIG =
  '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022" }, "include": ["src"] }\n';
const SHOP = `export interface Price {
  amount: number;
  currency: string;
}
export enum Kind {
  Gift = 'gift',
  Sale = 'sale',
}
export function pay(price: Price, note?: string): number {
  return price.amount + (note?.length ?? 0);
}
export class Cart {
  add(price: Price): this {
    return this;
  }
}
`;
const USE = `import { Cart, Kind, pay } from './shop.js';
export const price = { amount: 1, currency: 'EUR' };
export const paid: number = pay(price);
export const kind = Kind.Sale;
export const cart = new Cart().add(price);
`;
const BASE = {
  'package.json': '{ "name": "shop", "type": "module" }\n',
  'tsconfig.json': TSCONFIG,
  'src/shop.ts': SHOP,
  'src/use.ts': USE,
};

async function judge({ before = {}, ...change }: Change) {
  using workspace = new Workspace({ ...BASE, ...before });
  applyChange(workspace, change);
  await using engine = openFolderEngine(workspace);
  return await engine.changes.judge({ base: workspace.git('rev-parse', 'HEAD'), types: true });
}

/** The places of the uses that a change broke: `file:line:column`. */
async function findBroken(change: Change): Promise<readonly string[]> {
  const { findings, ok } = await judge(change);
  const broken = findings.filter(({ kind }) => kind === 'broken-use');
  assert.equal(
    ok,
    findings.every(({ severity }) => severity !== 'error'),
  );
  return broken.map(({ file, line, column }) => `${file}:${line}:${column}`).sort();
}

describe('A change breaks the type of a use', () => {
  for (const { expected, ...change } of [
    {
      title: 'when a parameter is added',
      written: { 'src/shop.ts': SHOP.replace('note?: string', 'note: string') },
      expected: ['src/use.ts:3:29'],
    },
    {
      title: 'when a parameter has another type',
      written: { 'src/shop.ts': SHOP.replace('pay(price: Price', 'pay(price: { total: number } & Price') },
      expected: ['src/use.ts:3:33'],
    },
    {
      title: 'when the result has another type',
      written: { 'src/shop.ts': SHOP.replace('): number {', '): number | undefined {') },
      expected: ['src/use.ts:3:14'],
    },
    {
      title: 'when a method is removed',
      written: { 'src/shop.ts': SHOP.replace(/ {2}add[^]*? {2}\}\n/, '') },
      expected: ['src/use.ts:5:32'],
    },
    {
      title: 'when a value of an enum is removed',
      written: { 'src/shop.ts': SHOP.replace("  Sale = 'sale',\n", '') },
      expected: ['src/use.ts:4:26'],
    },
    {
      title: 'of a name in a namespace',
      before: { 'src/use.ts': "import * as shop from './shop.js';\nexport const kind = shop.Kind.Gift;\n" },
      written: { 'src/shop.ts': SHOP.replace('export enum', 'enum') },
      expected: ['src/use.ts:2:26'],
    },
    {
      title: 'in a file that imports it through others',
      before: {
        'src/made.ts': "import { price } from './use.js';\nexport const make = () => ({ inner: price });\n",
        'src/far.ts': "import { make } from './made.js';\nexport const currency: string = make().inner.currency;\n",
      },
      written: { 'src/use.ts': USE.replace("'EUR'", '978') },
      expected: ['src/far.ts:2:14', 'src/use.ts:3:33', 'src/use.ts:5:36'],
    },
    {
      title: 'in the file of the declaration itself',
      before: { 'src/shop.ts': `${SHOP}export const first = pay({ amount: 1, currency: 'EUR' });\n`, 'src/use.ts': '' },
      written: {
        'src/shop.ts': `${SHOP.replace('note?: string', 'note: string')}export const first = pay({ amount: 1, currency: 'EUR' });\n`,
      },
      expected: ['src/shop.ts:17:22'],
    },
    {
      title: 'of a function that is passed on as a value',
      before: {
        'src/use.ts': "import { pay } from './shop.js';\nexport const actions = { pay };\n",
        'src/far.ts': "import { actions } from './use.js';\nactions.pay({ amount: 1, currency: 'EUR' });\n",
      },
      written: { 'src/shop.ts': SHOP.replace('note?: string', 'note: string') },
      expected: ['src/far.ts:2:9'],
    },
    {
      title: 'of a function behind two re-exports with other names',
      before: {
        'src/inner.ts': "export { pay as settle } from './shop.js';\n",
        'src/index.ts': "export * from './inner.js';\n",
        'src/use.ts': "import { settle } from './index.js';\nsettle({ amount: 1, currency: 'EUR' });\n",
      },
      written: { 'src/shop.ts': SHOP.replace('note?: string', 'note: string') },
      expected: ['src/use.ts:2:1'],
    },
    {
      title: 'behind a re-export',
      before: {
        'src/index.ts': "export * from './shop.js';\n",
        'src/use.ts': USE.replace('./shop.js', './index.js'),
      },
      written: { 'src/shop.ts': SHOP.replace('note?: string', 'note: string') },
      expected: ['src/use.ts:3:29'],
    },
    {
      title: 'on a line that the change kept, in a file that it also changed',
      written: {
        'src/shop.ts': SHOP.replace('note?: string', 'note: string'),
        'src/use.ts': `export const first = 1;\n${USE}`,
      },
      expected: ['src/use.ts:4:29'],
    },
    {
      title: 'in a component of another folder with its own configuration',
      before: {
        'app/tsconfig.json': TSCONFIG.replace('"src"', '"."'),
        'app/main.ts': "import { pay } from '../src/shop.js';\npay({ amount: 1, currency: 'EUR' });\n",
        'src/use.ts': '',
      },
      written: { 'src/shop.ts': SHOP.replace('note?: string', 'note: string') },
      expected: ['app/main.ts:2:1'],
    },
    {
      title: 'in JavaScript that the configuration checks',
      before: {
        'tsconfig.json': TSCONFIG.replace('"strict"', '"allowJs": true, "checkJs": true, "strict"'),
        'src/use.ts': '',
        'src/page.js': "import { pay } from './shop.js';\npay({ amount: 1, currency: 'EUR' });\n",
      },
      written: { 'src/shop.ts': SHOP.replace('note?: string', 'note: string') },
      expected: ['src/page.js:2:1'],
    },
    {
      title: 'with line ends of Windows',
      before: { 'src/use.ts': USE.replaceAll('\n', '\r\n') },
      written: { 'src/shop.ts': SHOP.replace('note?: string', 'note: string') },
      expected: ['src/use.ts:3:29'],
    },
  ] satisfies readonly (Change & { readonly expected: readonly string[] })[]) {
    it(`[CHANGE-1] ${change.title}`, async () => {
      assert.deepEqual(await findBroken(change), expected);
    });
  }
});

describe('A change breaks no type', () => {
  for (const change of [
    { title: 'when only the body of a function differs', written: { 'src/shop.ts': SHOP.replace('+ (', '- (') } },
    {
      title: 'when it changes the uses too',
      written: {
        'src/shop.ts': SHOP.replace('note?: string', 'note: string'),
        'src/use.ts': USE.replace('pay(price)', "pay(price, '')"),
      },
    },
    {
      title: 'that had an error at this place before',
      before: { 'src/use.ts': USE.replace('pay(price)', 'pay(price, 1)') },
      written: { 'src/shop.ts': SHOP.replace('note?: string', 'note: string[]') },
    },
    {
      title: 'with an error on a line that the change wrote, since it broke no use',
      written: { 'src/use.ts': USE.replace('pay(price)', 'pay(price, 1)') },
    },
    {
      title: 'in a file that no configuration includes',
      before: {
        'src/use.ts': '',
        'scripts/run.ts': "import { pay } from '../src/shop.js';\npay({ amount: 1, currency: 'EUR' });\n",
      },
      written: { 'src/shop.ts': SHOP.replace('note?: string', 'note: string') },
    },
    {
      title: 'that depends on a generated file, which is missing here',
      before: { '.gitignore': 'src/made.ts\n' },
      written: {
        'src/shop.ts': `import { Made } from './made.js';\n${SHOP.replace('note?: string', 'note: Made')}`,
      },
    },
    {
      title: 'when only the configuration becomes stricter',
      before: { 'src/use.ts': 'export const f = (x) => x;\n', 'tsconfig.json': TSCONFIG.replace('true', 'false') },
      written: { 'tsconfig.json': TSCONFIG, 'src/shop.ts': `${SHOP}export const more = 1;\n` },
    },
    {
      title: 'in JavaScript that no compiler checks',
      before: {
        'tsconfig.json': TSCONFIG.replace('"strict"', '"allowJs": true, "strict"'),
        'src/use.ts': '',
        'src/page.js': "import { pay } from './shop.js';\npay({ amount: 1, currency: 'EUR' });\n",
      },
      written: { 'src/shop.ts': SHOP.replace('note?: string', 'note: string') },
    },
    {
      title: 'when a declaration is only unused now',
      before: { 'tsconfig.json': TSCONFIG.replace('"strict"', '"noUnusedLocals": true, "strict"') },
      written: { 'src/shop.ts': SHOP.replace('export enum', 'enum'), 'src/use.ts': '' },
    },
    {
      title: 'when a file moves with its imports',
      moved: { 'src/shop.ts': 'src/store/shop.ts' },
      written: { 'src/use.ts': USE.replace('./shop.js', './store/shop.js') },
    },
  ] satisfies readonly Change[]) {
    it(`[CHANGE-1] ${change.title}`, async () => {
      assert.deepEqual(await findBroken(change), []);
    });
  }
});

describe('Types that cannot be judged', () => {
  const written = { 'src/shop.ts': SHOP.replace('note?: string', 'note: string') };

  it('[CHANGE-1] are reported if packages are missing, and names are judged', async () => {
    const { findings, notes } = await judge({
      title: '',
      before: {
        'package.json': '{ "name": "shop", "type": "module", "dependencies": { "money": "1.0.0" } }\n',
        'src/use.ts': `import { euro } from 'money';\n${USE}export const cost = euro(1);\n`,
      },
      written: { 'src/shop.ts': written['src/shop.ts'].replace('export class Cart', 'class Cart') },
    });
    assert.deepEqual(
      findings.map(({ kind, file, line }) => ({ kind, file, line })),
      [{ kind: 'broken-import', file: 'src/use.ts', line: 2 }],
    );
    assert.deepEqual(notes, ['The types of 2 files were not judged: install money first ("npm ci").']);
  });

  it('[CHANGE-1] are reported if the lock file differs', async () => {
    const { ok, notes } = await judge({
      title: '',
      before: { 'package-lock.json': '{ "lockfileVersion": 3 }\n' },
      written: { ...written, 'package-lock.json': '{ "lockfileVersion": 3, "packages": {} }\n' },
    });
    assert.ok(ok);
    assert.deepEqual(notes, [
      'Types were not judged: package-lock.json changed, and the packages of one version are installed.',
    ]);
  });

  it('[CHANGE-1] are counted if the change reaches more than 400 files', async () => {
    const users = Object.fromEntries(
      Array.from({ length: 405 }, (_, index) => [
        `src/users/u${index}.ts`,
        `import { pay } from '../shop.js';\nexport const paid${index} = pay({ amount: ${index}, currency: 'EUR' });\n`,
      ]),
    );
    const { findings, notes } = await judge({ title: '', before: users, written });
    assert.equal(findings.length, 399);
    assert.deepEqual(notes, ['The change reaches more files than are type-checked: 7 files were left out.']);
  });
});
