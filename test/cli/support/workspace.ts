import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  lstatSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { NEW_REPOSITORY } from '../../workspace/support/new-repository.ts';
import type { LoopbackServer } from '../../servers/loopback-server.ts';

/** A repository in a temporary folder, with a separate storage folder. Disposal removes both. */
export class Workspace implements Disposable {
  readonly folder: string;
  readonly #home: string;

  constructor(
    files: Readonly<Record<string, string>>,
    { git = true, objectFormat = 'sha1' }: { readonly git?: boolean; readonly objectFormat?: 'sha1' | 'sha256' } = {},
  ) {
    this.#home = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-cli-')));
    this.folder = join(this.#home, 'repository');
    mkdirSync(this.folder);
    this.write(files);
    if (!git) return;
    // Starting a process from a large test process takes longer than the process, so the shell of git starts the others.
    const commands = [
      `git init -q -b main --object-format=${objectFormat}`,
      String.raw`printf '[user]\n\tname = A User\n\temail = user@example.invalid\n' >> .git/config`,
      'git add -A',
      'git commit -q -m first',
    ];
    this.git('-c', `alias.create-repository=!${commands.join(' && ')}`, 'create-repository');
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, file)), { recursive: true });
      writeFileSync(join(this.folder, file), text);
    }
  }

  writeBytes(file: string, bytes: Uint8Array): void {
    writeFileSync(join(this.folder, file), bytes);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  git(...args: string[]): string {
    return execFileSync('git', args, {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...NEW_REPOSITORY },
    }).trim();
  }

  /** Returns an environment with a loopback model and a temporary storage folder. */
  environment(server?: LoopbackServer, provider = 'openai-compatible'): NodeJS.ProcessEnv {
    return {
      HOLDFAST_STORAGE: join(this.#home, 'storage'),
      ...(server === undefined
        ? {}
        : {
            HOLDFAST_MODEL: `${provider}:test-model`,
            HOLDFAST_BASE_URL: server.baseUrl,
            HOLDFAST_API_KEY: 'sk-loopback-key',
          }),
    };
  }

  /**
   * Returns the state that a run must not change without landing: every file with its content and mode, and HEAD, index,
   * branches, tags and stash of git. Holdfast's data in the .git folder is excluded.
   */
  state(): Readonly<Record<string, string>> {
    const state: Record<string, string> = {};
    const visit = (folder: string): void => {
      for (const entry of readdirSync(folder)) {
        const path = join(folder, entry);
        const name = relative(this.folder, path);
        if (name === '.git' || name === '.holdfast') continue;
        const stat = lstatSync(path);
        if (stat.isSymbolicLink()) state[name] = `link ${readlinkSync(path)}`;
        else if (stat.isDirectory()) visit(path);
        else state[name] = `${statSync(path).mode.toString(8)} ${readFileSync(path).toString('base64')}`;
      }
    };
    visit(this.folder);
    if (!readdirSync(this.folder).includes('.git')) return state;
    state['.git/HEAD'] = this.read('.git/HEAD');
    state['.git/index'] = readFileSync(join(this.folder, '.git', 'index')).toString('base64');
    state.refs = this.git('for-each-ref', 'refs/heads', 'refs/tags', 'refs/stash');
    return state;
  }

  [Symbol.dispose](): void {
    rmSync(this.#home, { recursive: true, force: true });
  }
}
