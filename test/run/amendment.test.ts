import assert from 'node:assert/strict';
import type { RunEvent } from '../../src/run/events.ts';
import { Workspace } from '../cli/support/workspace.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import * as sample from './support/amended-repository.ts';

const { CONTRACT, answering, engineOf, greetFiles, PROPOSAL, writesOptions } = sample;

describe('a run that keeps failing on the contract itself', () => {
  it('[ENF-AMEND-1, ENF-AMEND-5] ends failed, with an amendment that waits and survives a restart', async () => {
    using workspace = new Workspace(greetFiles());
    await using server = await startOpenAiChatServer(answering({ attempt: writesOptions, amendment: () => PROPOSAL }));
    const before = workspace.state();
    const events: RunEvent[] = [];
    let id = '';
    {
      await using engine = engineOf(workspace, server);
      const run = await engine.runChunk({ contract: CONTRACT, chunk: 'greet', onEvent: (event) => events.push(event) });
      assert.equal(run.status, 'fail', run.reason);
      assert.equal(run.attempts.length, 2);
      id = run.amendment?.id ?? '';
      assert.notEqual(id, '', run.reason);
      assert.ok(run.reason?.includes(id), run.reason);
    }
    assert.ok(
      events.some((event) => event.type === 'amendment-proposed' && event.id === id && event.chunk === 'greet'),
    );
    assert.deepEqual(workspace.state(), before);
    await using again = engineOf(workspace, server);
    const [pending, ...more] = await again.amendments('pending');
    assert.deepEqual(more, []);
    assert.equal(pending?.id, id);
    assert.deepEqual(pending.proposedChanges, PROPOSAL.proposedChanges);
    assert.equal(pending.before, sample.CONTRACT_TEXT);
    assert.equal(pending.after, sample.AMENDED_TEXT);
    assert.equal(pending.violations.length, 1);
  });

  it('[ENF-AMEND-4] goes on with the amended contract and lands, once it is accepted', async () => {
    using workspace = new Workspace(greetFiles());
    await using server = await startOpenAiChatServer(answering({ attempt: writesOptions, amendment: () => PROPOSAL }));
    await using engine = engineOf(workspace, server);
    const { amendment } = await engine.runChunk({ contract: CONTRACT, chunk: 'greet' });
    const id = amendment?.id ?? '';
    const accepted = await engine.acceptAmendment(id);
    assert.equal(accepted.status, 'accepted');
    assert.notEqual(accepted.resolvedAt, undefined);
    assert.equal(workspace.read(CONTRACT), sample.AMENDED_TEXT);
    const run = await engine.continueAmended(id);
    assert.equal(run.status, 'pass', JSON.stringify(run));
    assert.equal(workspace.read(sample.GREET), sample.WITH_OPTIONS);
  });
});
