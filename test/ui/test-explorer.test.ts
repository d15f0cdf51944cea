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
      // The view exists once the contracts were listed.
      await page.getByText('✗ 1/3').first().waitFor();
      await editor.runCommand('Testing: Focus on Test Explorer View');
      await row('Health checks').waitFor();
      await editor.runCommand('Test: Run All Tests');
      await row('Health checks').locator('.codicon-testing-failed-icon').waitFor();
      for (const label of ['Health checks', 'Health check types']) {
        await row(label).click();
        await page.keyboard.press('ArrowRight');
      }
      // The regression comes first. The chunks that have not begun are skipped.
      await row(requirement).locator('.codicon-testing-failed-icon').waitFor();
      await row('checkHealth').locator('.codicon-testing-skipped-icon').waitFor();
      await page.locator('.glyph-margin-widgets .codicon-testing-failed-icon').first().waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('tests'));

      await page.locator('.panel .monaco-list-row', { hasText: requirement }).first().click();
      await page.locator('.panel .monaco-diff-editor').getByText('HealthCheckStatus').first().waitFor();
      await editor.screenshot(screenshotFile('tests-difference'));

      await editor.runCommand('Test: Start Continuous Run');
      await editor.replaceText(file, 'export interface HealthCheckResult { up: boolean }\n');
      await editor.save();
      await row(requirement).locator('.codicon-testing-passed-icon').waitFor();

      await editor.runCommand('Test: Stop Continuous Run');

      await editor.runCommand('Test: Run All Tests with Coverage');
      const coverage = page.locator('.test-coverage-list-item');
      await coverage.filter({ hasText: /src/ }).first().waitFor();
      await editor.runCommand('Testing: Focus on Test Coverage View');
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('tests-coverage'));
    });
  });
});
