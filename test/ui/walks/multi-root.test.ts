import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copySample } from '../../scripts/sample.ts';
import type { Editor } from '../../vscode/runtime/editor.ts';
import { findContractRow, findResultsPanel, findTestRow } from '../hands.ts';
import { copyPipelineSample, createWaitingItem, holdfast, itemTitle } from '../pipeline-sample.ts';
import { shareEditor } from '../with-editor.ts';

/** Four folders: two have contracts, one has a work item that waits, and one is not in a git repository. */
async function createWorkspace(stack: AsyncDisposableStack) {
  const one = stack.use(await copySample());
  const other = stack.use(await copySample());
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'holdfast-workspace-'));
  stack.defer(() => rm(temporaryFolder, { recursive: true, force: true }));
  const orders = stack.use(await copyPipelineSample());
  await createWaitingItem(orders);
  const plain = join(temporaryFolder, 'plain');
  await mkdir(join(plain, '.holdfast'), { recursive: true });
  await writeFile(join(plain, '.holdfast', 'pipeline.yaml'), 'labelPrefix: holdfast\n');
  const workspace = join(temporaryFolder, 'all.code-workspace');
  const folders = [
    { path: one.folder, name: 'one' },
    { path: other.folder, name: 'other' },
    { path: orders.folder, name: 'orders' },
    { path: plain, name: 'plain' },
  ];
  await writeFile(workspace, JSON.stringify({ folders }));
  // In the second folder, an edit breaks what is committed.
  const types = join(other.folder, 'src/health/types.ts');
  await mkdir(dirname(types));
  await writeFile(types, 'export interface HealthCheckResult { up: boolean }\n');
  await other.git('add', '--all');
  await other.git('commit', '--quiet', '--message', 'Add the types');
  await writeFile(types, 'export interface HealthCheckStatus { up: boolean }\n');
  return { orders, options: { workspace } };
}

/** Opens the view of the contracts and work items. */
async function openView({ page }: Editor): Promise<void> {
  await page
    .locator('.activitybar')
    .getByRole('tab', { name: /^Holdfast/ })
    .click();
}

describe('A multi-root workspace', () => {
  const withFolders = shareEditor(createWorkspace);

  it('[ENF-UI-1] [EDIT-5] checks and tests the contracts of each folder against its files, and shows its work items', () =>
    withFolders(async (editor) => {
      // A work item belongs to its folder, and a folder without a git repository says what is missing.
      await editor.page.locator('.notification-toast', { hasText: '(#1 in orders) waits' }).first().waitFor();
      await openView(editor);
      await findContractRow(editor, itemTitle).waitFor();
      await findContractRow(editor, 'not in a git repository').waitFor();
      await findContractRow(editor, 'one').waitFor();
      await findContractRow(editor, 'other').waitFor();
      await editor.page.locator('.pane-body .monaco-list-row', { hasText: '0/3 chunks' }).nth(1).waitFor();
      await editor.runCommand('Holdfast: Validate');
      await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'other' }).first().click();
      await findResultsPanel(editor).getByText('0 of 3 chunks satisfied').waitFor();

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
    }));

  it('[ASSERT-PSM-003] work items follow the command line, and what waits is reported', () =>
    withFolders(async (editor, { orders }) => {
      const { page } = editor;
      await openView(editor);
      await findContractRow(editor, 'Architecture').waitFor();
      await page.locator('.statusbar').getByText('Holdfast: 1 approval').waitFor();
      await holdfast(orders, 'item', 'approve', '1');
      await holdfast(orders, 'step', '1');
      await findContractRow(editor, 'Interfaces').waitFor();
      await page.locator('.notification-toast', { hasText: 'approve or reject the interfaces' }).first().waitFor();
      await holdfast(orders, 'item', 'new', '--title', 'Receipts', '--body', 'Each invoice gets a receipt.');
      await findContractRow(editor, 'Receipts').waitFor();
    }));
});
