import assert from 'node:assert/strict';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';
import { clearNotifications, commentOnLine } from '../hands.ts';
import { screenshotFile } from '../screenshots.ts';
import { withEditor } from '../with-editor.ts';

const TOTAL = `export function total(prices: number[]): number {
  let sum = 0;
  for (const price of prices) sum += price;
  return sum;
}

export function mean(prices: number[]): number {
  return total(prices) / prices.length;
}
`;
const WRONG = TOTAL.replace('sum = 0', 'sum = 1').replace('/ prices.length', '/ (prices.length || 1)');

describe('The review of a session', () => {
  it('[SESSION-1] shows the hunks at their lines, takes one back with the verdict of the rest, and marks one as reviewed', async () => {
    using workspace = new Workspace({ 'package.json': '{ "type": "module" }\n', 'src/total.ts': TOTAL });
    await using engine = openFolderEngine(workspace);
    await engine.agents.start({ session: 'session-of-an-agent', client: 'claude' });
    workspace.write({ 'src/total.ts': WRONG });
    await withEditor({ workspace: workspace.folder }, async (editor) => {
      const { page } = editor;
      const entry = (text: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
      await page.getByRole('tab', { name: 'Holdfast' }).first().waitFor();
      await page.keyboard.press('F1');
      // The palette finds no entry for a text with an ellipsis.
      await page.locator('.quick-input-widget input[type=text]').fill('>Holdfast: Review Session');
      await entry('Review Session…').click();
      await entry('Session session-').click();
      await page.getByText('Holdfast: OK, 0 of 2 hunks reviewed').first().waitFor();
      const first = page.locator('.review-widget').first();
      await first.getByRole('button', { name: 'Take Back' }).waitFor();
      await editor.screenshot(screenshotFile('session-review'));

      await first.getByRole('button', { name: 'Take Back' }).click();
      await page.getByText('Holdfast: OK, 0 of 1 hunks reviewed').first().waitFor();
      assert.equal(workspace.read('src/total.ts'), WRONG.replace('sum = 1', 'sum = 0'));

      await page.locator('.review-widget').first().getByRole('button', { name: 'Reviewed' }).click();
      await page.getByText('Holdfast: OK, 1 of 1 hunks reviewed').first().waitFor();
      const review = await engine.sessions.review({ kind: 'session', session: 'session-of-an-agent' });
      assert.deepEqual([review.reviewedCount, review.hunkCount], [1, 1]);
    });
  });

  it('[SESSION-1] is opened from its row in the tree, which has the verdict of what is in the files now, and the files', async () => {
    using workspace = new Workspace({ 'package.json': '{ "type": "module" }\n', 'src/total.ts': TOTAL });
    await using engine = openFolderEngine(workspace);
    await engine.agents.start({ session: 'session-of-an-agent', client: 'claude' });
    workspace.write({ 'src/total.ts': WRONG });
    await withEditor({ workspace: workspace.folder }, async (editor) => {
      const { page } = editor;
      const row = (name: RegExp) => page.getByRole('treeitem', { name }).first();
      await page.getByRole('tab', { name: 'Holdfast' }).first().click();
      await row(/^claude, session session-/).click();
      await page.getByText('Holdfast: OK, 0 of 2 hunks reviewed').first().waitFor();
      await row(/^claude, session session-, OK, 0 of 2 hunks reviewed/).waitFor();
      await row(/^src\/total\.ts, 0 of 2 hunks reviewed/).waitFor();
      await editor.screenshot(screenshotFile('session-tree'));

      workspace.write({ 'src/more.ts': 'export const more = 1;\n' });
      await row(/^claude, session session-, OK, 0 of 3 hunks reviewed/).waitFor();
      // A file that the agent created is deleted only after a question.
      await row(/^claude, session session-/).click();
      const created = page.locator('.review-widget', { hasText: 'more' }).first();
      const dialog = page.locator('.monaco-dialog-box');
      await created.getByRole('button', { name: 'Take Back' }).click();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      assert.equal(workspace.read('src/more.ts'), 'export const more = 1;\n');
      await created.getByRole('button', { name: 'Take Back' }).click();
      await dialog.getByRole('button', { name: 'Delete File' }).click();
      await row(/^claude, session session-, OK, 0 of 2 hunks reviewed/).waitFor();
      assert.throws(() => workspace.read('src/more.ts'));
      await engine.agents.start({ session: 'another-session', client: 'codex' });
      await row(/^codex, session another-/).waitFor();
    });
  });

  it('[SESSION-2] shows the answer to a comment, and makes the comment a rule after a look at the difference', async () => {
    using workspace = new Workspace({ 'package.json': '{ "type": "module" }\n', 'src/total.ts': TOTAL });
    await using engine = openFolderEngine(workspace);
    const session = 'session-of-an-agent';
    await engine.agents.start({ session, client: 'claude' });
    workspace.write({ 'src/total.ts': WRONG });
    const comment = await engine.comments.add({ file: 'src/total.ts', line: 2, text: 'Start from zero', session });
    await engine.comments.answer(comment.id, { status: 'blocked', text: 'The first price is free' });
    await withEditor({ workspace: workspace.folder }, async (editor) => {
      const { page } = editor;
      const entry = (text: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
      await page.getByRole('tab', { name: 'Holdfast' }).first().waitFor();
      await page.keyboard.press('F1');
      await page.locator('.quick-input-widget input[type=text]').fill('>Holdfast: Review Session');
      await entry('Review Session…').click();
      await entry('Session session-').click();
      const first = page.locator('.review-widget').first();
      await first.getByText('The first price is free').waitFor();
      await commentOnLine(editor, '  return sum;', 'Say what is returned');
      await page.locator('.review-widget', { hasText: 'Say what is returned' }).getByText('Not answered').waitFor();
      assert.equal(await page.locator('.review-widget').count(), 3, 'two hunks and a comment');
      await editor.runCommand('View: Toggle Panel Visibility');
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('session-answer'));
      const [added] = (await engine.comments.list()).filter(({ text }) => text === 'Say what is returned');
      assert.deepEqual([added?.file, added?.line, added?.session], ['src/total.ts', 4, session]);

      await first.getByRole('button', { name: 'Make a Rule…' }).click();
      await entry('No file matches a pattern').click();
      for (const value of ['let sum = 1;', 'src/total.ts', 'Start from zero']) {
        const input = page.locator('.quick-input-widget input[type=text]');
        await page.waitForFunction(([element, expected]) => (element as HTMLInputElement).value === expected, [
          await input.elementHandle(),
          value,
        ] as const);
        await page.keyboard.press('Enter');
      }
      await page.getByText('would have refused none of the last 1 commits').first().waitFor();
      await editor.screenshot(screenshotFile('session-rule'));
      assert.throws(() => workspace.read('.holdfast/always.contract.yaml'));
      await page.getByRole('button', { name: 'Write Rule' }).click();
      await page.getByText('Holdfast: not OK, 0 of 2 hunks reviewed. Start from zero').first().waitFor();
      await page.getByRole('treeitem', { name: 'Error: Start from zero' }).first().waitFor();
      assert.ok(workspace.read('.holdfast/always.contract.yaml').includes('Start from zero'));
      await page.getByRole('tab', { name: /^Review: Session/ }).waitFor();

      // The agent takes its whole change back. The comments stay until the person resolves them.
      workspace.write({ 'src/total.ts': TOTAL });
      const row = page.getByRole('treeitem', { name: /^claude, session session-, OK, 0 of 0 hunks reviewed/ });
      await row.click();
      await page.getByText('Holdfast: OK, 0 of 0 hunks reviewed').first().waitFor();
      for (const text of ['The first price is free', 'Say what is returned']) {
        await page.locator('.review-widget', { hasText: text }).waitFor();
      }
      assert.equal(await page.locator('.review-widget').count(), 2, 'no hunk');
      const topOf = async (text: string) => (await page.getByText(text).last().boundingBox())?.y ?? NaN;
      assert.ok((await topOf('return sum;')) < (await topOf('Say what is returned')), 'the comment is at its line');
      await editor.screenshot(screenshotFile('session-taken-back'));
    });
  });
});
