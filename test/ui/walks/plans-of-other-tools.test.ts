import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { callHoldfast } from '../../cli/support/holdfast.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { Editor } from '../../vscode/runtime/editor.ts';
import { plainTyping } from '../hands.ts';
import { applyFix } from '../problem-fixes.ts';
import { screenshotFile } from '../screenshots.ts';
import { withEditor } from '../with-editor.ts';

const TASKS = '.kiro/specs/discounts/tasks.md';
const PLAN = 'docs/superpowers/plans/2026-01-01-receipts.md';

const LIST = `# Implementation Plan

- [x] 1. Add the rates in \`src/rates.ts\`
  - _Requirements: 1.1_
- [x] 2. Create \`applyDiscount(price: number, percent: number): number\` in \`src/discount.ts\`
  - _Requirements: 1.2, 2.1_
- [ ] 3. Show the discount in \`src/receipt.ts\`
  - _Requirements: 2.1_
- [ ] 4. Describe the discounts
`;

const RECEIPTS = `# Receipts Implementation Plan

> **For agentic workers:** REQUIRED SUB-SKILL: Use superpowers:executing-plans to implement this plan task-by-task.

**Goal:** Each order gets a receipt.

---

### Task 1: Format a receipt

**Files:**
- Create: \`src/format.ts\`

**Interfaces:**
- Produces: \`export function formatReceipt(total: number): string\`

- [ ] **Step 1: Implement it**

### Task 2: Send a receipt

**Files:**
- Create: \`src/send.ts\`
- Modify: \`src/mailer.ts\`, \`src/cart.ts\`

**Interfaces:**
- Consumes: \`formatReceipt(total: string): string\` (Task 1), \`taxOf(total)\`
- Produces: \`export function sendReceipt(address: string): void\`

- [ ] **Step 1: Implement it**
`;

const FILES = {
  'holdfast.config.yaml': "plans: ['docs/superpowers/plans/*.md', '.kiro/specs/*/tasks.md']\n",
  'package.json': '{ "name": "shop", "type": "module" }\n',
  'src/cart.ts': 'export class Cart {}\n',
  '.kiro/specs/discounts/requirements.md':
    '### Requirement 1\n\n1. Rates are listed.\n2. A discount is a percentage.\n\n### Requirement 2\n\n1. It is shown.\n',
  [TASKS]: LIST.replaceAll('[x]', '[ ]'),
  [PLAN]: RECEIPTS.replace('string): string` (Task 1)', 'number): string` (Task 1)'),
};

/** A shop with two plans that were worked on since they were committed. One has the line breaks of Windows. */
function openShop(): Workspace {
  const workspace = new Workspace(FILES);
  workspace.git('switch', '-qc', 'work');
  workspace.write({
    'src/rates.ts': 'export const rates = [5, 10];\n',
    [TASKS]: LIST.replaceAll('\n', '\r\n'),
    [PLAN]: RECEIPTS,
  });
  return workspace;
}

const settings = { ...plainTyping, 'workbench.colorTheme': 'Default Light Modern' };

function lensOf({ page }: Editor, title: string): Locator {
  return page.locator('.codelens-decoration', { hasText: title }).first();
}

function problem({ page }: Editor, text: string): Locator {
  return page.locator('.markers-panel .monaco-list-row', { hasText: text }).first();
}

describe('The plans of other tools in the editor', () => {
  it('[PLANS-2] [PLANS-3] contradictions, lenses and verdicts are at the lines of the plan, and follow the text', async () => {
    using workspace = openShop();
    await withEditor({ workspace: workspace.folder, settings }, async (editor) => {
      await editor.openFile(PLAN);
      await lensOf(editor, '○ 0/2').waitFor();
      await editor.runCommand('View: Toggle Problems');
      await problem(editor, 'task-2 consumes formatReceipt').waitFor();
      await problem(editor, 'src/mailer.ts').waitFor();
      await problem(editor, 'taxOf').waitFor();
      await editor.screenshot(screenshotFile('plan-contradictions'));

      // The same words as those of a contract.
      for (const title of ['Run All', 'Validate Fully', 'Run', 'Validate']) await lensOf(editor, title).waitFor();
      const corrected = RECEIPTS.replace('total: string): string` (Task 1)', 'total: number): string` (Task 1)');
      await editor.replaceText(PLAN, `${corrected}\nMore text.\n`);
      await problem(editor, 'task-2 consumes formatReceipt').waitFor({ state: 'hidden' });
      await problem(editor, 'src/mailer.ts').waitFor();
      await editor.replaceText(PLAN, `Text before.\n\n${RECEIPTS}`);
      await problem(editor, 'task-2 consumes formatReceipt').waitFor();
      // A plan that is as the merge base has it is not active.
      await editor.replaceText(PLAN, FILES[PLAN]);
      await problem(editor, 'src/mailer.ts').waitFor({ state: 'hidden' });
      await lensOf(editor, 'Run All').waitFor({ state: 'hidden' });
    });
  });

  it('[PLANS-4] [PLANS-6] a box that is not true is an error with a fix, which changes that mark alone', async () => {
    using workspace = openShop();
    await withEditor({ workspace: workspace.folder, settings }, async (editor) => {
      await editor.openFile(TASKS);
      await lensOf(editor, 'Trace 1.2, 2.1: no record').waitFor();
      await lensOf(editor, 'Trace: no requirement, no check').waitFor();
      await editor.runCommand('View: Toggle Problems');
      await problem(editor, 'Ticked and not true: src/discount.ts must exist').waitFor();
      await lensOf(editor, '✗ 0/2').waitFor();
      await applyFix(editor, 'Ticked and not true', 'Untick the task', { picture: 'plan-claims' });
      await editor.openFile(TASKS);
      await editor.save();
      const expected = LIST.replace('[x] 2.', '[ ] 2.').replaceAll('\n', '\r\n');
      assert.equal(workspace.read(TASKS), expected);

      // The files decide, also those that are not saved.
      workspace.write({
        'src/discount.ts':
          'export function applyDiscount(price: number, percent: number): number {\n  return price * (1 - percent / 100);\n}\n',
      });
      await lensOf(editor, '✓ 2/2').waitFor();
    });
  });

  it('[PLANS-5] in restricted mode, the plans of each folder are read, and nothing is run', async () => {
    using one = openShop();
    using other = openShop();
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-plans-'));
    try {
      const file = join(folder, 'shops.code-workspace');
      await writeFile(
        file,
        JSON.stringify({
          folders: [
            { path: one.folder, name: 'one' },
            { path: other.folder, name: 'other' },
          ],
        }),
      );
      other.write({
        'src/discount.ts':
          'export function applyDiscount(price: number, percent: number): number {\n  return price;\n}\n',
      });
      const before = [one.git('status', '--porcelain'), one.git('for-each-ref')];
      const dark = { ...settings, 'workbench.colorTheme': 'Default Dark Modern' };
      await withEditor({ workspace: file, trust: false, settings: dark }, async (editor) => {
        await editor.openFile(TASKS);
        await editor.runCommand('View: Toggle Problems');
        await problem(editor, 'Ticked and not true').waitFor();
        await lensOf(editor, '✗ 0/2').waitFor();
        await problem(editor, 'other • docs').waitFor();
        await editor.screenshot(screenshotFile('plan-restricted'));
        assert.equal(
          await editor.page.locator('.markers-panel .monaco-list-row', { hasText: 'Ticked and not true' }).count(),
          1,
        );
      });
      assert.deepEqual([one.git('status', '--porcelain'), one.git('for-each-ref')], before);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('[PLANS-3] an imported contract is updated when its plan has changed', async () => {
    using workspace = new Workspace({ 'package.json': FILES['package.json'] });
    workspace.write({ [PLAN]: RECEIPTS });
    await callHoldfast(workspace.folder, ['import', PLAN, '--name', 'receipts'], workspace.environment());
    await withEditor({ workspace: workspace.folder, settings }, async (editor) => {
      await editor.openFile('receipts.contract.yaml');
      await lensOf(editor, 'Run All').waitFor();
      workspace.write({ [PLAN]: RECEIPTS.replace('formatReceipt(total: number)', 'formatReceipt(total: bigint)') });
      await editor.runCommand('Holdfast: Update from Plan…');
      await editor.page.locator('.notification-toast', { hasText: 'is updated from' }).waitFor();
      await editor.screenshot(screenshotFile('plan-update'));
      await editor.save();
      assert.match(workspace.read('receipts.contract.yaml'), /\(total: bigint\) => string/);
    });
  });
});
