import assert from 'node:assert/strict';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

type Files = Readonly<Record<string, string>>;

interface Change {
  readonly title: string;
  readonly before: Files;
  readonly written?: Files;
  readonly removed?: readonly string[];
  readonly moved?: Readonly<Record<string, string>>;
}

/** The places of the uses that a change broke: `file:line:column`. */
async function findBroken({ before, written = {}, removed = [], moved = {} }: Change): Promise<readonly string[]> {
  using workspace = new Workspace(before);
  for (const [from, to] of Object.entries(moved)) {
    workspace.write({ [to]: '' });
    renameSync(join(workspace.folder, from), join(workspace.folder, to));
  }
  for (const file of removed) rmSync(join(workspace.folder, file));
  workspace.write(written);
  await using engine = openFolderEngine(workspace);
  const { findings } = await engine.changes.judge({ base: workspace.git('rev-parse', 'HEAD'), types: true });
  return findings
    .filter(({ kind }) => kind.startsWith('broken'))
    .map(({ file, line, column }) => `${file}:${line}:${column}`)
    .sort();
}

const PRICE = 'def total(a):\n    return a\n\n\ndef tax(a):\n    return a\n';
const USE = 'from shop.price import tax, total\n\nprint(total(tax(1)))\n';
const SHOP = { 'shop/__init__.py': '', 'shop/price.py': PRICE, 'shop/use.py': USE };
const WITHOUT_TAX = { 'shop/price.py': PRICE.replace('tax', 'duty') };

describe('A change of Python breaks an import', () => {
  for (const { expected, ...change } of [
    { title: 'of a removed name', before: SHOP, written: WITHOUT_TAX, expected: ['shop/use.py:1:24'] },
    {
      title: 'in several lines, relative, inside of a function',
      before: {
        ...SHOP,
        'shop/use.py': 'def f():\n    from .price import (\n        total,\n        tax as t,\n    )\n    return t\n',
      },
      written: WITHOUT_TAX,
      expected: ['shop/use.py:4:9'],
    },
    {
      title: 'of a moved module',
      before: SHOP,
      moved: { 'shop/price.py': 'shop/prices.py' },
      expected: ['shop/use.py:1:6'],
    },
    {
      title: 'through a package that passes the name on',
      before: { ...SHOP, 'shop/__init__.py': 'from .price import tax\n', 'shop/use.py': 'from shop import tax\n' },
      written: WITHOUT_TAX,
      expected: ['shop/__init__.py:1:20'],
    },
    {
      title: 'of a private name',
      before: { ...SHOP, 'shop/price.py': '_rate = 1\n', 'shop/use.py': 'from shop.price import _rate\n' },
      written: { 'shop/price.py': 'rate = 1\n' },
      expected: ['shop/use.py:1:24'],
    },
  ] satisfies readonly (Change & { readonly expected: readonly string[] })[]) {
    it(`[CHANGE-1] ${change.title}`, async () => {
      assert.deepEqual(await findBroken(change), expected);
    });
  }
});

describe('A change of Python breaks no import', () => {
  for (const change of [
    {
      title: 'whose failure is handled',
      before: { ...SHOP, 'shop/use.py': 'try:\n    from shop.price import tax\nexcept ImportError:\n    tax = None\n' },
      written: WITHOUT_TAX,
    },
    {
      title: 'under a condition',
      before: { ...SHOP, 'shop/use.py': 'import sys\nif sys.version_info < (3, 9):\n    from shop.price import tax\n' },
      written: WITHOUT_TAX,
    },
    {
      title: 'of a module that creates names',
      before: SHOP,
      written: { 'shop/price.py': `${WITHOUT_TAX['shop/price.py']}\n\ndef __getattr__(name):\n    return 1\n` },
    },
    {
      title: 'of a module that imports all names of another one',
      before: SHOP,
      written: { 'shop/price.py': 'from elsewhere import *\n\n\ndef total(a):\n    return a\n' },
    },
    {
      title: 'of a name that is assigned elsewhere in the module',
      before: SHOP,
      written: { 'shop/price.py': 'def total(a):\n    return a\n\n\nif total:\n    tax = total\n' },
    },
    {
      title: 'of a module that is a package now',
      before: SHOP,
      removed: ['shop/price.py'],
      written: { 'shop/price/__init__.py': PRICE },
    },
    {
      title: 'of a name that is a module of the package now',
      before: { ...SHOP, 'shop/__init__.py': 'price = 1\n', 'shop/use.py': 'from shop import price\n' },
      written: { 'shop/__init__.py': '' },
    },
    {
      title: 'of a module that is compiled now',
      before: SHOP,
      moved: { 'shop/price.py': 'shop/price.pyx' },
    },
  ] satisfies readonly Change[]) {
    it(`[CHANGE-1] ${change.title}`, async () => {
      assert.deepEqual(await findBroken(change), []);
    });
  }
});

const GO = {
  'go.mod': 'module example.com/shop\n\ngo 1.22\n',
  'price/price.go':
    'package price\n\nfunc Total(a int) int { return a }\n\nfunc Tax(a int) int { return a }\n\ntype Cart struct{ Tax int }\n',
  'main.go':
    'package main\n\nimport "example.com/shop/price"\n\nfunc main() {\n\tprintln(price.Tax(price.Total(1)))\n}\n',
};
const NO_TAX = { 'price/price.go': GO['price/price.go'].replace('func Tax', 'func Duty') };

describe('A change of Go breaks a use', () => {
  for (const { expected, ...change } of [
    { title: 'of a function in another package', before: GO, written: NO_TAX, expected: ['main.go:6:16'] },
    {
      title: 'with another name of the package, and in the package itself and its tests',
      before: {
        ...GO,
        'main.go': GO['main.go'].replace('import ', 'import p ').replaceAll('price.T', 'p.T'),
        'price/more.go': 'package price\n\nfunc more() int { return Tax(1) }\n',
        'price/price_test.go': 'package price\n\nvar tested = Tax(2)\n',
      },
      written: NO_TAX,
      expected: ['main.go:6:12', 'price/more.go:3:26', 'price/price_test.go:3:14'],
    },
    {
      title: 'of a type',
      before: {
        ...GO,
        'main.go': 'package main\n\nimport "example.com/shop/price"\n\nvar cart price.Cart\n\nfunc main() {}\n',
      },
      written: { 'price/price.go': GO['price/price.go'].replace('type Cart', 'type Basket') },
      expected: ['main.go:5:16'],
    },
  ] satisfies readonly (Change & { readonly expected: readonly string[] })[]) {
    it(`[CHANGE-1] ${change.title}`, async () => {
      assert.deepEqual(await findBroken(change), expected);
    });
  }
});

describe('A change of Go breaks no use', () => {
  for (const change of [
    {
      title: 'when the name moves to another file of the package',
      before: GO,
      written: { ...NO_TAX, 'price/tax.go': 'package price\n\nfunc Tax(a int) int { return a }\n' },
    },
    {
      title: 'when another build has the name',
      before: GO,
      written: { ...NO_TAX, 'price/tax_linux.go': 'package price\n\nfunc Tax(a int) int { return a }\n' },
    },
    {
      title: 'in a file of another build',
      before: { ...GO, 'main.go': `//go:build special\n\n${GO['main.go']}` },
      written: NO_TAX,
    },
    {
      title: 'in another module, which can have a published version',
      before: {
        ...GO,
        'main.go': 'package main\n\nfunc main() {}\n',
        'demo/go.mod': 'module example.com/shop/demo\n',
        'demo/main.go': GO['main.go'],
      },
      written: NO_TAX,
    },
    {
      title: 'of a field or a local variable with the same name',
      before: {
        ...GO,
        'main.go': 'package main\n\nfunc main() {}\n',
        'price/more.go':
          'package price\n\nfunc more() int {\n\tTax := 1\n\tcart := Cart{Tax: Tax}\n\treturn cart.Tax\n}\n',
      },
      written: NO_TAX,
    },
  ] satisfies readonly Change[]) {
    it(`[CHANGE-1] ${change.title}`, async () => {
      assert.deepEqual(await findBroken(change), []);
    });
  }
});
