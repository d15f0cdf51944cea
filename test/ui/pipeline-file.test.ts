import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample } from '../scripts/sample.ts';
import { plainTyping } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

const file = '.holdfast/pipeline.yaml';

const text = `labelPrefix: cogworks
gates:
  architecture: human
  planning: sometimes
safetyCriticalModules:
  - src/**
  - src/braks/**
contextFiles: [README.md]
`;

describe('The configuration of the pipeline in the editor', () => {
  it('[PIPE-4] has problems at their lines, lenses, completion and hovers', async () => {
    await using sample = await copySample();
    await mkdir(join(sample.folder, '.holdfast'), { recursive: true });
    await writeFile(join(sample.folder, file), text);
    await withEditor({ workspace: sample.folder, settings: plainTyping }, async (editor) => {
      const { page } = editor;
      await editor.openFile(file);
      await editor.runCommand('View: Toggle Problems');
      // The list renders only visible rows, and the contracts of the sample have problems, too.
      await page.getByPlaceholder(/^Filter/).fill('pipeline.yaml');
      const problems = page.locator('.markers-panel .monaco-list-row');
      await problems.filter({ hasText: 'planning' }).first().waitFor();

      await editor.replaceText(file, text.replace('sometimes', 'human'));
      await problems.filter({ hasText: '"src/braks/**" matches no file' }).first().waitFor();
      await page.locator('.codelens-decoration', { hasText: '1 file matches' }).first().waitFor();
      await editor.screenshot(screenshotFile('pipeline-file'));

      await editor.replaceText(file, `${text.replace('sometimes', 'human')}\n`);
      await page.keyboard.press('Control+End');
      await page.keyboard.type('maxT');
      await page.keyboard.press('Control+Space');
      await page.locator('.suggest-widget .monaco-list-row', { hasText: 'maxTries' }).first().waitFor();
      await editor.screenshot(screenshotFile('pipeline-file-completion'));
      await page.keyboard.press('Enter');
      await page.keyboard.type('gen');
      await page.locator('.suggest-widget .monaco-list-row', { hasText: 'generation' }).first().waitFor();
    });
  });
});
