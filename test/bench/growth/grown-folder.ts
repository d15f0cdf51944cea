import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { endedChildrenMs } from '../../scripts/processor-time.ts';
import { distFolder } from '../../scripts/project.ts';

/** A folder with a git repository, in which the command line runs. */
export class GrownFolder implements AsyncDisposable {
  readonly root: string;
  readonly #home: string;

  private constructor(home: string) {
    this.#home = home;
    this.root = join(home, 'repository');
  }

  static async create(files: Readonly<Record<string, string>>): Promise<GrownFolder> {
    const folder = new GrownFolder(await realpath(await mkdtemp(join(tmpdir(), 'holdfast-growth-'))));
    await mkdir(folder.root);
    folder.git('init', '-q', '-b', 'main');
    folder.git('config', 'user.name', 'bench');
    folder.git('config', 'user.email', 'bench@holdfast.invalid');
    await folder.write(files);
    folder.commit('first');
    return folder;
  }

  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.root, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }

  git(...parameters: string[]): void {
    execFileSync('git', parameters, { cwd: this.root });
  }

  commit(message: string): void {
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', message);
  }

  /**
   * Runs the command line once, and returns the processor time of its processes in milliseconds.
   *
   * @param exits the exit codes that count as success
   */
  async run(words: readonly string[], { input, exits = [0] }: { input?: string; exits?: readonly number[] } = {}) {
    const before = endedChildrenMs();
    const { exitCode, all } = await execa(process.execPath, [join(distFolder, 'cli.js'), ...words], {
      cwd: this.root,
      reject: false,
      all: true,
      ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
      env: { HOLDFAST_STORAGE: join(this.#home, 'storage') },
    });
    if (exitCode === undefined || !exits.includes(exitCode)) {
      throw new Error(`holdfast ${words.join(' ')} exited with ${exitCode}: ${all.slice(-2000)}`);
    }
    return endedChildrenMs() - before;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }
}
