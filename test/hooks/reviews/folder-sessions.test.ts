import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, HunkReview, ReviewedHunk, ReviewSubject } from '../../../src/engine.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';

const TOTAL = `export function total(prices: number[]): number {
  let sum = 0;
  for (const price of prices) sum += price;
  return sum;
}

export function mean(prices: number[]): number {
  let sum = 0;
  for (const price of prices) sum += price;
  return sum / prices.length;
}
`;
const FILES = { 'package.json': '{ "name": "shop", "type": "module" }\n', 'src/total.ts': TOTAL };
const SUBJECT: ReviewSubject = { kind: 'session', session: 's' };

interface Scene {
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly review: () => Promise<HunkReview>;
}

async function inSession(
  work: (scene: Scene) => Promise<void>,
  files: Readonly<Record<string, string>> = FILES,
): Promise<void> {
  using workspace = new Workspace(files);
  await using engine = openFolderEngine(workspace);
  await engine.agents.start({ session: 's' });
  await work({ workspace, engine, review: () => engine.sessions.review(SUBJECT) });
}

function hunksOf(review: HunkReview): readonly (ReviewedHunk & { readonly path: string; readonly content: string })[] {
  return review.files.flatMap(({ path, content, hunks }) => hunks.map((hunk) => ({ ...hunk, path, content })));
}

async function reviewAll({ engine, review }: Scene): Promise<void> {
  await engine.sessions.setReviewed(
    hunksOf(await review()).map(({ key }) => key),
    true,
  );
}

/** The first line of each hunk, with a mark if it is reviewed. */
async function marks({ review }: Scene): Promise<readonly string[]> {
  return hunksOf(await review()).map(
    ({ added, removed, declaration, isReviewed }) =>
      `${declaration}: ${(added[0] ?? removed[0] ?? '').trim()}${isReviewed ? ' ✓' : ''}`,
  );
}

const changeBoth = TOTAL.replaceAll('sum += price;', 'sum += Math.max(price, 0);');
const changeFirst = TOTAL.replace('sum += price;', 'sum += Math.max(price, 0);');

describe('The review of a session', () => {
  it('[SESSION-1] has the start of a session without a contract', () =>
    inSession(async (scene) => {
      scene.workspace.write({ 'src/total.ts': changeFirst });
      const review = await scene.review();
      assert.deepEqual(review.notes, []);
      assert.equal(review.judgement.ok, true);
      assert.deepEqual(await marks(scene), ['total: for (const price of prices) sum += Math.max(price, 0);']);
    }));

  it('[SESSION-1] leaves what was there before the start out', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    workspace.write({ 'src/own.ts': 'export const own = 1;\n' });
    await engine.agents.start({ session: 's' });
    workspace.write({ 'src/total.ts': changeFirst });
    const review = await engine.sessions.review(SUBJECT);
    assert.deepEqual(
      review.files.map(({ path }) => path),
      ['src/total.ts'],
    );
  });

  it('[SESSION-1] has the start that another program recorded in its own storage', () =>
    inSession(async ({ workspace }) => {
      workspace.write({ 'src/total.ts': changeFirst });
      const environment = { ...workspace.environment(), HOLDFAST_STORAGE: join(workspace.folder, '..', 'editor') };
      await using editor = openFolderEngine({ folder: workspace.folder, environment: () => environment });
      const review = await editor.sessions.review(SUBJECT);
      assert.deepEqual([review.notes, review.hunkCount], [[], 1]);
    }));

  it('[SESSION-1] says from where it is judged without a record', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    workspace.write({ 'src/total.ts': changeFirst });
    const review = await engine.sessions.review({ kind: 'session', session: 'unknown' });
    assert.match(review.notes.join('\n'), /judged since [0-9a-f]{12}, because its start was not recorded/);
    assert.equal(review.hunkCount, 1);
  });

  it('[SESSION-1] does not review an equal line in another function', () =>
    inSession(async (scene) => {
      scene.workspace.write({ 'src/total.ts': changeFirst });
      await reviewAll(scene);
      scene.workspace.write({ 'src/total.ts': changeBoth });
      assert.deepEqual(await marks(scene), [
        'total: for (const price of prices) sum += Math.max(price, 0); ✓',
        'mean: for (const price of prices) sum += Math.max(price, 0);',
      ]);
      // The change moved from one function to the other.
      scene.workspace.write({
        'src/total.ts': TOTAL.replace(/sum \+= price;(?=\s+return sum \/)/, 'sum += Math.max(price, 0);'),
      });
      assert.deepEqual(await marks(scene), ['mean: for (const price of prices) sum += Math.max(price, 0);']);
    }));

  it('[SESSION-1] keeps what was reviewed through a restart, further edits, a rebase and a squash', () =>
    inSession(async (scene) => {
      const { workspace } = scene;
      workspace.write({ 'src/total.ts': changeFirst });
      await reviewAll(scene);
      const reviewed = 'total: for (const price of prices) sum += Math.max(price, 0); ✓';
      await using restarted = openFolderEngine(workspace);
      const again = { ...scene, review: () => restarted.sessions.review(SUBJECT) };
      assert.deepEqual(await marks(again), [reviewed]);

      workspace.write({ 'src/total.ts': `${changeFirst}\nexport const currency = 'EUR';\n` });
      assert.deepEqual(await marks(again), [reviewed, ': ']);

      workspace.git('checkout', '-q', '-b', 'work');
      workspace.git('commit', '-q', '-am', 'one');
      workspace.write({ 'src/more.ts': 'export const more = 1;\n' });
      workspace.git('add', '-A');
      workspace.git('commit', '-q', '-m', 'two');
      workspace.git('checkout', '-q', 'main');
      workspace.write({ 'src/other.ts': 'export const other = 1;\n' });
      workspace.git('add', '-A');
      workspace.git('commit', '-q', '-m', 'meanwhile');
      workspace.git('checkout', '-q', 'work');
      workspace.git('rebase', '-q', 'main');
      assert.ok((await marks(again)).includes(reviewed));
      workspace.git('reset', '-q', '--soft', 'main');
      workspace.git('commit', '-q', '-m', 'squashed');
      assert.ok((await marks(again)).includes(reviewed));
      const since = await restarted.sessions.review({ kind: 'since', revision: 'main' });
      assert.deepEqual(
        since.files.map(({ path }) => path),
        ['src/more.ts', 'src/total.ts'],
      );
      assert.equal(since.reviewedCount, 1);
    }));

  it('[SESSION-1] counts a created file by its declarations', () =>
    inSession(async (scene) => {
      const first = 'export function one(): number {\n  return 1;\n}\n';
      const second = '\n/** Two. */\nexport function two(): number {\n  return 2;\n}\n';
      scene.workspace.write({ 'src/new.ts': first });
      await reviewAll(scene);
      scene.workspace.write({ 'src/new.ts': `${first}${second}` });
      assert.deepEqual(await marks(scene), ['one: export function one(): number { ✓', 'two: /** Two. */']);
      await reviewAll(scene);
      scene.workspace.write({ 'src/new.ts': `${first.replace('1;', '11;')}${second}` });
      assert.deepEqual(await marks(scene), ['one: export function one(): number {', 'two: /** Two. */ ✓']);
    }));

  it('[SESSION-1] compares no range in a folder without git', async () => {
    using workspace = new Workspace({ 'a.txt': 'a\n' }, { git: false });
    await using engine = openFolderEngine(workspace);
    for (const subject of [{ kind: 'uncommitted' }, { kind: 'since' }, { kind: 'since', revision: 'main' }] as const)
      await assert.rejects(engine.sessions.review(subject), { code: 'git', message: /is not in a git repository/ });
  });

  it('[SESSION-1] does not review what a file contains twice', () =>
    inSession(async (scene) => {
      const repeated = 'a\nb\nc\n'.repeat(4);
      scene.workspace.write({ 'notes.txt': repeated });
      scene.workspace.git('add', '-A');
      scene.workspace.git('commit', '-q', '-m', 'notes');
      const subject: ReviewSubject = { kind: 'uncommitted' };
      const review = (): Promise<HunkReview> => scene.engine.sessions.review(subject);
      const lines = repeated.split('\n');
      scene.workspace.write({ 'notes.txt': lines.with(1, 'B').join('\n') });
      await reviewAll({ ...scene, review });
      assert.deepEqual(await marks({ ...scene, review }), [': B ✓']);
      scene.workspace.write({ 'notes.txt': lines.with(1, 'B').with(7, 'B').join('\n') });
      assert.deepEqual(await marks({ ...scene, review }), [': B', ': B']);
    }));

  const block = ['A', 'x', 'B'];
  const stays = ['A', 'y', 'B'];
  const body = ['def a():', '    x = 1', '    return x', ''];
  /** What the agent changes first, and what it changes instead: the same lines, at another place. */
  const moves: readonly (readonly [string, string, readonly string[], readonly string[], readonly string[]])[] = [
    ['a replacement', 'notes.txt', [...block, 'm', ...block], [...stays, 'm', ...block], [...block, 'm', ...stays]],
    ['a removal', 'notes.txt', [...block, 'm', ...block], ['A', 'B', 'm', ...block], [...block, 'm', 'A', 'B']],
    [
      'an insertion',
      'notes.txt',
      ['A', 'B', 'm', 'A', 'B'],
      ['A', 'x', 'B', 'm', 'A', 'B'],
      ['A', 'B', 'm', 'A', 'x', 'B'],
    ],
    [
      'a line below equal changes',
      'notes.txt',
      ['K', '}', ...block, 'm', 'L', '}', ...block],
      ['M', '}', ...stays, 'm', 'L', '}', ...block],
      ['K', '}', ...block, 'm', 'M', '}', ...stays],
    ],
    [
      'a line of two functions with one name',
      'work.py',
      [...body, ...body],
      [...body.with(1, '    x = 2'), ...body],
      [...body, ...body.with(1, '    x = 2')],
    ],
  ];
  for (const [title, path, start, first, moved] of moves) {
    it(`[SESSION-1] does not review what moved to an equal place of the start: ${title}`, () => {
      const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
      return inSession(
        async (scene) => {
          scene.workspace.write({ [path]: textOf(first) });
          await reviewAll(scene);
          assert.ok((await marks(scene)).every((mark) => mark.endsWith('✓')));
          scene.workspace.write({ [path]: textOf(moved) });
          assert.deepEqual(
            (await marks(scene)).filter((mark) => mark.endsWith('✓')),
            [],
          );
        },
        { [path]: textOf(start) },
      );
    });
  }

  it('[SESSION-1] takes a hunk back, with the verdict of the rest', () =>
    inSession(async (scene) => {
      const { workspace, engine } = scene;
      workspace.write({
        'src/total.ts': changeBoth,
        'src/new.ts': 'export const a = 1;\n\nexport function b(): void {}\n',
      });
      await reviewAll(scene);
      const review = await scene.review();
      const taken = hunksOf(review).filter(({ declaration }) => declaration === 'mean' || declaration === 'b');
      const back = await engine.sessions.takeBack(SUBJECT, taken);
      assert.deepEqual(back.conflicts, []);
      assert.equal(workspace.read('src/total.ts'), changeFirst);
      assert.equal(workspace.read('src/new.ts'), 'export const a = 1;\n\n');
      assert.deepEqual(await marks(scene), [
        'a: export const a = 1; ✓',
        'total: for (const price of prices) sum += Math.max(price, 0); ✓',
      ]);
      // What comes again was not reviewed.
      workspace.write({ 'src/total.ts': changeBoth });
      assert.equal((await marks(scene)).at(-1), 'mean: for (const price of prices) sum += Math.max(price, 0);');
      const rest = hunksOf(await scene.review()).filter(({ path }) => path === 'src/new.ts');
      await engine.sessions.takeBack(SUBJECT, rest);
      assert.equal(existsSync(join(workspace.folder, 'src/new.ts')), false);
    }));

  it('[SESSION-1] refuses to take a hunk back if the file changed since it was shown', () =>
    inSession(async (scene) => {
      scene.workspace.write({ 'src/total.ts': changeBoth });
      const shown = hunksOf(await scene.review()).slice(0, 1);
      scene.workspace.write({ 'src/total.ts': `${changeBoth}// more\n` });
      const before = scene.workspace.state();
      await assert.rejects(scene.engine.sessions.takeBack(SUBJECT, shown), /the file changed since it was shown/);
      assert.deepEqual(scene.workspace.state(), before);
    }));
});
