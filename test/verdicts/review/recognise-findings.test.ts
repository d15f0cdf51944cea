import assert from 'node:assert/strict';
import { findingKey, isSameFinding } from '../../../src/verdicts/review/recognise-findings.ts';
import type { ReviewFinding } from '../../../src/verdicts/review/review-finding.ts';

const FINDING: ReviewFinding = {
  pass: 'security',
  file: 'src/query.ts',
  line: 12,
  severity: 'blocking',
  category: 'sql-injection',
  explanation: 'The name of the user is inserted into the query without escaping, so a caller can read other rows.',
  code: 'return db.run(`select * from users where name = "${name}"`);',
};

describe('Findings of several rounds', () => {
  it('[ASSERT-REVIEW-005] are the same if only their lines moved', () => {
    const moved = { ...FINDING, line: 40 };
    assert.equal(findingKey(moved), findingKey(FINDING));
    assert.ok(isSameFinding(FINDING, moved));
  });

  it('[ASSERT-REVIEW-005] are the same if the model words them differently, or the line changed without a correction', () => {
    const reworded = {
      ...FINDING,
      explanation: 'A caller controls name, which reaches the query without escaping and reveals other rows.',
      code: 'return database.run(`select * from users where name = "${name}"`);',
      line: 14,
    };
    assert.ok(isSameFinding(FINDING, reworded));
    const otherCategory = {
      ...FINDING,
      category: 'injection',
      explanation: 'The query contains the unescaped name of the user.',
    };
    assert.ok(isSameFinding(FINDING, otherCategory));
  });

  it('[ASSERT-REVIEW-005] are the same if only a number in them changed', () => {
    const overload: ReviewFinding = {
      pass: 'constraints',
      file: 'firmware/can.c',
      severity: 'blocking',
      category: 'interface-constraint',
      explanation: 'Interface: can-body. Parameter: busLoad. Expected: 0 to 0.5. Actual: 0.55. Domain: firmware.',
    };
    const lower = { ...overload, explanation: overload.explanation.replace('0.55', '0.52') };
    assert.equal(findingKey(overload), findingKey(lower));
  });

  it('are different in another file, of another pass, or about another problem', () => {
    assert.ok(!isSameFinding(FINDING, { ...FINDING, file: 'src/other.ts' }));
    assert.ok(!isSameFinding(FINDING, { ...FINDING, pass: 'quality' }));
    const other: ReviewFinding = {
      ...FINDING,
      category: 'resource-limit',
      code: 'const rows = await readAll();',
      explanation: 'All rows are loaded into memory.',
    };
    assert.ok(!isSameFinding(FINDING, other));
    const sameCategory = { ...other, category: FINDING.category, explanation: 'The table name comes from a header.' };
    assert.ok(!isSameFinding(FINDING, sameCategory));
    assert.ok(isSameFinding(FINDING, { ...FINDING, line: 3 }));
  });
});
