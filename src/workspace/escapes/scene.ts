import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, realpath, rmdir, writeFile, type FileHandle } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { systemErrorCode } from '../../foundation/system-error.ts';
import type { Surroundings } from '../confinement/path-rules.ts';
import { removeTree } from '../files/remove-tree.ts';
import { Git } from '../git/git.ts';
import type { BaitPlace } from './mechanism.ts';

/** Longer paths do not fit into the address of a socket. */
const MAX_SOCKET_PATH_BYTES = 100;
const PREFIX = '.holdfast-doctor-';

/**
 * What a check of the sandbox prepares outside: files with a secret text and sockets that listen, each in a folder for this
 * check alone, and the tree of an attempt. Disposal removes everything.
 */
export class EscapeScene implements AsyncDisposable {
  readonly token = randomBytes(16).toString('hex');
  /** Absolute path of the folder of the attempt. */
  readonly home: string;
  readonly files: { readonly place: BaitPlace; readonly path: string }[] = [];
  readonly sockets: string[] = [];
  readonly #folders: string[] = [];
  readonly #servers: Server[] = [];
  readonly #storage: { readonly storage: string; readonly created: string | undefined };
  #handle: FileHandle | undefined;
  #port = 0;

  /** @param created the outermost folder of the storage that did not exist */
  private constructor(home: string, storage: string, created: string | undefined) {
    this.home = home;
    this.#storage = { storage, created };
    this.#folders.push(home);
  }

  /** @param storage the folder that attempts are in; it is created and removed if it does not exist */
  static async create(storage: string, surroundings: Surroundings): Promise<EscapeScene> {
    const created = await mkdir(storage, { recursive: true });
    const scene = new EscapeScene(await mkdtemp(path.join(await realpath(storage), PREFIX)), storage, created);
    try {
      await scene.#prepare(storage, surroundings);
      return scene;
    } catch (thrown) {
      await scene[Symbol.asyncDispose]();
      throw thrown;
    }
  }

  get tree(): string {
    return path.join(this.home, 'tree');
  }

  /** The git directory of the tree, which commands only read. */
  get repository(): string {
    return path.join(this.home, 'repository');
  }

  /** A folder that is shown to commands, with a socket. */
  get shown(): string {
    return path.join(this.home, 'shown');
  }

  /** The file behind `descriptor`. */
  get openedFile(): string {
    return path.join(this.home, 'opened');
  }

  get abstractSocket(): string {
    return `holdfast-doctor-${this.token.slice(0, 8)}`;
  }

  /** An argument that the process above is started with. */
  get processMark(): string {
    return `--check=${this.token.slice(8, 16)}`;
  }

  /** The port of the loopback interface on which a server listens. */
  get port(): number {
    return this.#port;
  }

  /** An open file outside, for a process that is started with it. */
  get descriptor(): FileHandle {
    if (this.#handle === undefined) throw new Error('The scene is not prepared');
    return this.#handle;
  }

  async #prepare(storage: string, { home, environment, temporaryFolder, userId }: Surroundings): Promise<void> {
    for (const folder of [this.tree, this.shown]) await mkdir(folder);
    const git = new Git(this.tree);
    await git.call(['init', '-q', `--separate-git-dir=${this.repository}`], { action: 'create a repository' });
    await mkdir(path.join(this.repository, 'hooks'), { recursive: true });
    await writeFile(path.join(this.repository, 'hooks', 'pre-commit'), '', { mode: 0o755 });
    const places: Readonly<Record<BaitPlace, string>> = {
      home,
      tmp: '/tmp',
      'var-tmp': '/var/tmp',
      'shared-memory': '/dev/shm',
      run: '/run',
      runtime: environment['XDG_RUNTIME_DIR'] ?? `/run/user/${userId ?? 0}`,
      temporary: temporaryFolder,
      storage,
      attempt: this.home,
    };
    for (const [place, folder] of Object.entries(places)) await this.#prepareFolder(place as BaitPlace, folder);
    await this.#listen(path.join(this.shown, 'socket'));
    await writeFile(this.openedFile, this.token);
    this.#handle = await open(this.openedFile, 'r+');
    const server = await this.#start({ host: '127.0.0.1', port: 0 });
    const address = server.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : 0;
    if (process.platform === 'linux') await this.#start({ path: `\0${this.abstractSocket}` });
  }

  /** A place that does not exist here, or that this user cannot write, has nothing to protect from this user. */
  async #prepareFolder(place: BaitPlace, parent: string): Promise<void> {
    let folder: string;
    try {
      folder = await mkdtemp(path.join(await realpath(parent), PREFIX));
    } catch (thrown) {
      if (systemErrorCode(thrown) === undefined) throw thrown;
      return;
    }
    this.#folders.push(folder);
    const file = path.join(folder, 'file');
    await writeFile(file, this.token);
    this.files.push({ place, path: file });
    await this.#listen(path.join(folder, 'socket'));
  }

  async #listen(socket: string): Promise<void> {
    if (Buffer.byteLength(socket) > MAX_SOCKET_PATH_BYTES) return;
    await this.#start({ path: socket });
    this.sockets.push(socket);
  }

  async #start(address: { readonly path: string } | { readonly host: string; readonly port: number }): Promise<Server> {
    const server = createServer((socket) => socket.destroy());
    this.#servers.push(server);
    server.listen(address);
    await once(server, 'listening');
    return server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) server.close();
    await this.#handle?.close();
    for (const folder of this.#folders.toReversed()) await removeTree(folder);
    const { created, storage } = this.#storage;
    if (created === undefined) return;
    // Another process may have put something into it meanwhile.
    for (let folder = storage; folder.length >= created.length; folder = path.dirname(folder)) {
      await rmdir(folder).catch(() => undefined);
    }
  }
}
