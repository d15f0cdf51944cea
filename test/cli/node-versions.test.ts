import assert from 'node:assert/strict';
import { join } from 'node:path';
import { execa } from 'execa';
import { installVscode } from '../vscode/runtime/installation.ts';
import { distFolder } from '../workshop/project.ts';
import { copySample } from '../workshop/sample.ts';

const cli = join(distFolder, 'cli.js');

describe('The command line', () => {
  it('works on Node 22 as the lowest VS Code brings it, without a warning', async () => {
    const { nodePath } = await installVscode('lowest', console.log);
    await using sample = await copySample();
    const options = { cwd: sample.folder, reject: false, stdin: 'ignore' } as const;
    const check = await execa(nodePath, [cli, 'check', '--format', 'json'], options);
    assert.equal(check.exitCode, 1, check.stderr);
    assert.match(check.stdout, /Must export the HealthCheckResult type/);
    // The history is a database, which Node 22 calls experimental.
    const history = await execa(nodePath, [cli, 'history'], options);
    assert.doesNotMatch(check.stderr + history.stderr, /Warning/);
  }).timeout(240_000);

  it('says on an older Node what it needs', async () => {
    const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.12.0' } })";
    const run = await execa(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(older)}`, cli, 'check'],
      {
        reject: false,
        stdin: 'ignore',
      },
    );
    assert.equal(run.exitCode, 2);
    assert.match(run.stderr, /it needs Node 22\.13 or later, and this is Node 22\.12\.0/);
    assert.equal(run.stdout, '');
  });
});
