import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { mergeSnapshots } from '../../../src/workspace/landing/merge.ts';
import { PrivateRepository } from '../../../src/workspace/store/private-repository.ts';
import type { Snapshot } from '../../../src/workspace/git/snapshot.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** The lines of a file, a link, or `undefined` for no file. */
type Content = readonly string[] | 'link' | undefined;
type Files = Readonly<Record<string, Content>>;

const NAMES = ['a.ts', 'b.ts', 'd', 'd/e.ts', 'd/f/g.ts'];
const line = fc.constantFrom('one', 'two', 'three', 'four');
const base = fc.array(line, { minLength: 4, maxLength: 8 });
/** The change of one side: usually none, else a replaced line, a removed file, or a link instead of the file. */
const edit = fc.oneof(
  { weight: 4, arbitrary: fc.constant('leave' as const) },
  { weight: 4, arbitrary: fc.record({ at: fc.nat(7), line: fc.constantFrom('x', 'y') }) },
  { weight: 1, arbitrary: fc.constant('remove' as const) },
  { weight: 1, arbitrary: fc.constant('link' as const) },
);
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;
const side = fc.record(Object.fromEntries(NAMES.map((name) => [name, edit])));

function apply(files: Files, edits: Readonly<Record<string, Edit>>): Files {
  const result: Record<string, Content> = {};
  for (const name of NAMES) {
    const before = files[name];
    const change = edits[name] ?? 'leave';
    if (change === 'leave') result[name] = before;
    else if (change === 'remove') result[name] = undefined;
    else if (change === 'link') result[name] = 'link';
    else if (before === 'link' || before === undefined) result[name] = [change.line];
    else result[name] = before.map((text, index) => (index === change.at % before.length ? change.line : text));
  }
  // A name is a file or a folder, not both.
  if (result['d'] !== undefined) for (const name of NAMES) if (name.startsWith('d/')) result[name] = undefined;
  return result;
}

describe('mergeSnapshots', () => {
  it('[ENF-RETRY-3] produces the tree of git merge-tree, and a conflict if git reports one', async function () {
    this.timeout(120_000);
    await using home = await temporaryFolder();
    const store = new PrivateRepository(home.at('storage'), home.path, undefined);
    await store.ensure();
    const git = (arguments_: readonly string[], input = ''): string =>
      execFileSync('git', ['--git-dir', store.directory, ...arguments_], { input, encoding: 'utf8' }).trim();
    const index = home.at('index');
    const commit = (files: Files, parent?: string): Snapshot => {
      const environment = {
        ...process.env,
        GIT_INDEX_FILE: index,
        GIT_AUTHOR_NAME: 'x',
        GIT_AUTHOR_EMAIL: 'x',
        GIT_COMMITTER_NAME: 'x',
        GIT_COMMITTER_EMAIL: 'x',
      };
      const call = (arguments_: readonly string[], input = ''): string =>
        execFileSync('git', ['--git-dir', store.directory, ...arguments_], {
          input,
          env: environment,
          encoding: 'utf8',
        }).trim();
      call(['read-tree', '--empty']);
      const entries = Object.entries(files).flatMap(([name, content]) => {
        if (content === undefined) return [];
        const text = content === 'link' ? 'target' : `${content.join('\n')}\n`;
        return [
          `${content === 'link' ? '120000' : '100644'} ${git(['hash-object', '-w', '--stdin'], text)}\t${name}\0`,
        ];
      });
      call(['update-index', '-z', '--index-info'], entries.join(''));
      const tree = call(['write-tree']);
      return { commit: call(['commit-tree', tree, ...(parent === undefined ? [] : ['-p', parent]), '-m', 'x']), tree };
    };

    let merged = 0;
    let conflicts = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record(Object.fromEntries(NAMES.map((name) => [name, fc.option(base, { nil: undefined })]))),
        side,
        side,
        async (start, ours, theirs) => {
          const files = apply(start, {});
          const from = commit(files);
          const result = commit(apply(files, ours), from.commit);
          const user = commit(apply(files, theirs), from.commit);
          const merge = await mergeSnapshots(store, { base: from, result, userSnapshot: user });
          const judge = spawnSync(
            'git',
            [
              '--git-dir',
              store.directory,
              '-c',
              'merge.renames=false',
              'merge-tree',
              '--write-tree',
              '--name-only',
              user.commit,
              result.commit,
            ],
            { encoding: 'utf8' },
          );
          if (judge.status === 0) {
            assert.deepEqual(merge.conflicts, []);
            assert.equal(merge.merged.tree, judge.stdout.split('\n')[0]);
            merged += 1;
          } else {
            assert.equal(judge.status, 1, judge.stderr);
            assert.notDeepEqual(merge.conflicts, [], judge.stdout);
            assert.equal(merge.merged, user);
            conflicts += 1;
          }
        },
      ),
      { numRuns: 20, seed: 20261121 },
    );
    assert.ok(merged > 3 && conflicts > 3, `${merged} merged, ${conflicts} conflicts`);
  });
});
