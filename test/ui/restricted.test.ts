import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample } from '../scripts/sample.ts';
import {
  clearNotifications,
  findContractRow,
  findTestRow,
  openCheckedContract,
  openContractsView,
  findResultsPanel,
  runChunkFromPalette,
} from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

describe('Restricted mode', () => {
  it('[ENF-UI-1] [EDIT-5] runs only the checks that read files, and explains why others are disabled', async () => {
    await using sample = await copySample();
    await withEditor({ workspace: sample.folder, trust: false }, async (editor) => {
      const { page } = editor;
      await openCheckedContract(editor);
      await openContractsView(editor);
      await findContractRow(editor, 'Restricted mode').waitFor();
      await page.getByText('Holdfast: restricted').waitFor();
      await editor.runCommand('Holdfast: Validate');
      const panel = findResultsPanel(editor);
      await panel.getByText(/^Restricted mode: only checks that read files ran/).waitFor();
      await panel.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
      await editor.screenshot(screenshotFile('restricted'));

      await runChunkFromPalette(editor, 'Health check types');
      const refused = page.locator('.notification-toast', { hasText: 'this workspace is not trusted' });
      await refused.waitFor();
      await refused.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
      assert.equal(await sample.git('status', '--porcelain'), '');
      await clearNotifications(editor);

      // The view of tests shows what files alone say. The editor itself asks for trust before it runs a test.
      await mkdir(join(sample.folder, 'src/health'));
      await writeFile(
        join(sample.folder, 'src/health/types.ts'),
        'export interface HealthCheckResult { up: boolean }\n',
      );
      // The editor reports only the folder, when it appears and when it disappears.
      await page.locator('.codelens-decoration', { hasText: '1/3 chunks' }).first().waitFor();
      await editor.runCommand('Testing: Focus on Test Explorer View');
      await findTestRow(editor, 'Health checks').click();
      await page.keyboard.press('ArrowRight');
      await findTestRow(editor, 'Health check types').waitFor();
      await editor.runCommand('Test: Run All Tests');
      const question = page.locator('.monaco-dialog-box', { hasText: 'Running tests may execute code' });
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      await findTestRow(editor, 'Health check types').locator('.codicon-testing-unset-icon').waitFor();
      await rm(join(sample.folder, 'src/health'), { recursive: true });
      await page.locator('.codelens-decoration', { hasText: '0/3 chunks' }).first().waitFor();
    });
  });
});
