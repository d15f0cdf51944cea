import assert from 'node:assert/strict';
import type { RunEvent } from '../../src/run/events.ts';
import { says, writes } from '../cli/support/health-check.ts';
import { Workspace } from '../cli/support/workspace.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { openFolderEngine } from './support/folder-engine.ts';
import { chain, CONTRACT, PLAIN, POLITE, userMessages } from './support/gated.ts';

describe('Gates of a chunk', () => {
  it('[GATE-1] [GATE-3] [GATE-6] fails, tries again with guidance, fails, and waits for a choice', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer([
      ...[writes(PLAIN, 'src/one.ts'), says('Done.')],
      ...[writes(PLAIN, 'src/one.ts'), says('Done.')],
    ]);
    await using engine = openFolderEngine(workspace, { server });
    const events: RunEvent[] = [];
    const result = await engine.runChunk({ contract: CONTRACT, chunk: 'one', onEvent: (event) => events.push(event) });
    assert.equal(result.status, 'undecided', result.reason);
    assert.equal(server.requests.length, 4);
    const second = userMessages(server.requests[2]!).at(-1)!;
    assert.match(second, /Attempt 2 of 2/);
    assert.match(second, /Say hello politely/);
    assert.match(second, /exited with 1/);
    assert.deepEqual(
      result.gates.map(({ id, mode, verdict, attemptCount, maxAttempts }) => ({
        id,
        mode,
        verdict,
        attemptCount,
        maxAttempts,
      })),
      [{ id: 'polite', mode: 'blocking', verdict: 'FAIL', attemptCount: 2, maxAttempts: 2 }],
    );
    assert.ok(events.some((event) => event.type === 'choice-needed' && event.runId === result.runId));
    assert.ok(events.some((event) => event.type === 'note' && /retry limit exceeded: polite/.test(event.message)));
    const [choice] = await engine.pendingChoices();
    assert.equal(choice?.runId, result.runId);
    assert.equal(choice.attemptCount, 2);
    assert.deepEqual(choice.hints, ['Say hello politely']);
  });

  it('[GATE-6] goes on after retry in another process, told the instruction, and lands', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer([
      ...[writes(PLAIN, 'src/one.ts'), says('Done.')],
      ...[writes(PLAIN, 'src/one.ts'), says('Done.')],
      ...[writes(POLITE, 'src/one.ts'), says('Done.')],
    ]);
    {
      await using engine = openFolderEngine(workspace, { server });
      await engine.runChunk({ contract: CONTRACT, chunk: 'one' });
    }
    await using engine = openFolderEngine(workspace, { server });
    const [choice] = await engine.pendingChoices();
    const result = await engine.choose(choice!.runId, 'retry', { instruction: 'Say please.' });
    assert.equal(result.status, 'pass', result.chunks[0]?.reason);
    assert.deepEqual(
      result.chunks[0]?.attempts.map(({ number }) => number),
      [1, 2, 3],
    );
    assert.equal(result.chunks[0].choice, 'retry');
    assert.match(userMessages(server.requests[4]!).at(-1)!, /Say please\./);
    assert.equal(workspace.read('src/one.ts'), POLITE);
    assert.deepEqual(await engine.pendingChoices(), []);
  });
});
