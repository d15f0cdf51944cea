import type { FrameLocator, Locator } from 'playwright-core';
import type { Editor } from '../vscode/runtime/editor.ts';

/** Finds the content of the results panel. */
export function findResultsPanel(editor: Editor): FrameLocator {
  return editor.page.frameLocator('iframe.webview').frameLocator('iframe');
}

/** Opens the contracts view from the activity bar. */
export async function openContractsView(editor: Editor): Promise<void> {
  await editor.page
    .locator('.activitybar')
    .getByRole('tab', { name: /^Holdfast/ })
    .click();
  await findContractRow(editor, 'Health checks').waitFor();
}

/** Finds a row of the contracts view. */
export function findContractRow(editor: Editor, label: string): Locator {
  return editor.page.locator('.pane-body .monaco-list-row', { hasText: label }).first();
}

/** Finds a row of the view of tests whose label starts with a text. The description of the item follows the label. */
export function findTestRow({ page }: Editor, label: string): Locator {
  return page.locator('.test-explorer .monaco-list-row', { hasText: new RegExp(`^\\s*${label}`) }).first();
}

/** Opens the sample's contract and waits until its chunks have been checked. */
export async function openCheckedContract(editor: Editor): Promise<void> {
  await editor.openFile('health-check.contract.yaml');
  await editor.page.getByText('○ 0/3').first().waitFor();
}

/** Runs "Holdfast: Run Chunk" from the palette and selects the chunk in the list. */
export async function runChunkFromPalette(editor: Editor, chunk: string): Promise<void> {
  await editor.runCommand('Holdfast: Run Chunk');
  await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: chunk }).first().click();
}

/** Clicks the "Run Chunk" button of a chunk in the contracts view. The button is visible while the row is hovered. */
export async function runChunkFromTree(editor: Editor, chunk: string): Promise<void> {
  // Until both contracts of the sample are checked, the view is refreshed, and VS Code forgets which row was clicked.
  await editor.page.locator('.statusbar-item', { hasText: /\d\/5 chunks/ }).waitFor();
  const row = findContractRow(editor, chunk);
  await row.hover();
  await row.getByRole('button', { name: 'Run Chunk' }).click();
}

/** Comments on a line of the editor that shows the new text of a diff, with the button in its margin. */
export async function commentOnLine({ page }: Editor, line: string, text: string): Promise<void> {
  const changed = page.locator('.editor.modified .view-line', { hasText: line }).first();
  const { y, height } = (await changed.boundingBox()) ?? { y: 0, height: 0 };
  const glyphs = page.locator('.editor.modified .comment-range-glyph');
  await glyphs.first().waitFor({ state: 'attached' });
  for (const glyph of await glyphs.all()) {
    const box = await glyph.boundingBox();
    if (box === null || box.y < y - 1 || box.y > y + height / 2) continue;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    break;
  }
  const widget = page.locator('.review-widget', { has: page.locator('.comment-form .monaco-editor.focused') });
  await widget.first().waitFor();
  await page.keyboard.type(text);
  await widget.first().getByRole('button', { name: 'Require an Answer' }).click();
}

/** Removes notifications that would hide part of a screenshot. */
export async function clearNotifications(editor: Editor): Promise<void> {
  await editor.runCommand('Notifications: Clear All Notifications');
}

/** Settings that leave an inserted text unchanged. */
export const plainTyping = {
  'editor.autoClosingBrackets': 'never',
  'editor.autoClosingQuotes': 'never',
  'editor.autoIndent': 'none',
  'editor.autoSurround': 'never',
  '[yaml]': { 'editor.autoIndent': 'none' },
} as const;
