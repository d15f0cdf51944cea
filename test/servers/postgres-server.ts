import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgres, type PostgresPrograms } from './postgres-programs.ts';

const PASSWORD = 'pa55-of-the-test';

/**
 * Starts the server and ends it when this process closes its standard input or is killed. Then removes its folder, unless
 * the input is "keep".
 */
const SUPERVISOR = `folder=$1; shift
finish() { [ "$answer" = keep ] || rm -rf "$folder"; exit 0; }
trap finish TERM
{ "$@" </dev/null; kill "$$"; } &
read answer
kill -INT "$(head -n 1 "$folder/data/postmaster.pid")"
wait
finish
`;

interface ServerFolder {
  readonly programs: PostgresPrograms;
  readonly path: string;
  readonly port: number;
}

/** A PostgreSQL server on a random loopback port, with its data in a temporary folder. */
export class PostgresServer implements AsyncDisposable {
  readonly url: string;
  readonly password = PASSWORD;
  readonly #folder: ServerFolder;
  #process: ChildProcess;

  private constructor(folder: ServerFolder, process: ChildProcess) {
    this.url = `postgresql://holdfast:${PASSWORD}@127.0.0.1:${folder.port}/postgres`;
    this.#folder = folder;
    this.#process = process;
  }

  static async start(): Promise<PostgresServer> {
    const programs = findPostgres();
    const path = await mkdtemp('/tmp/holdfast-postgres-');
    const user = serverUser();
    if (user !== undefined) await chown(path, user.uid, user.gid);
    // Servers of users sort by the rules of a language. The default of a test machine sorts by bytes.
    const locale = programs.version >= 15 ? ['--locale-provider=icu', '--icu-locale=en-US'] : [];
    const data = join(path, 'data');
    const flags = ['-D', data, '-U', 'holdfast', '-A', 'trust', '--no-sync', '-E', 'UTF8', ...locale];
    execFileSync(join(programs.folder, 'initdb'), flags, { ...processOptions(path), stdio: 'pipe' });
    const folder = { programs, path, port: await findPort() };
    return new PostgresServer(folder, await startProcess(folder));
  }

  /** The URL with another password, which this server accepts as well. @param written as in a URL, percent-encoded */
  urlWithPassword(written: string): string {
    return this.url.replace(`:${PASSWORD}@`, `:${written}@`);
  }

  /** Runs SQL. Integers are returned as numbers. @param schema where tables without a schema are searched */
  async query(text: string, schema?: string): Promise<readonly Record<string, unknown>[]> {
    const types = new pg.TypeOverrides();
    types.setTypeParser(pg.types.builtins.INT8, Number);
    const options = schema === undefined ? {} : { options: `-c search_path=${schema}` };
    const client = new pg.Client({ connectionString: this.url, types, ...options });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Ends the server at once, with its connections. Its data is kept for `restart`. */
  async stop(): Promise<void> {
    await this.#end('keep\n');
  }

  /** As `stop`, but blocks until the server has ended, so that a reply of another server of the test follows later. */
  stopNow(): void {
    this.#process.stdin?.end('keep\n');
    const { programs, path } = this.#folder;
    const flags = ['stop', '-D', join(path, 'data'), '-m', 'fast', '-w'];
    try {
      execFileSync(join(programs.folder, 'pg_ctl'), flags, { ...processOptions(path), stdio: 'ignore' });
    } catch {
      // The supervisor was faster.
    }
  }

  /** Starts the stopped server again, at the same address. */
  async restart(): Promise<void> {
    await this.stop();
    this.#process = await startProcess(this.#folder);
  }

  /** Lets this process end while the server is running. The server ends then, too. */
  unref(): void {
    this.#process.unref();
    // The pipes of a process are sockets.
    for (const pipe of [this.#process.stdin, this.#process.stderr]) (pipe as Socket | null)?.unref();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end('');
    await rm(this.#folder.path, { recursive: true, force: true });
  }

  async #end(answer: string): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exit = once(this.#process, 'exit');
    if (this.#process.stdin?.writableEnded === false) this.#process.stdin.end(answer);
    await exit;
  }
}

async function startProcess({ programs, path, port }: ServerFolder): Promise<ChildProcess> {
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${path}`, 'fsync=off'];
  const flags = ['-D', join(path, 'data'), '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn('/bin/sh', ['-c', SUPERVISOR, 'sh', path, join(programs.folder, 'postgres'), ...flags], {
    ...processOptions(path),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  await untilReady(server);
  return server;
}

function processOptions(folder: string) {
  return { ...serverUser(), cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
}

/** The user without rights, on all systems. */
const UNPRIVILEGED = { uid: 65534, gid: 65534 };

/** The server refuses to run as root. The user of Debian's package runs it then, or the user without rights. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const read = (flag: string): number =>
    Number(execFileSync('/usr/bin/id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: read('-u'), gid: read('-g') };
  } catch {
    return UNPRIVILEGED;
  }
}

async function findPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function untilReady(server: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (output.includes('ready to accept connections')) resolve();
    });
    server.once('exit', () => {
      reject(new Error(`PostgreSQL did not start:\n${output}`));
    });
  });
}
