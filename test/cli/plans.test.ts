import assert from 'node:assert/strict';
import { SHOP_PLAN } from '../fixtures/shop-plan.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { callHoldfast, runHoldfast, type ProcessResult } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const TASKS = 'openspec/changes/add-discounts/tasks.md';
const PLAN = 'docs/superpowers/plans/2026-01-01-cart.md';
const LIST = `## 1. Discounts

- [ ] 1.1 Create \`applyDiscount(price: number, percent: number): number\` in \`src/discount.ts\` (REQ-7)
- [ ] 1.2 Add \`src/rates.ts\` with the rates
- [~] 1.3 Something half done
- [ ] 1.4 Look at it in the browser
`;
const FILES = {
  'holdfast.config.yaml': "plans: ['docs/superpowers/plans/*.md', 'openspec/changes/**/tasks.md']\n",
  'package.json': '{ "name": "shop", "type": "module" }\n',
  'src/cart.ts': 'export class Cart {}\n',
  'openspec/changes/archive/old/tasks.md': '- [x] 1.1 Add `src/never.ts`\n',
  [TASKS]: LIST,
};
const DISCOUNT =
  'export function applyDiscount(price: number, percent: number): number {\n  return price - percent;\n}\n';

function openWork(): Workspace {
  const workspace = new Workspace(FILES);
  workspace.git('switch', '-qc', 'work');
  return workspace;
}

function call(workspace: Workspace, ...args: string[]): Promise<ProcessResult> {
  return callHoldfast(workspace.folder, args, workspace.environment());
}

function tick(workspace: Workspace, ...numbers: string[]): void {
  let text = workspace.read(TASKS);
  for (const number of numbers) text = text.replace(`[ ] ${number}`, `[x] ${number}`);
  workspace.write({ [TASKS]: text });
}

describe('plans of other tools', () => {
  it('[PLANS-3] old, unchanged and archived plans are not judged', async () => {
    using workspace = openWork();
    const run = await call(workspace, 'check');
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.match(run.stdout, /no active plan: 2 plans/);
    const json = await call(workspace, 'check', '--format', 'json');
    assert.deepEqual(JSON.parse(json.stdout), { ok: true, contracts: [] });
  });

  it('[PLANS-4] check counts the tasks that are ticked and not true, and open tasks fail nothing', async () => {
    using workspace = openWork();
    tick(workspace, '1.1', '1.2');
    workspace.write({ 'src/rates.ts': 'export const rates = [1];\n' });
    const run = await call(workspace, 'check');
    assert.equal(run.code, 1, run.stdout);
    assert.match(run.stdout, /1 of 4 tasks is ticked and not true: task-1\.1 \(line 3\)/);
    workspace.write({ 'src/discount.ts': DISCOUNT });
    assert.equal((await call(workspace, 'check')).code, 0);
  });

  it('[PLANS-4] sync unticks what is untrue, ticks only what is proved, and a second run changes nothing', async () => {
    using workspace = openWork();
    tick(workspace, '1.1', '1.2', '1.4');
    workspace.write({ 'src/rates.ts': 'export const rates = [1];\n' });
    const before = workspace.read(TASKS);
    const dry = await call(workspace, 'plan', 'sync', '--dry-run');
    assert.match(dry.stdout, /task-1\.1 unticked: src\/discount\.ts must exist/);
    assert.equal(workspace.read(TASKS), before);
    const run = await runHoldfast(workspace.folder, ['plan', 'sync'], workspace.environment());
    assert.equal(run.code, 0, run.stderr);
    assert.equal(workspace.read(TASKS), before.replace('[x] 1.1', '[ ] 1.1'));
    assert.match((await call(workspace, 'plan', 'sync')).stdout, /no box changes/);
    workspace.write({ 'src/discount.ts': DISCOUNT });
    await call(workspace, 'plan', 'sync');
    assert.equal(workspace.read(TASKS), before.replace('[x] 1.1', '[ ] 1.1'));
    const ticked = await call(workspace, 'plan', 'sync', '--tick');
    assert.match(
      ticked.stdout,
      /task-1\.1 ticked: it was false in \w{12} and holds now: Must create applyDiscount\(\)/,
    );
    assert.equal(workspace.read(TASKS), before);
    assert.match((await call(workspace, 'plan', 'sync', '--tick')).stdout, /no box changes/);
  });

  it('[PLANS-4] sync leaves ticks of a list whose files were moved, replaced, built or left alone, and a byte order mark', async () => {
    const file = '.kiro/specs/a/tasks.md';
    const list = `\uFEFF# Plan\n\n${[
      'Rename `src/x.ts` to `src/y.ts`',
      'Refactor: split `src/big.ts` into `src/y.ts`',
      'Replaces `src/old.ts`, which is gone',
      'Do not touch `src/legacy.ts`',
      'Ensure that the bundle lands in `dist/app.js`',
      'Create `src/made.ts`',
      'Delete `src/made.ts`',
    ]
      .map((line, index) => `- [x] ${index + 1}. ${line}\n`)
      .join('')}`;
    using workspace = new Workspace({
      'holdfast.config.yaml': "plans: ['.kiro/specs/*/tasks.md']\n",
      '.gitignore': 'dist/\n',
      'src/y.ts': 'export {};\n',
      'dist/app.js': '',
      [file]: list.replaceAll('[x]', '[ ]'),
    });
    workspace.git('switch', '-qc', 'work');
    workspace.write({ [file]: list });
    const run = await call(workspace, 'check');
    assert.equal(run.code, 0, run.stdout + run.stderr);
    await call(workspace, 'plan', 'sync');
    assert.equal(workspace.read(file), list);
    const untrue = list.replace('Do not touch `src/legacy.ts`', 'Add `src/next.ts`');
    workspace.write({ [file]: untrue });
    await call(workspace, 'plan', 'sync');
    assert.equal(workspace.read(file), untrue.replace('[x] 4.', '[ ] 4.'));
  });

  it('[PLANS-3] a plan that was imported judges as its contract, and plans in folders of one name are two plans', async () => {
    const paths = ['.kiro/specs/login/tasks.md', 'specs/login/tasks.md', 'packages/a/plan.md', 'packages/b/plan.md'];
    const list = '# Plan\n\n- [ ] T001 Write `src/a.ts`\n';
    using workspace = new Workspace({ 'holdfast.config.yaml': "plans: ['**/*.md', '.kiro/**/*.md']\n" });
    workspace.git('switch', '-qc', 'work');
    workspace.write(Object.fromEntries(paths.map((path) => [path, list])));
    const both = await call(workspace, 'check');
    assert.equal(both.code, 0, both.stdout + both.stderr);
    assert.ok(
      paths.every((path) => both.stdout.includes(path)),
      both.stdout,
    );
    workspace.write({ [PLAN]: SHOP_PLAN });
    assert.equal((await call(workspace, 'import', PLAN)).code, 0);
    const imported = await call(workspace, 'check');
    assert.doesNotMatch(imported.stdout, /spec id/);
    const checked = await call(workspace, 'plan', 'check', PLAN);
    assert.doesNotMatch(checked.stdout + checked.stderr, /spec id/);
  });

  it('[PLANS-1] an import without a change has no error for a file without a postcondition', async () => {
    using workspace = openWork();
    workspace.write({ [PLAN]: SHOP_PLAN });
    await call(workspace, 'import', PLAN, '--name', 'shop');
    const run = await call(workspace, 'plan', 'check', 'shop.contract.yaml');
    assert.doesNotMatch(run.stdout, /R4/);
    workspace.write({
      'own.contract.yaml': workspace
        .read('shop.contract.yaml')
        .replace(/^source:\n(?: .*\n)+/m, '')
        .replace('id: shop', 'id: own'),
    });
    assert.match((await call(workspace, 'plan', 'check', 'own.contract.yaml')).stdout, /R4/);
  });

  it('[PLANS-4] a task whose checks could not be evaluated is named apart, and fails only a strict check', async () => {
    using workspace = openWork();
    const plan =
      '### Task 1: Discount\n\n**Files:**\n- Create: `src/discount.ts`\n\n**Interfaces:**\n- Produces: `applyDiscount(price: number, percent: Percent): number`\n\n- [x] Do it\n';
    workspace.write({ [PLAN]: plan, 'src/discount.ts': DISCOUNT });
    const run = await call(workspace, 'check');
    assert.equal(run.code, 0, run.stdout);
    assert.match(run.stdout, /1 of 1 tasks is ticked, and could not be evaluated: task-1 \(line 1\)/);
    assert.doesNotMatch(run.stdout, /not true/);
    assert.equal((await call(workspace, 'check', '--strict')).code, 1);
    assert.equal((await call(workspace, 'plan', 'sync')).code, 0);
  });

  it('[PLANS-4] open tasks have one line, and are no errors of any format', async () => {
    using workspace = openWork();
    tick(workspace, '1.1');
    workspace.write({ 'src/discount.ts': DISCOUNT });
    const text = await call(workspace, 'check');
    assert.match(text.stdout, /○ task-1\.2 .* open, 0\/1\n/);
    assert.doesNotMatch(text.stdout, /rates\.ts must exist/);
    assert.match((await call(workspace, 'check', '--chunk', 'task-1.2')).stdout, /rates\.ts must exist/);
    const github = await call(workspace, 'check', '--format', 'github');
    assert.equal(github.code, 0);
    assert.doesNotMatch(github.stdout, /::error/);
  });

  it('[PLANS-4] files of a submodule and names of repositories make no claim untrue', async () => {
    using workspace = openWork();
    const file = '.kiro/specs/a/tasks.md';
    workspace.write({
      'holdfast.config.yaml': "plans: ['.kiro/specs/*/tasks.md']\n",
      [file]: '- [x] 1. Fork vercel/next.js and publish it\n- [x] 2. Add `specs/model.json`\n',
    });
    const without = await call(workspace, 'check');
    assert.match(without.stdout, /1 of 2 tasks is ticked and not true: task-2/);
    workspace.write({ '.gitmodules': '[submodule "a"]\n\tpath = vendor/a\n\turl = ../a\n' });
    const run = await call(workspace, 'check');
    assert.equal(run.code, 0, run.stdout);
    assert.match(run.stdout, /1 of 2 tasks is ticked, and could not be evaluated: task-2/);
  });

  it('[PLANS-4] a file that exists does not prove a task', async () => {
    using workspace = openWork();
    workspace.write({ 'src/rates.ts': 'export const rates = [1];\n', [TASKS]: `${LIST}\n` });
    assert.match((await call(workspace, 'plan', 'sync', '--tick')).stdout, /no box changes/);
  });

  it('[PLANS-3] a change may tick boxes, and nothing else of a plan', async () => {
    using workspace = openWork();
    workspace.write({ 'src/rates.ts': 'export const rates = [1];\n' });
    tick(workspace, '1.2');
    const allowed = await call(workspace, 'check', '--since', 'main');
    assert.equal(allowed.code, 0, allowed.stdout);
    workspace.write({ [TASKS]: workspace.read(TASKS).replace('`src/discount.ts`', '`src/rates.ts`') });
    const refused = await call(workspace, 'check', '--since', 'main');
    assert.equal(refused.code, 1);
    assert.match(refused.stdout, /Keep openspec\/changes\/add-discounts\/tasks\.md/);
  });

  it('[PLANS-5] a task that a change ticks is judged, also without its files', async () => {
    using workspace = openWork();
    tick(workspace, '1.1');
    const run = await call(workspace, 'check', '--since', 'main');
    assert.equal(run.code, 1, run.stdout);
    assert.match(run.stdout, /task-1\.1 .* not satisfied/);
  });

  it('[PLANS-2] plan check shows the contradictions at their lines, and fails for two signatures only', async () => {
    using workspace = openWork();
    workspace.write({ [PLAN]: SHOP_PLAN });
    const run = await call(workspace, 'plan', 'check', PLAN);
    assert.equal(run.code, 1, run.stderr);
    assert.match(run.stdout, /read as Superpowers: 4 tasks, 3 open/);
    const line = SHOP_PLAN.split('\n').findIndex((one) => one.includes('total: string')) + 1;
    assert.ok(run.stdout.includes(`error produced-differently ${PLAN}:${line} [task-4]`), run.stdout);
    assert.match(run.stdout, /fact consumed-unknown .*computeTaxOf/);
    const since = await call(workspace, 'check', '--since', 'main');
    assert.match(since.stdout, /State one signature in the plan/);
    const other = await call(workspace, 'plan', 'check', 'openspec/changes/archive/old/tasks.md');
    assert.equal(other.code, 0);
  });

  it('[PLANS-1] plan check and import name every reader that was tried', async () => {
    using workspace = openWork();
    workspace.write({ 'notes.md': '# Notes\n\nText.\n' });
    for (const args of [
      ['plan', 'check', 'notes.md'],
      ['import', 'notes.md'],
    ]) {
      const run = await call(workspace, ...args);
      assert.equal(run.code, 2);
      for (const tool of ['GSD', 'Superpowers', 'Spec Kit', 'Kiro', 'OpenSpec', 'a task list']) {
        assert.ok(run.stderr.includes(`${tool}: `), run.stderr);
      }
    }
  });

  it('[PLANS-1] import writes a draft from a plan of Superpowers', async () => {
    using workspace = openWork();
    workspace.write({ [PLAN]: SHOP_PLAN });
    const run = await call(workspace, 'import', PLAN, '--all');
    assert.equal(run.code, 0, run.stderr);
    const text = workspace.read('2026-01-01-cart.contract.yaml');
    assert.match(text, /signature: '\(value: number\) => number'/);
    assert.match(text, /# From docs\/superpowers\/plans\/2026-01-01-cart\.md:9\./);
    assert.match(run.stdout, /task-3: the checkbox has the mark \[~\]/);
  });

  it('[PLANS-6] trace shows what a requirement has, and what is missing', async () => {
    using workspace = openWork();
    workspace.write({ [TASKS]: `${LIST}\n`, 'openspec/changes/add-discounts/spec.md': '- **REQ-8**: A report\n' });
    const run = await call(workspace, 'trace', '--format', 'json');
    assert.equal(run.code, 0, run.stderr);
    const { requirements } = JSON.parse(run.stdout) as { requirements: { requirement: string; missing: string[] }[] };
    assert.deepEqual(
      requirements.map(({ requirement, missing }) => [requirement, missing]),
      [
        ['REQ-7', ['task-1.1 is not satisfied']],
        ['REQ-8', ['no task serves it']],
      ],
    );
    assert.match((await call(workspace, 'trace', '--format', 'markdown')).stdout, /\| REQ-7 \| task-1\.1 \|/);
    assert.match((await call(workspace, 'trace')).stdout, /0 of 2 requirements have everything/);
  });

  it('[PLANS-5] a hook judges the task that was started by its number, and those that were ticked', async () => {
    using workspace = openWork();
    await using engine = openFolderEngine(workspace);
    const signal = new AbortController().signal;
    const stop = async (): Promise<string> => {
      const decision = await engine.agents.stop({ session: 's', maxBlocks: 5, runCommands: false, signal });
      assert.ok(decision.kind !== 'incomplete');
      return decision.kind === 'refuse' ? `refused: ${decision.reason}` : `allowed: ${decision.notes.join(' ')}`;
    };
    await engine.agents.start({ session: 's', signal });
    workspace.write({ 'src/rates.ts': 'export const rates = [1];\n' });
    assert.match(await stop(), /^allowed/);
    tick(workspace, '1.1');
    assert.match(await stop(), /^refused: [^]*applyDiscount/);
    workspace.write({ [TASKS]: LIST });
    assert.match(await stop(), /^allowed/);
    const active = await engine.agents.chooseChunk('1.1');
    assert.equal(active.chunk, 'task-1.1');
    assert.match(await stop(), /^refused/);
    workspace.write({ 'src/discount.ts': DISCOUNT });
    assert.match(await stop(), /^allowed/);
  });
});
