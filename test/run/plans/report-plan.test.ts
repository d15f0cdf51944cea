import assert from 'node:assert/strict';
import type { PlanReport } from '../../../src/engine.ts';
import { createPlanReportDiagnostics } from '../../../src/extension/diagnostics/plan-diagnostics.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { SHOP_PLAN } from '../../fixtures/shop-plan.ts';
import { openFolderEngine, type FolderEngineOptions } from '../support/folder-engine.ts';

const PLAN = 'docs/superpowers/plans/2026-01-01-cart.md';
const TASKS = '.kiro/specs/discounts/tasks.md';
const LIST = `# Implementation Plan

- [ ] 1. Add the rates in \`src/rates.ts\`
  - _Requirements: 1.1_
- [ ] 2. Create \`applyDiscount(price: number): number\` in \`src/discount.ts\`
  - _Requirements: 1.2, 9.9_
- [ ] 3. Look at it
`;
const FILES = {
  'holdfast.config.yaml': "plans: ['docs/superpowers/plans/*.md', '.kiro/specs/*/tasks.md']\n",
  'package.json': '{ "name": "shop", "type": "module" }\n',
  'src/cart.ts': 'export class Cart {}\n',
  'src/rates.ts': 'export const rates = [5];\n',
  '.kiro/specs/discounts/requirements.md':
    '### Requirement 1\n\n1. Rates are listed.\n2. A discount is a percentage.\n',
  [TASKS]: LIST,
  [PLAN]: SHOP_PLAN,
};

async function reportOn(
  workspace: Workspace,
  file: string,
  options: FolderEngineOptions = {},
  text?: string,
): Promise<PlanReport> {
  await using engine = openFolderEngine(workspace, options);
  if (text !== undefined) engine.setUnsavedText(file, text);
  return await engine.plans.report(await engine.checks.check(file));
}

function textAt({ text }: PlanReport, { start, end }: { start: { offset: number }; end: { offset: number } }): string {
  return text.slice(start.offset, end.offset);
}

describe('the report on a plan for an editor', () => {
  it('[PLANS-2] contradictions have the places of the text, with the line breaks of Windows too, and one kind is an error', async () => {
    using workspace = new Workspace(FILES);
    for (const text of [SHOP_PLAN, SHOP_PLAN.replaceAll('\n', '\r\n')]) {
      const report = await reportOn(workspace, PLAN, {}, text);
      const errors = report.contradictions.filter(({ severity }) => severity === 'error');
      const lineOf = (part: string): number => SHOP_PLAN.split('\n').findIndex((one) => one.includes(part)) + 1;
      assert.deepEqual(
        errors.map(({ kind, range }) => [kind, range.start.line]),
        [
          ['consumed-differently', lineOf('digits: number')],
          ['produced-differently', lineOf('total: string')],
        ],
      );
      for (const { range } of errors) assert.match(textAt(report, range), /formatReceipt|roundMoney/);
      const diagnostics = createPlanReportDiagnostics(PLAN, report);
      assert.deepEqual(
        diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code),
        ['plan-consumed-differently', 'plan-produced-differently', 'plan-untrue-claim'],
      );
      assert.ok(
        diagnostics.some(({ code, severity }) => code === 'plan-consumed-unknown' && severity === 'information'),
      );
    }
  });

  it('[PLANS-4] a claim that is not true is at its box, or at its task if the tool has no box for it', async () => {
    using workspace = new Workspace(FILES);
    const ticked = LIST.replace('[ ] 2.', '[x] 2.').replace('[ ] 1.', '[X] 1.');
    const report = await reportOn(workspace, TASKS, {}, ticked);
    assert.deepEqual(
      report.untrue.map((one) => [textAt(report, one.range), one.canUntick]),
      [['[x]', true]],
    );
    assert.match(report.untrue[0]?.reason ?? '', /src\/discount\.ts must exist/);
    const glyphs = await reportOn(workspace, TASKS, {}, ticked.replaceAll(/\[x\]/gi, '☑'));
    assert.deepEqual(
      glyphs.untrue.map(({ range }) => textAt(glyphs, range)),
      ['☑'],
    );
    const steps = await reportOn(workspace, PLAN);
    assert.deepEqual(
      steps.untrue.map((one) => [textAt(steps, one.range), one.canUntick]),
      [['### Task 1: Money', false]],
    );
  });

  it('[PLANS-5] in an untrusted workspace, the same is reported from the files', async () => {
    using workspace = new Workspace(FILES);
    const ticked = LIST.replace('[ ] 2.', '[x] 2.');
    const report = await reportOn(workspace, TASKS, { trusted: false }, ticked);
    assert.deepEqual(report, await reportOn(workspace, TASKS, {}, ticked));
    assert.equal(report.untrue.length, 1);
  });

  it('[PLANS-6] tasks trace to requirements, where they are stated, and to the commit that records them', async () => {
    using workspace = new Workspace(FILES);
    const before = await reportOn(workspace, TASKS);
    const [first, second, third] = before.tasks;
    const stated = { file: '.kiro/specs/discounts/requirements.md', line: 3 };
    assert.deepEqual(first?.requirements, [{ id: '1.1', statedIn: stated }]);
    assert.deepEqual(
      second?.requirements.map(({ statedIn }) => statedIn?.line),
      [4, undefined],
    );
    assert.deepEqual([third?.requirements, third?.checks, first.commit], [[], 0, undefined]);
    const fingerprint = 'a'.repeat(64);
    const trailers = `Holdfast-Chunk: kiro-specs-discounts-tasks/${first.task}\nHoldfast-Fingerprint: ${fingerprint}`;
    workspace.git('commit', '-q', '--allow-empty', '-m', `chunk: rates\n\n${trailers}`);
    const after = await reportOn(workspace, TASKS);
    assert.deepEqual(
      after.tasks.map(({ commit }) => commit),
      [workspace.git('rev-parse', 'HEAD').trim(), undefined, undefined],
    );
  });

  it('[PLANS-2] a text that no reader knows has an empty report', async () => {
    using workspace = new Workspace(FILES);
    const report = await reportOn(workspace, TASKS, {}, '# Notes\n\nText.\n');
    assert.deepEqual([report.contradictions, report.untrue, report.tasks], [[], [], []]);
  });

  it('[PLANS-2] what a plan in a commit starts from is read once, and a plan that is in no commit follows the files', async () => {
    using workspace = new Workspace({ ...FILES, [PLAN]: 'later\n' });
    workspace.write({ 'docs/superpowers/plans/other.md': SHOP_PLAN });
    const file = 'docs/superpowers/plans/other.md';
    await using engine = openFolderEngine(workspace);
    const kindsOf = async (): Promise<readonly string[]> =>
      (await engine.plans.report(await engine.checks.check(file))).contradictions.map(({ message }) => message);
    const vanished = 'task-2 modifies src/vanished.ts, which does not exist and no earlier task creates';
    assert.ok((await kindsOf()).includes(vanished));
    workspace.write({ 'src/vanished.ts': 'export const tax = 1;\nexport function computeTaxOf() {}\n' });
    engine.filesChanged(['src/vanished.ts']);
    assert.ok(!(await kindsOf()).includes(vanished));
    workspace.git('add', '-A');
    workspace.git('commit', '-qm', 'Add the plan');
    assert.ok(!(await kindsOf()).includes(vanished));
    engine.setUnsavedText(file, SHOP_PLAN.replace('`src/vanished.ts`', '`src/gone.ts`'));
    assert.ok((await kindsOf()).some((message) => message.includes('src/gone.ts')));
  });
});
