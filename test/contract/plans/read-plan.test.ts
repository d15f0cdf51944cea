import assert from 'node:assert/strict';
import { readPlan } from '../../../src/contract/plans/reading/read-plan.ts';
import type { Plan } from '../../../src/contract/plans/plan.ts';
import { termsOfPlan } from '../../../src/contract/plans/reading/plan-terms.ts';
import type { ContractDocument } from '../../../src/contract/document.ts';
import type { Contract } from '../../../src/contract/model.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { SHOP_PLAN } from '../../fixtures/shop-plan.ts';

const GSD_PLAN = `---
phase: 02-cart
plan: 01
wave: 1
depends_on: []
files_modified: [src/cart.ts]
requirements: [CART-01]
must_haves:
  truths:
    - "A cart has a total"
  artifacts:
    - path: "src/cart.ts"
      exports: ["Cart", "totalOf"]
      contains: "a|b"
      min_lines: 30
    - path: "db/schema.sql"
      exports: ["carts"]
  key_links:
    - from: "src/cart.ts totalOf"
      to: "src/money.ts"
      pattern: "roundMoney\\\\("
    - from: "src/cart.ts"
      to: "cart.css"
---

<objective>
Add totals.
</objective>

<tasks>
<task type="auto">
  <name>Task 1: Totals</name>
  <files>
    src/cart.ts, src/{money,tax}.ts
  </files>
  <verify>
    <automated>npx vitest run test/cart.test.ts</automated>
  </verify>
</task>
<task type="auto">
  <name>Task 2: Page</name>
  <files>src/page.ts</files>
  <verify><automated>cd web && npm test</automated></verify>
</task>
</tasks>
`;

function read(file: string, text: string): Plan {
  const { plan } = readPlan(file, text);
  assert.ok(plan);
  return plan;
}

function readWithContract(file: string, text: string): ContractDocument & { readonly contract: Contract } {
  const document = readContract({ file, text, checks: CHECKS });
  const { contract } = document;
  assert.deepEqual(
    document.problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  assert.ok(contract);
  return { ...document, contract };
}

describe('plans of other tools', () => {
  it('[PLANS-1] a plan of Superpowers has its files, names and commands at their lines', () => {
    const plan = read('docs/plan.md', SHOP_PLAN);
    assert.equal(plan.reader, 'superpowers');
    const [money, totals] = plan.tasks;
    assert.ok(money !== undefined && totals !== undefined);
    assert.deepEqual(
      money.files.map(({ path, role, isOptional, line }) => [path, role, isOptional, line]),
      [
        ['src/money.ts', 'create', false, 12],
        ['src/rates.ts', 'create', false, 12],
        ['src/cart.ts', 'modify', false, 13],
        ['test/money.test.js', 'test', true, 14],
        ['package.json', 'write', true, 41],
      ],
    );
    assert.equal(money.isClaimed, true);
    assert.deepEqual(
      money.commands.map(({ command, failsFirst }) => [command, failsFirst]),
      [['node --test test/money.test.js', true]],
    );
    assert.deepEqual(
      money.produces.map(({ name, signature, file }) => [name, signature, file]),
      [['roundMoney', '(value: number) => number', 'src/money.ts']],
    );
    assert.deepEqual(
      totals.produces.map(({ name, form }) => [name, form]),
      [
        ['totalOf', 'signature'],
        ['Totals.add', 'call'],
      ],
    );
    assert.deepEqual(totals.dependsOn, ['task-1']);
    assert.match(JSON.stringify(plan.notes), /\[~\]/);
    assert.match(JSON.stringify(plan.notes), /runs in another folder/);
  });

  it('[PLANS-1] a plan is a contract whose nodes have the lines of the plan', () => {
    const document = readWithContract('docs/superpowers/plans/2026-01-01-cart.md', SHOP_PLAN);
    assert.equal(document.form, 'plan');
    assert.equal(document.contract.spec.id, '2026-01-01-cart');
    const [money, totals] = document.contract.chunks;
    assert.ok(money !== undefined && totals !== undefined);
    assert.deepEqual(money.functions, [
      { name: 'roundMoney', file: 'src/money.ts', signature: '(value: number) => number' },
    ]);
    assert.deepEqual(
      money.postconditions.map(({ path }) => path),
      ['src/money.ts', 'src/rates.ts'],
    );
    assert.ok(money.allowedFiles.includes('package.json'));
    assert.deepEqual(totals.postconditions.at(-1), { kind: 'file_absent', path: 'src/old.ts' });
    assert.equal(document.rangeOf(['chunks', 1]).start.line, SHOP_PLAN.split('\n').indexOf('### Task 2: Totals') + 1);
    assert.equal(document.rangeOf(['chunks', 0, 'functions', 0]).start.line, 18);
  });

  it('[PLANS-1] must_haves of GSD are checks with its verdict or a stricter one, in one chunk', () => {
    const plan = read('.planning/phases/02-cart/02-01-PLAN.md', GSD_PLAN);
    assert.equal(plan.reader, 'gsd');
    assert.deepEqual(
      plan.tasks.map(({ id }) => id),
      ['task-1', 'task-2', 'must-haves'],
    );
    assert.deepEqual(
      plan.tasks[0]?.files.map(({ path }) => path),
      ['src/cart.ts', 'src/money.ts', 'src/tax.ts'],
    );
    assert.deepEqual(
      plan.tasks[2]?.assertions.map(({ check }) => check),
      [
        { type: 'file_exists', target: 'src/cart.ts' },
        { type: 'pattern_match', target: 'src/cart.ts', pattern: '(?:[^\\n]*\\n){29}', flags: '' },
        { type: 'contains', target: 'src/cart.ts', expected: 'a|b' },
        { type: 'export_exists', target: 'Cart', file: 'src/cart.ts' },
        { type: 'export_exists', target: 'totalOf', file: 'src/cart.ts' },
        { type: 'file_exists', target: 'db/schema.sql' },
        { type: 'contains', target: 'db/schema.sql', expected: 'carts' },
        { type: 'file_exists', target: 'src/cart.ts' },
        { type: 'pattern_match', target: '{src/cart.ts,src/money.ts}', pattern: 'roundMoney\\(', flags: '' },
        { type: 'file_exists', target: 'src/cart.ts' },
        { type: 'contains', target: 'src/cart.ts', expected: 'cart.css' },
      ],
    );
    assert.deepEqual(
      plan.tasks.map(({ requirements }) => requirements),
      [['CART-01'], ['CART-01'], ['CART-01']],
    );
    assert.match(JSON.stringify(plan.notes), /runs in another folder/);
    readWithContract('.planning/phases/02-cart/02-01-PLAN.md', GSD_PLAN);
  });

  it('[PLANS-1] the reader is chosen by the content, and each one that was tried says what it lacks', () => {
    const readers = {
      'specs/001-cart/tasks.md': '# Tasks\n\n- [ ] T001 [P] [US1] Create `src/a.ts`\n',
      '.kiro/specs/cart/tasks.md': '# Plan\n\n- [ ] 1. Do it\n- [ ]* 1.1 Test it\n  - _Requirements: 1.1, 2.3_\n',
      'openspec/changes/x/tasks.md': '## 1. Setup\n\n- [ ] 1.1 Do it\n',
      'stories/1.1.md': '# Story\n\nStatus: ready\n\n## Tasks\n\n- [ ] Task 1: Do it (AC: 1)\n  - [ ] Subtask 1.1\n',
    };
    assert.deepEqual(
      Object.entries(readers).map(([file, text]) => read(file, text).reader),
      ['spec-kit', 'kiro', 'openspec', 'task-list'],
    );
    const { plan, tried } = readPlan('README.md', '# Title\n\nText.\n');
    assert.equal(plan, undefined);
    assert.equal(tried.length, 6);
    assert.ok(tried.every(({ missing }) => missing !== undefined && missing !== ''));
  });

  it('[PLANS-1] no task is lost, however its checkbox is written', () => {
    const lines = [
      '- [ ] 1 a',
      '- [x] 2 b',
      '-[ ] 3 c',
      '- [] 4 d',
      '- [~] 5 e',
      '- [-] 6 f',
      '- [✓] 7 g',
      '- [/] 8 h',
      '- [!] 9 i',
      '* [X] 10 j',
      '1. [ ] 11 k',
      '☐ 12 l',
      '- [ ]* 13 m',
      '  - [ ] 14 nested',
    ];
    const plan = read('todo.md', `# List\n\n${lines.join('\n')}\n\n\`\`\`\n- [ ] no task\n\`\`\`\n`);
    assert.deepEqual(
      plan.tasks.map(({ number }) => number),
      lines.map((_, index) => String(index + 1)),
    );
    assert.deepEqual(
      plan.tasks.filter(({ isClaimed }) => isClaimed).map(({ number }) => number),
      ['2', '10'],
    );
    assert.equal(plan.tasks[12]?.isOptional, true);
    assert.deepEqual(
      plan.notes.map(({ line }) => line),
      [7, 8, 9, 10, 11],
    );
  });

  it('[PLANS-1] conditions in the text make a file optional', () => {
    const variants = [
      '(create if absent)',
      '(already exists)',
      '(generated)',
      '(optional)',
      'if it is needed',
      '(or similar)',
      '(when needed)',
    ];
    const files = variants.map((variant, index) => `- Create: \`src/file-${index}.ts\` ${variant}`).join('\n');
    const text = `### Task 1: Files\n\n**Files:**\n${files}\n- Create: \`src/certain.ts\` (the entry point)\n- Create: \`src/*.gen.ts\`\n- Create: none\n\n- [ ] Do it\n`;
    const { tasks } = read('docs/plan.md', text);
    const certain = tasks[0]?.files.filter(({ isOptional }) => !isOptional).map(({ path }) => path);
    assert.deepEqual(certain, ['src/certain.ts']);
  });

  it('[PLANS-1] files of a package are placed by the commands that commit them', () => {
    const text =
      '### Task 1: Page\n\n**Files:**\n- Create: `src/page.ts`\n- Modify: `.github/ci.yml`\n\n- [ ] Commit\n\n```bash\ngit add web/src/page.ts\n```\n';
    const { tasks } = read('docs/plan.md', text);
    assert.deepEqual(
      tasks[0]?.files.filter(({ role }) => role !== 'write').map(({ path }) => path),
      ['web/src/page.ts', '.github/ci.yml'],
    );
  });

  it('[PLANS-3] boxes and the notebook are no terms of a plan, and everything else is', () => {
    const terms = termsOfPlan('plan.md', SHOP_PLAN);
    assert.equal(termsOfPlan('plan.md', SHOP_PLAN.replaceAll('- [ ]', '- [x]')), terms);
    assert.equal(termsOfPlan('plan.md', `${SHOP_PLAN}\n## Progress\n\nTask 1 is done.\n`).startsWith(terms), true);
    const noted = `${SHOP_PLAN}\n## Progress\n\nOne.\n`;
    assert.equal(termsOfPlan('plan.md', noted), termsOfPlan('plan.md', noted.replace('One.', 'Two.\n\nThree.')));
    for (const [from, to] of [
      ['total: number', 'total: bigint'],
      ['Create: `src/receipt.ts`', 'Create: `src/bill.ts`'],
      ['Expected: PASS', 'Expected: FAIL'],
    ]) {
      assert.notEqual(termsOfPlan('plan.md', SHOP_PLAN.replace(from ?? '', to ?? '')), terms);
    }
  });
});
