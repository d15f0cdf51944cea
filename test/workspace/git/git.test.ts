import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { Git, GitError } from '../../../src/workspace/git/git.ts';
import { ProcessStarter } from '../../../src/workspace/process-starter/process-starter.ts';
import { GitUser } from '../support/git-user.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { withVariables } from '../support/variables.ts';

describe('A call of git', () => {
  it('[AGENT-1] starts no program that the repository names to fetch a missing object', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.commit('first');
    const settings = {
      'core.sshCommand': `touch ${home.at('started')}`,
      'core.repositoryFormatVersion': '1',
      'extensions.partialClone': 'origin',
      'remote.origin.url': 'ssh://localhost/repo',
      'remote.origin.promisor': 'true',
    };
    for (const [name, value] of Object.entries(settings)) await user.git('config', name, value);
    // An old git does not know this variable.
    const call = { action: 'read it', env: { GIT_NO_LAZY_FETCH: undefined } };
    await assert.rejects(new Git(user.folder).call(['cat-file', '-p', '1'.repeat(40)], call), GitError);
    assert.equal(existsSync(home.at('started')), false);
  });

  it('[TRUST-5] reads its paths literally with each kind of pathspec in the environment', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.write('a.ts', 'a\n');
    await user.commit('first');
    for (const kind of ['GLOB', 'NOGLOB', 'ICASE']) {
      await withVariables({ [`GIT_${kind}_PATHSPECS`]: '1' }, async () => {
        const git = new Git(user.folder, { GIT_LITERAL_PATHSPECS: '1' });
        const list = (file: string): Promise<string[]> =>
          git.fields(['ls-files', '-z', '--', file], { action: 'list' });
        assert.deepEqual([await list('a.ts'), await list('A.ts'), await list('*.ts')], [['a.ts'], [], []], kind);
      });
    }
  });

  it('[TRUST-5] changes refs only in calls that are never repeated', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    const commit = await user.commit('first');
    using starter = new ProcessStarter({ directCalls: 0 });
    const repeated: string[] = [];
    const git = new Git(
      user.folder,
      {},
      {
        run: (call, signal) => {
          repeated.push(...call.arguments.filter((argument) => /^(rev-parse|update-ref|symbolic-ref)$/.test(argument)));
          return starter.run(call, signal);
        },
      },
    );
    await git.call(['update-ref', 'refs/heads/other', commit, ''], { action: 'create a branch' });
    await git.call(['symbolic-ref', 'HEAD', 'refs/heads/other'], { action: 'switch' });
    assert.equal(await git.text(['rev-parse', 'HEAD'], { action: 'read HEAD' }), commit);
    assert.deepEqual(repeated, ['rev-parse']);
  });
});
