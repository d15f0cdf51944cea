import assert from 'node:assert/strict';
import { decidePreEdit } from '../../../src/hooks/writes/decide-pre-edit.ts';
import { Workspace } from '../../cli/support/workspace.ts';

async function mayWrite(workspace: Workspace, file: string): Promise<boolean> {
  const { folder } = workspace;
  const tool = { name: 'Write', input: { file_path: file } };
  const decision = await decidePreEdit({
    folder,
    workingDirectory: folder,
    input: { session: undefined, tool },
    chunk: undefined,
  });
  return decision.kind === 'allow';
}

describe('The decision before an edit', () => {
  it('[AGENT-2] denies new hooks and settings like tracked ones, and allows the draft of a contract', async () => {
    using workspace = new Workspace({ 'a.contract.yaml': 'version: 2\n' });
    for (const file of [
      '.claude/settings.local.json',
      'holdfast.config.yaml',
      '.vscode/tasks.json',
      'a.contract.yaml',
    ]) {
      assert.equal(await mayWrite(workspace, file), false, file);
    }
    assert.equal(await mayWrite(workspace, 'b.contract.yaml'), true);
    assert.equal(await mayWrite(workspace, 'src/a.ts'), true);
  });

  it('[AGENT-2] allows everything in a repository without contracts', async () => {
    using workspace = new Workspace({ '.vscode/settings.json': '{}\n' });
    for (const file of ['.vscode/settings.json', '.claude/settings.json', '.git/config']) {
      assert.equal(await mayWrite(workspace, file), true, file);
    }
  });
});
