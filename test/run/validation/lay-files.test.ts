import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layFiles } from '../../../src/run/validation/lay-files.ts';
import { Workspace } from '../../cli/support/workspace.ts';

const layOver = (files: readonly (readonly [string, Buffer | undefined])[], executables: readonly string[] = []) => ({
  files: new Map(files),
  executables: new Set(executables),
});

describe('files of tests that are laid over a tree', () => {
  it('[BITE-1] take the place of files, folders and links, and write nothing elsewhere', async () => {
    using outside = new Workspace({ 'data.json': 'outside\n' });
    using workspace = new Workspace({ 'test/x/y.json': '1\n', fixtures: 'a file\n', 'test/gone.js': '' });
    symlinkSync(join(outside.folder, 'data.json'), join(workspace.folder, 'test/data.json'));
    symlinkSync(outside.folder, join(workspace.folder, 'test/linked'));
    mkdirSync(join(workspace.folder, 'test/old'));
    writeFileSync(join(workspace.folder, 'test/old/a'), '');
    const text = Buffer.from('new\n');
    await layFiles(
      workspace.folder,
      layOver([
        ['test/x', text],
        ['fixtures/a.json', text],
        ['test/data.json', text],
        ['test/linked/data.json', text],
        ['test/gone.js', undefined],
        ['test/old', undefined],
      ]),
    );
    for (const file of ['test/x', 'fixtures/a.json', 'test/data.json', 'test/linked/data.json']) {
      assert.equal(readFileSync(join(workspace.folder, file), 'utf8'), 'new\n');
    }
    assert.ok(!lstatSync(join(workspace.folder, 'test/data.json')).isSymbolicLink());
    assert.ok(!existsSync(join(workspace.folder, 'test/old')) && !existsSync(join(workspace.folder, 'test/gone.js')));
    assert.equal(readFileSync(join(outside.folder, 'data.json'), 'utf8'), 'outside\n');
  });

  it('[BITE-1] are executable if they are so in the result', async function () {
    if (process.platform === 'win32') this.skip();
    using workspace = new Workspace({ 'test/run.sh': '#!/bin/sh\n' });
    const script = Buffer.from('#!/bin/sh\nexit 0\n');
    await layFiles(
      workspace.folder,
      layOver(
        [
          ['test/run.sh', script],
          ['test/data.sh', script],
        ],
        ['test/run.sh', 'test/other.sh'],
      ),
    );
    execFileSync(join(workspace.folder, 'test/run.sh'));
    assert.equal(lstatSync(join(workspace.folder, 'test/data.sh')).mode & 0o111, 0);
  });
});
