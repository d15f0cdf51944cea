import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../../src/code/index/module-index.ts';
import { loadTypeScript } from '../../../../src/code/language/typescript-parser.ts';
import { createTypeChecker } from '../../../../src/code/types/create-type-checker.ts';
import { EditAnalysis } from '../../../../src/code/types/incremental/edit-analysis.ts';
import { DiskTree } from '../../../../src/workspace/files/disk-tree.ts';
import { compilers, createWorkspace } from '../compilers.ts';

const tsconfig = JSON.stringify({
  compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler', allowJs: true, types: [] },
});

/** An edit of one file that changes the signature of a function in `queried.ts`. */
interface SignatureEdit {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly edit: readonly [file: string, before: string, after: string];
  readonly expected: string;
}

const signatureEdits: readonly SignatureEdit[] = [
  {
    title: 'a type that is imported by name',
    files: {
      'queried.ts': "import { T } from './t';\nexport function f(a: T): void {}\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'a type that depends on another type of its file',
    files: {
      'queried.ts': "import type { T } from './t';\nexport function f(a: T): void {}\n",
      't.ts': 'type Inner = string;\nexport type T = Inner;\n',
    },
    edit: ['t.ts', 'Inner = string', 'Inner = number'],
    expected: '(a: string) => void',
  },
  {
    title: 'a type that is re-exported under another name',
    files: {
      'queried.ts': "import { T } from './barrel';\nexport function f(a: T): void {}\n",
      'barrel.ts': "export { Inner as T } from './t';\n",
      't.ts': 'export type Inner = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'a type that is re-exported with export *',
    files: {
      'queried.ts': "import { T } from './barrel';\nexport function f(a: T): void {}\n",
      'barrel.ts': "export * from './t';\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'an export that hides a name of export *',
    files: {
      'queried.ts': "import { T } from './barrel';\nexport function f(a: T): void {}\n",
      'barrel.ts': "export * from './t';\nexport type U = number;\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['barrel.ts', 'type U', 'type T'],
    expected: '(a: string) => void',
  },
  {
    title: 'a type in an imported namespace',
    files: {
      'queried.ts': "import * as all from './t';\nexport function f(a: all.T): void {}\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'a type that is re-exported with export * as',
    files: {
      'queried.ts': "import { all } from './barrel';\nexport function f(a: all.T): void {}\n",
      'barrel.ts': "export * as all from './t';\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'an inline import',
    files: {
      'queried.ts': "export function f(a: import('./t').T): void {}\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'a default export without a name',
    files: {
      'queried.ts': "import made from './t';\nexport function f() { return made; }\n",
      't.ts': 'export default { a: 1 };\n',
    },
    edit: ['t.ts', 'a: 1', "a: ''"],
    expected: '() => { a: number }',
  },
  {
    title: 'export =',
    files: {
      'queried.ts': "import made = require('./t.cjs');\nexport function f(a: made.T): void {}\n",
      't.cts': 'namespace made { export type T = string }\nexport = made;\n',
    },
    edit: ['t.cts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'an inferred return type',
    files: {
      'queried.ts': "import { g } from './g';\nexport const f = () => g();\n",
      'g.ts': "import { h } from './h';\nexport function g() { return h(); }\n",
      'h.ts': 'export function h() { return 1; }\n',
    },
    edit: ['h.ts', 'return 1', "return ''"],
    expected: '() => number',
  },
  {
    title: 'a property type that is inferred from the constructor',
    files: {
      'queried.ts': "import { C } from './c';\nexport function f() { return new C().p; }\n",
      'c.ts': 'export class C { p; constructor() { this.p = 1; } }\n',
    },
    edit: ['c.ts', 'this.p = 1', "this.p = ''"],
    expected: '() => number',
  },
  {
    title: 'a base class',
    files: {
      'queried.ts': "import { C } from './c';\nexport function f() { return new C().p; }\n",
      'c.ts': "import { Base } from './base';\nexport class C extends Base {}\n",
      'base.ts': 'export class Base { p = 1; }\n',
    },
    edit: ['base.ts', 'p = 1', "p = ''"],
    expected: '() => number',
  },
  {
    title: 'a statement that adds a property to a function',
    files: {
      'queried.ts': "import { g } from './g';\nexport function f() { return g.added; }\n",
      'g.ts': "import { value } from './value';\nexport function g(): void {}\ng.added = value;\n",
      'value.ts': 'export const value = 1 as number;\n',
    },
    edit: ['value.ts', '1 as number', "'' as string"],
    expected: '() => number',
  },
  {
    title: 'a module augmentation',
    files: {
      'queried.ts': "import { I } from './i';\nexport function f(a: I): I['added'] { return a.added; }\n",
      'i.ts': 'export interface I { own: 1 }\n',
      'add.ts': "import { T } from './t';\ndeclare module './i' { interface I { added: T } }\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: I) => string',
  },
  {
    title: 'a global augmentation',
    files: {
      'queried.ts': "export function f(a: Array<1>): Array<1>['added'] { return a.added; }\n",
      'add.ts': "import { T } from './t';\ndeclare global { interface Array<T> { added: Alias } }\ntype Alias = T;\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: Array<1>) => string',
  },
  {
    title: 'a global declaration',
    files: {
      'queried.ts': 'export function f(a: GlobalType): void {}\n',
      'everywhere.d.ts': 'type GlobalType = string;\n',
    },
    edit: ['everywhere.d.ts', 'string', 'number'],
    expected: '(a: string) => void',
  },
  {
    title: 'an import from another module',
    files: {
      'queried.ts': "import { T } from './barrel';\nexport function f(a: T): void {}\n",
      'barrel.ts': "import { T } from './one';\nexport { T };\nexport * as other from './two';\n",
      'one.ts': 'export type T = string;\n',
      'two.ts': 'export type T = number;\n',
    },
    edit: ['barrel.ts', "{ T } from './one'", "{ T } from './two'"],
    expected: '(a: string) => void',
  },
  {
    title: 'a name in the expected text',
    files: {
      'queried.ts': "import { T } from './t';\nexport function f(a: string): void {}\nexport type Alias = T;\n",
      't.ts': 'export type T = string;\n',
    },
    edit: ['t.ts', 'string', 'number'],
    expected: '(a: T) => void',
  },
  {
    title: 'a JavaScript file',
    files: {
      'queried.ts': "import { value } from './value.js';\nexport function f() { return value; }\n",
      'value.js': 'const inner = { a: 1 };\nexport const value = inner.a;\n',
    },
    edit: ['value.js', 'a: 1', "a: ''"],
    expected: '() => number',
  },
];

describe('Edits', () => {
  for (const compiler of compilers) {
    it(`[ENF-VAL-5] invalidate every affected signature, with ${compiler.title}`, async function () {
      this.timeout(120_000);
      const typescript = await compiler.folder().catch(() => this.skip());
      const files = Object.fromEntries(
        signatureEdits.flatMap((signatureEdit, at) =>
          Object.entries(signatureEdit.files).map(([file, text]) => [`case${at}/${file}`, text]),
        ),
      );
      await using workspace = await createWorkspace({ 'tsconfig.json': tsconfig, ...files }, typescript);
      const tree = new DiskTree(workspace.path);
      const index = await ModuleIndex.build(tree);
      await using checker = await createTypeChecker({ tree, trusted: true, exports: index });
      const queries = signatureEdits.map(({ expected }, at) => ({ file: `case${at}/queried.ts`, name: 'f', expected }));
      const passing = async () => (await checker.checkSignatures(queries)).map(({ passed }) => passed);
      const expectedResults = signatureEdits.map(() => true);
      assert.deepEqual(await passing(), expectedResults);
      for (const [at, { title, edit }] of signatureEdits.entries()) {
        const [name, before, after] = edit;
        const file = `case${at}/${name}`;
        const text = files[file] ?? '';
        assert.ok(text.includes(before), `${title}: the text to replace is missing`);
        const edited = text.replace(before, after);
        await workspace.write(file, edited);
        index.update([{ file, text: edited }]);
        await index.whenSettled();
        checker.update([file]);
        expectedResults[at] = false;
        assert.deepEqual(await passing(), expectedResults, title);
      }
    });
  }

  it('[ENF-VAL-5] update the location of a moved function', async () => {
    await using workspace = await createWorkspace({ 'queried.ts': 'export function f(): void {}\n' }, undefined);
    const tree = new DiskTree(workspace.path);
    const index = await ModuleIndex.build(tree);
    await using checker = await createTypeChecker({ tree, trusted: false, exports: index });
    const line = async () =>
      (await checker.checkSignatures([{ file: 'queried.ts', name: 'f', expected: '() => void' }]))[0]?.location?.line;
    assert.equal(await line(), 1);
    const text = '// an additional line\nexport function f(): void {}\n';
    await workspace.write('queried.ts', text);
    index.update([{ file: 'queried.ts', text }]);
    checker.update(['queried.ts']);
    assert.equal(await line(), 2);
  });

  describe('EditAnalysis', () => {
    const texts: Readonly<Record<string, string>> = {
      'a.ts': 'export type A = string;\nexport type Other = 1;\n',
      'b.ts': "import { A } from './a';\nexport function usesA(a: A): void {}\nexport function alone(): void {}\n",
      'c.ts': "import { Other } from './a';\nexport type C = Other;\n",
      'd.ts': "import { usesA } from './b';\nexport const d: number = usesA.length;\n",
    };

    async function affectedNames(file: string, after: string) {
      await using workspace = await createWorkspace(texts, undefined);
      const graph = await ModuleIndex.build(new DiskTree(workspace.path));
      const analysis = new EditAnalysis(await loadTypeScript(), graph, (path) => (path === file ? after : texts[path]));
      return analysis.affectedBy([{ file, before: texts[file] ?? '', after }], () => true);
    }

    it('[ENF-VAL-5] follows names from declaration to declaration', async () => {
      const affected = await affectedNames('a.ts', 'export type A = number;\nexport type Other = 1;\n');
      assert.ok(affected);
      assert.deepEqual([...affected.files.keys()].sort(), ['a.ts', 'b.ts', 'd.ts']);
      assert.deepEqual([...(affected.files.get('b.ts')?.exported ?? [])], ['usesA']);
    });

    it('[ENF-VAL-5] ignores the body of a function with a return type annotation', async () => {
      const affected = await affectedNames('b.ts', (texts['b.ts'] ?? '').replace('{}', '{ void a.length; }'));
      assert.deepEqual([...(affected?.files.get('b.ts')?.local ?? ['?'])], []);
    });

    it('[ENF-VAL-5] returns undefined if the dependencies change or the file has global effects', async () => {
      assert.equal(await affectedNames('c.ts', "import { d } from './d';\nexport type C = typeof d;\n"), undefined);
      assert.equal(
        await affectedNames('c.ts', "import { Other } from './a';\ndeclare global { type G = Other }\n"),
        undefined,
      );
    });
  });
});
