import assert from 'node:assert/strict';
import { formatFact } from '../../../src/foundation/fact.ts';
import type { FactPlace, FactRule } from '../../../src/verdicts/facts/interface/fact-rule.ts';
import { findFacts } from '../../../src/verdicts/facts/find-facts.ts';

function ruleThatFinds(places: readonly FactPlace[]): FactRule {
  return {
    id: 'sample',
    message: 'A value changed',
    reason: 'It is a sample.',
    languages: ['TypeScript'],
    reads: () => true,
    samples: [],
    nearMisses: [],
    find: () => places,
  };
}

async function linesOf(places: readonly FactPlace[]): Promise<readonly string[]> {
  const files = [{ path: 'a.ts', before: '', after: '' }];
  const facts = await findFacts({ files, changedPaths: ['a.ts'] }, [ruleThatFinds(places)]);
  return facts.map((fact) => `${fact.file}:${fact.line} ${formatFact(fact)}`);
}

describe('Facts', () => {
  it('[PROOF-5] are one line for each rule and file, with the number of the other places', async () => {
    const lines = await linesOf([
      { file: 'a.ts', line: 3, before: '1', after: '2' },
      { file: 'b.ts', line: 9 },
      { file: 'a.ts', line: 7, before: '5', after: '6' },
      { file: 'a.ts', line: 8, before: '5', after: '6' },
    ]);
    assert.deepEqual(lines, ['a.ts:3 A value changed: 1 → 2 (and 2 more)', 'b.ts:9 A value changed']);
  });

  it('[PROOF-5] show the part of long texts that differs, on one line', async () => {
    const start = 'the same start of both '.repeat(10);
    const [line = ''] = await linesOf([
      { file: 'a.ts', line: 1, before: `${start}one\n  end`, after: `${start}other` },
    ]);
    assert.equal(line, 'a.ts:1 A value changed: …same start of both one end → …same start of both other');
    const [removed = ''] = await linesOf([{ file: 'a.ts', line: 1, before: 'x'.repeat(200) }]);
    assert.equal(removed, `a.ts:1 A value changed: ${'x'.repeat(80)}… → (nothing)`);
  });
});
