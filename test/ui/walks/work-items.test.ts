import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Editor } from '../../vscode/runtime/editor.ts';
import { clearNotifications, findResultsPanel as findPanel } from '../hands.ts';
import { copyPipelineSample, itemBody, itemTitle, rejection } from '../pipeline-sample.ts';
import { screenshotFile } from '../screenshots.ts';
import { withEditor } from '../with-editor.ts';

/** Includes nine stages with their commits and pull requests, and the screenshots. */
const longTestMs = 360_000;

describe('Work items in the editor', () => {
  it('[ASSERT-PSM-003] [ENF-UI-3] go from a label to pull requests, and wait for the person at each human gate', async () => {
    await using sample = await copyPipelineSample();
    const before = await sample.git('rev-parse', 'HEAD');
    await withEditor({ workspace: sample.folder }, async (editor) => {
      const { page } = editor;
      const panel = findPanel(editor);
      const violations: string[] = [];
      page.on('console', (message) => {
        if (/violates the following Content Security Policy/.test(message.text())) violations.push(message.text());
      });
      await openWorkItems(editor);
      const view = page.getByRole('button', { name: /^Work Items Section/ });
      await page.locator('.pane-body .monaco-list-row').first().waitFor();
      assert.equal(await view.count(), 0, 'the view is hidden until there is a work item');

      await editor.runCommand('Holdfast: New Work Item');
      await answer(editor, itemTitle);
      await answer(editor, itemBody);
      await view.waitFor();
      await findItem(editor).waitFor();
      await notification(editor, 'Created work item #1').getByRole('button', { name: 'Run', exact: true }).click();

      // The specification is rejected once.
      await notification(editor, 'approve or reject the specification').waitFor();
      await page.locator('.statusbar').getByText('Holdfast: 1 approval').waitFor();
      await clearNotifications(editor);
      await findItem(editor).click();
      await panel.getByRole('heading', { name: 'Timeline' }).waitFor();
      await panel.getByRole('button', { name: 'Show', exact: true }).click();
      await page.locator('.tab.active', { hasText: 'specification.md' }).waitFor();
      await page.locator('.view-lines').getByText('one invoice with its total').first().waitFor();
      await editor.screenshot(screenshotFile('work-item-document'));
      await findItem(editor).click();
      await panel.getByRole('group', { name: /the specification/ }).waitFor();
      await editor.screenshot(screenshotFile('work-item-architecture'));
      await panel.getByRole('button', { name: 'Reject' }).click();
      await answer(editor, rejection);
      await notification(editor, 'You rejected the specification').waitFor();
      await clearNotifications(editor);
      await page.locator('.statusbar').getByText('Holdfast: 1 approval').waitFor({ state: 'hidden' });
      await panel.getByRole('button', { name: 'Run', exact: true }).click();
      await approve(editor, 'the specification', undefined);

      await approve(editor, 'the interfaces', 'work-item-interfaces');
      await approve(editor, 'the plan', 'work-item-planning');

      // Two pull requests wait. The change of each is a diff.
      await panel.getByRole('group', { name: /the change of "create"/ }).waitFor();
      await notification(editor, 'waits for 2 decisions').waitFor();
      await panel.getByRole('status').getByText('2 decisions wait for you').waitFor();
      await panel.getByRole('heading', { name: 'Sub-items' }).waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('work-item-integration'));
      await panel.getByRole('button', { name: 'Create an invoice' }).click();
      await page.getByRole('tab', { name: /^#1 Create an invoice/ }).waitFor();
      await page.locator('.multiDiffEntry, .multi-diff-editor').getByText('createInvoice').first().waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('work-item-change'));

      // A finding of the review opens the changed file at its line.
      await findItem(editor).click();
      const finding = panel.getByRole('button', { name: 'src/billing/create-invoice.ts:4' });
      await finding.scrollIntoViewIfNeeded();
      await finding.click();
      await page.locator('.tab.active', { hasText: 'create-invoice.ts' }).waitFor();
      await page.locator('.statusbar').getByText('Ln 4, Col 1').waitFor();

      // A pull request is a diff, too. The timeline is restored with the window.
      await findItem(editor).click();
      await panel.getByRole('button', { name: '#7' }).click();
      await page.getByRole('tab', { name: /^Pull request #7: / }).waitFor();
      await findItem(editor).click();
      await panel.getByLabel(/Show effects and model calls/).check();
      await panel.getByText('Opened pull request #7.').waitFor();
      await editor.reload();
      await panel.getByText('Opened pull request #7.').waitFor();
      await panel.getByText('Attempt 2 of 5 passed.').waitFor();
      await panel.getByText(`rejected it: ${rejection}`).waitFor();
      assert.equal(await sample.git('rev-parse', 'HEAD'), before, 'the checked-out branch stays');
      assert.equal(await sample.git('status', '--porcelain'), '');
      assert.deepEqual(violations, [], 'the panel follows its content security policy');
    });
  }).timeout(longTestMs);
});

async function openWorkItems(editor: Editor): Promise<void> {
  await editor.page
    .locator('.activitybar')
    .getByRole('tab', { name: /^Holdfast/ })
    .click();
}

function findItem(editor: Editor): Locator {
  return editor.page.locator('.pane-body .monaco-list-row', { hasText: itemTitle }).first();
}

/** Types an answer into the input box of a command. */
async function answer({ page }: Editor, text: string): Promise<void> {
  const input = page.locator('.quick-input-widget input[type=text]');
  await input.waitFor();
  await input.fill(text);
  await page.keyboard.press('Enter');
  await page.waitForFunction((typed) => {
    const shown = document.querySelector<HTMLInputElement>('.quick-input-widget input[type=text]');
    return !shown?.checkVisibility() || shown.value !== typed;
  }, text);
}

function notification({ page }: Editor, text: string): Locator {
  return page.locator('.notification-toast', { hasText: text }).first();
}

/** Waits for a decision, approves it in the panel, and runs the item to the next decision. */
async function approve(editor: Editor, name: string, screenshot: string | undefined): Promise<void> {
  const panel = findPanel(editor);
  const decision = panel.getByRole('group', { name: new RegExp(name) });
  await decision.waitFor();
  await notification(editor, `approve or reject ${name}`).waitFor();
  await clearNotifications(editor);
  if (screenshot !== undefined) await editor.screenshot(screenshotFile(screenshot));
  await decision.getByRole('button', { name: 'Approve' }).click();
  await notification(editor, `You approved ${name}`).waitFor();
  await clearNotifications(editor);
  await panel.getByRole('button', { name: 'Run', exact: true }).click();
}
