import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

const CANARY = 'CANARY-7f3a9c2e';
const SCENARIOS = '.holdfast/scenarios';
const CHECKS = [
  `{ type: pattern_match, target: ${SCENARIOS}/paid.scenario.yaml, pattern: 'C.*', not: true }`,
  `{ type: pattern_match, target: alias.yaml, pattern: 'C.*', not: true }`,
  `{ type: pattern_match, target: '**/*', pattern: 'CAN[A]RY.*', not: true }`,
  `{ type: contains, target: '**/*.mjs', expected: 'CAN', not: true }`,
  `{ type: equals, target: ${SCENARIOS}/paid.scenario.yaml, pointer: /title, expected: other }`,
  `{ type: json_schema, target: sub/${SCENARIOS}/data.json, schema: { type: number } }`,
  `{ type: export_exists, target: sum, file: ${SCENARIOS}/judge.mjs }`,
  `{ type: exists, target: ${SCENARIOS}/pa1d.scenario.yaml }`,
];
const CONTRACT = `version: 2
spec: { id: sum, title: Sum }
chunks:
  - id: sum
    title: Sum
    assertions:
${CHECKS.map((check, index) => `      - { message: Check ${index}, check: ${check} }`).join('\n')}
`;

describe('The scenarios in the tree of the user', () => {
  it('[CONF-3] [ASSERT-SCEN-002] are in no answer about the files, as in no worktree of an attempt', async () => {
    using workspace = new Workspace({
      'sum.contract.yaml': CONTRACT,
      'src/sum.mjs': 'export const sum = 0;\n',
      [`${SCENARIOS}/paid.scenario.yaml`]: `id: paid\ntitle: ${CANARY}\n`,
      [`${SCENARIOS}/judge.mjs`]: `import { sum } from '../../src/sum.mjs';\nexport const hiddenTotal = '${CANARY}';\nsum;\n`,
      [`sub/${SCENARIOS}/data.json`]: `"${CANARY}"`,
    });
    symlinkSync(`${SCENARIOS}/paid.scenario.yaml`, join(workspace.folder, 'alias.yaml'));
    workspace.git('add', '-A');
    workspace.git('commit', '-q', '-m', 'second');
    workspace.write({ 'src/sum.mjs': 'export const total = 0;\n' });
    await using engine = openFolderEngine(workspace);
    engine.setUnsavedText(`${SCENARIOS}/paid.scenario.yaml`, `id: paid\ntitle: Unsaved ${CANARY}\n`);
    const base = await engine.changes.findBase(undefined, {});
    const answers = {
      check: (await engine.checks.check('sum.contract.yaml')).chunks,
      index: (await engine.changes.checkIndex({})).flatMap(({ chunks }) => chunks),
      explain: (await engine.failures.explain({ contract: 'sum.contract.yaml', chunk: 'sum' })).map(
        ({ codeText }) => codeText,
      ),
      change: await engine.changes.judge({ base, depth: 'files' }),
      impact: await engine.exports.impact({ file: 'src/sum.mjs' }),
      export: (await engine.facts.findExport('hiddenTotal', undefined)) ?? 'not found',
      exports: await engine.facts.searchExports('hiddenTota', 5),
    };
    for (const [what, answer] of Object.entries(answers)) {
      const text = JSON.stringify(answer);
      for (const hidden of [CANARY, 'hiddenTotal', 'data.json:']) assert.ok(!text.includes(hidden), `${what}: ${text}`);
    }
    const verdicts = (chunks: (typeof answers)['check']): unknown =>
      chunks.map(({ assertResults }) => assertResults.map(({ passed, actual, error }) => [passed, actual, error]));
    assert.deepEqual(verdicts(answers.check), verdicts(answers.index), 'one verdict for the files and for the index');
  });
});
