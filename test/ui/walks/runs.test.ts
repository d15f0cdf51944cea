import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { startModelServer } from '../../servers/model-list.ts';
import type { Editor } from '../../vscode/runtime/editor.ts';
import { clearNotifications, findResultsPanel, runChunkFromPalette } from '../hands.ts';
import { createRunsSample, greetAfter, greetMerged, loudModule } from '../runs-sample.ts';
import { screenshotFile } from '../screenshots.ts';
import { withEditor } from '../with-editor.ts';

const longTestMs = 360_000;

describe('Runs and their results', () => {
  it('[EDIT-4] [EDIT-7] [GATE-6] templates, green chunks, repeated runs, conflicts and failed gates', async () => {
    await using sample = await createRunsSample();
    await withEditor({ workspace: sample.folder }, async (editor) => {
      const { page } = editor;
      const panel = findResultsPanel(editor);
      await openContractsView(editor);
      const reviews = page.locator('.pane-body .monaco-list-row', { hasText: 'Review: ' });

      await editor.openFile('payments.contract.yaml');
      await page.getByText('✦ Run', { exact: true }).first().waitFor();
      await runChunkFromPalette(editor, 'Take a payment');
      const blocked = panel.getByRole('region', { name: 'Blocked' });
      await blocked.getByText(/payments\.contract\.yaml:2: spec\.description is still the placeholder/).waitFor();
      await blocked.getByText(/:6: chunks\[0\]\.description/).waitFor();
      assert.equal(await panel.getByRole('tabpanel', { name: /Attempt/ }).count(), 0, 'the model was not called');
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('template-refused'));

      // The chunk of another contract than the open one.
      await runChunkFromPalette(editor, 'Greet a person');
      await findToast(page, 'Review the change').waitFor();
      await clearNotifications(editor);
      await editor.runCommand('Holdfast: Run Chunk');
      const rows = page.locator('.quick-input-list .monaco-list-row');
      await rows.filter({ hasText: 'Volume' }).first().waitFor();
      const labels = await rows.allInnerTexts();
      assert.deepEqual(
        labels.map((text) => /Greet a person|Take a payment|Welcome everybody|Volume/.exec(text)?.[0]),
        ['Greet a person', 'Take a payment', 'Welcome everybody', 'Volume'],
        'those that ran last come first, then the chunks of all contracts',
      );
      assert.match(labels[0] ?? '', /waiting for review/);
      await editor.screenshot(screenshotFile('run-chunk-list'));
      await rows.filter({ hasText: 'Greet a person' }).first().click();
      await findToast(page, 'Review the change').waitFor();
      await clearNotifications(editor);
      assert.equal(await reviews.count(), 1, 'the newer result replaces the older one');
      await editor.screenshot(screenshotFile('superseded-review'));

      await runChunkFromPalette(editor, 'Welcome everybody');
      const holds = findToast(page, '"Welcome everybody" already holds');
      await holds.getByText('Run it anyway?').waitFor();
      await editor.screenshot(screenshotFile('already-holds'));
      await holds.getByRole('button', { name: 'Run Anyway' }).click();
      await findToast(page, '"Welcome everybody" passed').waitFor();
      await panel.getByText('so there is nothing to review').first().waitFor();
      await clearNotifications(editor);
      assert.equal(await reviews.count(), 1, 'an empty change is no review');

      await mergeConflict(editor, sample.folder);
      assert.equal(await readFile(join(sample.folder, 'src/loud.ts'), 'utf8'), loudModule);
      await reviews.first().waitFor({ state: 'detached' });

      await editor.openFile('sound.contract.yaml');
      await runChunkFromPalette(editor, 'Volume');
      const failed = findToast(page, 'Gate "Measured in decibels" failed');
      await failed.getByRole('button', { name: 'Accept Despite Failed Gate' }).click();
      const modal = page.locator('.monaco-dialog-box');
      await modal.getByText('Accept the result of "Volume" although the gate "Measured in decibels"').waitFor();
      await modal.getByText('src/volume.ts').first().waitFor();
      await editor.screenshot(screenshotFile('accept-despite-failed-gate'));
      await modal.getByRole('button', { name: 'Cancel' }).click();
      await panel.getByRole('status').getByText('Waiting for your choice').waitFor();
      await panel.getByRole('button', { name: 'Accept Despite Failed Gate' }).click();
      await modal.getByRole('button', { name: 'Accept Despite Failed Gate' }).click();
      await reviews.filter({ hasText: 'Volume' }).waitFor();
      await page.getByRole('tab', { name: /^Review: Volume/ }).waitFor();
    });
  }).timeout(longTestMs);

  it('[EDIT-1] [AGENT-4] Select Model tests a model of an address, and the run that needs it starts; then an external agent', async () => {
    await using sample = await createRunsSample();
    await using server = await startModelServer({
      key: 'the-right-key',
      chat: ({ text }) => {
        if (!text.includes('Greet a person')) return { text: 'OK', usage: { input: 12, output: 2 } };
        const write = (path: string, content: string) => ({ name: 'write_file', input: { path, content } });
        return text.includes('"role":"tool"')
          ? { text: 'Done.' }
          : { toolCalls: [write('src/greet.ts', greetAfter), write('src/loud.ts', loudModule)] };
      },
    });
    await writeFile(join(sample.folder, 'holdfast.config.yaml'), 'limits: { maxSteps: 12 }\n');
    await sample.git('commit', '--quiet', '--all', '--message', 'No model');
    const env = {
      PATH: [await installGemini(sample.folder), process.env['PATH']].join(delimiter),
      // As from the command line: else VS Code replaces the PATH by that of a login shell.
      VSCODE_CLI: '1',
    };
    await withEditor({ workspace: sample.folder, env }, async (editor) => {
      const { page } = editor;
      await openContractsView(editor);
      await editor.openFile('greetings.contract.yaml');
      await page.getByText('✦ Run', { exact: true }).first().waitFor();
      await runChunkFromPalette(editor, 'Greet a person');
      // Without a model, the selection opens at once.
      const input = page.locator('.quick-input-widget input[type=text]');
      const rows = page.locator('.quick-input-list .monaco-list-row');
      await rows.filter({ hasText: 'OpenRouter' }).waitFor();
      await waitUntilShown(page);
      await editor.screenshot(screenshotFile('select-model-address'));
      await input.fill(server.baseUrl);
      await rows
        .filter({ hasText: `Use ${server.baseUrl}` })
        .first()
        .click();
      const key = page.locator('.quick-input-widget input[type=password]');
      await page.getByText('needs a key. It is stored').waitFor();
      await key.fill('the-wrong-key');
      await key.press('Enter');
      await page.getByText('The key was refused').waitFor();
      await key.fill('the-right-key');
      await waitUntilShown(page);
      await editor.screenshot(screenshotFile('select-model-key'));
      await key.press('Enter');
      await rows.filter({ hasText: 'tiny' }).waitFor();
      await waitUntilShown(page);
      await editor.screenshot(screenshotFile('select-model-list'));
      await rows.filter({ hasText: 'tiny' }).first().click();
      await findToast(page, 'openai-compatible:tiny is selected')
        .getByText(/It answered in .* s/)
        .waitFor();
      await editor.screenshot(screenshotFile('select-model-tested'));
      await findToast(page, '"Greet a person" passed').waitFor();
      const settings = server.requests.filter(({ path }) => path.endsWith('/models'));
      assert.equal(settings.length, 3, 'the list was requested without a key, with a wrong and with the right key');
      await clearNotifications(editor);
      await selectGemini(editor);
    });
  }).timeout(longTestMs);
});

/** Puts an executable program with the name of an agent into a folder, which is returned. Nothing starts it. */
async function installGemini(workspace: string): Promise<string> {
  const folder = join(workspace, '.git', 'programs');
  await mkdir(folder);
  await writeFile(join(folder, 'gemini'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return folder;
}

/** Selects the installed agent among the external agents, after a model with an address. */
async function selectGemini(editor: Editor): Promise<void> {
  const { page } = editor;
  const rows = page.locator('.quick-input-list .monaco-list-row');
  await editor.runCommand('Holdfast: Select Model');
  await page.locator('.quick-input-widget input[type=text]').fill('acp:');
  await rows.filter({ hasText: 'Not installed: npm install --global' }).last().click();
  await findToast(page, 'install it with: npm install --global').getByRole('button', { name: 'Copy Command' }).click();
  await editor.runCommand('Holdfast: Select Model');
  await rows
    .filter({ has: page.getByText('External agents', { exact: true }) })
    .first()
    .waitFor();
  await waitUntilShown(page);
  await editor.screenshot(screenshotFile('select-model-agents'));
  const gemini = rows.filter({ hasText: 'acp:gemini' });
  await gemini.getByText('Its usage is recorded.').waitFor();
  await gemini.click();
  await findToast(page, 'acp:gemini is selected').getByText('The first run shows whether').waitFor();
  await clearNotifications(editor);
  await editor.runCommand('Preferences: Open User Settings (JSON)');
  const settings = page.locator('.view-lines', { hasText: '"workbench.startupEditor"' });
  await settings.getByText('"holdfast.model": "acp:gemini"').waitFor();
  assert.doesNotMatch(await settings.innerText(), /holdfast\.baseUrl/, 'the address of the former model is removed');
}

/** Accepts a result that conflicts with an edit, merges it in the merge editor, and lands it. */
async function mergeConflict(editor: Editor, folder: string): Promise<void> {
  const { page } = editor;
  await writeFile(join(folder, 'src/greet.ts'), greetMerged);
  await editor.runCommand('Holdfast: Accept Result');
  const conflict = findToast(page, 'Nothing was landed');
  await conflict.waitFor();
  const message = await conflict.innerText();
  assert.equal(message.match(/src\/greet\.ts/g)?.length, 1, message);
  const mergeEditor = page.locator('.merge-editor');
  await mergeEditor.getByText('Result of the Run').first().waitFor();
  await mergeEditor.getByText('Your Version').first().waitFor();
  await clearNotifications(editor);
  await editor.screenshot(screenshotFile('merge-editor'));
  // The way back to the merge editor is in the panel, as long as the conflict waits.
  await editor.runCommand('View: Close Editor');
  await mergeEditor.waitFor({ state: 'detached' });
  const panel = findResultsPanel(editor);
  await panel.getByRole('button', { name: 'Land with My Version' }).waitFor();
  await panel.getByRole('button', { name: 'Open Merge Editor' }).click();
  await mergeEditor.getByText('Result of the Run').first().waitFor();
  await mergeEditor.locator('.result .view-lines').click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('// merged');
  await page.keyboard.press('ControlOrMeta+S');
  const landing = findToast(page, 'You saved src/greet.ts');
  await landing.waitFor();
  await editor.screenshot(screenshotFile('merge-saved'));
  await landing.getByRole('button', { name: 'Land Now' }).click();
  await findToast(page, 'Landed 1 file').waitFor();
  await mergeEditor.waitFor({ state: 'detached' });
  await clearNotifications(editor);
}

async function openContractsView({ page }: Editor): Promise<void> {
  await page
    .locator('.activitybar')
    .getByRole('tab', { name: /^Holdfast/ })
    .click();
  await page.locator('.pane-body .monaco-list-row', { hasText: 'Sound' }).first().waitFor();
}

/** Waits until the quick input has faded in. */
async function waitUntilShown(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const widget = document.querySelector('.quick-input-widget');
    return widget !== null && getComputedStyle(widget).opacity === '1';
  });
}

function findToast(page: Page, text: string): Locator {
  return page.locator('.notification-toast', { hasText: text }).first();
}
