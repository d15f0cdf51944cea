import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import type { Editor } from '../vscode/runtime/editor.ts';
import { decisionSample, greetingsContract, instruction, newSignature, oldSignature } from './decision-sample.ts';
import { clearNotifications, runChunkFromPalette } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

const longTestMs = 360_000;
/** Undo is seen before it is saved. */
const settings = { 'holdfast.landing': 'commit', 'files.autoSave': 'off' };

describe('Decisions', () => {
  it('[GATE-6] [ENF-AMEND-3] [ENF-AMEND-4] a choice and an amendment outlive the window; accepting edits the contract and can be undone', async () => {
    await using sample = await decisionSample();
    const contractText = () => readFile(join(sample.folder, 'greetings.contract.yaml'), 'utf8');
    await withEditor({ workspace: sample.folder, settings }, async (editor) => {
      const { page } = editor;
      await openContractsView(editor);
      await editor.openFile('tones.contract.yaml');
      await page.getByText('▶ Run', { exact: true }).first().waitFor();
      await runChunkFromPalette(editor, 'Tone of voice');
      const choiceToast = toast(page, 'The gate "Documented for callers" has used up its 2 attempts');
      await choiceToast.waitFor();
      await choiceToast.getByRole('button', { name: 'Retry' }).waitFor();
      const results = await frameWith(page, 'holdfast-results');
      await results.getByRole('status').getByText('Waiting for your choice').waitFor();
      await results.getByRole('table', { name: 'Verdicts' }).getByText('FAIL').first().waitFor();
      await page.getByText('● Choose how to go on').first().waitFor();
      await picture(editor, screenshotFile('choice'));
      await clearNotifications(editor);

      await editor.openFile('greetings.contract.yaml');
      await runChunkFromPalette(editor, 'Greet a person');
      await toast(page, 'a change of its contract is proposed').waitFor();

      await page.reload();
      await toast(page, '"Tone of voice" waits for your choice').waitFor();
      await toast(page, 'a change of its contract is proposed').getByRole('button', { name: 'Show' }).click();
      let amendment = await frameWith(page, 'holdfast-amendment');
      await amendment.getByRole('heading', { name: 'Contract amendment' }).waitFor();
      await openContractsView(editor);
      await row(page, 'Choose: Tone of voice').waitFor();
      await row(page, 'Amendment: Greet a person').waitFor();
      await clearNotifications(editor);
      const change = amendment.getByRole('table', { name: 'The proposed change of the contract' });
      await change.getByText(newSignature).waitFor();
      await amendment.getByRole('button', { name: 'Open the chunk Greet at the door' }).waitFor();
      await amendment.getByRole('button', { name: 'Open src/welcome.ts:' }).first().waitFor();
      await picture(editor, screenshotFile('amendment'));

      await amendment.getByRole('button', { name: 'Edit before Accepting' }).click();
      await amendment.getByRole('textbox').fill(oldSignature);
      await amendment.getByRole('button', { name: 'Open in Diff Editor' }).click();
      await page.locator('.monaco-diff-editor').getByText('GreetOptions').first().waitFor();
      await page.getByRole('tab', { name: /^Amendment: Greet a person, / }).click();
      amendment = await frameWith(page, 'holdfast-amendment');
      await amendment.getByRole('textbox').waitFor();
      assert.equal(await amendment.getByRole('textbox').inputValue(), oldSignature, 'what was begun is not lost');
      await amendment.getByRole('button', { name: 'Accept and Continue' }).click();
      await amendment.locator('ul.bad[role=alert] li').first().waitFor();
      await picture(editor, screenshotFile('amendment-edit'));
      assert.equal(await contractText(), greetingsContract, 'what does not do changes nothing');
      await amendment.getByRole('button', { name: 'Use the Proposed Values' }).click();
      await amendment.getByRole('button', { name: 'Accept and Continue' }).click();
      await toast(page, '"Greet a person" passed').waitFor();
      await page.getByRole('tab', { name: /^Amendment: Greet a person, / }).click();
      await (await frameWith(page, 'holdfast-amendment')).getByRole('status').getByText('Accepted').waitFor();
      const amended = await contractText();
      assert.ok(amended.includes(newSignature), amended);
      for (const comment of ['# What it takes to greet people.', '# one line', '# Everybody calls it.', '# keep me'])
        assert.ok(amended.includes(comment), comment);
      await clearNotifications(editor);
      await page.getByText('✓ 2/2').first().waitFor();
      await picture(editor, screenshotFile('amendment-accepted'));

      await page.getByRole('tab', { name: 'greetings.contract.yaml, Editor Group 1' }).click();
      await page.locator('.editor-group-container.active .view-lines').getByText('Everybody calls it').click();
      await page.keyboard.press('ControlOrMeta+Z');
      await page.locator('.editor-group-container.active .view-lines').getByText(`'${oldSignature}'`).waitFor();
      await page.locator('.tab.active.dirty').waitFor();
      await editor.save();
      assert.equal(await contractText(), greetingsContract, 'undo brings the text back');

      await row(page, 'Choose: Tone of voice').click();
      const again = await frameWith(page, 'holdfast-results');
      await again.getByRole('textbox', { name: /What the next attempt is told/ }).fill(instruction);
      await again.getByRole('button', { name: 'Retry' }).click();
      await again.getByRole('status').getByText('Passed', { exact: true }).waitFor();
      await again.getByText('You chose to retry.').waitFor();
      await clearNotifications(editor);
      assert.match(await sample.git('log', '--format=%s', '-1'), /^chunk: Tone of voice$/);
    });
  }).timeout(longTestMs);

  it('[GATE-6] [ENF-AMEND-5] a gate that is skipped leaves a warning, an aborted run nothing, and a rejected amendment leaves a failed chunk', async () => {
    await using sample = await decisionSample();
    await withEditor({ workspace: sample.folder, settings }, async (editor) => {
      const { page } = editor;
      await openContractsView(editor);
      await editor.openFile('tones.contract.yaml');
      await runChunkFromPalette(editor, 'Volume');
      await toast(page, '"Measured in decibels" has used up its 1 attempt')
        .getByRole('button', { name: 'Skip' })
        .click();
      const results = await frameWith(page, 'holdfast-results');
      await results.getByRole('status').getByText('Passed', { exact: true }).waitFor();
      await results.getByRole('region', { name: 'Warnings' }).getByText('Measured in decibels').waitFor();
      await clearNotifications(editor);
      await picture(editor, screenshotFile('choice-skipped'));
      assert.match(await sample.git('log', '--format=%s', '-1'), /^chunk: Volume$/);

      await runChunkFromPalette(editor, 'Tone of voice');
      await toast(page, '"Tone of voice" waits for your choice').waitFor();
      await clearNotifications(editor);
      await editor.runCommand('Holdfast: Choose How to Go On');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Abort' }).first().click();
      await results.getByRole('status').getByText('Aborted', { exact: true }).waitFor();
      await results.getByText('You chose to abort the run.').waitFor();

      await editor.openFile('partings.contract.yaml');
      await runChunkFromPalette(editor, 'Part from a person');
      await toast(page, 'a change of its contract is proposed').getByRole('button', { name: 'Show' }).click();
      const amendment = await frameWith(page, 'holdfast-amendment');
      await amendment.getByRole('button', { name: 'Reject and Fail' }).click();
      await amendment.getByRole('status').getByText('Rejected').waitFor();
      await toast(page, '"Part from a person" has failed').waitFor();
      assert.equal(await sample.git('status', '--porcelain'), '', 'the contract is as it was');
      assert.match(await sample.git('log', '--format=%s', '-1'), /^chunk: Volume$/);
    });
  }).timeout(longTestMs);
});

async function openContractsView({ page }: Editor): Promise<void> {
  const view = page.locator('.activitybar').getByRole('tab', { name: /^Holdfast/ });
  if ((await view.getAttribute('aria-selected')) !== 'true') await view.click();
  await row(page, 'Tones').waitFor();
}

function row(page: Page, label: string): Locator {
  return page.locator('.pane-body .monaco-list-row', { hasText: label }).first();
}

function toast(page: Page, text: string): Locator {
  return page.locator('.notification-toast', { hasText: text }).first();
}

/** The icons are letters of a font, which a page loads when it is first drawn. */
async function picture(editor: Editor, file: string): Promise<void> {
  for (const frame of editor.page.frames())
    await frame.evaluate(() => document.fonts.ready.then(() => undefined)).catch(() => undefined);
  await editor.screenshot(file);
}

/** The frame of the panel whose page is drawn by an element of ours; a restored panel takes a moment. */
async function frameWith(page: Page, element: string): Promise<Frame> {
  for (;;) {
    for (const frame of page.frames()) {
      const found = await frame
        .locator(element)
        .count()
        .catch(() => 0);
      if (found > 0) return frame;
    }
    await page.locator('iframe.webview').last().waitFor();
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}
