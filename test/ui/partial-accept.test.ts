import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { copySample, type SampleCopy } from '../scripts/sample.ts';
import type { Editor } from '../vscode/runtime/editor.ts';
import { clearNotifications, findResultsPanel, openContractsView } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

const longTestMs = 360_000;

const contract = `version: 1
spec: { id: prices, title: Prices }
chunks:
  - id: tax
    title: Add the tax
    description: Add the tax to the price.
    allowedFiles: [src/price.ts, src/tax.ts]
    maxAttempts: 1
    functions:
      - { name: priceOf, file: src/price.ts, signature: '(net: number) => number' }
    assertions:
      - { message: Must declare the tax, check: { type: export_exists, target: TAX, file: src/tax.ts } }
      - { message: Must use the tax, check: { type: pattern_match, target: src/price.ts, pattern: 'net \\* TAX' } }
`;

const before = `/** The price without tax. */
export function priceOf(net: number): number {
  return net;
}

/** The price of a present. */
export function priceOfPresent(): number {
  return 0;
}
`;
const withTax = before
  .replace('/** The price without tax. */', "import { TAX } from './tax.ts';\n\n/** The price with tax. */")
  .replace('return net;', 'return net * TAX;');
const after = withTax.replace('return 0;', 'return Math.random();');
const tax = 'export const TAX = 1.19;\n';

const replies = [
  {
    chunk: 'tax',
    steps: [
      { tools: [{ name: 'write_file', input: { path: 'src/price.ts', content: after } }] },
      { tools: [{ name: 'write_file', input: { path: 'src/tax.ts', content: tax } }] },
      { text: 'Done.' },
    ],
  },
];

async function createSample(): Promise<SampleCopy> {
  const sample = await copySample();
  await writeFile(join(sample.folder, 'prices.contract.yaml'), contract);
  await writeFile(join(sample.folder, 'src', 'price.ts'), before);
  await writeFile(join(sample.folder, 'replies.yaml'), JSON.stringify({ version: 1, replies }));
  await sample.git('add', '--all');
  await sample.git('commit', '--quiet', '--message', 'Prices');
  return sample;
}

/** The heading of a change in the diff editor, with its buttons. */
function findChange({ page }: Editor, label: string): Locator {
  return page.locator('.review-widget', { hasText: label }).first();
}

async function decide(editor: Editor, label: string, button: string): Promise<void> {
  await findChange(editor, label).getByRole('button', { name: button }).click();
}

describe('Accepting a part of a result', () => {
  it('[EDIT-4] rejects one change, keeps the decision over a reload, applies without landing, and lands the rest as a commit', async () => {
    await using sample = await createSample();
    await withEditor({ workspace: sample.folder, settings: { 'files.autoSave': 'off' } }, async (editor) => {
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
      await panel.getByRole('button', { name: 'Apply Without Landing' }).click();
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

      await panel.getByRole('button', { name: 'Accept src/tax.ts' }).click();
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
    });
  }).timeout(longTestMs);
});
