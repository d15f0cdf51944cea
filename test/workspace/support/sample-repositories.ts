/** Repositories of many kinds, with user changes in every state that git supports. */
import { execFileSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { GitUser } from './git-user.ts';

export interface SampleRepository {
  readonly name: string;
  /** Creates the repository below a folder and returns the workspace folder. */
  build(home: string): Promise<string>;
  /** Files of the workspace folder that an attempt must not contain. */
  readonly absent?: readonly string[];
}

/** Creates staged, unstaged, partly staged, untracked, ignored, deleted and stashed changes. */
async function createUserChanges(user: GitUser, below = ''): Promise<void> {
  await user.write(`${below}src/a.ts`, 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n');
  await user.write(`${below}src/b.ts`, 'export const b = 1;\n');
  await user.write(`${below}src/gone.ts`, 'gone\n');
  await user.write(`${below}src/removed.ts`, 'removed\n');
  await user.write('.gitignore', 'node_modules/\ndist/\n*.log\n');
  await user.commit('first');
  await user.write(`${below}src/b.ts`, 'stashed\n');
  await user.git('stash', '-q');
  await user.write(`${below}src/a.ts`, 'ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n');
  await user.git('add', `${below}src/a.ts`);
  await user.write(`${below}src/a.ts`, 'ONE\ntwo\nthree\nfour\nfive\nsix\nseven\nEIGHT\n');
  await user.write(`${below}src/staged.ts`, 'staged\n');
  await user.git('add', `${below}src/staged.ts`);
  await user.write(`${below}src/intent.ts`, 'intent to add\n');
  await user.git('add', '-N', `${below}src/intent.ts`);
  await user.write(`${below}src/untracked.ts`, 'untracked\n');
  await user.write(`${below}debug.log`, 'ignored\n');
  await user.write(`${below}dist/out.js`, 'ignored\n');
  await rm(path.join(user.folder, `${below}src/gone.ts`));
  await user.git('rm', '-q', '--cached', `${below}src/removed.ts`);
}

export const SAMPLE_REPOSITORIES: readonly SampleRepository[] = [
  {
    name: 'a plain repository',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'));
      await createUserChanges(user);
      return user.folder;
    },
    absent: ['debug.log', 'dist/out.js', 'src/gone.ts'],
  },
  {
    name: 'a subfolder of a repository',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'));
      await user.write('outside.txt', 'outside\n');
      await createUserChanges(user, 'packages/app/');
      return path.join(user.folder, 'packages/app');
    },
  },
  {
    name: 'a repository without a commit',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'));
      await user.write('src/a.ts', 'one\n');
      await user.write('src/staged.ts', 'staged\n');
      await user.git('add', 'src/staged.ts');
      return user.folder;
    },
  },
  {
    name: 'a linked work tree',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'));
      await user.write('main.txt', 'main\n');
      await user.commit('main');
      await user.git('worktree', 'add', '-q', '-b', 'side', '../side');
      const side = new GitUser(path.join(home, 'side'));
      await createUserChanges(side);
      return side.folder;
    },
  },
  {
    name: 'a detached HEAD',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'));
      await createUserChanges(user);
      await user.git('checkout', '-q', '--detach');
      return user.folder;
    },
  },
  {
    name: 'CRLF files under core.autocrlf',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'));
      await user.git('config', 'core.autocrlf', 'true');
      await user.write('src/windows.ts', 'a\r\nb\r\n');
      await user.write('src/mixed.ts', 'a\r\nb\n');
      await user.write('src/unix.ts', 'a\nb\n');
      await user.commit('first');
      await user.write('src/windows.ts', 'a\r\nB\r\n');
      await user.write('src/untracked.ts', 'u\r\n');
      return user.folder;
    },
  },
  {
    name: 'attributes: line endings, filters, keywords, encodings',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'));
      await user.git('config', 'filter.upper.clean', 'tr a-z A-Z');
      await user.git('config', 'filter.upper.smudge', 'tr A-Z a-z');
      await user.write(
        '.gitattributes',
        '* text=auto\n*.up filter=upper\n*.id ident\n*.u16 working-tree-encoding=UTF-16LE text\n*.crlf eol=crlf\n',
      );
      await user.write('a.up', 'quiet\n');
      await user.write('b.id', '$Id$\n');
      await user.write('c.u16', Buffer.from('sixteen\r\n', 'utf16le'));
      await user.write('d.crlf', 'x\r\ny\r\n');
      await user.write('e.txt', 'x\r\ny\r\n');
      await user.commit('first');
      await rm(path.join(user.folder, 'b.id'));
      await user.git('checkout', '--', 'b.id');
      await user.write('new.up', 'untracked quiet\r\n');
      return user.folder;
    },
  },
  {
    name: 'links, executables and strange names',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'));
      await user.write('run.sh', '#!/bin/sh\n', 0o755);
      await user.link('to-run', 'run.sh');
      await user.link('to-nothing', 'nowhere');
      await user.link('to-outside', '../elsewhere');
      await user.write('grün/ünïcode ☂.ts', 'x\n');
      await user.write('with space/and\nnewline.ts', 'x\n');
      await user.write('quo"te\ttab.ts', 'x\n');
      await user.write("-dash and 'quote'.ts", 'x\n');
      await user.write('[id]/(group)/$x{y}.tsx', 'x\n');
      await user.commit('first');
      await user.write('tool.sh', '#!/bin/sh\n', 0o755);
      await user.link('untracked-link', 'grün');
      await user.write('untracked ☂\n.ts', 'x\n');
      return user.folder;
    },
  },
  {
    name: 'a submodule',
    async build(home) {
      const library = await GitUser.init(path.join(home, 'library'));
      await library.write('lib.ts', 'export const lib = 1;\n');
      await library.commit('library');
      const user = await GitUser.init(path.join(home, 'repo'));
      await user.write('a.ts', 'a\n');
      await user.git(
        '-c',
        'protocol.file.allow=always',
        'submodule',
        '--quiet',
        'add',
        library.folder,
        'vendor/library',
      );
      await user.commit('first');
      await user.write('vendor/library/local.ts', 'local\n');
      return user.folder;
    },
  },
  {
    name: 'an untracked repository inside',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'));
      await user.write('a.ts', 'a\n');
      await user.commit('first');
      const inner = await GitUser.init(path.join(user.folder, 'inner'));
      await inner.write('i.ts', 'i\n');
      await inner.commit('inner');
      return user.folder;
    },
    absent: ['inner/i.ts'],
  },
  {
    name: 'the middle of a merge',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'));
      await user.write('a.ts', 'base\n');
      await user.write('b.ts', 'base\n');
      await user.commit('first');
      await user.git('checkout', '-q', '-b', 'other');
      await user.write('a.ts', 'other\n');
      await rm(path.join(user.folder, 'b.ts'));
      await user.commit('other');
      await user.git('checkout', '-q', 'main');
      await user.write('a.ts', 'main\n');
      await user.write('b.ts', 'main\n');
      await user.commit('main');
      await user.git('merge', 'other').catch(() => undefined);
      return user.folder;
    },
  },
  {
    name: 'a sparse checkout',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'));
      await user.write('here/a.ts', 'a\n');
      await user.write('there/b.ts', 'b\n');
      await user.write('root.ts', 'r\n');
      await user.commit('first');
      await user.git('sparse-checkout', 'set', '--cone', 'here');
      await user.write('here/a.ts', 'A\n');
      return user.folder;
    },
    absent: ['there/b.ts'],
  },
  {
    name: 'flags in the index: assume-unchanged and skip-worktree',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'));
      await user.write('assumed.ts', 'committed\n');
      await user.write('skipped.ts', 'committed\n');
      await user.commit('first');
      await user.git('update-index', '--assume-unchanged', 'assumed.ts');
      await user.git('update-index', '--skip-worktree', 'skipped.ts');
      await user.write('assumed.ts', 'local\n');
      await user.write('skipped.ts', 'local\n');
      return user.folder;
    },
  },
  {
    name: 'a split index and the untracked cache',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'));
      await createUserChanges(user);
      await user.git('update-index', '--untracked-cache');
      await user.git('update-index', '--split-index');
      await user.write('src/b.ts', 'changed\n');
      return user.folder;
    },
  },
  {
    name: 'SHA-256 objects',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'), '--object-format=sha256');
      await createUserChanges(user);
      return user.folder;
    },
  },
  {
    name: 'a shallow clone',
    async build(home) {
      const origin = await GitUser.init(path.join(home, 'origin'));
      await origin.write('a.ts', 'one\n');
      await origin.commit('first');
      await origin.write('a.ts', 'two\n');
      await origin.commit('second');
      execFileSync('git', ['clone', '-q', '--depth', '1', `file://${origin.folder}`, path.join(home, 'repo')]);
      const user = new GitUser(path.join(home, 'repo'));
      await user.write('a.ts', 'three\n');
      return user.folder;
    },
  },
  {
    name: 'tracked files that are ignored, and hooks',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'));
      await user.write('kept.log', 'tracked\n');
      await user.commit('first');
      await user.write('.gitignore', '*.log\n');
      await user.write('kept.log', 'changed\n');
      for (const hook of ['pre-commit', 'post-checkout', 'post-index-change', 'reference-transaction', 'post-commit']) {
        await user.write(
          `.git/hooks/${hook}`,
          '#!/bin/sh\ntouch "$HOME_OF_TEST/hook-ran" ../hook-ran; exit 1\n',
          0o755,
        );
      }
      return user.folder;
    },
  },
  {
    name: 'a folder without git',
    async build(home) {
      const folder = path.join(home, 'plain');
      await mkdir(folder);
      const user = new GitUser(folder);
      await user.write('src/a.ts', 'one\r\ntwo\n');
      await user.write('.gitignore', 'dist/\n');
      await user.write('dist/out.js', 'ignored\n');
      await user.write('node_modules/x/index.js', 'x\n');
      return folder;
    },
    absent: ['dist/out.js'],
  },
  {
    name: 'a folder that its repository ignores',
    async build(home) {
      const user = await GitUser.init(path.join(home, 'repo'));
      await user.write('.gitignore', 'tmp/\n');
      await user.commit('first');
      await user.write('tmp/work/a.ts', 'a\n');
      return path.join(user.folder, 'tmp/work');
    },
  },
];
