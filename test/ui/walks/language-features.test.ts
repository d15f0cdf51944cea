import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { copySample } from '../../scripts/sample.ts';
import { bundleYamlExtension, yamlExtensionFolder } from '../../vscode/bundle.ts';
import type { Editor } from '../../vscode/runtime/editor.ts';
import { plainTyping } from '../hands.ts';
import { screenshotFile } from '../screenshots.ts';
import { withEditor } from '../with-editor.ts';

const contract = 'billing.contract.yaml';
const pipeline = '.holdfast/pipeline.yaml';

const text = `version: 2
spec:
  id: orders
  title: Orders
chunks:
  - id: totals
    title: Totals of orders
    description: Adds the totals.
    creates: [orderTotal()]
    allowedFiles: [src/orders/total.ts]
  - id: report
    title: A report of the orders
    dependsOn: [totals]
    consumes: [orderTotal()]
`;

describe('The language features in the editor', () => {
  it('[EDIT-2] [EDIT-6] show everything once, also with a YAML extension, and keep the last state of a text with errors', async () => {
    await bundleYamlExtension();
    await using sample = await copySample();
    await mkdir(join(sample.folder, '.holdfast'), { recursive: true });
    await writeFile(join(sample.folder, contract), text);
    await writeFile(join(sample.folder, pipeline), 'gates:\n  planning: sometimes\n');
    const options = { workspace: sample.folder, settings: plainTyping, helperExtension: yamlExtensionFolder };
    await withEditor(options, async (editor) => {
      const { page } = editor;
      await completes(editor);
      await describesAndRenames(editor);

      // Problems: of the schema from Holdfast alone, of the syntax from the YAML extension alone.
      await editor.runCommand('View: Toggle Problems');
      const problems = page.locator('.markers-panel .monaco-list-row');
      await page.getByPlaceholder(/^Filter/).fill('pipeline.yaml');
      await editor.openFile(pipeline);
      await problems.filter({ hasText: 'planning' }).first().waitFor();
      await editor.replaceText(pipeline, 'gates:\n  planning: sometimes\n  broken: [a\n');
      // The source of the problem, and not a part of a file name.
      await problems.filter({ hasText: /YAML/ }).first().waitFor();
      await waitForCount(problems.filter({ hasText: '"planning" must be one of' }), 1);
      await page.getByPlaceholder(/^Filter/).fill(contract);
      await editor.replaceText(contract, text.replace('    creates:', '    createss:'));
      await problems.filter({ hasText: 'createss' }).first().waitFor();
      assert.equal(await problems.filter({ hasText: 'createss' }).count(), 1);
      await editor.replaceText(contract, text.replace('title: Orders', 'title: "Orders'));
      await problems
        .filter({ hasText: /quote.*YAML/ })
        .first()
        .waitFor();
      await waitForCount(problems.filter({ hasText: /quote/i }).filter({ hasText: 'Holdfast' }), 0);
      await keepsLastState(editor);
    });
  });
});

/** Types a part of a chunk with the help of the completion. */
async function completes(editor: Editor): Promise<void> {
  const { page } = editor;
  const suggestions = page.locator('.suggest-widget.visible .monaco-list-row');
  await editor.openFile(contract);
  await editor.replaceText(contract, text);
  await page.keyboard.press('Control+End');
  await page.keyboard.type('    al');
  await page.keyboard.press('Control+Space');
  await suggestions.filter({ hasText: 'allowedFiles' }).first().waitFor();
  assert.equal(await suggestions.filter({ hasText: 'allowedFiles' }).count(), 1);
  await page.keyboard.press('Enter');
  // The list of files opens by itself.
  await suggestions.filter({ hasText: 'src/' }).first().waitFor();
  await page.keyboard.type('src/orders/');
  await suggestions.filter({ hasText: 'store.ts' }).first().waitFor();
  await page.keyboard.press('Escape');
  await editor.replaceText(
    contract,
    `${text}    assertions:\n      - type: assert\n        message: Must export orderReport\n        check: { type: `,
  );
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Space');
  await suggestions.filter({ hasText: 'signature_match' }).first().waitFor();
  assert.equal(await suggestions.filter({ hasText: 'signature_match' }).count(), 1);
  // The details of the selected entry.
  if (!(await page.locator('.suggest-details').isVisible())) await page.keyboard.press('Control+Space');
  await page.locator('.suggest-details').getByText('A module exports a name').waitFor();
  await editor.screenshot(screenshotFile('contract-completion'));
  await page.keyboard.press('Escape');
}

async function describesAndRenames(editor: Editor): Promise<void> {
  const { page } = editor;
  await editor.replaceText(contract, text);
  await editor.save();
  await goToDependency(editor);
  await editor.runCommand('Show or Focus Hover');
  const hover = page.locator('.monaco-hover:visible .hover-row', { hasText: 'Totals of orders' });
  await hover.first().waitFor();
  assert.equal(await hover.count(), 1);
  // The hover fades in. An animation that is cancelled rejects.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  await editor.screenshot(screenshotFile('contract-hover'));
  await page.keyboard.press('Escape');

  await goToDependency(editor);
  await page.keyboard.press('F2');
  await page.locator('.rename-box input').fill('sums');
  await page.keyboard.press('Enter');
  await page.locator('.view-line', { hasText: 'id: sums' }).waitFor();
  await page.locator('.view-line', { hasText: 'dependsOn: [sums]' }).waitFor();

  await editor.runCommand('Explorer: Focus on Outline View');
  const outline = page.locator('.outline-tree .monaco-list-row');
  // The YAML extension adds a second group. The list renders only visible rows.
  await outline.filter({ hasText: /^\s*YAML/ }).click();
  await page.keyboard.press('ArrowLeft');
  await outline.filter({ hasText: 'sums' }).first().waitFor();
  await editor.screenshot(screenshotFile('contract-outline'));
}

/** While the text has errors, the last state is shown as stale, and typing the missing quote ends it. */
async function keepsLastState(editor: Editor): Promise<void> {
  const { page } = editor;
  await page
    .locator('.activitybar')
    .getByRole('tab', { name: /^Holdfast/ })
    .click();
  const row = page.locator('.pane-body .monaco-list-row', { hasText: 'billing.contract.yaml' }).first();
  const stale = 'stale: contract has errors';
  const lens = page.locator('.codelens-decoration a', { hasText: '(stale)' });
  const statusBar = page.locator('.statusbar');
  await row.getByText(stale).waitFor();
  await statusBar.getByText(stale).waitFor();
  await lens.filter({ hasText: '○ 0/2 chunks, 1 unverified (stale)' }).waitFor();
  await lens.filter({ hasText: '○ 0/1 (stale)' }).waitFor();
  await lens.filter({ hasText: '○ unverified (stale)' }).waitFor();
  // Nothing drops to 0 chunks or to the number of errors.
  assert.match(await row.innerText(), /0\/2 chunks, 1 unverified/);
  assert.match(await statusBar.getByText(stale).innerText(), /^\W*0\/7 chunks, 1 unverified, stale/);
  await page.locator('.editor-group-container.active .view-line', { hasText: 'title: "Orders' }).click();
  await editor.screenshot(screenshotFile('contract-stale'));
  await page.keyboard.press('End');
  await page.keyboard.type('"');
  await row.getByText(stale).waitFor({ state: 'detached' });
  await statusBar.getByText(stale).waitFor({ state: 'detached' });
  await lens.first().waitFor({ state: 'detached' });
  await row.getByText('0/2 chunks, 1 unverified').waitFor();
}

/** Moves the cursor into the id in `dependsOn`. The keyboard reaches it also where the heading of the chunk covers it. */
async function goToDependency({ page }: Editor): Promise<void> {
  const line = text.split('\n').findIndex((one) => one.includes('dependsOn'));
  await page.keyboard.press('Control+Home');
  for (let down = 0; down < line; down++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  for (let right = 0; right < 'dependsOn: [to'.length; right++) await page.keyboard.press('ArrowRight');
}

async function waitForCount(locator: Locator, count: number): Promise<void> {
  if (count === 0) await locator.first().waitFor({ state: 'detached' });
  else await locator.nth(count - 1).waitFor();
  assert.equal(await locator.count(), count);
}
