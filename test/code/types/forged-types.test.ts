import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { createTypeChecker } from '../../../src/code/types/create-type-checker.ts';
import type { TypeAnswer } from '../../../src/code/types/queries/type-checker.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { compilers, createWorkspace } from './compilers.ts';

const CONFIGURATION = JSON.stringify({
  compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler', types: [] },
});

/** Checks signatures of `f` and types `T`. The file defaults to `src/a.ts`. */
async function checkAll(
  files: Readonly<Record<string, string>>,
  queries: readonly { readonly file?: string; readonly signature?: string; readonly type?: string }[],
): Promise<readonly TypeAnswer[]> {
  const [compiler] = compilers;
  await using workspace = await createWorkspace({ 'tsconfig.json': CONFIGURATION, ...files }, await compiler?.folder());
  const tree = new DiskTree(workspace.path);
  const exports = await ModuleIndex.build(tree);
  await using checker = await createTypeChecker({ tree, trusted: true, exports });
  return await Promise.all(
    queries.map(async ({ file = 'src/a.ts', signature, type = '' }) => {
      const [answer] =
        signature === undefined
          ? await checker.checkTypes([{ file, name: 'T', expected: type }])
          : await checker.checkSignatures([{ file, name: 'f', expected: signature }]);
      assert.ok(answer);
      return answer;
    }),
  );
}

async function check(
  files: Readonly<Record<string, string>>,
  expected: { readonly signature: string },
): Promise<TypeAnswer> {
  const [answer] = await checkAll(files, [expected]);
  assert.ok(answer);
  return answer;
}

const RESULT = 'export interface HealthCheckResult { ok: boolean }\n';

describe('Types that a file declares to mislead the type checker', () => {
  it('[ENF-VAL-5] [ENF-VAL-6] cannot replace the comparisons', async () => {
    const probes = Array.from({ length: 60 }, (_, index) => `type holdfastProbe${index} = true;\n`).join('');
    const forgeries = [
      probes,
      'type Exclude<A, B> = never;\ntype Extract<A, B> = never;\n',
      'type Required<A> = never;\ntype Pick<A, B> = never;\n',
      'type Parameters<A> = never;\ntype Awaited<A> = never;\ntype ThisParameterType<A> = never;\n',
    ];
    const files: Record<string, string> = {};
    forgeries.forEach((forged, index) => {
      files[`src/${index}.ts`] =
        `${forged}export function f(a: string): number { return 1; }\nexport type T = { a: string | number };\n`;
    });
    const queries = Object.keys(files).flatMap((file) => [
      { file, signature: '(a: number) => string' },
      { file, type: '{ a: boolean }' },
      { file, signature: '(a: string) => number' },
      { file, type: '{ a: number | string }' },
    ]);
    const passed = (await checkAll(files, queries)).map((answer) => answer.passed);
    assert.deepEqual(
      passed,
      forgeries.flatMap(() => [false, false, true, true]),
    );
    const reserved = 'export function f<HoldfastT>(a: HoldfastT): void {}\n';
    assert.match(
      (await check({ 'src/a.ts': reserved }, { signature: '<T>(a: T) => void' })).error ?? '',
      /reserved name/,
    );
  });

  it('[ENF-VAL-5] cannot be an alias of any behind an expected name', async () => {
    const files = {
      'src/types.ts': RESULT,
      'src/a.ts': 'type HealthCheckResult = any;\nexport function f(): HealthCheckResult { return 1; }\n',
    };
    const answer = await check(files, { signature: '() => HealthCheckResult' });
    assert.equal(answer.passed, false);
    assert.equal(answer.actual, '"HealthCheckResult" is any in src/a.ts');
    assert.equal((await check(files, { signature: '() => any' })).passed, true);
  });

  it('[ENF-VAL-5] [ENF-VAL-6] cannot have the name of a type of the standard library', async () => {
    const FAKES =
      'export type Promise<Value> = Value;\nexport interface Map<K, V> { key: K; value: V }\nexport type Record<K, V> = any;\nexport default interface Set<T> { t: T }\nexport type Real<T> = globalThis.Promise<T>;\nexport class Date { fake = 1 }\n';
    const uses = (head: string, type: string): string =>
      `${head}export declare function f(): ${type};\nexport interface T { a: ${type} }\n`;
    const fakes: readonly (readonly [head: string, type: string])[] = [
      ['type Promise<Value> = Value;\n', 'Promise<number>'],
      ["import type { Promise } from './p';\n", 'Promise<number>'],
      ["import { type Promise } from './p';\n", 'Promise<number>'],
      ["import { Map } from './p';\n", 'Map<string, number>'],
      ["import type { Record } from './p';\n", 'Record<string, number>'],
      ["import type { Map as Record } from './p';\n", 'Record<string, number>'],
      ["import Set from './p';\n", 'Set<number>'],
      ["import P = require('./p');\nimport Date = P.Date;\n", 'Date'],
      ["import * as P from './p';\nimport Date = P.Date;\n", 'Array<Date>'],
      ['interface Date { fake: 1 }\n', 'Date'],
      ['class RegExp {}\n', 'RegExp'],
      ['enum Error { One }\n', 'Error'],
      ['type Partial<A> = A;\n', 'Partial<{ a: string }>'],
      ['namespace globalThis { export interface Date { fake: 1 } }\nimport Date = globalThis.Date;\n', 'Date'],
    ];
    const real: readonly (readonly [head: string, type: string])[] = [
      ["import type { Real as Promise } from './p';\n", 'Promise<number>'],
      ['type Date = globalThis.Date;\n', 'Date'],
      ['const Map = 1;\n', 'Map<string, number>'],
      ['function Date() {}\n', 'Date'],
      ["import type { Real } from './p';\n", 'Promise<Date>'],
    ];
    const all = [...fakes, ...real];
    const files = Object.fromEntries(all.map(([head, type], index) => [`src/n${index}.ts`, uses(head, type)]));
    const queries = all.flatMap(([, type], index) => [
      { file: `src/n${index}.ts`, signature: `() => ${type}` },
      { file: `src/n${index}.ts`, type: `{ a: ${type} }` },
    ]);
    const answers = await checkAll({ 'src/p.ts': FAKES, ...files }, queries);
    const wrong = answers.flatMap(({ passed, actual, error }, index) => {
      const isRight = passed === Math.floor(index / 2) >= fakes.length;
      return isRight ? [] : [`${all[Math.floor(index / 2)]?.join('') ?? ''}: ${error ?? actual ?? ''}`];
    });
    assert.deepEqual(wrong, []);
    assert.equal(answers[0]?.actual, 'src/n0.ts has its own type "Promise", which is not that of the standard library');
  });

  it('[ENF-VAL-5] may have the name of a type parameter of the contract', async () => {
    const text = "import type { Map } from './p';\nexport function f<Date>(a: Date): Date { return a; }\n";
    const files = { 'src/a.ts': text, 'src/p.ts': 'export type Map = 1;\n' };
    assert.equal((await check(files, { signature: '<Date>(a: Date) => Date' })).passed, true);
  });
});

describe('A declaration with the name of an export from another module', () => {
  const local = 'function f(a: string): number { return 1; }\n';
  const signature = '(a: string) => number';

  for (const statement of [
    "export { f } from './wrong';\n",
    "export { g as f } from './wrong';\n",
    "export * from './wrong';\n",
  ]) {
    it(`[ENF-VAL-5] is not what importers receive: ${statement.trim()}`, async () => {
      const wrong = 'export const f = 1;\nexport const g = 2;\n';
      const answer = await check({ 'src/a.ts': local + statement, 'src/wrong.ts': wrong }, { signature });
      assert.equal(answer.passed, false, answer.actual);
      const right = `export ${local}export { f as g };\n`;
      assert.equal((await check({ 'src/a.ts': local + statement, 'src/wrong.ts': right }, { signature })).passed, true);
    });
  }

  it('[ENF-VAL-5] is not used for an export from a package', async () => {
    const answer = await check({ 'src/a.ts': `${local}export { f } from 'absent';\n` }, { signature });
    assert.equal(answer.passed, false);
  });
});
