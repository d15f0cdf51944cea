import assert from 'node:assert/strict';
import { copySample } from '../workshop/sample.ts';
import { contractRow, openCheckedContract, openContractsView, resultsPanel, runChunkFromPalette } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

describe('Restricted mode', () => {
  it('[ENF-UI-1] checks what reads files only, says why the rest is off, and runs nothing', async () => {
    await using sample = await copySample();
    await withEditor({ workspace: sample.folder, trust: false }, async (editor) => {
      const { page } = editor;
      await openCheckedContract(editor);
      await openContractsView(editor);
      await contractRow(editor, 'Restricted mode').waitFor();
      await page.getByText('Holdfast: restricted').waitFor();
      await editor.runCommand('Holdfast: Validate');
      const panel = resultsPanel(editor);
      await panel.getByText(/^Restricted mode: only checks that read files ran/).waitFor();
      await panel.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
      await editor.screenshot(screenshotFile('restricted'));

      await runChunkFromPalette(editor, 'Health check types');
      const refused = page.locator('.notification-toast', { hasText: 'this workspace is not trusted' });
      await refused.waitFor();
      await refused.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
      assert.equal(await sample.git('status', '--porcelain'), '');
    });
  });
});
