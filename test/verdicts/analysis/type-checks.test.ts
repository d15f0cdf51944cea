import assert from 'node:assert/strict';
import type { Analysis } from '../../../src/verdicts/analysis/analysis.ts';
import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import type { AssertionResult } from '../../../src/verdicts/checks/interfaces/result.ts';
import type { Check } from '../../../src/contract/model.ts';
import { TemporaryFolder } from '../checks/temporary-folder.ts';
import { request } from './request.ts';

const FILES = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "target": "es2022" }, "include": ["src"] }',
  'src/types.ts': "export interface Result { status: 'ok' | 'down'; details?: string }\n",
  'src/check.ts':
    "import type { Result } from './types';\nexport async function check(url: string): Promise<Result> {\n  return { status: url === '' ? 'down' : 'ok' };\n}\n",
};

async function checkAll(
  analysis: Analysis,
  root: string,
  checks: readonly Check[],
  trusted = true,
): Promise<readonly AssertionResult[]> {
  return analysis.check(request(root, checks, { trusted }));
}

describe('Signature and type checks of an analysis', () => {
  const signature: Check = {
    type: 'signature_match',
    target: 'check',
    file: 'src/check.ts',
    expected: '(address: string) => Promise<Result>',
  };
  const shape: Check = {
    type: 'type_matches',
    target: 'Result',
    file: 'src/types.ts',
    expected: "{ details?: string; status: 'down' | 'ok' }",
  };

  it('[ENF-VAL-19] use one type checker in a run, also where only files are read', async () => {
    await using folder = await TemporaryFolder.create(FILES);
    const lines: string[] = [];
    await using analysis = createAnalysis({ environment: () => undefined, log: (line) => lines.push(line) });
    const verdict = request(folder.path, [signature]);
    for (const one of [verdict, { ...verdict, trusted: false, workspaceTypeScript: true }]) {
      const [result] = await analysis.check(one);
      assert.equal(result?.passed, true);
    }
    assert.equal(lines.length, 1, lines.join('\n'));
  });

  it('[ENF-VAL-5] [ENF-VAL-6] [ENF-VAL-17] use the type checker in trusted and in restricted workspaces', async () => {
    await using folder = await TemporaryFolder.create(FILES);
    await using analysis = createAnalysis({ environment: () => undefined });
    const wrong: Check = { ...signature, expected: '(address: URL) => Promise<Result>' };
    for (const trusted of [true, false]) {
      const results = await checkAll(analysis, folder.path, [signature, shape, wrong], trusted);
      assert.deepEqual(
        results.map(({ passed, tier, error }) => [passed, tier, error]),
        [
          [true, 3, undefined],
          [true, 3, undefined],
          [false, 3, undefined],
        ],
      );
      assert.match(results[2]?.expected ?? '', /URL/);
      assert.match(results[2]?.actual ?? '', /url: string/);
      assert.deepEqual(results[2]?.location?.file, 'src/check.ts');
      assert.equal(results[2].location.line, 2);
    }
  }).timeout(60_000);

  it('[ENF-VAL-5] [ENF-VAL-6] follow unsaved text and changes on disk, in the checked file and in others', async () => {
    await using folder = await TemporaryFolder.create(FILES);
    await using analysis = createAnalysis({ environment: () => undefined });
    const verdicts = async (): Promise<readonly boolean[]> =>
      (
        await checkAll(analysis, folder.path, [
          signature,
          { ...signature, expected: "(url: string) => Promise<{ status: 'ok' | 'down' }>" },
        ])
      ).map(({ passed }) => passed);
    assert.deepEqual(await verdicts(), [true, false]);
    await analysis.setUnsavedText(folder.path, 'src/types.ts', "export interface Result { status: 'ok' | 'down' }\n");
    assert.deepEqual(await verdicts(), [true, true], 'unsaved text of another file');
    await analysis.setUnsavedText(folder.path, 'src/types.ts', null);
    assert.deepEqual(await verdicts(), [true, false], 'the file on disk again');
    await folder.write('src/check.ts', FILES['src/check.ts'].replace('url: string', 'url: URL'));
    await analysis.filesChanged(folder.path, 'all');
    assert.deepEqual(await verdicts(), [false, false], 'a change of the checked file on disk');
  }).timeout(60_000);
});
