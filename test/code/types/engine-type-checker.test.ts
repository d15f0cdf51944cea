import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { createTypeChecker } from '../../../src/code/types/create-type-checker.ts';
import type { WorkspaceTypeChecker } from '../../../src/code/types/queries/type-checker.ts';
import type { TypeAnswer } from '../../../src/code/types/queries/type-checker.ts';
import { CancelledError } from '../../../src/foundation/errors.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import type { SourceTree } from '../../../src/workspace/files/source-tree.ts';
import { compilers, createWorkspace } from './compilers.ts';

const strict = JSON.stringify({
  compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler', types: [] },
});

async function checkSignature(
  checker: WorkspaceTypeChecker,
  file: string,
  name: string,
  expected: string,
): Promise<TypeAnswer> {
  const [answer] = await checker.checkSignatures([{ file, name, expected }]);
  assert.ok(answer);
  return answer;
}

for (const compiler of compilers) {
  describe(`The type checker with ${compiler.title}`, () => {
    let typescript: string | undefined;

    before(async function () {
      this.timeout(120_000);
      typescript = await compiler.folder().catch(() => this.skip());
    });

    it('[ENF-VAL-5] answers for JavaScript and TypeScript in separate calls, also after a change', async () => {
      await using workspace = await createWorkspace(
        {
          'tsconfig.json': strict,
          'src/a.ts': 'export function f(): number { return 1; }\n',
          'src/plain.js': 'export function plain(x) { return x; }\n',
        },
        typescript,
      );
      await using checker = await createTypeChecker({ tree: new DiskTree(workspace.path), trusted: true });
      const answers = async (): Promise<readonly (string | undefined)[]> => {
        const typed = await checkSignature(checker, 'src/a.ts', 'f', '() => number');
        const plain = await checkSignature(checker, 'src/plain.js', 'plain', '(x: any) => any');
        return [typed, plain].map(({ passed, error, actual }) => (passed ? undefined : (error ?? actual)));
      };
      assert.deepEqual(await answers(), [undefined, undefined]);
      checker.update(['notes.yaml']);
      assert.deepEqual(await answers(), [undefined, undefined]);
      await workspace.write('src/a.ts', 'export function f(): number { return 2; }\n');
      checker.update(['src/a.ts', 'src/plain.js']);
      assert.deepEqual(await answers(), [undefined, undefined]);
    });

    it('[ENF-VAL-5] follows changed files, unsaved text and added files', async () => {
      await using workspace = await createWorkspace(
        {
          'tsconfig.json': strict,
          'src/a.ts': "import type { T } from './t';\nexport function f(a: T): void {}\n",
          'src/t.ts': 'export type T = string;\n',
        },
        typescript,
      );
      const tree = new DiskTree(workspace.path);
      await using checker = await createTypeChecker({ tree, trusted: true });
      const passes = async () => (await checkSignature(checker, 'src/a.ts', 'f', '(a: string) => void')).passed;
      assert.equal(await passes(), true);

      await workspace.write('src/t.ts', 'export type T = number;\n');
      checker.update(['src/t.ts']);
      assert.equal(await passes(), false, 'an imported file changed');

      tree.setUnsavedText('src/t.ts', 'export type T = string;\n');
      checker.update(['src/t.ts']);
      assert.equal(await passes(), true, 'unsaved text is used');

      tree.setUnsavedText('src/t.ts', null);
      await workspace.write('src/t.ts', 'export type T = Date;\n');
      checker.update('all');
      assert.equal(await passes(), false, 'the changed files are unknown');

      await workspace.write('src/a.ts', "import type { T } from './later';\nexport function f(a: T): void {}\n");
      assert.match(
        (await checkSignature(checker, 'src/a.ts', 'f', '(a: string) => void')).error ?? '',
        /"T" is not found/,
      );
      await workspace.write('src/later.ts', 'export type T = string;\n');
      checker.update(['src/later.ts']);
      assert.equal(await passes(), true, 'an imported file was added');
    });

    it('[ENF-VAL-5] resolves names that are not in scope, and follows re-exports to the declaration', async () => {
      await using workspace = await createWorkspace(
        {
          'tsconfig.json': strict,
          'src/index.ts': "export { make } from './make';\nexport { default as Made } from './make';\n",
          'src/make.ts':
            "import { User } from './user';\nexport default class Maker<T> { get(a: T): T { return a } }\nexport function make() { return new User() }\n",
          'src/user.ts': 'export class User { constructor(readonly id = 1) {} private secret = 1 }\n',
        },
        typescript,
      );
      const tree = new DiskTree(workspace.path);
      await using checker = await createTypeChecker({ tree, trusted: true, exports: await ModuleIndex.build(tree) });
      const makeAnswer = await checkSignature(checker, 'src/index.ts', 'make', '() => User');
      assert.deepEqual(makeAnswer, {
        passed: true,
        expected: '() => User',
        actual: '() => User',
        location: { file: 'src/make.ts', line: 3, column: 17, endLine: 3, endColumn: 21 },
      });
      assert.equal((await checkSignature(checker, 'src/index.ts', 'Made.get', '(a: T) => T')).passed, true);
      assert.match(
        (await checkSignature(checker, 'src/index.ts', 'make', '() => Missing')).error ?? '',
        /Cannot resolve "Missing" in the expected type/,
      );
    });

    it('[ENF-VAL-5] uses the options of the project that includes the file', async () => {
      const loose = { strict: false };
      await using workspace = await createWorkspace(
        {
          'tsconfig.json': JSON.stringify({
            files: [],
            references: [{ path: './app' }, { path: './tsconfig.lib.json' }],
          }),
          'app/tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, composite: true }, include: ['src'] }),
          'app/src/a.ts': 'export function f(a: string | null): void {}\n',
          'tsconfig.lib.json': JSON.stringify({ extends: './base.json', include: ['lib'] }),
          'base.json': JSON.stringify({ compilerOptions: { ...loose, composite: true, types: ['absent'] } }),
          'lib/a.ts': 'export function f(a: string | null): Global { return 1 }\n',
          'lib/global.ts': 'type Global = 1;\n',
          'lib/b.ts': 'export function f(a: unknown): asserts a {}\nexport const x: Global = 1;\n',
        },
        typescript,
      );
      await using checker = await createTypeChecker({ tree: new DiskTree(workspace.path), trusted: true });
      assert.equal((await checkSignature(checker, 'app/src/a.ts', 'f', '(a: string) => void')).passed, false);
      assert.equal((await checkSignature(checker, 'lib/a.ts', 'f', '(a: string) => 1')).passed, true);
    });

    it('[ENF-VAL-5] [ENF-VAL-6] [ENF-VAL-14] does not pass a type that depends on unresolved types', async () => {
      await using workspace = await createWorkspace(
        {
          'tsconfig.json': strict,
          'unresolved.ts':
            "import { M } from './missing';\nexport interface Unresolved { x: M }\nexport type K = keyof M;\nexport interface Ext extends M { a: 1 }\nexport type Cond = M extends string ? 1 : 2;\nexport type { Fine as Renamed } from './fine';\n",
          'fine.ts': 'export interface Fine { a: 1 }\n',
          'through.ts': "export * from './unresolved';\n",
          'declared.d.ts':
            "import { M } from './missing';\nexport declare function f(a: M): void;\nexport interface X extends M { a: 1 }\n",
          'types.ts':
            "import type { Cond, Ext as Other, K, Unresolved, Renamed } from './through';\nimport type * as all from './through';\nexport type A = K;\nexport type B = { p: Unresolved };\nexport type C = Cond;\nexport type D = Other & { b: 2 };\nexport type E = Renamed;\nexport type F = all.Renamed;\nexport function g(a: Unresolved): void {}\nexport function h(a: Renamed): void {}\n",
        },
        typescript,
      );
      const tree = new DiskTree(workspace.path);
      await using checker = await createTypeChecker({ tree, trusted: true, exports: await ModuleIndex.build(tree) });
      const types = [
        ['types.ts', 'A', 'string | number | symbol', false],
        ['types.ts', 'B', '{ p: { x: any } }', false],
        ['types.ts', 'C', '1 | 2', false],
        ['types.ts', 'D', '{ a: 1; b: 2 }', false],
        ['types.ts', 'E', '{ a: 1 }', true],
        ['types.ts', 'F', '{ a: 1 }', true],
        ['declared.d.ts', 'X', '{ a: 1 }', false],
      ] as const;
      const answers = await checker.checkTypes(types.map(([file, name, expected]) => ({ file, name, expected })));
      for (const [at, [, name, , passed]] of types.entries()) {
        assert.equal(answers[at]?.passed, passed, name);
        if (!passed) assert.match(answers[at].error ?? '', /"M" (?:in unresolved\.ts )?is not found/, name);
      }
      assert.match(
        (await checkSignature(checker, 'types.ts', 'g', '(a: { x: any }) => void')).error ?? '',
        /"M" in unresolved\.ts/,
      );
      assert.equal(
        (await checkSignature(checker, 'types.ts', 'g', '(a: Unresolved) => void')).passed,
        true,
        'g has the signature itself',
      );
      assert.equal((await checkSignature(checker, 'types.ts', 'h', '(a: { a: 1 }) => void')).passed, true);
      assert.match(
        (await checkSignature(checker, 'declared.d.ts', 'f', '(a: any) => void')).error ?? '',
        /"M" is not found/,
      );
    });

    it('[ENF-VAL-5] [ENF-VAL-6] ignores unresolved types in files outside the program', async () => {
      const user = 'export interface User { id: Id }\n';
      await using workspace = await createWorkspace(
        {
          'tsconfig.json': strict,
          'package.json': '{ "name": "all", "private": true, "workspaces": ["packages/*"] }',
          'packages/core/package.json': '{ "name": "@acme/core", "types": "dist/index.d.ts" }',
          'packages/core/dist/index.d.ts': `import type { Id } from './id';\n${user}`,
          'packages/core/dist/id.d.ts': 'export type Id = string;\n',
          'packages/core/src/index.ts': `import type { Id } from './id';\n${user}`,
          'packages/core/src/id.ts': 'export type Id = string;\n',
          'app.ts':
            "import type { User } from '@acme/core';\nexport type Named = { user: User };\nexport function f(a: User): void {}\n",
        },
        typescript,
      );
      await mkdir(join(workspace.path, 'node_modules', '@acme'), { recursive: true });
      await symlink(
        join(workspace.path, 'packages', 'core'),
        join(workspace.path, 'node_modules', '@acme', 'core'),
        'junction',
      );
      const tree = new DiskTree(workspace.path);
      const listed = (await tree.listFiles()).filter((file) => !/\bdist\b|node_modules/.test(file));
      const source: SourceTree = {
        root: tree.root,
        readText: (path) => tree.readText(path),
        kindOf: (path) => tree.kindOf(path),
        listFiles: () => Promise.resolve(listed),
      };
      const index = await ModuleIndex.build(source);
      assert.equal(index.resolve('app.ts', '@acme/core'), 'packages/core/src/index.ts');
      await using checker = await createTypeChecker({ tree, trusted: true, exports: index });
      const [typeAnswer] = await checker.checkTypes([
        { file: 'app.ts', name: 'Named', expected: '{ user: { id: string } }' },
      ]);
      assert.deepEqual([typeAnswer?.passed, typeAnswer?.error], [true, undefined]);
      const callAnswer = await checkSignature(checker, 'app.ts', 'f', '(a: { id: string }) => void');
      assert.deepEqual([callAnswer.passed, callAnswer.error], [true, undefined]);
    });

    it('[ENF-VAL-6] lists missing, extra and different members', async () => {
      await using workspace = await createWorkspace(
        { 'tsconfig.json': strict, 'a.ts': 'export interface X { a: string; readonly b?: number; c: 1 }\n' },
        typescript,
      );
      await using checker = await createTypeChecker({ tree: new DiskTree(workspace.path), trusted: true });
      const [answer] = await checker.checkTypes([
        { file: 'a.ts', name: 'X', expected: '{ a: number; b: number; d?: Date }' },
      ]);
      assert.deepEqual(answer, {
        passed: false,
        expected: '{ a: number; b: number; d?: Date }',
        actual:
          'missing d?: Date; extra c: 1; a: expected number, found string; b: expected required writable number, found optional readonly number',
        location: { file: 'a.ts', line: 1, column: 18, endLine: 1, endColumn: 19 },
      });
    });

    it('answers in the order of the queries, and throws when cancelled', async () => {
      await using workspace = await createWorkspace(
        { 'a.ts': 'export function f(): 1 { return 1 }\n', 'b.ts': 'export function g(): 2 { return 2 }\n' },
        typescript,
      );
      await using checker = await createTypeChecker({ tree: new DiskTree(workspace.path), trusted: true });
      const answers = await checker.checkSignatures([
        { file: 'a.ts', name: 'f', expected: '() => 1' },
        { file: 'b.ts', name: 'g', expected: '() => 1' },
        { file: 'c.ts', name: 'h', expected: '() => 1' },
        { file: 'a.ts', name: 'f', expected: '() => 2' },
        { file: 'a.ts', name: 'h', expected: '() => 2' },
      ]);
      assert.deepEqual(
        answers.map((answer) => answer.passed),
        [true, false, false, false, false],
      );
      assert.match(answers[2]?.error ?? '', /c\.ts: file not found/);
      assert.match(answers[4]?.error ?? '', /Cannot find "h" in a\.ts\. Declared names: f/);
      await assert.rejects(checker.checkTypes([], AbortSignal.abort()), CancelledError);
    });
  });
}
