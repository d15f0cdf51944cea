import assert from 'node:assert/strict';
import { copySample } from '../../scripts/sample.ts';
import { bundleHelper, helperFolder } from '../../vscode/bundle.ts';
import type { Editor } from '../../vscode/runtime/editor.ts';
import { screenshotFile } from '../screenshots.ts';
import { withEditor } from '../with-editor.ts';

const ANSWER =
  'The file `src/health/types.ts` does not exist yet. Create it, and export the type `HealthCheckResult` from it.';

describe('Agents of the editor', () => {
  before(bundleHelper);

  it('[AGENT-5] check files without trust, start the MCP server with it, and ask before they store something', async () => {
    await using sample = await copySample();
    const options = {
      workspace: sample.folder,
      trust: false,
      helperExtension: helperFolder,
      env: { HOLDFAST_TEST_ANSWER: ANSWER },
    };
    await withEditor(options, async (editor) => {
      const { page } = editor;
      const chat = page.getByRole('list', { name: 'Chat' });
      await editor.openFile('health-check.contract.yaml');
      await page.getByText('○ 0/3').first().waitFor();

      // In restricted mode, the tools read files, and the chat drafts nothing.
      await callTool(editor, 'holdfast_check {"all":true}');
      await page.locator('.view-line', { hasText: 'Not done: 0 of 5 checked chunks are satisfied.' }).waitFor();
      await editor.runCommand('View: Revert and Close Editor');
      await ask(editor, '@holdfast /draft Add clamp(value: number): number');
      await chat.getByText('Failed to draft a contract: this workspace is not trusted.').waitFor();

      // The editor asks for trust before it starts the server.
      await editor.runCommand('MCP: List Servers');
      const rows = page.locator('.quick-input-list .monaco-list-row');
      await rows.filter({ hasText: 'Holdfast' }).click();
      await rows.filter({ hasText: 'Start Server' }).click();
      await page.getByRole('button', { name: 'Trust Folder & Continue' }).click();
      await page.getByText('Holdfast: restricted').waitFor({ state: 'detached' });

      await ask(editor, '@holdfast /explain types');
      await chat.getByText('does not exist yet. Create it').waitFor();
      await chat.getByRole('button', { name: 'Show Results' }).waitFor();
      await editor.screenshot(screenshotFile('chat'));
      await page.keyboard.type('#holdfast_');
      await page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'holdfast_check' }).first().waitFor();
      await editor.screenshot(screenshotFile('chat-tools'));
      await page.keyboard.press('Escape');

      // A call of a model outside of a chat is confirmed in a dialog, with the same text.
      await callTool(editor, 'holdfast_start_chunk {"chunk":"types"}');
      const dialog = page.locator('.monaco-dialog-box', { hasText: 'Start the chunk "types"?' });
      await dialog.waitFor();
      await editor.screenshot(screenshotFile('tool-confirmation'));
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.locator('.view-line', { hasText: 'Tool failed' }).waitFor();
      assert.equal(await sample.git('status', '--porcelain'), '');
    });
  });
});

/** Calls a tool with the helper extension. Its first text is shown in an editor. */
async function callTool(editor: Editor, line: string): Promise<void> {
  await enter(editor, 'Holdfast Test: Call Tool', line);
}

/** Sends a question to the chat, with the model of the helper extension. */
async function ask(editor: Editor, question: string): Promise<void> {
  await enter(editor, 'Holdfast Test: Ask in Chat', question);
}

async function enter(editor: Editor, command: string, text: string): Promise<void> {
  await editor.runCommand(command);
  const { page } = editor;
  await page.locator('.quick-input-widget .quick-input-message', { hasText: 'Press' }).waitFor();
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}
