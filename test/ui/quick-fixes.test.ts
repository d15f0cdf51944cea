import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample } from '../scripts/sample.ts';
import type { Editor } from '../vscode/runtime/editor.ts';
import { plainTyping } from './hands.ts';
import { withEditor } from './with-editor.ts';

const contractFile = 'reports.contract.yaml';

const contract = `# The reports of the shop.
spec: { id: reports, title: Reports }
chunks:
  - id: model
    titel: The model of a report # one line
    allowedFiles: [src/reports.ts]
    assertions:
      - { type: assert, message: Must export Report, check: { type: export_exists, target: Report, file: src/reports.ts } }
      - { type: assert, message: Must export createReport, check: { type: export_exists, target: createReport, file: src/reports.ts } }
`;

describe('Quick fixes', () => {
  it('[EDIT-3] fix a problem of a contract with the light bulb of the Problems view, and keep its comments', async () => {
    await using sample = await copySample();
    const textOf = (path: string) => readFile(join(sample.folder, path), 'utf8');
    // Their problems would move those of this test.
    for (const other of ['health-check', 'order-summary']) await rm(join(sample.folder, `${other}.contract.yaml`));
    await writeFile(join(sample.folder, contractFile), contract);
    await withEditor({ workspace: sample.folder, settings: plainTyping }, async (editor) => {
      await editor.openFile(contractFile);
      await editor.runCommand('Problems: Focus on Problems View');
      await applyFix(editor, 'titel', 'Change "titel" to "title"');
      await editor.save();
      assert.equal(await textOf(contractFile), contract.replace('titel', 'title'));
    });
  }).timeout(240_000);
});

function problem(editor: Editor, text: string) {
  return editor.page.locator('.markers-panel .monaco-list-row', { hasText: text }).first();
}

/** Opens the light bulb of a problem in the Problems view, and applies a fix. */
async function applyFix(editor: Editor, text: string, title: string): Promise<void> {
  const { page } = editor;
  const row = problem(editor, text);
  const offer = page.locator('.monaco-menu .action-item', { has: page.getByText(title, { exact: true }) }).first();
  for (let tryCount = 1; ; tryCount++) {
    try {
      await row.click();
      await page.keyboard.press('ControlOrMeta+.');
      // A check that ends now moves the rows, and the click selects another one.
      await offer.waitFor({ timeout: 10_000 });
      // A menu ignores a click in the first moments after it opened.
      await offer.hover();
      await page.keyboard.press('Enter');
      await row.waitFor({ state: 'detached', timeout: 20_000 });
      return;
    } catch (thrown) {
      if (tryCount === 4) throw thrown;
      await page.keyboard.press('Escape');
    }
  }
}
