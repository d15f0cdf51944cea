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

  it('[ENF-VAL-5] cannot be an alias with the name of a standard type', async () => {
    const text = 'type Promise<Value> = Value;\nexport function f(): Promise<number> { return 1; }\n';
    const answer = await check({ 'src/a.ts': text }, { signature: '() => Promise<number>' });
    assert.equal(answer.passed, false);
    assert.equal(answer.actual, 'src/a.ts declares its own type "Promise"');
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
