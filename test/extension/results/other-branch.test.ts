import assert from 'node:assert/strict';
import { OtherBranchError } from '../../../src/engine.ts';
import { landOnBranch } from '../../../src/extension/results/other-branch.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';

describe('Accepting a result in the editor', () => {
  /** Accepts a result while `current` is checked out, and returns the landings and the questions. */
  async function accept(current: string, isConfirmed: boolean) {
    const landed: boolean[] = [];
    const questions: string[] = [];
    const result = await landOnBranch(
      (anyBranch) => {
        if (current !== 'main' && !anyBranch) return Promise.reject(new OtherBranchError('main', current));
        landed.push(anyBranch);
        return Promise.resolve('landed');
      },
      ({ startedOn, current: now }) => {
        questions.push(`${startedOn} → ${now}`);
        return Promise.resolve(isConfirmed);
      },
    );
    return { result, landed, questions };
  }

  it('[EDIT-4] asks before it is committed to another branch, and lands nothing without consent', async () => {
    for (const isConfirmed of [true, false])
      assert.deepEqual(await accept('main', isConfirmed), { result: 'landed', landed: [false], questions: [] });
    for (const current of ['feature', 'HEAD', 'release/1']) {
      const questions = [`main → ${current}`];
      assert.deepEqual(await accept(current, true), { result: 'landed', landed: [true], questions });
      assert.deepEqual(await accept(current, false), { result: undefined, landed: [], questions });
    }
  });

  it('[EDIT-4] asks nothing about other failures', async () => {
    const failure = new HoldfastError('conflict', 'The contract changed.');
    const land = (): Promise<never> => Promise.reject(failure);
    await assert.rejects(
      landOnBranch(land, () => assert.fail('a question')),
      failure,
    );
  });
});
