import assert from 'node:assert/strict';
import { fixesOfFindings, migrationRange } from '../../../src/extension/plan/offered-fixes.ts';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { checkPlan } from '../../../src/verdicts/plan/check-plan.ts';
import type { CheckedPlan } from '../../../src/engine.ts';

async function checkText(text: string): Promise<CheckedPlan> {
  const document = readContract({ file: 'p.contract.yaml', text, checks: CHECKS });
  return { ...(await checkPlan({ document, files: [] })), document };
}

const CHUNKS = `chunks:
  - id: a
    title: A
    assertions:
      - { message: M, check: { type: pattern_match, target: a.ts, pattern: '^a' } }
      - { message: M, check: { type: pattern_match, target: a.ts, pattern: '^b' } }
`;

describe('fixes that the editor offers', () => {
  it('[COMP-EDITOR] offers the choices of each finding, and each migration once', async () => {
    const { findings } = await checkText(`spec: { id: p, title: P }\n${CHUNKS}`);
    assert.deepEqual(
      fixesOfFindings(findings).map(({ fix }) => fix.action.kind),
      [
        'match-each-line',
        'match-whole-text',
        'migrate-and-keep-meaning',
        'migrate-and-change-meaning',
        'match-each-line',
        'match-whole-text',
      ],
    );
  });

  it('[COMP-EDITOR] offers migrations at the version, else at the first key', async () => {
    const stated = migrationRange(await checkText(`# a\nversion: 1\nspec: { id: p, title: P }\n${CHUNKS}`));
    assert.deepEqual([stated.start.line, stated.start.column, stated.end.column], [2, 1, 11]);
    const absent = migrationRange(await checkText(`# a\nspec: { id: p, title: P }\n${CHUNKS}`));
    assert.deepEqual([absent.start.line, absent.start.column, absent.end.line, absent.end.column], [2, 1, 2, 5]);
  });
});
