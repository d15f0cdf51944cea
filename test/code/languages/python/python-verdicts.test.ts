import type { Check } from '../../../../src/contract/model.ts';
import { assertVerdicts } from '../verdicts.ts';

const exported = (target: string, file = 'm.py'): Check => ({ type: 'export_exists', target, file });
const callable = (target: string): Check => ({ type: 'function_exists', target, file: 'm.py' });
const signed = (target: string, expected: string): Check => ({
  type: 'signature_match',
  target,
  file: 'm.py',
  expected,
});

describe('verdicts on Python', () => {
  it('[LANG-1] do not pass for functions that an import of the module does not leave', async () => {
    const gone = [
      'def f(): pass\ndel f\n',
      'if False:\n    def f(): pass\n',
      'if not True:\n    def f(): pass\n',
      'if False and x:\n    def f(): pass\n',
      'while 0:\n    def f(): pass\n',
      'if "__main__" == __name__:\n    def f(): pass\n',
      'def f(): pass\nraise ImportError("moved")\n',
      'if 1 == 2:\n    def f(): pass\n',
      'if 0.0:\n    def f(): pass\n',
      'if "":\n    def f(): pass\n',
      'if not 1:\n    def f(): pass\n',
      'if False or None:\n    def f(): pass\n',
      'if "a" == "b":\n    def f(): pass\n',
      'if sys.version_info[0] < 3:\n    def f(): pass\n',
      'if sys.version_info < (3, 0):\n    def f(): pass\n',
      'if 1 > 0:\n    x = 1\nelse:\n    def f(): pass\n',
      'for x in []:\n    def f(): pass\n',
      'while 0 > 1:\n    def f(): pass\n',
      'try:\n    import os\nexcept ImportError:\n    def f(): pass\n',
      'try:\n    import json, os\nexcept ImportError: pass\ntry:\n    pass\nexcept ValueError:\n    pass\nexcept OSError:\n    def f(): pass\n',
      'try: import sys\nexcept: \n    def f(): pass\n',
      'def f(): pass\nglobals().pop("f")\n',
      'def f(): pass\ndel globals()["f"]\n',
      'import sys\ndef f(): pass\ndelattr(sys.modules[__name__], "f")\n',
      'def f(): pass\nglobals().clear()\n',
      'def f(): pass\nif True: del f\n',
      'def f(): pass\nif __name__ != "__main__":\n    del f\n',
      'def f(): pass\nif False:\n    pass\nelse:\n    del (f)\n',
      'def f(): pass\ntry:\n    pass\nfinally:\n    del f\n',
      'def f(): pass\nwith a() as b:\n    del [f], b\n',
      'def f(): pass\nwhile True:\n    del f\n    break\n',
      'def f(): pass\nfor x in [1, 2]:\n    del f\n    break\n',
      'def f(): pass\nfor x in range(1): del f\n',
      'def f(): pass\nfor x in ("a",):\n    with y:\n        del f\n',
      'def f(): pass\nfor x in []:\n    pass\nelse:\n    del f\n',
      'def f(): pass\nwhile 0: pass\nelse: del f\n',
      'x = 1\ndef f(): pass\nif True: del x, globals()["f"]\n',
      'def f(): pass\nx = 1; globals().pop("f", None)\n',
      'def f(): pass\ndel vars()["f"]\n',
      'def f(): pass\nlocals().pop("f")\n',
      'import sys\ndef f(): pass\ndel sys.modules[__name__].f\n',
    ];
    const kept = [
      'def f(): pass\nif x: del f\n',
      'def f(): pass\nfor x in y:\n    del f\n',
      'def f(): pass\nfor x in [*y]:\n    del f\n',
      'def f(): pass\nfor x in [z for z in y]:\n    del f\n',
      'def f(): pass\nfor x in [1, 2]:\n    if y: continue\n    del f\n',
      'def f(): pass\nwhile True:\n    if y:\n        break\n    with z:\n        del f\n',
      'def f(): pass\nfor x in [1]:\n    pass\nelse:\n    if y:\n        del f\n',
      'def f(): pass\ndel x[globals()["f"]], f.a, f[0]\n',
      'def f(): pass\ndef g():\n    del locals()["f"]\n',
      'def f(): pass\ndel f\ndef f(): pass\n',
      'def f(): pass\nx.pop("f")\ndel x["f"]\n',
    ];
    for (const text of kept) await assertVerdicts([['passes', text, callable('f')]], 'm.py');
    for (const text of gone) {
      await assertVerdicts(
        [
          ['fails', text, exported('f')],
          ['fails', text, callable('f')],
          ['fails', text, signed('f', '()')],
        ],
        'm.py',
      );
    }
    await assertVerdicts(
      [
        ['fails', 'if TYPE_CHECKING:\n    def f(): pass\n', callable('f')],
        ['fails', 'def f(): pass\nf = None\n', callable('f')],
        ['fails', 'f = lambda: 1\nf = 1\n', callable('f')],
        ['passes', 'def f(): pass\nf = cached(f)\n', callable('f')],
        ['fails', 'def d(fn):\n    print(fn)\n@d\ndef f(): pass\n', callable('f')],
        ['fails', 'def d(fn):\n    return None\n@d\ndef f(): pass\n', { type: 'creates', target: 'f()' }],
        ['passes', 'def d(fn):\n    return fn\n@d\ndef f(): pass\n', callable('f')],
        ['passes', 'def d(fn):\n    return fn\n@d\ndef f(): pass\n', { type: 'creates', target: 'f()' }],
        ['passes', 'def d(fn):\n    pass\nd = real\n@d\ndef f(): pass\n', callable('f')],
        ['passes', 'from x import d\n@d\ndef f(): pass\n', callable('f')],
        ['passes', 'try:\n    import fast\nexcept ImportError:\n    def f(): pass\n', callable('f')],
        ['passes', 'try:\n    import os\n    os.fork()\nexcept OSError:\n    def f(): pass\n', callable('f')],
        ['passes', 'try:\n    import os\nexcept ImportError:\n    pass\nelse:\n    def f(): pass\n', callable('f')],
        ['passes', 'if sys.version_info >= (3, 0):\n    def f(): pass\n', callable('f')],
        ['passes', 'if sys.version_info < (3, 9):\n    def f(): pass\n', callable('f')],
        ['passes', 'if x == 1:\n    def f(): pass\n', callable('f')],
        ['passes', 'def f(): pass\nif x:\n    globals().pop("f")\n', callable('f')],
        ['passes', 'try:\n    from fast import f\nexcept ImportError:\n    def f(): pass\n', callable('f')],
      ],
      'm.py',
    );
  });

  it('[LANG-1] do not pass for methods that a class does not have in the end', async () => {
    const method = 'class A:\n    def go(self): pass\n';
    await assertVerdicts(
      [
        ['passes', method, callable('A.go')],
        ['fails', `${method}    go = None\n`, callable('A.go')],
        ['fails', `${method}    del go\n`, callable('A.go')],
        ['fails', `${method}del A\n`, callable('A.go')],
        ['fails', `${method}del A\n`, signed('A.go', '()')],
        ['fails', `${method}class A: pass\n`, callable('A.go')],
        ['fails', 'class A:\n    if False:\n        def go(self): pass\n', callable('A.go')],
        [
          'passes',
          'class A:\n    @property\n    def go(self): pass\n    @go.setter\n    def go(self, v): pass\n',
          callable('A.go'),
        ],
      ],
      'm.py',
    );
  });

  it('[LANG-1] need the same signature in every branch that can define the function', async () => {
    const different = 'if x:\n    def f(a): pass\nelse:\n    def f(b): pass\n';
    await assertVerdicts(
      [
        ['fails', different, signed('f', '(a)')],
        ['fails', different, signed('f', '(b)')],
        ['passes', different, signed('f', '(a); (b)')],
        ['passes', different.replace('(b)', '(a)'), signed('f', '(a)')],
        ['passes', 'def f(a): pass\ndef f(b): pass\n', signed('f', '(b)')],
      ],
      'm.py',
    );
  });

  it('[LANG-1] follow the base classes of a class through the modules of the tree', async () => {
    const tree = {
      'm.py':
        'import shop.base as base\nfrom shop import Maker\nclass A(base.Base[int], metaclass=M): pass\nclass B(Maker): pass\n',
      'shop/__init__.py': 'from .base import Base as Maker\n',
      'shop/base.py':
        'class Root:\n    def deep(self, x: int) -> str: ...\nclass Base(Root):\n    def go(self): pass\n    off = None\n',
    };
    await assertVerdicts(
      [
        ['passes', tree, callable('A.go')],
        ['passes', tree, callable('B.deep')],
        ['passes', tree, signed('B.deep', '(x: int) -> str')],
        ['fails', tree, signed('B.deep', '(y: int) -> str')],
        ['fails', tree, callable('A.off')],
        [
          'passes',
          'class B:\n    def go(self): pass\nclass A(B):\n    if TYPE_CHECKING:\n        def go(self) -> int: ...\n',
          callable('A.go'),
        ],
        ['fails', tree, callable('A.missing')],
        ['fails', 'class A(ValueError): pass\n', callable('A.go')],
        ['fails', 'class B:\n    def go(self): pass\nclass A(B):\n    go = None\n', callable('A.go')],
      ],
      'm.py',
    );
  });

  it('[LANG-2] are errors for methods of base classes outside the tree', async () => {
    const partly = 'from x import X\nclass B:\n    def go(self): pass\nclass A(X, B): pass\n';
    await assertVerdicts(
      [
        ['undecided', 'from x import B\nclass A(B): pass\n', callable('A.go')],
        ['undecided', 'from x import B\nclass A(B): pass\n', signed('A.go', '()')],
        ['undecided', 'class A(dict): pass\n', callable('A.get')],
        ['passes', partly, callable('A.go')],
        ['undecided', partly, signed('A.go', '()')],
      ],
      'm.py',
    );
  });

  it('[LANG-1] fail in a file that Python rejects, although the grammar accepts it', async () => {
    const rejected = [
      'def f(): pass\n  x = 1\n',
      'def f():\n        pass\n    x = 1\n',
      'def f():\n# nothing\nx = 1\n',
      'def f(): pass\nif x:\n\ta = 1\n        b = 2\n',
      'def f(): pass\nreturn 1\n',
      'def f(): pass\nfor a in b: pass\nelse:\n    break\n',
      'def f(a, a): pass\n',
      'def f(a=1, b): pass\n',
      'def f(): pass\ng(a=1, 2)\n',
      'def f(): pass\nx = `1`\n',
      'def f(): pass\nx = 0777\n',
      'def f():\n    raise E, "x"\n',
      'def f(): pass\nawait f()\n',
      'def f(): pass\nasync with x: pass\n',
      'class A:\n  \\\n    x = 1\n    y = 2\ndef f(): pass\n',
    ];
    for (const text of rejected) await assertVerdicts([['fails', text, exported('f')]], 'm.py');
    const accepted = [
      'def f(a, b=1, *c, d, e=2, **g): pass\n',
      'def f(a, /, b=1, *, c): return [x for x in (yield)]\n',
      'def f():\n  if x:\n      y = 1\n  # less\n \n  z = {\n1: 2}\n',
      'def f():\n\tif x:\n\t\tbreak_ = 00\n\tg(*a, b=1, **c)\n',
      'def f():\n    while x:\n        if y: continue\n    class A: pass\n',
      'def f():\n\\\n    x = 1\n    y = 2\n',
      'class A:\n    @p\n# less\n\n  # less\n    @q\n    def g(self): pass\ndef f(): pass\n',
      'async def f():\n    async with x: await y\n',
      'x = f"{\n  1  # }\n} b"\ny = f"{f\'{"a"}\'}"\ndef f[T = list[int], **P = [int, str]](a: T) -> T: pass\n',
      "x = fr'\\{{'\ny = f'\\{1}'\ndef f(): pass\n",
      'type X[T = int] = list[T]\nclass A[*Ts = *tuple[int, ...]]: pass\ndef f(): pass\n',
      'def f(): pass;\nx = lambda a, *b, c=1: (a,)\ng(x for x in y)\nclass A(B, metaclass=C): x: int\n',
    ];
    for (const text of accepted) await assertVerdicts([['passes', text, exported('f')]], 'm.py');
  });

  it('[LANG-1] follow every way to bind a name, and no other', async () => {
    await assertVerdicts(
      [
        ['passes', 'match x:\n    case [f, *_]: pass\n', exported('f')],
        ['passes', 'match x:\n    case P(a=1, b=f) | {"k": f} if y: pass\n', exported('f')],
        ['passes', 'match x:\n    case int() as f: pass\n', exported('f')],
        ['fails', 'match x:\n    case P(f=1) | f.a: pass\n', exported('f')],
        ['fails', 'match x:\n    case 1 if f: pass\n', exported('f')],
        ['passes', 'def g(a=(f := 1)): pass\n', exported('f')],
        ['passes', '@d(f := 1)\ndef g(): pass\n', exported('f')],
        ['passes', 'class A((f := B)): pass\n', exported('f')],
        ['fails', 'g = lambda: (f := 1)\n', exported('f')],
        ['passes', '__all__ = ["g"]\ndel __all__\ndef f(): pass\n', exported('f')],
      ],
      'm.py',
    );
  });

  it('[LANG-1] fail for a re-export whose module is missing or does not parse', async () => {
    const file = 'pkg/__init__.py';
    const source = { 'pkg/impl.py': 'def f(): pass\n' };
    await assertVerdicts(
      [
        ['passes', { [file]: 'from pkg.impl import f\n', ...source }, exported('f', file)],
        ['fails', { [file]: 'from pkg.impl import f\n' }, exported('f', file)],
        ['passes', { [file]: 'from pkg._fast import f\n', 'pkg/_fast.pyx': '' }, exported('f', file)],
        [
          'fails',
          { [file]: 'from .middle import f\n', 'pkg/middle.py': 'from .impl import f\ndef (\n', ...source },
          exported('f', file),
        ],
      ],
      'm.py',
    );
  });

  it('[LANG-1] compare the values of annotations and defaults as they are', async () => {
    await assertVerdicts(
      [
        ['fails', 'def f(a: Annotated[int, "b | a"]): pass\n', signed('f', '(a: Annotated[int, "a | b"])')],
        ['fails', 'def f(a: Annotated[int, "b"]): pass\n', signed('f', '(a: Annotated[int, b])')],
        ['passes', 'def f(a: Annotated[Optional[int], 1]): pass\n', signed('f', '(a: Annotated[int | None, 1])')],
        ['fails', 'def f(a: t.Path): pass\n', signed('f', '(a: Path)')],
        ['passes', 'def f(a: t.List[int]): pass\n', signed('f', '(a: list[int])')],
        ['passes', 'def f(a=.5, b=1.): pass\n', signed('f', '(a=0.5, b=1.0)')],
        ['fails', 'def f(a=1): pass\n', signed('f', '(a=1.0)')],
        ['passes', 'def f(a=r"\\d\\n", b="a" "\\u00e9" \'"\'): pass\n', signed('f', "(a='\\\\d\\\\n', b='aé\"')")],
        ['passes', 'def f(a="""b\n"c" """): pass\n', signed('f', String.raw`(a='b\n"c" ')`)],
        ['fails', 'def f(a=r"\\n", b=b"c"): pass\n', signed('f', String.raw`(a="\n", b=b"c")`)],
        [
          'passes',
          'def f(a=q([1, 2,], b=(3,),), c=(x if y else z)): pass\n',
          signed('f', '(a=q([1, 2], b=(3,)), c=x if y else z)'),
        ],
        ['fails', 'def f(a=q((3,)), b=c[1,]): pass\n', signed('f', '(a=q((3)), b=c[1,])')],
        ['fails', 'def f(b=c[1,]): pass\n', signed('f', '(b=c[1])')],
        ['fails', 'def f(a=b"c"): pass\n', signed('f', '(a="c")')],
        ['fails', 'def f(a=f"c"): pass\n', signed('f', '(a="c")')],
        ['passes', 'def f(a=1, \\\n    b=1 \\\n    + 2): pass\n', signed('f', '(a=1, b=1 + 2)')],
      ],
      'm.py',
    );
  });
});
