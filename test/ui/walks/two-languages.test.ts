import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample } from '../../scripts/sample.ts';
import type { Editor } from '../../vscode/runtime/editor.ts';
import { clearNotifications, findResultsPanel, plainTyping, runChunkFromPalette } from '../hands.ts';
import { applyFix, saveAll } from '../problem-fixes.ts';
import { screenshotFile } from '../screenshots.ts';
import { shareEditor } from '../with-editor.ts';
import { slowness } from '../../scripts/machine-speed.ts';

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

/** Both files declare what the contract requires, and do not export it. */
const unexported: Readonly<Record<string, string>> = {
  'parcels.contract.yaml': `version: 2
spec: { id: parcels, title: Parcels }
chunks:
  - id: labels
    title: Labels
    allowedFiles: [src/shop/labels.py]
    functions:
      - { name: parcel_label, file: src/shop/labels.py, signature: '(order: Order) -> str' }
  - id: footer
    title: The last line of a receipt
    allowedFiles: [receipt/footer.go]
    functions:
      - { name: Footer, file: receipt/footer.go, signature: (width int) string }
`,
  'src/shop/labels.py': `"""Labels of parcels."""

from shop.orders import Order

__all__ = ["parcel_weight"]


def parcel_weight(order: Order) -> int:
    """The weight of a parcel in grams."""
    return 250


def parcel_label(order: Order) -> str:
    """The text on a parcel."""
    return f"{order.number}: {parcel_weight(order)} g"
`,
  'receipt/footer.go': `package receipt

// footer is the last line of a receipt.
func footer(width int) string {
	return Header("Thank you", width)
}
`,
  'receipt/receipt.go': `package receipt

// Frame is the first and the last line of a receipt.
func Frame(name string, width int) string {
	return Header(name, width) + "\\n" + footer(width)
}
`,
};

/** A chunk that has not begun is in the Problems view too. */
const settings = { ...plainTyping, 'holdfast.diagnostics.severity': { notStarted: 'error' } };

describe('Python and Go', () => {
  const withSample = shareEditor(async (stack) => {
    const sample = stack.use(await copySample('two-languages'));
    const { folder } = sample;
    // Quick Open finds a file that is created while the window is open only later.
    await writeFile(join(folder, 'shapes.contract.yaml'), typesContract);
    for (const [path, text] of Object.entries(unexported)) await writeFile(join(folder, path), text);
    const textOf = (path: string) => readFile(join(folder, path), 'utf8');
    return { textOf, options: { workspace: folder, settings } };
  });

  it('[LANG-1] [LANG-2] run with a retry, land, show uses of modified exports, and report what cannot be read', () =>
    withSample(async (editor, { textOf }) => {
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
      await editor.page.getByText('What must change, in a sentence?').waitFor();
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
    })).timeout(longTestMs);

  it('[LANG-1] [LANG-2] [EDIT-3] mark a declaration that is not exported, and export it with the light bulb', () =>
    withSample(async (editor, { textOf }) => {
      await editor.openFile('parcels.contract.yaml');
      await editor.runCommand('Problems: Focus on Problems View');
      await applyFix(editor, 'parcel_label must have', 'Export parcel_label', {
        location: 'Ln 13',
        picture: 'python-export',
      });
      await applyFix(editor, 'Footer must have', 'Export Footer', { location: 'Ln 4', picture: 'go-export' });
      await saveAll(editor);
      assert.equal(
        await textOf('src/shop/labels.py'),
        unexported['src/shop/labels.py']?.replace('"parcel_weight"]', '"parcel_weight", "parcel_label"]'),
      );
      for (const path of ['receipt/footer.go', 'receipt/receipt.go']) {
        assert.equal(await textOf(path), unexported[path]?.replaceAll('footer', 'Footer'));
      }
    }));
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
    .waitFor({ state: 'detached', timeout: 5_000 * slowness() })
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
