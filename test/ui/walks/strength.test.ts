import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clearNotifications, findResultsPanel, runChunkFromPalette } from '../hands.ts';
import { screenshotFile } from '../screenshots.ts';
import { createStrengthSample } from '../strength-sample.ts';
import { withEditor } from '../with-editor.ts';

const longTestMs = 360_000;

describe('The strength of a contract', () => {
  it('[BITE-1] [BITE-2] is shown before a stub passes, is raised by fixes, and then a test must fail first', async () => {
    await using sample = await createStrengthSample();
    await withEditor({ workspace: sample.folder }, async (editor) => {
      const { page } = editor;
      const panel = findResultsPanel(editor);
      const rows = page.locator('.quick-input-list .monaco-list-row');
      const lens = page.locator('.codelens-decoration', { hasText: /Strength \d\/\d/ }).first();

      // A weak contract: a stub passes.
      await editor.openFile('slug.contract.yaml');
      await lens.waitFor();
      assert.match(await lens.innerText(), /Strength 1\/1/);
      await runChunkFromPalette(editor, 'Slugs of titles');
      // The review opens after the panel, and takes the place of an editor.
      await page.getByRole('tab', { name: /^Review: / }).waitFor();
      await page.locator('.multiDiffEntry .view-line').first().waitFor();
      await clearNotifications(editor);
      await panel.getByText('1 of 1 requirements fail before the work.').waitFor();
      await editor.screenshot(screenshotFile('strength-weak'));

      // Add Assertion says it where requirements are chosen.
      await editor.openFile('slug.contract.yaml');
      await page.locator('.tab.active', { hasText: 'slug.contract.yaml' }).waitFor();
      await editor.runCommand('Holdfast: Add Assertion');
      await rows.filter({ hasText: 'Slugs of titles' }).first().click();
      await rows.filter({ hasText: 'Accept by a test that must fail first' }).waitFor();
      await editor.screenshot(screenshotFile('strength-add-assertion'));
      await page.keyboard.press('Escape');

      // The lens leads to what raises it.
      await lens.locator('a', { hasText: 'Strength' }).click();
      await rows.filter({ hasText: 'Accept by a test that must fail first: node --test test/slug.test.js' }).waitFor();
      await editor.screenshot(screenshotFile('strength-raise'));
      await rows.filter({ hasText: 'Accept by a test' }).click();
      await page.locator('.tab.active.dirty').waitFor();
      await editor.save();
      await page.locator('.codelens-decoration', { hasText: 'Strength 2/2' }).first().waitFor();
      await lens.locator('a', { hasText: 'Strength' }).click();
      await rows.filter({ hasText: 'Require the signature of slugify: (text: string) => string' }).click();
      await page.locator('.tab.active.dirty').waitFor();
      await editor.save();
      await lens.waitFor({ state: 'detached' });
      assert.match(
        await readFile(join(sample.folder, 'slug.contract.yaml'), 'utf8'),
        /acceptanceCommands:[\s\S]*node --test test\/slug\.test\.js[\s\S]*functions:[\s\S]*slugify/,
      );

      // The stub and a test that passes without the work are refused; a test that fails first passes.
      await runChunkFromPalette(editor, 'Slugs of titles');
      // The review opens after the panel, and takes the place of an editor.
      await page.getByRole('tab', { name: /^Review: / }).waitFor();
      await page.locator('.multiDiffEntry .view-line').first().waitFor();
      await clearNotifications(editor);
      await panel.getByText(/3 of 3 requirements fail before the work/).waitFor();
      await panel.getByRole('tab', { name: /Attempt 2 of 3/ }).click();
      await panel
        .getByText('These tests pass without the change, so they say nothing about it: slugs titles')
        .waitFor();
      await panel.getByText(/passed, also without the change/).waitFor();
      await editor.screenshot(screenshotFile('strength-idle-test'));
      await panel.getByRole('tab', { name: /Attempt 3 of 3/ }).click();
      await panel.getByText(/^What was checked/).click();
      await panel.getByText('node --test test/slug.test.js').first().click();
      await panel.getByText(/Without the change it fails \(red\), because this is missing: src\/slug\.js/).waitFor();
      await editor.screenshot(screenshotFile('strength-red-green'));
    });
  }).timeout(longTestMs);

  it('[BITE-2] is a warning with a fix, if nothing of a contract can fail', async () => {
    await using sample = await createStrengthSample();
    await withEditor({ workspace: sample.folder }, async (editor) => {
      const { page } = editor;
      await editor.openFile('shout.contract.yaml');
      await page.locator('.codelens-decoration', { hasText: 'Strength 0/1' }).first().waitFor();
      await page.locator('.view-line', { hasText: 'Shout louder' }).getByText('Shout louder').click();
      const offer = page.locator('.action-widget .monaco-list-row', {
        hasText: 'Require the signature of shout: (text: string, times: number) => string',
      });
      await page.locator('.squiggly-warning').first().waitFor();
      await page.keyboard.press('ControlOrMeta+.');
      await offer.waitFor();
      await editor.screenshot(screenshotFile('strength-vacuous'));
      await offer.click();
      await page.locator('.codelens-decoration', { hasText: 'Strength 1/2' }).first().waitFor();
      await editor.save();
    });
  }).timeout(longTestMs);

  it('[BITE-1] [BITE-2] requires no test of a refactoring to fail first, and shows what it protects', async () => {
    await using sample = await createStrengthSample();
    await withEditor({ workspace: sample.folder }, async (editor) => {
      const { page } = editor;
      const panel = findResultsPanel(editor);
      await editor.openFile('tidy.contract.yaml');
      await page.locator('.codelens-decoration', { hasText: 'Validate' }).first().waitFor();
      assert.equal(await page.locator('.codelens-decoration', { hasText: 'Strength' }).count(), 0);
      await runChunkFromPalette(editor, 'Tidy greet');
      // The review opens after the panel, and takes the place of an editor.
      await page.getByRole('tab', { name: /^Review: / }).waitFor();
      await page.locator('.multiDiffEntry .view-line').first().waitFor();
      await clearNotifications(editor);
      await panel.getByText('Requirements that protect what exists: 1.').waitFor();
      await panel.getByText(/^What was checked/).click();
      await panel.getByText('node --test test/greet.test.js').first().click();
      assert.equal(await panel.getByText('Without the change it fails').count(), 0);
      await editor.screenshot(screenshotFile('strength-refactoring'));
    });
  }).timeout(longTestMs);
});
