import assert from 'node:assert/strict';
import type { AssertionResult } from '../../../../src/verdicts/checks/interfaces/result.ts';
import type { Check } from '../../../../src/contract/model.ts';
import { checkOne, subjectOf, type Files } from '../checking.ts';

interface Sample {
  readonly file: string;
  readonly text: string;
  readonly type: readonly [missing: string, similar: string, line: number, column: number];
  readonly function: readonly [missing: string, similar: string, line: number, column: number];
  readonly signature: string;
}

const samples: readonly Sample[] = [
  {
    file: 'src/health.ts',
    text: "import fs from 'fs';\n\nexport interface HealthCheckStatus {}\n\nexport function checkHealthy(): void {}\n",
    type: ['HealthCheckResult', 'HealthCheckStatus', 3, 18],
    function: ['checkHealth', 'checkHealthy', 5, 17],
    signature: '() => void',
  },
  {
    file: 'src/health.py',
    text: 'import os\n\nclass HealthCheckStatus:\n    pass\n\ndef check_healthy() -> None: ...\n',
    type: ['HealthCheckResult', 'HealthCheckStatus', 3, 7],
    function: ['check_health', 'check_healthy', 6, 5],
    signature: '() -> None',
  },
  {
    file: 'health/health.go',
    text: 'package health\n\ntype HealthCheckStatus struct{}\n\nfunc CheckHealthy() {}\n',
    type: ['HealthCheckResult', 'HealthCheckStatus', 3, 6],
    function: ['CheckHealth', 'CheckHealthy', 5, 6],
    signature: '()',
  },
];

/** Every check that can miss an export, with a file and without one. */
function checksOf({ file, function: [missing], signature: expected }: Sample): readonly Check[] {
  return [file, undefined].flatMap((one) => {
    const place = one === undefined ? {} : { file: one };
    return [
      { type: 'export_exists', target: missing, ...place },
      { type: 'function_exists', target: missing, ...place },
      { type: 'signature_match', target: missing, expected, ...place },
      { type: 'signature_match', target: missing, expected, exported: true, ...place },
    ];
  });
}

function placeOf({ location }: AssertionResult): unknown[] {
  return [location?.file, location?.line, location?.column];
}

describe('A missing export', () => {
  for (const sample of samples) {
    it(`[EDIT-3] is reported at the declaration of the similar name in ${sample.file}`, async () => {
      const files = { [sample.file]: sample.text };
      const subject = await subjectOf(files);
      const [missing, similar, line, column] = sample.function;
      for (const check of [...checksOf(sample), { type: 'creates', target: `${missing}()` }]) {
        const result = await checkOne(files, check, subject);
        assert.equal(result.similar, similar, JSON.stringify(check));
        assert.match(result.actual ?? '', new RegExp(`Did you mean "${similar}"`));
        assert.deepEqual(placeOf(result), [sample.file, line, column], JSON.stringify(check));
      }
      const [type, otherType, ...place] = sample.type;
      const result = await checkOne(files, { type: 'export_exists', target: type, file: sample.file }, subject);
      assert.deepEqual([result.similar, ...placeOf(result)], [otherType, sample.file, ...place]);
    });
  }

  it('[LANG-1] is reported at its declaration, if the file declares the name without exporting it', async () => {
    const cases: readonly (readonly [files: Files, target: string, place: string, text: RegExp])[] = [
      [
        { 'a.py': '__all__ = ["b"]\nb = 1\ndef slug(): ...\n' },
        'slug',
        'a.py:3:5',
        /a\.py declares slug, which is not/,
      ],
      [{ 'a.py': 'b = 1\ndef _slug(): ...\n' }, 'slug', 'a.py:2:5', /a\.py declares _slug, which is not exported/],
      [{ 'a.py': 'from b import slug\n' }, 'slug', 'a.py:1:15', /a\.py imports slug, which is not exported/],
      [{ 'a/a.go': 'package a\n\nfunc slug() {}\n' }, 'Slug', 'a/a.go:3:6', /a\.go declares slug, which is not/],
      [{ 'a/a.go': 'package a\n\nfunc httpServer() {}\n' }, 'HTTPServer', 'a/a.go:3:6', /a\.go declares httpServer/],
      [{ 'a/a.go': 'package a\n\nvar id = 1\n' }, 'ID', 'a/a.go:3:5', /a\.go declares id, which is not exported/],
      [
        { 'a/a.go': '//go:build ignore\n\npackage a\n\nvar ID = 1\n' },
        'ID',
        'a/a.go:5:5',
        /a\.go declares ID, but its build constraint keeps it out of every build/,
      ],
      [
        { 'a/a_test.go': 'package a\n\nvar ID = 1\n' },
        'ID',
        'a/a_test.go:3:5',
        /but no package can import a file of tests/,
      ],
      ...[
        'class Slug {}',
        'const Slug = 1;',
        'const { a: [Slug] } = b;',
        'if (a) { var Slug = 1; }',
        'type Slug = string;',
        'interface Slug {}',
        'enum Slug {}',
        'namespace Slug {}',
        'function Slug() {}',
      ].map((text): (typeof cases)[number] => {
        const place = `a.ts:2:${text.indexOf('Slug') + 1}`;
        return [{ 'a.ts': `const b = [];\n${text}\n` }, 'Slug', place, /a\.ts declares Slug, which is not exported/];
      }),
      [{ 'a.ts': "import { a as Slug } from './b';\n" }, 'Slug', 'a.ts:1:15', /a\.ts imports Slug, which is not/],
      [{ 'a.vue': '<script>\nlet Slug = 1;\n</script>\n' }, 'Slug', 'a.vue:2:5', /a\.vue declares Slug, which is/],
    ];
    for (const [files, target, place, text] of cases) {
      const [file] = Object.keys(files);
      const subject = await subjectOf(files, { allowedFiles: ['**'] });
      const checks: readonly Check[] = [
        { type: 'export_exists', target, file },
        { type: 'creates', target },
        ...(target === 'slug' || target === 'Slug'
          ? [{ type: 'signature_match', target, file, exported: true, expected: '() => void' }]
          : []),
      ];
      for (const check of checks) {
        const result = await checkOne(files, check, subject);
        assert.equal(result.passed, false);
        assert.equal(result.similar, undefined, JSON.stringify(check));
        assert.equal(placeOf(result).join(':'), place, JSON.stringify(check));
        assert.doesNotMatch(result.actual ?? '', /declares _?slug, but not/, 'the declaration is named once');
        if (check['type'] === 'export_exists') assert.match(result.actual ?? '', text);
      }
    }
  });

  it('[LANG-1] is reported at what is declared instead of the function', async () => {
    const cases: readonly (readonly [file: string, text: string, target: string, line: number, column: number])[] = [
      ['a.ts', 'export {};\nconst slug = 1;\n', 'slug', 2, 7],
      ['a.ts', 'const a = 1;\nexport class Slug {}\n', 'Slug.run', 2, 14],
      ['a.ts', 'const a = 1;\nclass Slug {}\n', 'Slug.run', 2, 7],
      ['a.py', 'import os\n_slug = 1\n', 'slug', 2, 1],
      ['a.py', 'import os\nclass Slug: ...\n', 'Slug.run', 2, 7],
      ['a.go', 'package a\n\ntype Slug struct{}\n', 'Slug.Run', 3, 6],
      ['a.ts', 'const a = 1;\n', 'slug', 1, 1],
    ];
    for (const [file, text, target, ...place] of cases) {
      const result = await checkOne({ [file]: text }, { type: 'function_exists', target, file });
      assert.deepEqual([result.passed, ...placeOf(result)], [false, file, ...place], text);
    }
  });
});

describe('An export that a Python module creates when it runs', () => {
  const modules: readonly (readonly [title: string, text: string, place: string])[] = [
    ['__getattr__', 'x = 1\ndef __getattr__(name): ...\n', '2:5'],
    ['globals()[…]', 'for name in ["a"]:\n    globals()[name] = 1\n', '2:5'],
    ['globals().update(…)', 'x = 1\ndef f():\n    globals().update(x)\n', '3:5'],
    ['a variable for globals()', 'names = globals()\nnames["a" + "b"] = 1\n', '2:1'],
    ['setattr of the module', 'import sys\nsetattr(sys.modules[__name__], "a" + "b", 1)\n', '2:1'],
    ['the dictionary of the module', 'import sys\nsys.modules[__name__].__dict__.update(a)\n', '2:1'],
    ['a replaced module', 'import sys\nsys.modules[__name__] = Lazy()\n', '2:1'],
    ['a star import of an unknown package', 'from numpy import *\n', '1:1'],
  ];

  for (const [title, text, place] of modules) {
    it(`[LANG-2] is undecided in every check: ${title}`, async () => {
      const files = { 'lazy.py': text, 'other.py': 'y = 1\n' };
      const run = { type: 'signature_match', target: 'run', expected: '()', exported: true };
      const inFile: readonly (readonly [Check, Parameters<typeof subjectOf>[1]])[] = [
        [{ type: 'export_exists', target: 'run', file: 'lazy.py' }, {}],
        [{ type: 'export_exists', target: 'run', file: '*.py' }, {}],
        [{ type: 'function_exists', target: 'run', file: 'lazy.py' }, {}],
        [{ ...run, file: 'lazy.py' }, {}],
        [{ type: 'creates', target: 'run()' }, { allowedFiles: ['*.py'] }],
        [{ type: 'creates', target: 'run' }, { changedFiles: new Set(['lazy.py']) }],
      ];
      // The names of a package outside the tree are no exports of the tree.
      const anywhere: typeof inFile = title.startsWith('a star')
        ? []
        : [
            [{ type: 'creates', target: 'run()' }, {}],
            [{ type: 'export_exists', target: 'run' }, {}],
            [{ type: 'function_exists', target: 'run' }, {}],
            [run, {}],
          ];
      for (const [check, parts] of [...inFile, ...anywhere]) {
        const result = await checkOne(files, check, parts);
        assert.equal(result.passed, false);
        assert.match(result.error ?? '', /^Failed to find the export run: lazy\.py /, JSON.stringify(check));
        assert.equal(placeOf(result).join(':'), `lazy.py:${place}`);
      }
      const elsewhere = await checkOne(files, { type: 'creates', target: 'run' }, { allowedFiles: ['other.py'] });
      assert.deepEqual([elsewhere.passed, elsewhere.error], [false, undefined]);
    });
  }

  it('[LANG-2] is undecided, with the name that was probably meant', async () => {
    const files = { 'lazy.py': 'def __getattr__(name): ...\ndef checked(): ...\n_run = 1\n' };
    const similar = await checkOne(files, { type: 'export_exists', target: 'check', file: 'lazy.py' });
    assert.match(similar.error ?? '', /when they are imported\. Did you mean "checked"\? Check the text/);
    assert.deepEqual([similar.similar, ...placeOf(similar)], ['checked', 'lazy.py', 2, 5]);
    const unexported = await checkOne(files, { type: 'creates', target: 'run' }, { allowedFiles: ['lazy.py'] });
    assert.match(unexported.error ?? '', /are imported; lazy\.py declares _run, which is not exported\. Check/);
    assert.deepEqual(placeOf(unexported), ['lazy.py', 3, 1]);
  });

  it('[LANG-2] is decided if the module only reads its namespace, or mentions it in a text', async () => {
    const text = [
      '"""globals()[name] = 1"""',
      'import sys',
      'x = globals()["y"] == 1  # globals()[name] = 1',
      'y = getattr(sys.modules[__name__], "x")',
      'print(globals().get("x"), globals()["x"])',
      'names = globals()',
      'print(names["x"])',
    ].join('\n');
    const result = await checkOne({ 'a.py': text }, { type: 'export_exists', target: 'run', file: 'a.py' });
    assert.deepEqual([result.passed, result.error], [false, undefined]);
  });

  it('[LANG-2] is provided by a star import only if the imported module sets it', async () => {
    const files = {
      'star.py': 'from lazy import *\n',
      'lazy.py': 'def __getattr__(name): ...\n',
      'starred.py': 'from made import *\n',
      'made.py': 'globals()["a" + "b"] = 1\n',
    };
    const run = (file: string): Promise<AssertionResult> =>
      checkOne(files, { type: 'export_exists', target: 'run', file });
    assert.equal((await run('star.py')).error, undefined);
    assert.match((await run('starred.py')).error ?? '', /made\.py creates names when it runs/);
  });
});
