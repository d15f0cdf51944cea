import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample } from '../scripts/sample.ts';
import { clearNotifications, findResultsPanel, plainTyping } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

const message = 'Must export the HealthCheckResult type';
const file = 'src/health/types.ts';

describe('The Problems view', () => {
  it('[ENF-UI-1] [DONE-4] [EDIT-6] shows a failing assertion, and what a full check finds, until the files are fixed', async () => {
    await using sample = await copySample();
    await mkdir(join(sample.folder, 'src', 'health'));
    // The committed file satisfies its chunk, so that the edit is a regression. The other chunks have not begun.
    await writeFile(join(sample.folder, file), 'export interface HealthCheckResult { up: boolean }\n');
    await sample.git('add', '--all');
    await sample.git('commit', '--quiet', '--message', 'Add the types');
    await writeFile(join(sample.folder, file), 'export interface HealthCheckStatus { up: boolean }\n');

    await withEditor({ workspace: sample.folder, settings: plainTyping }, async (editor) => {
      const { page } = editor;
      const failing = page.locator('.markers-panel .monaco-list-row', { hasText: message });
      await editor.openFile('health-check.contract.yaml');
      await editor.runCommand('View: Toggle Problems');
      await failing.first().waitFor();
      await editor.screenshot(screenshotFile('problems'));
      // The list renders only visible rows. With the filter, a row that is not rendered does not exist.
      const filter = page.getByPlaceholder(/^Filter/);
      // The requirements of chunks that have not begun are no entries.
      await filter.fill('Must create checkHealth');
      await page.getByText('No results found with provided filter criteria').first().waitFor();
      await filter.fill(message);
      await failing.first().waitFor();

      await editor.replaceText(file, 'export interface HealthCheckResult { up: boolean }\n');
      await editor.save();
      await page.locator('.statusbar').getByText('1/5 chunks').waitFor();
      await failing.first().waitFor({ state: 'hidden' });
      await editor.screenshot(screenshotFile('problems-fixed'));

      // No requirement names this file, so that only the build finds its error.
      const broken = join(sample.folder, 'src', 'broken.ts');
      await writeFile(broken, "export const broken: number = 'text';\n");
      await editor.replaceText('README.md', 'Not saved');
      await editor.openFile('health-check.contract.yaml');
      await page
        .locator('.codelens-decoration a', { hasText: /^Validate$/ })
        .first()
        .click();
      const panel = findResultsPanel(editor);
      await panel.getByRole('status').getByText('Met', { exact: true }).waitFor();
      await panel.getByText(/A full check runs them/).waitFor();
      await panel.getByRole('button', { name: 'Validate Fully' }).click();
      await panel.getByRole('status').getByText('Not met', { exact: true }).waitFor();
      await panel.getByText(/Unsaved changes are not included: README\.md/).waitFor();
      await panel.getByRole('region', { name: 'Commands' }).getByText('failed with exit code 2').waitFor();
      await page.getByPlaceholder(/^Filter/).fill('exit code 2');
      const failedBuild = page.locator('.markers-panel .monaco-list-row', { hasText: 'build command "npm run build"' });
      await failedBuild.first().waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('full-check'));
      await rm(broken);
      await failedBuild.first().waitFor({ state: 'hidden' });
      await panel.getByText(/Files have changed since this check/).waitFor();
      await panel.getByRole('button', { name: 'Validate Fully' }).click();
      await panel.getByRole('status').getByText('Met', { exact: true }).waitFor();
    });
  });
});
