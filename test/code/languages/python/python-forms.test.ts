import assert from 'node:assert/strict';
import type { CheckSubject } from '../../../../src/verdicts/checks/interfaces/subject.ts';
import { ModuleIndex } from '../../../../src/code/index/module-index.ts';
import type { Check } from '../../../../src/contract/model.ts';
import { DiskTree } from '../../../../src/workspace/files/disk-tree.ts';
import { checkOne } from '../../../verdicts/checks/checking.ts';
import { TemporaryFolder } from '../../../verdicts/checks/temporary-folder.ts';

async function withSubject(
  files: Readonly<Record<string, string>>,
  use: (subject: Pick<CheckSubject, 'tree'> & { readonly index: ModuleIndex }) => Promise<void>,
): Promise<void> {
  await using folder = await TemporaryFolder.create(files);
  const tree = new DiskTree(folder.path);
  await use({ tree, index: await ModuleIndex.build(tree) });
}

const namesOf = (index: ModuleIndex, file: string): readonly string[] =>
  index
    .exportsOf(file)
    .map(({ name }) => name)
    .sort();

const exportIn = (target: string, file: string): Check => ({ type: 'export_exists', target, file });

describe('Python stub files', () => {
  const files = {
    'native/__init__.pyi':
      'from typing import Any\nfrom .part import hidden\nfrom .part import shown as shown\nimport os as os\nlimit: int\ndef run(a: int) -> str: ...\n',
    'native/part.pyi': 'hidden: int\nshown: int\n',
    'both.py': 'def f(): ...\n',
    'both.pyi': 'def f() -> int: ...\n',
    'use.py': 'from native import run\nfrom native.part import shown\nfrom both import f\n',
  };

  it('[LANG-1] export what they declare and mark as a re-export', async () => {
    await withSubject(files, async ({ tree, index }) => {
      assert.deepEqual(namesOf(index, 'native/__init__.pyi'), ['limit', 'os', 'run', 'shown']);
      assert.equal(index.resolve('use.py', 'native'), 'native/__init__.pyi');
      assert.equal(index.resolve('use.py', 'native.part'), 'native/part.pyi');
      assert.equal(index.resolve('use.py', 'both'), 'both.py');
      assert.equal(index.specifierFor('native/part.pyi'), 'native.part');
      const created = await checkOne(
        {},
        { type: 'creates', target: 'run()' },
        {
          tree,
          index,
          changedFiles: new Set(['native/__init__.pyi']),
        },
      );
      assert.equal(created.passed, false);
      assert.match(created.actual ?? '', /only declares it/);
    });
  });
});

describe('exports of Python that the text does not decide', () => {
  it('[LANG-2] are errors: __getattr__, a computed __all__, star imports of other packages', async () => {
    await withSubject(
      {
        'lazy.py': 'def __getattr__(name): ...\nx = 1\n',
        'computed.py': 'from json import dumps\n__all__ = [n for n in dir()]\nx = 1\n',
        'star.py': 'from numpy import *\nx = 1\n',
        'through.py': 'from star import *\n',
        'plain.py': 'from os_like import *\nx = 1\n',
        'os_like.py': 'y = 1\n',
      },
      async (subject) => {
        for (const [name, file] of [
          ['absent', 'lazy.py'],
          ['dumps', 'computed.py'],
          ['array', 'star.py'],
          ['array', 'through.py'],
        ] as const) {
          const result = await checkOne({}, exportIn(name, file), subject);
          assert.equal(result.passed, false, file);
          assert.match(result.error ?? '', /Failed to find the export/, file);
        }
        for (const [name, file] of [
          ['absent', 'computed.py'],
          ['_private', 'star.py'],
          ['absent', 'plain.py'],
        ] as const) {
          const result = await checkOne({}, exportIn(name, file), subject);
          assert.deepEqual([result.passed, result.error], [false, undefined], file);
        }
        for (const file of ['lazy.py', 'computed.py', 'star.py', 'through.py', 'plain.py']) {
          assert.equal((await checkOne({}, exportIn('x', file), subject)).passed, true, file);
        }
      },
    );
  });

  it('[LANG-1] fail in a file with a syntax error, changed or not', async () => {
    const broken = 'def good(): ...\ndef bad():\n    return (1\n';
    await withSubject({ 'broken.py': broken }, async (subject) => {
      const result = await checkOne({}, exportIn('good', 'broken.py'), subject);
      assert.equal(result.passed, false);
      assert.match(result.actual ?? '', /syntax error in line 3/);
    });
  });
});

describe('forms of Python declarations', () => {
  it('[LANG-1] are read as Python runs them', async () => {
    const text = [
      'def fast(): ...',
      'try:',
      '    from _native import fast',
      'except ImportError: pass',
      'try:',
      '    import ssl',
      'except ImportError:',
      '    ssl = None',
      'if not TYPE_CHECKING: runtime = 1',
      'else:',
      '    typed = 1',
      'def set_state():',
      '    global state, _hidden',
      '    state = 1',
      'match value:',
      '    case {"a": 1}: matched = 1',
      'match: int = 3',
      'case = 4',
      'text = f"{", ".join({"a": 1})}#{{" + rf\'\\{1:{2}}\'',
      'after = """',
      'def inside(): ...',
      '"""; second = lambda a=1: a',
      'for i, (j, *k) in enumerate([x for x in y]): pass',
      'with (open(a) as f, open(b) as (g, h)): pass',
      'async def load(): ...',
      'class Outer:',
      '    def method(self):',
      '        import late; from . import later',
      '    inner = 1',
      'a.b = c[0] = d = 1',
      'total: int = 0',
      'only: int',
    ].join('\n');
    await withSubject({ 'm.py': text, 'late.py': '', 'later.py': '' }, ({ index }) => {
      assert.deepEqual(namesOf(index, 'm.py'), [
        'Outer',
        'after',
        'case',
        'd',
        'f',
        'fast',
        'g',
        'h',
        'i',
        'j',
        'k',
        'load',
        'match',
        'matched',
        'runtime',
        'second',
        'set_state',
        'text',
        'total',
        'typed',
      ]);
      assert.equal(index.findExport('m.py', 'fast')?.kind, 'function');
      assert.equal(index.findExport('m.py', 'typed')?.typeOnly, true);
      assert.equal(index.findExport('m.py', 'second')?.line, 22);
      assert.deepEqual(index.importersOf('late.py'), ['m.py']);
      assert.deepEqual(index.importersOf('later.py'), ['m.py']);
      assert.ok(index.moduleOf('m.py')?.internals?.some(({ name }) => name === 'state'));
      return Promise.resolve();
    });
  });

  it('[LANG-1] include the constructor of a dataclass', async () => {
    const text = `
from dataclasses import dataclass, field, KW_ONLY
@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0o17
    tags: list[str] = field(default_factory=list)
    hidden: int = field(init=False)
    count: ClassVar[int] = 0
    _: KW_ONLY
    label: str = 'a'
@dataclass
class Child(Point):
    z: int
@dataclass
class Own:
    def __init__(self, a): ...
class Plain:
    x: int
`;
    await withSubject({ 'm.py': text }, async (subject) => {
      const verdict = async (check: Check): Promise<boolean | string> => {
        const result = await checkOne({}, check, subject);
        return result.error ?? result.passed;
      };
      const init = (target: string, expected?: string): Check =>
        expected === undefined
          ? { type: 'function_exists', target, file: 'm.py' }
          : { type: 'signature_match', target, file: 'm.py', expected };
      assert.equal(await verdict(init('Point.__init__')), true);
      assert.equal(await verdict(init('Plain.__init__')), false);
      assert.equal(
        await verdict(init('Point.__init__', '(x: int, y: int = 15, tags: list[str] = ..., *, label: str = "a")')),
        true,
      );
      assert.equal(await verdict(init('Point.__init__', '(x: int, y: int = 0)')), false);
      assert.equal(await verdict(init('Own.__init__', '(a)')), true);
      assert.match(String(await verdict(init('Child.__init__', '(z: int)'))), /base classes can add parameters/);
    });
  });

  it('[LANG-1] are found in the folders that project files name', async () => {
    await withSubject(
      {
        'pyproject.toml':
          '[tool.setuptools.package-dir]\n"" = "code"\nshop = "apps/shop"\n[tool.scikit-build]\nwheel.packages = ["python/fast"]\n',
        'code/core.py': '',
        'apps/shop/__init__.py': '',
        'python/fast/__init__.py': '',
        'poetry/pyproject.toml': '[tool.poetry]\npackages = [{ include = "part", from = "sources" }]\n',
        'poetry/sources/part/__init__.py': '',
        'hatch/pyproject.toml': '[tool.hatch.build.targets.wheel]\npackages = ["lib2/made"]\n',
        'hatch/lib2/made/__init__.py': '',
        'use.py': '',
      },
      ({ index }) => {
        const found = ['core', 'shop', 'fast', 'part', 'made'].map((name) => index.resolve('use.py', name));
        assert.deepEqual(found, [
          'code/core.py',
          'apps/shop/__init__.py',
          'python/fast/__init__.py',
          'poetry/sources/part/__init__.py',
          'hatch/lib2/made/__init__.py',
        ]);
        return Promise.resolve();
      },
    );
  });
});
