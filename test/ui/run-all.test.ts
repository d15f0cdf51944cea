import assert from 'node:assert/strict';
import { copySample } from '../scripts/sample.ts';
import { clearNotifications, findResultsPanel, openCheckedContract } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

/** Three chunks, each with a build, and the tests of the sample. */
const longTestMs = 480_000;

describe('Run all', () => {
  it('[ENF-UI-3] the sample passes, with the Node of the machine', async () => {
    await using sample = await copySample();
    await withEditor({ workspace: sample.folder }, async (editor) => {
      const panel = findResultsPanel(editor);
      await openCheckedContract(editor);
      await editor.page.locator('.codelens-decoration a', { hasText: 'Run All' }).first().click();
      await panel.getByText('Passed, waiting for your review').first().waitFor({ timeout: longTestMs });
      await panel.getByRole('button', { name: 'Accept and Commit' }).first().click();
      await panel.getByRole('status').getByText('Passed', { exact: true }).waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('run-all'));
      // Results that are reviewed together are one commit.
      assert.equal(await sample.git('log', '--format=%s', '-1'), 'chunk: Health check types, checkHealth, GET /health');
    });
  }).timeout(longTestMs);
});
