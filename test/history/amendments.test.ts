import assert from 'node:assert/strict';
import { clock } from './clock.ts';
import { describeHistory } from './describe-history.ts';

describeHistory('amendments', (store) => {
  it('[ENF-AMEND-5] store status and resolved_at and are resolved only once', async () => {
    const history = await store.open({ now: clock() });
    const proposal = { reason: 'r', proposedChanges: [{ path: 'chunks[0].title', oldValue: 'a', newValue: 'b' }] };
    await history.proposeAmendment({
      id: 'a1',
      specId: 'health-check',
      chunkId: 'types',
      runId: 'r1',
      proposedBy: 'model',
      contractHash: 'h',
      proposal,
    });
    const [pending] = await history.listAmendments({ status: 'pending' });
    assert.deepEqual(pending!.proposal, proposal);
    assert.equal(pending!.resolvedAt, undefined);
    assert.equal(await history.resolveAmendment('a1', 'accepted'), true);
    assert.equal(await history.resolveAmendment('a1', 'rejected'), false);
    const [stored] = await history.listAmendments({ id: 'a1' });
    assert.equal(stored!.status, 'accepted');
    assert.ok(stored!.resolvedAt! > stored!.createdAt);
    assert.deepEqual(await history.listAmendments({ specId: 'other' }), []);
  });

  it('[AGENT-5] of an agent supersede no proposal of a person for the same chunk, and those of a person both', async () => {
    const history = await store.open({ now: clock() });
    const propose = (id: string, proposedBy: 'agent' | 'person') =>
      history.proposeAmendment({
        id,
        specId: 'health-check',
        chunkId: 'types',
        runId: undefined,
        proposedBy,
        contractHash: 'h',
        proposal: {},
      });
    const pending = async () =>
      (await history.listAmendments({ status: 'pending' })).map(({ id, proposedBy }) => [id, proposedBy]);
    await propose('p1', 'person');
    await propose('a1', 'agent');
    await propose('a2', 'agent');
    assert.deepEqual(await pending(), [
      ['p1', 'person'],
      ['a2', 'agent'],
    ]);
    await propose('p2', 'person');
    assert.deepEqual(await pending(), [['p2', 'person']]);
  });
});
