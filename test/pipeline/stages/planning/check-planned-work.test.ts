import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { CHECKS } from '../../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../../src/contract/read/read-contract.ts';
import type { DesignedExport } from '../../../../src/pipeline/stages/interfaces/declarations-answer.ts';
import { checkOrder } from '../../../../src/pipeline/stages/planning/check-order.ts';
import { checkPlannedWork, type PlanTerms } from '../../../../src/pipeline/stages/planning/check-planned-work.ts';
import { planAnswerSchema, type PlanAnswer } from '../../../../src/pipeline/stages/planning/plan-answer.ts';

const INTERFACES: readonly DesignedExport[] = [
  { id: 'Invoice', name: 'Invoice', file: 'src/types.ts', line: 1 },
  { id: 'createInvoice', name: 'createInvoice', file: 'src/create.d.ts', line: 3 },
];

/** A sub-item that creates a file with an export. */
function subItem(id: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const file = `src/${id}.ts`;
  return {
    id,
    title: `Add ${id}`,
    reason: `The item needs ${id}.`,
    creates: [`${id}()`],
    allowedFiles: [file],
    postconditions: [{ kind: 'file_exists', path: file }],
    ...more,
  };
}

function plan(...subItems: readonly Record<string, unknown>[]): PlanAnswer {
  return planAnswerSchema.parse({ description: 'Invoices for orders.', subItems });
}

const COVERING = plan(
  subItem('page', { dependsOn: ['store'], interfaces: ['Invoice'], consumes: ['Invoice', 'createInvoice'] }),
  subItem('store', {
    interfaces: ['createInvoice'],
    functions: [{ name: 'createInvoice', file: 'src/store.ts', signature: '(order: string) => void' }],
  }),
);

function check(answer: PlanAnswer, change: Partial<PlanTerms> = {}) {
  return checkPlannedWork(answer, {
    item: { id: '42', title: 'Invoices' },
    interfaces: INTERFACES,
    maxSubItems: 10,
    maxAttempts: 7,
    safetyCriticalModules: [],
    checks: CHECKS,
    situation: { files: ['src/types.ts'], findExports: (names) => Promise.resolve(names) },
    ...change,
  });
}

async function listMistakes(answer: PlanAnswer, change?: Partial<PlanTerms>) {
  return (await check(answer, change)).mistakes.map(({ code, path, subjects }) => [code, path.join('.'), ...subjects]);
}

describe('plan of a work item', () => {
  it('[ASSERT-PLAN-001] [TRUST-7] grants nothing to the model that wrote it, and says what was dropped', async () => {
    for (const [what, more, network, dropped] of [
      ['tests', { mayChange: ['tests'] }, undefined, ['changes of existing tests in store (mayChange)']],
      [
        'all areas',
        { mayChange: ['tests', 'scripts', 'tooling'] },
        undefined,
        ['changes of existing tests, scripts, tooling in store'],
      ],
      ['network', {}, true, ['network access for the commands (network)']],
      ['both', { mayChange: ['scripts'] }, true, ['network access', 'existing scripts in store']],
      ['nothing', {}, undefined, []],
      ['nothing, explicitly', { mayChange: [] }, false, []],
    ] as const) {
      const answer = planAnswerSchema.parse({ description: 'Invoices.', network, subItems: [subItem('store', more)] });
      const { mistakes, plan: checked } = await check(answer, { interfaces: [] });
      assert.deepEqual(mistakes, [], what);
      const { text } = checked!.contract;
      const { contract, problems } = readContract({ file: 'a.contract.yaml', text, checks: CHECKS });
      assert.deepEqual(problems, []);
      assert.deepEqual([contract?.network ?? false, contract?.chunks[0]?.mayChange], [false, []], what);
      for (const clause of dropped) assert.ok(text.replaceAll(/\n# ?/g, ' ').includes(clause), `${what}: ${text}`);
      assert.equal(text.includes('Dropped from the plan'), dropped.length > 0, what);
      const isChange = 'mayChange' in more && more.mayChange.length > 0;
      assert.equal(checked!.subItems[0]!.description.includes('Only a person can allow that'), isChange, what);
    }
  });

  it('[ASSERT-PLAN-001] orders every sub-item after all that it depends on', () => {
    const { order, mistakes } = checkOrder(
      plan(
        subItem('d', { dependsOn: ['b', 'c'] }),
        subItem('c', { dependsOn: ['a'] }),
        subItem('b', { dependsOn: ['a'] }),
        subItem('a'),
        subItem('e'),
      ).subItems,
    );
    assert.deepEqual(mistakes, []);
    const ids = order.map(({ id }) => id);
    assert.deepEqual([...ids].sort(), ['a', 'b', 'c', 'd', 'e']);
    for (const { id, dependsOn } of order) {
      for (const dependency of dependsOn) assert.ok(ids.indexOf(dependency) < ids.indexOf(id), `${dependency} < ${id}`);
    }
  });

  it('[ASSERT-PLAN-002] names every cycle, and refuses unknown and repeated ids', async () => {
    const cyclic = plan(
      subItem('A', { dependsOn: ['B'] }),
      subItem('B', { dependsOn: ['C'] }),
      subItem('C', { dependsOn: ['A'] }),
      subItem('D', { dependsOn: ['D'] }),
      subItem('E', { dependsOn: ['A'] }),
    );
    const { mistakes } = await check(cyclic, { interfaces: [] });
    assert.deepEqual(
      mistakes.map(({ code, path, subjects }) => [code, path.join('.'), subjects]),
      [
        ['cycle', 'subItems.0.dependsOn', ['A', 'B', 'C']],
        ['cycle', 'subItems.3.dependsOn', ['D']],
      ],
    );
    assert.match(mistakes[0]?.message ?? '', /A → B → C → A/);
    const wrong = plan(subItem('store'), subItem('Store'), subItem('a..b'), subItem('page', { dependsOn: ['stroe'] }));
    assert.deepEqual(await listMistakes(wrong, { interfaces: [] }), [
      ['duplicate-id', 'subItems.1.id', 'Store'],
      ['invalid-id', 'subItems.2.id', 'a..b'],
      ['unknown-sub-item', 'subItems.3.dependsOn.0', 'stroe'],
    ]);
  });

  it('[ASSERT-PLAN-003] escalates more sub-items than the maximum, and only then', async () => {
    const many = plan(...Array.from({ length: 4 }, (_, index) => subItem(`part${'abcd'.charAt(index)}`)));
    assert.equal((await check(many, { maxSubItems: 4, interfaces: [] })).escalation, undefined);
    const { escalation, plan: planned, mistakes } = await check(many, { maxSubItems: 3, interfaces: [] });
    assert.deepEqual([escalation?.code, escalation?.actual, escalation?.limit], ['too-many-sub-items', 4, 3]);
    assert.deepEqual([planned, mistakes], [undefined, []]);
  });

  it('[ASSERT-PLAN-003] refuses a plan without sub-items', async () => {
    assert.deepEqual(await listMistakes(plan()), [['no-sub-items', 'subItems']]);
  });

  it('[ASSERT-PLAN-004] names each interface that no sub-item covers', async () => {
    const answer = plan(subItem('store', { interfaces: ['Invoice'], consumes: ['Invoice'] }));
    assert.deepEqual(await listMistakes(answer), [['uncovered-interface', 'subItems', 'createInvoice']]);
  });

  it('[ASSERT-PLAN-004] does not count a claim without a requirement, or of an unknown interface', async () => {
    const answer = plan(
      subItem('store', { interfaces: ['Invoice', 'createInvoic'] }),
      subItem('page', { interfaces: ['createInvoice'], creates: ['createInvoice()', 'page()'] }),
    );
    assert.deepEqual(await listMistakes(answer), [
      ['unchecked-interface', 'subItems.0.interfaces.0', 'Invoice', 'store'],
      ['unknown-interface', 'subItems.0.interfaces.1', 'createInvoic'],
    ]);
  });

  it('[ASSERT-PLAN-005] turns a covering plan into a contract without findings, with the limits of the configuration', async () => {
    const { mistakes, escalation, plan: planned } = await check(COVERING);
    assert.deepEqual([mistakes, escalation], [[], undefined]);
    assert.ok(planned !== undefined);
    const { text, hash } = planned.contract;
    assert.equal(hash, createHash('sha256').update(text).digest('hex'));
    const { contract, problems } = readContract({ file: 'plan.contract.yaml', text, checks: CHECKS });
    assert.deepEqual(problems, []);
    assert.ok(contract);
    assert.equal(contract.spec.id, 'item-42');
    assert.deepEqual(
      contract.chunks.map(({ id, maxAttempts, dependsOn }) => [id, maxAttempts, dependsOn]),
      [
        ['page', 7, ['store']],
        ['store', 7, []],
      ],
    );
    assert.deepEqual(
      planned.subItems.map(({ id }) => id),
      ['store', 'page'],
    );
  });

  it('[ASSERT-PLAN-005] gives the findings of the plan rules with the rule and the sub-item', async () => {
    const answer = plan(
      subItem('store', { postconditions: [{ kind: 'file_exists', path: 'src/other.ts' }] }),
      subItem('page', { preconditions: [{ kind: 'file_exists', path: 'src/missing.ts' }] }),
    );
    const mistakes = await listMistakes(answer, { interfaces: [] });
    assert.ok(mistakes.length >= 2);
    assert.ok(mistakes.every(([code]) => code === 'plan-rule'));
    assert.deepEqual(new Set(mistakes.map(([, , , chunk]) => chunk)), new Set(['store', 'page']));
    assert.ok(mistakes.some(([, path = '', rule]) => rule === 'R1' && path.startsWith('subItems.1.preconditions.0')));
  });

  it('[ASSERT-PSM-004] finds the planned files that are safety-critical', async () => {
    const safetyOf = async (allowedFiles: readonly string[]) => {
      const answer = plan(subItem('store', { allowedFiles, postconditions: [] }));
      const terms = { interfaces: [], safetyCriticalModules: ['src/brakes/**'] };
      return (await check(answer, terms)).plan?.safety;
    };
    assert.deepEqual(await safetyOf(['src/store.ts', '!src/brakes/**']), []);
    assert.deepEqual(await safetyOf(['src/brakes/abs.ts']), [{ source: 'planned-file', detail: 'src/brakes/abs.ts' }]);
    assert.deepEqual(await safetyOf(['src/**/*.ts']), [{ source: 'planned-file', detail: 'src/**/*.ts' }]);
    assert.deepEqual(await safetyOf([]), [{ source: 'planned-file', detail: '**' }]);
  });

  it('[PIPE-5] refuses keys with which a plan would set its own limits', () => {
    for (const key of ['maxAttempts', 'plan', 'gates', 'supersedes', 'attempts']) {
      const answer = { description: 'A plan.', subItems: [subItem('a', { [key]: key === 'maxAttempts' ? 20 : [] })] };
      assert.equal(planAnswerSchema.safeParse(answer).success, false, key);
    }
  });
});
