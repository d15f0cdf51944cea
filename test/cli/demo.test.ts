import assert from 'node:assert/strict';
import { join } from 'node:path';
import { execa } from 'execa';
import { itInFullRun } from '../scripts/full-run.ts';
import { projectRoot } from '../scripts/project.ts';

/** Runs the demo with unusable model settings, which it must ignore. */
function runDemo(...flags: readonly string[]) {
  const script = join(projectRoot, 'test', 'scripts', 'demo.ts');
  return execa(process.execPath, [script, '--no-build', ...flags], {
    env: { HOLDFAST_MODEL: 'openai:none', HOLDFAST_BASE_URL: 'http://127.0.0.1:9' },
    stdin: 'ignore',
    reject: false,
  });
}

describe('the demo', function () {
  // Each attempt runs the build command of the sample, as a user's would: a run takes 10 to 30 s of processor time.
  this.timeout(240_000);

  it('[ENF-RETRY-1, ENF-RETRY-5] fixes the first chunk in its second attempt and commits all three', async () => {
    const { exitCode, stderr, stdout } = await runDemo();
    assert.equal(exitCode, 0, stderr);
    assert.match(stderr, /attempt 2 of 3/);
    assert.match(stderr, /expected .*HealthCheckResult, got .*Did you mean "HealthCheckStatus"/);
    for (const title of ['Health check types', 'checkHealth', 'GET /health']) {
      assert.match(stdout, new RegExp(`^[0-9a-f]{7,} chunk: ${title}$`, 'm'));
    }
    assert.equal(stdout.split('\n').at(-1), '3 of 3 chunks passed');
  });

  itInFullRun(
    '[ENF-AMEND-1, ENF-AMEND-2, ENF-AMEND-4] with --amend amends a contract, after which its chunks pass',
    async () => {
      const { exitCode, stderr, stdout } = await runDemo('--amend');
      assert.equal(exitCode, 0, stderr + stdout);
      assert.match(stderr, /attempt 3 of 3 failed: 3\/4 requirements/);
      assert.match(stdout, /^0 of 2 chunks passed$/m);
      assert.match(stdout, /^chunk summary-route \(GET \/orders\/summary\): consumes summarizeOrders\(\)/m);
      assert.match(stdout, /^-  +signature: '\(orders: readonly Order\[\]\) => .*' # orders come from the store$/m);
      assert.match(stdout, /^\+  +signature: '.*options\?: SummaryOptions.*' # orders come from the store$/m);
      const [, diff = ''] = stdout.split('$ git diff -- order-summary.contract.yaml\n');
      const changed =
        diff
          .split('\n\n')[0]
          ?.split('\n')
          .filter((line) => /^[-+](?![-+])/.test(line)) ?? [];
      assert.deepEqual(
        changed.map((line) => line.replace(/^(.)[ -]*(\w+):.*$/, '$1$2')),
        ['-signature', '+signature', '+types', '+name', '+file', '+definition'],
      );
      for (const title of ['summarizeOrders', 'GET /orders/summary']) {
        assert.match(stdout, new RegExp(`^[0-9a-f]{7,} chunk: ${title}$`, 'm'));
      }
      assert.equal(stdout.split('\n').at(-1), '2 of 2 chunks passed');
    },
  );

  itInFullRun(
    '[ASSERT-PSM-002, ASSERT-PSM-003, ASSERT-INT-003] with --pipeline takes an item from its label to pull requests, with a rejected specification and a retried chunk',
    async () => {
      const { exitCode, stderr, stdout } = await runDemo('--pipeline');
      assert.equal(exitCode, 0, stderr + stdout);
      assert.match(stdout, /^Requested changes of the pull request 2\.$/m);
      assert.match(stdout, /waits for a decision: architecture \(pull request 3, /);
      assert.match(stderr, /attempt 1 of \d+ failed/);
      assert.match(stderr, /attempt 2 of \d+ passed/);
      for (const branches of ['types → main', 'check → holdfast/1/1/sub/types', 'endpoint → holdfast/1/1/sub/check']) {
        assert.ok(stdout.includes(`(holdfast/1/1/sub/${branches})`), branches);
      }
      assert.equal(stdout.split('\n').at(-1), '3 pull requests wait for review');
    },
  );

  itInFullRun(
    '[ASSERT-XVAL-003] [ASSERT-REVIEW-004] with --can blocks a bus load of 0.55, feeds it back, and passes at 0.48',
    async () => {
      const { exitCode, stderr, stdout } = await runDemo('--can');
      assert.equal(exitCode, 0, stderr + stdout);
      const finding = 'The review of battery-status has 1 blocking finding: gateway/src/battery-status.ts:16 Bus load ';
      const sentBack = stdout.split('\n').find((line) => line.includes(finding)) ?? assert.fail(stdout);
      assert.match(
        sentBack,
        /at most 0\.5 \(max_bus_load\), but is 0\.55\b.* Next: an attempt of the sub-item battery-status\.$/,
      );
      assert.match(
        stdout,
        /^    \S+ \S+Z  review of battery-status: Review: .*1 blocking.*\n        - blocking \S+:\d+ Bus load/m,
      );
      assert.match(stdout, /^        - battery-status: score 1, \d+ of \d+ trajectories satisfied$/m);
      assert.match(
        stdout,
        /^Attempt 1 .* 0\.55, expected at most 0\.5 .*\nAttempt 2 .* 0\.48, expected at most 0\.5 /m,
      );
      assert.match(stdout.split('\n').at(-1) ?? '', /It passed at 0\.48: 1 pull request waits for review$/);
    },
  );
});
