import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoopbackServer } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import type { Editor } from '../vscode/runtime/editor.ts';
import { copySample, type SampleCopy } from '../workshop/sample.ts';
import { clearNotifications } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

const specification = 'slugs.md';
const plan = 'slugs.contract.yaml';
const exists = (path: string) => ({ kind: 'file_exists', path });

/** What the model answers: a contract whose one chunk has these postconditions. */
function answer(...postconditions: string[]) {
  const contract = {
    spec: { id: 'slugs', title: 'Slugs' },
    chunks: [
      {
        id: 'slug',
        title: 'slug()',
        description: 'Write slug(text).',
        creates: ['slug()'],
        allowedFiles: ['src/slug.ts'],
        postconditions: postconditions.map(exists),
      },
    ],
  };
  return { text: JSON.stringify({ reasons: { slug: 'It is all that is asked for.' }, contract }) };
}

describe('Plan from Specification', () => {
  it('[COMP-LOOP] writes the plan that the second answer mends, beside the specification, and opens it', async () => {
    await using sample = await sampleWithSpecification();
    await using server = await startOpenAiChatServer([answer('src/slug.ts', 'src/other.ts'), answer('src/slug.ts')]);
    await withEditor({ workspace: sample.folder, settings: settingsFor(server) }, async (editor) => {
      const { page } = editor;
      await planIt(editor);
      await page.locator('.tab.active', { hasText: plan }).waitFor();
      const toast = page.locator('.notification-toast', { hasText: `${plan} has 1 chunk, after 2 tries` });
      await toast.waitFor();
      await page.getByText('✗ 0/1').first().waitFor();
      await editor.screenshot(screenshotFile('plan-written'));
      assert.match(await readFile(join(sample.folder, plan), 'utf8'), /# It is all that is asked for\.\n\s*- id: slug/);
      assert.equal(server.requests.length, 2);

      await toast.getByRole('button', { name: 'Show Tries' }).waitFor();

      await planIt(editor);
      await page.locator('.monaco-dialog-box', { hasText: `${plan} is there already` }).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      assert.equal(server.requests.length, 2, 'no model is asked before a person agrees');

      await editor.runCommand('Holdfast: Show Plan Tries');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: specification }).click();
      await page.locator('.tab.active', { hasText: 'Tries of slugs.md' }).waitFor();
      await page.locator('.view-line', { hasText: 'Try 1: the plan breaks its rules' }).waitFor();
    });
  });

  it('[COMP-LOOP] leaves no file behind where no answer keeps the rules, and shows the tries', async () => {
    await using sample = await sampleWithSpecification();
    await using server = await startOpenAiChatServer(() => answer('src/slug.ts', 'src/other.ts'));
    await withEditor({ workspace: sample.folder, settings: settingsFor(server) }, async (editor) => {
      const { page } = editor;
      await planIt(editor);
      await page.locator('.notification-toast', { hasText: 'no valid plan in 4 tries' }).waitFor();
      await page.locator('.tab.active', { hasText: 'Tries of slugs.md' }).waitFor();
      await page.locator('.view-line', { hasText: 'Try 4: the plan breaks its rules' }).waitFor();
      await clearNotifications(editor);
      await editor.screenshot(screenshotFile('plan-tries'));
      assert.equal(existsSync(join(sample.folder, plan)), false);
      assert.equal(await sample.git('status', '--porcelain'), `?? ${specification}`);
    });
  });

  it('[COMP-LOOP] says in restricted mode why it cannot', async () => {
    await using sample = await sampleWithSpecification();
    await withEditor({ workspace: sample.folder, trust: false }, async (editor) => {
      await editor.openFile(specification);
      await editor.runCommand('Holdfast: Plan from Specification');
      const refused = editor.page.locator('.notification-toast', { hasText: 'this workspace is not trusted' });
      await refused.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
      assert.equal(await sample.git('status', '--porcelain'), `?? ${specification}`);
    });
  });
});

async function sampleWithSpecification(): Promise<SampleCopy> {
  const sample = await copySample();
  await writeFile(
    join(sample.folder, specification),
    '# Slugs\n\nA function `slug(text)` that makes a URL part of a title.\n',
  );
  return sample;
}

function settingsFor(server: LoopbackServer) {
  return { 'holdfast.model': 'openai-compatible:planner', 'holdfast.baseUrl': server.baseUrl };
}

/** Runs the command on the open specification, and takes the place that it offers. */
async function planIt(editor: Editor): Promise<void> {
  const { page } = editor;
  await editor.openFile(specification);
  await page.locator('.tab.active', { hasText: /^slugs\.md/ }).waitFor();
  await editor.runCommand('Holdfast: Plan from Specification');
  const input = page.locator('.quick-input-widget input[type=text]');
  const place = page.locator('.quick-input-widget', { hasText: `Plan of ${specification}` });
  // Extensions are told a moment later which editor is the active one; until then the command asks.
  const choice = page.locator('.quick-input-list .monaco-list-row', { hasText: specification });
  await place.or(choice).first().waitFor();
  if (await choice.isVisible()) await choice.click();
  await place.waitFor();
  assert.equal(await input.inputValue(), plan);
  await page.keyboard.press('Enter');
}
