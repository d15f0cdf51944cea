import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Locator } from 'playwright-core';
import { projectRoot } from '../scripts/project.ts';
import type { SampleCopy } from '../scripts/sample.ts';
import type { Editor } from '../vscode/runtime/editor.ts';
import { clearNotifications } from './hands.ts';
import { copyPipelineSample, itemBody, itemTitle } from './pipeline-sample.ts';
import { withEditor } from './with-editor.ts';

/** Runs the built command line in a sample. */
async function holdfast({ folder }: SampleCopy, ...words: string[]): Promise<string> {
  const cli = join(projectRoot, 'dist', 'cli.js');
  const { all, exitCode } = await execa(process.execPath, [cli, ...words], { cwd: folder, reject: false, all: true });
  assert.equal(exitCode, 0, all);
  return all;
}

async function createWaitingItem(sample: SampleCopy): Promise<void> {
  await holdfast(sample, 'item', 'new', '--title', itemTitle, '--body', itemBody, '--run');
  // The intake, then the specification.
  await holdfast(sample, 'step', '1');
  await holdfast(sample, 'step', '1');
}

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

  it('[ASSERT-PSM-003] are shown in an untrusted workspace, where no step runs', async () => {
    await using sample = await copyPipelineSample();
    await createWaitingItem(sample);
    const before = await sample.git('for-each-ref');
    await withEditor({ workspace: sample.folder, trust: false }, async (editor) => {
      const { page } = editor;
      await openView(editor);
      await row(editor, itemTitle).waitFor();
      await editor.runCommand('Holdfast: Run Work Item');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: itemTitle }).first().click();
      const refused = page.locator('.notification-toast', { hasText: 'this workspace is not trusted' });
      await refused.waitFor();
      await refused.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
      assert.equal(await sample.git('for-each-ref'), before);
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
