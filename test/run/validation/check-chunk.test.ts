import assert from 'node:assert/strict';
import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import type { ChunkCheckResult } from '../../../src/verdicts/checks/interfaces/result.ts';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { checkChunk } from '../../../src/run/validation/check-chunk.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { Workspace } from '../../cli/support/workspace.ts';

/** Judges the only chunk of a contract in a folder with the given files. */
async function judge(
  chunk: string,
  files: Record<string, string> = {},
  options: { readonly filesOnly?: boolean } = {},
): Promise<ChunkCheckResult> {
  using workspace = new Workspace(files);
  await using analysis = createAnalysis({ environment: () => undefined });
  const text = `version: 1\nspec: { id: s, title: S }\nchunks:\n  - id: one\n    title: One\n${chunk}`;
  const document = readContract({ file: 'one.contract.yaml', text, checks: CHECKS });
  const contract = document.contract;
  assert.ok(contract);
  return await checkChunk({
    document,
    contract,
    chunk: contract.chunks[0]!,
    analysis,
    tree: new DiskTree(workspace.folder),
    trusted: true,
    commandTimeoutMs: 10_000,
    commandRules: { passedVariables: [] },
    ...options,
  });
}

const createsName = '    creates: [name]\n';
const postcondition = '    postconditions: [{ kind: file_exists, path: src/name.ts }]\n';
const noOldFile = '    postconditions: [{ kind: file_absent, path: src/old.ts }]\n';
const suggestion =
  '    assertions: [{ type: suggest, message: Should exist, check: { type: file_exists, target: docs/name.md } }]\n';
const judged =
  '    assertions: [{ type: assert, message: Is clear, check: { type: llm_judge, target: src/name.ts, question: Is it clear? } }]\n';
const file = { 'src/name.ts': 'export const name = 1;\n' };

describe('the verdict on a chunk in a tree', () => {
  it('[ENF-VAL-16] is unsatisfied if any assert fails, and no failed suggest changes it', async () => {
    const assertion = (type: 'assert' | 'suggest', name: string): string =>
      `      - { type: ${type}, message: Has ${name}, check: { type: file_exists, target: ${name} } }\n`;
    const has = { 'a.md': '', 'b.md': '' };
    const PRESENT = 'a.md';
    for (const [asserts, suggests, verdict] of [
      [[PRESENT], [], 'satisfied'],
      [['gone.md'], [], 'unsatisfied'],
      [[PRESENT, 'gone.md'], [], 'unsatisfied'],
      [['gone.md', PRESENT], [PRESENT], 'unsatisfied'],
      [[PRESENT], ['gone.md'], 'satisfied'],
      [[PRESENT], ['gone.md', 'lost.md'], 'satisfied'],
      [[PRESENT, 'b.md'], ['gone.md', PRESENT], 'satisfied'],
      [['gone.md'], ['lost.md'], 'unsatisfied'],
      [[], ['gone.md'], 'unverified'],
      [[], [PRESENT], 'unverified'],
    ] as const) {
      const list = [
        ...asserts.map((name) => assertion('assert', name)),
        ...suggests.map((name) => assertion('suggest', name)),
      ];
      const result = await judge(`    assertions:\n${list.join('')}`, has);
      const what = JSON.stringify([asserts, suggests]);
      assert.equal(result.verdict, verdict, what);
      const failed = (results: typeof result.assertResults): readonly unknown[] =>
        results.filter(({ passed }) => !passed).map(({ assertion: { check } }) => check.target);
      const missing = (names: readonly string[]): readonly string[] => names.filter((name) => !(name in has));
      assert.deepEqual(failed(result.assertResults), missing(asserts), what);
      assert.deepEqual(failed(result.suggestResults), missing(suggests), `${what}: a failed suggest is shown`);
    }
  });

  it('[DONE-1] is satisfied if an implied assert holds', async () => {
    assert.equal((await judge(createsName, file)).verdict, 'satisfied');
  });

  it('[DONE-1] is satisfied if a postcondition holds and there is nothing else to check', async () => {
    assert.equal((await judge(postcondition, file)).verdict, 'satisfied');
    assert.equal((await judge(noOldFile, file)).verdict, 'satisfied');
  });

  it('[DONE-1] [DONE-4] is unsatisfied if a postcondition is false, although every assert holds', async () => {
    const result = await judge(createsName + noOldFile, { ...file, 'src/old.ts': 'export const old = 1;\n' });
    assert.equal(result.verdict, 'unsatisfied');
    const [violation] = result.postconditionResults;
    assert.equal(violation?.passed, false);
    assert.deepEqual(violation.assertion.check, { type: 'file_absent', target: 'src/old.ts' });
    assert.equal(violation.contractLocation?.line, 7);
    assert.deepEqual(
      result.assertResults.map(({ passed }) => passed),
      [true],
    );
  });

  it('[ENF-VAL-15] suggests no name that another chunk of the contract requires', async () => {
    const later = `  - id: two
    title: Two
    types: [{ name: NameNow, file: src/name.ts, definition: '{ id: string }' }]
`;
    const result = await judge(`    creates: [Name]\n${later}`, {
      'src/name.ts': 'export interface NameNow { id: string }\nexport interface NameOfUser {}\n',
    });
    assert.match(result.assertResults[0]?.actual ?? '', /Did you mean "NameOfUser"/);
  });

  it('[DONE-1] does not accept a folder for a file', async () => {
    assert.equal((await judge(postcondition, { 'src/name.ts/index.ts': '' })).verdict, 'unsatisfied');
  });

  it('[DONE-3] is unverified if there is nothing to check, and if there are only suggestions', async () => {
    assert.equal((await judge('', file)).verdict, 'unverified');
    const suggested = await judge(suggestion, file);
    assert.equal(suggested.verdict, 'unverified');
    assert.equal(suggested.suggestResults[0]?.passed, false);
  });

  it('[DONE-1] can leave out what a model answers, so that a run makes no call to find what is done', async () => {
    const options = { filesOnly: true };
    assert.equal((await judge(judged, file, options)).verdict, 'unverified');
    assert.equal((await judge(judged + createsName, file, options)).verdict, 'satisfied');
    assert.equal((await judge(judged, file)).verdict, 'unsatisfied');
  });
});
