import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import type { Editor } from '../../../vscode/runtime/editor.ts';
import { findResultsPanel, openCheckedContract } from '../../hands.ts';
import { findChunk, planFile as file, reports } from '../../plan-sample.ts';
import { screenshotFile } from '../../screenshots.ts';

const largeFile = 'large.contract.yaml';
const LARGE_PLAN_CHUNKS = 1_000;

/** Shows a plan, edits it, and moves in the graph by keyboard. */
export async function followsPlan(editor: Editor): Promise<void> {
  const { page } = editor;
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/violates the following Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  await editor.openFile(file);
  await page.getByText('✦ Run All').first().waitFor();
  await page
    .locator('.title-actions, .editor-actions')
    .getByLabel(/^Show Plan/)
    .first()
    .click();
  const plan = findResultsPanel(editor);
  const model = findChunk(plan, 'The model of a report');
  await findChunk(plan, 'The page').waitFor();
  await plan.getByText('4 chunks, 1 error, 2 verify-exempt').waitFor();
  assert.equal(await plan.getByRole('button', { name: /; verify-exempt/ }).count(), 2);
  await model.getByText('met, 4/4').waitFor();

  await model.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await findChunk(plan, 'Totals of a day').and(plan.locator('[aria-current=true]')).waitFor();
  await plan.getByRole('heading', { name: /^Totals of a day/ }).waitFor();
  await plan.getByText('is in allowedFiles but has no postcondition').waitFor();
  await editor.screenshot(screenshotFile('plan'));
  await page.keyboard.press('Enter');
  await page
    .locator('.statusbar')
    .getByText(/^Ln 14, Col 5/)
    .waitFor();

  await page.keyboard.press('End');
  await page.keyboard.insertText('-of-one-day');
  await plan.getByRole('heading', { name: /^Totals of a day/ }).waitFor({ state: 'detached' });
  await editor.runCommand('Undo');
  await findChunk(plan, 'Totals of a day').waitFor();
  await editor.replaceText(file, reports.replace('title: The page', 'title: The page of the day'));
  await editor.save();
  await findChunk(plan, 'The page of the day').waitFor();

  await editor.reload();
  await findChunk(plan, 'The page of the day').waitFor();
  assert.deepEqual(violations, [], 'the panel follows its content security policy');
}

/** Shows a plan without a check of behavior, and one of 1,000 chunks. */
export async function showsLargePlan(editor: Editor, folder: string): Promise<void> {
  const exportsOnly = reports.replace(/^verify:\n(?: .*\n)+/m, '');
  await writeFile(join(folder, file), exportsOnly);
  await editor.openFile(file);
  await editor.runCommand('Holdfast: Show Plan');
  const plan = findResultsPanel(editor);
  const note = plan.getByText('Nothing in this contract checks what the code does');
  await note.waitFor();
  await editor.screenshot(screenshotFile('plan-note'));
  const verified = exportsOnly.replace('chunks:', 'verify: { command: npm test }\nchunks:');
  await writeFile(join(folder, file), verified);
  await note.waitFor({ state: 'detached' });

  await editor.runCommand('View: Close All Editors');
  await writeFile(join(folder, largeFile), createLargePlan());
  await drawsLargePlan(editor);
}

/** The plan of 1,000 chunks opens in the column of the results. */
async function drawsLargePlan(editor: Editor): Promise<void> {
  const { page } = editor;
  const groups = page.locator('.editor-group-container');
  const results = findResultsPanel(editor).getByRole('heading', { level: 1 });
  await openCheckedContract(editor);
  await editor.runCommand('Holdfast: Validate');
  await results.waitFor();
  assert.equal(await groups.count(), 2);
  // The results have the focus, so that a panel next to them would be in a third column.
  await results.click();
  await editor.openFile(largeFile);
  await page.getByText('✦ Run All').first().waitFor();
  await editor.runCommand('Holdfast: Show Plan');
  const plan = page.frameLocator('iframe.webview.ready:visible').frameLocator('iframe');
  await findChunk(plan, 'Part 1').waitFor();
  assert.equal(await groups.count(), 2, 'the plan is in the column of the results');
  await plan.locator('.minimap').waitFor();

  await findChunk(plan, 'Part 1').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'End']) await page.keyboard.press(key);
  const focused = plan.locator('.chunk:focus[aria-current=true]');
  await focused.waitFor();
  await assertInView(plan, focused);
  // The mouse is over a tab, whose hover would cover the panel.
  await page.mouse.move(0, 0);
  await page.locator('.workbench-hover-container').waitFor({ state: 'detached' });
  await editor.screenshot(screenshotFile('plan-large'));
  await plan.getByRole('button', { name: 'Fit (0)' }).click();
  await plan
    .locator('.scale')
    .getByText(/^\d %$/)
    .waitFor();
  await plan.locator('.minimap').click({ position: { x: 60, y: 10 } });
  await plan.getByRole('button', { name: 'List' }).click();
  const listed = plan.getByRole('listitem').getByRole('button', { name: /^Part \d+;/ });
  assert.equal(await listed.count(), LARGE_PLAN_CHUNKS);
}

/** Asserts that an element of the plan is within the visible part of the graph. */
async function assertInView(plan: FrameLocator, element: Locator): Promise<void> {
  const [shown, graph] = [await element.boundingBox(), await plan.locator('svg.drawing').boundingBox()];
  assert.ok(shown && graph);
  const isInside =
    shown.x >= graph.x &&
    shown.y >= graph.y &&
    shown.x + shown.width <= graph.x + graph.width &&
    shown.y + shown.height <= graph.y + graph.height;
  assert.ok(isInside, `the chunk at ${JSON.stringify(shown)} is in the graph at ${JSON.stringify(graph)}`);
}

/** Each part depends on one that is a third as far, so that the layers grow. */
function createLargePlan(): string {
  const chunks = Array.from({ length: LARGE_PLAN_CHUNKS }, (_, index) => {
    const parent = Math.floor((index - 1) / 3);
    return [
      `  - id: part-${index + 1}`,
      `    title: Part ${index + 1}`,
      ...(index === 0 ? [] : [`    dependsOn: [part-${parent + 1}]`, `    consumes: [made${parent + 1}]`]),
      `    creates: [made${index + 1}]`,
      `    allowedFiles: [src/made/part-${index + 1}.ts]`,
      `    postconditions: [{ kind: file_exists, path: src/made/part-${index + 1}.ts }]`,
    ].join('\n');
  });
  return `spec: { id: large, title: Large }\nverify: { command: npm test }\nchunks:\n${chunks.join('\n')}\n`;
}
