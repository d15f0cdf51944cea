import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Editor } from '../vscode/runtime/editor.ts';
import { copySample } from '../workshop/sample.ts';
import { plainTyping } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

/** The verify script is to pass before there is a test for it to run. */
const bootstrap = readFileSync(new URL('../fixtures/plans/bootstrap.json', import.meta.url), 'utf8');

/** One mistake for each kind of fix: order, a provider, allowedFiles, a postcondition. */
const reports = `spec: { id: reports, title: Daily reports }
chunks:
  - id: report
    title: The report
    preconditions:
      - { kind: file_exists, path: src/reports/format.ts }
      - { kind: file_exists, path: src/reports/model.ts }
    allowedFiles: [src/reports/report.ts, src/reports/index.ts]
    postconditions:
      - { kind: file_exists, path: src/reports/report.ts }
      - { kind: file_exists, path: src/reports/totals.ts }
  - id: format
    title: The format of numbers
    allowedFiles: [src/reports/format.ts]
    postconditions: [{ kind: file_exists, path: src/reports/format.ts }]
`;

describe('The findings of a plan', () => {
  it('[COMP-EDITOR] the bootstrap failure is seen as it is typed, and mended by quick fixes alone', async () => {
    const file = 'bootstrap.contract.json';
    await using sample = await copySample();
    await writeFile(join(sample.folder, file), '');
    await withEditor({ workspace: sample.folder, settings: plainTyping }, async (editor) => {
      await type(editor, file, bootstrap);
      await problem(editor, 'never fully satisfied').waitFor();
      await problem(editor, 'verify command must not appear').waitFor();
      await editor.screenshot(screenshotFile('plan-problems'));

      await quickFix(editor, 'bash scripts/verify.sh', 'Remove the verify command', 'plan-quick-fix');
      await problem(editor, 'verify command must not appear').waitFor({ state: 'hidden' });
      await quickFix(editor, 'tests/test_placeholder.py', 'Have WO-01 create "tests/test_placeholder.py"');
      await editor.page
        .locator('.view-line', { hasText: '["scripts/verify.sh", "tests/test_placeholder.py"]' })
        .waitFor();
      await editor.page.getByText('No problems have been detected').or(emptyFilter(editor)).first().waitFor();
      await editor.save();
      const mended = JSON.parse(await readFile(join(sample.folder, file), 'utf8')) as {
        work_orders: Record<string, unknown>[];
      };
      assert.deepEqual(mended.work_orders[0]?.['acceptance_commands'] ?? [], []);
      assert.deepEqual(mended.work_orders[0]?.['allowed_files'], ['scripts/verify.sh', 'tests/test_placeholder.py']);
      await editor.screenshot(screenshotFile('plan-mended'));
    });
  });

  it('[COMP-EDITOR] adds what is missing, reorders, explains on hover, and fixes all at once', async () => {
    const file = 'reports.contract.yaml';
    await using sample = await copySample();
    await writeFile(join(sample.folder, file), '');
    await withEditor({ workspace: sample.folder, settings: plainTyping }, async (editor) => {
      const { page } = editor;
      await type(editor, file, reports);
      await problem(editor, 'file_exists "src/reports/model.ts" is not satisfied').waitFor();
      await quickFix(editor, 'file_exists, path: src/reports/format.ts }', 'Move format before report');
      await problem(editor, 'file_exists "src/reports/format.ts" is not satisfied').waitFor({ state: 'hidden' });
      await quickFix(editor, 'src/reports/model.ts', 'Add a chunk before report that creates "src/reports/model.ts"');
      await problem(editor, 'src/reports/model.ts').waitFor({ state: 'hidden' });
      await quickFix(editor, 'src/reports/totals.ts', 'Add "src/reports/totals.ts" to allowedFiles');
      await problem(editor, 'src/reports/totals.ts').waitFor({ state: 'hidden' });
      await quickFix(editor, 'src/reports/index.ts', 'Add the postcondition file_exists "src/reports/index.ts"');
      await emptyFilter(editor).waitFor();

      await type(editor, file, reports);
      await problem(editor, 'file_exists "src/reports/model.ts" is not satisfied').waitFor();
      await find(editor, 'src/reports/model.ts');
      await page.locator('.view-line span span', { hasText: 'src/reports/model.ts' }).first().hover();
      await page.locator('.monaco-hover', { hasText: 'What would satisfy it' }).waitFor();
      await editor.screenshot(screenshotFile('plan-hover'));
      await editor.runCommand('Holdfast: Fix All');
      await emptyFilter(editor).waitFor();
      await editor.save();
      await editor.screenshot(screenshotFile('plan-fixed'));
    });
  });
});

/** Puts the text into the file, and the Problems view on what is wrong with it. */
async function type(editor: Editor, file: string, text: string): Promise<void> {
  const { page } = editor;
  await editor.replaceText(file, text);
  const filter = page.getByPlaceholder(/^Filter/);
  if (!(await filter.isVisible())) await editor.runCommand('View: Toggle Problems');
  await filter.fill(file);
}

function problem(editor: Editor, text: string): Locator {
  return editor.page.locator('.markers-panel .monaco-list-row', { hasText: text }).first();
}

/** What the Problems view says where nothing is wrong with the file. */
function emptyFilter(editor: Editor): Locator {
  return editor.page.getByText('No results found with provided filter criteria');
}

/** Puts the cursor on the first place of a text in the editor. */
async function find(editor: Editor, text: string): Promise<void> {
  const { page } = editor;
  await page.locator('.editor-group-container.active .monaco-editor .view-lines').click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+F');
  await page.locator('.find-widget.visible textarea').first().fill(text);
  await page.locator('.find-widget.visible .matchesCount', { hasText: /^1 of/ }).waitFor();
  await page.keyboard.press('Escape');
}

/** Asks for what can be done at a text of the editor, and takes one of the offers. */
async function quickFix(editor: Editor, at: string, title: string, picture?: string): Promise<void> {
  const { page } = editor;
  await find(editor, at);
  const offer = page.locator('.action-widget .monaco-list-row', { hasText: title });
  for (let tried = 1; ; tried++) {
    await page.keyboard.press('ControlOrMeta+.');
    // The editor closes its menu where a lens arrives and moves the lines meanwhile.
    const offered = await offer.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (offered || tried === 3) break;
    await page.keyboard.press('Escape');
  }
  if (picture !== undefined) await editor.screenshot(screenshotFile(picture));
  await offer.click();
}
