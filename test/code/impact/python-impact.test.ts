import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { findImpact } from '../../../src/code/impact/find-impact.ts';
import { ScriptCache } from '../../../src/code/impact/script-cache.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { TemporaryFolder } from '../../verdicts/checks/temporary-folder.ts';

const FILES = {
  'src/shop/__init__.py': 'from .text import slugify as slug\nfrom . import text\n',
  'src/shop/text.py': `
def slugify(value: str) -> str:
    return value

def twice(value):
    return slugify(slugify(value))

def shadowed(slugify):
    return slugify
`,
  'src/shop/named.py': 'from shop.text import slugify as make\n\nTITLE = make("a")\nhandlers = [make]\nobj.make()\n',
  'src/shop/members.py': `
import shop.text
import shop.text as t
from shop import text
from . import slug

def use(slug=slug):
    make = t.slugify("a")
    return shop.text.slugify(text.slugify(make))

def other():
    return slug("a"), t.twice
`,
  'src/shop/star.py': 'from .text import *\nslugify("x")\n',
  'tests/test_text.py': 'def test():\n    from shop.text import slugify\n    assert slugify("a") == "a"\n',
  'unrelated.py': 'def slugify(): ...\nslugify()\n',
};

describe('the impact of Python exports', () => {
  it('[LANG-1] lists calls, imports and other uses, through packages and modules', async () => {
    await using folder = await TemporaryFolder.create(FILES);
    const tree = new DiskTree(folder.path);
    const graph = await ModuleIndex.build(tree);
    const sources = { graph, cache: new ScriptCache(), readText: (file: string) => tree.readText(file) };
    const impact = await findImpact(sources, { file: 'src/shop/text.py', exportName: 'slugify' });
    const uses = impact.functionsAffected.flatMap(({ callers }) =>
      callers.map(({ file, line, column, kind }) => `${file}:${line}:${column} ${kind}`),
    );
    assert.deepEqual(uses, [
      'src/shop/__init__.py:1:19 import',
      'src/shop/members.py:5:15 import',
      'src/shop/members.py:7:14 other',
      'src/shop/members.py:8:14 call',
      'src/shop/members.py:9:22 call',
      'src/shop/members.py:9:35 call',
      'src/shop/members.py:12:12 call',
      'src/shop/named.py:1:23 import',
      'src/shop/named.py:3:9 call',
      'src/shop/named.py:4:13 other',
      'src/shop/star.py:2:1 call',
      'src/shop/text.py:6:12 call',
      'src/shop/text.py:6:20 call',
      'tests/test_text.py:2:27 import',
      'tests/test_text.py:3:12 call',
    ]);
    const whole = await findImpact(sources, { file: 'src/shop/text.py' });
    assert.deepEqual(whole.filesAffected, [
      'src/shop/__init__.py',
      'src/shop/members.py',
      'src/shop/named.py',
      'src/shop/star.py',
      'tests/test_text.py',
    ]);
  });
});
