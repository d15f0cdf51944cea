import assert from 'node:assert/strict';
import type { Analysis, CheckRequest } from '../../../src/verdicts/analysis/analysis.ts';
import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import type { Check } from '../../../src/contract/model.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { TemporaryFolder } from '../checks/temporary-folder.ts';
import { request } from './request.ts';

const NODE = JSON.stringify(process.execPath);

async function verdicts(analysis: Analysis, checks: CheckRequest): Promise<readonly boolean[]> {
  return (await analysis.check(checks)).map((result) => result.passed);
}

describe('The analysis in its own thread', () => {
  const exported: Check = { type: 'export_exists', target: 'answer', file: 'src/a.ts' };

  it('checks the current files after every kind of change', async () => {
    await using folder = await TemporaryFolder.create({ 'src/a.ts': 'export const question = 1;' });
    await using analysis = createAnalysis({ environment: () => undefined });
    const checks = request(folder.path, [exported]);
    assert.deepEqual(await verdicts(analysis, checks), [false]);

    await folder.write('src/a.ts', 'export const answer = 42;');
    await analysis.filesChanged(folder.path, ['src/a.ts']);
    assert.deepEqual(await verdicts(analysis, checks), [true], 'a reported path');

    await analysis.setUnsavedText(folder.path, 'src/a.ts', 'export const other = 1;');
    assert.deepEqual(await verdicts(analysis, checks), [false], 'unsaved text');
    await analysis.setUnsavedText(folder.path, 'src/a.ts', null);
    assert.deepEqual(await verdicts(analysis, checks), [true], 'the file on disk again');

    await folder.remove('src');
    await analysis.filesChanged(folder.path, ['src']);
    assert.deepEqual(await verdicts(analysis, checks), [false], 'a deleted folder');

    await folder.write('src/a.ts', "export * from './b/deep.ts';");
    await folder.write('src/b/deep.ts', 'export function answer() {}');
    await analysis.filesChanged(folder.path, 'all');
    assert.deepEqual(await verdicts(analysis, checks), [true], 'unreported paths');

    await folder.write('src/b/deep.ts', 'export function reply() {}');
    await analysis.filesChanged(folder.path, 'all');
    assert.deepEqual(await verdicts(analysis, checks), [false], 'a second change within the same second');
  });

  it('reads the outputs of steps that have run already', async () => {
    await using folder = await TemporaryFolder.create({});
    await using analysis = createAnalysis({ environment: () => undefined });
    const checks: readonly Check[] = [
      { type: 'pattern_match', target: 'run', pattern: '^printed$' },
      { type: 'pattern_match', target: 'order.status', pattern: '201' },
      { type: 'pattern_match', target: 'build', pattern: 'built' },
    ];
    const steps = [{ id: 'build', command: `${NODE} -p "'built'"` }];
    const stepOutputs = { run: 'printed', 'order.status': '201' };
    assert.deepEqual(await verdicts(analysis, request(folder.path, checks, { steps, stepOutputs })), [
      true,
      true,
      true,
    ]);
  });

  it('keeps pending changes if the check that would process them is cancelled', async () => {
    for (const paths of [['src'], 'all'] as const) {
      await using folder = await TemporaryFolder.create({ 'src/a.ts': 'export const answer = 42;', 'b.ts': '' });
      await using analysis = createAnalysis({ environment: () => undefined });
      const checks = request(folder.path, [exported]);
      assert.deepEqual(await verdicts(analysis, checks), [true]);

      await folder.remove('src');
      await analysis.filesChanged(folder.path, paths);
      const cancelled = new AbortController();
      const checking = analysis.check(checks, { signal: cancelled.signal });
      // The files are being listed at this point.
      await new Promise(setImmediate);
      cancelled.abort();
      await assert.rejects(checking, { name: 'CancelledError' });
      assert.deepEqual(await verdicts(analysis, checks), [false], String(paths));
    }
  });

  it('[ENF-VAL-14] checks other files if one file cannot be read', async () => {
    await using folder = await TemporaryFolder.create({ 'src/a.ts': 'export const answer = 42;' });
    await folder.write('src/broken.ts', Buffer.from([0x65, 0xff, 0xfe, 0x00]));
    await using analysis = createAnalysis({ environment: () => undefined });
    const results = await analysis.check(
      request(folder.path, [exported, { type: 'export_exists', target: 'x', file: 'src/broken.ts' }]),
    );
    assert.equal(results[0]?.passed, true);
    assert.equal(results[1]?.passed, false);
    assert.match(results[1].error ?? '', /^Failed to read src\/broken\.ts: it is not UTF-8/);
  });

  it('[ENF-VAL-10] runs a step once, in the tree, when a check needs its output', async () => {
    await using folder = await TemporaryFolder.create({
      'count.mjs':
        "import { appendFileSync } from 'node:fs'; appendFileSync('runs.txt', 'run'); console.log(JSON.stringify({ ok: true }));",
    });
    await using analysis = createAnalysis({ environment: () => undefined });
    const checks = request(
      folder.path,
      [
        { type: 'equals', target: 'report', pointer: '/ok', expected: true },
        { type: 'contains', target: 'report', expected: '"ok"' },
      ],
      { steps: [{ id: 'report', command: `${NODE} count.mjs` }] },
    );
    const results = await analysis.check(checks);
    assert.deepEqual(
      results.map((result) => [result.passed, result.error]),
      [
        [true, undefined],
        [true, undefined],
      ],
    );
    assert.deepEqual(
      await verdicts(analysis, request(folder.path, [{ type: 'equals', target: 'runs.txt', expected: 'run' }])),
      [true],
    );
  });

  it('[LANG-1] prefers the file that declares a name closest to the files that import it', async () => {
    await using folder = await TemporaryFolder.create({
      'go.mod': 'module example.com/shop\n',
      'pkg/proxy/server.go': 'package proxy\n\ntype ServerConfig struct{}\n',
      'server/config/config.go': 'package config\n\ntype ServerConfig struct{}\n',
      'web/a.ts': 'export interface Options {}',
      'web/deep/index.ts': "export * from '../a';",
    });
    await using analysis = createAnalysis({ environment: () => undefined });
    const find = (near: string) => analysis.findExports(folder.path, ['ServerConfig', 'Options'], [near]);
    const Options = 'web/a.ts';
    assert.deepEqual(await find('server/config/quota.go'), { ServerConfig: 'server/config/config.go', Options });
    assert.deepEqual(await find('server/quota.go'), { ServerConfig: 'server/config/config.go', Options });
    assert.deepEqual(await find('web/deep/b.ts'), { ServerConfig: 'pkg/proxy/server.go', Options }, 'no re-export');
  });

  it('lists modules and their importable exports', async () => {
    await using folder = await TemporaryFolder.create({
      'src/a.ts': "export default class A {}\nexport { b as c } from './b';\nexport * from './b';",
      'src/b.ts': 'export const b = 1;\nexport type T = string;',
    });
    await using analysis = createAnalysis({ environment: () => undefined });
    assert.deepEqual(await analysis.exports(folder.path, 'src/a.ts'), [
      {
        file: 'src/a.ts',
        exports: [
          { name: 'default', kind: 'class', line: 1 },
          { name: 'c', kind: 'const', line: 2, from: './b' },
        ],
        starFrom: ['./b'],
      },
    ]);
    assert.deepEqual(await analysis.findExports(folder.path, ['T', 'c', 'none'], []), { T: 'src/b.ts', c: 'src/a.ts' });
    const [a] = await analysis.exportsOf(folder.path, ['src/a.ts', 'src/none.ts']);
    assert.deepEqual(
      a?.exports.map(({ name, kind }) => [name, kind]),
      [
        ['default', 'class'],
        ['c', 'const'],
        ['b', 'const'],
        ['T', 'type'],
      ],
    );
  });

  it('[ENF-IMPACT-2] [ENF-IMPACT-4] finds the uses and the changes of an export in the current files', async () => {
    const before = 'export function answer(): number { return 42; }\n';
    await using folder = await TemporaryFolder.create({
      'src/a.ts': before,
      'src/b.ts': "import { answer } from './a';\nanswer();\n",
    });
    await using analysis = createAnalysis({ environment: () => undefined });
    const question = { file: 'src/a.ts', exportName: 'answer' };
    assert.equal((await analysis.impact(folder.path, question)).functionsAffected[0]?.callers.length, 2);
    assert.deepEqual(await analysis.modifiedExports(folder.path, 'src/a.ts', before, 'none'), []);

    await analysis.setUnsavedText(folder.path, 'src/b.ts', "import { answer } from './a';\nanswer();\nanswer();\n");
    await analysis.setUnsavedText(
      folder.path,
      'src/a.ts',
      'export function answer(to: string): number { return 42; }\n',
    );
    assert.equal((await analysis.impact(folder.path, question)).functionsAffected[0]?.callers.length, 3);
    const [modified] = await analysis.modifiedExports(folder.path, 'src/a.ts', before, 'none');
    assert.equal(modified?.compatibility, 'breaking');
    assert.deepEqual(modified.reasons, ['the parameter "to" was added and is required']);
    assert.equal(modified.uses.length, 3);
    await assert.rejects(analysis.impact(folder.path, { file: 'src/a.ts', exportName: 'anser' }), (error: unknown) => {
      assert.ok(error instanceof HoldfastError);
      assert.equal(error.code, 'not-found');
      assert.match(error.hint ?? '', /Did you mean "answer"/);
      return true;
    });
  });
});
