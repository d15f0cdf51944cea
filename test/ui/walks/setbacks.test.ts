import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample, resetToHead } from '../../scripts/sample.ts';
import type { RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { windowSize } from '../../vscode/runtime/session.ts';
import { openWindow } from '../../vscode/runtime/open-window.ts';
import { findResultsPanel, openCheckedContract, runChunkFromPalette } from '../hands.ts';
import { screenshotFile } from '../screenshots.ts';
import { shareEditor, withEditor } from '../with-editor.ts';

const WINDOW = 'HOLDFAST_TEST_WINDOW';

/** The sample with a model that thinks without end. */
async function createWorkspace(stack: AsyncDisposableStack) {
  const sample = stack.use(await copySample());
  const requests: RecordedRequest[] = [];
  const server = stack.use(
    await startOpenAiChatServer((request): ScriptedReply => {
      requests.push(request);
      return { text: 'I begin to think about it', stall: 'after-text' };
    }),
  );
  const settings = { 'holdfast.model': 'openai-compatible:scripted', 'holdfast.baseUrl': server.baseUrl };
  const options = { workspace: sample.folder, settings, env: { [WINDOW]: sample.folder } };
  return { sample, requests, reset: await resetToHead(sample), options };
}

/** The extension hosts of a window. */
function findExtensionHosts(folder: string): readonly number[] {
  const read = (id: string, file: string): string => {
    try {
      return readFileSync(`/proc/${id}/${file}`, 'utf8');
    } catch {
      return '';
    }
  };
  return readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id))
    .filter((id) => read(id, 'cmdline').includes('--type=extensionHost'))
    .filter((id) => read(id, 'environ').split('\0').includes(`${WINDOW}=${folder}`))
    .map(Number);
}

describe('Setbacks', () => {
  before(function () {
    // Processes are found in /proc.
    if (process.platform !== 'linux') this.skip();
  });

  const withModel = shareEditor(createWorkspace);

  it('[ENF-UI-3] the palette offers Run Chunk before Run All Chunks', () =>
    withModel(async (editor) => {
      const { page } = editor;
      await openCheckedContract(editor);
      await page.keyboard.press('F1');
      await page.locator('.quick-input-widget input[type=text]').fill('>run chunk');
      const rows = page.locator('.quick-input-list .monaco-list-row');
      await rows.filter({ hasText: 'Holdfast: Run Chunk' }).first().waitFor();
      await editor.screenshot(screenshotFile('palette-run-chunk'));
      const labels = await rows.allInnerTexts();
      assert.match(labels[0] ?? '', /^Holdfast: Run Chunk$/m);
      await page.keyboard.press('Escape');
    }));

  it('[ENF-UI-3] a second window on the folder does not run the chunk of the first', () =>
    withModel(async (editor, { requests }) => {
      const panel = findResultsPanel(editor);
      await openCheckedContract(editor);
      await runChunkFromPalette(editor, 'Health check types');
      await panel.getByText('I begin to think about it').waitFor();
      const browser = editor.page.context().browser();
      assert.ok(browser);
      const other = await browser.newPage({ viewport: windowSize, reducedMotion: 'reduce' });
      await openWindow(other, editor.address);
      await other.keyboard.press('ControlOrMeta+P');
      await other.locator('.quick-input-widget input[type=text]').fill('health-check.contract.yaml');
      await other
        .locator('.quick-input-list .monaco-list-row', { hasText: 'health-check.contract.yaml' })
        .first()
        .click();
      await other.getByText('○ 0/3').first().waitFor();
      await other.screenshot({ path: screenshotFile('second-window') });
      await other.getByText('✦ Run', { exact: true }).first().click();
      const refusal = findResultsPanel({ ...editor, page: other });
      await refusal.getByText('Another window, terminal or agent runs it in this folder').waitFor();
      await other.screenshot({ path: screenshotFile('second-window-refused') });
      assert.equal(requests.length, 1);
      await other.close();
      await panel.getByRole('button', { name: 'Cancel' }).click();
      await panel.getByRole('status').getByText('Cancelled').waitFor();
    }));

  it('[ENF-UI-3] the panel says that the extension does not answer after the extension host has died', () =>
    withModel(async (editor, { sample }) => {
      const panel = findResultsPanel(editor);
      await openCheckedContract(editor);
      await runChunkFromPalette(editor, 'Health check types');
      await panel.getByText('I begin to think about it').waitFor();
      const hosts = findExtensionHosts(sample.folder);
      assert.notEqual(hosts.length, 0);
      for (const id of hosts) process.kill(id, 'SIGKILL');
      await panel.getByText('Holdfast does not answer.').waitFor();
      await editor.screenshot(screenshotFile('dead-host'));
    }));

  it('[EDIT-6] an export that this window saw hold, and that is renamed on disk or in the editor, is an error', async () => {
    await using sample = await copySample();
    const types = join(sample.folder, 'src', 'health', 'types.ts');
    const write = (name: string): Promise<void> =>
      writeFile(types, `/** A result. */\nexport interface ${name} { ok: boolean }\n`);
    await withEditor({ workspace: sample.folder }, async (editor) => {
      await openCheckedContract(editor);
      const { page } = editor;
      const lens = (text: string): Promise<void> => page.getByText(text).first().waitFor();
      await mkdir(join(sample.folder, 'src', 'health'), { recursive: true });
      await write('HealthCheckResult');
      await lens('✓ 3/3');
      await write('HealthCheckReport');
      await lens('✗ 1/3');
      await editor.screenshot(screenshotFile('renamed-export-on-disk'));
      await write('HealthCheckResult');
      await lens('✓ 3/3');
      // The list of "Go to File" may be older than the file.
      for (const name of ['src', 'health', 'types.ts'])
        await page.locator('.explorer-folders-view').getByRole('treeitem', { name, exact: true }).click();
      await page.getByRole('tab', { name: /^types\.ts/ }).waitFor();
      await page.locator('.monaco-editor[data-uri$="types.ts"]').click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('export type HealthStatus = string;');
      await editor.openFile('health-check.contract.yaml');
      await lens('✗ 1/3');
      await editor.screenshot(screenshotFile('renamed-export-unsaved'));
    });
  });

  it('[ENF-UI-1] a damaged history hides no diagnostics', async () => {
    await using sample = await copySample();
    const folder = join(sample.folder, '.git', 'holdfast');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'history.db'), 'no database'.repeat(500));
    await withEditor({ workspace: sample.folder }, async (editor) => {
      await editor.openFile('health-check.contract.yaml');
      const { page } = editor;
      const panel = findResultsPanel(editor);
      await page.getByText('○ 0/3').first().waitFor();
      await editor.screenshot(screenshotFile('damaged-history'));
      await runChunkFromPalette(editor, 'Health check types');
      await panel.getByText('the file is damaged or not a database').waitFor();
      assert.equal(await panel.getByRole('button', { name: 'Select Model' }).count(), 0);
      await editor.screenshot(screenshotFile('damaged-history-run'));
      await panel.getByRole('button', { name: 'Move History Aside' }).click();
      await page.getByRole('tab', { name: /^Review: Health check types/ }).waitFor();
      await editor.screenshot(screenshotFile('damaged-history-moved'));
      const [moved] = (await readdir(folder)).filter((name) => name.startsWith('damaged-'));
      assert.ok(existsSync(join(folder, moved ?? '', 'history.db')));
    });
  });
});
