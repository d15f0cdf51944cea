import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Editor } from '../../vscode/runtime/editor.ts';
import { copySample } from '../../scripts/sample.ts';
import { plainTyping } from '../hands.ts';
import { screenshotFile } from '../screenshots.ts';
import { shareEditor } from '../with-editor.ts';
import { slowness } from '../../scripts/machine-speed.ts';

const bootstrapFile = 'bootstrap.contract.json';
const reportsFile = 'reports.contract.yaml';

/** A plan whose verify script must pass before its test exists. */
const bootstrap = readFileSync(new URL('../../fixtures/plans/bootstrap.json', import.meta.url), 'utf8');

/** A plan with one error for each kind of fix: order, a provider, allowedFiles, a postcondition. */
const reports = `spec: { id: reports, title: Daily reports }
verify: { command: npm test }
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
  const withFiles = shareEditor(async (stack) => {
    const { folder } = stack.use(await copySample());
    for (const file of [bootstrapFile, reportsFile]) await writeFile(join(folder, file), '');
    return { folder, options: { workspace: folder, settings: plainTyping } };
  });

  it('[COMP-EDITOR] the bootstrap failure is reported while typing and fixed by quick fixes, and then nothing is left to check', () =>
    withFiles(async (editor, { folder }) => {
      await enterText(editor, bootstrapFile, bootstrap);
      await findProblem(editor, 'never fully satisfied').waitFor();
      await findProblem(editor, 'verify command must not appear').waitFor();
      await editor.screenshot(screenshotFile('plan-problems'));

      await applyQuickFix(editor, 'bash scripts/verify.sh', 'Remove the verify command', 'plan-quick-fix');
      await findProblem(editor, 'verify command must not appear').waitFor({ state: 'hidden' });
      await applyQuickFix(editor, 'tests/test_placeholder.py', 'Let WO-01 create "tests/test_placeholder.py"');
      await editor.page
        .locator('.view-line', { hasText: '["scripts/verify.sh", "tests/test_placeholder.py"]' })
        .waitFor();
      await findProblem(editor, 'never fully satisfied').waitFor({ state: 'hidden' });
      await findProblem(editor, 'has no acceptance_commands').waitFor();
      await editor.save();
      const fixed = JSON.parse(await readFile(join(folder, bootstrapFile), 'utf8')) as {
        work_orders: Record<string, unknown>[];
      };
      assert.deepEqual(fixed.work_orders[0]?.['acceptance_commands'] ?? [], []);
      assert.deepEqual(fixed.work_orders[0]?.['allowed_files'], ['scripts/verify.sh', 'tests/test_placeholder.py']);
      await editor.screenshot(screenshotFile('plan-after-fixes'));
    }));

  it('[COMP-EDITOR] adds missing entries, reorders chunks, explains findings on hover, and fixes all at once', () =>
    withFiles(async (editor) => {
      const { page } = editor;
      await enterText(editor, reportsFile, reports);
      await findProblem(editor, 'file_exists "src/reports/model.ts" is not satisfied').waitFor();
      await applyQuickFix(editor, 'file_exists, path: src/reports/format.ts }', 'Move format before report');
      await findProblem(editor, 'file_exists "src/reports/format.ts" is not satisfied').waitFor({ state: 'hidden' });
      await applyQuickFix(
        editor,
        'src/reports/model.ts',
        'Add a chunk before report that creates "src/reports/model.ts"',
      );
      await findProblem(editor, 'src/reports/model.ts').waitFor({ state: 'hidden' });
      await applyQuickFix(editor, 'src/reports/totals.ts', 'Add "src/reports/totals.ts" to allowedFiles');
      await findProblem(editor, 'src/reports/totals.ts').waitFor({ state: 'hidden' });
      await applyQuickFix(editor, 'src/reports/index.ts', 'Add the postcondition file_exists "src/reports/index.ts"');
      await waitForNoFindings(editor);

      await enterText(editor, reportsFile, reports);
      await findProblem(editor, 'file_exists "src/reports/model.ts" is not satisfied').waitFor();
      await moveCursorTo(editor, 'src/reports/model.ts');
      await page.locator('.view-line span span', { hasText: 'src/reports/model.ts' }).first().hover();
      await page.locator('.monaco-hover', { hasText: 'How to fix' }).waitFor();
      await editor.screenshot(screenshotFile('plan-hover'));
      await editor.runCommand('Holdfast: Fix All');
      await waitForNoFindings(editor);
      await editor.save();
      await editor.screenshot(screenshotFile('plan-fixed'));
    }));
});

/** Replaces the text of the file and filters the Problems view on it. */
async function enterText(editor: Editor, file: string, text: string): Promise<void> {
  const { page } = editor;
  await editor.replaceText(file, text);
  const filter = page.getByPlaceholder(/^Filter/);
  if (!(await filter.isVisible())) await editor.runCommand('View: Toggle Problems');
  await filter.fill(file);
}

/** Finds a plan finding in the Problems view. Postconditions that no run has met yet are listed there too. */
function findProblem(editor: Editor, text: string): Locator {
  return editor.page
    .locator('.markers-panel .monaco-list-row', { hasText: text, hasNotText: 'Postcondition:' })
    .filter({ hasText: 'Holdfast' })
    .first();
}

/** Waits until the file has no plan finding. */
async function waitForNoFindings(editor: Editor): Promise<void> {
  await findProblem(editor, 'Holdfast').waitFor({ state: 'hidden' });
}

/** Moves the cursor to the first occurrence of a text in the editor. */
async function moveCursorTo(editor: Editor, text: string): Promise<void> {
  const { page } = editor;
  await page.locator('.editor-group-container.active .monaco-editor .view-lines').click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+F');
  await page.locator('.find-widget.visible textarea').first().fill(text);
  await page.locator('.find-widget.visible .matchesCount', { hasText: /^1 of/ }).waitFor();
  await page.keyboard.press('Escape');
}

/** Opens the quick fixes at a text of the editor and applies one. */
async function applyQuickFix(editor: Editor, at: string, title: string, picture?: string): Promise<void> {
  const { page } = editor;
  await moveCursorTo(editor, at);
  const offer = page.locator('.action-widget .monaco-list-row', { hasText: title });
  for (let tryCount = 1; ; tryCount++) {
    await page.keyboard.press('ControlOrMeta+.');
    // The editor closes its menu if a code lens arrives and moves the lines.
    const isOffered = await offer.waitFor({ timeout: 10_000 * slowness() }).then(
      () => true,
      () => false,
    );
    if (isOffered || tryCount === 3) break;
    await page.keyboard.press('Escape');
  }
  if (picture !== undefined) await editor.screenshot(screenshotFile(picture));
  await offer.click();
}
