import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { copySample, type SampleCopy } from '../scripts/sample.ts';
import { clearNotifications, findContractRow, findResultsPanel, openContractsView } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

/** Of three chunks one passes, one has nothing to check, and one fails because of its command. */
const contract = `version: 1
spec: { id: partial, title: Partial results }
chunks:
  - { id: checked, title: Checked, creates: [checked], allowedFiles: [src/checked.ts] }
  - { id: notes, title: Notes, description: Write notes., allowedFiles: [notes.txt] }
  - id: failing
    title: Failing
    allowedFiles: [src/failing.ts]
    acceptanceCommands: [node --no-such-option]
    maxAttempts: 1
`;

const writeFileSteps = (path: string, content: string) => [
  { tools: [{ name: 'write_file', input: { path, content } }] },
  { text: 'Done.' },
];
const replies = [
  { chunk: 'checked', steps: writeFileSteps('src/checked.ts', 'export const checked = true;\n') },
  { chunk: 'notes', steps: writeFileSteps('notes.txt', 'Notes\n') },
  { chunk: 'failing', steps: writeFileSteps('src/failing.ts', 'export {};\n') },
];

async function createSample(): Promise<SampleCopy> {
  const sample = await copySample();
  await writeFile(join(sample.folder, 'partial.contract.yaml'), contract);
  await writeFile(join(sample.folder, 'replies.yaml'), JSON.stringify({ version: 1, replies }));
  await sample.git('add', '--all');
  await sample.git('commit', '--quiet', '--message', 'Partial results');
  return sample;
}

describe('Partial results', () => {
  it('[DONE-3] [DONE-7] are never greener than their chunks, after Discard, a reload and Accept', async () => {
    await using sample = await createSample();
    await withEditor({ workspace: sample.folder }, async (editor) => {
      const { page } = editor;
      const panel = findResultsPanel(editor);
      const status = panel.getByRole('status');
      await openContractsView(editor);
      await editor.openFile('partial.contract.yaml');
      const runAll = page.locator('.codelens-decoration a', { hasText: 'Run All' }).first();
      await runAll.click();
      await status.getByText('Failed', { exact: true }).waitFor();
      await panel.getByRole('tab', { name: 'Notes Not verified' }).waitFor();
      await panel.getByRole('tab', { name: 'Checked Passed' }).waitFor();
      await panel.getByRole('tab', { name: 'Failing Failed', selected: true }).waitFor();
      await panel.getByText(/not met after 1 of 1 attempts.*bad option: --no-such-option/s).waitFor();
      await findContractRow(editor, 'Partial results').getByText('1 result to review').waitFor();
      const reviewTab = page.getByRole('tab', { name: /^Review: Checked, Notes/ });
      await reviewTab.waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('partial-review'));

      await panel.getByRole('button', { name: 'Discard' }).click();
      await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Discard' }).click();
      await status.getByText('Discarded 2 of 3').waitFor();
      await panel.getByRole('tab', { name: 'Checked Discarded' }).waitFor();
      await reviewTab.waitFor({ state: 'hidden' });
      await editor.reload();
      await status.getByText('Discarded', { exact: true }).waitFor();

      await editor.openFile('partial.contract.yaml');
      await runAll.click();
      await status.getByText('Failed', { exact: true }).waitFor();
      await panel.getByRole('button', { name: 'Accept and Commit' }).click();
      await status.getByText('Landed 2 of 3').waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('partial-landed'));
      const files = await sample.git('show', '--format=', '--name-only', 'HEAD');
      assert.deepEqual(files.split('\n').sort(), ['notes.txt', 'src/checked.ts']);
    });
  });
});
