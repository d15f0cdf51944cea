import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../scripts/project.ts';
import type { Editor } from '../vscode/runtime/editor.ts';
import {
  clearNotifications,
  findContractRow,
  findTestRow,
  openCheckedContract,
  openContractsView,
  findResultsPanel,
  plainTyping,
  runChunkFromPalette,
} from './hands.ts';
import { copyPipelineSample, holdfast, itemBody, itemTitle } from './pipeline-sample.ts';
import { addPlan, findChunk, planFile } from './plan-sample.ts';
import { screenshotFile } from './screenshots.ts';
import { addValidator, validatorContract } from './validator-sample.ts';
import { shareEditor } from './with-editor.ts';

const specification = 'slugs.md';
const definitions = '.holdfast/interfaces/can-bus.yaml';
const store = 'src/orders/store.ts';

/** Has something for each command that is refused, and for each part that reads files only. */
async function createWorkspace(stack: AsyncDisposableStack) {
  const sample = stack.use(await copyPipelineSample());
  const { folder } = sample;
  await addPlan(folder);
  await addValidator(folder);
  await writeFile(join(folder, specification), '# Slugs\n\nA function `slug(text)`.\n');
  await mkdir(join(folder, '.holdfast/interfaces'));
  await copyFile(join(projectRoot, 'examples/can-bus', definitions), join(folder, definitions));
  await sample.git('add', '--all');
  await sample.git('commit', '--quiet', '--message', 'Add a plan, a validator, a specification and an interface');
  await holdfast(sample, 'item', 'new', '--title', itemTitle, '--body', itemBody);
  // What loads this module or runs a command leaves a file.
  await writeFile(
    join(folder, '.holdfast/validators/harmful.mjs'),
    "import { writeFileSync } from 'node:fs';\nwriteFileSync(new URL('../../loaded.txt', import.meta.url), 'loaded');\n",
  );
  await appendFile(join(folder, store), '\nexport const changed = true;\n');
  const state = async () => [await sample.git('status', '--porcelain', '--ignored'), await sample.git('for-each-ref')];
  const before = await state();
  return {
    folder,
    options: { workspace: folder, trust: false, settings: plainTyping },
    /** Asserts that nothing has changed in the repository. */
    assertUnchanged: async () => assert.deepEqual(await state(), before),
  };
}

/** Waits until a command is refused. */
async function waitForRefusal({ page }: Editor): Promise<void> {
  const refused = page.locator('.notification-toast', { hasText: 'this workspace is not trusted' });
  await refused.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
}

describe('Restricted mode', () => {
  const inRestrictedMode = shareEditor(createWorkspace);

  it('[ENF-UI-1] [EDIT-5] runs only the checks that read files, and explains why others are disabled', () =>
    inRestrictedMode(async (editor, { assertUnchanged }) => {
      const { page } = editor;
      await openCheckedContract(editor);
      await openContractsView(editor);
      await findContractRow(editor, 'Restricted mode').waitFor();
      await page.getByText('Holdfast: restricted').waitFor();
      await editor.runCommand('Holdfast: Validate');
      const panel = findResultsPanel(editor);
      await panel.getByText(/^Restricted mode: only checks that read files ran/).waitFor();
      await panel.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
      await editor.screenshot(screenshotFile('restricted'));

      await runChunkFromPalette(editor, 'Health check types');
      await waitForRefusal(editor);
      await assertUnchanged();
    }));

  it('[ENF-UI-1] [EDIT-5] the view of tests shows what files alone say', () =>
    inRestrictedMode(async (editor, { folder }) => {
      const { page } = editor;
      await openCheckedContract(editor);
      await mkdir(join(folder, 'src/health'));
      await writeFile(join(folder, 'src/health/types.ts'), 'export interface HealthCheckResult { up: boolean }\n');
      // The editor reports only the folder, when it appears and when it disappears.
      await page.locator('.codelens-decoration', { hasText: '1/3 chunks' }).first().waitFor();
      await editor.runCommand('Testing: Focus on Test Explorer View');
      await findTestRow(editor, 'Health checks').click();
      await page.keyboard.press('ArrowRight');
      await findTestRow(editor, 'Health check types').waitFor();
      // The editor itself asks for trust before it runs a test.
      await editor.runCommand('Test: Run All Tests');
      const question = page.locator('.monaco-dialog-box', { hasText: 'Running tests may execute code' });
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      await findTestRow(editor, 'Health check types').locator('.codicon-testing-unset-icon').waitFor();
      await rm(join(folder, 'src/health'), { recursive: true });
      await page.locator('.codelens-decoration', { hasText: '0/3 chunks' }).first().waitFor();
    }));

  it('[ENF-PLUG-4] no validator is loaded, and the reason is shown', () =>
    inRestrictedMode(async (editor, { folder, assertUnchanged }) => {
      await editor.openFile(validatorContract);
      await editor.page.getByText('○ 1/2').first().waitFor();
      await editor.runCommand('Holdfast: Validate');
      const panel = findResultsPanel(editor);
      await panel.getByText(/^Restricted mode: only checks that read files ran/).waitFor();
      await panel.getByText(/the validator no-debug-output is code/).waitFor();
      await editor.screenshot(screenshotFile('validator-restricted'));
      assert.equal(existsSync(join(folder, 'loaded.txt')), false);
      await assertUnchanged();
    }));

  it('[COMP-EDITOR] the plan view is drawn, and changes nothing', () =>
    inRestrictedMode(async (editor, { assertUnchanged }) => {
      await editor.openFile(planFile);
      await editor.runCommand('Holdfast: Show Plan');
      await findChunk(findResultsPanel(editor), 'The page').waitFor();
      await assertUnchanged();
    }));

  it('[COMP-LOOP] Plan from Specification and Review Changes are refused', () =>
    inRestrictedMode(async (editor, { assertUnchanged }) => {
      await editor.openFile(specification);
      await editor.runCommand('Holdfast: Plan from Specification');
      await waitForRefusal(editor);
      await clearNotifications(editor);
      await editor.openFile(store);
      await editor.runCommand('Holdfast: Review Changes');
      await waitForRefusal(editor);
      await assertUnchanged();
    }));

  it('malformed interfaces are reported, and their services are not started', () =>
    inRestrictedMode(async (editor, { folder }) => {
      const text = await readFile(join(folder, definitions), 'utf8');
      await editor.openFile(definitions);
      await editor.runCommand('Problems: Focus on Problems View');
      const { page } = editor;
      // The list renders only visible rows, and the contracts have problems, too.
      await page.getByPlaceholder(/^Filter/).fill('can-bus.yaml');
      await editor.replaceText(definitions, text.replace('owners:', 'owner:'));
      await page.locator('.markers-panel .monaco-list-row', { hasText: 'owner' }).first().waitFor();
      await editor.runCommand('Holdfast: Check Interfaces');
      await waitForRefusal(editor);
    }));

  it('[ASSERT-PSM-003] work items are shown, and no step runs', () =>
    inRestrictedMode(async (editor, { assertUnchanged }) => {
      const { page } = editor;
      await openContractsView(editor);
      await page.locator('.pane-body .monaco-list-row', { hasText: itemTitle }).first().waitFor();
      await editor.runCommand('Holdfast: Run Work Item');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: itemTitle }).first().click();
      await waitForRefusal(editor);
      await assertUnchanged();
    }));
});
