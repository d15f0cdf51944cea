import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Editor } from '../vscode/runtime/editor.ts';
import { clearNotifications } from './hands.ts';
import { copyPipelineSample, createWaitingItem, holdfast, itemTitle } from './pipeline-sample.ts';
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

  it('belong to their folder, and a folder without a git repository says what is missing', async () => {
    await using sample = await copyPipelineSample();
    await createWaitingItem(sample);
    const parent = await mkdtemp(join(tmpdir(), 'holdfast-workspace-'));
    try {
      const plain = join(parent, 'plain');
      await mkdir(join(plain, '.holdfast'), { recursive: true });
      await writeFile(join(plain, '.holdfast', 'pipeline.yaml'), 'labelPrefix: holdfast\n');
      const workspace = join(parent, 'both.code-workspace');
      const folders = [
        { path: sample.folder, name: 'orders' },
        { path: plain, name: 'plain' },
      ];
      await writeFile(workspace, JSON.stringify({ folders }));
      await withEditor({ workspace }, async (editor) => {
        await openView(editor);
        await row(editor, itemTitle).waitFor();
        await row(editor, 'not in a git repository').waitFor();
        const waiting = editor.page.locator('.notification-toast', { hasText: '(#1 in orders) waits' });
        await waiting.first().waitFor();
      });
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  }).timeout(240_000);
});
