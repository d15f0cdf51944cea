import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { applyAllFixes, applyFix } from '../../../src/verdicts/plan/apply-fixes.ts';
import { absent, checkText, chunk, contract, exists, messages, type PlanSituation } from './planning.ts';

async function fixAll(file: string, text: string, situation: PlanSituation = {}): Promise<string> {
  return applyAllFixes({ file, text }, async (current) => (await checkText(file, current, situation)).findings);
}

describe('the fixes of findings', () => {
  it("[COMP-EDITOR] fix the source document's bootstrap failure", async () => {
    const text = readFileSync(new URL('../../fixtures/plans/bootstrap.json', import.meta.url), 'utf8');
    assert.equal((await checkText('plan.json', text)).ok, false);
    const fixed = await fixAll('plan.json', text);
    assert.deepEqual(messages(await checkText('plan.json', fixed)), []);
    assert.match(fixed, /"acceptance_commands": \[\]/);
    assert.match(fixed, /"allowed_files": \["scripts\/verify\.sh", "tests\/test_placeholder\.py"\]/);
  });

  const plans: readonly (readonly [problem: string, chunks: readonly unknown[], situation?: PlanSituation])[] = [
    ['a missing postcondition', [chunk('a', { allowedFiles: ['a.ts', 'b.ts'], postconditions: [exists('a.ts')] })]],
    [
      'a missing allowed file',
      [chunk('a', { allowedFiles: ['a.ts'], postconditions: [exists('a.ts'), exists('b.ts')] })],
    ],
    ['a precondition without a provider', [chunk('a', { preconditions: [exists('src/x.ts')] })]],
    [
      'a precondition without a provider in a plan with dependsOn',
      [
        chunk('z', { allowedFiles: ['z.ts'] }),
        chunk('a', { dependsOn: ['z'], allowedFiles: ['a.ts'], preconditions: [exists('src/x.ts')] }),
      ],
    ],
    [
      'a wrong order in a plan without dependsOn',
      [
        chunk('a', { preconditions: [exists('b.ts')], allowedFiles: ['a.ts'] }),
        chunk('b', { allowedFiles: ['b.ts'], postconditions: [exists('b.ts')] }),
      ],
    ],
    [
      'a contradiction',
      [chunk('a', { preconditions: [absent('a.ts'), exists('a.ts')], allowedFiles: ['b.ts'] })],
      { files: ['a.ts'] },
    ],
    ['gaps in numbered ids', [chunk('s-1'), chunk('s-3'), chunk('s-4', { dependsOn: ['s-3', 's-1'] })]],
    [
      'parallel chunks that write one file',
      [
        chunk('a', { allowedFiles: ['z.ts'] }),
        chunk('b', { dependsOn: ['a'], allowedFiles: ['x.ts'] }),
        chunk('c', { dependsOn: ['a'], allowedFiles: ['x.ts'] }),
      ],
    ],
    ['a missing context file', [chunk('a', { allowedFiles: ['a.ts'], contextFiles: ['gone.ts'] })]],
  ];
  for (const [problem, chunks, situation] of plans) {
    it(`[COMP-EDITOR] resolve ${problem}`, async () => {
      const text = contract(chunks);
      assert.notDeepEqual(messages(await checkText('p.contract.json', text, situation)), []);
      const fixed = await fixAll('p.contract.json', text, situation);
      assert.deepEqual(messages(await checkText('p.contract.json', fixed, situation)), []);
    });
  }

  const order = (id: string, more: Record<string, unknown> = {}) => ({
    id,
    title: `Order ${id}`,
    intent: `Do ${id}.`,
    allowed_files: [],
    ...more,
  });
  const manifests: readonly (readonly [problem: string, orders: readonly unknown[], ids: readonly string[]])[] = [
    [
      'a missing provider before the first numbered work order',
      [
        order('WO-01', { allowed_files: ['a.py'], preconditions: [exists('x.py')], postconditions: [exists('a.py')] }),
        order('WO-02', { preconditions: [exists('a.py')] }),
      ],
      ['Create x.py', 'Order WO-01', 'Order WO-02'],
    ],
    [
      'a missing provider between numbered work orders with dependencies',
      [
        order('WO-01', { allowed_files: ['a.py'], postconditions: [exists('a.py')] }),
        order('WO-02', { depends_on: ['WO-01'], preconditions: [exists('x.py')] }),
        order('WO-03', { depends_on: ['WO-02', 'WO-01'] }),
      ],
      ['Order WO-01', 'Create x.py', 'Order WO-02', 'Order WO-03'],
    ],
    [
      'a wrong order of numbered work orders',
      [
        order('WO-01'),
        order('WO-02', { preconditions: [exists('b.py')] }),
        order('WO-03', {
          allowed_files: ['b.py'],
          postconditions: [exists('b.py')],
          acceptance_commands: ['python b.py'],
        }),
      ],
      ['Order WO-01', 'Order WO-03', 'Order WO-02'],
    ],
  ];
  for (const [problem, orders, titles] of manifests) {
    it(`[COMP-EDITOR] resolve ${problem}, with the keys of the manifest`, async () => {
      const text = JSON.stringify({ work_orders: orders }, null, 2);
      const before = messages(await checkText('plan.json', text));
      assert.notDeepEqual(before, []);
      const fixed = await fixAll('plan.json', text);
      assert.deepEqual(messages(await checkText('plan.json', fixed)), []);
      const { work_orders: after } = JSON.parse(fixed) as { work_orders: Record<string, unknown>[] };
      assert.deepEqual(
        after.map(({ id, title }) => [id, title]),
        titles.map((title, index) => [`WO-0${index + 1}`, title]),
      );
      assert.ok(after.every((one) => 'intent' in one && !('description' in one) && !('allowedFiles' in one)));
    });
  }

  it('[COMP-EDITOR] never move a work order that is only partly readable', async () => {
    const orders = [
      order('WO-01', { preconditions: [exists('b.py')] }),
      order('WO-02', { allowed_files: ['b.py'], postconditions: [exists('b.py')], reviewers: ['reviewer'] }),
    ];
    const { findings } = await checkText('plan.json', JSON.stringify({ work_orders: orders }));
    assert.deepEqual(
      findings.filter(({ rule }) => rule === 'R1').map(({ fix }) => fix),
      [undefined],
    );
  });

  it('[COMP-EDITOR] keep comments, and do not change a plan without fixes', async () => {
    const text = `spec: { id: p, title: P } # the plan
chunks:
  # writes two files
  - id: a
    title: A
    allowedFiles: [a.ts, b.ts] # both
    postconditions:
      - { kind: file_exists, path: a.ts }
`;
    const fixed = await fixAll('p.contract.yaml', text);
    for (const comment of ['# the plan', '# writes two files', '# both']) assert.ok(fixed.includes(comment), comment);
    assert.equal(await fixAll('p.contract.yaml', fixed), fixed);
  });

  it('[COMP-EDITOR] are refused if the text has changed', () => {
    const document = readContract({ file: 'p.contract.json', text: contract([chunk('a')]), checks: CHECKS });
    const edits = [{ path: ['chunks', 7, 'allowedFiles', 0], operation: 'remove' as const }];
    const fix = { action: { kind: 'remove-verify-command' as const }, edits };
    assert.equal(applyFix(document, fix), undefined);
  });
});
