/**
 * Ways to make the tests of wrong code pass, and honest changes of the same files. `npm run faults -- --tests` tries all of
 * them with every runner; here, the day chooses one of each kind.
 */
import assert from 'node:assert/strict';
import { isInstalled, runTalkedDown } from './talked-down/run-talked-down.ts';
import { SUBJECTS } from './talked-down/subjects.ts';

const DAY = Math.floor(Date.now() / 86_400_000);

describe('a model that talks tests down', () => {
  for (const [index, subject] of SUBJECTS.filter(({ packages }) => packages === undefined).entries()) {
    it(`[PROOF-2] lands no wrong code, and an honest change lands: ${subject.runner}`, async function () {
      if (!isInstalled(subject)) this.skip();
      const attacks = Object.entries(subject.attacks);
      const honest = Object.entries(subject.honest);
      const [attack, attackWrites] = attacks[(DAY + index) % attacks.length] ?? ['', {}];
      const bad = await runTalkedDown(subject, subject.wrong, attackWrites);
      assert.equal(bad.landed, false, `${attack}:\n${bad.reasons.join('\n')}`);
      const [change, honestWrites] = honest[(DAY + index) % honest.length] ?? ['', {}];
      const good = await runTalkedDown(subject, subject.right, honestWrites);
      assert.equal(good.landed, true, `${change}:\n${good.reasons.join('\n')}`);
    });
  }

  it('[PROOF-2] has fifteen ways and ten honest changes for each runner', () => {
    for (const { runner, attacks, honest } of SUBJECTS) {
      assert.ok(Object.keys(attacks).length >= 15, runner);
      assert.ok(Object.keys(honest).length >= 10, runner);
    }
  });
});
