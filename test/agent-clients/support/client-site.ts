import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { Workspace } from '../../cli/support/workspace.ts';
import { distFolder } from '../../scripts/project.ts';
import type { InstalledClient } from '../install/install-client.ts';

export interface ProgramResult {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** A client that takes longer has lost its model or its hook. */
const LIMIT_MS = 150_000;

/**
 * A git workspace and an empty home folder, in which a client and `holdfast` run as a person starts them: with nothing of this
 * process's environment but the PATH. Disposal removes both.
 */
export class ClientSite implements Disposable {
  readonly home: string;
  readonly workspace: Workspace;
  /** A folder on the PATH. */
  readonly programs: string;
  readonly #root: string;
  readonly #path: string;

  constructor(client: InstalledClient, files: Readonly<Record<string, string>>) {
    this.workspace = new Workspace(files);
    this.#root = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-client-')));
    this.home = join(this.#root, 'home');
    this.programs = join(this.#root, 'programs');
    for (const folder of [this.home, this.programs, this.#temporary]) mkdirSync(folder);
    writeFileSync(
      join(this.programs, 'holdfast'),
      `#!/bin/sh\nexec '${process.execPath}' '${join(distFolder, 'cli.js')}' "$@"\n`,
    );
    chmodSync(join(this.programs, 'holdfast'), 0o755);
    const folders = [this.programs, client.programFolder, dirname(process.execPath), process.env.PATH ?? ''];
    this.#path = folders.join(delimiter);
  }

  /** Not above the home folder: Codex starts no sandbox if its files are in the folder for temporary files. */
  get #temporary(): string {
    return join(this.#root, 'temporary');
  }

  get folder(): string {
    return this.workspace.folder;
  }

  /** Runs a program in the workspace, found on the PATH. Its standard input is empty. */
  async run(
    program: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<ProgramResult> {
    const { exitCode, stdout, stderr, timedOut } = await execa(program, args, {
      cwd: this.folder,
      extendEnv: false,
      env: this.#environment(environment),
      stdin: 'ignore',
      reject: false,
      timeout: LIMIT_MS,
      killDescendants: true,
    });
    if (timedOut) throw new Error(`${program} did not end within ${LIMIT_MS} ms.\n${stdout}\n${stderr}`);
    return { code: exitCode, stdout, stderr };
  }

  /** Starts a program whose standard input and output are pipes. The caller ends it. */
  start(program: string, args: readonly string[]): ChildProcessWithoutNullStreams {
    return spawn(program, args, { cwd: this.folder, env: this.#environment(), stdio: 'pipe' });
  }

  holdfast(...args: readonly string[]): Promise<ProgramResult> {
    return this.run('holdfast', args);
  }

  /** Writes a file below the home folder. */
  writeHome(file: string, text: string): void {
    mkdirSync(dirname(join(this.home, file)), { recursive: true });
    writeFileSync(join(this.home, file), text);
  }

  appendHome(file: string, text: string): void {
    appendFileSync(join(this.home, file), text);
  }

  #environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return { HOME: this.home, PATH: this.#path, TMPDIR: this.#temporary, NO_COLOR: '1', ...more };
  }

  [Symbol.dispose](): void {
    this.workspace[Symbol.dispose]();
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5 });
  }
}
