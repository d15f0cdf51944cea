import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copySample } from '../scripts/sample.ts';
import { findContractRow, findResultsPanel, findTestRow } from './hands.ts';
import { withEditor } from './with-editor.ts';

describe('A multi-root workspace', () => {
  it('[ENF-UI-1] [EDIT-5] checks and tests the contracts of each folder against the files of that folder', async () => {
    await using stack = new AsyncDisposableStack();
    const one = stack.use(await copySample());
    const other = stack.use(await copySample());
    const temporaryFolder = await mkdtemp(join(tmpdir(), 'holdfast-workspace-'));
    stack.defer(() => rm(temporaryFolder, { recursive: true, force: true }));
    const workspace = join(temporaryFolder, 'both.code-workspace');
    const folders = [
      { path: one.folder, name: 'one' },
      { path: other.folder, name: 'other' },
    ];
    await writeFile(workspace, JSON.stringify({ folders }));
    // In the second folder, an edit breaks what is committed.
    const types = join(other.folder, 'src/health/types.ts');
    await mkdir(dirname(types));
    await writeFile(types, 'export interface HealthCheckResult { up: boolean }\n');
    await other.git('add', '--all');
    await other.git('commit', '--quiet', '--message', 'Add the types');
    await writeFile(types, 'export interface HealthCheckStatus { up: boolean }\n');
    await withEditor({ workspace }, async (editor) => {
      await editor.page
        .locator('.activitybar')
        .getByRole('tab', { name: /^Holdfast/ })
        .click();
      await findContractRow(editor, 'one').waitFor();
      await findContractRow(editor, 'other').waitFor();
      await editor.page.locator('.pane-body .monaco-list-row', { hasText: '0/3 chunks' }).nth(1).waitFor();
      await editor.runCommand('Holdfast: Validate');
      await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'other' }).first().click();
      await findResultsPanel(editor).getByText('0/3 met').waitFor();

      // The view of tests has an item for each folder, and runs the contracts of a selected one only.
      await editor.runCommand('Testing: Focus on Test Explorer View');
      await findTestRow(editor, 'other').click();
      await editor.page.keyboard.press('ArrowRight');
      await findTestRow(editor, 'Health checks').waitFor();
      await findTestRow(editor, 'other').hover();
      await findTestRow(editor, 'other').getByRole('button', { name: 'Run Test', exact: true }).click();
      await findTestRow(editor, 'other').locator('.codicon-testing-failed-icon').waitFor();
      await findTestRow(editor, 'one').locator('.codicon-testing-unset-icon').waitFor();
      await editor.runCommand('Test: Run All Tests');
      await findTestRow(editor, 'one').locator('.codicon-testing-skipped-icon').waitFor();
      await findTestRow(editor, 'other').locator('.codicon-testing-failed-icon').waitFor();
    });
  });
});
