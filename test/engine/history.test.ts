import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { Workspace } from '../cli/support/workspace.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { attemptReplies, createChainFiles, CONTRACT, POLITE } from '../run/support/gate-fixtures.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';

/** The number of files in a folder that this process has open. */
function countOpenFiles(folder: string): number {
  const targets = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return '';
    }
  });
  return targets.filter((target) => target.startsWith(folder)).length;
}

describe('the history of an engine', () => {
  it('is opened once for concurrent calls, and closed with the engine', async function () {
    if (process.platform !== 'linux') this.skip();
    using workspace = new Workspace(createChainFiles());
    await using server = await startOpenAiChatServer(attemptReplies(POLITE));
    {
      await using engine = openFolderEngine(workspace, { server });
      await engine.runs.runChunk({ contract: CONTRACT, chunk: 'one' });
    }
    {
      await using engine = openFolderEngine(workspace);
      const [runs] = await Promise.all([
        engine.history.list(),
        engine.results.pending(),
        engine.runs.pendingChoices(),
        engine.amendments.list(),
      ]);
      assert.equal(runs.length, 1);
      assert.ok(countOpenFiles(workspace.folder) > 0);
    }
    assert.equal(countOpenFiles(workspace.folder), 0);
  });
});
