import assert from 'node:assert/strict';
import { createAnalysis } from '../../src/analysis/analysis.ts';
import type { Analysis, CheckRequest } from '../../src/analysis/analysis.ts';
import type { Check } from '../../src/contract/model.ts';
import { HoldfastError } from '../../src/shared/errors.ts';
import { TemporaryFolder } from '../checks/temporary-folder.ts';
import { request } from './request.ts';

const NODE = JSON.stringify(process.execPath);

async function verdicts(analysis: Analysis, asked: CheckRequest): Promise<readonly boolean[]> {
  return (await analysis.check(asked)).map((result) => result.passed);
}

describe('The analysis in its own thread', () => {
  const exported: Check = { type: 'export_exists', target: 'answer', file: 'src/a.ts' };

  it('judges the files as they are, after every kind of change', async () => {
    await using folder = await TemporaryFolder.with({ 'src/a.ts': 'export const question = 1;' });
    await using analysis = createAnalysis({ environment: () => undefined });
    const asked = request(folder.path, [exported]);
    assert.deepEqual(await verdicts(analysis, asked), [false]);

    await folder.write('src/a.ts', 'export const answer = 42;');
    await analysis.filesChanged(folder.path, ['src/a.ts']);
    assert.deepEqual(await verdicts(analysis, asked), [true], 'a named change');

    await analysis.setUnsavedText(folder.path, 'src/a.ts', 'export const other = 1;');
    assert.deepEqual(await verdicts(analysis, asked), [false], 'unsaved text counts');
    await analysis.setUnsavedText(folder.path, 'src/a.ts', null);
    assert.deepEqual(await verdicts(analysis, asked), [true], 'the file on disk counts again');

    await folder.remove('src');
    await analysis.filesChanged(folder.path, ['src']);
    assert.deepEqual(await verdicts(analysis, asked), [false], 'a folder went with its files');

    await folder.write('src/a.ts', "export * from './b/deep.ts';");
    await folder.write('src/b/deep.ts', 'export function answer() {}');
    await analysis.filesChanged(folder.path, 'all');
    assert.deepEqual(await verdicts(analysis, asked), [true], 'changes that nobody named');

    await folder.write('src/b/deep.ts', 'export function reply() {}');
    await analysis.filesChanged(folder.path, 'all');
    assert.deepEqual(await verdicts(analysis, asked), [false], 'changed again within the same second');
  });

  it('forgets nothing of what changed when the check that was to see it is cancelled', async () => {
    for (const told of [['src'], 'all'] as const) {
      await using folder = await TemporaryFolder.with({ 'src/a.ts': 'export const answer = 42;', 'b.ts': '' });
      await using analysis = createAnalysis({ environment: () => undefined });
      const asked = request(folder.path, [exported]);
      assert.deepEqual(await verdicts(analysis, asked), [true]);

      await folder.remove('src');
      await analysis.filesChanged(folder.path, told);
      const cancelled = new AbortController();
      const checking = analysis.check(asked, { signal: cancelled.signal });
      // The files are being listed by then.
      await new Promise(setImmediate);
      cancelled.abort();
      await assert.rejects(checking, { name: 'CancelledError' });
      assert.deepEqual(await verdicts(analysis, asked), [false], String(told));
    }
  });

  it('[ENF-VAL-14] is not blinded by a file that cannot be read', async () => {
    await using folder = await TemporaryFolder.with({ 'src/a.ts': 'export const answer = 42;' });
    await folder.write('src/broken.ts', Buffer.from([0x65, 0xff, 0xfe, 0x00]));
    await using analysis = createAnalysis({ environment: () => undefined });
    const results = await analysis.check(
      request(folder.path, [exported, { type: 'export_exists', target: 'x', file: 'src/broken.ts' }]),
    );
    assert.equal(results[0]?.passed, true);
    assert.equal(results[1]?.passed, false);
    assert.match(results[1].error ?? '', /^Failed to read src\/broken\.ts: it is not UTF-8/);
  });

  it('[ENF-VAL-10] runs a step once, in the tree, when a check asks for its output', async () => {
    await using folder = await TemporaryFolder.with({
      'count.mjs':
        "import { appendFileSync } from 'node:fs'; appendFileSync('runs.txt', 'run'); console.log(JSON.stringify({ ok: true }));",
    });
    await using analysis = createAnalysis({ environment: () => undefined });
    const asked = request(
      folder.path,
      [
        { type: 'equals', target: 'report', pointer: '/ok', expected: true },
        { type: 'contains', target: 'report', expected: '"ok"' },
      ],
      { steps: [{ id: 'report', command: `${NODE} count.mjs` }] },
    );
    const results = await analysis.check(asked);
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

  it('lists the modules and what can be imported from them', async () => {
    await using folder = await TemporaryFolder.with({
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
    assert.deepEqual(await analysis.findExports(folder.path, ['T', 'c', 'none']), { T: 'src/b.ts', c: 'src/a.ts' });
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

  it('[ENF-IMPACT-2] [ENF-IMPACT-4] tells who uses an export and what changed, as the files are now', async () => {
    const before = 'export function answer(): number { return 42; }\n';
    await using folder = await TemporaryFolder.with({
      'src/a.ts': before,
      'src/b.ts': "import { answer } from './a';\nanswer();\n",
    });
    await using analysis = createAnalysis({ environment: () => undefined });
    const question = { file: 'src/a.ts', exportName: 'answer' };
    assert.equal((await analysis.impact(folder.path, question)).functionsAffected[0]?.callers.length, 2);
    assert.deepEqual(await analysis.lenses(folder.path, 'src/a.ts', before), []);

    await analysis.setUnsavedText(folder.path, 'src/b.ts', "import { answer } from './a';\nanswer();\nanswer();\n");
    await analysis.setUnsavedText(
      folder.path,
      'src/a.ts',
      'export function answer(to: string): number { return 42; }\n',
    );
    assert.equal((await analysis.impact(folder.path, question)).functionsAffected[0]?.callers.length, 3);
    const [lens] = await analysis.lenses(folder.path, 'src/a.ts', before);
    assert.equal(lens?.compatibility, 'breaking');
    assert.deepEqual(lens.reasons, ['the parameter "to" was added and is required']);
    assert.equal(lens.places.length, 3);
    await assert.rejects(analysis.impact(folder.path, { file: 'src/a.ts', exportName: 'anser' }), (error: unknown) => {
      assert.ok(error instanceof HoldfastError);
      assert.equal(error.code, 'not-found');
      assert.match(error.hint ?? '', /Did you mean "answer"/);
      return true;
    });
  });
});
