import assert from 'node:assert/strict';
import { Git, GitError } from '../../../src/workspace/git/git.ts';
import { readHead } from '../../../src/workspace/git/commits.ts';
import { GitUser } from '../support/git-user.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('HEAD', () => {
  it('is a branch with or without a commit, or a detached commit', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    const git = new Git(user.folder);
    assert.deepEqual(await readHead(git), { commit: undefined, ref: 'refs/heads/main' });
    const commit = await user.commit('first');
    assert.deepEqual(await readHead(git), { commit, ref: 'refs/heads/main' });
    await user.git('checkout', '-q', '-b', 'feature/größe');
    assert.deepEqual(await readHead(git), { commit, ref: 'refs/heads/feature/größe' });
    await user.git('checkout', '-q', '--detach');
    assert.deepEqual(await readHead(git), { commit, ref: 'HEAD' });
  });

  it('is not the branch or tag of that name', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    const other = await user.commit('first');
    await user.git('update-ref', 'refs/heads/HEAD', other);
    await user.git('tag', 'HEAD', other);
    const commit = await user.commit('second');
    assert.deepEqual(await readHead(new Git(user.folder)), { commit, ref: 'refs/heads/main' });
  });

  it('cannot be read outside of a repository', async () => {
    await using home = await temporaryFolder();
    await assert.rejects(readHead(new Git(home.path)), GitError);
  });
});
