import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copySample, resetToHead } from '../scripts/sample.ts';
import { Animation } from './animation.ts';
import {
  clearNotifications,
  openCheckedContract,
  openContractsView,
  findResultsPanel,
  runChunkFromPalette,
  runChunkFromTree,
} from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { shareEditor } from './with-editor.ts';

/** Includes two builds and many screenshots, on a machine that may be busy with other suites. */
const longTestMs = 360_000;

describe('Run chunk', () => {
  const withSample = shareEditor(async (stack) => {
    const sample = stack.use(await copySample());
    return { sample, reset: await resetToHead(sample), options: { workspace: sample.folder } };
  });

  it('[ENF-GATE-4] [ENF-UI-3] run from the tree, a blocked chunk shows every blocker, and nothing changes', () =>
    withSample(async (editor, { sample }) => {
      const panel = findResultsPanel(editor);
      await openCheckedContract(editor);
      await openContractsView(editor);
      await runChunkFromTree(editor, 'GET /health');
      await panel.getByRole('heading', { name: /^Blocked by \d reasons/ }).waitFor();
      const blockers = panel.getByRole('region', { name: 'Blocked' }).getByRole('listitem');
      assert.ok((await blockers.count()) >= 3, 'reports the dependency and both consumed exports');
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('blocked'));
      assert.equal(await sample.git('status', '--porcelain'), '');
    }));

  it('[EDIT-8] with missing dependencies, the run stops before the model is called, and can be run anyway', () =>
    withSample(async (editor, { sample }) => {
      const [packages, removed] = [join(sample.folder, 'node_modules'), join(dirname(sample.folder), 'removed')];
      await rename(packages, removed);
      const { page } = editor;
      const panel = findResultsPanel(editor);
      await openCheckedContract(editor);
      await runChunkFromPalette(editor, 'Health check types');
      const blocker = panel.getByRole('region', { name: 'Blocked' });
      await blocker.getByText(/Dependencies are not installed: node_modules has no .*typescript.* Run "npm/).waitFor();
      await blocker.getByText(/build command "npm run build" exited with 127: .*tsc.*not found/).waitFor();
      assert.equal(await panel.getByRole('tabpanel', { name: /Attempt/ }).count(), 0, 'the model was not called');
      const notification = page.locator('.notification-toast', { hasText: 'Dependencies are not installed' });
      await notification.getByRole('button', { name: 'Run Anyway' }).waitFor();
      await page.getByText('✦ Run All').first().waitFor();
      await editor.screenshot(screenshotFile('failing-build'));
      await notification.getByRole('button', { name: 'Open Terminal' }).click();
      await page.locator('.terminal-wrapper .xterm').first().waitFor();
      await panel.getByRole('button', { name: 'Run Anyway' }).click();
      await panel.getByRole('status').getByText('attempt 1 of 3').waitFor();
      await panel.getByRole('button', { name: 'Cancel' }).click();
      await panel.getByRole('status').getByText('Cancelled').waitFor();
      await rename(removed, packages);
    }));

  it('[ENF-UI-2] [ENF-UI-3] runs from the palette, retries, is reviewed, and turns green', () =>
    withSample(async (editor, { sample }) => {
      const { page } = editor;
      const panel = findResultsPanel(editor);
      const animation = new Animation();
      const violations: string[] = [];
      page.on('console', (message) => {
        if (/violates the following Content Security Policy/.test(message.text())) violations.push(message.text());
      });
      await openCheckedContract(editor);
      await openContractsView(editor);
      await editor.screenshot(screenshotFile('contract'));
      await animation.show(editor, 2_500);

      await runChunkFromPalette(editor, 'Health check types');
      await page.locator('.notification-toast', { hasText: 'Holdfast: Health check types' }).first().waitFor();
      await panel.getByRole('tab', { name: /Attempt 2 of 3/ }).waitFor();
      await editor.screenshot(screenshotFile('panel-running'), { whileRunning: true });
      await animation.show(editor, 2_500);

      await panel.getByText('Passed, waiting for your review').first().waitFor();
      assert.equal(await sample.git('status', '--porcelain'), '', 'nothing lands before it is accepted');
      await page.getByRole('tab', { name: /^Review: Health check types/ }).waitFor();
      await page
        .locator('.editor-actions, .title-actions')
        .getByLabel(/^Accept and Commit/)
        .first()
        .waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('review'));
      await animation.show(editor, 3_000);
      await panel.getByRole('tab', { name: /Compare/ }).click();
      await panel.getByRole('table').getByText('HealthCheckStatus').first().waitFor();
      await editor.screenshot(screenshotFile('panel-attempts'));
      await animation.show(editor, 3_000);

      // A single change has no separate buttons.
      assert.equal(await page.locator('.review-widget').count(), 0);
      await panel.getByRole('button', { name: 'Accept and Commit' }).click();
      await panel.getByRole('status').getByText('Landed', { exact: true }).waitFor();
      await page.getByText('✓ 3/3').first().waitFor();
      await clearNotifications(editor);
      await panel.getByRole('tab', { name: /Attempt 2 of 3/ }).click();
      await editor.screenshot(screenshotFile('panel-passed'));
      await animation.show(editor, 3_000);
      await animation.write('main-job');
      assert.match(await sample.git('log', '--format=%s', '-1'), /^chunk: Health check types$/);
      assert.equal(await sample.git('status', '--porcelain'), '');
      assert.deepEqual(violations, [], 'the panel follows its content security policy');
    })).timeout(longTestMs);

  it('[ENF-UI-3] all chunks of the sample pass with the Node of the machine, and are offered again after the window is reopened', () =>
    withSample(async (editor, { sample }) => {
      const panel = findResultsPanel(editor);
      const reviewTab = editor.page.getByRole('tab', { name: /^Review: Health check types, checkHealth, GET/ });
      await openCheckedContract(editor);
      await editor.page.locator('.codelens-decoration a', { hasText: 'Run All' }).first().click();
      await panel.getByText('Passed, waiting for your review').first().waitFor({ timeout: longTestMs });
      // The window is opened again before the review, with its tab.
      await reviewTab.waitFor();
      await editor.reload();
      await editor.page
        .locator('.notification-toast', { hasText: 'Result to review: Health check types, checkHealth, GET /health' })
        .waitFor();
      await panel.getByText('Passed, waiting for your review').first().waitFor();
      await reviewTab.waitFor();
      await editor.page.locator('.multiDiffEntry').first().waitFor();
      await sample.git('switch', '-q', '-c', 'other');
      await panel.getByRole('button', { name: 'Accept and Commit' }).first().click();
      const question = editor.page.locator('.monaco-dialog-box', { hasText: 'and other is checked out now' });
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      await sample.git('switch', '-q', '-');
      await panel.getByRole('button', { name: 'Accept and Commit' }).first().click();
      await panel.getByRole('status').getByText('Landed', { exact: true }).waitFor();
      await reviewTab.waitFor({ state: 'detached' });
      await editor.openFile('health-check.contract.yaml');
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('run-all'));
      // Results that are reviewed together are one commit.
      assert.equal(await sample.git('log', '--format=%s', '-1'), 'chunk: Health check types, checkHealth, GET /health');
    })).timeout(longTestMs);
});
