import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample } from '../scripts/sample.ts';
import { openCheckedContract, plainTyping } from './hands.ts';
import { withEditor } from './with-editor.ts';

describe('New contract', () => {
  it('[ENF-UI-1] undo never deletes the new file, also after edits were saved', async () => {
    await using sample = await copySample();
    await withEditor({ workspace: sample.folder, settings: plainTyping }, async (editor) => {
      const { page } = editor;
      const file = join(sample.folder, 'payments.contract.yaml');
      // The palette lists the commands of extensions only after they were registered.
      await openCheckedContract(editor);
      await editor.runCommand('Holdfast: New Contract');
      await page.keyboard.type('payments');
      await page.keyboard.press('Enter');
      // The second question is about acceptance and can be skipped.
      await page.getByText('Command that fails until the work is done').waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('tab', { name: /payments\.contract\.yaml/ }).waitFor();
      await page.locator('.monaco-editor .view-line', { hasText: 'spec:' }).first().click();
      const template = await readFile(file, 'utf8');
      assert.match(template, /^verify: \{ command: npm test \}$/m);
      await page.keyboard.press('Control+End');
      await page.keyboard.type('# a comment');
      await editor.save();
      for (let undo = 1; undo <= 20; undo++) await page.keyboard.press('Control+Z');
      await editor.save();
      await page.locator('.monaco-editor .view-line', { hasText: 'spec:' }).first().waitFor();
      assert.equal(await readFile(file, 'utf8'), template);
    });
  });
});
