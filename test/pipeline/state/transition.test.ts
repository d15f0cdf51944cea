import assert from 'node:assert/strict';
import { nextAction } from '../../../src/pipeline/state/next-action.ts';
import { projectLabels } from '../../../src/pipeline/state/labels.ts';
import { itemStateSchema } from '../../../src/pipeline/state/item-state.ts';
import { transition } from '../../../src/pipeline/state/transition.ts';
import { advanced, answered, apply, AT, BY, createItem, createPolicy, performAll } from './item-states.ts';

describe('the transitions of an item', () => {
  it('[ASSERT-PSM-001] starts a fresh item in intake, with its label and a status comment', () => {
    const item = createItem();
    assert.deepEqual(projectLabels(item), ['holdfast:run', 'holdfast:stage:intake']);
    assert.deepEqual(
      item.outbox.map(({ type }) => type),
      ['comment', 'labels'],
    );
    assert.deepEqual(nextAction(performAll(item)), { type: 'execute', stage: 'intake' });
  });

  it('[ASSERT-PSM-002] [ASSERT-PSM-007] advances when the gate is satisfied, with a new label and a status comment', () => {
    const item = performAll(apply(createItem(), answered('intake')));
    assert.deepEqual(nextAction(item), { type: 'advance' });
    const { state, effects } = transition(item, advanced);
    assert.deepEqual(projectLabels(state), ['holdfast:run', 'holdfast:stage:architecture']);
    assert.deepEqual(
      effects.map((effect) => [effect.type, effect.type === 'comment' ? effect.body : undefined]),
      [
        ['comment', 'Stage: architecture. Next.'],
        ['labels', undefined],
      ],
    );
    assert.deepEqual(nextAction(performAll(state)), { type: 'execute', stage: 'architecture' });
  });

  it('[ASSERT-PSM-003] waits at a human gate until the current answer is approved', () => {
    const item = performAll(apply(createItem(createPolicy({ intake: 'human' })), answered('intake')));
    assert.deepEqual(projectLabels(item), ['holdfast:awaiting-review', 'holdfast:run', 'holdfast:stage:intake']);
    assert.deepEqual(nextAction(item), { type: 'nothing', because: 'waiting' });
    const approve = (hash: string) =>
      apply(item, { type: 'stage-approved', stage: 'intake', approval: { hash, by: 'kim', via: 'command', at: AT } });
    assert.deepEqual(nextAction(performAll(approve('earlier-hash'))), { type: 'nothing', because: 'waiting' });
    assert.deepEqual(nextAction(performAll(approve('intake-hash'))), { type: 'advance' });
  });

  it('[ASSERT-PSM-004] waits for a person at each stage that produces code if the item is safety-affecting', () => {
    const safety = [{ source: 'module', detail: 'src/brakes' }] as const;
    const item = apply(createItem(), answered('intake', { safety }), advanced, answered('architecture'), advanced);
    const waiting = performAll(apply(item, answered('interfaces')));
    assert.deepEqual(nextAction(waiting), { type: 'nothing', because: 'waiting' });
    assert.equal(waiting.status, 'waiting');
  });

  it('[ASSERT-PSM-003] [ASSERT-PSM-007] waits for information without a try, continues once it is given, and forgets it in a new round', () => {
    const request = { type: 'information-requested', textHash: 'h', message: 'Describe it.' } as const;
    const { state, effects } = transition(performAll(createItem()), request);
    assert.deepEqual(
      effects.map((effect) => (effect.type === 'comment' ? effect.body : effect.type)),
      ['Describe it.', 'labels'],
    );
    const waiting = itemStateSchema.parse(JSON.parse(JSON.stringify(performAll(state))));
    assert.deepEqual(nextAction(waiting), { type: 'nothing', because: 'waiting' });
    assert.deepEqual(projectLabels(waiting), ['holdfast:awaiting-review', 'holdfast:run', 'holdfast:stage:intake']);
    const given = performAll(apply(waiting, { type: 'information-given' }));
    assert.deepEqual(nextAction(given), { type: 'execute', stage: 'intake' });
    assert.equal(given.stages.intake, undefined);
    assert.equal(apply(given, { type: 'information-given' }), given);
    const terms = { base: waiting.base, policy: waiting.policy };
    assert.equal(apply(waiting, { type: 'restarted', terms, ...BY }).informationRequest, undefined);
  });

  it('[ASSERT-ARCH-004] [PIPE-3] keeps the last answer that was refused or rejected, until one is accepted', () => {
    const refused = { type: 'refused', stage: 'intake', mistakes: ['wrong'], at: AT } as const;
    const first = apply(createItem(createPolicy({ intake: 'human' })), { ...refused, answer: { a: 1 } });
    assert.deepEqual(first.stages.intake?.earlier, { a: 1 });
    assert.deepEqual(apply(first, refused).stages.intake?.earlier, { a: 1 }, 'an answer that was too long is not kept');
    const accepted = performAll(apply(first, answered('intake')));
    assert.equal(accepted.stages.intake?.earlier, undefined);
    const rejected = apply(accepted, { type: 'stage-rejected', stage: 'intake', reason: 'no', ...BY });
    assert.deepEqual(rejected.stages.intake?.earlier, {});
  });

  it('[ASSERT-PSM-006] reports a failure, sets its label and stops until the item is resumed', () => {
    const failure = { stage: 'intake', reason: 'error', message: 'The model is unavailable.', at: AT } as const;
    const { state, effects } = transition(performAll(createItem()), { type: 'failed', failure });
    assert.deepEqual(projectLabels(state), ['holdfast:stage:failed']);
    const report = effects.find(({ type }) => type === 'comment');
    assert.ok(report?.type === 'comment');
    for (const part of [
      /^The stage intake failed\./,
      /\| Stage \| intake \|/,
      /\| Attempts \| 0 refused of 5 permitted \|/,
      /\| Reason \| error: /,
      /\nThe model is unavailable\.\n/,
      /add the label `holdfast:run`/,
      /comment `\/holdfast restart`/,
    ]) {
      assert.match(report.body, part);
    }
    assert.deepEqual(nextAction(performAll(state)), { type: 'nothing', because: 'failed' });
    const resumed = performAll(apply(performAll(state), { type: 'resumed', ...BY }));
    assert.deepEqual(nextAction(resumed), { type: 'execute', stage: 'intake' });
    assert.deepEqual(projectLabels(resumed), ['holdfast:run', 'holdfast:stage:intake']);
  });

  it('[ASSERT-ARCH-004] feeds mistakes back, counts the tries, and fails with all of them when they are exhausted', () => {
    const refuse = (mistake: string) => ({ type: 'refused', stage: 'intake', mistakes: [mistake], at: AT }) as const;
    const once = apply(performAll(createItem(createPolicy({}, 2))), refuse('No module a.'));
    assert.deepEqual([once.stages.intake?.refused, once.stages.intake?.feedback], [1, ['No module a.']]);
    assert.deepEqual(nextAction(once), { type: 'execute', stage: 'intake' });
    const twice = apply(once, refuse('No module b.'));
    assert.equal(twice.failure?.reason, 'tries-exhausted');
    assert.match(twice.failure.message, /1\. No module a\.\n2\. No module b\./);
  });

  it('[ASSERT-CLASS-004] [ASSERT-PLAN-003] stops for a person when an answer escalates', () => {
    const item = apply(createItem(), answered('intake', { escalation: 'The scope is 40 files; the limit is 20.' }));
    assert.deepEqual([item.status, item.failure?.reason], ['failed', 'escalated']);
    assert.deepEqual(nextAction(performAll(item)), { type: 'nothing', because: 'failed' });
  });

  it('[PIPE-2] stores an answer before its effects, and performs them once', () => {
    const effect = {
      type: 'branch',
      key: '1/architecture/branch',
      name: 'holdfast/42/1/architecture',
      commit: 'c1',
    } as const;
    const item = performAll(apply(createItem(), answered('intake'), advanced));
    const { state } = transition(item, answered('architecture', { effects: [effect] }));
    assert.equal(state.stages.architecture?.answer?.hash, 'architecture-hash');
    const action = nextAction(state);
    assert.equal(action.type === 'perform' && action.effect.key, effect.key);
    const done = performAll(state);
    assert.deepEqual(done.outbox, []);
    const again = transition(done, answered('architecture', { effects: [effect] }));
    assert.deepEqual(again.effects, []);
  });

  it('[PIPE-3] executes a rejected stage again with the reason, and closes its pull request', () => {
    const effect = {
      type: 'pull-request',
      key: '1/architecture/pull-request/1',
      title: 'Specification',
      body: '',
      head: 'holdfast/42/1/architecture',
      base: 'main',
    } as const;
    const item = apply(createItem(createPolicy({ architecture: 'human' })), answered('intake'), advanced);
    const waiting = performAll(apply(item, answered('architecture', { effects: [effect] })));
    const rejected = apply(waiting, { type: 'stage-rejected', stage: 'architecture', reason: 'Too broad.', ...BY });
    assert.equal(
      rejected.outbox.some((planned) => planned.type === 'close-pull-request' && planned.pullRequest === 1),
      true,
    );
    assert.deepEqual(nextAction(performAll(rejected)), { type: 'execute', stage: 'architecture' });
    assert.deepEqual(rejected.stages.architecture?.feedback, ['kim rejected it: Too broad.']);
  });

  it('starts a new round when it is restarted, and keeps what was spent', () => {
    const spent = apply(
      createItem(),
      { type: 'reserved', id: 'a', stage: 'intake', usd: 0.5 },
      { type: 'settled', id: 'a', usd: 0.2 },
    );
    const terms = { base: { branch: 'main', commit: 'c9' }, policy: createPolicy() };
    const restarted = apply(performAll(spent), { type: 'restarted', terms, ...BY });
    assert.deepEqual([restarted.round, restarted.base.commit, restarted.stage], [2, 'c9', 'intake']);
    assert.deepEqual(
      restarted.spending.map(({ settledUsd }) => settledUsd),
      [0.2],
    );
  });

  it('[PIPE-3] gives up its planned effects when it is cancelled, except those that may have happened', () => {
    const intended = apply(createItem(), { type: 'effect-intended', key: '1/intake/entered/0', owner: 'me', at: AT });
    const cancelled = apply(intended, { type: 'cancelled', reason: 'item-closed', ...BY });
    assert.deepEqual(
      cancelled.outbox.map(({ key }) => key),
      ['1/intake/entered/0', '1/intake/cancelled/2', 'labels'],
    );
    assert.deepEqual(projectLabels(cancelled), []);
    assert.deepEqual(nextAction(performAll(cancelled)), { type: 'nothing', because: 'cancelled' });
  });

  it('[PIPE-1] reports labels that people changed once, and continues when they are restored', () => {
    const item = performAll(createItem());
    const stopped = apply(item, { type: 'labels-changed', found: ['holdfast:run'], at: AT });
    assert.equal(stopped.outbox.filter(({ type }) => type === 'comment').length, 1);
    assert.deepEqual(apply(stopped, { type: 'labels-changed', found: [], at: AT }), stopped);
    assert.deepEqual(nextAction(performAll(stopped)), { type: 'nothing', because: 'labels-changed' });
    const restored = performAll(apply(performAll(stopped), { type: 'labels-restored' }));
    assert.deepEqual(nextAction(restored), { type: 'execute', stage: 'intake' });
  });

  it('[PIPE-1] is a document that its schema reads', () => {
    const state = apply(createItem(), answered('intake'), advanced);
    assert.deepEqual(itemStateSchema.parse(JSON.parse(JSON.stringify(state))), state);
  });
});
