import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, type ProgramHost } from './postgres-programs.ts';

describe('the programs of PostgreSQL', function () {
  if (process.platform === 'win32') return;
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-programs-')));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function install(version: string): string {
    const bin = join(folder, version);
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'initdb'), '#!/bin/sh\n', { mode: 0o755 });
    writeFileSync(join(bin, 'postgres'), `#!/bin/sh\necho "postgres (PostgreSQL) ${version}"\n`, { mode: 0o755 });
    return bin;
  }

  function host(more: Partial<ProgramHost>): ProgramHost {
    const apt = (): never => {
      throw new Error('apt-get must not run');
    };
    return { folders: () => [], isRoot: true, hasApt: true, apt, ...more };
  }

  it('are the newest that are installed, and supported', () => {
    const folders = ['9.6.24', '16.2', '14.11 (Debian 14.11-1)'].map(install);
    assert.deepEqual(findPostgres(host({ folders: () => [join(folder, 'absent'), ...folders] })), {
      folder: join(folder, '16.2'),
      version: 16,
    });
  });

  it('are installed as root, after the package lists if a new machine has none', () => {
    const calls: string[] = [];
    const folders: string[] = [];
    const apt = (action: string): void => {
      calls.push(action);
      if (action !== 'install') return;
      if (!calls.includes('update')) throw new Error('E: Unable to locate package postgresql');
      folders.push(install('15.6'));
    };
    assert.equal(findPostgres(host({ folders: () => folders, apt })).version, 15);
    assert.deepEqual(calls, ['install', 'update', 'install']);
  });

  for (const [reason, more] of [
    [/none was found here\. Install it: "sudo apt-get update && sudo apt-get install postgresql"/, { hasApt: false }],
    [/only root can install one\. Install it: /, { isRoot: false }],
    [
      /apt-get could not install it: E: no network\. Install it: /,
      {
        apt: () => {
          throw new Error('E: no network');
        },
      },
    ],
    [/does not contain it\. Install it: /, { apt: () => undefined }],
  ] as const) {
    it(`are reported as missing, with what to install: ${reason.source}`, () => {
      assert.throws(() => findPostgres(host({ ...more, folders: () => [install('9.6.24')] })), reason);
    });
  }
});
