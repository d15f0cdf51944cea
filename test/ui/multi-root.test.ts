import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copySample } from '../scripts/sample.ts';
import { findContractRow, findResultsPanel } from './hands.ts';
import { withEditor } from './with-editor.ts';

describe('A multi-root workspace', () => {
  it('[ENF-UI-1] checks the contracts of each folder against the files of that folder', async () => {
    await using stack = new AsyncDisposableStack();
    const one = stack.use(await copySample());
    const other = stack.use(await copySample());
    const temporaryFolder = await mkdtemp(join(tmpdir(), 'holdfast-workspace-'));
    stack.defer(() => rm(temporaryFolder, { recursive: true, force: true }));
    const workspace = join(temporaryFolder, 'both.code-workspace');
    const folders = [
      { path: one.folder, name: 'one' },
      { path: other.folder, name: 'other' },
    ];
    await writeFile(workspace, JSON.stringify({ folders }));
    await withEditor({ workspace }, async (editor) => {
      await editor.page
        .locator('.activitybar')
        .getByRole('tab', { name: /^Holdfast/ })
        .click();
      await findContractRow(editor, 'one').waitFor();
      await findContractRow(editor, 'other').waitFor();
      await editor.page.locator('.pane-body .monaco-list-row', { hasText: '0/3 chunks' }).nth(1).waitFor();
      await editor.runCommand('Holdfast: Validate');
      await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'other' }).first().click();
      await findResultsPanel(editor).getByText('0/3 met').waitFor();
    });
  });
});
