import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample } from '../../scripts/sample.ts';
import { createFromCode, fillTemplate, pickRow } from '../editing/create-contracts.ts';
import { clearNotifications, plainTyping } from '../hands.ts';
import { screenshotFile } from '../screenshots.ts';
import { withEditor } from '../with-editor.ts';

const total = `import type { Order } from './store.ts';

/** The number of articles in the orders. */
export function totalOf(orders: readonly Order[]): number {
  return orders.reduce((sum, { quantity }) => sum + quantity, 0);
}
`;

const tasks = `## 1. Uptime
- [ ] 1.1 Add a \`readUptime(): number\` helper in \`src/uptime.ts\`

## 2. Rollout
- [ ] 2.1 Tell the operators

## 3. Documentation
- [x] 3.1 Update \`README.md\`
`;

describe('The first minute', () => {
  it('[EDIT-1] leads from the walkthrough and an empty workspace to contracts from a template, from code and from a commit', async () => {
    await using sample = await copySample();
    for (const name of ['health-check', 'order-summary']) await rm(join(sample.folder, `${name}.contract.yaml`));
    await writeFile(join(sample.folder, 'src/orders/total.ts'), total);
    const change = join(sample.folder, 'openspec/changes/add-uptime');
    await mkdir(change, { recursive: true });
    await writeFile(join(change, 'proposal.md'), '# Change: Report the uptime\n\n## Why\nOperators ask for it.\n');
    await writeFile(join(change, 'tasks.md'), tasks);
    await sample.git('add', 'src/orders/total.ts');
    await sample.git('commit', '--quiet', '--message', 'Add the total of orders');
    const settings = { ...plainTyping, 'editor.tabCompletion': 'off', 'files.simpleDialog.enable': true };
    await withEditor({ workspace: sample.folder, settings }, async (editor) => {
      const { page } = editor;
      const read = (file: string) => readFile(join(sample.folder, file), 'utf8');

      // The view of a workspace without a contract has one next step.
      await page
        .locator('.activitybar')
        .getByRole('tab', { name: /^Holdfast/ })
        .click();
      await page.getByText('This workspace has no contract.').waitFor();
      await editor.screenshot(screenshotFile('welcome'));

      // The walkthrough, in a dark and in a light theme.
      await editor.runCommand('Holdfast: Get Started');
      const walkthrough = page.locator('.gettingStartedContainer');
      const picture = page.frameLocator('iframe.webview').frameLocator('#active-frame');
      await walkthrough.getByText('Create a contract').first().click();
      await walkthrough.getByRole('button', { name: 'New Contract' }).waitFor();
      await picture.getByText('retry-helper.contract.yaml').waitFor();
      await editor.screenshot(screenshotFile('walkthrough-dark'));
      await editor.runCommand('Preferences: Toggle between Light/Dark Themes');
      await page.locator('.monaco-workbench.vs').waitFor();
      await walkthrough.getByText('Run it').first().click();
      await walkthrough.getByRole('button', { name: 'Run Chunk' }).waitFor();
      await picture.getByText('Attempt 2').waitFor();
      await editor.screenshot(screenshotFile('walkthrough-light'));
      await editor.runCommand('Preferences: Toggle between Light/Dark Themes');
      await page.locator('.monaco-workbench.vs-dark').waitFor();

      // A template with tab stops: the button, one pick and one sentence.
      await walkthrough.getByText('Create a contract').first().click();
      await walkthrough.getByRole('button', { name: 'New Contract' }).click();
      const template = await fillTemplate(editor, sample.folder, 'new-contract');

      // Undo restores the template and never deletes the file, also after edits were saved.
      await page.keyboard.press('Escape');
      for (let undo = 1; undo <= 60; undo++) await page.keyboard.press('Control+Z');
      await editor.save();
      assert.equal(await read('retry-helper.contract.yaml'), template);

      // An assertion for the only chunk, with the file of the chunk.
      await editor.runCommand('Holdfast: Add Assertion');
      // The cursor is not in a chunk.
      await pickRow(editor, 'retry-helper.contract.yaml');
      await pickRow(editor, 'No console output');
      await page.locator('.tab.active.dirty').waitFor();
      await editor.save();
      assert.match(
        await read('retry-helper.contract.yaml'),
        /message: src\/retry-helper\.ts must not write to the console/,
      );

      // A contract from code holds at once.
      await createFromCode(editor, sample.folder, 'contract-from-code');

      // So does a contract from a commit.
      await editor.runCommand('Holdfast: Contract from Diff');
      await pickRow(editor, 'Add the total of orders');
      await page.getByRole('tab', { name: /^total\.contract\.yaml/ }).waitFor();
      await page.locator('.notification-toast', { hasText: 'The code satisfies all of them' }).waitFor();
      await page
        .locator('.codelens-decoration', { hasText: /✓ (\d+)\/\1/ })
        .first()
        .waitFor();
      const fromCommit = await read('total.contract.yaml');
      assert.match(fromCommit, /title: Add the total of orders/);
      assert.match(fromCommit, /creates: \[ totalOf\(\) \]/);
      assert.match(fromCommit, /\(orders: readonly Order\[\]\) => number/);

      // A task list of another tool: the draft is shown, and is written when the person saves it.
      await clearNotifications(editor);
      await editor.runCommand('Holdfast: New Contract');
      await pickRow(editor, 'Import Task List');
      await pickRow(editor, 'add-uptime');
      await page.getByRole('tab', { name: /^add-uptime\.contract\.yaml/ }).waitFor();
      const draftToast = page.locator('.notification-toast', {
        hasText: 'A draft with 2 chunks, 1 of them with checks',
      });
      await draftToast.waitFor();
      await editor.screenshot(screenshotFile('import-task-list'));
      await assert.rejects(read('add-uptime.contract.yaml'));
      await draftToast.getByRole('button', { name: 'Include Done Tasks (1)' }).click();
      const allToast = page.locator('.notification-toast', { hasText: 'A draft with 3 chunks' });
      await allToast.getByRole('button', { name: 'Save Contract' }).click();
      await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
      await page.locator('.codelens-decoration', { hasText: '/3 chunks' }).first().waitFor();
      assert.match(
        await read('add-uptime.contract.yaml'),
        /^# DRAFT, imported from openspec\/changes\/add-uptime\/tasks\.md/,
      );
    });
  });
});
