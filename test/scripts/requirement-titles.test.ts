import assert from 'node:assert/strict';
import { testsIn } from './requirement-titles.ts';

const idsOf = (text: string) => testsIn('some.test.ts', text).map((test) => test.ids);

describe('Requirement ids in test titles', () => {
  it('are found in titles, several in one bracket or in several', () => {
    assert.deepEqual(idsOf("it('[ENF-VAL-3] x', f); it('[GATE-1, GATE-2] x', f); it('[A-1] [B-2]', f)"), [
      ['ENF-VAL-3'],
      ['GATE-1', 'GATE-2'],
      ['A-1', 'B-2'],
    ]);
  });

  it('of a group apply to each of its tests', () => {
    assert.deepEqual(idsOf("describe('[COMP-R1] x', () => { it('a', f); it('[COMP-R2] b', f); }); it('c', f)"), [
      ['COMP-R1'],
      ['COMP-R1', 'COMP-R2'],
      [],
    ]);
  });

  it('are found in computed titles', () => {
    assert.deepEqual(idsOf("for (const n of l) { it(`[ENF-VAL-5] ${n}`, f); it('[ENF-VAL-6] ' + n, f); }"), [
      ['ENF-VAL-5'],
      ['ENF-VAL-6'],
    ]);
  });

  it('are not taken from comments, other calls or other brackets', () => {
    assert.deepEqual(idsOf("// it('[GATE-1]')\nrun('[GATE-1]'); it('takes [0] and [a-z]', f)"), [[]]);
  });
});
