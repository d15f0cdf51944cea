import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../../src/code/index/module-index.ts';
import type { CheckSubject } from '../../../../src/verdicts/checks/interfaces/subject.ts';
import type { AssertionResult } from '../../../../src/verdicts/checks/interfaces/result.ts';
import type { Check } from '../../../../src/contract/model.ts';
import { DiskTree } from '../../../../src/workspace/files/disk-tree.ts';
import { checkOne } from '../checking.ts';
import { TemporaryFolder } from '../temporary-folder.ts';

const TEXT = `
import functools
from typing import Optional, overload
from external import imported

def slugify(text: str, *, separator: str = '-', limit: Optional[int] = None) -> str:
    return text

@functools.cache
async def load(url: 'str') -> dict[str, int] | None: ...

@overload
def pick(value: int) -> int: ...
@overload
def pick(value: str) -> str: ...
def pick(value): return value

@overload
def only(value: int) -> int: ...

class Client:
    def __init__(self, base: str): ...
    @staticmethod
    def create(base: str) -> "Client": ...
    @classmethod
    async def open(cls, base: str) -> 'Client': ...
    @property
    def name(self) -> str: ...

LIMIT = 3
handler = functools.partial(slugify)
def _helper(): ...
`;

const FILES = {
  'src/shop/__init__.py': 'from .text import slugify\nfrom .absent import gone\n',
  'src/shop/text.py': TEXT,
  'src/shop/listed.py': "__all__ = ['lost', 'kept']\nkept = 1\nhidden = 2\n",
  'src/shop/broken.py': 'def slug(:\n    return 1\n',
  'src/shop/empty.py': 'def body():\nx = 1\n',
};

describe('checks of Python modules', () => {
  let folder: TemporaryFolder;
  let subject: Pick<CheckSubject, 'tree' | 'index'>;

  before(async () => {
    folder = await TemporaryFolder.create(FILES);
    const tree = new DiskTree(folder.path);
    subject = { tree, index: await ModuleIndex.build(tree) };
  });
  after(() => folder[Symbol.asyncDispose]());

  const check = (one: Check, parts: Partial<CheckSubject> = {}): Promise<AssertionResult> =>
    checkOne({}, one, { ...subject, ...parts });

  async function verdicts(
    checks: readonly (readonly [boolean, Check])[],
    parts?: Partial<CheckSubject>,
  ): Promise<void> {
    for (const [passed, one] of checks) {
      const result = await check(one, parts);
      assert.equal(result.error, undefined, JSON.stringify(one));
      assert.equal(result.passed, passed, `${JSON.stringify(one)}: ${result.actual ?? ''}`);
    }
  }

  it('[LANG-1] export_exists answers for declarations, re-exports, imports and __all__', async () => {
    const exportIn = (target: string, file?: string): Check => ({
      type: 'export_exists',
      target,
      ...(file && { file }),
    });
    await verdicts([
      [true, exportIn('slugify', 'src/shop/text.py')],
      [true, exportIn('slugify', 'src/shop/__init__.py')],
      [true, exportIn('slugify')],
      [true, exportIn('Client', 'src/**/*.py')],
      [false, exportIn('imported', 'src/shop/text.py')],
      [false, exportIn('_helper', 'src/shop/text.py')],
      [false, exportIn('gone', 'src/shop/__init__.py')],
      [false, exportIn('lost', 'src/shop/listed.py')],
      [true, exportIn('kept', 'src/shop/listed.py')],
      [false, exportIn('hidden', 'src/shop/listed.py')],
      [false, exportIn('nothing')],
    ]);
    const similar = await check(exportIn('slugfy', 'src/shop/text.py'));
    assert.equal(similar.similar, 'slugify');
    assert.deepEqual(similar.location, { file: 'src/shop/text.py', line: 6, column: 5 });
  });

  it('[LANG-1] creates requires an export of a changed file, as a function with a body if it is called', async () => {
    const changedFiles = new Set(['src/shop/text.py']);
    await verdicts(
      [
        [true, { type: 'creates', target: 'slugify()' }],
        [true, { type: 'creates', target: 'load()' }],
        [true, { type: 'creates', target: 'pick()' }],
        [true, { type: 'creates', target: 'handler()' }],
        [true, { type: 'creates', target: 'LIMIT' }],
        [false, { type: 'creates', target: 'LIMIT()' }],
        [false, { type: 'creates', target: 'only()' }],
        [false, { type: 'creates', target: 'imported' }],
        [false, { type: 'creates', target: 'kept' }],
      ],
      { changedFiles },
    );
  });

  it('[LANG-1] creates fails for a file that does not parse', async () => {
    for (const file of ['src/shop/broken.py', 'src/shop/empty.py']) {
      const target = file.includes('broken') ? 'slug' : 'body';
      const result = await check({ type: 'creates', target }, { changedFiles: new Set([file]) });
      assert.equal(result.passed, false);
      assert.match(result.actual ?? '', /syntax error/);
    }
  });

  it('[LANG-1] function_exists finds functions, methods and functions that are not exported', async () => {
    const file = 'src/shop/text.py';
    await verdicts([
      [true, { type: 'function_exists', target: 'slugify' }],
      [true, { type: 'function_exists', target: '_helper', file }],
      [true, { type: 'function_exists', target: 'Client.create', file }],
      [true, { type: 'function_exists', target: 'Client.__init__', file }],
      [true, { type: 'function_exists', target: 'Client.name', file }],
      [true, { type: 'function_exists', target: 'slugify', file: 'src/shop/__init__.py' }],
      [false, { type: 'function_exists', target: 'Client.missing', file }],
      [false, { type: 'function_exists', target: 'only', file }],
      [false, { type: 'function_exists', target: 'LIMIT', file }],
    ]);
  });

  it('[LANG-1] signature_match compares normalized texts', async () => {
    const file = 'src/shop/text.py';
    const match = (target: string, expected: string): Check => ({ type: 'signature_match', target, file, expected });
    await verdicts([
      [true, match('slugify', '(text: str, *, separator: str="-", limit: int | None = None) -> str')],
      [true, match('slugify', 'def slugify(text: "str", *, separator: str = ..., limit: None|int=None,) -> str:')],
      [true, match('slugify', '(text, *, separator = "-", limit=None)')],
      [false, match('slugify', '(text: str, separator: str = "-", limit: int | None = None) -> str')],
      [false, match('slugify', '(text: str, *, separator: str = "_", limit: int | None = None) -> str')],
      [false, match('slugify', '(text: bytes, *, separator: str = "-", limit: int | None = None) -> str')],
      [false, match('slugify', '(value: str, *, separator: str = "-", limit: int | None = None) -> str')],
      [false, match('slugify', '(text: str, *, separator: str = "-", limit: int | None = None) -> bytes')],
      [true, match('load', 'async (url: str) -> Optional[Dict[str, int]]')],
      [true, match('load', '(url: str) -> Awaitable[dict[str, int] | None]')],
      [false, match('load', '(url: str) -> dict[str, int] | None')],
      [true, match('pick', '(value: int) -> int; (value: str) -> str')],
      [true, match('pick', '(value: int) -> int')],
      [false, match('pick', '(value: int) -> int; (value: bytes) -> str')],
      [true, match('Client.create', '(base: str) -> Client')],
      [true, match('Client.open', 'async (base: str) -> Client')],
      [true, match('Client.open', 'async def open(cls, base: str) -> Client')],
      [true, match('Client.__init__', '(self, base: str)')],
      [true, match('Client.__init__', '(base: str)')],
      [false, match('Client.create', '(self, base: str) -> Client')],
      [false, match('missing', '() -> None')],
    ]);
    // The actual signature can be copied into the contract.
    const notAsync = await check(match('Client.open', '(base: str) -> Client'));
    assert.equal(notAsync.actual, 'async (base: str) -> Client');
    assert.equal(notAsync.signature, notAsync.actual, 'an amendment and a fix can adopt it');
    for (const target of ['missing', 'LIMIT'])
      assert.equal((await check(match(target, '() -> None'))).signature, undefined);
    assert.match((await check(match('Client.open', '(cls, base: int)'))).actual ?? '', /^async \(cls, base: str\)/);
    const unreadable = await check(match('slugify', '(text: string) => string'));
    assert.equal(unreadable.passed, false);
    assert.match(unreadable.error ?? '', /not a Python signature/);
    const throughPackage = await check({
      type: 'signature_match',
      target: 'slugify',
      file: 'src/shop/__init__.py',
      expected: '(text, *, separator = "-", limit=None)',
      exported: true,
    });
    assert.equal(throughPackage.passed, true, throughPackage.actual);
    assert.equal(throughPackage.location?.file, 'src/shop/text.py');
  });

  it('[LANG-2] type_matches reports that types of Python are not read', async () => {
    const result = await check({ type: 'type_matches', target: 'Client', file: 'src/shop/text.py', expected: '{}' });
    assert.equal(result.passed, false);
    assert.match(result.error ?? '', /Types of Python are not read/);
    assert.equal(result.actual, undefined, 'the reason is shown and fed back, not an empty value');
  });
});
