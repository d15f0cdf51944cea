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
  it('[SESSION-1] [SESSION-2] shows the hunks at their lines, takes one back with the verdict, and requires an answer', async () => {
    using workspace = new Workspace({ 'package.json': '{ "type": "module" }\n', 'src/total.ts': TOTAL });
    await using engine = openFolderEngine(workspace);
    await engine.agents.start({ session: 'session-of-an-agent', client: 'claude' });
    workspace.write({ 'src/total.ts': WRONG });
    await withEditor({ workspace: workspace.folder }, async (editor) => {
      const { page } = editor;
      await editor.runCommand('Holdfast: Review Session…');
      await page
        .getByRole('option', { name: /Session session-/ })
        .first()
        .click();
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
