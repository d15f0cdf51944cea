import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { formatAnalyticsCsv } from '../../../src/history/analytics/analytics-csv.ts';
import { createAnalyticsReport } from '../../../src/history/analytics/analytics-report.ts';
import type { History } from '../../../src/history/history.ts';
import type { AttemptReport } from '../../../src/run/report/run-result.ts';
import { describeHistory } from '../describe-history.ts';
import { attempt, contract, result, start, TemporaryHistory } from '../temporary-history.ts';

/** An attempt whose asserts hold. */
function passing(number: number): AttemptReport {
  const failed = attempt(number);
  return { ...failed, validation: { ...failed.validation, passed: true, assertResults: [] } };
}

interface RunScript {
  readonly id: string;
  readonly chunk?: string;
  readonly model?: string;
  readonly file?: string;
  readonly failures: number;
  readonly passes: boolean;
  readonly costUsd?: number | null;
}

async function record(history: History, run: RunScript): Promise<void> {
  const { id, chunk = 'types', model = 'test:small', file = 'health.contract.yaml', failures, passes } = run;
  await history.startRun(
    start(id, {
      chunk: { id: chunk, title: `The ${chunk}` },
      document: { file, text: file, contentHash: file, contract },
    }),
  );
  const attempts = Array.from({ length: failures }, (_, index) => attempt(index + 1));
  if (passes) attempts.push(passing(failures + 1));
  for (const one of attempts) {
    await history.recordAttempt(id, one);
    const call = { model, inputTokens: 1, outputTokens: 1, durationMs: 1000, costUsd: run.costUsd ?? null };
    await history.recordCall({
      runId: id,
      attempt: one.number,
      call: { ...call, costUsd: run.costUsd === undefined ? 0.5 : run.costUsd },
    });
  }
  await history.finishRun(id, result(id, attempts, { status: passes ? 'pass' : 'fail', chunk }));
}

/** A clock that shows one day until it is set to another. */
class DayClock {
  day = '2026-11-02';
  readonly now = (): Date => new Date(`${this.day}T10:00:00Z`);
}

describeHistory('the analytics of a history', (store) => {
  async function fill(): Promise<History> {
    const clock = new DayClock();
    const history = await store.open({ now: clock.now });
    await record(history, { id: 'a', failures: 0, passes: true });
    await record(history, { id: 'b', failures: 2, passes: true });
    clock.day = '2026-11-03';
    await record(history, { id: 'c', failures: 3, passes: false, chunk: 'check', model: 'test:large', costUsd: null });
    await record(history, { id: 'd', failures: 1, passes: true, file: 'other.contract.yaml', chunk: 'other' });
    await history.startRun(start('running'));
    await history.recordAttempt('running', attempt(1));
    return history;
  }

  it('[ENF-FUTURE-4] count failed assertions by attempt, attempts to pass, and the first-try rate', async () => {
    const report = await (await fill()).readAnalytics();
    assert.deepEqual(
      report.assertions.map(({ chunk, checkType, message, failures, attempts }) => [
        chunk,
        checkType,
        message,
        failures,
        attempts,
      ]),
      [
        ['check', 'export_exists', 'Must export Result', 3, 3],
        ['types', 'export_exists', 'Must export Result', 2, 4],
        ['other', 'export_exists', 'Must export Result', 1, 2],
      ],
    );
    assert.deepEqual(report.attemptsToPass, [
      { attempts: 1, runs: 1 },
      { attempts: 2, runs: 1 },
      { attempts: 3, runs: 1 },
    ]);
    const { runs, passed, firstTry, attempts, costUsd, isCostPartial, modelMs } = report.totals;
    assert.deepEqual([runs, passed, firstTry, attempts], [4, 3, 1, 9]);
    assert.deepEqual([costUsd, isCostPartial, modelMs], [3, true, 9000], 'the calls without a price are not free');
  });

  it('[ENF-FUTURE-4] show cost and time for each chunk, and for each model by day', async () => {
    const report = await (await fill()).readAnalytics();
    assert.deepEqual(
      report.chunks.map(({ chunk, title, attempts, costUsd }) => [chunk, title, attempts, costUsd]),
      [
        ['types', 'The types', 4, 2],
        ['check', 'The check', 3, null],
        ['other', 'The other', 2, 1],
      ],
    );
    assert.equal(report.period, 'day');
    assert.deepEqual(
      report.periods.map(({ from, model, runs, passed, costUsd }) => [from, model, runs, passed, costUsd]),
      [
        ['2026-11-02', 'test:small', 2, 2, 2],
        ['2026-11-03', 'test:large', 1, 0, null],
        ['2026-11-03', 'test:small', 1, 1, 1],
      ],
    );
  });

  it('[ENF-FUTURE-4] are filtered by time, contract and model', async () => {
    const history = await fill();
    const runsOf = async (filter: Parameters<History['readAnalytics']>[0]): Promise<number> =>
      (await history.readAnalytics(filter)).totals.runs;
    assert.equal(await runsOf({ since: '2026-11-03' }), 2);
    assert.equal(await runsOf({ contract: 'other.contract.yaml' }), 1);
    assert.equal(await runsOf({ model: 'test:small' }), 3);
    assert.equal(await runsOf({ since: '2026-11-03', model: 'test:small' }), 1);
    const { contracts, modelNames, assertions } = await history.readAnalytics({ contract: 'other.contract.yaml' });
    assert.deepEqual(contracts, ['health.contract.yaml', 'other.contract.yaml']);
    assert.deepEqual(modelNames, ['test:large', 'test:small']);
    assert.deepEqual(
      assertions.map(({ chunk }) => chunk),
      ['other'],
    );
  });
});

describe('The analytics of a history in a file', () => {
  it('[ENF-FUTURE-4] count the attempts that an earlier version stored', async () => {
    await using store = await TemporaryHistory.create();
    const history = await store.open();
    await record(history, { id: 'a', failures: 2, passes: true });
    const before = (await history.readAnalytics()).assertions;
    await history.close();
    await store.sql(
      "drop table assertion_failures; drop table reviewed_hunks; drop table line_comments; alter table pending_reviews drop column selection; alter table amendment_proposals drop column folder; alter table amendment_proposals drop column proposed_by; delete from kysely_migration where name >= '0009'",
    );
    assert.deepEqual((await (await store.open()).readAnalytics()).assertions, before);
    assert.equal(before[0]?.failures, 2);
  });

  it('[ENF-FUTURE-4] are read from 10,000 attempts', async () => {
    await using store = await TemporaryHistory.create();
    const history = await store.open();
    await record(history, { id: 'a', failures: 2, passes: true });
    const database = new DatabaseSync(store.path);
    database.exec(`
      create temporary table numbers as with recursive n(i) as (select 1 union all select i + 1 from n where i < 3333) select i from n;
      insert into runs select 'r' || i, contract_id, spec_id, 'chunk-' || (i % 50), title, 'pass', 'test:' || (i % 4), revision, folder, outcome, reason, host, pid, process_token, '2026-' || substr('0' || (1 + i % 11), -2) || '-' || substr('0' || (1 + i % 28), -2) || 'T10:00:00Z', finished_at from runs, numbers where run_id = 'a';
      insert into attempts (run_id, number, input_tokens, output_tokens, cost_usd, stop_reason, refused_writes, diff, output, created_at) select 'r' || i, number, input_tokens, output_tokens, cost_usd, stop_reason, refused_writes, diff, output, created_at from attempts, numbers where run_id = 'a';
      insert into model_calls (run_id, attempt, purpose, model, input_tokens, output_tokens, cost_usd, estimated, duration_ms, created_at) select 'r' || i, attempt, purpose, model, input_tokens, output_tokens, cost_usd, estimated, duration_ms, created_at from model_calls, numbers where run_id = 'a';
      insert into assertion_failures select attempt_id, 'r' || i, spec_id, 'chunk-' || (i % 50), type, check_type, message || (i % 7) from assertion_failures, numbers where run_id = 'a';
    `);
    database.close();
    const { totals, chunks } = await history.readAnalytics();
    assert.deepEqual([totals.runs, totals.attempts, chunks.length], [3334, 10_002, 51]);
  });
});

describe('A report of analytics', () => {
  const run = {
    contract: 'a.contract.yaml',
    specId: 'a',
    chunk: 'x',
    title: 'X',
    model: 'm',
    passed: true,
    attempts: 1,
    runs: 1,
  };

  it('[ENF-FUTURE-4] groups by week if there are many days', () => {
    const days = Array.from({ length: 40 }, (_, index) =>
      new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10),
    );
    const rows = { runs: days.map((day) => ({ ...run, day })), calls: [], failures: [], contracts: [], models: [] };
    const { period, periods } = createAnalyticsReport(rows);
    assert.equal(period, 'week');
    assert.deepEqual(
      periods.slice(0, 2).map(({ from, runs }) => [from, runs]),
      [
        ['2026-09-28', 4],
        ['2026-10-05', 7],
      ],
    );
  });

  it('[ENF-FUTURE-4] is one CSV table whose texts cannot be formulas', () => {
    const failure = {
      contract: 'a.contract.yaml',
      specId: 'a',
      chunk: 'x',
      title: '=1+1',
      type: 'assert',
      checkType: 'export_exists',
      message: 'Must, "really"',
      failures: 1,
    };
    const rows = { runs: [{ ...run, day: '2026-11-02' }], calls: [], failures: [failure], contracts: [], models: [] };
    const lines = formatAnalyticsCsv(createAnalyticsReport(rows)).split('\r\n');
    assert.equal(
      new Set(lines.filter(Boolean).map((line) => line.replace(/"(""|[^"])*"/g, '').split(',').length)).size,
      1,
    );
    assert.match(lines[2] ?? '', /^assertions,,,a\.contract\.yaml,x,'=1\+1,assert,export_exists,"Must, ""really""",1,/);
  });
});
