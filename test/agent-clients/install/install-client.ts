import { access, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { withLock } from '../../scripts/lock.ts';
import { npm } from '../../scripts/processes.ts';
import { PINNED_CLIENTS, type PinnedClient, type PinnedClientId } from './pinned-clients.ts';

/** A coding agent in the cache. */
export interface InstalledClient {
  readonly id: PinnedClientId;
  /** Absolute path of the program. It needs `node` on the PATH. */
  readonly program: string;
  /** The folder of the program, for a PATH. It holds the programs of the client's packages only. */
  readonly programFolder: string;
}

/**
 * The folder of the installed clients. It is outside of the checkout, because they take more than 1 GB and several checkouts
 * share them. The environment variable HOLDFAST_AGENT_CLIENTS sets another folder.
 */
export function clientsFolder(): string {
  return process.env.HOLDFAST_AGENT_CLIENTS ?? join(homedir(), '.cache', 'holdfast-agent-clients');
}

/** A client in its pinned version, if it is in the cache. */
export async function findInstalledClient(id: PinnedClientId): Promise<InstalledClient | undefined> {
  const client = describe(id);
  try {
    await access(client.program);
    return client;
  } catch {
    return undefined;
  }
}

/**
 * Returns a client in its pinned version, and installs it from the npm registry on first use.
 *
 * @throws if npm or the install script fails; its output is in the message
 */
export async function installClient(id: PinnedClientId): Promise<InstalledClient> {
  const found = await findInstalledClient(id);
  if (found !== undefined) return found;
  const cache = clientsFolder();
  await mkdir(cache, { recursive: true });
  return withLock(join(cache, `${id}.lock`), async () => {
    const installed = await findInstalledClient(id);
    if (installed !== undefined) return installed;
    const newFolder = await mkdtemp(join(cache, 'new-'));
    try {
      await writeFile(join(newFolder, 'package.json'), '{ "private": true }\n');
      const { spec, installScript }: PinnedClient = PINNED_CLIENTS[id];
      await npm(newFolder, 'install', '--save-exact', '--ignore-scripts', spec);
      if (installScript !== undefined) {
        await execa(process.execPath, [join(newFolder, 'node_modules', installScript)], { stdin: 'ignore' });
      }
      await rm(folderOf(id), { recursive: true, force: true });
      await rename(newFolder, folderOf(id));
    } finally {
      await rm(newFolder, { recursive: true, force: true });
    }
    return describe(id);
  });
}

function folderOf(id: PinnedClientId): string {
  const { spec } = PINNED_CLIENTS[id];
  return join(clientsFolder(), `${id}-${spec.slice(spec.lastIndexOf('@') + 1)}`);
}

function describe(id: PinnedClientId): InstalledClient {
  const programFolder = join(folderOf(id), 'node_modules', '.bin');
  return { id, programFolder, program: join(programFolder, PINNED_CLIENTS[id].program) };
}
