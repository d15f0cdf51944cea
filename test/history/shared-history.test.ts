import assert from 'node:assert/strict';
import { normalizeRemote } from '../../src/history/repository-key.ts';
import type { History } from '../../src/history/history.ts';
import { openSharedHistory, type OpenHistoryOptions } from '../../src/history/open-history.ts';
import { HoldfastError } from '../../src/foundation/errors.ts';
import { PostgresServer } from '../servers/postgres-server.ts';
import { attempt, result, start } from './temporary-history.ts';

describe('a history on a PostgreSQL server', function () {
  this.timeout(120_000);
  let server: PostgresServer;
  const opened: History[] = [];

  before(async () => {
    server = await PostgresServer.start();
  });
  afterEach(async () => {
    for (const history of opened.splice(0)) await history.close();
  });
  after(() => server[Symbol.asyncDispose]());

  async function open(repository: string, options: Partial<OpenHistoryOptions> = {}): Promise<History> {
    const history = await openSharedHistory({ url: server.url, repository }, { create: true, ...options });
    assert.ok(history);
    opened.push(history);
    return history;
  }

  it('[ENF-ACC-3] returns a run as it was reported, to another process', async () => {
    const first = await open('runs');
    const whole = result('r1', [attempt(1), attempt(2, { costUsd: null, output: 'a\uFFFDb' })]);
    await first.startRun(start('r1'));
    for (const one of whole.attempts) {
      await first.recordAttempt('r1', { ...one, output: one.output.replace('\uFFFD', '\0') });
    }
    const call = { model: 'x:y', inputTokens: 3_000_000_000, outputTokens: 2, costUsd: 0.1, durationMs: 5 };
    await first.recordCall({ runId: 'r1', call });
    await first.recordCall({ runId: 'r1', call });
    await first.finishRun('r1', whole);
    const second = await open('runs', { create: false });
    assert.deepEqual(JSON.parse(JSON.stringify({ ...(await second.readRun('r1')), usage: undefined })), whole);
    const usage = await second.readUsage('r1');
    assert.deepEqual([usage?.calls, usage?.inputTokens, usage?.costUsd], [2, 6_000_000_000, 0.2]);
    assert.deepEqual(
      (await second.listRuns()).map(({ runId }) => runId),
      ['r1'],
    );
  });

  it('keeps repositories apart, and creates nothing for a check', async () => {
    const one = await open('host/one');
    await one.startRun(start('r1'));
    assert.deepEqual(await (await open('host/two')).listRuns(), []);
    const target = { url: server.url, repository: 'host/three' };
    assert.equal(await openSharedHistory(target, { create: false }), undefined);
    assert.equal(normalizeRemote('git@host:One/name.git'), normalizeRemote('https://user:token@host/one/name/'));
  });

  it('says that the server is away without the password, and loses nothing', async () => {
    await using other = await PostgresServer.start();
    const history = await openSharedHistory({ url: other.url, repository: 'r' }, { create: true });
    assert.ok(history);
    await other.stop();
    const isAway = (thrown: unknown): boolean => {
      assert.ok(thrown instanceof HoldfastError);
      assert.equal(thrown.code, 'storage');
      assert.equal(thrown.retryable, false, 'a command ends with 2, not with "try again later"');
      assert.match(
        thrown.message,
        /^Failed to \w+(?: to)? the shared history on postgresql:\/\/127\.0\.0\.1:\d+\/postgres: /,
      );
      assert.ok(!JSON.stringify([thrown.message, thrown.hint, thrown.stack]).includes(other.password));
      return true;
    };
    await assert.rejects(history.startRun(start('r1')), isAway);
    await history.close();
    await assert.rejects(openSharedHistory({ url: other.url, repository: 'r' }, { create: true }), isAway);
  });

  it('refuses a malformed URL without showing it', async () => {
    const malformed = openSharedHistory({ url: 'mysql://a:hunter2@host/db', repository: 'r' }, { create: true });
    await assert.rejects(malformed, (thrown: unknown) => {
      assert.ok(thrown instanceof HoldfastError && thrown.code === 'configuration');
      assert.ok(!thrown.message.includes('hunter2'));
      return true;
    });
  });
});
