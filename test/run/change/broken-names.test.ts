import assert from 'node:assert/strict';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../support/folder-engine.ts';
import { applyChange, type AppliedChange, type Files } from '../support/applied-change.ts';

interface Change extends AppliedChange {
  readonly title: string;
  readonly before: Files;
}

/** The places of the uses that a change broke: `file:line:column`. */
async function findBroken({ before, ...change }: Change): Promise<readonly string[]> {
  using workspace = new Workspace(before);
  applyChange(workspace, change);
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
      title: 'in several lines, with another name, in the package itself',
      before: { ...SHOP, 'shop/use.py': 'from .price import (\n    total,\n    tax as t,\n)\n' },
      written: WITHOUT_TAX,
      expected: ['shop/use.py:3:5'],
    },
    {
      title: 'of a script in the same folder',
      before: { 'price.py': PRICE, 'use.py': 'from price import tax\n' },
      written: { 'price.py': WITHOUT_TAX['shop/price.py'] },
      expected: ['use.py:1:19'],
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
    {
      title: 'of a moved module, whose name another folder has',
      before: { ...SHOP, 'docs/price.md': '', 'tests/price/a.txt': '' },
      moved: { 'shop/price.py': 'shop/prices.py' },
      expected: ['shop/use.py:1:6'],
    },
    ...[
      'from .globals import tax as other',
      '# As eval does it, with the modules of sys.',
      '"Like exec() and globals()."',
      'import logging\n\nlogger = logging.getLogger(__name__)',
      'from flask import Blueprint\n\npart = Blueprint("price", __name__)',
      'class A:\n    def f(self, name):\n        setattr(self, name, self.__dict__)',
      'def f(model):\n    return model.eval()',
      'from threading import local\n\n_local = local()\n_local.__dict__.clear()',
    ].map((text) => ({
      title: `of a module that says ${JSON.stringify(text)}`,
      before: { ...SHOP, 'shop/globals.py': 'tax = 1\n' },
      written: { 'shop/price.py': `${WITHOUT_TAX['shop/price.py']}\n\n${text}\n` },
      expected: ['shop/use.py:1:24'],
    })),
    {
      title: 'after a text that says how a program ends',
      before: { ...SHOP, 'shop/use.py': `"""\nraise() and exit() are not called.\n"""\n${USE}` },
      written: WITHOUT_TAX,
      expected: ['shop/use.py:4:24'],
    },
  ] satisfies readonly (Change & { readonly expected: readonly string[] })[]) {
    it(`[CHANGE-1] ${change.title}`, async () => {
      assert.deepEqual(await findBroken(change), expected);
    });
  }
});

describe('A change of Python breaks no import', () => {
  for (const change of [
    ...[
      'def f():\n    from shop.price import tax\n',
      'try: from shop.price import tax\nexcept ImportError: tax = None\n',
      'if False: from shop.price import tax\n',
      'try:\n    s = """\ndef foo\ndef bar"""\n    from shop.price import tax\nexcept ImportError: pass\n',
      'import sys\nsys.exit(0)\nfrom shop.price import tax\n',
      'import pytest\npytest.importorskip("x")\nfrom shop.price import tax\n',
    ].map((text) => ({
      title: `that may not run: ${JSON.stringify(text)}`,
      before: { ...SHOP, 'shop/use.py': text },
      written: WITHOUT_TAX,
    })),
    ...[
      'exec("tax = 1")',
      'locals()["tax"] = 1',
      'import enum\n\n@enum.global_enum\nclass E(enum.Enum):\n    tax = 1',
      'import helper\n\nhelper.export(__name__)',
      'import helper\n\ntable = helper.fill(helper.module(__name__))',
      'import inspect\n\nsetattr(inspect.getmodule(total), "tax", 1)',
      'vars().update(tax=1)',
      'import builtins\n\nbuiltins.exec("tax = 1")',
      'import sys\n\nsys.modules["shop.price"].tax = 1',
    ].map((text) => ({
      title: `of a module that gets names when it runs: ${JSON.stringify(text)}`,
      before: SHOP,
      written: { 'shop/price.py': `def total(a):\n    return a\n\n\n${text}\n` },
    })),
    {
      title: 'of a module that the standard library has too',
      before: { 'dataclasses.py': PRICE, 'lib/use.py': 'from dataclasses import tax\n' },
      removed: ['dataclasses.py'],
    },
    {
      title: 'of a module that moved to another folder of the search path',
      before: {
        'helper.py': PRICE,
        'use.py': 'import sys\n\nsys.path.insert(0, "third_party")\nfrom helper import tax\n',
      },
      moved: { 'helper.py': 'third_party/helper.py' },
    },
    {
      title: 'of a package that another folder has too',
      before: { ...SHOP, 'other/shop/__init__.py': '', 'other/shop/price.py': PRICE },
      written: WITHOUT_TAX,
    },
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
      title: 'of a package that is gone',
      before: GO,
      removed: ['price/price.go'],
      expected: ['main.go:3:8'],
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
    ...[
      'func two() (Tax int) { Tax = 2; return Tax }',
      'func generic[Tax any](x Tax) Tax { return x }',
      'type Set[Tax any] struct{ x Tax }\n\nfunc (s Set[Tax]) Get() Tax { return s.x }',
      'func f(v any) {\n\tswitch Tax := v.(type) {\n\tcase int:\n\t\t_ = Tax\n\t}\n}',
      'func f() {\n\ttype Tax int\n\tvar x Tax\n\t_ = x\n}',
      'func f() {\n\tconst Tax = 4\n\t_ = Tax\n}',
      'func f() {\n\tfor _, Tax := range []int{1} {\n\t\t_ = Tax\n\t}\n}',
      'func f(c chan int) {\n\tselect {\n\tcase Tax := <-c:\n\t\t_ = Tax\n\t}\n}',
    ].map((code) => ({
      title: `of a name that the code binds: ${JSON.stringify(code)}`,
      before: { ...GO, 'main.go': 'package main\n\nfunc main() {}\n', 'price/more.go': `package price\n\n${code}\n` },
      written: NO_TAX,
    })),
    {
      title: 'of a variable with the name of the package',
      before: {
        ...GO,
        'main.go':
          'package main\n\nimport "example.com/shop/price"\n\ntype local struct{ Tax int }\n\nfunc main() {\n\tprice.Total(1)\n}\n\nfunc f() (price local) {\n\t_ = price.Tax\n\treturn\n}\n',
      },
      written: NO_TAX,
    },
    {
      title: 'when a file that git ignores has the name',
      before: { ...GO, '.gitignore': 'zz_*.go\n' },
      written: { ...NO_TAX, 'price/zz_made.go': 'package price\n\nfunc Tax(a int) int { return a }\n' },
    },
    {
      title: 'when the file imports the name',
      before: {
        ...GO,
        'main.go': 'package main\n\nfunc main() {}\n',
        'price/more.go': 'package price\n\nimport Tax "fmt"\n\nfunc more() { Tax.Println() }\n',
      },
      written: NO_TAX,
    },
    {
      title: 'in files that no build contains',
      before: {
        ...GO,
        'main.go': 'package main\n\nfunc main() {}\n',
        'testdata/use.go': GO['main.go'],
        '_demo/use.go': GO['main.go'],
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
