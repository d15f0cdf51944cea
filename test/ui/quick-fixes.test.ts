import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample } from '../scripts/sample.ts';
import { applyFix, findProblems, saveAll } from './problem-fixes.ts';
import { clearNotifications, findResultsPanel, plainTyping } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

const contractFile = 'reports.contract.yaml';
const codeFile = 'src/reports.ts';

const contract = `# The reports of the shop.
spec: { id: reports, title: Reports }
chunks:
  - id: model
    titel: The model of a report # one line
    allowedFiles: [src/reports.ts]
    functions:
      - { name: createReport, file: src/reports.ts, signature: '(total: number) => Report' } # keep me
    assertions:
      - { type: assert, message: Must export Report, check: { type: export_exists, target: Report, file: src/reports.ts } }
  - id: page
    title: The page of reports
    dependsOn: [modle]
    assertions:
      - { type: assert, message: Must have a page, check: { type: file_exists, target: src/reports-page.ts } }
      - { type: assert, message: Must have a manifest, check: { type: file_exist, target: package.json } }
      - { type: assert, message: Must name the shop, check: { type: pattern_match, target: README.md, pattern: Shop of reports } }
`;

const code = `interface Report {
  readonly total: number;
}

const createReprot = (total: number, tax: number): Report => ({ total: total + tax });

export { createReprot };
`;

/** Chunks that have not begun are in the Problems view too. */
const settings = { ...plainTyping, 'holdfast.diagnostics.severity': { notStarted: 'error' } };

describe('Quick fixes', () => {
  it('[EDIT-3] fix the problems of a contract and its code with the light bulb, and a rename is offered after the save', async () => {
    await using sample = await copySample();
    const textOf = (path: string) => readFile(join(sample.folder, path), 'utf8');
    // Their problems would move those of this test.
    for (const other of ['health-check', 'order-summary']) await rm(join(sample.folder, `${other}.contract.yaml`));
    await writeFile(join(sample.folder, codeFile), code);
    await writeFile(join(sample.folder, contractFile), contract);
    await withEditor({ workspace: sample.folder, settings }, async (editor) => {
      const { page } = editor;
      await editor.openFile(contractFile);
      await editor.runCommand('Problems: Focus on Problems View');
      await applyFix(editor, 'titel', 'Change "titel" to "title"');
      await applyFix(editor, 'Unknown chunk "modle"', 'Change "modle" to "model"');
      // The assertion that could not be checked has a problem with the same text once it was checked.
      await applyFix(editor, 'Unknown check type', 'Change "file_exist" to "file_exists"', { location: 'Col 71' });
      await applyFix(editor, 'Must have a page', 'Create "src/reports-page.ts"');
      // The selected row shows a light bulb instead of its severity.
      await applyFix(editor, 'Must name the shop', 'Make it a suggestion', {
        location: 'Ln 17',
        isFixed: () => page.locator('.view-line', { hasText: 'suggest,' }),
      });
      await saveAll(editor);
      const repaired = contract
        .replace('titel', 'title')
        .replace('[modle]', '[model]')
        .replace('file_exist,', 'file_exists,')
        .replace('type: assert, message: Must name', 'type: suggest, message: Must name');
      assert.equal(await textOf(contractFile), repaired);
      assert.equal(await textOf('src/reports-page.ts'), '');

      await applyFix(editor, 'Must export Report', 'Export Report');
      await applyFix(editor, 'src/reports.ts declares createReprot', 'Rename createReprot to createReport');
      await saveAll(editor);
      const exported = code
        .replaceAll('createReprot', 'createReport')
        .replace('createReport }', 'createReport, Report }');
      assert.equal(await textOf(codeFile), exported);

      // The code takes a tax on purpose.
      const amendment = findResultsPanel(editor);
      await applyFix(editor, 'must have the signature', 'Propose an amendment of the contract', {
        picture: 'quick-fix-amendment',
        isFixed: () => amendment.getByText('The code has (total: number, tax: number) => Report').first(),
      });
      await editor.screenshot(screenshotFile('amendment-of-person'));
      await amendment.getByRole('button', { name: 'Accept', exact: true }).click();
      await amendment.getByRole('status').getByText('Accepted').waitFor();
      const amended = repaired.replace('(total: number) => Report', '(total: number, tax: number) => Report');
      assert.equal(await textOf(contractFile), amended);
      await findProblems(editor, 'must have the signature').first().waitFor({ state: 'detached' });

      // After a save, an export that was renamed can be renamed in the contract too.
      await clearNotifications(editor);
      await editor.replaceText(codeFile, exported.replaceAll('createReport', 'createReports'));
      await editor.save();
      const offer = page.locator('.notification-toast', { hasText: '"createReports" is similar' });
      await offer.getByRole('button', { name: 'Update' }).click();
      // The contract is open next to the panel and in the first group.
      await page.locator('.tab.dirty', { hasText: contractFile }).first().waitFor();
      await saveAll(editor);
      assert.equal(await textOf(contractFile), amended.replace('name: createReport,', 'name: createReports,'));
    });
  }).timeout(300_000);
});
