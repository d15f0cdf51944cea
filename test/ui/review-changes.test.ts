import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedRequest, ScriptedReply } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { copySample, type SampleCopy } from '../scripts/sample.ts';
import { clearNotifications, findResultsPanel } from './hands.ts';
import { screenshotFile } from './screenshots.ts';
import { withEditor } from './with-editor.ts';

const store = 'src/orders/store.ts';
const test = 'test/orders.test.ts';
/** Put together here, so that no scanner of secrets reports this file. */
const password = ['Kd92', 'LmTr7', 'xQ'].join('');

const removal = `
  /** Removes an order. Returns whether it existed. */
  async remove(id: number): Promise<boolean> {
    const index = this.#orders.findIndex((order) => order.id === id);
    this.#orders.splice(index, 1);
    return index >= 0;
  }
`;

const findings = {
  quality: [
    {
      file: store,
      line: 28,
      severity: 'blocking',
      category: 'wrong-result',
      explanation: 'If no order has the id, index is -1 and splice removes the last order.',
      suggestion: 'Return false before splice if index is -1.',
    },
    {
      file: 'src/main.ts',
      severity: 'warning',
      category: 'missing-route',
      explanation: 'No route calls remove().',
    },
  ],
  architecture: [
    {
      file: store,
      line: 27,
      severity: 'informational',
      category: 'naming',
      explanation: 'list() and add() check that the store is open with ping(). remove() does not.',
    },
  ],
};

describe('Review Changes', () => {
  it('[ASSERT-REVIEW-001] [ASSERT-REVIEW-003] shows the findings in the panel and in the Problems view', async () => {
    await using sample = await copyChangedSample();
    await using server = await startOpenAiChatServer(replyToPass);
    const settings = { 'holdfast.model': 'openai-compatible:reviewer', 'holdfast.baseUrl': server.baseUrl };
    await withEditor({ workspace: sample.folder, settings }, async (editor) => {
      const { page } = editor;
      await editor.openFile(store);
      await editor.runCommand('View: Toggle Primary Side Bar Visibility');
      await editor.runCommand('View: Toggle Problems');
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
      for (const { text } of server.requests) assert.ok(!text.includes(password), 'no model receives the secret');

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
    });
  });

  it('refuses to call a model in restricted mode', async () => {
    await using sample = await copyChangedSample();
    await withEditor({ workspace: sample.folder, trust: false }, async (editor) => {
      await editor.openFile(store);
      await editor.runCommand('Holdfast: Review Changes');
      const refused = editor.page.locator('.notification-toast', { hasText: 'this workspace is not trusted' });
      await refused.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
    });
  });
});

/** A sample with a defect, a secret and a skipped test that are not committed. */
async function copyChangedSample(): Promise<SampleCopy> {
  const sample = await copySample();
  const text = await readFile(join(sample.folder, store), 'utf8');
  await writeFile(
    join(sample.folder, store),
    text
      .replace('\n  /** Resolves while', `${removal}\n  /** Resolves while`)
      .concat(`\nexport const backup = 'https://backup:${password}@orders.holdfast.dev/';\n`),
  );
  const tests = await readFile(join(sample.folder, test), 'utf8');
  await writeFile(join(sample.folder, test), tests.replace(/\b(it|test)\(/, '$1.skip('));
  return sample;
}

/** The findings of a pass. The pass for security never gives a valid answer. */
function replyToPass({ text }: RecordedRequest): ScriptedReply {
  const usage = { input: 4_000, output: 300 };
  if (text.includes('for its architecture'))
    return { text: JSON.stringify({ findings: findings.architecture }), usage };
  if (text.includes('for correctness and quality'))
    return { text: JSON.stringify({ findings: findings.quality }), usage };
  return { text: 'I see no problem.', usage };
}
