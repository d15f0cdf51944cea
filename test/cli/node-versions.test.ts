import assert from 'node:assert/strict';
import { join } from 'node:path';
import { execa } from 'execa';
import * as z from 'zod';
import { installVscode } from '../vscode/runtime/installation.ts';
import { readManifest } from '../scripts/manifest.ts';
import { distFolder } from '../scripts/project.ts';
import { copySample } from '../scripts/sample.ts';

const cli = join(distFolder, 'cli.js');

describe('the command line', () => {
  it('runs without warnings on the Node 22 of the lowest supported VS Code', async () => {
    const { nodePath } = await installVscode('lowest', console.log);
    await using sample = await copySample();
    const options = { cwd: sample.folder, reject: false, stdin: 'ignore' } as const;
    const check = await execa(nodePath, [cli, 'check', '--format', 'json'], options);
    assert.equal(check.exitCode, 1, check.stderr);
    assert.match(check.stdout, /Must export the HealthCheckResult type/);
    // The grammars are read from files next to the bundle.
    await using languages = await copySample('two-languages');
    const other = await execa(nodePath, [cli, 'check', '--format', 'json'], { ...options, cwd: languages.folder });
    assert.match(other.stdout, /None of the allowed files \(money\/money\.go\) exports Format/);
    assert.doesNotMatch(other.stderr, /Warning/);
    // Node 22 warns that its database module is experimental. The history uses it.
    const history = await execa(nodePath, [cli, 'history'], options);
    assert.doesNotMatch(check.stderr + history.stderr, /Warning/);
  }).timeout(240_000);

  it('describes itself in its help, with the same sentence as the extension', async () => {
    const { description } = z.object({ description: z.string() }).parse(readManifest());
    const help = await execa(process.execPath, [cli, '--help'], { stdin: 'ignore' });
    assert.ok(help.stdout.replaceAll('\n', ' ').includes(description), help.stdout);
  });

  it('reports the required version on an older Node', async () => {
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
    assert.match(run.stderr, /Node 22\.13 or later is required, and this is Node 22\.12\.0/);
    assert.equal(run.stderr.trimEnd().split('\n').length, 1, run.stderr);
    assert.equal(run.stdout, '');
  });
});
