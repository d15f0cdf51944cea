import { join } from 'node:path';
import { projectRoot } from '../../scripts/project.ts';
import { copySample } from '../../scripts/sample.ts';
import { bundleFile, readTexts } from '../../scripts/translations.ts';
import { findResultsPanel } from '../hands.ts';
import { screenshotFile } from '../screenshots.ts';
import { withEditor } from '../with-editor.ts';

const language = 'de';

describe('The display language of the editor', () => {
  it('is the language of commands, lenses, views and panels if there is a translation', async () => {
    const texts = readTexts(bundleFile(language));
    const manifestTexts = readTexts(join(projectRoot, `package.nls.${language}.json`));
    const translated = (text: string): string => texts[text] ?? '';
    await using sample = await copySample();
    await withEditor({ workspace: sample.folder, language }, async (editor) => {
      const { page } = editor;
      await editor.openFile('health-check.contract.yaml');
      await page.getByText(translated('✦ Run All'), { exact: true }).first().waitFor();
      await page
        .locator('.activitybar')
        .getByRole('tab', { name: /^Holdfast/ })
        .click();
      // The only view of a container has its name in the title.
      await page.getByText(`Holdfast: ${manifestTexts['view.contracts'] ?? 'missing'}`, { exact: true }).waitFor();
      await editor.runCommand(`Holdfast: ${manifestTexts['command.validate'] ?? ''}`);
      await findResultsPanel(editor)
        .getByRole('heading', { name: translated('Requirements') })
        .first()
        .waitFor();
      await editor.screenshot(screenshotFile('translated'));
    });
  });
});
