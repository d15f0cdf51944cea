import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copySample, resetToHead } from '../../scripts/sample.ts';
import { findSandbox } from '../../../src/workspace/confinement/find-sandbox.ts';
import { clearNotifications, findResultsPanel } from '../hands.ts';
import { screenshotFile } from '../screenshots.ts';
import { shareEditor } from '../with-editor.ts';

const contract = (command: string) => `version: 1
spec: { id: rates, title: Rates }
chunks:
  - id: rate
    title: Read the rate
    description: Read the rate from the file of rates.
    allowedFiles: [src/rate.mjs]
    maxAttempts: 1
    creates: [rate]
    acceptanceCommands: [${JSON.stringify(command)}]
`;

/** A chunk whose command reads a file outside of its repository. */
async function createRatesSample() {
  const sample = await copySample();
  const rates = join(dirname(sample.folder), 'rates', 'rate.json');
  await mkdir(dirname(rates));
  await writeFile(rates, '{ "rate": 1.19 }\n');
  const read = `import { readFileSync } from 'node:fs';\nexport const rate = JSON.parse(readFileSync(${JSON.stringify(rates)}, 'utf8')).rate;\n`;
  const steps = [
    { tools: [{ name: 'write_file', input: { path: 'src/rate.mjs', content: read } }] },
    { text: 'Done.' },
  ];
  await writeFile(join(sample.folder, 'rates.contract.yaml'), contract('node src/rate.mjs'));
  await writeFile(
    join(sample.folder, 'replies.yaml'),
    JSON.stringify({ version: 1, replies: [{ chunk: 'rate', steps }] }),
  );
  await sample.git('add', '--all');
  await sample.git('commit', '--quiet', '--message', 'Rates');
  return { sample, rates };
}

describe('Confinement', () => {
  before(async function () {
    if ('reason' in (await findSandbox())) this.skip();
  });

  const withSample = shareEditor(async (stack) => {
    const { sample, rates } = await createRatesSample();
    stack.use(sample);
    return { sample, rates, reset: await resetToHead(sample), options: { workspace: sample.folder } };
  });

  it('[CONF-1] [CONF-2] names the path that a command did not see, and the setting of the user shows it', () =>
    withSample(async (editor, { sample, rates }) => {
      const { page } = editor;
      const panel = findResultsPanel(editor);
      await editor.openFile('rates.contract.yaml');
      await page.locator('.codelens-decoration a', { hasText: 'Run All' }).first().click();
      await panel.getByText(`${rates} ("confinementRead" in your settings shows paths`).first().waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('confined-command-failed'));

      await editor.runCommand('Preferences: Open Settings (UI)');
      await page.locator('.settings-editor .suggest-input-container .view-lines').click();
      await page.keyboard.insertText('holdfast.confinement');
      await page
        .locator('.settings-editor')
        .getByRole('tab', { name: /^Remote/ })
        .click();
      const setting = page.locator('.settings-editor .setting-item-contents', { hasText: 'Confinement Read' });
      await setting.getByRole('button', { name: 'Add Item' }).click();
      const input = setting.locator('.setting-list-edit-row input').first();
      await input.fill(dirname(rates));
      await input.press('Enter');
      await setting.locator('.setting-list-value', { hasText: dirname(rates) }).waitFor();
      await editor.screenshot(screenshotFile('confinement-settings'));
      await page.keyboard.press('Escape');

      await editor.openFile('rates.contract.yaml');
      await page.locator('.codelens-decoration a', { hasText: 'Run All' }).first().click();
      await panel.getByText('Passed, waiting for your review').first().waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('confined-command-passed'));
      assert.equal(await sample.git('status', '--porcelain'), '');
    }));
});
