import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { resetToHead } from '../../scripts/sample.ts';
import type { Editor } from '../../vscode/runtime/editor.ts';
import { clearNotifications, commentOnLine, findContractRow, findResultsPanel, openContractsView } from '../hands.ts';
import { before, createPartialSample, tax, withTax } from '../partial-sample.ts';
import { screenshotFile } from '../screenshots.ts';
import { shareEditor } from '../with-editor.ts';

const longTestMs = 360_000;

/** The heading of a change in the diff editor, with its buttons. */
function findChange({ page }: Editor, label: string): Locator {
  return page.locator('.review-widget', { hasText: label }).first();
}

async function decide(editor: Editor, label: string, button: string): Promise<void> {
  await findChange(editor, label).getByRole('button', { name: button }).click();
}

describe('Partial results', () => {
  const withSample = shareEditor(async (stack) => {
    const sample = stack.use(await createPartialSample());
    const options = { workspace: sample.folder };
    return { sample, reset: await resetToHead(sample), options };
  });

  it('[EDIT-4] accepting a part rejects one change, keeps the decision over a reload, applies without landing, and lands the rest as a commit', () =>
    withSample(async (editor, { sample }) => {
      const { page } = editor;
      const panel = findResultsPanel(editor);
      const read = (file: string): Promise<string> => readFile(join(sample.folder, file), 'utf8');
      await openContractsView(editor);
      await editor.openFile('prices.contract.yaml');
      await page.locator('.codelens-decoration a', { hasText: 'Run All' }).first().click();
      await panel.getByText('Passed, waiting for your review').first().waitFor();
      await page.getByRole('tab', { name: /^Review: Add the tax/ }).waitFor();
      await findChange(editor, 'Change 3 of 3').waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('result-changes'));
      await page.getByRole('tab', { name: /^Run: Prices/ }).click();
      await panel.getByText('0 of 2 reviewed').waitFor();
      await panel.getByRole('button', { name: 'Accept and Commit' }).waitFor();

      await panel.getByRole('button', { name: 'Open the changes of src/price.ts' }).click();
      await page.getByRole('tab', { name: /^Review: src\/price\.ts/ }).waitFor();
      await clearNotifications(editor);
      await findChange(editor, 'Change 3 of 3').waitFor();
      await decide(editor, 'Change 3 of 3', 'Reject Change');
      await findChange(editor, 'Change 3 of 3: rejected').waitFor();
      await decide(editor, 'Change 1 of 3', 'Accept Change');
      await panel.getByText('1 of 3 accepted, 1 rejected').waitFor();
      await panel.getByRole('button', { name: 'Accept 3 of 4 Changes and Commit' }).waitFor();
      await editor.screenshot(screenshotFile('result-decided'));

      await editor.reload();
      await panel.getByText('1 of 3 accepted, 1 rejected').waitFor();
      await panel.getByRole('button', { name: 'Open the changes of src/price.ts' }).click();
      await findChange(editor, 'Change 3 of 3: rejected').waitFor();
      assert.equal(await read('src/price.ts'), before, 'nothing is written before the result is accepted');

      await panel.getByRole('button', { name: 'Reject src/tax.ts' }).click();
      await panel.getByRole('button', { name: 'Accept 2 of 4 Changes and Commit' }).click();
      await page.getByText('Without the rejected changes', { exact: false }).first().waitFor();
      assert.equal(await sample.git('status', '--porcelain'), '', 'a part that fails lands nothing');
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('result-part-fails'));

      // What cannot land can be applied, and taken back with the editor's own undo.
      await panel.getByRole('button', { name: 'More ways to accept' }).click();
      await panel.getByRole('menuitem', { name: 'Apply Without Landing' }).click();
      const applied = page.locator('.notification-toast', { hasText: 'Wrote src/price.ts without a check' });
      await applied.getByRole('button', { name: 'Keep Review' }).click();
      assert.equal(await read('src/price.ts'), withTax);
      assert.equal(await sample.git('status', '--porcelain'), ' M src/price.ts');
      assert.equal(await sample.git('log', '-1', '--format=%s'), 'Prices');
      await editor.openFile('src/price.ts');
      await page.locator('.tab.active', { hasText: /^\s*price\.ts/ }).waitFor();
      await page.locator('.editor-group-container.active .view-line', { hasText: 'return net * TAX;' }).click();
      await page.keyboard.press('ControlOrMeta+Z');
      await page.locator('.editor-group-container.active .view-line', { hasText: 'return net;' }).waitFor();
      await editor.save();
      assert.equal(await read('src/price.ts'), before);
      await page.getByRole('tab', { name: /^Run: Add the tax/ }).click();

      await panel.getByRole('button', { name: 'Undo the decisions on src/tax.ts' }).click();
      await panel.getByRole('button', { name: 'Accept 3 of 4 Changes and Commit' }).click();
      await page.getByText('Accepted 3 of 4 changes', { exact: false }).first().waitFor();
      await page.getByRole('tab', { name: /^Review: src\/price\.ts/ }).waitFor({ state: 'hidden' });
      assert.equal(await read('src/price.ts'), withTax);
      assert.equal(await read('src/tax.ts'), tax);
      assert.match(
        await sample.git('log', '-1', '--format=%B'),
        /^chunk: Add the tax\n\nAccepted in part: 3 of 4 changes/,
      );
      assert.equal(await sample.git('status', '--porcelain'), '');
    })).timeout(longTestMs);

  it('[SESSION-2] takes a comment on a line of a result for the next run, and keeps it over a reload', () =>
    withSample(async (editor) => {
      const { page } = editor;
      const panel = findResultsPanel(editor);
      await openContractsView(editor);
      await editor.openFile('prices.contract.yaml');
      await page.locator('.codelens-decoration a', { hasText: 'Run All' }).first().click();
      await panel.getByText('Passed, waiting for your review').first().waitFor();
      await page.getByRole('tab', { name: /^Review: Add the tax/ }).waitFor();
      await findChange(editor, 'Change 3 of 3').waitFor();
      await page.getByRole('tab', { name: /^Run: Prices/ }).click();
      const openChanges = panel.getByRole('button', { name: 'Open the changes of src/price.ts' });
      await openChanges.click();
      await findChange(editor, 'Change 1 of 3').waitFor();
      await clearNotifications(editor);
      await commentOnLine(editor, 'export function priceOfPresent', 'Keep the name');
      await page.locator('.review-widget', { hasText: 'Keep the name' }).getByText('For the next run').waitFor();
      // The margin of a line with buttons shows and hides them, so a reply to them is a comment too.
      const change = findChange(editor, 'Change 2 of 3');
      await change.getByRole('button', { name: 'Comment on the result' }).click();
      await change.locator('.monaco-editor.focused').waitFor();
      await page.keyboard.type('Round to cents');
      await change.getByRole('button', { name: 'Require an Answer' }).click();
      const comment = page.locator('.review-widget', { hasText: 'Round to cents' }).first();
      await comment.getByText('For the next run').waitFor();
      await editor.screenshot(screenshotFile('result-comment'));
      await editor.reload();
      await openChanges.click();
      await comment.getByText('Not answered').waitFor();
      await panel.getByRole('button', { name: 'Discard' }).click();
      await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Discard' }).click();
      await panel.getByRole('status').getByText('Discarded').waitFor();
    })).timeout(longTestMs);

  it('[DONE-3] [DONE-7] of several chunks are never greener than their chunks, after Discard, a reload and Accept', () =>
    withSample(async (editor, { sample }) => {
      const { page } = editor;
      const panel = findResultsPanel(editor);
      const status = panel.getByRole('status');
      await openContractsView(editor);
      await editor.openFile('partial.contract.yaml');
      const runAll = page.locator('.codelens-decoration a', { hasText: 'Run All' }).first();
      await runAll.click();
      await status.getByText('Failed', { exact: true }).waitFor();
      await panel.getByRole('tab', { name: 'Notes Not verified' }).waitFor();
      await panel.getByRole('tab', { name: 'Checked Passed' }).waitFor();
      await panel.getByRole('tab', { name: 'Failing Failed', selected: true }).waitFor();
      await panel.getByText(/not met after 1 of 1 attempt.*bad option: --no-such-option/s).waitFor();
      await findContractRow(editor, 'Partial results').getByText('1 result to review').waitFor();
      const reviewTab = page.getByRole('tab', { name: /^Review: Checked, Notes/ });
      await reviewTab.waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('partial-review'));

      await panel.getByRole('button', { name: 'Discard' }).click();
      await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Discard' }).click();
      await status.getByText('Discarded 2 of 3').waitFor();
      await panel.getByRole('tab', { name: 'Checked Discarded' }).waitFor();
      await reviewTab.waitFor({ state: 'hidden' });
      await editor.reload();
      await status.getByText('Discarded', { exact: true }).waitFor();

      await editor.openFile('partial.contract.yaml');
      await runAll.click();
      await status.getByText('Failed', { exact: true }).waitFor();
      await panel.getByRole('button', { name: 'Accept and Commit' }).click();
      await status.getByText('Landed 2 of 3').waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('partial-landed'));
      const files = await sample.git('show', '--format=', '--name-only', 'HEAD');
      assert.deepEqual(files.split('\n').sort(), ['notes.txt', 'src/checked.ts']);
    }));
});
