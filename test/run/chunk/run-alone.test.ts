import assert from 'node:assert/strict';
import { createHealthFiles, textReply, VALID_TYPES, writeFileReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

const CONTRACT = 'health.contract.yaml';

describe('the lock of a run', () => {
  it('[EDIT-7] refuses a second run of the same chunk before it calls the model, and allows it afterwards', async () => {
    using workspace = new Workspace(createHealthFiles());
    const replies = [writeFileReply(VALID_TYPES), textReply('Done.')];
    const seconds: (readonly [status: string, message: string | undefined])[] = [];
    await using server = await startOpenAiChatServer(async () => {
      if (seconds.length === 0) {
        seconds.push(['started', undefined]);
        await using second = openFolderEngine(workspace, { server, landing: 'review' });
        const one = await second.runs.runChunk({ contract: CONTRACT, chunk: 'types' });
        const all = await second.runs.runAll({ contract: CONTRACT });
        seconds.push([one.status, one.error?.message], [all.chunks[0]?.status ?? '', all.chunks[0]?.error?.message]);
      }
      return replies.shift() ?? textReply('Done.');
    });
    await using first = openFolderEngine(workspace, { server, landing: 'review' });
    const result = await first.runs.runChunk({ contract: CONTRACT, chunk: 'types' });
    assert.equal(result.status, 'pass');
    const refused = 'Failed to run the chunk "types": it is being run already.';
    assert.deepEqual(seconds.slice(1), [
      ['aborted', refused],
      ['aborted', refused],
    ]);
    assert.equal(server.requests.length, 2, 'the model was called for the first run only');
    assert.equal((await first.results.pending()).length, 1, 'the result of the first run still waits for review');
    await using third = openFolderEngine(workspace, { server, landing: 'review' });
    replies.push(writeFileReply(VALID_TYPES), textReply('Done.'));
    assert.equal((await third.runs.runChunk({ contract: CONTRACT, chunk: 'types', force: true })).status, 'pass');
  });
});
