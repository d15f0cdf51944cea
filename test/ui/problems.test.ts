import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample } from '../scripts/sample.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

const message = 'Must export the HealthCheckResult type';
const file = 'src/health/types.ts';

describe('The Problems view', () => {
  it('[ENF-UI-1] shows a failing assertion until the file is fixed and saved', async () => {
    await using sample = await copySample();
    await mkdir(join(sample.folder, 'src', 'health'));
    await writeFile(join(sample.folder, file), 'export interface HealthCheckStatus { up: boolean }\n');

    await withEditor({ workspace: sample.folder }, async (editor) => {
      const { page } = editor;
      const failing = page.locator('.markers-panel .monaco-list-row', { hasText: message });
      await editor.openFile('health-check.contract.yaml');
      await editor.runCommand('View: Toggle Problems');
      await failing.first().waitFor();
      await editor.screenshot(screenshotFile('problems'));
      // The list renders only visible rows. With the filter, a row that is not rendered does not exist.
      await page.getByPlaceholder(/^Filter/).fill(message);
      await failing.first().waitFor();

      await editor.replaceText(file, 'export interface HealthCheckResult { up: boolean }\n');
      await editor.save();
      await page.locator('.statusbar').getByText('1/5 chunks').waitFor();
      await failing.first().waitFor({ state: 'hidden' });
      await editor.screenshot(screenshotFile('problems-fixed'));
    });
  });
});
