import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { Workspace } from '../../cli/support/workspace.ts';
import { clearNotifications, findResultsPanel, runChunkFromPalette } from '../../ui/hands.ts';
import { screenshotFile } from '../../ui/screenshots.ts';
import { withEditor } from '../../ui/with-editor.ts';
import type { Editor } from '../../vscode/runtime/editor.ts';
import { modelsFolder } from '../install/install-model.ts';
import { judgeByExecution } from '../runs/oracle.ts';
import { TASKS } from '../runs/tasks.ts';
import { startModelServer } from '../server/start-server.ts';

const MODEL = 'qwen2.5-coder-0.5b';
/** Where Holdfast searches for llama.cpp. */
const PORT = 8080;
const TITLE = 'The double of a number';
const CONTRACT = `version: 2
spec: { id: numbers, title: Numbers }
chunks:
  - id: double
    title: ${TITLE}
    description: Write the function double, which returns its argument multiplied by two.
    maxAttempts: 8
    allowedFiles: [src/double.ts]
    functions:
      - { name: double, file: src/double.ts, signature: '(value: number) => number' }
    assertions:
      - type: assert
        message: Must export double
        check: { type: export_exists, target: double, file: src/double.ts }
`;
const FILES = {
  'numbers.contract.yaml': CONTRACT,
  'package.json': '{ "name": "numbers", "type": "module" }\n',
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022" } }\n',
  // On a busy machine, the model sends nothing for minutes while it evaluates the prompt.
  'holdfast.config.yaml': 'limits: { maxSteps: 5, stallTimeoutSeconds: 900, attemptTimeoutSeconds: 1800 }\n',
};
/** The time for all attempts. */
const RUN_LIMIT_MS = 3_600_000;
/** How often the list of models is opened: Holdfast waits 1.5 s for a server, and a busy machine takes longer. */
const SEARCHES = 5;

/** Lands a chunk that a small model writes, in a window of VS Code, from Select Model to Accept and Commit. */
export async function landChunk(threads: number): Promise<void> {
  using workspace = new Workspace(FILES);
  await using _server = await startModelServer({
    model: MODEL,
    // The prompt with tools is refused, so the first attempt has a short one without tools: this model calls no tool anyway.
    contextSize: 2_048,
    threads,
    maxTokens: 120,
    log: join(modelsFolder(), 'reports', 'editor.jsonl'),
    port: PORT,
  });
  await withEditor({ workspace: workspace.folder }, async (editor) => {
    const { page } = editor;
    await page
      .locator('.activitybar')
      .getByRole('tab', { name: /^Holdfast/ })
      .click();
    await editor.openFile('numbers.contract.yaml');
    await page.getByText('✦ Run', { exact: true }).first().waitFor();
    await selectModel(editor);
    const panel = findResultsPanel(editor);
    await runChunkFromPalette(editor, TITLE);
    await panel.getByRole('status').getByText('attempt 1 of').waitFor();
    await panel.getByText('No output yet.').waitFor({ state: 'detached', timeout: RUN_LIMIT_MS });
    await editor.screenshot(screenshotFile('local-model-running'));
    await panel.getByText('Passed, waiting for your review').first().waitFor({ timeout: RUN_LIMIT_MS });
    const attempts = Math.max(1, await panel.getByRole('tab', { name: /Attempt \d of/ }).count());
    await page.getByRole('tab', { name: `Review: ${TITLE}` }).waitFor();
    await clearNotifications(editor);
    await editor.screenshot(screenshotFile('local-model-review'));
    await panel.getByRole('button', { name: 'Accept and Commit' }).click();
    await panel.getByRole('status').getByText('Landed', { exact: true }).waitFor();
    await clearNotifications(editor);
    await editor.screenshot(screenshotFile('local-model-landed'));
    console.log(`Landed in attempt ${attempts}: ${workspace.git('log', '-1', '--format=%s')}`);
  });
  const text = workspace.read('src/double.ts');
  const task = TASKS.find(({ id }) => id === 'one-line-ts');
  if (task === undefined) throw new Error('The task one-line-ts does not exist');
  const { isDeclared, isRight, details } = await judgeByExecution(task, { [task.file]: text });
  console.log(text);
  if (!isDeclared) throw new Error(`The contract is not met: ${details}`);
  // The contract has no command, so it does not say what the function returns.
  console.log(isRight ? 'It returns what the examples require.' : `Its examples fail: ${details}`);
}

/** Selects the model of the server that was found on this machine. */
async function selectModel(editor: Editor): Promise<void> {
  const { page } = editor;
  const rows = page.locator('.quick-input-list .monaco-list-row');
  const server = rows.filter({ hasText: 'llama.cpp' });
  for (let search = 1; ; search++) {
    await editor.runCommand('Holdfast: Select Model');
    await rows.filter({ hasText: 'OpenRouter' }).waitFor();
    if (await isShown(server)) break;
    if (search === SEARCHES) throw new Error(`Select Model does not list the server at port ${PORT}`);
    await page.keyboard.press('Escape');
  }
  await waitUntilShown(page);
  await hideTooltip(page);
  await editor.screenshot(screenshotFile('local-model-found'));
  await server.click();
  await rows.filter({ hasText: MODEL }).waitFor();
  await waitUntilShown(page);
  await editor.screenshot(screenshotFile('local-model-list'));
  await rows.filter({ hasText: MODEL }).first().click();
  const selected = page.locator('.notification-toast', { hasText: `openai-compatible:${MODEL} is selected` });
  await selected.getByText(/It answered in .* s/).waitFor();
  await clearNotifications(editor);
}

async function isShown(row: Locator): Promise<boolean> {
  return row.waitFor({ timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

/** The pointer is where it clicked last. */
async function hideTooltip(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.locator('.workbench-hover').waitFor({ state: 'hidden' });
}

/** Waits until the quick input has faded in. */
async function waitUntilShown(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const widget = document.querySelector('.quick-input-widget');
    return widget !== null && getComputedStyle(widget).opacity === '1';
  });
}
