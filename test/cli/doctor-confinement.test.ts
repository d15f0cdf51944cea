import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ConfinementReport } from '../../src/engine.ts';
import { findSandbox } from '../../src/workspace/confinement/find-sandbox.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

/** An empty home folder next to the workspace. */
function createHome(workspace: Workspace): string {
  const home = join(dirname(workspace.folder), 'home');
  mkdirSync(home);
  return home;
}

describe('holdfast doctor --confinement', () => {
  before(async function () {
    if ('reason' in (await findSandbox())) this.skip();
  });

  it('[CONF-1] tries to escape from inside of the sandbox of both modes, and everything is refused', async () => {
    using workspace = new Workspace({ 'a.txt': '' });
    const run = await callHoldfast(
      workspace.folder,
      ['doctor', '--confinement', '--format', 'json'],
      workspace.environment(),
    );
    const report = JSON.parse(run.stdout) as ConfinementReport;
    const refused = report.modes.map(({ mode, problem, mechanisms }) => {
      const others = mechanisms.filter(({ result }) => result !== 'refused');
      assert.deepEqual([mode, problem, others], [mode, undefined, []]);
      return mechanisms.length;
    });
    assert.equal(run.code, 0, run.stderr);
    assert.equal(report.ok, true);
    assert.deepEqual(
      report.modes.map(({ mode, sees: { network } }) => `${mode}: ${network}`),
      ['auto: available', 'strict: none'],
    );
    if (process.platform === 'linux')
      assert.ok(refused[0] !== undefined && refused[0] >= 50 && refused[1] === refused[0] + 2);
    assert.ok(report.modes[0]?.sees.own.includes('/tmp'));
    assert.ok(report.modes[0]?.sees.reads.includes('/usr'));
  });

  it('[CONF-1] prints what a command sees and each mechanism, and leaves nothing behind', async () => {
    using workspace = new Workspace({ 'a.txt': '' });
    const home = createHome(workspace);
    const run = await runHoldfast(workspace.folder, ['doctor', '--confinement'], { HOME: home, XDG_CACHE_HOME: '' });
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.match(run.stdout, /^Sandbox: (?:bubblewrap|sandbox-exec) \(\//);
    assert.match(run.stdout, /^ {2}own {6}.*: empty at the start, gone after the verdict$/m);
    assert.match(run.stdout, /^ {2}network {2}available in auto, none in strict$/m);
    assert.match(run.stdout, /^ {2}✓ refused in auto and strict: reads a file that was put into the home folder/m);
    assert.match(run.stdout, /\n✓ All \d+ mechanisms are refused in auto and strict\.\n$/);
    assert.deepEqual(readdirSync(home), []);
  });

  it('[CONF-1] reports as OPEN what the user opened', async () => {
    using workspace = new Workspace({ 'a.txt': '' });
    const home = createHome(workspace);
    const environment = { ...workspace.environment(), HOME: home, HOLDFAST_CONFINEMENT_WRITE: '~' };
    const run = await runHoldfast(workspace.folder, ['doctor', '--confinement'], environment);
    assert.equal(run.code, 1, run.stdout + run.stderr);
    const opened = '✗ OPEN in auto and strict: reads a file that was put into the home folder (read-home)';
    assert.ok(run.stdout.includes(`  ${opened}\n      ${home}/`), run.stdout);
    const last = run.stdout.trimEnd().split('\n').at(-1) ?? '';
    assert.match(last, /^✗ The sandbox is not tight here: \d+ of \d+ mechanisms are not refused \(.*\)\.$/);
    for (const id of ['read-home', 'write-home', 'write-prepared', 'symbolic-link', 'sockets']) {
      assert.ok(last.includes(id), `${id} in ${last}`);
    }
    assert.match(run.stdout, /✓ refused in auto and strict: reads a file that was put into \/var\/tmp/);
    // The command line has its cache of compiled code there.
    assert.deepEqual(
      readdirSync(home).filter((name) => name !== '.cache'),
      [],
    );
  });
});
