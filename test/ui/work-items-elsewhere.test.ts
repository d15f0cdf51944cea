import type { Locator } from 'playwright-core';
import type { Editor } from '../vscode/runtime/editor.ts';
import { clearNotifications } from './hands.ts';
import { copyPipelineSample, createWaitingItem, holdfast } from './pipeline-sample.ts';
import { withEditor } from './with-editor.ts';

async function openView(editor: Editor): Promise<void> {
  await editor.page
    .locator('.activitybar')
    .getByRole('tab', { name: /^Holdfast/ })
    .click();
}

function row({ page }: Editor, text: string): Locator {
  return page.locator('.pane-body .monaco-list-row', { hasText: text }).first();
}

describe('Work items that others work on', () => {
  it('[ASSERT-PSM-003] follow the command line, and what waits is reported', async () => {
    await using sample = await copyPipelineSample();
    await withEditor({ workspace: sample.folder }, async (editor) => {
      const { page } = editor;
      await openView(editor);
      await page.getByText('There is no work item.').waitFor();
      await createWaitingItem(sample);
      await page.locator('.notification-toast', { hasText: 'approve or reject the specification' }).first().waitFor();
      await row(editor, 'Architecture').waitFor();
      await page.locator('.statusbar').getByText('Holdfast: 1 approval').waitFor();
      await clearNotifications(editor);

      await holdfast(sample, 'item', 'approve', '1');
      await holdfast(sample, 'step', '1');
      await row(editor, 'Interfaces').waitFor();
      await page.locator('.notification-toast', { hasText: 'approve or reject the interfaces' }).first().waitFor();
    });
  }).timeout(240_000);
});
