import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample } from '../scripts/sample.ts';
import { clearNotifications, plainTyping } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

const definitions = '.holdfast/interfaces/can-bus.yaml';
const header = 'firmware/can_messages.h';

describe('Interfaces in the editor', () => {
  it('[ASSERT-XVAL-001] shows a violation at the definition and at the artifact, until the artifact is fixed', async () => {
    await using sample = await copySample('can-bus');
    const fitting = await readFile(join(sample.folder, header), 'utf8');
    await writeFile(join(sample.folder, header), fitting.replace('CAN_BITRATE 500', 'CAN_BITRATE 1250'));
    await withEditor({ workspace: sample.folder, settings: plainTyping }, async (editor) => {
      const { page } = editor;
      await editor.openFile(definitions);
      await editor.runCommand('View: Toggle Primary Side Bar Visibility');
      await editor.runCommand('View: Toggle Problems');
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
    });
  });

  it('[ASSERT-XDOM-002] reports a malformed definition while it is typed, and completes keys', async () => {
    await using sample = await copySample('can-bus');
    const text = await readFile(join(sample.folder, definitions), 'utf8');
    await withEditor({ workspace: sample.folder, settings: plainTyping }, async (editor) => {
      const { page } = editor;
      await editor.openFile(definitions);
      await editor.runCommand('View: Toggle Problems');
      const problems = page.locator('.markers-panel .monaco-list-row');
      await editor.replaceText(definitions, text.replace('<= max_bus_load', '<= max_bus_lode'));
      await problems.filter({ hasText: 'max_bus_lode' }).first().waitFor();
      await editor.replaceText(definitions, `${text}        `);
      await problems.filter({ hasText: 'max_bus_lode' }).first().waitFor({ state: 'detached' });
      await page.keyboard.press('Control+End');
      await page.keyboard.type('sev');
      await page.keyboard.press('Control+Space');
      await page.locator('.suggest-widget .monaco-list-row', { hasText: 'severity' }).first().waitFor();
    });
  });

  it('starts no service in restricted mode, and still reports malformed definitions', async () => {
    await using sample = await copySample('can-bus');
    const text = await readFile(join(sample.folder, definitions), 'utf8');
    await withEditor({ workspace: sample.folder, trust: false, settings: plainTyping }, async (editor) => {
      const { page } = editor;
      await editor.openFile(definitions);
      await editor.runCommand('View: Toggle Problems');
      await editor.replaceText(definitions, text.replace('owners:', 'owner:'));
      await page.locator('.markers-panel .monaco-list-row', { hasText: 'owner' }).first().waitFor();
      await editor.runCommand('Holdfast: Check Interfaces');
      await page.locator('.notification-toast', { hasText: 'this workspace is not trusted' }).waitFor();
    });
  });
});
