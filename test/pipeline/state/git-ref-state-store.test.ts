import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { GitRefStateStore } from '../../../src/pipeline/state/git-ref-state-store.ts';
import { StaleStateError } from '../../../src/pipeline/state/state-store.ts';
import { Git } from '../../../src/workspace/git/git.ts';
import { RemoteRepository } from '../../../src/workspace/git/remote-repository.ts';
import { GitUser } from '../../workspace/support/git-user.ts';
import { temporaryFolder } from '../../workspace/support/temporary.ts';
import { describeStateStore } from './state-suite.ts';

const signal = new AbortController().signal;

/** A hook of the remote repository that refuses all refs except branches and tags. */
const BRANCHES_ONLY =
  '#!/bin/sh\nwhile read -r old new ref; do case "$ref" in refs/heads/*) ;; *) exit 1 ;; esac; done\n';

async function createScene(hook?: string) {
  const folder = await temporaryFolder();
  const bare = await GitUser.init(folder.at('remote.git'), '--bare');
  if (hook !== undefined) await writeFile(folder.at('remote.git', 'hooks', 'pre-receive'), hook, { mode: 0o755 });
  let count = 0;
  const clone = async (): Promise<GitUser> => GitUser.init(folder.at(`clone-${++count}`));
  const user = await clone();
  const createStore = (local: GitUser): GitRefStateStore =>
    new GitRefStateStore({
      remote: new RemoteRepository(new Git(local.folder), { url: bare.folder }),
      fallbackPrefix: 'holdfast',
    });
  return {
    bare,
    user,
    store: createStore(user),
    createStore,
    clone,
    writer: async () => ['git', (await clone()).folder, bare.folder],
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describeStateStore('The state store in refs', () => createScene());
describeStateStore('The state store in branches, if the forge refuses other refs', () => createScene(BRANCHES_ONLY));

describe('The state store in refs', function () {
  this.timeout(60_000);

  it('[PIPE-1] each write is a commit whose parent is the commit that was read', async () => {
    await using scene = await createScene();
    const first = await scene.store.swap('42', undefined, 'same', signal);
    const second = await scene.store.swap('42', first, 'same', signal);
    assert.equal((await scene.bare.git('rev-parse', 'refs/holdfast/items/42')).trim(), second);
    assert.equal((await scene.bare.git('rev-list', second)).trim(), `${second}\n${first}`);
    assert.equal((await scene.bare.git('for-each-ref', '--format=%(refname)')).trim(), 'refs/holdfast/items/42');
  });

  it('uses branches if the forge refuses other refs, from every clone', async () => {
    await using scene = await createScene(BRANCHES_ONLY);
    const first = await scene.store.swap('42', undefined, 'one', signal);
    const other = scene.createStore(await scene.clone());
    assert.deepEqual(await other.read('42', signal), { text: 'one', version: first });
    await assert.rejects(other.swap('42', undefined, 'two', signal), StaleStateError);
    await other.swap('42', first, 'two', signal);
    assert.equal((await scene.store.read('42', signal))?.text, 'two');
    assert.equal((await scene.bare.git('for-each-ref', '--format=%(refname)')).trim(), 'refs/heads/holdfast-state/42');
  });

  it('changes no ref and no file of the local repository', async () => {
    await using scene = await createScene();
    const first = await scene.store.swap('42', undefined, 'one', signal);
    const local = await scene.clone();
    await scene.createStore(local).swap('42', first, 'two', signal);
    await scene.store.read('42', signal);
    for (const { git } of [local, scene.user].map((user) => ({ git: user.git.bind(user) }))) {
      assert.equal(await git('for-each-ref'), '');
      assert.equal(await git('status', '--porcelain'), '');
      await assert.rejects(git('rev-parse', '--verify', 'FETCH_HEAD'));
    }
  });

  it('reports a remote repository that cannot be reached, and no stale state', async () => {
    await using scene = await createScene();
    const store = new GitRefStateStore({
      remote: new RemoteRepository(new Git(scene.user.folder), { url: `${scene.bare.folder}-missing` }),
      fallbackPrefix: 'holdfast',
    });
    await assert.rejects(store.read('42', signal), { name: 'GitError', code: 'git' });
    await assert.rejects(store.swap('42', undefined, 'x', signal), { name: 'GitError', code: 'git' });
  });
});
