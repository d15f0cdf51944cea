import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openHistory } from '../../../src/history/open-history.ts';
import { attempt, contract, result, start } from '../../history/temporary-history.ts';
import { copySample } from '../../scripts/sample.ts';
import {
  clearNotifications,
  findResultsPanel,
  openCheckedContract,
  openContractsView,
  runChunkFromPalette,
} from '../hands.ts';
import { screenshotFile } from '../screenshots.ts';
import { withEditor } from '../with-editor.ts';

/** Includes two builds and many screenshots, on a machine that may be busy with other suites. */
const longTestMs = 360_000;

const MESSAGES = [
  'Must export the HealthCheckResult type',
  'checkHealth must match its signature',
  'Must return 503 if a dependency is down',
];
const MODELS = ['anthropic:claude-sonnet', 'openai:gpt-mini', 'openai-compatible:glm'];
const TITLES = ['Health check types', 'checkHealth', 'GET /health', 'Metrics'];

/** Runs of three weeks, with three models and four chunks. */
async function fillHistory(folder: string): Promise<void> {
  let time = new Date();
  const path = join(folder, '.git', 'holdfast', 'history.db');
  await using history = await openHistory(path, { create: true, now: () => time });
  assert.ok(history !== undefined);
  for (let number = 0; number < 48; number++) {
    time = new Date(Date.now() - (21 - Math.floor(number / 2.4)) * 24 * 60 * 60 * 1000);
    const runId = `filled-${number}`;
    const title = TITLES[number % 4] ?? '';
    const document = {
      file: `${number % 4 === 3 ? 'metrics' : 'health'}.contract.yaml`,
      text: '',
      contentHash: '',
      contract,
    };
    await history.startRun(start(runId, { chunk: { id: `chunk-${number % 4}`, title }, document }));
    const failures = [0, 0, 1, 2, 0, 1, 3][number % 7] ?? 0;
    const passes = number % 7 !== 6;
    const attempts = Array.from({ length: failures + (passes ? 1 : 0) }, (_, index) => {
      const base = attempt(index + 1);
      const [first] = base.validation.assertResults;
      assert.ok(first !== undefined);
      const assertion = { ...first.assertion, message: MESSAGES[(number * index + number) % 3] ?? '' };
      const passed = index === failures;
      return { ...base, validation: { ...base.validation, passed, assertResults: [{ ...first, passed, assertion }] } };
    });
    for (const one of attempts) {
      await history.recordAttempt(runId, one);
      const [costUsd, durationMs] = [0.02 + (number % 5) * 0.015, 20_000 + (number % 6) * 9_000];
      const model = MODELS[number % 3] ?? '';
      const call = { model, inputTokens: 9000, outputTokens: 900, costUsd, durationMs };
      await history.recordCall({ runId, attempt: one.number, call });
    }
    await history.finishRun(runId, result(runId, attempts, { status: passes ? 'pass' : 'fail' }));
  }
}

describe('Landings and analytics', () => {
  it('[EDIT-4] [ENF-FUTURE-4] lists a landing with its diff, undoes it, and shows how runs went', async () => {
    await using sample = await copySample();
    await fillHistory(sample.folder);
    await withEditor({ workspace: sample.folder }, async (editor) => {
      const { page } = editor;
      const panel = findResultsPanel(editor);
      await openCheckedContract(editor);
      await openContractsView(editor);
      await runChunkFromPalette(editor, 'Health check types');
      await panel.getByRole('button', { name: 'Accept and Commit' }).click();
      await panel.getByText('Landed', { exact: true }).waitFor();
      await panel.getByRole('button', { name: 'Undo Landing' }).waitFor();
      await page.locator('.notification-toast', { hasText: 'Landed' }).getByRole('button', { name: 'Undo' }).waitFor();
      await clearNotifications(editor);

      await editor.runCommand('Holdfast: Show Landings');
      const row = page.getByRole('treeitem', { name: /^Health check types, landed/ });
      await row.click();
      await page.getByRole('treeitem', { name: 'File src/health/types.ts' }).click();
      await page.getByRole('tab', { name: /types\.ts \(landing/ }).waitFor();
      await page.locator('.monaco-diff-editor .view-line', { hasText: 'DependencyHealth' }).first().waitFor();
      await editor.screenshot(screenshotFile('landings'));

      await row.hover();
      await row.getByRole('button', { name: 'Undo Landing' }).click();
      const dialog = page.locator('.monaco-dialog-box');
      await dialog.getByText('Undo the landing of Health check types?').waitFor();
      await dialog.getByText(/A commit reverts it/).waitFor();
      await editor.screenshot(screenshotFile('undo-landing'));
      await dialog.getByRole('button', { name: 'Undo Landing' }).click();
      await page.locator('.notification-toast', { hasText: 'Undone: Health check types. The commit' }).waitFor();
      assert.equal((await sample.git('log', '-1', '--format=%s')).trim(), 'Revert "chunk: Health check types"');
      assert.equal(await sample.git('status', '--porcelain'), '');
      assert.equal(existsSync(join(sample.folder, 'src/health/types.ts')), false);
      await page.getByRole('treeitem', { name: /^Health check types, undone/ }).waitFor();
      await editor.openFile('health-check.contract.yaml');
      await page.getByText('○ 0/3').first().waitFor();
      await clearNotifications(editor);

      await editor.runCommand('View: Close All Editors');
      await editor.runCommand('Holdfast: Show Analytics');
      await panel.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor();
      await panel.getByText(/^"Must .*" failed in \d+ of \d+ attempts\.$/).waitFor();
      assert.equal(await panel.getByRole('heading', { level: 2 }).count(), 7);
      await editor.runCommand('View: Close Primary Side Bar');
      await editor.screenshot(screenshotFile('analytics-dark'));
      await panel.getByText('Show as a table').first().click();
      await panel.getByRole('table').getByRole('columnheader', { name: 'Failed attempts' }).waitFor();
      await panel.getByText('Show as a table').first().click();
      await panel.getByRole('combobox', { name: 'Model' }).selectOption('openai:gpt-mini');
      await panel.getByText('16', { exact: true }).first().waitFor();
      await panel.getByRole('combobox', { name: 'Time' }).selectOption('7');
      await panel.getByRole('combobox', { name: 'Contract' }).selectOption('health-check.contract.yaml');
      await panel.getByText('No run matches the filter.').waitFor();
      await panel.getByRole('button', { name: 'Clear Filter' }).click();
      await panel.getByText('49', { exact: true }).first().waitFor();
      assert.equal(await panel.getByRole('combobox', { name: 'Time' }).inputValue(), 'all');
      await editor.runCommand('Preferences: Toggle between Light/Dark Themes');
      await page.locator('.monaco-workbench.vs').waitFor();
      await editor.screenshot(screenshotFile('analytics'));
    });
  }).timeout(longTestMs);
});
