import assert from 'node:assert/strict';
import { OtherBranchError } from '../../../src/engine.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { callHoldfast } from '../../cli/support/holdfast.ts';
import { textReply, writeFileReply } from '../../cli/support/health-check.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

const CONTRACT = 'a.contract.yaml';
const FILE = 'src/a.ts';

describe('A result whose run started on another branch', () => {
  it('[EDIT-4] is committed only if a person says so', async () => {
    using workspace = new Workspace({
      [CONTRACT]: JSON.stringify({
        spec: { id: 'a', title: 'A' },
        plan: { allow: ['behavior-check'] },
        chunks: [{ id: 'a', title: 'A', allowedFiles: [FILE], creates: ['a'] }],
      }),
    });
    const start = workspace.git('rev-parse', '--abbrev-ref', 'HEAD');
    await using server = await startOpenAiChatServer((_, index) => {
      // The person switches while the model works.
      if (index === 0) workspace.git('switch', '-q', '-c', 'other');
      return index === 0 ? writeFileReply('export const a = 1;\n', FILE) : textReply('Done.');
    });
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    const { runId, status, reason } = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'a' });
    assert.equal(status, 'pass', reason);
    const before = workspace.state();
    await assert.rejects(engine.results.accept(runId, 'commit'), (thrown: unknown) => {
      assert.ok(thrown instanceof OtherBranchError);
      assert.deepEqual([thrown.startedOn, thrown.current], [start, 'other']);
      return true;
    });
    const { code, stderr } = await callHoldfast(
      workspace.folder,
      ['results', 'accept', runId],
      workspace.environment(),
    );
    assert.equal(code, 2);
    assert.match(stderr, /The run started on .*, and other is checked out now[\s\S]*--any-branch/);
    assert.deepEqual(workspace.state(), before, 'nothing was written, and the result still waits');
    workspace.git('switch', '-q', '--detach');
    await assert.rejects(engine.results.accept(runId, 'commit'), OtherBranchError);
    workspace.git('switch', '-q', 'other');
    const accepted = await callHoldfast(
      workspace.folder,
      ['results', 'accept', runId, '--any-branch'],
      workspace.environment(),
    );
    assert.equal(accepted.code, 0, accepted.stderr);
    assert.equal(workspace.git('log', '-1', '--format=%s', 'other'), 'chunk: A');
    assert.notEqual(workspace.git('log', '-1', '--format=%s', start), 'chunk: A');
  });

  it('[EDIT-4] is committed without a question on the branch of its run', async () => {
    using workspace = new Workspace({
      [CONTRACT]: JSON.stringify({
        spec: { id: 'a', title: 'A' },
        plan: { allow: ['behavior-check'] },
        chunks: [{ id: 'a', title: 'A', allowedFiles: [FILE], creates: ['a'] }],
      }),
    });
    await using server = await startOpenAiChatServer([
      writeFileReply('export const a = 1;\n', FILE),
      textReply('Done.'),
    ]);
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    const { runId } = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'a' });
    workspace.git('switch', '-q', '-c', 'other');
    workspace.git('switch', '-q', '-');
    assert.deepEqual((await engine.results.accept(runId, 'commit')).conflicts, []);
  });
});
