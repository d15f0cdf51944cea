import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { messageOf } from '../../src/foundation/errors.ts';

const DEBIAN_VERSIONS = '/usr/lib/postgresql';
const APT = '/usr/bin/apt-get';
/** Older servers lack features that the shared history needs. */
const LOWEST_VERSION = 13;

export interface PostgresPrograms {
  /** The folder with `initdb` and `postgres`. */
  readonly folder: string;
  /** The major version. */
  readonly version: number;
}

/** What the search depends on, for tests of the search. */
export interface ProgramHost {
  readonly folders: () => readonly string[];
  readonly isRoot: boolean;
  readonly hasApt: boolean;
  /** Runs apt-get. @throws Error with its output if it fails */
  readonly apt: (...args: string[]) => void;
}

/**
 * Finds the programs of an installed PostgreSQL server: those of Debian, of `pg_config`, or of the PATH. If there are none,
 * installs Debian's package, as root. A machine without package lists downloads them first.
 *
 * @throws Error that says what to install
 */
export function findPostgres(host: ProgramHost = thisHost()): PostgresPrograms {
  const found = newestPrograms(host.folders());
  if (found !== undefined) return found;
  const { installed, reason } = install(host);
  if (installed !== undefined) return installed;
  throw new Error(
    `The tests of the shared history need the server of PostgreSQL ${LOWEST_VERSION} or later, and ${reason}. ` +
      'Install it: "sudo apt-get update && sudo apt-get install postgresql" on Debian and Ubuntu, "brew install postgresql" on ' +
      'macOS. Otherwise put its "initdb" and "postgres" on the PATH.',
  );
}

function install(host: ProgramHost): { readonly installed?: PostgresPrograms | undefined; readonly reason: string } {
  if (!host.hasApt) return { reason: 'none was found here' };
  if (!host.isRoot) return { reason: 'none was found here; only root can install one' };
  const installPackage = (): void => host.apt('install', '-y', '-q', '--no-install-recommends', 'postgresql');
  try {
    try {
      installPackage();
    } catch {
      // A new machine has no package lists, or old ones.
      host.apt('update', '-q');
      installPackage();
    }
  } catch (thrown) {
    return { reason: `apt-get could not install it: ${messageOf(thrown)}` };
  }
  return {
    installed: newestPrograms(host.folders()),
    reason: 'the package "postgresql" of this system does not contain it',
  };
}

function newestPrograms(folders: readonly string[]): PostgresPrograms | undefined {
  const found = [...new Set(folders)].flatMap((folder) => {
    const version = readVersion(folder);
    return version !== undefined && version >= LOWEST_VERSION ? [{ folder, version }] : [];
  });
  return found.sort((left, right) => right.version - left.version)[0];
}

/** The major version of the server in a folder; undefined if there is none. */
function readVersion(folder: string): number | undefined {
  if (!existsSync(join(folder, 'initdb')) || !existsSync(join(folder, 'postgres'))) return undefined;
  const version = Number(/\(PostgreSQL\) (\d+)/.exec(read(join(folder, 'postgres'), '--version'))?.[1]);
  return Number.isNaN(version) ? undefined : version;
}

function thisHost(): ProgramHost {
  return {
    folders: () => {
      const debian = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS) : [];
      return [
        ...debian.map((version) => join(DEBIAN_VERSIONS, version, 'bin')),
        ...[read('pg_config', '--bindir').trim()].filter((folder) => folder !== ''),
        ...(process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
      ];
    },
    isRoot: process.getuid?.() === 0,
    hasApt: existsSync(APT),
    apt: (...args) => {
      execFileSync(APT, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'pipe' });
    },
  };
}

/** The output of a program; empty if it is missing or fails. */
function read(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}
