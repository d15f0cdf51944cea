import assert from 'node:assert/strict';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { copySample } from '../scripts/sample.ts';
import { openCheckedContract, findResultsPanel } from './hands.ts';
import { withEditor } from './with-editor.ts';

describe('Cancel', () => {
  it('[ENF-UI-3] ends a run while the model answers, and leaves the files unchanged', async () => {
    await using sample = await copySample();
    await using server = await startOpenAiChatServer([{ text: 'I begin to think about it', stall: 'after-text' }]);
    const settings = { 'holdfast.model': 'openai-compatible:stalling', 'holdfast.baseUrl': server.baseUrl };
    await withEditor({ workspace: sample.folder, settings }, async (editor) => {
      const panel = findResultsPanel(editor);
      await openCheckedContract(editor);
      await editor.page.getByText('▶ Run', { exact: true }).first().click();
      await panel.getByText('I begin to think about it').waitFor();
      const toast = editor.page.locator('.notification-toast', { hasText: 'Holdfast: Health check types' });
      await toast.getByRole('button', { name: 'Cancel' }).click();
      await panel.getByRole('status').getByText('Cancelled').waitFor();
      await server.requests[0]?.abandoned;
      await editor.page.getByText('○ 0/3').first().waitFor();
      assert.equal(await sample.git('status', '--porcelain'), '');
      assert.equal(await sample.git('worktree', 'list').then((list) => list.split('\n').length), 1);
    });
  });
});
