import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../../src/code/module-index.ts';
import { createTypeTier } from '../../../../src/code/types/create-type-tier.ts';
import { EditReach } from '../../../../src/code/types/reach/edit-reach.ts';
import { loadTypeScript } from '../../../../src/code/typescript-parser.ts';
import { DiskTree } from '../../../../src/workspace/disk-tree.ts';
import { compilers, workspaceWith } from '../compilers.ts';

const tsconfig = JSON.stringify({
  compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler', allowJs: true, types: [] },
});

/** An edit in one file after which a function of `asked.ts` has another signature. */
interface Flip {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly edit: readonly [file: string, before: string, after: string];
  readonly expected: string;
}

const flips: readonly Flip[] = [
  {
    title: 'a type that is imported by name',
    files: {
      'asked.ts': "import { T } from './t';\nexport function f(a: T): void {}\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'a type behind another type of its file',
    files: {
      'asked.ts': "import type { T } from './t';\nexport function f(a: T): void {}\n",
      't.ts': 'type Inner = string;\nexport type T = Inner;\n',
    },
    edit: ['t.ts', 'Inner = string', 'Inner = number'],
    expected: '(a: string) => void',
  },
  {
    title: 'through a renaming re-export',
    files: {
      'asked.ts': "import { T } from './barrel';\nexport function f(a: T): void {}\n",
      'barrel.ts': "export { Inner as T } from './t';\n",
      't.ts': 'export type Inner = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'through export *',
    files: {
      'asked.ts': "import { T } from './barrel';\nexport function f(a: T): void {}\n",
      'barrel.ts': "export * from './t';\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'a name that comes to hide one of export *',
    files: {
      'asked.ts': "import { T } from './barrel';\nexport function f(a: T): void {}\n",
      'barrel.ts': "export * from './t';\nexport type U = number;\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['barrel.ts', 'type U', 'type T'],
    expected: '(a: string) => void',
  },
  {
    title: 'through a namespace',
    files: {
      'asked.ts': "import * as all from './t';\nexport function f(a: all.T): void {}\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'through export * as',
    files: {
      'asked.ts': "import { all } from './barrel';\nexport function f(a: all.T): void {}\n",
      'barrel.ts': "export * as all from './t';\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'an import in place',
    files: {
      'asked.ts': "export function f(a: import('./t').T): void {}\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'a default export without a name',
    files: {
      'asked.ts': "import made from './t';\nexport function f() { return made; }\n",
      't.ts': 'export default { a: 1 };\n',
    },
    edit: ['t.ts', 'a: 1', "a: ''"],
    expected: '() => { a: number }',
  },
  {
    title: 'export =',
    files: {
      'asked.ts': "import made = require('./t.cjs');\nexport function f(a: made.T): void {}\n",
      't.cts': 'namespace made { export type T = string }\nexport = made;\n',
    },
    edit: ['t.cts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'what a function returns that does not say so',
    files: {
      'asked.ts': "import { g } from './g';\nexport const f = () => g();\n",
      'g.ts': "import { h } from './h';\nexport function g() { return h(); }\n",
      'h.ts': 'export function h() { return 1; }\n',
    },
    edit: ['h.ts', 'return 1', "return ''"],
    expected: '() => number',
  },
  {
    title: 'a property that a constructor gives its type',
    files: {
      'asked.ts': "import { C } from './c';\nexport function f() { return new C().p; }\n",
      'c.ts': 'export class C { p; constructor() { this.p = 1; } }\n',
    },
    edit: ['c.ts', 'this.p = 1', "this.p = ''"],
    expected: '() => number',
  },
  {
    title: 'a base class',
    files: {
      'asked.ts': "import { C } from './c';\nexport function f() { return new C().p; }\n",
      'c.ts': "import { Base } from './base';\nexport class C extends Base {}\n",
      'base.ts': 'export class Base { p = 1; }\n',
    },
    edit: ['base.ts', 'p = 1', "p = ''"],
    expected: '() => number',
  },
  {
    title: 'a statement that adds to a function',
    files: {
      'asked.ts': "import { g } from './g';\nexport function f() { return g.added; }\n",
      'g.ts': "import { value } from './value';\nexport function g(): void {}\ng.added = value;\n",
      'value.ts': 'export const value = 1 as number;\n',
    },
    edit: ['value.ts', '1 as number', "'' as string"],
    expected: '() => number',
  },
  {
    title: 'an addition to another module',
    files: {
      'asked.ts': "import { I } from './i';\nexport function f(a: I): I['added'] { return a.added; }\n",
      'i.ts': 'export interface I { own: 1 }\n',
      'add.ts': "import { T } from './t';\ndeclare module './i' { interface I { added: T } }\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: I) => string',
  },
  {
    title: 'an addition to what holds everywhere',
    files: {
      'asked.ts': "export function f(a: Array<1>): Array<1>['added'] { return a.added; }\n",
      'add.ts': "import { T } from './t';\ndeclare global { interface Array<T> { added: Kept } }\ntype Kept = T;\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: Array<1>) => string',
  },
  {
    title: 'a declaration that holds everywhere',
    files: {
      'asked.ts': 'export function f(a: HeldEverywhere): void {}\n',
      'everywhere.d.ts': 'type HeldEverywhere = string;\n',
    },
    edit: ['everywhere.d.ts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'an import that leads elsewhere',
    files: {
      'asked.ts': "import { T } from './barrel';\nexport function f(a: T): void {}\n",
      'barrel.ts': "import { T } from './one';\nexport { T };\nexport * as other from './two';\n",
      'one.ts': 'export type T = string;\n',
      'two.ts': 'export type T = number;\n',
    },
    edit: ['barrel.ts', "{ T } from './one'", "{ T } from './two'"],
    expected: '(a: string) => void',
  },
  {
    title: 'a name of the expected text',
    files: {
      'asked.ts': "import { T } from './t';\nexport function f(a: string): void {}\nexport type Kept = T;\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: T) => void',
  },
  {
    title: 'a JavaScript file',
    files: {
      'asked.ts': "import { value } from './value.js';\nexport function f() { return value; }\n",
      'value.js': 'const inner = { a: 1 };\nexport const value = inner.a;\n',
    },
    edit: ['value.js', 'a: 1', "a: ''"],
    expected: '() => number',
  },
];

describe('What an edit can reach', () => {
  for (const compiler of compilers) {
    it(`[ENF-VAL-5] follows every way from an edit to a signature, over ${compiler.title}`, async function () {
      this.timeout(120_000);
      const typescript = await compiler.folder().catch(() => this.skip());
      const files = Object.fromEntries(
        flips.flatMap((flip, at) => Object.entries(flip.files).map(([file, text]) => [`case${at}/${file}`, text])),
      );
      await using workspace = await workspaceWith({ 'tsconfig.json': tsconfig, ...files }, typescript);
      const tree = new DiskTree(workspace.path);
      const names = await ModuleIndex.build(tree);
      await using tier = await createTypeTier({ tree, trusted: true, names });
      const questions = flips.map(({ expected }, at) => ({ file: `case${at}/asked.ts`, name: 'f', expected }));
      const passing = async () => (await tier.signatures(questions)).map(({ passed }) => passed);
      const wanted = flips.map(() => true);
      assert.deepEqual(await passing(), wanted);
      for (const [at, { title, edit }] of flips.entries()) {
        const [name, before, after] = edit;
        const file = `case${at}/${name}`;
        const text = files[file] ?? '';
        assert.ok(text.includes(before), `${title}: there is nothing to edit`);
        const edited = text.replace(before, after);
        await workspace.write(file, edited);
        names.update([{ file, text: edited }]);
        await names.settled();
        tier.update([file]);
        wanted[at] = false;
        assert.deepEqual(await passing(), wanted, title);
      }
    });
  }

  it('[ENF-VAL-5] says where a function stands after its file was edited', async () => {
    await using workspace = await workspaceWith({ 'asked.ts': 'export function f(): void {}\n' }, undefined);
    const tree = new DiskTree(workspace.path);
    const names = await ModuleIndex.build(tree);
    await using tier = await createTypeTier({ tree, trusted: false, names });
    const line = async () =>
      (await tier.signatures([{ file: 'asked.ts', name: 'f', expected: '() => void' }]))[0]?.location?.line;
    assert.equal(await line(), 1);
    const text = '// one line more\nexport function f(): void {}\n';
    await workspace.write('asked.ts', text);
    names.update([{ file: 'asked.ts', text }]);
    tier.update(['asked.ts']);
    assert.equal(await line(), 2);
  });

  describe('on its own', () => {
    const texts: Readonly<Record<string, string>> = {
      'a.ts': 'export type A = string;\nexport type Other = 1;\n',
      'b.ts': "import { A } from './a';\nexport function usesA(a: A): void {}\nexport function alone(): void {}\n",
      'c.ts': "import { Other } from './a';\nexport type C = Other;\n",
      'd.ts': "import { usesA } from './b';\nexport const d: number = usesA.length;\n",
    };

    async function reachOf(file: string, after: string) {
      await using workspace = await workspaceWith(texts, undefined);
      const graph = await ModuleIndex.build(new DiskTree(workspace.path));
      const reach = new EditReach(await loadTypeScript(), graph, (one) => (one === file ? after : texts[one]));
      return reach.of([{ file, before: texts[file] ?? '', after }], () => true);
    }

    it('[ENF-VAL-5] goes by name from declaration to declaration', async () => {
      const reached = await reachOf('a.ts', 'export type A = number;\nexport type Other = 1;\n');
      assert.ok(reached);
      assert.deepEqual([...reached.files.keys()].sort(), ['a.ts', 'b.ts', 'd.ts']);
      assert.deepEqual([...(reached.files.get('b.ts')?.given ?? [])], ['usesA']);
    });

    it('[ENF-VAL-5] stops at the body of a function that says what it returns', async () => {
      const reached = await reachOf('b.ts', (texts['b.ts'] ?? '').replace('{}', '{ void a.length; }'));
      assert.deepEqual([...(reached?.files.get('b.ts')?.inside ?? ['?'])], []);
    });

    it('[ENF-VAL-5] does not tell where other files are read than before, or a text speaks of more than itself', async () => {
      assert.equal(await reachOf('c.ts', "import { d } from './d';\nexport type C = typeof d;\n"), undefined);
      assert.equal(
        await reachOf('c.ts', "import { Other } from './a';\ndeclare global { type G = Other }\n"),
        undefined,
      );
    });
  });
});
