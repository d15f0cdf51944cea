import assert from 'node:assert/strict';
import type { PlanCheck } from '../../../src/verdicts/plan/check-plan.ts';
import { checkText, checkWholeText, rulesOf, messages } from './planning.ts';

interface WorkOrder {
  readonly id: string;
  readonly [key: string]: unknown;
}

interface Condition {
  readonly kind: string;
  readonly path: string;
}

const exists = (path: string): Condition => ({ kind: 'file_exists', path });
const absent = (path: string): Condition => ({ kind: 'file_absent', path });

/** A minimal work order with conditions, as the source document's tests build them. */
function workOrder(id: string, overrides: Record<string, unknown> = {}): WorkOrder {
  const allowed = (overrides.allowed_files as string[] | undefined) ?? ['src/a.py'];
  return {
    id,
    title: `Test ${id}`,
    intent: 'test intent',
    preconditions: [],
    postconditions: allowed.map(exists),
    allowed_files: ['src/a.py'],
    forbidden: [],
    acceptance_commands: ['python -c "assert True"'],
    context_files: ['src/a.py'],
    notes: null,
    ...overrides,
  };
}

const VERIFY = {
  command: 'python -m pytest -q',
  requires: [exists('scripts/verify.sh'), exists('tests/test_placeholder.py')],
};

type Verify = typeof VERIFY | null;
type Form = (orders: readonly WorkOrder[], verify: Verify) => Promise<PlanCheck>;

const forms: readonly (readonly [name: string, check: Form])[] = [
  [
    'a manifest',
    (orders, verify) =>
      checkText('plan.json', JSON.stringify({ system_overview: ['A.'], verify_contract: verify, work_orders: orders })),
  ],
  [
    'a contract',
    (orders, verify) => {
      const chunks = orders.map((order) => ({
        id: order.id,
        title: order.title,
        description: order.intent,
        preconditions: order.preconditions,
        postconditions: order.postconditions,
        allowedFiles: order.allowed_files,
        acceptanceCommands: order.acceptance_commands,
        contextFiles: order.context_files,
      }));
      const spec = { id: 'plan', title: 'Plan' };
      return checkText('plan.contract.json', JSON.stringify({ spec, ...(verify ? { verify } : {}), chunks }));
    },
  ],
];

const verifyScript = (overrides: Record<string, unknown> = {}): WorkOrder =>
  workOrder('WO-01', { allowed_files: ['scripts/verify.sh'], context_files: ['scripts/verify.sh'], ...overrides });

for (const [name, check] of forms) {
  const assertReported = (result: PlanCheck, ...patterns: RegExp[]): void => {
    const lines = messages(result);
    assert.equal(result.ok, false);
    assert.ok(
      lines.some((line) => patterns.every((pattern) => pattern.test(line))),
      `no finding matches ${patterns.join(' and ')}:\n${lines.join('\n')}`,
    );
  };

  describe(`the source document's cases, as ${name}`, () => {
    it('[COMP-R7] case 1: a bootstrap that verifies itself is rejected', async () => {
      const result = await check([verifyScript({ acceptance_commands: ['bash scripts/verify.sh'] })], VERIFY);
      assertReported(result, /^R7 WO-01/, /verify command must not appear in acceptance/);
    });

    it('[COMP-R1] case 2: a precondition that no earlier work order creates is rejected', async () => {
      const second = workOrder('WO-02', {
        allowed_files: ['src/app.py'],
        preconditions: [exists('src/models.py')],
        context_files: ['src/app.py', 'src/models.py'],
      });
      assertReported(await check([verifyScript(), second], VERIFY), /^R1 WO-02/, /src\/models\.py/, /not satisfied/);
    });

    it('[COMP-R2] case 3: contradictory preconditions are rejected', async () => {
      const order = workOrder('WO-01', { preconditions: [exists('src/a.py'), absent('src/a.py')] });
      const result = await check([order], null);
      assertReported(result, /^R2 WO-01/, /contradictory/i);
      assert.deepEqual(rulesOf(result), ['R2']);
    });

    it('[COMP-R3] case 4: a postcondition outside the allowed files is rejected', async () => {
      const order = workOrder('WO-01', { postconditions: [exists('src/a.py'), exists('src/b.py')] });
      const result = await check([order], null);
      assertReported(result, /^R3 WO-01/, /src\/b\.py/, /not in allowed/);
      assert.deepEqual(rulesOf(result), ['R3']);
    });

    it('[COMP-R5] case 5: an acceptance command that imports a file that is never created is rejected', async () => {
      const second = workOrder('WO-02', {
        allowed_files: ['mypackage/__init__.py'],
        preconditions: [exists('scripts/verify.sh')],
        acceptance_commands: ['python -c "from mypackage.solver import Solver"'],
        context_files: ['mypackage/__init__.py'],
      });
      assertReported(await check([verifyScript(), second], VERIFY), /^R5 WO-02/, /mypackage\/solver/);
    });

    it('[COMP-R6] a verify contract that the plan never satisfies is rejected', async () => {
      const result = await check([verifyScript()], VERIFY);
      assertReported(result, /^R6/, /verify.contract is never fully satisfied/);
      assert.deepEqual(rulesOf(result), ['R6']);
    });

    it('[COMP-R4] an allowed file without a postcondition is rejected', async () => {
      const order = workOrder('WO-01', {
        allowed_files: ['src/a.py', 'src/b.py'],
        postconditions: [exists('src/a.py')],
      });
      const result = await check([order], null);
      assertReported(result, /^R4 WO-01/, /src\/b\.py/);
      assert.deepEqual(rulesOf(result), ['R4']);
    });

    it('[COMP-R1] [COMP-R6] a well-formed plan of two work orders passes, and only the first is verify-exempt', async () => {
      const first = verifyScript({
        preconditions: [absent('scripts/verify.sh')],
        acceptance_commands: [`python -c "import os; assert os.path.isfile('scripts/verify.sh')"`],
      });
      const second = workOrder('WO-02', {
        allowed_files: ['mypackage/__init__.py', 'tests/test_placeholder.py'],
        preconditions: [exists('scripts/verify.sh')],
        acceptance_commands: ['python -c "import mypackage"'],
        context_files: ['scripts/verify.sh', 'mypackage/__init__.py', 'tests/test_placeholder.py'],
      });
      const result = await check([first, second], VERIFY);
      assert.deepEqual(messages(result), []);
      assert.equal(result.ok, true);
      assert.deepEqual(result.verifyExempt, ['WO-01']);
      assert.deepEqual(result.order, ['WO-01', 'WO-02']);
    });
  });
}

describe('the keys of a work order', () => {
  it('[COMP-KEYS] are a finding if the files or the acceptance commands are missing, and a chunk of a contract needs neither', async () => {
    const complete = workOrder('WO-01');
    const { allowed_files: _files, ...withoutFiles } = complete;
    const { acceptance_commands: _commands, ...withoutCommands } = complete;
    for (const [order, keys] of [
      [complete, []],
      [withoutFiles, ['allowed_files']],
      [withoutCommands, ['acceptance_commands']],
      [workOrder('WO-01', { allowed_files: [] }), ['allowed_files']],
      [workOrder('WO-01', { acceptance_commands: [] }), ['acceptance_commands']],
      [{ id: 'WO-01', title: 'Anything' }, ['allowed_files', 'acceptance_commands']],
      [{ id: 'WO-01', title: 'Anything', intent: 'Do it.' }, ['allowed_files', 'acceptance_commands']],
    ] as const) {
      const { findings } = await checkWholeText('plan.json', JSON.stringify({ work_orders: [order] }), {
        files: ['src/a.py'],
      });
      const found = findings.filter(({ message }) => message.startsWith('The work order has no'));
      const what = JSON.stringify(order);
      assert.deepEqual(
        found.map(({ message }) => /has no (\w+)/.exec(message)?.[1]),
        keys,
        what,
      );
      assert.ok(
        found.every(
          ({ rule, severity, runEffect }) => rule === 'STRUCT' && severity === 'warning' && runEffect === 'warn',
        ),
        what,
      );
    }
    const contract = { spec: { id: 'a', title: 'A' }, chunks: [{ id: 'a', title: 'Anything' }] };
    assert.deepEqual((await checkText('a.contract.yaml', JSON.stringify(contract))).findings, []);
  });
});
