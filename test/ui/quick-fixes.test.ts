import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample } from '../scripts/sample.ts';
import type { Editor } from '../vscode/runtime/editor.ts';
import { clearNotifications, plainTyping } from './hands.ts';
import { withEditor } from './with-editor.ts';

const contractFile = 'reports.contract.yaml';
const codeFile = 'src/reports.ts';

const contract = `# The reports of the shop.
spec: { id: reports, title: Reports }
chunks:
  - id: model
    titel: The model of a report # one line
    allowedFiles: [src/reports.ts]
    assertions:
      - { type: assert, message: Must export Report, check: { type: export_exists, target: Report, file: src/reports.ts } }
      - { type: assert, message: Must export createReport, check: { type: export_exists, target: createReport, file: src/reports.ts } }
  - id: page
    title: The page of reports
    dependsOn: [modle]
    assertions:
      - { type: assert, message: Must have a page, check: { type: file_exists, target: src/reports-page.ts } }
      - { type: assert, message: Must name the shop, check: { type: pattern_match, target: README.md, pattern: Shop of reports } }
`;

const code = `interface Report {
  readonly total: number;
}

export function createReprot(total: number): Report {
  return { total };
}
`;

describe('Quick fixes', () => {
  it('[EDIT-3] fix the problems of a contract and its code with the light bulb, and a rename is offered after the save', async () => {
    await using sample = await copySample();
    const textOf = (path: string) => readFile(join(sample.folder, path), 'utf8');
    // Their problems would move those of this test.
    for (const other of ['health-check', 'order-summary']) await rm(join(sample.folder, `${other}.contract.yaml`));
    await writeFile(join(sample.folder, codeFile), code);
    await writeFile(join(sample.folder, contractFile), contract);
    await withEditor({ workspace: sample.folder, settings: plainTyping }, async (editor) => {
      const { page } = editor;
      await editor.openFile(contractFile);
      await editor.runCommand('Problems: Focus on Problems View');
      await applyFix(editor, 'titel', 'Change "titel" to "title"');
      await applyFix(editor, 'Unknown chunk "modle"', 'Change "modle" to "model"');
      await editor.save();
      await applyFix(editor, 'Must have a page', 'Create "src/reports-page.ts"');
      await applyFix(editor, 'Must name the shop', 'Make it a suggestion');
      await editor.save();
      const expected = contract
        .replace('titel', 'title')
        .replace('[modle]', '[model]')
        .replace('type: assert, message: Must name', 'type: suggest, message: Must name');
      assert.equal(await textOf(contractFile), expected);
      assert.equal(await textOf('src/reports-page.ts'), '');

      await applyFix(editor, 'Must export Report', 'Export Report');
      await applyFix(editor, 'Must export createReport', 'Rename createReprot to createReport');
      await editor.runCommand('File: Save All Files');
      await page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
      const exported = code.replace('interface', 'export interface').replace('createReprot', 'createReport');
      assert.equal(await textOf(codeFile), exported);
      await problem(editor, 'Must export').waitFor({ state: 'detached' });

      // After a save, an export that was renamed can be renamed in the contract too.
      await clearNotifications(editor);
      await editor.replaceText(codeFile, exported.replace('createReport', 'createReports'));
      await editor.save();
      const offer = page.locator('.notification-toast', { hasText: '"createReports" is similar' });
      await offer.getByRole('button', { name: 'Update' }).click();
      await page.locator('.tab.active', { hasText: contractFile }).waitFor();
      await editor.save();
      assert.equal(await textOf(contractFile), expected.replace('target: createReport,', 'target: createReports,'));
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
