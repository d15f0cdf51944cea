import assert from 'node:assert/strict';
import { Git } from '../../../src/workspace/git/git.ts';
import { writeTextCommit } from '../../../src/workspace/git/write-text-commit.ts';
import { GitUser } from '../support/git-user.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('a commit of texts', () => {
  it('[PIPE-2] is the same for the same content, and changes nothing of the user', async () => {
    await using folder = await temporaryFolder();
    const user = await GitUser.init(folder.at('repository'));
    await user.write('src/a.ts', 'a\n');
    await user.write('kept.txt', 'kept\n');
    await user.commit('first');
    await user.write('src/a.ts', 'edited\n');
    await user.write('staged.txt', 'staged\n');
    await user.git('add', 'staged.txt');
    const before = [await user.git('status', '--porcelain'), await user.git('show-ref')];
    const parent = (await user.git('rev-parse', 'HEAD')).trim();
    const git = new Git(user.folder);
    const input = {
      parent,
      files: { 'src/a.ts': 'new\n', 'docs/specs/é 1.md': '# x\r\n' },
      message: 'Specify\n\nText',
    };
    const commit = await writeTextCommit(git, input);
    assert.equal(await writeTextCommit(git, input), commit);
    assert.notEqual(await writeTextCommit(git, { ...input, message: 'other' }), commit);
    assert.deepEqual([await user.git('status', '--porcelain'), await user.git('show-ref')], before);
    assert.equal((await user.git('rev-parse', `${commit}^`)).trim(), parent);
    assert.equal(await user.git('show', `${commit}:docs/specs/é 1.md`), '# x\r\n');
    assert.equal(
      await user.git('-c', 'core.quotePath=false', 'ls-tree', '-r', '--name-only', commit),
      'docs/specs/é 1.md\nkept.txt\nsrc/a.ts\n',
    );
    assert.equal((await user.git('show', '-s', '--format=%an %s', commit)).trim(), 'Holdfast Specify');
  });
});
