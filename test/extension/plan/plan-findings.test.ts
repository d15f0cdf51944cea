import assert from 'node:assert/strict';
import { createPlanDiagnostics } from '../../../src/extension/diagnostics/contract-diagnostics.ts';
import { formatFindingHover } from '../../../src/extension/plan/finding-hover.ts';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { checkPlan } from '../../../src/verdicts/plan/check-plan.ts';
import type { CheckedPlan } from '../../../src/engine.ts';

async function checkText(text: string): Promise<CheckedPlan> {
  const document = readContract({ file: 'p.contract.yaml', text, checks: CHECKS });
  return { ...(await checkPlan({ document, files: [] })), document };
}

describe('plan findings in the editor', () => {
  it('[COMP-EDITOR] findings become diagnostics, except those that repeat a contract problem', async () => {
    const plan = await checkText(`spec: { id: p, title: P }
verify: { command: make check }
chunks:
  - id: a
    title: A
    dependsOn: [missing]
    allowedFiles: [a.ts, b.ts]
    postconditions: [{ kind: file_exists, path: a.ts }]
`);
    assert.deepEqual(
      plan.findings.map(({ rule }) => rule),
      ['STRUCT', 'R4'],
    );
    const [diagnostic, ...more] = createPlanDiagnostics(plan);
    assert.deepEqual(more, []);
    assert.equal(diagnostic?.code, 'R4');
    assert.equal(diagnostic.severity, 'error');
    assert.deepEqual(diagnostic.range, { start: { line: 6, character: 25 }, end: { line: 6, character: 29 } });
  });

  it('[COMP-EDITOR] a hover shows the rule, its explanation and how to fix the finding', async () => {
    const { findings } = await checkText(
      'spec: { id: p, title: P }\nverify: { command: make check }\nchunks: [{ id: a, title: A, preconditions: [{ kind: file_exists, path: "a_b.ts" }] }]\n',
    );
    const [finding] = findings;
    assert.ok(finding);
    const hover = formatFindingHover(finding, [{ id: 'R1', title: 'A title', explanation: 'A reason.' }]);
    assert.match(hover, /^\*\*R1\*\* · A title\n\nA reason\.\n\n/);
    assert.match(hover, /a\\_b\\\.ts/);
  });
});
