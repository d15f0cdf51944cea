import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';

const VERSIONS = '/usr/lib/postgresql';
const PASSWORD = 'pa55-of-the-test';

/** A PostgreSQL server on a random loopback port, with its data in a temporary folder. */
export class PostgresServer implements AsyncDisposable {
  readonly url: string;
  readonly password = PASSWORD;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(url: string, folder: string, process: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#process = process;
  }

  static async start(): Promise<PostgresServer> {
    const programs = findPrograms();
    const folder = await mkdtemp('/tmp/holdfast-postgres-');
    const user = serverUser();
    if (user !== undefined) await chown(folder, user.uid, user.gid);
    const data = join(folder, 'data');
    const options = { ...user, cwd: folder, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
    execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'holdfast', '-A', 'trust', '--no-sync', '-E', 'UTF8'], {
      ...options,
      stdio: 'pipe',
    });
    const port = await findPort();
    const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`, '-c', 'fsync=off'];
    const server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const url = `postgresql://holdfast:${PASSWORD}@127.0.0.1:${port}/postgres`;
    await untilReady(server);
    return new PostgresServer(url, folder, server);
  }

  /** The URL with another password, which this server accepts as well. @param written as in a URL, percent-encoded */
  urlWithPassword(written: string): string {
    return this.url.replace(`:${PASSWORD}@`, `:${written}@`);
  }

  async query(text: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Ends the server at once, with its connections. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exit = once(this.#process, 'exit');
    this.#process.kill('SIGINT');
    await exit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The folder of Debian's PostgreSQL programs. Installs them if this process may. */
function findPrograms(): string {
  const found = newestPrograms();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    execFileSync('/usr/bin/apt-get', ['install', '-y', '-q', '--no-install-recommends', 'postgresql'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'pipe',
    });
  }
  const installed = newestPrograms();
  if (installed !== undefined) return installed;
  throw new Error('The tests of the shared history need PostgreSQL. Install it with: sudo apt-get install postgresql');
}

function newestPrograms(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  const versions = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(VERSIONS, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

/** The server refuses to run as root. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const read = (flag: string): number => Number(execFileSync('/usr/bin/id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
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
