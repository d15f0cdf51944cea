import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample } from '../scripts/sample.ts';
import { clearNotifications, plainTyping } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

const file = 'src/health/types.ts';
const requirement = 'Must export the HealthCheckResult type';

describe('The view of tests', () => {
  it('[EDIT-5] [EDIT-6] runs contracts with differences and marks, follows saves, and shows the coverage of exports', async () => {
    await using sample = await copySample();
    await mkdir(join(sample.folder, 'src', 'health'));
    await writeFile(join(sample.folder, file), 'export interface HealthCheckResult { up: boolean }\n');
    await sample.git('add', '--all');
    await sample.git('commit', '--quiet', '--message', 'Add the types');
    await writeFile(join(sample.folder, file), 'export interface HealthCheckStatus { up: boolean }\n');

    await withEditor({ workspace: sample.folder, settings: plainTyping }, async (editor) => {
      const { page } = editor;
      const row = (text: string) => page.locator('.test-explorer .monaco-list-row', { hasText: text }).first();
      await editor.openFile('health-check.contract.yaml');
      await editor.runCommand('Testing: Focus on Test Explorer View');
      await row('Health checks').waitFor();
      await editor.runCommand('Test: Run All Tests');
      // The regression comes first and is open. The chunks that have not begun are skipped.
      await row(requirement).locator('.codicon-testing-failed-icon').waitFor();
      await page.locator('.test-explorer .codicon-testing-skipped-icon').first().waitFor();
      await page.locator('.glyph-margin-widgets .codicon-testing-failed-icon').first().waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('tests'));

      await row(requirement).click();
      await editor.runCommand('Test: Peek Output');
      await page.locator('.zone-widget .diff-editor').getByText('HealthCheckStatus').first().waitFor();
      await editor.screenshot(screenshotFile('tests-difference'));
      await page.keyboard.press('Escape');

      await editor.runCommand('Test: Start Continuous Run');
      await editor.replaceText(file, 'export interface HealthCheckResult { up: boolean }\n');
      await editor.save();
      await row(requirement).locator('.codicon-testing-passed-icon').waitFor();

      await editor.runCommand('Test: Run All Tests with Coverage');
      const coverage = page.locator('.test-coverage-list-element, .monaco-list-row', { hasText: 'types.ts' });
      await coverage.first().waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('tests-coverage'));
    });
  });
});
