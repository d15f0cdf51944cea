import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { NEW_REPOSITORY } from './new-repository.ts';

const run = promisify(execFile);

/** Makes tests independent of the git configuration of the machine. */
const ENVIRONMENT = {
  ...process.env,
  ...NEW_REPOSITORY,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A Person',
  GIT_AUTHOR_EMAIL: 'person@example.org',
  GIT_COMMITTER_NAME: 'A Person',
  GIT_COMMITTER_EMAIL: 'person@example.org',
};

/** Runs git in one folder as a user would. */
export class GitUser {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Creates a repository on the branch `main` without a commit. */
  static async init(folder: string, ...options: string[]): Promise<GitUser> {
    await mkdir(folder, { recursive: true });
    const user = new GitUser(folder);
    await user.git('init', '-q', '-b', 'main', ...options);
    const configuration = path.join(folder, ...(options.includes('--bare') ? [] : ['.git']), 'config');
    await appendFile(configuration, '[user]\n\tname = A Person\n\temail = person@example.org\n');
    return user;
  }

  /** The same person in another folder, relative to this one. */
  in(folder: string): GitUser {
    return new GitUser(path.join(this.folder, folder));
  }

  async git(...arguments_: string[]): Promise<string> {
    const { stdout } = await run('git', arguments_, {
      cwd: this.folder,
      env: ENVIRONMENT,
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  }

  /**
   * The commit of a branch; undefined if there is none. A ref in a separate file is read without git, which is much
   * faster than starting a process.
   */
  async readTip(branch: string): Promise<string | undefined> {
    for (const folder of ['.git', '.']) {
      const text = await readFile(path.join(this.folder, folder, 'refs', 'heads', branch), 'utf8').catch(() => '');
      if (/^[0-9a-f]{40,}\n$/.test(text)) return text.trim();
    }
    return (await this.git('for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`)).trim() || undefined;
  }

  async write(file: string, content: string | Uint8Array, mode?: number): Promise<void> {
    const absolute = path.join(this.folder, file);
    await mkdir(path.dirname(absolute), { recursive: true });
    await writeFile(absolute, content);
    if (mode !== undefined) await chmod(absolute, mode);
  }

  async link(file: string, target: string): Promise<void> {
    const absolute = path.join(this.folder, file);
    await mkdir(path.dirname(absolute), { recursive: true });
    await symlink(target, absolute);
  }

  async commit(message: string): Promise<string> {
    await this.git('add', '-A');
    await this.git('commit', '-q', '--allow-empty', '-m', message);
    return (await this.git('rev-parse', 'HEAD')).trim();
  }
}
