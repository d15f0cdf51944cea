import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../../src/code/index/module-index.ts';
import { DiskTree } from '../../../../src/workspace/files/disk-tree.ts';
import { TemporaryFolder } from '../../../verdicts/checks/temporary-folder.ts';

async function withIndex(
  files: Readonly<Record<string, string>>,
  use: (index: ModuleIndex, folder: TemporaryFolder) => void | Promise<void>,
): Promise<void> {
  await using folder = await TemporaryFolder.create(files);
  await use(await ModuleIndex.build(new DiskTree(folder.path)), folder);
}

const namesOf = (index: ModuleIndex, file: string): readonly string[] =>
  index
    .exportsOf(file)
    .map(({ name }) => name)
    .sort();

describe('the exports of Python modules', () => {
  it('[LANG-1] are the public names that the module binds, with their kinds and positions', async () => {
    const text = [
      'import os, json as js',
      'from typing import Any',
      '',
      'LIMIT: int = 10',
      'declared: str',
      'first, (second, *rest) = 1, (2, 3)',
      'chained = also = None',
      'obj.attribute = 1',
      'type Pair[T] = tuple[T, T]',
      '',
      '@decorate(1)',
      'async def fetch(url: str) -> bytes: ...',
      '',
      'class Client(Base):',
      '    inside = 1',
      '    def method(self): ...',
      '',
      'def _private(): ...',
      'handler = lambda event: event',
      'with open("x") as stream: inner = 1',
      'for index in range(3): last = index',
      'removed = 1',
      'del removed',
      '__version__ = "1.0"',
      'if (size := 10) > 5: pass',
    ].join('\r\n');
    await withIndex({ 'app.py': text }, (index) => {
      assert.deepEqual(namesOf(index, 'app.py'), [
        'Client',
        'LIMIT',
        'Pair',
        '__version__',
        'also',
        'chained',
        'fetch',
        'first',
        'handler',
        'index',
        'inner',
        'last',
        'rest',
        'second',
        'size',
        'stream',
      ]);
      const { kind, line, column, tier } = index.findExport('app.py', 'fetch') ?? {};
      assert.deepEqual({ kind, line, column, tier }, { kind: 'function', line: 12, column: 11, tier: 1 });
      assert.equal(index.findExport('app.py', 'Pair')?.kind, 'type');
      assert.equal(index.findExport('app.py', 'Client')?.kind, 'class');
    });
  });

  it('[LANG-1] follow conditions, and leave out what only a script or a type checker runs', async () => {
    const text = `
import sys
from typing import TYPE_CHECKING
if sys.version_info >= (3, 12):
    def modern(): ...
elif sys.platform == 'win32':
    class Windows: ...
else:
    def modern(): ...
    fallback = 1
try:
    from fast import speed
except ImportError:
    def speed(): ...
finally:
    cleaned = True
if TYPE_CHECKING:
    Alias = int
else:
    Alias = object
    runtime = 1
if TYPE_CHECKING:
    OnlyTyped = int
if False:
    never = 1
if __name__ == '__main__':
    main = 1
match sys.platform:
    case 'linux':
        linux = 1
`;
    await withIndex({ 'm.py': text }, (index) => {
      assert.deepEqual(namesOf(index, 'm.py'), [
        'Alias',
        'OnlyTyped',
        'Windows',
        'cleaned',
        'fallback',
        'linux',
        'modern',
        'runtime',
        'speed',
      ]);
      assert.equal(index.findExport('m.py', 'speed')?.kind, 'function');
      assert.equal(index.findExport('m.py', 'OnlyTyped')?.typeOnly, true);
      assert.equal(index.findExport('m.py', 'Alias')?.typeOnly, undefined);
    });
  });

  it('[LANG-1] are the names in __all__, in each form that is not computed', async () => {
    await withIndex(
      {
        'pkg/__init__.py':
          "from .a import *\nfrom . import b\n__all__ = ['own', 'sub'] + b.__all__\n__all__ += ('one',)\n__all__.extend(['two'])\n__all__.append('three')\n__all__.remove('two')\nown = 1\nother = 2\nthree = 3\n",
        'pkg/a.py': "__all__ = ['one', '_hidden']\none = 1\n_hidden = 2\nunlisted = 3\n",
        'pkg/b.py': "__all__ = ['from_b']\ndef from_b(): ...\n",
        'pkg/sub.py': '',
        'computed.py': '__all__ = [name for name in dir() if name]\na = 1\n_b = 2\n',
      },
      (index) => {
        assert.deepEqual(namesOf(index, 'pkg/__init__.py'), ['from_b', 'one', 'own', 'sub', 'three']);
        assert.deepEqual(namesOf(index, 'pkg/a.py'), ['_hidden', 'one']);
        assert.deepEqual(namesOf(index, 'computed.py'), ['a']);
        assert.equal(index.findExport('pkg/__init__.py', 'one')?.file, 'pkg/a.py');
        assert.equal(index.findExport('pkg/__init__.py', 'from_b')?.file, 'pkg/b.py');
        assert.equal(index.findExport('pkg/a.py', 'unlisted'), undefined);
      },
    );
  });

  it('[LANG-1] include re-exports of a package, but not the imports of other modules', async () => {
    await withIndex(
      {
        'src/shop/__init__.py':
          'from .text import slugify, _secret as open_secret\nfrom shop.money import Price as Cost\nfrom . import tax\nfrom .missing import nothing\nimport os\nfrom json import dumps\n',
        'src/shop/text.py':
          'import re\nfrom .money import Price\nfrom .money import Rate as Rate\ndef slugify(): ...\ndef _secret(): ...\n',
        'src/shop/money.py': 'class Price: ...\nclass Rate: ...\n',
        'src/shop/tax/__init__.py': 'from ..money import *\n',
      },
      (index) => {
        assert.deepEqual(namesOf(index, 'src/shop/__init__.py'), ['Cost', 'nothing', 'open_secret', 'slugify', 'tax']);
        const secret = index.findExport('src/shop/__init__.py', 'open_secret');
        assert.deepEqual([secret?.file, secret?.line, secret?.kind], ['src/shop/text.py', 5, 'function']);
        assert.equal(index.findExport('src/shop/__init__.py', 'Cost')?.file, 'src/shop/money.py');
        const tax = index.findExport('src/shop/__init__.py', 'tax');
        assert.deepEqual([tax?.file, tax?.kind], ['src/shop/tax/__init__.py', 'namespace']);
        assert.deepEqual(namesOf(index, 'src/shop/text.py'), ['Rate', 'slugify']);
        assert.deepEqual(namesOf(index, 'src/shop/tax/__init__.py'), ['Price', 'Rate']);
        assert.deepEqual(index.filesExporting('Price'), ['src/shop/money.py', 'src/shop/tax/__init__.py']);
        assert.deepEqual(index.importersOf('src/shop/money.py'), [
          'src/shop/__init__.py',
          'src/shop/tax/__init__.py',
          'src/shop/text.py',
        ]);
      },
    );
  });

  it('[LANG-1] do not include a name that the imported module of the tree lacks', async () => {
    await withIndex(
      {
        'pkg/__init__.py': 'from .a import present, absent\nfrom .lazy import anything\n',
        'pkg/a.py': 'present = 1\n',
        'pkg/lazy.py': 'def __getattr__(name): ...\n',
      },
      (index) => {
        assert.deepEqual(namesOf(index, 'pkg/__init__.py'), ['anything', 'present']);
      },
    );
  });

  it('[LANG-1] change with the files, and with the modules that appear', async () => {
    await withIndex(
      { 'pkg/__init__.py': 'from .late import value\n', 'a.ts': 'export const a = 1;\n' },
      async (index) => {
        assert.equal(index.findExport('pkg/__init__.py', 'value')?.kind, 'unknown');
        index.update([{ file: 'pkg/late.py', text: 'value = 1\n' }]);
        await index.whenSettled();
        assert.equal(index.findExport('pkg/__init__.py', 'value')?.file, 'pkg/late.py');
        index.update([{ file: 'pkg/late.py', text: undefined }]);
        await index.whenSettled();
        assert.equal(index.findExport('pkg/__init__.py', 'value')?.file, 'pkg/__init__.py');
        assert.equal(index.findExport('a.ts', 'a')?.kind, 'const');
      },
    );
  });

  it('[LANG-1] leave out installed packages and virtual environments', async () => {
    await withIndex(
      { '.venv/lib/python3.13/site-packages/x.py': 'x = 1\n', 'lib/site-packages/y.py': 'y = 1\n', 'z.py': 'z = 1\n' },
      (index) => {
        assert.deepEqual([...index.files()], ['z.py']);
      },
    );
  });
});

describe('the imports of Python modules', () => {
  it('[LANG-1] resolve as in Python: packages, modules, namespace packages and source folders', async () => {
    await withIndex(
      {
        'pyproject.toml': '[tool.setuptools.packages.find]\nwhere = ["code"]\n',
        'code/core/__init__.py': '',
        'code/core/util.py': '',
        'code/core/deep/__init__.py': '',
        'code/core/deep/leaf.py': '',
        'src/named/space/one.py': '',
        'packages/web/pyproject.toml': '[project]\nname = "web"\n',
        'packages/web/src/web/__init__.py': '',
        'packages/web/src/web/views.py': '',
        'packages/web/tests/test_views.py': '',
        'both.py': '',
        'both/__init__.py': '',
        'scripts/run.py': '',
        'scripts/helper.py': '',
      },
      (index) => {
        const resolve = (from: string, specifier: string): string | undefined => index.resolve(from, specifier);
        assert.equal(resolve('code/core/deep/leaf.py', '..util'), 'code/core/util.py');
        assert.equal(resolve('code/core/deep/leaf.py', '.'), 'code/core/deep/__init__.py');
        assert.equal(resolve('code/core/deep/__init__.py', '.leaf'), 'code/core/deep/leaf.py');
        assert.equal(resolve('code/core/deep/leaf.py', 'core.util'), 'code/core/util.py');
        // Inside a package, a module of the same folder is not visible under its bare name.
        assert.equal(resolve('code/core/deep/leaf.py', 'leaf'), undefined);
        assert.equal(resolve('scripts/run.py', 'helper'), 'scripts/helper.py');
        assert.equal(resolve('scripts/run.py', 'core.deep'), 'code/core/deep/__init__.py');
        assert.equal(resolve('scripts/run.py', 'core.absent'), undefined);
        assert.equal(resolve('scripts/run.py', 'named.space.one'), 'src/named/space/one.py');
        assert.equal(resolve('packages/web/tests/test_views.py', 'web.views'), 'packages/web/src/web/views.py');
        assert.equal(resolve('scripts/run.py', 'both'), 'both/__init__.py');
        assert.equal(resolve('scripts/run.py', 'json'), undefined);
        assert.equal(resolve('scripts/run.py', '..outside'), undefined);
      },
    );
  });

  it('[LANG-1] are written with the module path from the source folder', async () => {
    await withIndex(
      { 'src/shop/__init__.py': '', 'src/shop/text.py': 'def slugify(): ...\n', 'tools/gen.py': 'x = 1\n' },
      (index) => {
        assert.equal(index.specifierFor('src/shop/text.py', 'slugify'), 'shop.text');
        assert.equal(index.specifierFor('src/shop/__init__.py'), 'shop');
        assert.equal(index.specifierFor('tools/gen.py', 'x'), 'tools.gen');
      },
    );
  });

  it('[LANG-1] in functions and of modules by name count as imports', async () => {
    await withIndex(
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'import pkg.b\ndef f():\n    from . import c\n    from pkg.d import x\n',
        'pkg/b.py': '',
        'pkg/c.py': '',
        'pkg/d.py': 'x = 1\n',
      },
      (index) => {
        for (const file of ['pkg/b.py', 'pkg/c.py', 'pkg/d.py', 'pkg/__init__.py']) {
          assert.deepEqual(index.importersOf(file), ['pkg/a.py'], file);
        }
        assert.deepEqual(namesOf(index, 'pkg/a.py'), ['f']);
      },
    );
  });
});
