import assert from 'node:assert/strict';
import { loadLanguageOf } from '../../../../src/code/languages/language-table.ts';

/** Texts that the grammar accepts and the compiler of Python 3 rejects. */
const REJECTED = [
  'yield 1',
  'x = (yield)',
  'class A:\n    yield 1',
  'def f(x=(yield)): pass',
  'async def f():\n    yield from x',
  'f(a=1, a=2)',
  'class A(a=1, a=2): pass',
  'f(**a, *b)',
  'f(**a, b)',
  'nonlocal x',
  'def f():\n    nonlocal y',
  'def f(x):\n    global x',
  'def f():\n    def g(x):\n        nonlocal x',
  'def f():\n    from os import *',
  'class A:\n    from os import *',
  'import os\nfrom __future__ import annotations',
  'def f():\n    from __future__ import annotations',
  'from __future__ import nope',
  'try:\n    pass\nexcept:\n    pass\nexcept ValueError:\n    pass',
  'del f()',
  'del 1',
  '(a, b) += 1',
  'a, b += 1',
  '*a, *b = c',
  '*a = c',
  'x = *a',
  '*a',
  'x := 1',
  '(a, b): int = 1',
  '__debug__ = 1',
  'with a as f(): pass',
  'def f():\n    await g()',
  'lambda: await x',
  'def f():\n    async with a: pass',
  'def f():\n    async for a in b: pass',
  'def f():\n    return [x async for x in y]',
  '[*a for a in b]',
  'b"é"',
  '"\\x1"',
  '1_',
  'match x:\n    case a: pass\n    case b: pass',
  'def f(*): pass',
  'def f(*, **k): pass',
  'def f(a, /, b, /): pass',
];

const ACCEPTED = [
  'def f():\n    x = yield',
  'lambda: (yield)',
  'f(*a, *b, c=1, **d)',
  'f(a=1, *b)',
  'def f():\n    z = 1\n    def g():\n        nonlocal z',
  'class A:\n    def f(self):\n        nonlocal __class__',
  'def f(x):\n    global y',
  'from os import *',
  '"""doc"""\nfrom __future__ import annotations',
  '# c\nfrom __future__ import annotations, generators\nfrom __future__ import division',
  'try:\n    pass\nexcept ValueError:\n    pass\nexcept:\n    pass',
  'del a, b[0], (c.d, e)',
  '(a) += 1',
  'a[0] += 1',
  '*a, b = c',
  'x = *a, b',
  '(x := 1)',
  'if (x := 1): pass',
  'a[0]: int = 1',
  'async def f():\n    await g()\n    async with a: pass\n    return [x async for x in y]',
  'async def f():\n    return [await x for x in y]',
  '[*a, *b]',
  'b"e"',
  'r"\\x1"',
  '"\\\\x1"',
  '1_000',
  'match x:\n    case a if b: pass\n    case None: pass\n    case c: pass',
  'def f(*, a): pass',
  'def f(a, /, *b): pass',
  'with a as (b, c): pass',
];

describe('The syntax errors of Python', () => {
  it('[LANG-1] include those that only the compiler reports', async () => {
    const python = await loadLanguageOf('m.py');
    assert.ok(python);
    const errors = (text: string): number => python.findSyntaxErrors(`${text}\n`).length;
    assert.deepEqual(
      REJECTED.filter((text) => errors(text) === 0),
      [],
    );
    assert.deepEqual(
      ACCEPTED.filter((text) => errors(text) > 0),
      [],
    );
  });
});
