import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { copySample, resetToHead, type SampleCopy } from '../../scripts/sample.ts';
import type { Editor } from '../../vscode/runtime/editor.ts';
import { clearNotifications, findResultsPanel } from '../hands.ts';
import { screenshotFile } from '../screenshots.ts';
import {
  addValidator,
  noisyStore,
  quietStore,
  quietStoreFile,
  validatorContract,
  validatorMessage,
} from '../validator-sample.ts';

const message = 'Must export the HealthCheckResult type';
const file = 'src/health/types.ts';
const pipelineFile = '.holdfast/pipeline.yaml';

/** What the configuration of the pipeline is changed to. */
const pipelineText = `labelPrefix: cogworks
gates:
  architecture: human
  planning: sometimes
safetyCriticalModules:
  - src/**
  - src/braks/**
contextFiles: [README.md]
`;

/** The committed files satisfy their chunks, so that the edits are regressions. The other chunks have not begun. */
export async function createEditedSample(
  stack: AsyncDisposableStack,
): Promise<{ readonly sample: SampleCopy; readonly reset: () => Promise<void> }> {
  const sample = stack.use(await copySample());
  const { folder } = sample;
  await mkdir(join(folder, 'src', 'health'));
  await addValidator(folder);
  await writeFile(join(folder, pipelineFile), 'labelPrefix: cogworks\n');
  const write = async (types: string, store: string): Promise<void> => {
    await writeFile(join(folder, file), types);
    await writeFile(join(folder, quietStoreFile), store);
  };
  await write('export interface HealthCheckResult { up: boolean }\n', quietStore);
  await sample.git('add', '--all');
  await sample.git('commit', '--quiet', '--message', 'Add the types and a quiet store');
  const resetToCommit = await resetToHead(sample);
  const reset = async (): Promise<void> => {
    await resetToCommit();
    await write('export interface HealthCheckStatus { up: boolean }\n', noisyStore);
  };
  return { sample, reset };
}

/** Opens the Problems view. It renders only visible rows: with the filter, a row that is not rendered does not exist. */
async function openProblems(editor: Editor, text: string): Promise<Locator> {
  await editor.runCommand('Problems: Focus on Problems View');
  const filter = editor.page.getByPlaceholder(/^Filter/);
  await filter.fill(text);
  return filter;
}

/** Shows a failing assertion in the Problems view, and what a full check finds, until the files are fixed. */
export async function showsProblems(editor: Editor, folder: string): Promise<void> {
  const { page } = editor;
  const failing = page.locator('.markers-panel .monaco-list-row', { hasText: message });
  await editor.openFile('health-check.contract.yaml');
  const filter = await openProblems(editor, '');
  await failing.first().waitFor();
  await editor.screenshot(screenshotFile('problems'));
  // The requirements of chunks that have not begun are no entries.
  await filter.fill('Must create checkHealth');
  await page.getByText('No results found with provided filter criteria').first().waitFor();
  await filter.fill(message);
  await failing.first().waitFor();

  await editor.replaceText(file, 'export interface HealthCheckResult { up: boolean }\n');
  await editor.save();
  await page.locator('.statusbar').getByText('1/6 chunks').waitFor();
  await failing.first().waitFor({ state: 'hidden' });
  await editor.screenshot(screenshotFile('problems-fixed'));

  // No requirement names this file, so that only the build finds its error.
  const broken = join(folder, 'src', 'broken.ts');
  await writeFile(broken, "export const broken: number = 'text';\n");
  await editor.replaceText('README.md', 'Not saved');
  await editor.openFile('health-check.contract.yaml');
  await page
    .locator('.codelens-decoration a', { hasText: /^Validate$/ })
    .first()
    .click();
  const panel = findResultsPanel(editor);
  await panel.getByRole('status').getByText('Satisfied', { exact: true }).waitFor();
  await panel.getByText(/A full check runs them/).waitFor();
  await panel.getByRole('button', { name: 'Validate Fully' }).click();
  await panel.getByRole('status').getByText('Not satisfied', { exact: true }).waitFor();
  await panel.getByText(/Unsaved changes are not included: README\.md/).waitFor();
  await panel.getByRole('region', { name: 'Commands' }).getByText('failed with exit code 2').waitFor();
  await filter.fill('exit code 2');
  const failedBuild = page.locator('.markers-panel .monaco-list-row', { hasText: 'build command "npm run build"' });
  await failedBuild.first().waitFor();
  await clearNotifications(editor);
  await editor.screenshot(screenshotFile('full-check'));
  await rm(broken);
  await failedBuild.first().waitFor({ state: 'hidden' });
  await panel.getByText(/Files have changed since this check/).waitFor();
  await panel.getByRole('button', { name: 'Validate Fully' }).click();
  await panel.getByRole('status').getByText('Satisfied', { exact: true }).waitFor();
}

/** Runs contracts in the view of tests, continuously and with the coverage of exports. */
export async function runsTests(editor: Editor): Promise<void> {
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
  await row(message).locator('.codicon-testing-failed-icon').waitFor();
  await row('checkHealth').locator('.codicon-testing-skipped-icon').waitFor();
  await page.locator('.glyph-margin-widgets .codicon-testing-failed-icon').first().waitFor();
  await clearNotifications(editor);
  await editor.screenshot(screenshotFile('tests'));

  await page.locator('.panel .monaco-list-row', { hasText: message }).first().click();
  await page.locator('.panel .monaco-diff-editor').getByText('HealthCheckStatus').first().waitFor();
  await editor.screenshot(screenshotFile('tests-difference'));

  await editor.runCommand('Test: Start Continuous Run');
  await editor.replaceText(file, 'export interface HealthCheckResult { up: boolean }\n');
  await editor.save();
  await row(message).locator('.codicon-testing-passed-icon').waitFor();

  await editor.runCommand('Test: Stop Continuous Run');

  await editor.runCommand('Test: Run All Tests with Coverage');
  const coverage = page.locator('.test-coverage-list-item');
  await coverage.filter({ hasText: /src/ }).first().waitFor();
  await editor.runCommand('Testing: Focus on Test Coverage View');
  await clearNotifications(editor);
  await editor.screenshot(screenshotFile('tests-coverage'));
}

/** Shows the message of a validator of the workspace at its location, until the file is fixed. */
export async function runsValidator(editor: Editor): Promise<void> {
  const { page } = editor;
  await editor.openFile('quiet-store.ts');
  await openProblems(editor, validatorMessage);
  const failing = page.locator('.markers-panel .monaco-list-row', { hasText: validatorMessage });
  await failing.first().waitFor();
  await page.locator('.markers-panel .monaco-list-row', { hasText: 'console.log at line 3' }).first().waitFor();
  await editor.openFile(validatorContract);
  await page.getByText('✗ 1/2').first().waitFor();
  await clearNotifications(editor);
  await editor.screenshot(screenshotFile('validator-failed'));

  await editor.replaceText('quiet-store.ts', quietStore);
  await failing.first().waitFor({ state: 'hidden' });
  await editor.openFile(validatorContract);
  await page.getByText('✓ 2/2').first().waitFor();
}

/** Shows problems and lenses in the configuration of the pipeline, and completes it. */
export async function readsPipelineFile(editor: Editor): Promise<void> {
  const { page } = editor;
  await openProblems(editor, 'pipeline.yaml');
  await editor.replaceText(pipelineFile, pipelineText);
  const problems = page.locator('.markers-panel .monaco-list-row');
  await problems.filter({ hasText: 'planning' }).first().waitFor();

  await editor.replaceText(pipelineFile, pipelineText.replace('sometimes', 'human'));
  await problems.filter({ hasText: '"src/braks/**" matches no file' }).first().waitFor();
  await page.locator('.codelens-decoration', { hasText: '1 file matches' }).first().waitFor();
  await editor.screenshot(screenshotFile('pipeline-file'));

  await editor.replaceText(pipelineFile, `${pipelineText.replace('sometimes', 'human')}\n`);
  await page.keyboard.press('Control+End');
  await page.keyboard.type('maxT');
  await page.keyboard.press('Control+Space');
  await page.locator('.suggest-widget .monaco-list-row', { hasText: 'maxTries' }).first().waitFor();
  await editor.screenshot(screenshotFile('pipeline-file-completion'));
  await page.keyboard.press('Enter');
  await page.keyboard.type('gen');
  await page.locator('.suggest-widget .monaco-list-row', { hasText: 'generation' }).first().waitFor();
}
