import assert from 'node:assert/strict';
import { impactOf, usesOfExport } from '../../src/impact/impact.ts';
import { commentForms } from './comment-forms.ts';
import { importForms } from './import-forms.ts';
import { LanguageServiceReferences } from './language-service.ts';
import { linesOf, treeOf } from './asking.ts';

/** What is unpacked from a module under another name is used where that name is; the language service stops before. */
const unpacked: Readonly<Record<string, readonly string[]>> = {
  'src/lib/core.ts#load': ['src/namespace.ts:7', 'src/dynamic.ts:18'],
  'src/lib/core.ts#fallback': ['src/dynamic.ts:8'],
  'src/lib/core.ts#shown': ['src/namespace.ts:7'],
  'src/lib/core.ts#Level': ['src/namespace.ts:9', 'src/dynamic.ts:18'],
  'src/maths.cjs#twice': ['src/common.cjs:4'],
};

/** Asked about a name that is unpacked, the language service goes back to where it came from, which uses nothing. */
const goesBack: Readonly<Record<string, readonly string[]>> = {
  'src/namespace.ts#shown': ['src/lib/core.ts:12', 'src/dynamic.ts:22'],
};

/**
 * Compares the uses of every export of a project with those that the language service finds.
 *
 * @param expected what of these, and beside them, is to be found for an export, given as `file#name`
 * @returns how many places were compared
 */
async function comparedPlaces(
  files: Readonly<Record<string, string>>,
  expected: (name: string, found: readonly string[]) => readonly string[],
): Promise<number> {
  const tree = await treeOf(files);
  using service = new LanguageServiceReferences(files);
  let compared = 0;
  for (const file of [...tree.graph.files()].sort()) {
    for (const entry of tree.graph.moduleOf(file)?.exports ?? []) {
      if (entry.from !== undefined || entry.kind === 'unknown') continue;
      const { line, column } = entry.declaredAt ?? entry;
      const name = `${file}#${entry.name}`;
      const places = expected(name, [...service.of(file, line, column)]);
      const found = await usesOfExport(tree, file, entry.name);
      assert.deepEqual(linesOf(found.places).sort(), [...places].sort(), name);
      compared += places.length;
    }
  }
  return compared;
}

describe('impactOf', () => {
  it('[ENF-IMPACT-2] finds what the language service finds, in every form of import', async function () {
    this.timeout(120_000);
    const compared = await comparedPlaces(importForms, (name, found) => [
      ...found.filter((place) => goesBack[name]?.includes(place) !== true),
      ...(unpacked[name] ?? []),
    ]);
    assert.ok(compared > 80, `${compared} places were compared`);
  });

  it('[ENF-IMPACT-2] finds what the language service finds in comments of JavaScript', async function () {
    this.timeout(120_000);
    const compared = await comparedPlaces(commentForms, (_, found) => found);
    assert.ok(compared > 20, `${compared} places were compared`);
  });

  it('[ENF-IMPACT-2] takes what comments of TypeScript say for words', async () => {
    const tree = await treeOf({
      'src/a.ts': 'export class A {}\n/** @type {A} */\nexport let b;\n',
      'src/c.ts':
        "import { A } from './a';\n/** @param {A} a @param {import('./a').A} b */\nexport function c(a, b) {}\n",
    });
    const { places } = await usesOfExport(tree, 'src/a.ts', 'A');
    assert.deepEqual(linesOf(places), ['src/c.ts:1']);
  });

  it('[ENF-IMPACT-2] follows what CommonJS gives on, takes at once, or takes as a whole', async () => {
    const tree = await treeOf({
      'store.cjs': 'class Store {}\nmodule.exports = Store;\n',
      'load.cjs': 'exports.load = () => 1;\n',
      'index.cjs':
        "const Store = require('./store.cjs');\nconst { load } = require('./load.cjs');\nmodule.exports = { Store, load };\n",
      'named.cjs': "const { Store, load } = require('./index.cjs');\nnew Store(load());\n",
      'at-once.cjs':
        "var run = require('./index.cjs').load;\nvar store = new (require('./store.cjs'))();\nfunction f() {\n  const Own = require('./store.cjs');\n  return new Own(run());\n}\n",
      'default.mjs': "import all from './load.cjs';\nall.load();\nconst made = await import('./store.cjs');\nmade;\n",
    });
    const lines = async (file: string, name: string): Promise<readonly string[]> =>
      linesOf((await usesOfExport(tree, file, name)).places);
    assert.deepEqual(await lines('store.cjs', 'export='), [
      'at-once.cjs:2',
      'at-once.cjs:4',
      'at-once.cjs:5',
      'default.mjs:3',
      'default.mjs:4',
      'index.cjs:1',
      'index.cjs:3',
      'named.cjs:1',
      'named.cjs:2',
      'store.cjs:2',
    ]);
    assert.deepEqual(await lines('load.cjs', 'load'), [
      'at-once.cjs:1',
      'at-once.cjs:5',
      'default.mjs:2',
      'index.cjs:2',
      'index.cjs:3',
      'named.cjs:1',
      'named.cjs:2',
    ]);
  });

  it('[ENF-IMPACT-2] tells of functions and types apart, with file, line and column', async () => {
    const tree = await treeOf({
      'src/user.ts': 'export function getUser() {}\nexport interface User { id: string }\nexport const unused = 1;\n',
      'src/page.ts': "import { getUser as get, type User } from './user';\nexport const user = get() as User;\n",
      'src/other.ts': 'export function getUser() {}\ngetUser();\n',
    });
    const { summary, ...found } = await impactOf(tree, { file: 'src/user.ts' });
    assert.deepEqual(found, {
      filesAffected: ['src/page.ts'],
      functionsAffected: [
        {
          name: 'getUser',
          file: 'src/user.ts',
          callers: [
            { file: 'src/page.ts', line: 1, column: 10 },
            { file: 'src/page.ts', line: 2, column: 21 },
          ],
        },
        { name: 'unused', file: 'src/user.ts', callers: [] },
      ],
      typesAffected: [
        {
          name: 'User',
          file: 'src/user.ts',
          usages: [
            { file: 'src/page.ts', line: 1, column: 31 },
            { file: 'src/page.ts', line: 2, column: 30 },
          ],
        },
      ],
    });
    assert.match(summary, /^A change of src\/user\.ts reaches 4 places and 1 other file\./);
    assert.match(summary, /- getUser \(src\/user\.ts\): 2 uses in 1 file: src\/page\.ts:1,2/);
    assert.doesNotMatch(summary, /unused/);
  });

  it('[ENF-IMPACT-1] a file affects those that import it, directly or through re-exports, and no others', async () => {
    const tree = await treeOf({
      'src/a.ts': 'export const a = 1;\n',
      'src/b.ts': 'export const b = 1;\n',
      'src/index.ts': "export * from './a';\nexport * from './b';\n",
      'src/outer.ts': "export { a as renamed } from './index';\n",
      'src/uses-a.ts': "import { renamed } from './outer';\nconsole.log(renamed);\n",
      'src/uses-b.ts': "import { b } from './index';\nconsole.log(b);\n",
      'src/uses-all.ts': "import * as all from './index';\nconsole.log(all);\n",
      'src/effect.ts': "import './a';\n",
      'src/lazy.ts': "export const lazy = () => import('./a');\n",
    });
    const { filesAffected, summary } = await impactOf(tree, { file: 'src/a.ts' });
    assert.deepEqual(filesAffected, [
      'src/effect.ts',
      'src/index.ts',
      'src/lazy.ts',
      'src/outer.ts',
      'src/uses-a.ts',
      'src/uses-all.ts',
    ]);
    assert.match(summary, /and 6 other files/);
    const one = await impactOf(tree, { file: 'src/a.ts', exportName: 'a' });
    assert.deepEqual(one.filesAffected, ['src/outer.ts', 'src/uses-a.ts']);
  });

  it('[ENF-IMPACT-2] takes no member, type parameter or word of the language for a use', async () => {
    const tree = await treeOf({
      'src/a.ts': 'export function clear(): void {}\nexport interface Success {}\nexport function is(): void {}\n',
      'src/use.ts': [
        "import { clear, is } from './a';",
        "import type { Success } from './a';",
        'interface Console {',
        '  assert(): void',
        '  clear(): void',
        '}',
        'declare const make: new <A, Success, E = never>() => Map<A, Success>;',
        'const held: Record<string, Map<Success, string>> = {};',
        'const isConsole = (value: unknown): value is Console => value !== held;',
        'void clear();',
        'is();',
        '',
      ].join('\n'),
    });
    const linesIn = async (name: string): Promise<readonly number[]> => {
      const { places } = await usesOfExport(tree, 'src/a.ts', name);
      return places.filter(({ file }) => file === 'src/use.ts').map(({ line }) => line);
    };
    assert.deepEqual(await linesIn('clear'), [1, 10]);
    assert.deepEqual(await linesIn('Success'), [2, 8]);
    assert.deepEqual(await linesIn('is'), [1, 11]);
  });

  it('[ENF-IMPACT-2] sees through CRLF, a component and text that no lexer of ours can cut', async () => {
    const tree = await treeOf({
      'src/a.ts': 'export function a() {}\r\nexport function b() {}\r\n',
      'src/use.ts': "import {\r\n  a,\r\n  b,\r\n} from './a';\r\n\r\na();\r\nb();\r\n",
      'src/view.vue':
        '<template><p>a()</p></template>\n<script setup lang="ts">\nimport { a } from \'./a\';\na();\n</script>\n',
      'src/odd.ts': "import { \\u0061 as odd, a } from './a';\nexport const c\\u0061t = [a(), odd()];\n",
    });
    const { places } = await usesOfExport(tree, 'src/a.ts', 'a');
    assert.deepEqual(linesOf(places), [
      'src/odd.ts:1',
      'src/odd.ts:2',
      'src/use.ts:2',
      'src/use.ts:6',
      'src/view.vue:3',
      'src/view.vue:4',
    ]);
  });

  it('[ENF-IMPACT-3] says so where nothing uses a file', async () => {
    const tree = await treeOf({ 'src/a.ts': 'export const a = 1;\n' });
    assert.equal((await impactOf(tree, { file: 'src/a.ts' })).summary, 'Nothing uses src/a.ts.');
  });

  it('a name that was removed is still used where it is imported', async () => {
    const tree = await treeOf({
      'src/a.ts': 'export const kept = 1;\n',
      'src/index.ts': "export * from './a';\n",
      'src/use.ts': "import { gone } from './index';\ngone();\n",
    });
    const { places } = await usesOfExport(tree, 'src/a.ts', 'gone');
    assert.deepEqual(linesOf(places), ['src/use.ts:1', 'src/use.ts:2']);
  });
});
