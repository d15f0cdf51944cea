import assert from 'node:assert/strict';
import { clearNotifications, findResultsPanel, openContractsView } from '../hands.ts';
import { createPartialSample } from '../partial-sample.ts';
import { withEditor } from '../with-editor.ts';

const CONTRACT = 'prices.contract.yaml';

describe('A contract that is not in git', () => {
  it('[EDIT-1] is offered once, when a change that it demanded is committed, and is staged and not committed', async () => {
    await using sample = await createPartialSample();
    await sample.git('rm', '--quiet', '--cached', CONTRACT);
    await sample.git('commit', '--quiet', '--message', 'Leave the contract out');
    await withEditor({ workspace: sample.folder }, async (editor) => {
      const { page } = editor;
      const panel = findResultsPanel(editor);
      await openContractsView(editor);
      await editor.openFile(CONTRACT);
      await page.locator('.codelens-decoration a', { hasText: 'Run All' }).first().click();
      await panel.getByText('Passed, waiting for your review').first().waitFor();
      await page.getByRole('tab', { name: /^Review: Add the tax/ }).waitFor();
      await page.locator('.review-widget', { hasText: 'Change 3 of 3' }).first().waitFor();
      await page.getByRole('tab', { name: /^Run: Prices/ }).click();
      await clearNotifications(editor);
      await panel.getByRole('button', { name: 'Accept and Commit' }).click();
      const offer = page.locator('.notification-toast', { hasText: `${CONTRACT} is not in git yet` });
      await offer.getByRole('button', { name: 'Stage Contract' }).click();
      await page
        .getByRole('treeitem', { name: new RegExp(CONTRACT) })
        .first()
        .waitFor();
      assert.equal(await sample.git('status', '--porcelain', CONTRACT), `A  ${CONTRACT}`);
      assert.match(await sample.git('log', '-1', '--format=%s'), /^chunk: Add the tax/);
    });
  }).timeout(300_000);
});
