import assert from 'node:assert/strict';
import { join } from 'node:path';
import { execa } from 'execa';
import { projectRoot } from '../workshop/project.ts';

describe('The demo', () => {
  it('[ENF-RETRY-1, ENF-RETRY-5] mends the first chunk in its second attempt and commits all three', async () => {
    const script = join(projectRoot, 'test', 'workshop', 'demo.ts');
    const demo = await execa(process.execPath, [script, '--no-build'], {
      // Settings of a terminal must not reach what the demo shows.
      env: { HOLDFAST_MODEL: 'openai:none', HOLDFAST_BASE_URL: 'http://127.0.0.1:9' },
      stdin: 'ignore',
      reject: false,
    });
    assert.equal(demo.exitCode, 0, demo.stderr);
    assert.match(demo.stderr, /attempt 2 of 3/);
    assert.match(demo.stderr, /expected HealthCheckResult .*nearest is HealthCheckStatus/);
    for (const title of ['Health check types', 'checkHealth', 'GET /health']) {
      assert.match(demo.stdout, new RegExp(`^[0-9a-f]{7,} chunk: ${title}$`, 'm'));
    }
    assert.equal(demo.stdout.split('\n').at(-1), '3 of 3 chunks passed');
  }).timeout(180_000);
});
