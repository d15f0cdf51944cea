import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { isAlive } from '../workspace/support/running-processes.ts';
import { projectRoot } from './project.ts';

describe('The bench', () => {
  let folder = '';
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const runBench = async (only: string) => {
    const json = join(folder, 'bench.json');
    const [script, table] = ['test/bench/run.ts', 'test/scripts/sample-measurements.ts'];
    const { exitCode, stdout, stderr } = await execa(
      process.execPath,
      [script, '--table', table, '--only', only, '--json', json],
      {
        cwd: projectRoot,
        stdin: 'ignore',
        reject: false,
        killDescendants: true,
      },
    );
    return { exitCode, stdout, stderr, json: JSON.parse(await readFile(json, 'utf8')) as unknown };
  };

  it('prints the whole table, and names each measurement that failed or exceeded its limit', async () => {
    const { exitCode, stdout, stderr, json } = await runBench('throws,hangs,gives-no-number,passes');
    assert.equal(exitCode, 1);
    assert.match(stdout, /^sample\/limit +20\.0 +80\.0 +ms +0\.250$/m);
    assert.match(stdout, /^ {2}throws: Error: The peer is not installed\.$/m);
    assert.match(stdout, /^ {2}hangs: It did not end within 10 s\.$/m);
    assert.match(stdout, /^ {2}gives-no-number: /m);
    const { rows, failed } = json as { rows: unknown; failed: readonly { id: string }[] };
    assert.deepEqual(rows, [{ id: 'sample/limit', ours: 20, peer: 80, unit: 'ms', ratio: 0.25 }]);
    assert.deepEqual(
      failed.map(({ id }) => id),
      ['throws', 'hangs', 'gives-no-number'],
    );
    if (process.platform !== 'linux') return;
    const pid = Number(/started (\d+)/.exec(stderr)?.[1]);
    assert.ok(pid > 0 && !isAlive(pid), `${pid} is running`);
  });

  it('exits with 0 if no measurement failed', async () => {
    const { exitCode, stdout } = await runBench('passes');
    assert.equal(exitCode, 0);
    assert.doesNotMatch(stdout, /Failed/);
  });
});
