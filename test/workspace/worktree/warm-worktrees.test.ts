/** Worktrees of ended attempts that later attempts use: nothing that an earlier attempt wrote may be there. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  cp,
  link,
  lstat,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openRepository } from '../../../src/workspace/open-repository.ts';
import type { Repository } from '../../../src/workspace/repository.ts';
import type { AttemptWorktree } from '../../../src/workspace/worktree/attempt-worktree.ts';
import { MAX_WARM_WORKTREES, WARM_AGE_MS } from '../../../src/workspace/worktree/warm-worktrees.ts';
import { fingerprint, listDifferences } from '../support/fingerprint.ts';
import { GitUser } from '../support/git-user.ts';
import { temporaryFolder } from '../support/temporary.ts';

const OPEN_AND_WAIT = fileURLToPath(new URL('../support/open-and-wait.ts', import.meta.url));

class Scene implements AsyncDisposable {
  readonly home;
  readonly user: GitUser;
  readonly repository: Repository;

  private constructor(home: Awaited<ReturnType<typeof temporaryFolder>>, user: GitUser, repository: Repository) {
    this.home = home;
    this.user = user;
    this.repository = repository;
  }

  static async create(prepare: (user: GitUser) => Promise<unknown> = () => Promise.resolve()): Promise<Scene> {
    const home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await user.write('.gitignore', 'node_modules/\ndist/\n.env\n');
    await user.write('package.json', '{"name":"app"}');
    await user.write('src/a.ts', 'export const a = 1;\n');
    await user.write('src/deep/b.ts', 'export const b = 1;\n');
    await user.write('script.sh', 'true\n', 0o755);
    await user.write('untouched/c.ts', 'export const c = 1;\n');
    await user.write('node_modules/three/index.js', 'module.exports = 3;\n');
    await user.write('node_modules/.package-lock.json', '{}');
    await user.link('link', 'src/a.ts');
    await prepare(user);
    await user.commit('first');
    return new Scene(home, user, await openRepository({ folder: user.folder, storage: home.at('storage') }));
  }

  async open(): Promise<AttemptWorktree> {
    return this.repository.openWorktree(await this.repository.createBase());
  }

  async warmFolder(): Promise<string> {
    const [name = ''] = await readdir(this.home.at('storage'));
    return path.join(this.home.at('storage'), name, 'warm');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.repository[Symbol.asyncDispose]();
    await this.home[Symbol.asyncDispose]();
  }
}

/** All entries but the pointer to git's data, which has the id of the attempt. */
async function readTree({ root }: AttemptWorktree): Promise<Map<string, string>> {
  return fingerprint(root, (file) => file === '.git');
}

async function gitDirectoryOf({ root }: AttemptWorktree): Promise<string> {
  return (await readFile(path.join(root, '.git'), 'utf8')).replace(/^gitdir: /, '').trim();
}

type At = (file: string) => string;

/** What an attempt may leave, with its own git user. */
const LEFT_BEHIND: Readonly<Record<string, (at: At, git: GitUser, attempt: AttemptWorktree) => Promise<unknown>>> = {
  'an ignored file': async (at) => {
    await mkdir(at('dist/deep'), { recursive: true });
    await writeFile(at('dist/deep/cache.js'), 'left\n');
  },
  'an untracked file': (at) => writeFile(at('src/new.ts'), 'left\n'),
  'an empty folder': (at) => mkdir(at('src/empty/folder'), { recursive: true }),
  'a changed file with its old size and times': async (at) => {
    const { atime, mtime } = await stat(at('src/a.ts'));
    await writeFile(at('src/a.ts'), 'export const a = 2;\n');
    await utimes(at('src/a.ts'), atime, mtime);
  },
  'a changed file marked assume-unchanged': async (at, git) => {
    await git.git('update-index', '--assume-unchanged', 'src/a.ts');
    await writeFile(at('src/a.ts'), 'export const a = 2;\n');
  },
  'a changed file marked skip-worktree': async (at, git) => {
    await git.git('update-index', '--skip-worktree', 'src/a.ts');
    await writeFile(at('src/a.ts'), 'export const a = 2;\n');
  },
  'a file in a snapshot': async (at, _git, attempt) => {
    await writeFile(at('src/new.ts'), 'left\n');
    await writeFile(at('src/a.ts'), 'export const a = 2;\n');
    await attempt.snapshot();
  },
  'a file that its own exclude file hides': async (at, git) => {
    const exclude = (await git.git('rev-parse', '--git-path', 'info/exclude')).trim();
    await writeFile(path.resolve(git.folder, exclude), 'hidden\n');
    await writeFile(at('hidden'), 'left\n');
  },
  'a nested repository': async (at) => {
    const nested = await GitUser.init(at('src/nested'));
    await nested.write('n.ts', 'left\n');
    await nested.commit('nested');
  },
  'a git folder in a tracked folder': async (at) => GitUser.init(at('src')),
  'a folder in place of the pointer to git': async (at) => {
    await rm(at('.git'));
    await GitUser.init(at('.'));
  },
  'a link in place of a file': async (at) => {
    await rename(at('src/a.ts'), at('src/moved.ts'));
    await symlink('moved.ts', at('src/a.ts'));
  },
  'a link in place of a folder': async (at) => {
    await cp(at('src'), at('../copy'), { recursive: true });
    await rm(at('src'), { recursive: true });
    await symlink('../copy', at('src'));
  },
  'another target of a link': async (at) => {
    await rm(at('link'));
    await symlink('package.json', at('link'));
  },
  'another link in place of a package': async (at) => {
    await rm(at('node_modules/three'));
    await symlink('../src', at('node_modules/three'));
  },
  'a package': (at) => mkdir(at('node_modules/left')),
  'a package above the worktree': (at) => mkdir(at('../node_modules/left'), { recursive: true }),
  'a changed copy in node_modules': (at) => writeFile(at('node_modules/.package-lock.json'), '[]'),
  'a deleted folder': (at) => rm(at('src'), { recursive: true }),
  'a file in place of a folder': async (at) => {
    await rm(at('src/deep'), { recursive: true });
    await writeFile(at('src/deep'), 'left\n');
  },
  'other modes of files and folders': async (at) => {
    await chmod(at('src/a.ts'), 0o600);
    await chmod(at('script.sh'), 0o644);
    await chmod(at('src/deep'), 0o700);
    await chmod(at('.'), 0o700);
  },
  'a folder that cannot be read': (at) => chmod(at('src/deep'), 0),
  'a hard link to a file of the tree': async (at) => {
    await link(at('src/a.ts'), at('../outside.ts'));
    await writeFile(at('../outside.ts'), 'export const a = 2;\n');
  },
  'a tracked folder that was replaced by a copy': async (at) => {
    await cp(at('src'), at('copy'), { recursive: true, preserveTimestamps: true });
    await rm(at('src'), { recursive: true });
    await rename(at('copy'), at('src'));
  },
};

describe('A warm worktree', () => {
  for (const [title, leave] of Object.entries(LEFT_BEHIND)) {
    it(`[ENF-RETRY-2] has nothing of ${title} that an earlier attempt left`, async () => {
      await using scene = await Scene.create();
      const first = await scene.open();
      const clean = await readTree(first);
      const { ino } = await stat(path.join(first.root, 'untouched/c.ts'));
      await leave((file) => path.join(first.root, file), new GitUser(first.root), first);
      await first.dispose();
      const second = await scene.open();
      assert.deepEqual(listDifferences(clean, await readTree(second)), []);
      if (title !== 'other modes of files and folders') {
        assert.equal((await stat(path.join(second.root, 'untouched/c.ts'))).ino, ino, 'the worktree was not reused');
      }
      assert.equal(await new GitUser(second.root).git('status', '--porcelain', '--ignored'), '!! node_modules/\n');
      assert.equal(await new GitUser(second.root).git('ls-files', '-v', 'src/a.ts'), 'H src/a.ts\n');
      assert.deepEqual((await readdir(path.dirname(second.root))).sort(), ['index', 'lock', 'repo']);
      assert.deepEqual(second.notes, []);
    });
  }

  it('[ENF-RETRY-2] has no named pipe of an earlier attempt', async function () {
    if (process.platform === 'win32') this.skip();
    await using scene = await Scene.create();
    const first = await scene.open();
    const clean = await readTree(first);
    await rm(path.join(first.root, 'src/a.ts'));
    await rm(path.join(first.root, '.git'));
    for (const pipe of ['src/a.ts', 'pipe', '.git']) execFileSync('mkfifo', [path.join(first.root, pipe)]);
    await first.dispose();
    assert.deepEqual(listDifferences(clean, await readTree(await scene.open())), []);
  });

  it('[ENF-RETRY-2] has no configuration, refs or hooks of the worktree that an earlier attempt wrote', async () => {
    await using scene = await Scene.create();
    const first = await scene.open();
    const directory = await gitDirectoryOf(first);
    await writeFile(path.join(directory, 'config.worktree'), '[core]\n\tfsmonitor = left\n');
    await mkdir(path.join(directory, 'hooks'));
    await new GitUser(first.root).git('update-ref', 'refs/worktree/left', 'HEAD');
    await first.dispose();
    await assert.rejects(stat(directory), { code: 'ENOENT' });
    const second = await gitDirectoryOf(await scene.open());
    assert.deepEqual((await readdir(second)).sort(), ['HEAD', 'commondir', 'gitdir', 'index']);
  });

  it('[ENF-RETRY-2] has the files of its base, and only the copied files that it names', async () => {
    await using scene = await Scene.create((user) => user.write('.env', 'SECRET=1\n'));
    const base = await scene.repository.createBase();
    await (await scene.repository.openWorktree(base, { copy: ['.env'] })).dispose();
    await scene.user.git('rm', '-q', '-r', 'src/deep');
    await scene.user.write('src/a.ts', 'export const a = 3;\n');
    await scene.user.write('src/deep', 'a file\n');
    await scene.user.write('packages/new/d.ts', 'd\n');
    const second = await scene.open();
    const tree = await readTree(second);
    await second.dispose();
    await rm(await scene.warmFolder(), { recursive: true });
    assert.deepEqual(listDifferences(await readTree(await scene.open()), tree), []);
    assert.equal(tree.has('.env'), false);
    assert.equal(tree.has('src/deep'), true);
    assert.equal(tree.has('src/deep/b.ts'), false);
  });

  it('[ENF-RETRY-2] restores a file that a program changed after the attempt had ended', async () => {
    await using scene = await Scene.create();
    await (await scene.open()).dispose();
    const [name = ''] = await readdir(await scene.warmFolder());
    await writeFile(path.join(await scene.warmFolder(), name, 'repo/src/a.ts'), 'export const a = 2;\n');
    assert.equal(await (await scene.open()).tree.readText('src/a.ts'), 'export const a = 1;\n');
  });

  it('[ENF-RETRY-2] writes a file without a recorded state again', async () => {
    await using scene = await Scene.create();
    const attempt = await scene.open();
    const clean = await readTree(attempt);
    await attempt.dispose();
    const [name = ''] = await readdir(await scene.warmFolder());
    const file = path.join(await scene.warmFolder(), name, 'manifest');
    const entries = (await readFile(file, 'utf8')).split('\0');
    await writeFile(file, entries.filter((entry) => !entry.endsWith('\tsrc/a.ts')).join('\0'));
    assert.deepEqual(listDifferences(clean, await readTree(await scene.open())), []);
  });

  it('[ENF-RETRY-2] is not used without a complete manifest', async () => {
    await using scene = await Scene.create();
    await (await scene.open()).dispose();
    const [name = ''] = await readdir(await scene.warmFolder());
    const folder = path.join(await scene.warmFolder(), name);
    const manifest = path.join(folder, 'manifest');
    await truncate(manifest, (await stat(manifest)).size - 4);
    const before = (await lstat(path.join(folder, 'repo/untouched/c.ts'))).ctimeMs;
    const second = await scene.open();
    assert.notEqual((await lstat(path.join(second.root, 'untouched/c.ts'))).ctimeMs, before);
    assert.deepEqual(await readdir(await scene.warmFolder()), []);
  });

  it('[ENF-RETRY-6] is removed after a kill in the middle of a reset', async function () {
    if (process.platform === 'win32') this.skip();
    await using scene = await Scene.create();
    const first = await scene.open();
    const clean = await readTree(first);
    await writeFile(path.join(first.root, 'src/a.ts'), 'export const a = 2;\n');
    await first.dispose();
    // A git that kills Holdfast when it is about to restore the files.
    const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    await mkdir(scene.home.at('bin'));
    const killing = `#!/bin/sh\ncase "$*" in *read-tree*) kill -9 $PPID; exit 1;; esac\nexec ${git} "$@"\n`;
    await writeFile(scene.home.at('bin/git'), killing, { mode: 0o755 });
    const child = spawn(process.execPath, [OPEN_AND_WAIT, scene.user.folder, scene.home.at('storage')], {
      env: { ...process.env, PATH: `${scene.home.at('bin')}:${process.env['PATH'] ?? ''}` },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    assert.equal(signal, 'SIGKILL');
    assert.deepEqual(await readdir(await scene.warmFolder()), []);
    assert.deepEqual(await scene.repository.recover(), ['Removed the worktree of an interrupted attempt.']);
    assert.deepEqual(listDifferences(clean, await readTree(await scene.open())), []);
  });

  it('[ENF-RETRY-6] is used by one of two processes', async () => {
    await using scene = await Scene.create();
    await (await scene.open()).dispose();
    const children = [1, 2].map(() =>
      spawn(process.execPath, [OPEN_AND_WAIT, scene.user.folder, scene.home.at('storage')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    const printed = await Promise.all(children.map(async ({ stdout }) => (await once(stdout, 'data')) as [Buffer]));
    const roots = printed.map(([chunk]) => chunk.toString().trim());
    assert.equal(new Set(roots).size, 2);
    for (const root of roots)
      assert.equal(await readFile(path.join(root, 'src/a.ts'), 'utf8'), 'export const a = 1;\n');
    assert.deepEqual(await readdir(await scene.warmFolder()), []);
    for (const child of children) {
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    }
  });

  it('[ENF-RETRY-6] is kept up to the bound, and removed by the cleanup after some days', async () => {
    await using scene = await Scene.create();
    const attempts = [];
    for (let count = 0; count <= MAX_WARM_WORKTREES; count++) attempts.push(await scene.open());
    await Promise.all(attempts.map((attempt) => attempt.dispose()));
    const folder = await scene.warmFolder();
    const names = await readdir(folder);
    assert.equal(names.length, MAX_WARM_WORKTREES);
    assert.deepEqual(await readdir(path.join(folder, '../attempts')), []);
    await scene.repository.recover();
    assert.equal((await readdir(folder)).length, MAX_WARM_WORKTREES);
    const old = (Date.now() - WARM_AGE_MS) / 1000 - 60;
    await utimes(path.join(folder, names[0] ?? '', 'manifest'), old, old);
    await scene.repository.recover();
    assert.deepEqual(await readdir(folder), names.slice(1));
  });

  it('[ENF-RETRY-2] is never one with a sparse checkout', async () => {
    await using scene = await Scene.create();
    await scene.user.git('sparse-checkout', 'set', '--cone', 'src');
    await (await scene.open()).dispose();
    assert.deepEqual(await readdir(await scene.warmFolder()), []);
  });
});
