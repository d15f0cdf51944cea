import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Editor } from '../../vscode/runtime/editor.ts';
import { clearNotifications, openContractsView } from '../hands.ts';
import { screenshotFile } from '../screenshots.ts';

/** Creates a contract from a template, and one from code. */
export async function createsContracts(editor: Editor, folder: string): Promise<void> {
  await openContractsView(editor);
  await editor.runCommand('Holdfast: New Contract');
  await fillTemplate(editor, folder);
  await createFromCode(editor, folder);
}

/** Picks an entry of a list. */
export async function pickRow({ page }: Editor, text: string): Promise<void> {
  await page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first().click();
}

/**
 * Picks the template for a function, describes the task and fills the tab stops. Returns the text before they are filled.
 * @param picture the name of a screenshot of the template
 */
export async function fillTemplate(editor: Editor, folder: string, picture?: string): Promise<string> {
  const { page } = editor;
  await pickRow(editor, 'New function');
  await page.getByText('What must be done, in a sentence?').waitFor();
  await page.keyboard.type('Add a retry helper with backoff');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /retry-helper\.contract\.yaml/ }).waitFor();
  await page.locator('.snippet-placeholder').first().waitFor();
  const template = await readFile(join(folder, 'retry-helper.contract.yaml'), 'utf8');
  assert.match(template, /creates: \[retryHelper\(\)\]/);
  assert.match(template, /^verify: \{ command: npm test \}$/m);
  await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
  await page.locator('.pane-body .monaco-list-row', { hasText: 'retry-helper.contract.yaml' }).waitFor();
  await page.locator('.codelens-decoration', { hasText: '○ 0/1 chunks' }).first().waitFor();
  if (picture !== undefined) await editor.screenshot(screenshotFile(picture));
  await page.keyboard.type('retry');
  await page.keyboard.press('Tab');
  await page.keyboard.type("(task: () => Promise<'done'>) => Promise<void>");
  await editor.save();
  const edited = await readFile(join(folder, 'retry-helper.contract.yaml'), 'utf8');
  assert.match(edited, /creates: \[retry\(\)\]\n {4}functions:\n {6}- name: retry\n/);
  assert.match(edited, /signature: >-\n {10}\(task: \(\) => Promise<'done'>\) => Promise<void>\n/);
  return template;
}

/**
 * Creates a contract from a module, which satisfies it at once.
 * @param picture the name of a screenshot of the contract
 */
export async function createFromCode(editor: Editor, folder: string, picture?: string): Promise<void> {
  const { page } = editor;
  await editor.openFile('src/orders/store.ts');
  await page.locator('.tab.active', { hasText: 'store.ts' }).waitFor();
  await editor.runCommand('Holdfast: Contract from Code');
  await page.getByText('What must change, in a sentence?').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: /store\.contract\.yaml/ }).waitFor();
  await page.locator('.notification-toast', { hasText: 'The code satisfies all of them' }).waitFor();
  await page
    .locator('.codelens-decoration', { hasText: /✓ (\d+)\/\1/ })
    .first()
    .waitFor();
  await clearNotifications(editor);
  if (picture !== undefined) await editor.screenshot(screenshotFile(picture));
  const contract = await readFile(join(folder, 'store.contract.yaml'), 'utf8');
  assert.match(contract, /^# Generated from the code of src\/orders\/store\.ts\./);
}
