import assert from 'node:assert/strict';
import { CHECKS } from '../../src/verdicts/checks/definitions/check-table.ts';
import type { Chunk, Contract } from '../../src/contract/model.ts';
import { readContract } from '../../src/contract/read/read-contract.ts';
import type { ImportedContract } from '../../src/engine.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const CODE = {
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test", "lint": "node lint.js" } }',
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext" } }',
  'src/cart.ts': 'export class Cart {}\n',
  'src/legacy.ts': 'export const legacy = 1;\n',
};

const CHANGE = 'openspec/changes/add-discounts';
const OPENSPEC = {
  [`${CHANGE}/proposal.md`]: `## Why

Customers want \`discounts\`.

## What Changes

- Add percentages

## Impact

- \`src/cart.ts\`
`,
  [`${CHANGE}/specs/pricing/spec.md`]: `## ADDED Requirements

### Requirement: Discounts MUST lower the price

The price MUST be lower.

#### Scenario: Ten percent

- **WHEN** a discount of 10 applies
- **THEN** the price is 90
`,
  [`${CHANGE}/tasks.md`]: `## 1. Discounts

- [x] 1.1 Read the \`pricing\` documents
- [ ] 1.2 Add \`applyDiscount(price: number, percent: number): number\` in \`src/discount.ts\`: it returns the lower price. Test it in \`test/discount.test.ts\`
- [ ] 1.3 Delete \`src/legacy.ts\`

## 2. Cart

- [ ] 2.1 Export \`Cart\` from \`src/cart.ts\` with a discount, tested in \`test/cart.test.ts\`
- [ ] 2.2 Run \`npm run lint && node --test test/cart.test.ts\` and \`npm run test\`

## 3. Verification

- [ ] 3.1 Run \`node --test test/discount.test.ts\` and \`openspec validate add-discounts\`
- [ ] 3.2 Look at the result in the browser
`,
};

const FEATURE = 'specs/001-wish-list';
const SPEC_KIT = {
  [`${FEATURE}/spec.md`]: '# Feature Specification: Wish list\n\n**Input**: User description: "A list of wishes"\n',
  [`${FEATURE}/plan.md`]:
    '# Implementation Plan\n\n## Summary\n\nKeep wishes in memory.\n\n## Technical Context\n\nTypeScript\n',
  [`${FEATURE}/tasks.md`]: `# Tasks: Wish list

## Phase 1: Setup

- [x] T001 Create the folder src/wishes/
- [ ] T002 [P] Create \`Wish\` type in src/wishes/wish.ts
- [ ] T003 [P] Create \`formatWish(wish)\` in src/wishes/format.ts per plan.md

## Phase 2: User Story 1 - Save a wish (Priority: P1)

**Goal**: A wish is saved

- [ ] T004 [P] [US1] Write a test in test/wishes/save.test.ts
- [ ] T005 [US1] Implement \`saveWish()\` in src/wishes/save.ts (depends on T002)
- [ ] T006 [US1] Improve the messages

## Phase 3: User Story 2 - List wishes (Priority: P2)

- [ ] T007 [US2] Extend src/wishes/format.ts for lists
`,
};

function run(workspace: Workspace, ...args: string[]) {
  return callHoldfast(workspace.folder, args, workspace.environment());
}

function load(workspace: Workspace, file: string): Contract {
  const { contract, problems } = readContract({ file, text: workspace.read(file), checks: CHECKS });
  assert.deepEqual(problems, []);
  assert.ok(contract);
  return contract;
}

function requireChunk({ chunks }: Contract, id: string): Chunk {
  const found = chunks.find((chunk) => chunk.id === id);
  assert.ok(found, `${id} is not one of ${chunks.map((chunk) => chunk.id).join(', ')}`);
  return found;
}

describe('holdfast import', () => {
  it('[AGENT-8] writes a draft from an OpenSpec change: a chunk for each group', async () => {
    using workspace = new Workspace({ ...CODE, ...OPENSPEC });
    const imported = await runHoldfast(workspace.folder, ['import', CHANGE], workspace.environment());
    assert.equal(imported.code, 0, imported.stderr);
    assert.match(imported.stdout, /^add-discounts\.contract\.yaml: written\nA draft with 3 chunks/);
    assert.match(imported.stdout, /1 task marked as done: not imported/);
    const contract = load(workspace, 'add-discounts.contract.yaml');
    assert.equal(contract.spec.title, 'Add discounts');
    assert.match(contract.spec.description, /Customers want `discounts`\.\n\n- Add percentages\n\nRequirements:\n/);
    assert.match(
      contract.spec.description,
      /lower the price \(openspec\/changes\/add-discounts\/specs\/pricing\/spec\.md:3\)/,
    );
    assert.equal(contract.verify?.command, 'npm test');

    const discounts = requireChunk(contract, 'discounts');
    assert.deepEqual(discounts.creates, ['applyDiscount()']);
    assert.deepEqual(discounts.functions, [
      { name: 'applyDiscount', file: 'src/discount.ts', signature: '(price: number, percent: number) => number' },
    ]);
    assert.deepEqual(discounts.postconditions, [
      { kind: 'file_exists', path: 'src/discount.ts' },
      { kind: 'file_exists', path: 'test/discount.test.ts' },
      { kind: 'file_absent', path: 'src/legacy.ts' },
    ]);
    assert.deepEqual(discounts.allowedFiles, ['src/discount.ts', 'test/discount.test.ts', 'src/legacy.ts']);
    assert.deepEqual(discounts.contextFiles, [`${CHANGE}/specs/pricing/spec.md`]);
    assert.match(
      discounts.description,
      /^- Add `applyDiscount\(price: number, percent: number\): number` in `src\/discount\.ts`: it returns the lower price\. Test it in `test\/discount\.test\.ts`\n- Delete/,
    );

    const cart = requireChunk(contract, 'cart');
    assert.deepEqual(cart.dependsOn, ['discounts']);
    assert.deepEqual(cart.creates, []);
    assert.deepEqual(
      cart.postconditions.map(({ path }) => path),
      ['test/cart.test.ts', 'src/cart.ts'],
    );
    assert.deepEqual(cart.acceptanceCommands, ['npm run lint', 'node --test test/cart.test.ts']);
    assert.deepEqual(requireChunk(contract, 'verification').acceptanceCommands, ['node --test test/discount.test.ts']);

    const text = workspace.read('add-discounts.contract.yaml');
    assert.match(text, /^# DRAFT, imported from openspec\/changes\/add-discounts\/tasks\.md \(OpenSpec\)/);
    assert.match(text, /# From openspec\/changes\/add-discounts\/tasks\.md:4 to line 5\.\n {2}- id: discounts/);
    assert.match(text, /# Open \(line 9\): Cart is exported by src\/cart\.ts already/);
    assert.match(text, /# Open \(line 14\): the command "openspec validate add-discounts" is no acceptance/);
    const planned = await run(workspace, 'plan', 'check', 'add-discounts.contract.yaml');
    assert.equal(planned.code, 0, planned.stdout);
  });

  it('[AGENT-8] writes a draft from a Spec Kit feature: a chunk for each task, with the order of the markers', async () => {
    using workspace = new Workspace({ ...CODE, ...SPEC_KIT });
    const imported = await run(workspace, 'import', `${FEATURE}/tasks.md`, '--format', 'json');
    assert.equal(imported.code, 0, imported.stderr);
    const report = JSON.parse(imported.stdout) as Omit<ImportedContract, 'text'>;
    assert.equal(report.format, 'spec-kit');
    assert.equal(report.leftOut, 1);
    assert.deepEqual(
      report.chunks.map(({ id, line, checks }) => [id.slice(0, 4), line, checks]),
      [
        ['T002', 6, 2],
        ['T003', 7, 2],
        ['T004', 13, 1],
        ['T005', 14, 2],
        ['T006', 15, 0],
        ['T007', 19, 0],
      ],
    );
    assert.deepEqual(
      report.notes.map(({ file, line, chunk }) => [file, line, chunk?.slice(0, 4)]),
      [
        [`${FEATURE}/tasks.md`, 15, 'T006'],
        [`${FEATURE}/tasks.md`, 19, 'T007'],
      ],
    );
    const contract = load(workspace, report.file);
    assert.equal(contract.spec.title, 'Wish list');
    assert.equal(contract.spec.description, 'Keep wishes in memory.');
    const [wish, format, test, save, messages, list] = contract.chunks;
    assert.ok(wish && format && test && save && messages && list);
    assert.deepEqual(wish.creates, ['Wish']);
    assert.deepEqual(format.creates, ['formatWish()']);
    assert.deepEqual(format.contextFiles, [`${FEATURE}/plan.md`, `${FEATURE}/spec.md`].sort().reverse());
    // A story waits for the whole phase before it.
    assert.deepEqual(test.dependsOn, [wish.id, format.id]);
    assert.deepEqual(save.dependsOn, [wish.id, format.id]);
    assert.match(save.description, /\*\*Goal\*\*: A wish is saved/);
    assert.deepEqual(messages.allowedFiles, []);
    // The same file is written by a task before: that order is kept, and its existence proves nothing twice.
    assert.deepEqual(list.dependsOn, [wish.id, format.id]);
    assert.deepEqual(list.postconditions, []);
    // A test that is written first fails until the modules exist.
    assert.deepEqual(
      contract.verify?.requires.map(({ path }) => path),
      ['src/wishes/wish.ts', 'src/wishes/format.ts', 'src/wishes/save.ts'],
    );
  });

  it('[AGENT-8] --all shows that a task is not done although it is marked', async () => {
    const tasks = '- [x] 1.1 Create `src/done.ts`\n- [x] 1.2 Create `src/missing.ts`\n';
    using workspace = new Workspace({
      ...CODE,
      'src/done.ts': 'export const done = 1;\n',
      [`${CHANGE}/tasks.md`]: tasks,
    });
    const none = await run(workspace, 'import', CHANGE);
    assert.equal(none.code, 2);
    assert.match(none.stderr, /all tasks are done\nUse --all/);
    assert.equal((await run(workspace, 'import', CHANGE, '--all', '--chunks', 'task')).code, 0);
    const checked = await run(workspace, 'check', 'add-discounts.contract.yaml');
    assert.equal(checked.code, 1);
    assert.match(checked.stdout, /src\/missing\.ts/);
    assert.doesNotMatch(checked.stdout, /src\/done\.ts.*(?:missing|does not exist)/);
  });

  it('[AGENT-8] replaces a file only with --force, and --dry-run writes nothing', async () => {
    using workspace = new Workspace({ ...CODE, ...OPENSPEC });
    const dry = await run(workspace, 'import', CHANGE, '--dry-run', '--name', 'other');
    assert.match(dry.stdout, /^# DRAFT[^]*\n {2}id: other\n/);
    assert.throws(() => workspace.read('other.contract.yaml'));
    assert.equal((await run(workspace, 'import', CHANGE)).code, 0);
    const again = await run(workspace, 'import', CHANGE);
    assert.equal(again.code, 2);
    assert.match(again.stderr, /add-discounts\.contract\.yaml: the file already exists/);
    assert.equal((await run(workspace, 'import', CHANGE, '--force')).code, 0);
  });

  it('[AGENT-8] leaves out a document that is not text, and names it', async () => {
    using workspace = new Workspace({ ...CODE, ...SPEC_KIT });
    const plan = `${FEATURE}/plan.md`;
    workspace.writeBytes(plan, new Uint8Array([0x23, 0x20, 0xff, 0x00, 0x0a]));
    const imported = await run(workspace, 'import', FEATURE);
    assert.equal(imported.code, 0, imported.stderr);
    assert.match(
      imported.stdout,
      /a document of the folder is left out\. .*specs\/001-wish-list\/plan\.md: it is not UTF-8/,
    );
    assert.doesNotMatch(workspace.read('001-wish-list.contract.yaml'), /contextFiles: .*plan\.md/);
  });

  it('[AGENT-8] explains what cannot be imported, with file and line', async () => {
    using workspace = new Workspace({
      ...CODE,
      ...SPEC_KIT,
      'notes/tasks.md': '- [ ] Buy milk\n',
      'specs/002-empty/spec.md': '# Feature Specification: Empty\n',
      'specs/002-empty/tasks.md': '# Tasks\n\n- [ ] Without an id\n',
      'specs/003-none/spec.md': '# Feature Specification: None\n',
    });
    const failures: readonly (readonly [path: string, message: RegExp])[] = [
      ['openspec/changes/nothing', /nothing: it does not exist\nTask lists of this folder: specs\/001-wish-list/],
      ['specs/003-none', /specs\/003-none\/tasks\.md: it does not exist/],
      ['specs/002-empty', /specs\/002-empty\/tasks\.md:3: no item with a checkbox has an id such as T001\n/],
      ['../outside', /outside/],
    ];
    for (const [path, message] of failures) {
      const failed = await run(workspace, 'import', path);
      assert.equal(failed.code, 2, path);
      assert.match(failed.stderr, message);
    }
    for (const args of [[], ['--as', 'openspec']]) {
      assert.equal((await run(workspace, 'import', 'notes', ...args, '--dry-run')).code, 0);
    }
  });
});
