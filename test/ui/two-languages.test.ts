import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample } from '../scripts/sample.ts';
import type { Editor } from '../vscode/runtime/editor.ts';
import { clearNotifications, findResultsPanel, plainTyping, runChunkFromPalette } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

/** Four chunks run and land in one window. */
const longTestMs = 480_000;

const typesContract = `version: 2
spec: { id: shapes, title: Shapes }
chunks:
  - id: shapes
    title: Shapes
    allowedFiles: [src/shop/orders.py]
    assertions:
      - type: assert
        message: Must describe an order
        check: { type: type_matches, target: Order, file: src/shop/orders.py, expected: '{ number: number }' }
`;

describe('Python and Go', () => {
  it('[LANG-1] [LANG-2] run with a retry, land, show uses of modified exports, and report what cannot be read', async () => {
    await using sample = await copySample('two-languages');
    // Quick Open finds a file that is created while the window is open only later.
    await writeFile(join(sample.folder, 'shapes.contract.yaml'), typesContract);
    const textOf = (path: string) => readFile(join(sample.folder, path), 'utf8');
    await withEditor({ workspace: sample.folder, settings: plainTyping }, async (editor) => {
      await editor.openFile('titles.contract.yaml');
      await runAndAccept(editor, 'Text of addresses', 'python-attempts');
      await runAndAccept(editor, 'Addresses of orders');
      await editor.openFile('money.contract.yaml');
      await runAndAccept(editor, 'Amounts', 'go-attempts');
      await runAndAccept(editor, 'Lines of a receipt');
      assert.match(await textOf('src/shop/pages.py'), /from shop\.text import slugify/);
      assert.match(await textOf('receipt/line.go'), /"example\.com\/shop\/money"/);

      // Without the extensions of these languages, a modified export shows its uses while it is typed.
      await editor.runCommand('View: Close All Editors');
      const slugify = await textOf('src/shop/text.py');
      await showChange(editor, {
        file: 'src/shop/text.py',
        text: slugify.replace('sep: str = "-"', 'sep: str'),
        lens: '2 uses in 1 file · 1 contract · breaking',
        problem: 'slugify must have the signature',
        picture: 'python-lens',
      });
      const money = await textOf('money/money.go');
      await showChange(editor, {
        file: 'money/money.go',
        text: money.replace('func Format(amount Cents)', 'func FormatCents(amount Cents)'),
        lens: '1 use in 1 file · 1 contract · breaking',
        problem: 'Format must have the signature',
        picture: 'go-lens',
      });

      // The other modules state their exports in a contract.
      await editor.runCommand('View: Close All Editors');
      await editor.openFile('receipt/header.go');
      await editor.runCommand('Holdfast: Contract from Code');
      await editor.page.keyboard.press('Enter');
      await editor.page.locator('.tab.active', { hasText: 'header.contract.yaml' }).waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('go-contract-from-code'));
      const generated = await textOf('header.contract.yaml');
      assert.match(generated, /signature: \(name string, width int\) string/);
      assert.match(generated, /command: go test/);

      // A type cannot be read. The contract says so before a run.
      await editor.openFile('shapes.contract.yaml');
      await editor.runCommand('Problems: Focus on Problems View');
      await editor.page.getByPlaceholder(/^Filter/).fill('types of Python');
      const problem = editor.page.locator('.markers-panel .monaco-list-row', {
        hasText: 'types of Python are not read',
      });
      await problem.first().waitFor();
      await problem.first().click();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('python-types'));
    });
  }).timeout(longTestMs);
});

/** Runs a chunk from the palette and accepts its result. With a picture, the first attempt must have failed. */
async function runAndAccept(editor: Editor, title: string, picture?: string): Promise<void> {
  const { page } = editor;
  const panel = findResultsPanel(editor);
  // The review opens in the group that has the focus, which is not that of the panel.
  await editor.runCommand('View: Focus First Editor Group');
  await runChunkFromPalette(editor, title);
  await panel.getByRole('heading', { name: title }).first().waitFor();
  await panel.getByText('Passed, waiting for your review').first().waitFor();
  await page.getByText('Accept Change', { exact: true }).first().waitFor();
  if (picture !== undefined) {
    await panel.getByRole('tab', { name: /Attempt 2 of 3/ }).waitFor();
    await panel.getByRole('tab', { name: /Compare/ }).click();
    await panel.getByRole('table').first().waitFor();
    await clearNotifications(editor);
    await editor.screenshot(screenshotFile(picture));
  }
  await panel.getByRole('button', { name: 'Accept and Commit' }).first().click();
  await panel.getByText('Landed', { exact: true }).first().waitFor();
  await page
    .locator('.notification-toast')
    .first()
    .waitFor({ state: 'detached', timeout: 5_000 })
    .catch(() => undefined);
}

interface ShownChange {
  readonly file: string;
  readonly text: string;
  readonly lens: string;
  readonly problem: string;
  readonly picture: string;
}

/** Edits a module, waits for the lens above its export and for the problem of its contract, and takes the edit back. */
async function showChange(editor: Editor, { file, text, lens, problem, picture }: ShownChange): Promise<void> {
  const { page } = editor;
  await editor.openFile(file);
  await editor.replaceText(file, text);
  await page.locator('.codelens-decoration a', { hasText: lens }).first().waitFor();
  await editor.runCommand('Problems: Focus on Problems View');
  await page.getByPlaceholder(/^Filter/).fill(problem);
  await page.locator('.markers-panel .monaco-list-row', { hasText: problem }).first().waitFor();
  await clearNotifications(editor);
  await editor.screenshot(screenshotFile(picture));
  await editor.runCommand('File: Revert File');
}
