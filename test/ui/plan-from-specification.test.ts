import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoopbackServer } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import type { Editor } from '../vscode/runtime/editor.ts';
import { copySample, type SampleCopy } from '../scripts/sample.ts';
import { clearNotifications } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

const specification = 'slugs.md';
const plan = 'slugs.contract.yaml';
const fileExists = (path: string) => ({ kind: 'file_exists', path });

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

describe('Plan from Specification', () => {
  it('[COMP-LOOP] writes the plan of the corrected second answer next to the specification, and opens it', async () => {
    await using sample = await createSampleWithSpecification();
    await using server = await startOpenAiChatServer([
      planReply('src/slug.ts', 'src/other.ts'),
      planReply('src/slug.ts'),
    ]);
    await withEditor({ workspace: sample.folder, settings: createSettings(server) }, async (editor) => {
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
      assert.equal(server.requests.length, 2);

      await toast.getByRole('button', { name: 'Show Plan Tries' }).waitFor();

      await runPlanCommand(editor);
      await page.locator('.monaco-dialog-box', { hasText: `${plan} already exists` }).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      assert.equal(server.requests.length, 2, 'no model is called before the user confirms');

      await editor.runCommand('Holdfast: Show Plan Tries');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: specification }).click();
      await page.locator('.tab.active', { hasText: 'Tries of slugs.md' }).waitFor();
      await page.locator('.view-line', { hasText: 'Try 1: plan rules violated' }).waitFor();
    });
  });

  it('[COMP-LOOP] writes no file if no answer follows the rules, and shows the tries', async () => {
    await using sample = await createSampleWithSpecification();
    await using server = await startOpenAiChatServer(() => planReply('src/slug.ts', 'src/other.ts'));
    await withEditor({ workspace: sample.folder, settings: createSettings(server) }, async (editor) => {
      const { page } = editor;
      await runPlanCommand(editor);
      await page.locator('.notification-toast', { hasText: 'No valid plan after 4 tries' }).waitFor();
      await page.locator('.tab.active', { hasText: 'Tries of slugs.md' }).waitFor();
      await page.locator('.view-line', { hasText: 'Try 4: plan rules violated' }).waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('plan-tries'));
      assert.equal(existsSync(join(sample.folder, plan)), false);
      assert.equal(await sample.git('status', '--porcelain'), `?? ${specification}`);
    });
  });

  it('[COMP-LOOP] explains in restricted mode why it is unavailable', async () => {
    await using sample = await createSampleWithSpecification();
    await withEditor({ workspace: sample.folder, trust: false }, async (editor) => {
      await editor.openFile(specification);
      await editor.runCommand('Holdfast: Plan from Specification');
      const refused = editor.page.locator('.notification-toast', { hasText: 'this workspace is not trusted' });
      await refused.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
      assert.equal(await sample.git('status', '--porcelain'), `?? ${specification}`);
    });
  });
});

async function createSampleWithSpecification(): Promise<SampleCopy> {
  const sample = await copySample();
  await writeFile(
    join(sample.folder, specification),
    '# Slugs\n\nA function `slug(text)` that makes a URL part of a title.\n',
  );
  return sample;
}

function createSettings(server: LoopbackServer) {
  return { 'holdfast.model': 'openai-compatible:planner', 'holdfast.baseUrl': server.baseUrl };
}

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
