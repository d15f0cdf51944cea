import assert from 'node:assert/strict';
import { describeHoldout } from '../../../../src/verdicts/scenarios/execution/holdout.ts';

describe('The state of the holdout', () => {
  it('[ASSERT-SCEN-002] is enforced in a sandbox, or if the files are outside of the repository', () => {
    for (const confinement of ['bubblewrap', 'sandbox-exec'] as const) {
      assert.deepEqual(describeHoldout({ isOutside: false }, confinement), { enforced: true });
    }
    assert.deepEqual(describeHoldout({ isOutside: true }, 'unconfined'), { enforced: true });
  });

  it('[ASSERT-SCEN-002] is not enforced without a sandbox if the files are in the repository', () => {
    const { enforced, reason } = describeHoldout({ isOutside: false }, 'unconfined');
    assert.equal(enforced, false);
    assert.match(reason ?? '', /Commands run unconfined.*"scenarios\.folder"/);
  });
});
