import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySample, resetToHead } from '../../scripts/sample.ts';
import type { RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import type { Editor } from '../../vscode/runtime/editor.ts';
import { clearNotifications, findResultsPanel, openCheckedContract } from '../hands.ts';
import { addFaults, password, replyToPass, store, test } from '../review-sample.ts';
import { screenshotFile } from '../screenshots.ts';
import { shareEditor } from '../with-editor.ts';

const specification = 'slugs.md';
const plan = 'slugs.contract.yaml';
const fileExists = (path: string) => ({ kind: 'file_exists', path });

type Answer = (request: RecordedRequest, index: number) => ScriptedReply;

/** The sample with a specification, and a model whose answers each test states. */
async function createWorkspace(stack: AsyncDisposableStack) {
  const sample = stack.use(await copySample());
  const text = '# Slugs\n\nA function `slug(text)` that makes a URL part of a title.\n';
  await writeFile(join(sample.folder, specification), text);
  await sample.git('add', '--all');
  await sample.git('commit', '--quiet', '--message', 'A specification');
  let current: (request: RecordedRequest) => ScriptedReply = () => ({ status: 500 });
  const server = stack.use(await startOpenAiChatServer((request) => current(request)));
  /** Sets the answers from now on. Returns the requests that are answered by them. */
  const answer = (next: Answer): readonly RecordedRequest[] => {
    const requests: RecordedRequest[] = [];
    current = (request) => next(request, requests.push(request) - 1);
    return requests;
  };
  const settings = { 'holdfast.model': 'openai-compatible:scripted', 'holdfast.baseUrl': server.baseUrl };
  return { sample, answer, reset: await resetToHead(sample), options: { workspace: sample.folder, settings } };
}

/** Returns a reply of the model: a contract with one chunk that has these postconditions. */
function planReply(...postconditions: string[]) {
  const contract = {
    spec: { id: 'slugs', title: 'Slugs' },
    chunks: [
      {
        id: 'slug',
        title: 'slug()',
        description: 'Write slug(text).',
        creates: ['slug()'],
        allowedFiles: ['src/slug.ts'],
        postconditions: postconditions.map(fileExists),
      },
    ],
  };
  return { text: JSON.stringify({ reasons: { slug: 'The specification requires nothing else.' }, contract }) };
}

describe('Commands that call a model', () => {
  const withModel = shareEditor(createWorkspace);

  it('[ENF-UI-3] Cancel ends a run while the model answers, and leaves the files unchanged', () =>
    withModel(async (editor, { sample, answer }) => {
      const requests = answer(() => ({ text: 'I begin to think about it', stall: 'after-text' }));
      const panel = findResultsPanel(editor);
      await openCheckedContract(editor);
      await editor.page.getByText('✦ Run', { exact: true }).first().click();
      await panel.getByText('I begin to think about it').waitFor();
      const toast = editor.page.locator('.notification-toast', { hasText: 'Holdfast: Health check types' });
      await toast.getByRole('button', { name: 'Cancel' }).click();
      await panel.getByRole('status').getByText('Cancelled').waitFor();
      await requests[0]?.abandoned;
      await editor.page.getByText('○ 0/3').first().waitFor();
      assert.equal(await sample.git('status', '--porcelain'), '');
      assert.equal(await sample.git('worktree', 'list').then((list) => list.split('\n').length), 1);
    }));

  it('[COMP-LOOP] Plan from Specification writes the plan of the corrected second answer next to the specification, and opens it', () =>
    withModel(async (editor, { sample, answer }) => {
      const requests = answer((_, index) =>
        planReply(...(index === 0 ? ['src/slug.ts', 'src/other.ts'] : ['src/slug.ts'])),
      );
      const { page } = editor;
      await runPlanCommand(editor);
      await page.locator('.tab.active', { hasText: plan }).waitFor();
      const toast = page.locator('.notification-toast', { hasText: `Created ${plan} with 1 chunk after 2 tries` });
      await toast.waitFor();
      await page.getByText('○ 0/2').first().waitFor();
      await editor.screenshot(screenshotFile('plan-written'));
      assert.match(
        await readFile(join(sample.folder, plan), 'utf8'),
        /# The specification requires nothing else\.\n\s*- id: slug/,
      );
      assert.equal(requests.length, 2);

      await toast.getByRole('button', { name: 'Show Plan Tries' }).waitFor();

      await runPlanCommand(editor);
      const question = page.locator('.monaco-dialog-box', { hasText: `${plan} already exists` });
      await question.getByRole('button', { name: 'Cancel' }).click();
      assert.equal(requests.length, 2, 'no model is called before the user confirms');

      await editor.runCommand('Holdfast: Show Plan Tries');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: specification }).first().click();
      await page.locator('.tab.active', { hasText: 'Tries of slugs.md' }).waitFor();
      await page.locator('.view-line', { hasText: 'Try 1: plan rules violated' }).waitFor();
    }));

  it('[COMP-LOOP] Plan from Specification writes no file if no answer follows the rules, and shows the tries', () =>
    withModel(async (editor, { sample, answer }) => {
      answer(() => planReply('src/slug.ts', 'src/other.ts'));
      const { page } = editor;
      await runPlanCommand(editor);
      await page.locator('.notification-toast', { hasText: 'No valid plan after 4 tries' }).waitFor();
      await page.locator('.tab.active', { hasText: 'Tries of slugs.md' }).waitFor();
      await page.locator('.view-line', { hasText: 'Try 4: plan rules violated' }).waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('plan-tries'));
      assert.equal(existsSync(join(sample.folder, plan)), false);
      assert.equal(await sample.git('status', '--porcelain'), '');
    }));

  it('[ASSERT-REVIEW-001] [ASSERT-REVIEW-003] Review Changes shows the findings in the panel and in the Problems view', () =>
    withModel(async (editor, { sample, answer }) => {
      const requests = answer(replyToPass);
      await addFaults(sample.folder);
      const { page } = editor;
      await editor.openFile(store);
      await editor.runCommand('View: Toggle Primary Side Bar Visibility');
      await editor.runCommand('Problems: Focus on Problems View');
      await page.getByPlaceholder(/^Filter/).fill('holdfast review');
      await editor.runCommand('Holdfast: Review Changes');
      const panel = findResultsPanel(editor);
      await panel.getByText('3 blocking findings, 1 pass broken').waitFor();

      // The secret, the test that was skipped, and what the model found.
      await panel.getByText('splice removes the last order').waitFor();
      await panel.locator('.finding', { hasText: store }).first().waitFor();
      await panel.locator('.finding', { hasText: test }).first().waitFor();
      const quality = panel.getByRole('row', { name: /^Quality/ });
      assert.match(await quality.innerText(), /Blocking/);
      assert.match(await panel.getByRole('row', { name: /^Security/ }).innerText(), /BROKEN/);
      for (const { text } of requests) assert.ok(!text.includes(password), 'no model receives the secret');

      const problems = page.locator('.markers-panel .monaco-list-row');
      await problems.filter({ hasText: 'splice removes the last order' }).first().waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('review-findings'));

      await panel.getByRole('button', { name: `${store}:28` }).click();
      await page.locator('.statusbar', { hasText: 'Ln 28' }).waitFor();

      await panel.getByRole('button', { name: 'Review pass', exact: true }).click();
      await panel.getByRole('heading', { name: 'Secrets and tests 2' }).waitFor();

      await editor.reload();
      await findResultsPanel(editor).getByRole('heading', { name: 'Secrets and tests 2' }).waitFor();

      await editor.runCommand('Holdfast: Review Changes');
      await problems.filter({ hasText: 'splice removes the last order' }).first().waitFor();
      await findResultsPanel(editor).getByRole('button', { name: 'Clear' }).click();
      await problems.filter({ hasText: 'splice removes the last order' }).first().waitFor({ state: 'detached' });
      await findResultsPanel(editor).getByText('Not reviewed').waitFor();
    }));
});

/** Runs the command on the open specification, and accepts the suggested location. */
async function runPlanCommand(editor: Editor): Promise<void> {
  const { page } = editor;
  await editor.openFile(specification);
  await page.locator('.tab.active', { hasText: /^slugs\.md/ }).waitFor();
  await editor.runCommand('Holdfast: Plan from Specification');
  const input = page.locator('.quick-input-widget input[type=text]');
  const locationInput = page.locator('.quick-input-widget', { hasText: `Plan for ${specification}` });
  // Extensions learn the active editor with a delay. Until then the command shows a picker.
  const choice = page.locator('.quick-input-list .monaco-list-row', { hasText: specification });
  await locationInput.or(choice).first().waitFor();
  if (await choice.isVisible()) await choice.click();
  await locationInput.waitFor();
  assert.equal(await input.inputValue(), plan);
  await page.keyboard.press('Enter');
}
