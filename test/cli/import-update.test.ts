import assert from 'node:assert/strict';
import type { ImportUpdate } from '../../src/engine.ts';
import { SHOP_PLAN } from '../fixtures/shop-plan.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const PLAN = 'docs/superpowers/plans/2026-01-01-cart.md';
const CONTRACT = '2026-01-01-cart.contract.yaml';
const SPEC = 'specs/001-wish-list/tasks.md';
const FILES = {
  'package.json': '{ "name": "shop", "type": "module" }\n',
  'src/cart.ts': 'export class Cart {}\n',
  [PLAN]: SHOP_PLAN,
};

/** What Task 4 changes again: the plan requires it of Task 3 only without Task 4. */
const RECEIPT = 'chunks.task-3.assertions.function_exists formatReceipt src/receipt.ts.check.expected';

type Parts = Partial<Record<'added' | 'changed' | 'dropped' | 'kept' | 'conflicts', readonly string[]>>;

/** An imported contract with its plan. */
class Imported implements Disposable {
  readonly workspace: Workspace;
  plan = PLAN;

  private constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  static async create(files: Readonly<Record<string, string>> = FILES, path = PLAN): Promise<Imported> {
    const imported = new Imported(new Workspace(files));
    imported.plan = path;
    await imported.call('import', path);
    return imported;
  }

  async call(
    ...args: string[]
  ): Promise<{ readonly stdout: string; readonly stderr: string; readonly code: number | null }> {
    return callHoldfast(this.workspace.folder, args, this.workspace.environment());
  }

  change(from: string, to: string, file = this.plan): void {
    const text = this.workspace.read(file);
    assert.ok(text.includes(from), `${file} has no ${from}`);
    this.workspace.write({ [file]: text.replace(from, to) });
  }

  read(file = CONTRACT): string {
    return this.workspace.read(file);
  }

  /** Updates, expects these parts, and expects that a second update changes nothing. */
  async update(expected: Parts, ...args: string[]): Promise<ImportUpdate> {
    const run = await this.call('import', this.plan, '--update', '--format', 'json', ...args);
    assert.ok(run.code === 0 || run.code === 1, run.stderr + run.stdout);
    const update = JSON.parse(run.stdout) as ImportUpdate;
    const actual = Object.fromEntries(
      (['added', 'changed', 'dropped', 'kept', 'conflicts'] as const).flatMap((kind) =>
        update[kind].length === 0 ? [] : [[kind, update[kind].map(({ where }) => where)]],
      ),
    );
    assert.deepEqual(actual, expected);
    assert.equal(run.code, expected.conflicts === undefined ? 0 : 1);
    const text = this.read(update.contract);
    const second = await this.call('import', this.plan, '--update');
    assert.deepEqual([second.code, this.read(update.contract)], [0, text], second.stdout);
    assert.match(second.stdout, /no change/);
    const check = await this.call('plan', 'check', update.contract);
    assert.ok(check.code !== 2, check.stderr);
    return update;
  }

  [Symbol.dispose](): void {
    this.workspace[Symbol.dispose]();
  }
}

describe('holdfast import --update', () => {
  it('[PLANS-3] an imported contract remembers its plan, and an unchanged plan changes nothing', async () => {
    using imported = await Imported.create();
    const text = imported.read();
    assert.match(
      text,
      /source:\n {2}file: docs\/superpowers\/plans\/2026-01-01-cart\.md\n {2}hash: [0-9a-f]{64}\n {2}reader: superpowers\n {2}lines: \{ task-2: \d+, task-3: \d+, task-4: \d+ \}/,
    );
    await imported.update({});
    assert.equal(imported.read(), text);
    const byContract = await imported.call('import', CONTRACT, '--update');
    assert.match(byContract.stdout, /no change/);
  });

  it('[PLANS-3] what a person added stays, with comments and format, and what the plan changed is taken over', async () => {
    using imported = await Imported.create();
    imported.change(
      '    title: Totals\n',
      "    # Agreed on with the accountants.\n    types:\n      - { name: Total, file: src/totals.ts, definition: '{ cents: number }' }\n    title: Totals\n",
      CONTRACT,
    );
    imported.change(
      'totalOf(prices: readonly number[]): number',
      'totalOf(prices: readonly number[], currency: string): number',
    );
    const update = await imported.update({
      changed: ['chunks.task-2.description', 'chunks.task-2.assertions.function_exists totalOf.check.expected'],
      kept: ['chunks.task-2.types.Total'],
    });
    assert.match(imported.read(), /# Agreed on with the accountants\.\n {4}types:/);
    assert.match(imported.read(), /expected: '?\(prices: readonly number\[\], currency: string\) => number/);
    const changed = update.changed[1];
    assert.match(imported.read().split('\n')[(changed?.line ?? 0) - 1] ?? '', /currency: string/);
    assert.equal(SHOP_PLAN.split('\n')[(changed?.planLine ?? 0) - 1], '### Task 2: Totals');
  });

  it('[PLANS-3] a signature that both changed is a conflict with its place and both values, and stays', async () => {
    using imported = await Imported.create();
    imported.change('(prices: readonly number[]) => number', '(prices: bigint[]) => number', CONTRACT);
    imported.change(
      'totalOf(prices: readonly number[]): number',
      'totalOf(prices: readonly number[], tax: number): number',
    );
    const before = imported.read();
    const run = await imported.call('import', imported.plan, '--update', '--dry-run');
    assert.equal(run.code, 1);
    assert.match(
      run.stdout,
      /totalOf\.check\.expected \(2026-01-01-cart\.contract\.yaml:\d+, docs\/superpowers\/plans\/2026-01-01-cart\.md:\d+\)/,
    );
    assert.match(
      run.stdout,
      /contract: "\(prices: bigint\[\]\) => number"\n {4}plan: {5}"\(prices: readonly number\[\], tax: number\) => number"\n {4}To take the value/,
    );
    assert.equal(imported.read(), before);
    await imported.update({
      changed: ['chunks.task-2.description'],
      conflicts: ['chunks.task-2.assertions.function_exists totalOf.check.expected'],
    });
    assert.match(imported.read(), /bigint/);
  });

  it('[PLANS-3] a task that the plan dropped is shown and removed, and stays if a person changed it', async () => {
    using imported = await Imported.create();
    const without = SHOP_PLAN.slice(0, SHOP_PLAN.indexOf('### Task 4'));
    imported.workspace.write({ [PLAN]: without });
    const update = await imported.update({ added: [RECEIPT], dropped: ['chunks.task-4'] });
    assert.match(JSON.stringify(update.dropped[0]?.mine), /Receipt with currency/);
    assert.doesNotMatch(imported.read(), /task-4/);

    using other = await Imported.create();
    other.change('title: Receipt with currency', 'title: Receipt in euros', CONTRACT);
    other.workspace.write({ [PLAN]: without });
    const kept = await other.update({ added: [RECEIPT], conflicts: ['chunks.task-4'] });
    assert.match(kept.conflicts[0]?.reason ?? '', /the plan no longer has it/);
    assert.match(other.read(), /Receipt in euros/);
  });

  it('[PLANS-3] a dropped task that a chunk of a person depends on stays', async () => {
    using imported = await Imported.create();
    imported.workspace.write({
      [CONTRACT]: `${imported.read()}  - id: invoices\n    title: Invoices\n    dependsOn: [task-4]\n    creates: [Invoice]\n`,
      [PLAN]: SHOP_PLAN.slice(0, SHOP_PLAN.indexOf('### Task 4')),
    });
    const update = await imported.update({
      added: [RECEIPT],
      kept: ['chunks.invoices'],
      conflicts: ['chunks.task-4'],
    });
    assert.equal(update.conflicts[0]?.reason, 'invoices depends on it');
  });

  it('[PLANS-3] a new task follows the one before it in the plan, and one that is done already is left out', async () => {
    using imported = await Imported.create();
    imported.change(
      '### Task 3: Receipt\n',
      '### Task 2b: Discounts\n\n**Files:**\n- Create: `src/discounts.ts`\n\n- [ ] **Step 1: Implement it**\n\n### Task 3: Receipt\n',
    );
    imported.workspace.write({
      [PLAN]: `${imported.read(PLAN)}\n### Task 5: Done\n\n**Files:**\n- Create: \`src/done.ts\`\n\n- [x] **Step 1: Implement it**\n`,
    });
    await imported.update({
      added: ['chunks.task-3.dependsOn.task-2b', 'chunks.task-2b'],
      dropped: ['chunks.task-3.dependsOn.task-2'],
    });
    const ids = [...imported.read().matchAll(/^ {2}- id: (\S+)/gm)].map(([, id]) => id);
    assert.deepEqual(ids, ['task-2', 'task-2b', 'task-3', 'task-4']);
  });

  it('[PLANS-3] tasks that change their places keep what a person added to them', async () => {
    using imported = await Imported.create();
    imported.change('title: Totals\n', 'title: Totals\n    maxAttempts: 5\n', CONTRACT);
    const [head = '', second = '', third = '', fourth = ''] = SHOP_PLAN.split(/(?=^### Task [234])/m);
    imported.workspace.write({
      [PLAN]: [head, third.replace('Task 3', 'Task 2'), second.replace('Task 2', 'Task 3'), fourth].join(''),
    });
    const update = await imported.update({
      added: ['chunks.task-3.dependsOn.task-2', 'chunks.task-4.dependsOn.task-3'],
      changed: ['chunks.task-3.description', 'chunks.task-2.description'],
      dropped: ['chunks.task-2.dependsOn.task-3', 'chunks.task-4.dependsOn.task-2'],
      kept: ['chunks.task-3.maxAttempts'],
    });
    assert.deepEqual(update.renamed, [
      { from: 'task-2', to: 'task-3' },
      { from: 'task-3', to: 'task-2' },
    ]);
    assert.match(imported.read(), /id: task-3\n {4}title: Totals\n {4}maxAttempts: 5/);
    assert.match(imported.read(), /id: task-2\n {4}title: Receipt\n/);
  });

  it('[PLANS-3] a task with another title keeps its id and its additions', async () => {
    using imported = await Imported.create();
    imported.change('title: Totals\n', 'title: Totals\n    maxAttempts: 5\n', CONTRACT);
    imported.change('### Task 2: Totals', '### Task 2: Totals of carts');
    await imported.update({
      changed: ['chunks.task-2.title', 'chunks.task-2.description'],
      kept: ['chunks.task-2.maxAttempts'],
    });
    assert.match(imported.read(), /id: task-2\n {4}title: Totals of carts\n {4}maxAttempts: 5/);
  });

  it('[PLANS-3] the line breaks of Windows are no change, and stay', async () => {
    using imported = await Imported.create();
    const windows = (text: string): string => text.replaceAll(/\r?\n/g, '\r\n');
    imported.workspace.write({ [PLAN]: windows(SHOP_PLAN), [CONTRACT]: windows(imported.read()) });
    await imported.update({});
    imported.change('readonly number[]): number', 'number[]): number');
    await imported.update({
      changed: ['chunks.task-2.description', 'chunks.task-2.assertions.function_exists totalOf.check.expected'],
    });
    assert.equal(imported.read(), windows(imported.read()));
  });

  it('[PLANS-3] ticks are claims: they change no term', async () => {
    using imported = await Imported.create();
    imported.workspace.write({
      [PLAN]: SHOP_PLAN.replaceAll('- [ ]', '- [x]'),
      'src/totals.ts': 'export function totalOf() {}\n',
    });
    const before = imported.read().replace(/hash: .*/, '');
    const run = await imported.call('import', PLAN, '--update');
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.match(before, /\[ \] \*\*Step 1/);
    assert.doesNotMatch(run.stdout, /dropped/);
  });

  it('[PLANS-3] a plan that was moved is named with its contract, and a plan that is gone is an error', async () => {
    using imported = await Imported.create();
    imported.workspace.git('mv', PLAN, 'cart-plan.md');
    const gone = await imported.call('import', CONTRACT, '--update');
    assert.equal(gone.code, 2);
    assert.match(gone.stderr, /its plan docs\/superpowers\/plans\/2026-01-01-cart\.md does not exist/);
    assert.match(gone.stderr, /import <plan> --update --name 2026-01-01-cart/);
    const unknown = await imported.call('import', 'cart-plan.md', '--update');
    assert.match(unknown.stderr, /no contract was imported from it/);
    imported.plan = 'cart-plan.md';
    imported.change('readonly number[]): number', 'number[]): number');
    const update = await imported.call('import', 'cart-plan.md', '--update', '--name', '2026-01-01-cart');
    assert.equal(update.code, 0, update.stdout + update.stderr);
    assert.match(update.stdout, /updated from cart-plan\.md, which was docs/);
    assert.match(imported.read(), /file: cart-plan\.md/);
    assert.match((await imported.call('import', 'cart-plan.md', '--update')).stdout, /no change/);
  });

  it('[PLANS-3] without the imported text nothing is dropped, and each difference is named', async () => {
    using imported = await Imported.create();
    const [ref = ''] = imported.workspace.git('for-each-ref', '--format=%(refname)', 'refs/holdfast-plans').split('\n');
    assert.match(ref, /^refs\/holdfast-plans\/[0-9a-f]{64}$/);
    // The plan was committed with another text, and the one that was imported is in no commit.
    imported.change(/hash: [0-9a-f]{64}/.exec(imported.read())?.[0] ?? '', `hash: ${'a'.repeat(64)}`, CONTRACT);
    imported.change('readonly number[]): number', 'number[]): number');
    const run = await imported.call('import', PLAN, '--update');
    assert.equal(run.code, 1, run.stdout);
    assert.match(run.stdout, /The text that was imported is not in git/);
    assert.match(run.stdout, /chunks\.task-2\.description/);
    assert.doesNotMatch(run.stdout, /dropped by/);
    assert.match((await imported.call('import', PLAN, '--update')).stdout, /no change/);
  });

  it('[PLANS-3] a text that was imported and never committed is found', async () => {
    using imported = await Imported.create();
    imported.workspace.write({ 'notes.md': '- [ ] Add `src/a.ts`\n- [ ] Add `src/b.ts`\n' });
    imported.plan = 'notes.md';
    assert.equal((await imported.call('import', 'notes.md', '--name', 'notes')).code, 0);
    imported.change('`src/b.ts`', '`src/b.ts` and `src/c.ts`');
    const run = await imported.call('import', 'notes.md', '--update');
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.doesNotMatch(run.stdout, /not in git/);
    assert.match(imported.read('notes.contract.yaml'), /src\/c\.ts/);
  });

  it('[PLANS-3] a committed text with a byte order mark is found in a clone, which has no copy of it', async () => {
    using imported = await Imported.create({ ...FILES, [PLAN]: `\uFEFF${SHOP_PLAN}` });
    for (const ref of imported.workspace.git('for-each-ref', '--format=%(refname)', 'refs/holdfast-plans').split('\n'))
      if (ref !== '') imported.workspace.git('update-ref', '-d', ref);
    imported.change('readonly number[]): number', 'number[]): number');
    const run = await imported.call('import', PLAN, '--update');
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.doesNotMatch(run.stdout, /not in git/);
  });

  it('[PLANS-3] the work that was done since is no change of a task list', async () => {
    using imported = await Imported.create(
      {
        ...FILES,
        [SPEC]:
          '# Tasks\n\n## Phase 1: Setup\n\n- [ ] T001 Create `src/wishes.ts` with `addWish(name: string): void`\n- [ ] T002 Create `src/list.ts`\n',
        'specs/001-wish-list/spec.md': '# Wish list\n',
      },
      'specs/001-wish-list',
    );
    const file = '001-wish-list.contract.yaml';
    const before = imported.read(file);
    imported.plan = SPEC;
    imported.workspace.write({ 'src/wishes.ts': 'export function addWish(name: string): void {\n  void name;\n}\n' });
    imported.change('- [ ] T001', '- [x] T001');
    imported.change('Create `src/list.ts`', 'Create `src/list.ts` and `src/page.ts`');
    const run = await imported.call('import', SPEC, '--update');
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.doesNotMatch(run.stdout, /dropped|T001/);
    assert.match(before, /src\/wishes\.ts/);
    assert.match(imported.read(file), /src\/wishes\.ts/);
    assert.match(imported.read(file), /src\/page\.ts/);
  });

  const [HEAD = '', , THIRD = '', FOURTH = ''] = SHOP_PLAN.split(/(?=^### Task [234])/m);
  const idsOf = (text: string): readonly (string | undefined)[] =>
    [...text.matchAll(/^ {2}- id: (\S+)/gm)].map(([, id]) => id);

  it('[PLANS-3] a task in the middle that is dropped makes room for the next one, which gets its number', async () => {
    using imported = await Imported.create();
    imported.change('title: Receipt\n', 'title: Receipt\n    maxAttempts: 5\n', CONTRACT);
    imported.workspace.write({
      [PLAN]: [HEAD, THIRD.replace('Task 3', 'Task 2'), FOURTH.replace('Task 4', 'Task 3')].join(''),
    });
    const update = await imported.update({
      dropped: ['chunks.task-2.dependsOn.task-2-earlier', 'chunks.task-2-earlier'],
      changed: ['chunks.task-2.description', 'chunks.task-3.description'],
      kept: ['chunks.task-2.maxAttempts'],
    });
    assert.deepEqual(update.renamed, [
      { from: 'task-3', to: 'task-2' },
      { from: 'task-4', to: 'task-3' },
    ]);
    assert.deepEqual(idsOf(imported.read()), ['task-2', 'task-3']);
    assert.match(imported.read(), /id: task-2\n {4}title: Receipt\n {4}maxAttempts: 5/);
  });

  it('[PLANS-3] a dropped task with changes of a person, or with a dependent, makes room and stays', async () => {
    const renumbered = [HEAD, THIRD.replace('Task 3', 'Task 2'), FOURTH.replace('Task 4', 'Task 3')].join('');
    using changed = await Imported.create();
    changed.change('title: Totals\n', 'title: Totals\n    maxAttempts: 5\n', CONTRACT);
    changed.workspace.write({ [PLAN]: renumbered });
    await changed.update({
      dropped: ['chunks.task-2.dependsOn.task-2-earlier'],
      changed: ['chunks.task-2.description', 'chunks.task-3.description'],
      conflicts: ['chunks.task-2-earlier'],
    });
    assert.deepEqual(idsOf(changed.read()), ['task-2-earlier', 'task-2', 'task-3']);
    using needed = await Imported.create();
    const invoices = '  - id: invoices\n    title: Invoices\n    dependsOn: [task-2]\n    creates: [Invoice]\n';
    needed.workspace.write({ [CONTRACT]: `${needed.read()}${invoices}`, [PLAN]: renumbered });
    await needed.call('import', PLAN, '--update');
    assert.deepEqual(idsOf(needed.read()), ['task-2-earlier', 'task-2', 'task-3', 'invoices']);
    assert.match(needed.read(), /title: Invoices\n {4}dependsOn: \[task-2-earlier\]/);
  });

  it('[PLANS-3] a task that was done at the import and is open again is added', async () => {
    using imported = await Imported.create();
    imported.workspace.write({ [PLAN]: SHOP_PLAN.replaceAll('- [x]', '- [ ]') });
    await imported.update({ added: ['chunks.task-2.dependsOn.task-1', 'chunks.task-1'] });
    assert.deepEqual(idsOf(imported.read()), ['task-1', 'task-2', 'task-3', 'task-4']);
  });

  it('[PLANS-3] an open task of a task list that was done at the import is added, also in a specification', async () => {
    const lists: Readonly<Record<string, string>> = {
      '.kiro/specs/a/tasks.md': '# Plan\n\n- [x] 1. Write `src/a.ts`\n- [ ] 2. Write `src/b.ts`\n',
      'openspec/changes/a/tasks.md':
        '## 1. One\n\n- [x] 1.1 Create `src/a.ts`\n\n## 2. Two\n\n- [ ] 2.1 Create `src/b.ts`\n',
      [SPEC]:
        '# Tasks\n\n## Phase 1: Setup\n\n- [x] T001 Create `src/a.ts`\n\n## Phase 2: More\n\n- [ ] T002 Create `src/b.ts`\n',
    };
    for (const [file, text] of Object.entries(lists)) {
      using imported = await Imported.create({ ...FILES, [file]: text }, file);
      imported.change('[x]', '[ ]');
      const run = await imported.call('import', file, '--update', '--format', 'json');
      assert.equal(run.code, 0, run.stdout + run.stderr);
      const update = JSON.parse(run.stdout) as ImportUpdate;
      assert.ok(!imported.read(update.contract).includes('undefined'));
      assert.match(imported.read(update.contract), /src\/a\.ts/, file);
    }
  });

  it('[PLANS-3] a tick of a Superpowers plan, and its line breaks, are no part of a description', async () => {
    using imported = await Imported.create();
    imported.workspace.write({
      [PLAN]: SHOP_PLAN.replace('- [ ] **Step 1', '- [x] **Step 1').replaceAll('\n', '\r\n'),
    });
    await imported.update({});
    assert.doesNotMatch(imported.read(), /\\r/);
    await imported.call('import', PLAN, '--all', '--name', 'again');
    assert.doesNotMatch(imported.read('again.contract.yaml'), /\\r|^ +- \[[x~]\]/m);
  });

  it('[PLANS-3] the comments of the import follow the plan, and those of a person stay', async () => {
    using imported = await Imported.create();
    const comment = `  # From ${PLAN}:`;
    const lines = (): readonly string[] =>
      imported
        .read()
        .split('\n')
        .filter((line) => line.startsWith(comment));
    const before = lines();
    assert.equal(before.length, 3);
    imported.change('  - id: task-3\n', '  # Ask the accountants first.\n  - id: task-3\n', CONTRACT);
    imported.change(`${before[2] ?? ''}\n`, '', CONTRACT);
    imported.change('### Task 2: Totals', 'A remark.\n\n### Task 2: Totals');
    await imported.update({});
    const line = (heading: string): number => imported.read(PLAN).split('\n').indexOf(heading) + 1;
    const third =
      imported
        .read(PLAN)
        .split('\n')
        .findIndex((one) => one.startsWith('### Task 3')) + 1;
    assert.deepEqual(lines(), [`${comment}${line('### Task 2: Totals')}.`, `${comment}${third}.`]);
    assert.match(
      imported.read(),
      new RegExp(`${third}\\.\n(?: {2}# Open .*\n)*  # Ask the accountants first\\.\n {2}- id: task-3`),
    );
  });

  it('[PLANS-3] the comment of a dropped chunk goes, a new chunk has one, and numbers of the plan may have gaps', async () => {
    using imported = await Imported.create();
    const text = imported.read(PLAN);
    const start = text.indexOf('### Task 3');
    const end = text.indexOf('### Task 4');
    imported.workspace.write({
      [PLAN]: `${text.slice(0, start)}${text.slice(end)}\n### Task 9: Late\n\n**Files:**\n- Create: \`src/late.ts\`\n`,
    });
    await imported.call('import', PLAN, '--update');
    const contract = imported.read();
    const plan = imported.read(PLAN).split('\n');
    const places = [...contract.matchAll(/# From (\S+):(\d+)\.\n(?: {2}#.*\n)*  - id: (task-\d)\n/g)];
    assert.deepEqual(
      places.map(([, , line, id]) => [id, plan[Number(line) - 1]?.slice(0, 10)]),
      [2, 4, 9].map((number) => [`task-${number}`, `### Task ${number}`]),
    );
    assert.equal(contract.match(/# From/g)?.length, 3, contract);
    assert.doesNotMatch((await imported.call('plan', 'check', CONTRACT)).stdout, /not contiguous/);
  });

  it('[PLANS-3] a draft that an editor saved is updated, although its plan was in no commit', async () => {
    using workspace = new Workspace({ 'package.json': '{ "name": "shop", "type": "module" }\n' });
    workspace.write({ [PLAN]: SHOP_PLAN });
    await using engine = openFolderEngine(workspace);
    const { file, text } = await engine.authoring.importPlan({ path: PLAN });
    workspace.write({ [file]: text });
    await engine.authoring.keepPlan(file);
    workspace.write({ [PLAN]: SHOP_PLAN.replace('prices: readonly number[]): number', 'prices: bigint[]): number') });
    const unsaved = await engine.authoring.updateImport({ path: file, keepText: true });
    assert.deepEqual([unsaved.hasBase, unsaved.conflicts], [true, []]);
    assert.match(unsaved.text, /prices: bigint/);
    assert.equal(workspace.read(file), text);
    // The editor saves it, and the plan changes again.
    workspace.write({ [file]: unsaved.text, [PLAN]: SHOP_PLAN });
    assert.equal((await engine.authoring.updateImport({ path: file })).hasBase, true);
  });
});
