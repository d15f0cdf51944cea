import type { FrameLocator, Locator } from 'playwright-core';
import type { Editor } from '../vscode/runtime/editor.ts';

/** What stands in the results panel. */
export function resultsPanel(editor: Editor): FrameLocator {
  return editor.page.frameLocator('iframe.webview').frameLocator('iframe');
}

/** Opens the view of contracts from the activity bar. */
export async function openContractsView(editor: Editor): Promise<void> {
  await editor.page
    .locator('.activitybar')
    .getByRole('tab', { name: /^Holdfast/ })
    .click();
  await contractRow(editor, 'Health checks').waitFor();
}

/** A row of the view of contracts. */
export function contractRow(editor: Editor, label: string): Locator {
  return editor.page.locator('.pane-body .monaco-list-row', { hasText: label }).first();
}

/** Opens the sample's contract and waits until its chunks have been checked. */
export async function openCheckedContract(editor: Editor): Promise<void> {
  await editor.openFile('health-check.contract.yaml');
  await editor.page.getByText('✗ 0/2').first().waitFor();
}

/** "Holdfast: Run Chunk" from the palette, and the chunk from the list that follows. */
export async function runChunkFromPalette(editor: Editor, chunk: string): Promise<void> {
  await editor.runCommand('Holdfast: Run Chunk');
  await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: chunk }).first().click();
}

/** The chunk's own "Run Chunk" in the view of contracts, which shows when the row is pointed at. */
export async function runChunkFromTree(editor: Editor, chunk: string): Promise<void> {
  const row = contractRow(editor, chunk);
  await row.hover();
  await row.getByRole('button', { name: 'Run Chunk' }).click();
}

/** Notifications of other parts of the editor would hide what a picture is to show. */
export async function clearNotifications(editor: Editor): Promise<void> {
  await editor.runCommand('Notifications: Clear All Notifications');
}

/** Settings under which a text that is put in whole stays as it is, and is saved when a test saves it and never else. */
export const plainTyping = {
  'files.autoSave': 'off',
  'editor.autoClosingBrackets': 'never',
  'editor.autoClosingQuotes': 'never',
  'editor.autoIndent': 'none',
  'editor.autoSurround': 'never',
  '[yaml]': { 'editor.autoIndent': 'none' },
} as const;
