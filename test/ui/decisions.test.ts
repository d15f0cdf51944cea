import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { itInFullRun } from '../scripts/full-run.ts';
import { resetToHead } from '../scripts/sample.ts';
import type { Editor } from '../vscode/runtime/editor.ts';
import { createDecisionSample, greetingsContract, instruction, newSignature, oldSignature } from './decision-sample.ts';
import { clearNotifications, runChunkFromPalette } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { shareEditor } from './with-editor.ts';

const longTestMs = 360_000;
const settings = { 'holdfast.landing': 'commit' };

describe('Decisions', () => {
  const withSample = shareEditor(async (stack) => {
    const sample = stack.use(await createDecisionSample());
    return { sample, reset: await resetToHead(sample), options: { workspace: sample.folder, settings } };
  });

  it('[GATE-6] [ENF-AMEND-3] [ENF-AMEND-4] a decision and an amendment survive the window; accepting edits the contract and can be undone', () =>
    withSample(async (editor, { sample }) => {
      const contractText = () => readFile(join(sample.folder, 'greetings.contract.yaml'), 'utf8');
      const { page } = editor;
      await openContractsView(editor);
      await editor.openFile('tones.contract.yaml');
      await page.getByText('✦ Run', { exact: true }).first().waitFor();
      await runChunkFromPalette(editor, 'Tone of voice');
      const choiceToast = findToast(page, 'Gate "Documented for callers" failed after 2 attempts');
      await choiceToast.waitFor();
      await choiceToast.getByRole('button', { name: 'Retry' }).waitFor();
      const results = await findFrame(page, 'holdfast-results');
      await results.getByRole('status').getByText('Waiting for your choice').waitFor();
      await results.getByRole('table', { name: 'Verdicts' }).getByText('FAIL').first().waitFor();
      await page.getByText('● Resolve failed gate').first().waitFor();
      await takeScreenshot(editor, screenshotFile('choice'));
      await clearNotifications(editor);

      await editor.openFile('greetings.contract.yaml');
      await runChunkFromPalette(editor, 'Greet a person');
      // The function has the old signature, so the chunk holds before it has run.
      await findToast(page, '"Greet a person" already holds').getByRole('button', { name: 'Run Anyway' }).click();
      await findToast(page, 'An amendment of its contract is proposed').waitFor();

      await editor.reload();
      await findToast(page, '"Tone of voice" needs a decision').waitFor();
      await findToast(page, 'An amendment of its contract is proposed').getByRole('button', { name: 'Show' }).click();
      let amendment = await findFrame(page, 'holdfast-amendment');
      await amendment.getByRole('heading', { name: 'Contract amendment' }).waitFor();
      await openContractsView(editor);
      await contractRow(page, 'Failed gate: Tone of voice').waitFor();
      await contractRow(page, 'Amendment: Greet a person').waitFor();
      await clearNotifications(editor);
      const change = amendment.getByRole('table', { name: 'Proposed change of the contract' });
      await change.getByText(newSignature).waitFor();
      await amendment.getByRole('button', { name: 'Open the chunk Greet at the door' }).waitFor();
      await amendment.getByRole('button', { name: 'Open src/welcome.ts:' }).first().waitFor();
      await takeScreenshot(editor, screenshotFile('amendment'));

      await amendment.getByRole('button', { name: 'Edit Values' }).click();
      await amendment.getByRole('textbox').fill(oldSignature);
      await amendment.getByRole('button', { name: 'Open in Diff Editor' }).click();
      await page.locator('.monaco-diff-editor').getByText('GreetOptions').first().waitFor();
      await page.getByRole('tab', { name: /^Amendment: Greet a person, / }).click();
      amendment = await findFrame(page, 'holdfast-amendment');
      await amendment.getByRole('textbox').waitFor();
      assert.equal(
        await amendment.getByRole('textbox').inputValue(),
        oldSignature,
        'the edit is kept while the panel is hidden',
      );
      await amendment.getByRole('button', { name: 'Accept and Continue' }).click();
      await amendment.locator('.bad[role=alert] p').first().waitFor();
      await takeScreenshot(editor, screenshotFile('amendment-edit'));
      assert.equal(await contractText(), greetingsContract, 'a rejected value does not change the contract');
      await amendment.getByRole('button', { name: 'Discard Edits' }).click();
      await amendment.getByRole('button', { name: 'Accept and Continue' }).click();
      await findToast(page, '"Greet a person" passed').waitFor();
      await page.getByRole('tab', { name: /^Amendment: Greet a person, / }).click();
      await (await findFrame(page, 'holdfast-amendment')).getByRole('status').getByText('Accepted').waitFor();
      const amended = await contractText();
      assert.ok(amended.includes(newSignature), amended);
      for (const comment of [
        '# The functions that greet people.',
        '# one line',
        '# All greetings call this.',
        '# keep me',
      ])
        assert.ok(amended.includes(comment), comment);
      await clearNotifications(editor);
      await page.getByText('✓ 2/2').first().waitFor();
      await takeScreenshot(editor, screenshotFile('amendment-accepted'));

      await page.getByRole('tab', { name: 'greetings.contract.yaml, Editor Group 1' }).click();
      await page.locator('.editor-group-container.active .view-lines').getByText('All greetings call this').click();
      await page.keyboard.press('ControlOrMeta+Z');
      await page.locator('.editor-group-container.active .view-lines').getByText(`'${oldSignature}'`).waitFor();
      await page.locator('.tab.active.dirty').waitFor();
      await editor.save();
      assert.equal(await contractText(), greetingsContract, 'undo restores the text');

      await contractRow(page, 'Failed gate: Tone of voice').click();
      const again = await findFrame(page, 'holdfast-results');
      await again.getByRole('textbox', { name: /Instructions for the next attempt/ }).fill(instruction);
      await again.getByRole('button', { name: 'Retry' }).click();
      await again.getByRole('status').getByText('Landed', { exact: true }).waitFor();
      await again.getByText('You chose to retry.').waitFor();
      await clearNotifications(editor);
      assert.match(await sample.git('log', '--format=%s', '-1'), /^chunk: Tone of voice$/);
    })).timeout(longTestMs);

  itInFullRun(
    '[GATE-6] [ENF-AMEND-5] a skipped gate adds a warning, an aborted run lands nothing, and a rejected amendment fails its chunk',
    () =>
      withSample(async (editor, { sample }) => {
        const { page } = editor;
        await openContractsView(editor);
        await editor.openFile('tones.contract.yaml');
        await runChunkFromPalette(editor, 'Volume');
        await findToast(page, '"Measured in decibels" failed after 1 attempt')
          .getByRole('button', { name: 'Accept Despite Failed Gate' })
          .click();
        await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Accept Despite Failed Gate' }).click();
        const results = await findFrame(page, 'holdfast-results');
        await results.getByRole('status').getByText('Passed', { exact: true }).waitFor();
        await results.getByRole('region', { name: 'Warnings' }).getByText('Measured in decibels').waitFor();
        await clearNotifications(editor);
        await takeScreenshot(editor, screenshotFile('choice-skipped'));
        assert.match(await sample.git('log', '--format=%s', '-1'), /^chunk: Volume$/);

        await runChunkFromPalette(editor, 'Tone of voice');
        await findToast(page, '"Tone of voice" needs a decision').waitFor();
        await clearNotifications(editor);
        await editor.runCommand('Holdfast: Resolve Failed Gate');
        await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Abort' }).first().click();
        await results.getByRole('status').getByText('Aborted', { exact: true }).waitFor();
        await results.getByText('You chose to abort the run.').waitFor();

        await editor.openFile('partings.contract.yaml');
        await runChunkFromPalette(editor, 'Part from a person');
        await findToast(page, 'An amendment of its contract is proposed').getByRole('button', { name: 'Show' }).click();
        const amendment = await findFrame(page, 'holdfast-amendment');
        await amendment.getByRole('button', { name: 'Reject and Fail Chunk' }).click();
        await amendment.getByRole('status').getByText('Rejected').waitFor();
        await findToast(page, 'so "Part from a person" failed').waitFor();
        assert.equal(await sample.git('status', '--porcelain'), '', 'the contract is unchanged');
        assert.match(await sample.git('log', '--format=%s', '-1'), /^chunk: Volume$/);
      }),
  );
});

async function openContractsView({ page }: Editor): Promise<void> {
  const view = page.locator('.activitybar').getByRole('tab', { name: /^Holdfast/ });
  if ((await view.getAttribute('aria-selected')) !== 'true') await view.click();
  await contractRow(page, 'Tones').waitFor();
}

function contractRow(page: Page, label: string): Locator {
  return page.locator('.pane-body .monaco-list-row', { hasText: label }).first();
}

function findToast(page: Page, text: string): Locator {
  return page.locator('.notification-toast', { hasText: text }).first();
}

/** Takes a screenshot after the fonts are loaded: icons are characters of a font that a page loads on its first render. */
async function takeScreenshot(editor: Editor, file: string): Promise<void> {
  for (const frame of editor.page.frames())
    await frame.evaluate(() => document.fonts.ready.then(() => undefined)).catch(() => undefined);
  await editor.screenshot(file);
}

/** Waits for the frame of the panel that contains a custom element. A restored panel takes time to load. */
async function findFrame(page: Page, element: string): Promise<Frame> {
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
