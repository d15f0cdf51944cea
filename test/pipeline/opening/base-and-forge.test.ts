import assert from 'node:assert/strict';
import { resolveConfiguration } from '../../../src/workspace/configuration/configuration.ts';
import { BaseConfiguration } from '../../../src/pipeline/opening/base-configuration.ts';
import { findLocalBaseBranch } from '../../../src/pipeline/opening/base-branch.ts';
import { findForgeTarget, listTokenVariables } from '../../../src/pipeline/opening/forge-target.ts';
import type { HoldfastError } from '../../../src/foundation/errors.ts';
import { Git } from '../../../src/workspace/git/git.ts';
import { GitUser } from '../../workspace/support/git-user.ts';
import { temporaryFolder } from '../../workspace/support/temporary.ts';

const { signal } = new AbortController();

describe('the base branch and the forge of a repository', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let user: GitUser;
  let git: Git;
  beforeEach(async () => {
    folder = await temporaryFolder();
    user = await GitUser.init(folder.at('repository'));
    git = new Git(user.folder);
  });
  afterEach(() => folder[Symbol.asyncDispose]());

  const findName = async (configured?: string): Promise<string> =>
    (await findLocalBaseBranch(git, configured, signal)).name;
  const findTarget = (environment: Readonly<Record<string, string>>, file = {}) =>
    findForgeTarget(resolveConfiguration({ environment, file }), git);

  it('[PIPE-5] items start from the default branch, not from a branch that is checked out for a review', async () => {
    await assert.rejects(findName(), /Failed to find the branch that work items start from/);
    await user.write('a.txt', 'a\n');
    await user.commit('first');
    await user.git('checkout', '-q', '-b', 'holdfast/1/1/sub/types');
    assert.equal(await findName(), 'main');
    assert.equal(await findName('release'), 'release');
    await user.git('branch', 'develop');
    await user.git('config', 'init.defaultBranch', 'develop');
    assert.equal(await findName(), 'develop');
    await user.git('branch', 'trunk');
    await user.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
    assert.equal(await findName(), 'trunk');
  });

  it('[PIPE-5] the current branch counts only if no other could be meant, and the message says why not', async () => {
    await assert.rejects(findName(), /there is no branch with a commit/);
    await user.git('symbolic-ref', 'HEAD', 'refs/heads/trunk');
    await user.write('a.txt', 'a\n');
    await user.commit('first');
    await user.git('branch', 'holdfast/1/1/sub/types');
    assert.equal(await findName(), 'trunk', 'branches of the pipeline do not count');
    await user.git('checkout', '-q', '-b', 'topic');
    await assert.rejects(findName(), (thrown: HoldfastError) => {
      assert.match(thrown.message, /there is no branch main or master, and origin has no default branch/);
      assert.match(thrown.hint ?? '', /Branches: topic, trunk\. Name one: set "forge: /);
      return thrown.code === 'configuration';
    });
    await user.git('checkout', '-q', '--detach');
    await assert.rejects(findName(), /HEAD is detached, and there is no branch main or master/);
    await user.git('branch', '-q', '-D', 'topic', 'trunk', 'holdfast/1/1/sub/types');
    await assert.rejects(findName(), /HEAD is detached, and there is no branch\./);
  });

  it('[ASSERT-XDOM-001] an error in the interface registry stops items, but not what needs only the names of the labels', async () => {
    await user.write('.holdfast/pipeline.yaml', 'labelPrefix: work\n');
    await user.write('.holdfast/interfaces/bus.yaml', 'kind: [\n');
    const tip = await user.commit('first');
    const registry = '.holdfast/interfaces/bus.yaml';
    const configuration = new BaseConfiguration({
      forge: { readBranch: () => Promise.resolve(tip), fetchCommit: () => Promise.resolve() },
      git,
      prefix: '',
      findBaseBranch: () => Promise.resolve('main'),
      readTree: () =>
        Promise.resolve({
          listFiles: () => Promise.resolve([registry]),
          readText: (file) => Promise.resolve(file === registry ? 'kind: [\n' : undefined),
        }),
    });
    await assert.rejects(configuration.readTip(signal), { code: 'configuration' });
    assert.equal(await configuration.readLabelPrefix(signal), 'work');
  });

  it('[PIPE-7] names the variables whose token a server may receive', () => {
    const cloud = ['GITHUB_TOKEN', 'GH_TOKEN'];
    const other = ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'];
    const apiUrl = 'https://git.example.org/api/v3';
    assert.deepEqual(listTokenVariables({ apiUrl: 'https://api.github.com' }, {}), cloud);
    assert.deepEqual(listTokenVariables({ apiUrl: 'https://api.acme.ghe.com' }, {}), cloud);
    assert.deepEqual(listTokenVariables({ apiUrl }, {}), other);
    assert.deepEqual(listTokenVariables({ apiUrl: 'https://api.github.com.example.org' }, {}), other);
    assert.deepEqual(listTokenVariables({ apiUrl }, { GITHUB_API_URL: apiUrl }), cloud);
  });

  it('is local unless GitHub is configured, whose repository and URLs follow from origin', async () => {
    assert.deepEqual(await findTarget({ GITHUB_REPOSITORY: 'acme/app' }), { kind: 'local' });
    await assert.rejects(findTarget({ HOLDFAST_FORGE: 'github' }), /the repository on GitHub is unknown/);
    for (const url of [
      'git@github.com:acme/app.git',
      'https://github.com/acme/app',
      'ssh://git@github.com/acme/app.git',
    ]) {
      await user.git('config', 'remote.origin.url', url);
      assert.deepEqual(await findTarget({ HOLDFAST_FORGE: 'github' }), {
        kind: 'github',
        owner: 'acme',
        repo: 'app',
        apiUrl: 'https://api.github.com',
        gitUrl: 'https://github.com/acme/app.git',
      });
    }
    const forge = { kind: 'github', repository: 'other/tool' } as const;
    assert.deepEqual(await findTarget({ GITHUB_API_URL: 'https://git.example.org/api/v3' }, { forge }), {
      kind: 'github',
      owner: 'other',
      repo: 'tool',
      apiUrl: 'https://git.example.org/api/v3',
      gitUrl: 'https://git.example.org/other/tool.git',
    });
  });
});
