import assert from 'node:assert/strict';
import type { Plan } from '../../../../src/contract/plans/plan.ts';
import { readPlan } from '../../../../src/contract/plans/reading/read-plan.ts';
import { findContradictions } from '../../../../src/verdicts/plan/contradictions/find-contradictions.ts';
import type { Contradiction } from '../../../../src/verdicts/plan/contradictions/contradiction.ts';
import { SHOP_PLAN } from '../../../fixtures/shop-plan.ts';

async function find(
  text: string,
  { files = [], words = [] }: { readonly files?: readonly string[]; readonly words?: readonly string[] } = {},
): Promise<readonly Contradiction[]> {
  const { plan } = readPlan('docs/plan.md', text);
  assert.ok(plan);
  return findContradictions({
    plan,
    start: {
      files: new Set(files),
      earlierFiles: new Set(files),
      findWords: (wanted) => Promise.resolve(new Set(wanted.filter((word) => words.includes(word)))),
    },
  });
}

function task(number: number, body: string): string {
  return `### Task ${number}: Title\n\n**Files:**\n${body}\n\n- [ ] Do it\n\n`;
}

describe('contradictions of a plan', () => {
  it('[PLANS-2] two parsed signatures are an error, and the rest are facts, at their lines', async () => {
    const found = await find(SHOP_PLAN, { files: ['src/cart.ts', 'src/old.ts', 'package.json', 'src/totals.ts'] });
    assert.deepEqual(
      found.map(({ kind, severity, task: id }) => [kind, severity, id]),
      [
        ['exists-already', 'fact', 'task-2'],
        ['modified-missing', 'fact', 'task-2'],
        ['consumed-differently', 'error', 'task-2'],
        ['consumed-unknown', 'fact', 'task-2'],
        ['produced-differently', 'error', 'task-4'],
      ],
    );
    const lines = SHOP_PLAN.split('\n');
    assert.ok(
      found.every(({ line, start }) => SHOP_PLAN.slice(0, start).split('\n').length === line && lines[line - 1] !== ''),
    );
  });

  it('[PLANS-2] what the tree, earlier code or the language has is known', async () => {
    const text =
      task(1, '- Create: `src/a.ts`\n\n**Interfaces:**\n- Produces: `makeThing(id: string): Thing`') +
      task(
        2,
        '- Create: `src/b.ts`\n\n**Interfaces:**\n- Consumes: `makeThing(id: string): Thing`, `Promise`, `readOrders`, `laterOne`',
      ) +
      task(3, '- Create: `src/c.ts`\n\n**Interfaces:**\n- Produces: `laterOne(): void`');
    assert.deepEqual(
      (await find(text, { words: ['readOrders'] })).map(({ kind }) => kind),
      ['consumed-later'],
    );
  });

  it('[PLANS-2] a parameter without a type matches any, and a number of parameters that does not fit is a fact', async () => {
    const produce = task(
      1,
      '- Create: `src/a.ts`\n\n**Interfaces:**\n- Produces: `loadOrders(customerId: string, limit?: number): Order[]`',
    );
    const uses = {
      'loadOrders(customerId)': [],
      'loadOrders(customerId, limit)': [],
      'loadOrders()': [],
      'loadOrders(...)': [],
      'loadOrders(a, b, c)': [['consumed-differently', 'fact']],
      'loadOrders(customerId: string, limit?: number): Order[]': [],
      'loadOrders(customerId: number, limit?: number): Order[]': [['consumed-differently', 'error']],
      'loadOrders(customerId: string): Order[]': [['consumed-differently', 'error']],
      'loadOrders(customerId: string, limit?: number): Promise<Order[]>': [['consumed-differently', 'error']],
    };
    for (const [use, expected] of Object.entries(uses)) {
      const found = await find(produce + task(2, `- Create: \`src/b.ts\`\n\n**Interfaces:**\n- Consumes: \`${use}\``));
      assert.deepEqual(
        found.map(({ kind, severity }) => [kind, severity]),
        expected,
        use,
      );
    }
  });

  it('[PLANS-2] a change that the plan names is no contradiction', async () => {
    const text =
      task(1, '- Create: `src/a.ts`\n\n**Interfaces:**\n- Produces: `format(total: number): string`') +
      task(
        2,
        '- Modify: `src/a.ts`\n\n**Interfaces:**\n- Produces: `format(total: number, currency: string): string` — now with a currency',
      );
    assert.deepEqual(await find(text), []);
  });

  it('[PLANS-2] parallel tasks that write one file, a file that is created twice and a test without a task are facts', async () => {
    const list =
      '# Tasks\n\n## Phase 1: Work\n\n- [ ] T001 Start in `src/start.ts`\n- [ ] T002 [P] Add `src/a.ts`\n- [ ] T003 [P] Extend `src/a.ts` too\n';
    assert.deepEqual(
      (await find(list)).map(({ kind }) => kind),
      ['parallel-files'],
    );
    const twice =
      task(1, '- Create: `src/a.ts`') +
      task(2, '- Create: `src/a.ts`\n\nRun: `npx vitest run test/b.test.ts`\nExpected: PASS');
    assert.deepEqual(
      (await find(twice)).map(({ kind }) => kind),
      ['created-twice', 'test-missing'],
    );
  });

  it('[PLANS-2] two plans of GSD with one wave write one file', async () => {
    const write = (number: number, wave: number, files: string): Plan => {
      const text = `---\nphase: 01-a\nplan: 0${number}\nwave: ${wave}\n---\n<task type="auto">\n<files>${files}</files>\n</task>\n`;
      const { plan } = readPlan(`.planning/phases/01-a/01-0${number}-PLAN.md`, text);
      assert.ok(plan);
      return plan;
    };
    const neighbors = [write(2, 1, 'src/a.ts, src/b.ts'), write(3, 2, 'src/c.ts')];
    const start = { files: new Set<string>(), earlierFiles: new Set<string>(), neighbors };
    const found = await findContradictions({
      plan: write(1, 1, 'src/a.ts src/c.ts'),
      start: { ...start, findWords: () => Promise.resolve(new Set()) },
    });
    assert.deepEqual(
      found.map(({ kind, line, message }) => [kind, line, message]),
      [
        [
          'parallel-files',
          7,
          'task-1 writes src/a.ts, and so does .planning/phases/01-a/01-02-PLAN.md, which has the same wave 1',
        ],
      ],
    );
  });
});
