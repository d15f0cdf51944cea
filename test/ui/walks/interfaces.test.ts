import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample } from '../../scripts/sample.ts';
import { clearNotifications, plainTyping } from '../hands.ts';
import { screenshotFile } from '../screenshots.ts';
import { shareEditor } from '../with-editor.ts';

const definitions = '.holdfast/interfaces/can-bus.yaml';
const header = 'firmware/can_messages.h';

describe('Interfaces in the editor', () => {
  const withInterfaces = shareEditor(async (stack) => {
    const { folder } = stack.use(await copySample('can-bus'));
    const fitting = await readFile(join(folder, header), 'utf8');
    await writeFile(join(folder, header), fitting.replace('CAN_BITRATE 500', 'CAN_BITRATE 1250'));
    return { folder, fitting, options: { workspace: folder, settings: plainTyping } };
  });

  it('[ASSERT-XVAL-001] shows a violation at the definition and at the artifact, until the artifact is fixed', () =>
    withInterfaces(async (editor, { fitting }) => {
      const { page } = editor;
      await editor.openFile(definitions);
      await editor.runCommand('View: Toggle Primary Side Bar Visibility');
      await editor.runCommand('Problems: Focus on Problems View');
      await page.locator('.codelens-decoration', { hasText: 'Check Interfaces' }).first().waitFor();
      await editor.runCommand('View: Split Editor Right');
      await editor.openFile(header);

      await editor.runCommand('Holdfast: Check Interfaces');
      const problems = page.locator('.markers-panel .monaco-list-row');
      const atDefinition = problems.filter({ hasText: 'can-bus.yaml' });
      const atArtifact = problems.filter({ hasText: 'can_messages.h' });
      await atDefinition.first().waitFor();
      await atArtifact.first().waitFor();
      await problems.filter({ hasText: '1250' }).first().waitFor();
      await page
        .locator('.codelens-decoration', { hasText: /✗ \d violation/ })
        .first()
        .waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('interface-violation'));

      await editor.replaceText(header, fitting);
      await editor.save();
      await page.locator('.codelens-decoration', { hasText: '✓ all values fit' }).first().waitFor();
      await problems.filter({ hasText: '1250' }).first().waitFor({ state: 'detached' });
    }));

  it('[ASSERT-XDOM-002] reports a malformed definition while it is typed, and completes keys', () =>
    withInterfaces(async (editor, { folder }) => {
      const text = await readFile(join(folder, definitions), 'utf8');
      const { page } = editor;
      await editor.openFile(definitions);
      await editor.runCommand('Problems: Focus on Problems View');
      const problems = page.locator('.markers-panel .monaco-list-row');
      await editor.replaceText(definitions, text.replace('<= max_bus_load', '<= max_bus_lode'));
      await problems.filter({ hasText: 'max_bus_lode' }).first().waitFor();
      await editor.replaceText(definitions, `${text}        `);
      await problems.filter({ hasText: 'max_bus_lode' }).first().waitFor({ state: 'detached' });
      await page.keyboard.press('Control+End');
      await page.keyboard.type('sev');
      await page.keyboard.press('Control+Space');
      await page.locator('.suggest-widget .monaco-list-row', { hasText: 'severity' }).first().waitFor();
    }));
});
