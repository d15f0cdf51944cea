import assert from 'node:assert/strict';
import { planDiagnostics } from '../../../src/extension/plan/plan-diagnostics.ts';
import { findingWords } from '../../../src/extension/plan/plan-words.ts';
import { CHECKS } from '../../../src/checks/table.ts';
import { readContract } from '../../../src/contract/read-contract.ts';
import { checkPlan } from '../../../src/plan/check-plan.ts';
import type { CheckedPlan } from '../../../src/engine.ts';

async function checked(text: string): Promise<CheckedPlan> {
  const document = readContract({ file: 'p.contract.yaml', text, checks: CHECKS });
  return { ...(await checkPlan({ document, files: [] })), document };
}

describe('what the editor shows of a plan', () => {
  it('[COMP-EDITOR] findings are diagnostics at their place, and the mistakes of the file are not said twice', async () => {
    const plan = await checked(`spec: { id: p, title: P }
chunks:
  - id: a
    title: A
    dependsOn: [nobody]
    allowedFiles: [a.ts, b.ts]
    postconditions: [{ kind: file_exists, path: a.ts }]
`);
    assert.deepEqual(
      plan.findings.map(({ rule }) => rule),
      ['STRUCT', 'R4'],
    );
    const [diagnostic, ...more] = planDiagnostics(plan);
    assert.deepEqual(more, []);
    assert.equal(diagnostic?.code, 'R4');
    assert.equal(diagnostic.severity, 'error');
    assert.deepEqual(diagnostic.range, { start: { line: 5, character: 25 }, end: { line: 5, character: 29 } });
  });

  it('[COMP-EDITOR] a hover says what the rule asks, why, and what would satisfy it', async () => {
    const { findings } = await checked(
      'spec: { id: p, title: P }\nchunks: [{ id: a, title: A, preconditions: [{ kind: file_exists, path: "a_b.ts" }] }]\n',
    );
    const [finding] = findings;
    assert.ok(finding);
    const words = findingWords(finding, [{ id: 'R1', title: 'A title', explanation: 'A reason.' }]);
    assert.match(words, /^\*\*R1\*\* · A title\n\nA reason\.\n\n/);
    assert.match(words, /a\\_b\\\.ts/);
  });
});
