import assert from 'node:assert/strict';
import { copySample } from '../scripts/sample.ts';
import {
  findContractRow,
  openCheckedContract,
  openContractsView,
  findResultsPanel,
  runChunkFromPalette,
} from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

describe('Restricted mode', () => {
  it('[ENF-UI-1] runs only the checks that read files, and explains why others are disabled', async () => {
    await using sample = await copySample();
    await withEditor({ workspace: sample.folder, trust: false }, async (editor) => {
      const { page } = editor;
      await openCheckedContract(editor);
      await openContractsView(editor);
      await findContractRow(editor, 'Restricted mode').waitFor();
      await page.getByText('Holdfast: restricted').waitFor();
      await editor.runCommand('Holdfast: Validate');
      const panel = findResultsPanel(editor);
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
