import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import {
  MAX_FILE_BYTES,
  UnreadableFileError,
  copyPlainFile,
  readPlainFile,
  readPlainFileSync,
} from '../../../src/workspace/plain-files/plain-file.ts';
import { listGitFiles } from '../../../src/workspace/files/file-listing.ts';
import { GitUser } from '../support/git-user.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('Reading plain files', () => {
  before(function () {
    if (process.platform === 'win32') this.skip();
  });

  it('rejects pipes, sockets, devices and folders without waiting', async () => {
    await using home = await temporaryFolder();
    execFileSync('mkfifo', [home.at('pipe')]);
    const server = createServer().listen(home.at('socket'));
    await once(server, 'listening');
    await mkdir(home.at('folder'));
    await writeFile(home.at('file'), 'text');
    const special: readonly (readonly [path: string, reason: RegExp])[] = [
      [home.at('pipe'), /^it is a named pipe, not a file$/],
      [home.at('socket'), /^it is a socket, not a file$/],
      ['/dev/zero', /^it is a device, not a file$/],
      [home.at('folder'), /^it is a folder, not a file$/],
    ];
    for (const [path, message] of special) {
      await assert.rejects(readPlainFile(path), { name: 'UnreadableFileError', message });
      await assert.rejects(copyPlainFile(path, home.at('copy')), UnreadableFileError);
      assert.throws(() => readPlainFileSync(path));
    }
    server.close();
    assert.equal((await readPlainFile(home.at('file'))).toString(), 'text');
    assert.equal(readPlainFileSync(home.at('file')).toString(), 'text');
  });

  it('rejects a sparse file that memory cannot contain', async () => {
    await using home = await temporaryFolder();
    await writeFile(home.at('sparse'), '');
    await truncate(home.at('sparse'), 1024 * MAX_FILE_BYTES);
    await assert.rejects(readPlainFile(home.at('sparse')), /it has \d+ bytes; the limit is \d+/);
    assert.throws(() => readPlainFileSync(home.at('sparse')), /it has \d+ bytes/);
  });

  it('ends a call of git that waits for a named pipe, and names the pipe', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('tree'));
    await user.write('src/a.ts', 'a');
    await user.commit('first');
    execFileSync('mkfifo', [home.at('tree/src/.gitignore')]);
    await user.write('src/b.ts', 'b');
    await assert.rejects(
      listGitFiles(user.folder),
      /Failed to list the files of the repository: git waits for .*src\/\.gitignore, which is a named pipe/,
    );
  });
});
