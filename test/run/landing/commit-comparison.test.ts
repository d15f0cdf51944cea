import assert from 'node:assert/strict';
import { compareCommits } from '../../../src/run/landing/commit-comparison.ts';
import { findComparedCommits, readDiff } from '../../../src/pipeline/opening/pull-request-diff.ts';
import type { PullRequest } from '../../../src/pipeline/forge/forge.ts';
import { Git } from '../../../src/workspace/git/git.ts';
import { openRepository } from '../../../src/workspace/open-repository.ts';
import { GitUser } from '../../workspace/support/git-user.ts';
import { temporaryFolder } from '../../workspace/support/temporary.ts';

const { signal } = new AbortController();

describe('The change between two commits', () => {
  it('has each file before and after, without the text of binary files', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.write('src/changed.ts', 'one\n');
    await user.write('src/deleted.ts', 'gone\n');
    const base = await user.commit('base');
    await user.write('src/changed.ts', 'two\n');
    await user.write('src/added.ts', 'added\n');
    await user.write('logo.png', new Uint8Array([1, 0, 2]));
    await user.git('rm', '-q', 'src/deleted.ts');
    const result = await user.commit('result');
    const repository = await openRepository({ folder: user.folder, storage: home.at('storage') });
    const changes = await compareCommits(repository, base, result);
    assert.deepEqual(
      changes.map(({ path, kind, before, after }) => [path, kind, before, after]),
      [
        ['logo.png', 'created', undefined, undefined],
        ['src/added.ts', 'created', undefined, 'added\n'],
        ['src/changed.ts', 'modified', 'one\n', 'two\n'],
        ['src/deleted.ts', 'deleted', 'gone\n', undefined],
      ],
    );
    await assert.rejects(compareCommits(repository, base, 'f'.repeat(40)), (error: Error & { hint?: string }) => {
      assert.match(
        error.message,
        /^Failed to compare the commits \w{10} and f{10}: one of them is not in this repository/,
      );
      assert.match(error.hint ?? '', /git fetch/);
      return true;
    });
  });

  it('of a pull request starts where its branch left the base, and is that of its merge afterwards', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.write('a.ts', 'one\n');
    const base = await user.commit('base');
    await user.git('checkout', '-q', '-b', 'topic');
    await user.write('a.ts', 'two\n');
    const head = await user.commit('change');
    await user.git('checkout', '-q', 'main');
    await user.write('other.ts', 'other\n');
    const moved = await user.commit('the base moves on');
    const git = new Git(user.folder);
    const fetched: string[] = [];
    const forge = {
      fetchCommit: (commit: string) => Promise.resolve(void fetched.push(commit)),
      readBranch: (name: string) => Promise.resolve(name === 'main' ? moved : undefined),
    };
    const open: PullRequest = {
      number: 1,
      title: 'Change a',
      body: '',
      head: 'topic',
      headCommit: head,
      base: 'main',
      state: 'open',
      author: 'kim',
    };
    const compared = await findComparedCommits(open, forge, git, signal);
    assert.deepEqual(compared, { from: base, to: head });
    assert.deepEqual(fetched, [head, moved]);
    assert.match(await readDiff(compared, git, signal), /^diff --git a\/a\.ts b\/a\.ts[^]*-one\n\+two\n$/);
    assert.equal(await findComparedCommits({ ...open, base: 'deleted' }, forge, git, signal), undefined);

    await user.git('merge', '-q', '--no-ff', '-m', 'merge', 'topic');
    const mergeCommit = (await user.git('rev-parse', 'HEAD')).trim();
    const merged = await findComparedCommits({ ...open, state: 'merged', mergeCommit }, forge, git, signal);
    assert.ok(merged);
    assert.match(await readDiff(merged, git, signal), /^diff --git a\/a\.ts b\/a\.ts[^]*\+two\n$/);
  });
});
