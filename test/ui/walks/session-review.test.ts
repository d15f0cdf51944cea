import assert from 'node:assert/strict';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';
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
});
