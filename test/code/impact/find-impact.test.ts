import assert from 'node:assert/strict';
import { findImpact, findUses } from '../../../src/code/impact/find-impact.ts';
import { commentForms } from './comment-forms.ts';
import { importForms } from './import-forms.ts';
import { LanguageServiceReferences } from './language-service.ts';
import { formatLines, createMemoryImpact } from './memory-impact.ts';

/** Uses through a renamed destructured variable, by export. The language service does not follow the new name. */
const usesOfRenamedVariables: Readonly<Record<string, readonly string[]>> = {
  'src/lib/core.ts#load': ['src/namespace.ts:7', 'src/dynamic.ts:18', 'src/spread.ts:14', 'src/spread.ts:21'],
  'src/lib/core.ts#fallback': ['src/dynamic.ts:8', 'src/spread.ts:4'],
  'src/lib/core.ts#shown': ['src/namespace.ts:7'],
  'src/lib/core.ts#Level': ['src/namespace.ts:9', 'src/dynamic.ts:18'],
  'src/maths.cjs#twice': ['src/common.cjs:4'],
};

/** Origins of destructured names, by export. The language service reports them as references, but they are not uses. */
const falseReferences: Readonly<Record<string, readonly string[]>> = {
  'src/namespace.ts#shown': [
    'src/lib/core.ts:12',
    'src/dynamic.ts:22',
    ...[4, 6, 14, 21].map((line) => `src/spread.ts:${line}`),
  ],
};

/**
 * Asserts that the uses of every export of a project equal the references that the language service finds.
 *
 * @param toExpected corrects the references of an export; the name of the export has the form `file#name`
 * @returns the number of compared locations
 */
async function assertSameAsLanguageService(
  files: Readonly<Record<string, string>>,
  toExpected: (name: string, references: readonly string[]) => readonly string[],
): Promise<number> {
  const tree = await createMemoryImpact(files);
  using service = new LanguageServiceReferences(files);
  let compared = 0;
  for (const file of [...tree.graph.files()].sort()) {
    for (const entry of tree.graph.moduleOf(file)?.exports ?? []) {
      if (entry.from !== undefined || entry.kind === 'unknown') continue;
      const { line, column } = entry.declaredAt ?? entry;
      const name = `${file}#${entry.name}`;
      const expected = toExpected(name, [...service.findReferences(file, line, column)]);
      const found = await findUses(tree, file, entry.name);
      assert.deepEqual(formatLines(found.uses).sort(), [...expected].sort(), name);
      compared += expected.length;
    }
  }
  return compared;
}

describe('The uses of an export', () => {
  it('[ENF-IMPACT-2] match the references of the language service in every form of import', async function () {
    this.timeout(120_000);
    const compared = await assertSameAsLanguageService(importForms, (name, references) => [
      ...references.filter((location) => falseReferences[name]?.includes(location) !== true),
      ...(usesOfRenamedVariables[name] ?? []),
    ]);
    assert.ok(compared > 80, `Only ${compared} locations were compared.`);
  });

  it('[ENF-IMPACT-2] match the references of the language service in JavaScript comments', async function () {
    this.timeout(120_000);
    const compared = await assertSameAsLanguageService(commentForms, (_, references) => references);
    assert.ok(compared > 20, `Only ${compared} locations were compared.`);
  });

  it('[ENF-IMPACT-2] exclude types in TypeScript comments', async () => {
    const tree = await createMemoryImpact({
      'src/a.ts': 'export class A {}\n/** @type {A} */\nexport let b;\n',
      'src/c.ts':
        "import { A } from './a';\n/** @param {A} a @param {import('./a').A} b */\nexport function c(a, b) {}\n",
    });
    const { uses } = await findUses(tree, 'src/a.ts', 'A');
    assert.deepEqual(formatLines(uses), ['src/c.ts:1']);
  });

  it('[ENF-IMPACT-2] include uses of CommonJS modules that are re-exported, accessed directly or required as a whole', async () => {
    const tree = await createMemoryImpact({
      'store.cjs': 'class Store {}\nmodule.exports = Store;\n',
      'load.cjs': 'exports.load = () => 1;\n',
      'index.cjs':
        "const Store = require('./store.cjs');\nconst { load } = require('./load.cjs');\nmodule.exports = { Store, load };\n",
      'named.cjs': "const { Store, load } = require('./index.cjs');\nnew Store(load());\n",
      'direct.cjs':
        "var run = require('./index.cjs').load;\nvar store = new (require('./store.cjs'))();\nfunction f() {\n  const Own = require('./store.cjs');\n  return new Own(run());\n}\n",
      'default.mjs': "import all from './load.cjs';\nall.load();\nconst made = await import('./store.cjs');\nmade;\n",
    });
    const lines = async (file: string, name: string): Promise<readonly string[]> =>
      formatLines((await findUses(tree, file, name)).uses);
    assert.deepEqual(await lines('store.cjs', 'export='), [
      'default.mjs:3',
      'default.mjs:4',
      'direct.cjs:2',
      'direct.cjs:4',
      'direct.cjs:5',
      'index.cjs:1',
      'index.cjs:3',
      'named.cjs:1',
      'named.cjs:2',
      'store.cjs:2',
    ]);
    assert.deepEqual(await lines('load.cjs', 'load'), [
      'default.mjs:2',
      'direct.cjs:1',
      'direct.cjs:5',
      'index.cjs:2',
      'index.cjs:3',
      'named.cjs:1',
      'named.cjs:2',
    ]);
  });

  it('[ENF-IMPACT-2] are listed separately for functions and types, with file, line and column', async () => {
    const tree = await createMemoryImpact({
      'src/user.ts': 'export function getUser() {}\nexport interface User { id: string }\nexport const unused = 1;\n',
      'src/page.ts': "import { getUser as get, type User } from './user';\nexport const user = get() as User;\n",
      'src/other.ts': 'export function getUser() {}\ngetUser();\n',
    });
    const { summary, ...found } = await findImpact(tree, { file: 'src/user.ts' });
    assert.deepEqual(found, {
      filesAffected: ['src/page.ts'],
      functionsAffected: [
        {
          name: 'getUser',
          file: 'src/user.ts',
          callers: [
            { file: 'src/page.ts', line: 1, column: 10, kind: 'import' },
            { file: 'src/page.ts', line: 2, column: 21, kind: 'call' },
          ],
        },
        { name: 'unused', file: 'src/user.ts', callers: [] },
      ],
      typesAffected: [
        {
          name: 'User',
          file: 'src/user.ts',
          usages: [
            { file: 'src/page.ts', line: 1, column: 31, kind: 'import' },
            { file: 'src/page.ts', line: 2, column: 30, kind: 'other' },
          ],
        },
      ],
    });
    assert.match(summary, /^A change of src\/user\.ts affects 4 uses and 1 other file\./);
    assert.match(summary, /- getUser \(src\/user\.ts\): 2 uses in 1 file \(1 call, 1 import\): src\/page\.ts:1,2/);
    assert.doesNotMatch(summary, /unused/);
  });

  it('[ENF-IMPACT-2] are calls, imports and re-exports, or other uses', async () => {
    const tree = await createMemoryImpact({
      'src/load.ts': 'export function load<Row>(row?: Row) {}\nexport class Store {}\nload();\n',
      'src/page.ts': [
        "import { load, Store } from './load';",
        'load (1);',
        'load?.(2);',
        'load<string>();',
        'const later = load;',
        'new Store();',
        'const tool = { load };',
        '',
      ].join('\n'),
      'src/all.ts': "import * as all from './load';\nexport { load } from './load';\nall.load();\nall.load.name;\n",
    });
    const kinds = async (name: string): Promise<string[]> =>
      (await findUses(tree, 'src/load.ts', name)).uses.map(({ file, line, kind }) => `${file}:${line} ${kind}`);
    assert.deepEqual(await kinds('load'), [
      'src/all.ts:2 import',
      'src/all.ts:3 call',
      'src/all.ts:4 other',
      'src/load.ts:3 call',
      'src/page.ts:1 import',
      'src/page.ts:2 call',
      'src/page.ts:3 call',
      'src/page.ts:4 call',
      'src/page.ts:5 other',
      'src/page.ts:7 other',
    ]);
    assert.deepEqual(await kinds('Store'), ['src/page.ts:1 import', 'src/page.ts:6 call']);
  });

  it('[ENF-IMPACT-1] affect only files that import the file directly or through re-exports', async () => {
    const tree = await createMemoryImpact({
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
    const { filesAffected, summary } = await findImpact(tree, { file: 'src/a.ts' });
    assert.deepEqual(filesAffected, [
      'src/effect.ts',
      'src/index.ts',
      'src/lazy.ts',
      'src/outer.ts',
      'src/uses-a.ts',
      'src/uses-all.ts',
    ]);
    assert.match(summary, /and 6 other files/);
    const one = await findImpact(tree, { file: 'src/a.ts', exportName: 'a' });
    assert.deepEqual(one.filesAffected, ['src/outer.ts', 'src/uses-a.ts']);
  });

  it('[ENF-IMPACT-2] exclude members, type parameters and keywords', async () => {
    const tree = await createMemoryImpact({
      'src/a.ts': 'export function clear(): void {}\nexport interface Success {}\nexport function is(): void {}\n',
      'src/use.ts': [
        "import { clear, is } from './a';",
        "import type { Success } from './a';",
        'interface Console {',
        '  assert(): void',
        '  clear(): void',
        '}',
        'declare const make: new <A, Success, E = never>() => Map<A, Success>;',
        'const names: Record<string, Map<Success, string>> = {};',
        'const isConsole = (value: unknown): value is Console => value !== names;',
        'void clear();',
        'is();',
        '',
      ].join('\n'),
    });
    const linesIn = async (name: string): Promise<readonly number[]> => {
      const { uses } = await findUses(tree, 'src/a.ts', name);
      return uses.filter(({ file }) => file === 'src/use.ts').map(({ line }) => line);
    };
    assert.deepEqual(await linesIn('clear'), [1, 10]);
    assert.deepEqual(await linesIn('Success'), [2, 8]);
    assert.deepEqual(await linesIn('is'), [1, 11]);
  });

  it('[ENF-IMPACT-2] include uses in CRLF text, in a component and in text that the tokenizer cannot read', async () => {
    const tree = await createMemoryImpact({
      'src/a.ts': 'export function a() {}\r\nexport function b() {}\r\n',
      'src/use.ts': "import {\r\n  a,\r\n  b,\r\n} from './a';\r\n\r\na();\r\nb();\r\n",
      'src/view.vue':
        '<template><p>a()</p></template>\n<script setup lang="ts">\nimport { a } from \'./a\';\na();\n</script>\n',
      'src/odd.ts': "import { \\u0061 as odd, a } from './a';\nexport const c\\u0061t = [a(), odd()];\n",
    });
    const { uses } = await findUses(tree, 'src/a.ts', 'a');
    assert.deepEqual(formatLines(uses), [
      'src/odd.ts:1',
      'src/odd.ts:2',
      'src/use.ts:2',
      'src/use.ts:6',
      'src/view.vue:3',
      'src/view.vue:4',
    ]);
  });

  it('[ENF-IMPACT-3] have a summary that reports an unused file', async () => {
    const tree = await createMemoryImpact({ 'src/a.ts': 'export const a = 1;\n' });
    assert.equal((await findImpact(tree, { file: 'src/a.ts' })).summary, 'Nothing uses src/a.ts.');
  });

  it('include imports of a removed export', async () => {
    const tree = await createMemoryImpact({
      'src/a.ts': 'export const remaining = 1;\n',
      'src/index.ts': "export * from './a';\n",
      'src/use.ts': "import { removed } from './index';\nremoved();\n",
    });
    const { uses } = await findUses(tree, 'src/a.ts', 'removed');
    assert.deepEqual(formatLines(uses), ['src/use.ts:1', 'src/use.ts:2']);
  });
});
