import assert from 'node:assert/strict';
import { findUses } from '../../../src/code/impact/find-impact.ts';
import { formatLines, createMemoryImpact } from './memory-impact.ts';

const lib = {
  'src/lib.ts': 'export function a() {}\nexport function b() {}\nexport const c = { a: 1 };\n',
  'src/common.js': 'exports.a = () => 1;\nexports.b = 2;\n',
};

/** The uses of an export that are not in the module that re-exports it, as `file:line`. */
async function usesIn(files: Readonly<Record<string, string>>, file: string, name: string): Promise<readonly string[]> {
  const { uses } = await findUses(await createMemoryImpact({ ...lib, ...files }), file, name);
  return [...new Set(formatLines(uses))].filter((use) => use.includes('user'));
}

describe('Names that a module exports after destructuring another module', () => {
  const inTypeScript: readonly (readonly [title: string, text: string, exported: string])[] = [
    ['of a namespace import', "import * as lib from './lib.ts';\nexport const { a } = lib;", 'a'],
    ['with another name', "import * as lib from './lib.ts';\nexport const { a: other, b } = lib;", 'other'],
    [
      'in a separate statement',
      "import * as lib from './lib.ts';\nconst { a: own } = lib;\nexport { own as out };",
      'out',
    ],
    ['as the default', "import * as lib from './lib.ts';\nconst { a } = lib;\nexport default a;", 'default'],
    ['of `import = require`', "import lib = require('./lib.ts');\nexport const { a } = lib;", 'a'],
    ['of `require`', "export const { b, a: other } = require('./lib.ts');", 'other'],
    ['of `require` with a default value', "export const { a = 1, ...rest } = require('./lib.ts');", 'a'],
    ['of an awaited import', "export const { a } = await import('./lib.ts');", 'a'],
    [
      'of a variable',
      "const lib = await import('./lib.ts');\nconst same = lib as any;\nexport const { a } = same;",
      'a',
    ],
    ['with a type', "import * as lib from './lib.ts';\nexport const { a }: { a: () => void } = lib!;", 'a'],
    ['with a computed default', "import * as lib from './lib.ts';\nexport const { a = () => 1, b } = lib;", 'a'],
  ];
  for (const [title, text, exported] of inTypeScript) {
    it(`[ENF-IMPACT-2] are followed to their users: ${title}`, async () => {
      const files = {
        'src/re.ts': `${text}\n`,
        'src/user.ts': `import { ${exported} as used } from './re.ts';\nused();\n`,
        'src/all-user.ts': `import * as re from './re.ts';\nre.${exported}();\n`,
      };
      const expected = ['src/all-user.ts:2', 'src/user.ts:1', 'src/user.ts:2'];
      assert.deepEqual(await usesIn(files, 'src/lib.ts', 'a'), expected);
      const ofOther = text.includes('rest') ? [] : await usesIn(files, 'src/lib.ts', 'c');
      assert.deepEqual(ofOther, []);
    });
  }

  it('[ENF-IMPACT-2] are followed in CommonJS modules, through several modules and nested modules', async () => {
    const files = {
      'src/re.js':
        "const lib = require('./common');\nconst { a, b: renamed } = lib;\nmodule.exports = { a, renamed };\n",
      'src/again.js': "const { a: second } = require('./re');\nexports.third = second;\n",
      'src/nested.js': "module.exports = { inner: require('./common') };\n",
      'src/barrel.ts': "export * as inner from './lib.ts';\n",
      'src/deep.ts': "import * as barrel from './barrel.ts';\nexport const { inner: { a: deep } } = barrel;\n",
      'src/user.js': "const re = require('./re');\nre.a();\nre.renamed;\nrequire('./again').third();\n",
      'src/deep-user.ts': "import { deep } from './deep.ts';\ndeep();\n",
    };
    assert.deepEqual(await usesIn(files, 'src/common.js', 'a'), ['src/user.js:2', 'src/user.js:4']);
    assert.deepEqual(await usesIn(files, 'src/common.js', 'b'), ['src/user.js:3']);
    assert.deepEqual(await usesIn(files, 'src/lib.ts', 'a'), ['src/deep-user.ts:1', 'src/deep-user.ts:2']);
  });

  it('[ENF-IMPACT-2] are followed in the rest of a pattern', async () => {
    const files = {
      'src/re.ts': "import * as lib from './lib.ts';\nexport const { a: first, ...rest } = lib;\n",
      'src/user.ts': "import { rest } from './re.ts';\nrest.b();\nrest.a();\n",
    };
    assert.deepEqual(await usesIn(files, 'src/lib.ts', 'b'), ['src/user.ts:2']);
    assert.deepEqual(await usesIn(files, 'src/lib.ts', 'a'), []);
  });

  it('[ENF-IMPACT-2] exclude members of an export, other modules and inner variables', async () => {
    const files = {
      'src/member.ts': "import { c } from './lib.ts';\nexport const { a } = c;\n",
      'src/inner.ts':
        "import * as lib from './lib.ts';\nexport function f() { const { a } = lib; return a; }\nexport const a = 1;\n",
      'src/other.ts': "import * as other from './member.ts';\nexport const { a } = other;\n",
      'src/typed.ts': "const { a: own } = require('./lib.ts');\nexport const a = 1;\nexport type own = 1;\n",
      'src/user.ts': [
        "import { a as one } from './member.ts';",
        "import { a as two } from './inner.ts';",
        "import { a as three } from './other.ts';",
        "import { a as four } from './typed.ts';",
        'one; two; three; four;',
      ].join('\n'),
    };
    assert.deepEqual(await usesIn(files, 'src/lib.ts', 'a'), []);
  });
});
