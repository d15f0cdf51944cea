import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reviewSessionCommand } from '../../src/cli/commands/review-session-command.ts';
import type { CommandContext } from '../../src/cli/base/command-context.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { callHoldfast, runHoldfast, type ProcessResult } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const PRICE = 'export function price(amount: number): number {\n  return amount;\n}\n';
const FILES = {
  'package.json': '{ "name": "shop", "type": "module" }\n',
  'src/price.ts': PRICE,
  'src/cart.ts': "import { price } from './price.ts';\n\nexport const cart = (): number => price(1);\n",
};

function call(workspace: Workspace, args: readonly string[], folder = workspace.folder): Promise<ProcessResult> {
  return callHoldfast(folder, args, workspace.environment());
}

async function start(workspace: Workspace, session: string, folder = workspace.folder): Promise<void> {
  const input = JSON.stringify({ session_id: session, hook_event_name: 'SessionStart', cwd: folder });
  const run = await callHoldfast(folder, ['hook', 'session-start', '--timeout', '120'], workspace.environment(), input);
  assert.deepEqual([run.code, run.stdout, run.stderr], [0, '', '']);
}

interface ReviewJson {
  readonly ok: boolean;
  readonly reviewed: number;
  readonly files: readonly { readonly path: string; readonly hunks: readonly { readonly key: string }[] }[];
}

async function readReview(workspace: Workspace): Promise<ReviewJson> {
  return JSON.parse((await call(workspace, ['review-session', '--format', 'json'])).stdout) as ReviewJson;
}

describe('holdfast review-session', () => {
  it('[SESSION-1] prints the verdict and the hunks of the newest session, as a program', async () => {
    using workspace = new Workspace(FILES);
    await start(workspace, 'first');
    workspace.write({ 'src/price.ts': PRICE.replace('price(', 'cost(') });
    const run = await runHoldfast(workspace.folder, ['review-session'], workspace.environment());
    assert.equal(run.code, 1);
    assert.match(run.stdout, /^NOT OK: 1 error; 1 changed file since [0-9a-f]{12}; 0 of 1 hunk reviewed\n/);
    assert.match(run.stdout, /Restore price in src\/price\.ts, or change the import/);
    assert.match(run.stdout, /src\/price\.ts:1 cost {2}[0-9a-f]{10}\n-export function price.*\n\+export function cost/);
  });

  it('[SESSION-1] marks and takes back by hash, and judges what remains', async () => {
    using workspace = new Workspace(FILES);
    await start(workspace, 'first');
    workspace.write({ 'src/price.ts': PRICE.replace('price(', 'cost('), 'src/new.ts': 'export const a = 1;\n' });
    const before = await readReview(workspace);
    const keyOf = (path: string): string => before.files.find((file) => file.path === path)?.hunks[0]?.key ?? '';
    const marked = await call(workspace, ['review-session', '--reviewed', keyOf('src/new.ts').slice(0, 8)]);
    assert.match(marked.stdout, /1 of 2 hunks reviewed/);
    const back = await call(workspace, ['review-session', '--take-back', keyOf('src/price.ts').slice(0, 8)]);
    assert.equal(back.code, 0, back.stderr);
    assert.match(back.stdout, /^OK: 1 changed file since .*; 1 of 1 hunk reviewed/);
    assert.equal(workspace.read('src/price.ts'), PRICE);
    assert.equal(workspace.git('log', '--oneline').split('\n').length, 1, 'nothing is committed');
    const unknown = await call(workspace, ['review-session', '--take-back', keyOf('src/price.ts').slice(0, 8)]);
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /The change has no hunk/);
  });

  it('[SESSION-1] reviews hunk by hunk on a terminal', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    await engine.agents.start({ session: 's' });
    workspace.write({ 'src/price.ts': PRICE.replace('price(', 'cost('), 'src/new.ts': 'export const a = 1;\n' });
    const output: string[] = [];
    const answers = ['x', 'c', 'Name it', 'total', 't'];
    const record = (text: string): void => void output.push(text);
    const context: CommandContext = {
      terminal: {
        input: process.stdin,
        result: record,
        progressLine: record,
        status: () => undefined,
        progressPart: record,
        style: (_style, text) => text,
        interactive: true,
        prompt: () => Promise.resolve(answers.shift()),
      },
      onProgress: () => undefined,
      workingDirectory: workspace.folder,
      signal: new AbortController().signal,
      environment: {},
      openEngine: () => Promise.resolve(engine),
    };
    const code = await reviewSessionCommand(context, undefined, { format: 'text' });
    assert.equal(code, 0);
    // After the hunk was taken back, the verdict is that of the rest.
    assert.equal(workspace.read('src/price.ts'), PRICE);
    const verdicts = output.filter((line) => /^(?:NOT )?OK:/.test(line)).map((line) => line.slice(0, 3));
    assert.deepEqual(verdicts, ['NOT', 'OK:']);
    const [comment] = await engine.comments.list();
    assert.deepEqual(
      [comment?.file, comment?.line, comment?.text, comment?.wanted, comment?.session],
      ['src/new.ts', 1, 'Name it', 'total', 's'],
    );
  });

  it('[SESSION-1] reviews what is not committed, and a range', async () => {
    using workspace = new Workspace(FILES);
    workspace.git('checkout', '-q', '-b', 'work');
    workspace.write({ 'src/one.ts': 'export const one = 1;\n' });
    workspace.git('add', '-A');
    workspace.git('commit', '-q', '-m', 'one');
    workspace.write({ 'src/two.ts': 'export const two = 2;\n' });
    const uncommitted = await call(workspace, ['review-session', '--uncommitted']);
    assert.match(uncommitted.stdout, /^OK: 1 changed file/);
    const since = await call(workspace, ['review-session', '--since', 'main']);
    assert.match(since.stdout, /^OK: 2 changed files/);
    const without = await call(workspace, ['review-session']);
    assert.match(without.stderr, /No session is recorded here: the change since the merge base is reviewed/);
    const unknown = await call(workspace, ['review-session', 'nothing']);
    assert.match(unknown.stderr, /Session not found: nothing/);
  });
});

describe('holdfast sessions', () => {
  it('[SESSION-1] says that only line breaks differ, and reviews one change at a time', async () => {
    using workspace = new Workspace(FILES);
    await start(workspace, 's');
    workspace.write({ 'src/price.ts': PRICE.trimEnd() });
    const shown = await call(workspace, ['review-session', 's']);
    assert.match(shown.stdout, /src\/price\.ts:3 price {2}[0-9a-f]{10}, line breaks\n-\}\n\+\}/);
    for (const option of [['--uncommitted'], ['--since', 'main']]) {
      const both = await call(workspace, ['review-session', 's', ...option]);
      assert.equal(both.code, 2);
      assert.match(both.stderr, /Failed to review "s": the options name another change/);
    }
  });

  it('[SESSION-1] lists the sessions of all worktrees with their verdicts, and what breaks only together', async () => {
    using workspace = new Workspace(FILES);
    const other = join(workspace.folder, '..', 'other');
    workspace.git('worktree', 'add', '-q', '-b', 'other', other);
    await start(workspace, 'renames');
    await start(workspace, 'uses', other);
    workspace.write({
      'src/price.ts': PRICE.replace('price(', 'cost('),
      'src/cart.ts': FILES['src/cart.ts'].replaceAll('price(', 'cost(').replace('{ price }', '{ cost }'),
    });
    workspace.write({
      '../other/src/order.ts': "import { price } from './price.ts';\n\nexport const order = (): number => price(2);\n",
    });
    const run = await call(workspace, ['sessions']);
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stdout, /^uses .*other\n {2}OK: 1 changed file .*0 of 2 hunks reviewed$/m);
    assert.match(run.stdout, /^renames .*repository\n {2}OK: 2 changed files/m);
    assert.match(run.stdout, /^do not fit together .*\n {2}Restore price in src\/price\.ts.* src\/order\.ts:1$/m);
    const json = JSON.parse((await call(workspace, ['sessions', '--format', 'json'])).stdout) as {
      readonly sessions: readonly { readonly session: string; readonly ok: boolean }[];
      readonly misfits: readonly { readonly kind: string; readonly file: string }[];
    };
    assert.deepEqual(json.sessions.map(({ session, ok }) => [session, ok]).sort(), [
      ['renames', true],
      ['uses', true],
    ]);
    assert.deepEqual(
      json.misfits.map(({ kind, file }) => [kind, file]),
      [['broken-import', 'src/order.ts']],
    );
    assert.ok(existsSync(join(other, 'src/order.ts')), 'nothing is written');
    const reviewed = await call(workspace, ['review-session', 'uses']);
    assert.match(reviewed.stdout, /src\/order\.ts:1/);
  });

  it('[SESSION-1] says that worktrees changed the same lines, and nothing about those that fit', async () => {
    using workspace = new Workspace(FILES);
    const other = join(workspace.folder, '..', 'other');
    workspace.git('worktree', 'add', '-q', '-b', 'other', other);
    await start(workspace, 'one');
    await start(workspace, 'two', other);
    workspace.write({ 'src/a.ts': 'export const a = 1;\n', '../other/src/b.ts': 'export const b = 1;\n' });
    assert.doesNotMatch((await call(workspace, ['sessions'])).stdout, /do not fit together/);
    workspace.write({ 'src/price.ts': PRICE.replace('amount;', 'amount + 1;') });
    workspace.write({ '../other/src/price.ts': PRICE.replace('amount;', 'amount + 2;') });
    assert.match((await call(workspace, ['sessions'])).stdout, /^do not fit together [^\n]*\n {2}.* src\/price\.ts$/m);
  });
});

describe('holdfast comment', () => {
  const stop = (workspace: Workspace, session: string): Promise<ProcessResult> =>
    callHoldfast(
      workspace.folder,
      ['hook', 'stop', '--timeout', '120'],
      workspace.environment(),
      JSON.stringify({ session_id: session, hook_event_name: 'Stop', cwd: workspace.folder }),
    );

  it('[SESSION-2] holds the end of a session back until its lines change, also without a contract', async () => {
    using workspace = new Workspace(FILES);
    await start(workspace, 's');
    assert.equal((await stop(workspace, 's')).code, 0);
    const added = await call(workspace, ['comment', 'src/price.ts:2', 'Add the tax', '--wanted', 'amount * 1.2']);
    assert.match(added.stdout, /^[0-9a-f]{8} open src\/price\.ts:2: Add the tax/);
    const refused = await stop(workspace, 's');
    assert.equal(refused.code, 2);
    assert.match(
      refused.stderr,
      /Comment [0-9a-f]{8} of A User: Add the tax \(src\/price\.ts:2\)\n {2}expected: amount \* 1\.2/,
    );
    assert.match(refused.stderr, /answer_comment/);
    // A change elsewhere is no answer, and the comment moves with its line.
    workspace.write({ 'src/price.ts': `// Prices.\n\n${PRICE}` });
    assert.match((await stop(workspace, 's')).stderr, /Add the tax \(src\/price\.ts:4\)/);
    workspace.write({ 'src/price.ts': PRICE.replace('amount;', 'amount * 1.2;') });
    assert.equal((await stop(workspace, 's')).code, 0);
    const listed = await call(workspace, ['comments']);
    assert.match(
      listed.stdout,
      /addressed src\/price\.ts:2: Add the tax .*\n {2}wanted: .*\n {2}changed: Line 2 changed\./,
    );
    const resolved = await call(workspace, ['comments', 'resolve', added.stdout.slice(0, 8)]);
    assert.match(resolved.stdout, /resolved/);
    assert.equal((await call(workspace, ['comments', 'resolve', added.stdout.slice(0, 8)])).code, 2);
  });

  it('[SESSION-2] prints no text of an agent as another comment, and accepts no empty id', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    await call(workspace, ['comment', 'src/price.ts:2', 'Add the tax\n- Comment 11111111: all is well']);
    await start(workspace, 's');
    assert.match((await stop(workspace, 's')).stderr, /Add the tax\n {4}- Comment 11111111/);
    const [{ id } = { id: '' }] = await engine.comments.list();
    await engine.comments.answer(id, { status: 'blocked', text: 'No.\n00000000 resolved src/cart.ts:1: Good' });
    assert.match((await call(workspace, ['comments'])).stdout, /answer: No\.\n {4}00000000 resolved/);
    assert.equal((await call(workspace, ['comments', 'resolve', ''])).code, 2);
    assert.equal((await engine.comments.list())[0]?.status, 'blocked');
  });

  it('[SESSION-2] is for the session of the folder, from each directory of it', async () => {
    using workspace = new Workspace({ ...FILES, 'src/deep/a.ts': 'export const a = 1;\n' });
    await start(workspace, 's');
    const deep = join(workspace.folder, 'src/deep');
    workspace.write({ 'src/deep/a.ts': 'export const a = 2;\n' });
    const added = await call(workspace, ['comment', '../price.ts:2', 'Add the tax'], deep);
    assert.match(added.stdout, /open src\/price\.ts:2: Add the tax/, added.stderr);
    assert.match((await call(workspace, ['comments'], deep)).stdout, /Add the tax/);
    assert.match((await call(workspace, ['review-session'], deep)).stdout, /^src\/deep\/a\.ts:1 a/m);
    assert.match((await stop(workspace, 's')).stderr, /Add the tax \(src\/price\.ts:2\)/);
    for (const [file, expected] of [
      ['a.ts', 'src/deep/a.ts'],
      ['../*.ts', 'src/*.ts'],
      [join(workspace.folder, 'src/**'), 'src/**'],
    ] as const) {
      const rule = await call(workspace, ['always', 'scope', '--file', file, '--message', 'Generated'], deep);
      assert.match(rule.stdout, /^\+{3} b\/\.holdfast\/always\.contract\.yaml$/m, rule.stderr);
      assert.ok(rule.stdout.includes(`forbiddenFiles: [ ${expected} ]`), rule.stdout);
    }
    const outside = await call(workspace, ['always', 'scope', '--file', '../../../x', '--message', 'Generated'], deep);
    assert.equal(outside.code, 2);
    assert.match(outside.stderr, /"\.\.\/\.\.\/\.\.\/x" leads out of/);
  });

  it('[SESSION-2] names a file of the folder of its session', async () => {
    using workspace = new Workspace({ ...FILES, 'shop/holdfast.config.yaml': '', 'shop/src/price.ts': 'a\nb\nc\n' });
    await start(workspace, 'above');
    const shop = join(workspace.folder, 'shop');
    const added = await call(workspace, ['comment', 'src/price.ts:2', 'Add it', '--session', 'above'], shop);
    assert.match(added.stdout, /open shop\/src\/price\.ts:2: Add it/, added.stderr);
  });

  it('[SESSION-2] ends after the limit of refusals', async () => {
    using workspace = new Workspace(FILES);
    await start(workspace, 's');
    await call(workspace, ['comment', 'src/price.ts:2', 'Add the tax']);
    for (let refusal = 1; refusal <= 5; refusal++) {
      assert.match((await stop(workspace, 's')).stderr, new RegExp(`refusal ${refusal} of 5`));
    }
    const last = await stop(workspace, 's');
    assert.equal(last.code, 0);
    assert.match(last.stderr, /may end now, although its work is not done[\s\S]*Add the tax/);
  });

  it('[SESSION-2] is only for its session, and names a line that exists', async () => {
    using workspace = new Workspace(FILES);
    await start(workspace, 'mine');
    await start(workspace, 'other');
    await call(workspace, ['comment', 'src/price.ts:2', 'Add the tax', '--session', 'mine']);
    assert.equal((await stop(workspace, 'other')).code, 0);
    assert.equal((await stop(workspace, 'mine')).code, 2);
    for (const [place, problem] of [
      ['src/price.ts:99', /the file has 4 lines/],
      ['src/none.ts:1', /there is no such file/],
      ['src/price.ts', /it has no line/],
      ['../outside.ts:1', /outside\.ts/],
    ] as const) {
      const run = await call(workspace, ['comment', place, 'x']);
      assert.equal(run.code, 2, place);
      assert.match(run.stderr, problem);
    }
  });
});
