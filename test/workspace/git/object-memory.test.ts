import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readBlobs } from '../../../src/workspace/git/batch-reads.ts';
import { compareTrees } from '../../../src/workspace/git/compare-trees.ts';
import { Git } from '../../../src/workspace/git/git.ts';
import { listTree, readEntries } from '../../../src/workspace/git/list-tree.ts';
import { ObjectMemory } from '../../../src/workspace/git/object-memory.ts';
import { commitSnapshot, type Snapshot } from '../../../src/workspace/git/snapshot.ts';
import { listChanges } from '../../../src/workspace/git/tree-changes.ts';
import { temporaryFolder } from '../support/temporary.ts';

const IDENTITY = {
  GIT_AUTHOR_NAME: 'x',
  GIT_AUTHOR_EMAIL: 'x',
  GIT_COMMITTER_NAME: 'x',
  GIT_COMMITTER_EMAIL: 'x',
};

type Files = Readonly<Record<string, { readonly text: string; readonly mode?: string }>>;

/** A bare repository that is read with a memory of its objects and without one. */
async function createRepository() {
  const home = await temporaryFolder();
  const folder = home.at('git');
  execFileSync('git', ['init', '-q', '--bare', folder]);
  const plain = new Git(folder, { ...IDENTITY, GIT_DIR: folder });
  const remembering = new Git(folder, { ...IDENTITY, GIT_DIR: folder }, { objects: new ObjectMemory() });
  let count = 0;
  const write = async (files: Files): Promise<Snapshot> => {
    const git = remembering.with({ GIT_INDEX_FILE: home.at(`index-${count++}`) });
    const call = { action: 'write' };
    for (const [file, { text, mode = '100644' }] of Object.entries(files)) {
      const object = await git.text(['hash-object', '-w', '--stdin'], { ...call, input: text });
      await git.call(['update-index', '--add', '--cacheinfo', `${mode},${object},${file}`], call);
    }
    const tree = await git.text(['write-tree'], call);
    return commitSnapshot(git, { tree, parents: [], message: 'x', action: 'commit' });
  };
  return { plain, remembering, write, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() };
}

const BEFORE: Files = {
  'a.ts': { text: 'a' },
  'd.ts': { text: 'file' },
  d: { text: 'becomes a folder' },
  'e/f.ts': { text: 'f' },
  'run.sh': { text: 'run' },
  'ü ber.ts': { text: 'old' },
};
const AFTER: Files = {
  'a.ts': { text: 'a' },
  'd.ts': { text: 'changed' },
  'd/e.ts': { text: 'e' },
  e: { text: 'becomes a file' },
  'run.sh': { text: 'run', mode: '100755' },
  'ü ber.ts': { text: 'new' },
  'z.ts': { text: 'z', mode: '120000' },
};

describe('The memory of objects', () => {
  it('[ENF-RETRY-2] compares remembered trees as git does', async () => {
    await using repository = await createRepository();
    const { plain, remembering, write } = repository;
    const [before, after] = [await write(BEFORE), await write(AFTER)];
    for (const { commit } of [before, after]) await listTree(remembering, commit);
    const call = { action: 'compare' };
    for (const [from, to] of [
      [before.tree, after.tree],
      [after.tree, before.tree],
    ] as const) {
      assert.deepEqual(await compareTrees(remembering, from, to, call), await compareTrees(plain, from, to, call));
    }
  });

  it('[ENF-RETRY-2] answers as git does, before and after it remembers', async () => {
    await using repository = await createRepository();
    const { plain, remembering, write } = repository;
    const { commit } = await write(AFTER);
    const paths = ['d', 'd/e.ts', 'e', 'absent.ts'];
    const read = async (git: Git) => {
      const entries = await readEntries(git, commit, paths, { action: 'read' });
      const contents = await readBlobs(git, [...entries.values()].map(({ object }) => object).sort());
      return { entries, contents };
    };
    const expected = await read(plain);
    assert.deepEqual([...expected.entries.keys()], ['d/e.ts', 'e']);
    for (let time = 0; time < 2; time++) {
      assert.deepEqual(await read(remembering), expected);
      assert.deepEqual(await listTree(remembering, commit), await listTree(plain, commit));
    }
  });

  it('[ENF-RETRY-2] lists a tree by its difference to a remembered one as git does, and starts no process for it', async () => {
    await using repository = await createRepository();
    const { plain, remembering, write } = repository;
    const [before, after] = [await write(BEFORE), await write({ ...AFTER, 'moved/b.ts': { text: 'f' } })];
    for (const [from, to] of [
      [before.commit, after.commit],
      [after.commit, before.commit],
    ] as const) {
      await listTree(remembering, from);
      await listChanges(remembering, { from, to, prefix: '' });
      const withoutGit = new Git('/absent', {}, { objects: remembering.objects });
      assert.deepEqual(await listTree(withoutGit, to), await listTree(plain, to));
    }
  });

  it('[ENF-RETRY-2] remembers nothing about a ref, which can move', async () => {
    await using repository = await createRepository();
    const { remembering, write } = repository;
    for (const files of [BEFORE, AFTER]) {
      const { commit } = await write(files);
      await remembering.call(['update-ref', 'refs/heads/moved', commit], { action: 'move the branch' });
      const listed = await listTree(remembering, 'refs/heads/moved');
      assert.deepEqual(listed.map(({ path }) => path).sort(), Object.keys(files).sort());
    }
  });

  it('[ENF-RETRY-2] fails for an object that does not exist, although others are remembered', async () => {
    await using repository = await createRepository();
    const { remembering, write } = repository;
    const { commit } = await write(BEFORE);
    const objects = (await listTree(remembering, commit)).map(({ object }) => object);
    await readBlobs(remembering, objects);
    await assert.rejects(readBlobs(remembering, [...objects, '1'.repeat(40)]), { name: 'GitError' });
  });
});
