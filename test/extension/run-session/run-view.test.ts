import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/run/report/run-events.ts';
import { toCheckedRequirements } from '../../../src/extension/run-session/result-views.ts';
import { RunSession } from '../../../src/extension/run-session/run-session.ts';
import { chunkViewSchema, headerViewSchema } from '../../../src/webview/protocol/results-panel-data.ts';
import { countLabel } from '../../../src/webview/results/results-labels.ts';
import { createAssertionResult, createAttemptReport, createChunkCheck, sampleFolder } from '../support/samples.ts';

const contract = 'health.contract.yaml';

function createSession(chunks = [{ id: 'types', title: 'Health check types' }]): RunSession {
  return new RunSession({ folder: sampleFolder, contract, chunk: 'types', title: 'Health check types', chunks });
}

function applyEvents(run: RunSession, events: readonly RunEvent[]): RunSession {
  for (const event of events) run.report(event);
  return run;
}

const started: readonly RunEvent[] = [
  { type: 'chunk-started', runId: 'r1', chunk: 'types', title: 'Health check types', maxAttempts: 3 },
  { type: 'attempt-started', chunk: 'types', number: 1, of: 3 },
];

describe('RunSession', () => {
  it('[ENF-UI-2] shows attempt n of m, its stage and its results while it runs', () => {
    const run = applyEvents(createSession(), [
      ...started,
      { type: 'stage', chunk: 'types', stage: 'assertions' },
      { type: 'assertion', chunk: 'types', result: createAssertionResult(false) },
    ]);
    const attempt = run.view.chunks[0]?.attempts[0];
    assert.equal(run.view.header.status, 'running');
    assert.equal(attempt?.number, 1);
    assert.equal(attempt.of, 3);
    assert.equal(attempt.state, 'running');
    assert.equal(attempt.stage, 'assertions');
    const [requirement] = attempt.requirements;
    assert.equal(requirement?.tier, 1);
    assert.equal(requirement.expected, 'Export "HealthCheckResult" in src/health/types.ts');
    assert.equal(requirement.actual, 'Exports found: HealthCheckStatus');
    const { startedAt, ...state } = run.state as Extract<typeof run.state, { kind: 'running' }>;
    assert.equal(run.view.header.startedAt, startedAt, 'for the clock');
    assert.deepEqual(state, {
      kind: 'running',
      contract,
      chunk: 'types',
      title: 'Health check types',
      attempt: 1,
      of: 3,
    });
  });

  it('[ENF-UI-2] lists the requirements of an attempt like those of a check of the same files', () => {
    const report = createAttemptReport(1, true);
    const postconditionResults = [createAssertionResult(true)];
    const validation = { ...report.validation, postconditionResults };
    const run = applyEvents(createSession(), [
      ...started,
      { type: 'attempt-finished', chunk: 'types', report: { ...report, validation }, of: 3 },
    ]);
    const check = { ...createChunkCheck('types', validation.assertResults), ...validation };
    const shown = run.view.chunks[0]?.attempts[0]?.requirements ?? [];
    assert.equal(countLabel(shown, 'assert'), '2/2');
    assert.equal(countLabel(toCheckedRequirements(check), 'assert'), '2/2');
  });

  it('[GATE-6] shows the choice at the chunk only', () => {
    const run = applyEvents(createSession(), [...started, { type: 'choice-made', chunk: 'types', choice: 'retry' }]);
    assert.equal(run.view.chunks[0]?.choice, 'retry');
    assert.deepEqual(run.view.header.notes, []);
  });

  it('shows the error that ended a run once, with its hint, and keeps earlier chunks', () => {
    const run = applyEvents(createSession(), [...started]);
    const error = { code: 'model', message: 'No such key.', hint: 'Set the key.' } as const;
    const nothing = { attempts: [], gates: [], warnings: [] };
    run.end(
      [
        { status: 'pass', chunk: 'before', runId: 'r0', ...nothing },
        { status: 'aborted', chunk: 'types', runId: 'r1', reason: error.message, error, ...nothing },
      ],
      'aborted',
      'r0',
    );
    assert.deepEqual(
      run.view.header.notes.map(({ level, message }) => [level, message]),
      [
        ['error', 'No such key.'],
        ['error', 'Set the key.'],
      ],
    );
    assert.equal(run.view.header.status, 'aborted');
    assert.equal(run.view.header.runId, 'r0', 'the pending review has this run id');
    assert.ok(run.view.chunks.every(({ reason }) => reason === undefined));
    assert.equal(run.state.kind === 'ended' && run.state.reason, 'No such key.');
  });

  it('[ENF-UI-2] keeps the build, the commands and the diff of each attempt', () => {
    const run = applyEvents(createSession(), [
      ...started,
      { type: 'attempt-finished', chunk: 'types', report: createAttemptReport(1, false), of: 3 },
      { type: 'attempt-started', chunk: 'types', number: 2, of: 3 },
      { type: 'attempt-finished', chunk: 'types', report: createAttemptReport(2, true), of: 3 },
    ]);
    run.end([
      {
        status: 'pass',
        chunk: 'types',
        runId: 'r1',
        gates: [],
        warnings: [],
        attempts: [createAttemptReport(1, false), createAttemptReport(2, true)],
      },
    ]);
    const [chunk] = run.view.chunks;
    assert.equal(run.view.header.status, 'pass');
    assert.deepEqual(
      chunk?.attempts.map(({ number, of, state, build }) => [number, of, state, build]),
      [
        [1, 3, 'failed', 'passed'],
        [2, 3, 'passed', 'passed'],
      ],
    );
    assert.match(chunk.attempts[1]?.diff ?? '', /HealthCheckResult/);
    assert.equal(chunk.attempts[0]?.commands[0]?.command, 'npm run build');
  });

  it('[ENF-UI-2] sums the usage of an attempt; an unknown cost stays unknown', () => {
    const run = applyEvents(createSession(), started);
    const usage = () => run.view.chunks[0]?.attempts[0]?.usage;
    assert.equal(usage(), undefined);
    const call = { type: 'usage', chunk: 'types', inputTokens: 10, outputTokens: 5 } as const;
    run.report({ ...call, costUsd: 0.5 });
    run.report({ ...call, costUsd: 0.25 });
    assert.deepEqual(usage(), { inputTokens: 20, outputTokens: 10, costUsd: 0.75 });
    run.report({ ...call, costUsd: null });
    assert.equal(usage()?.costUsd, null);
  });

  it('[ENF-GATE-4] shows every preflight blocker at once', () => {
    const blockedBy = [
      { type: 'failed_chunk', chunkId: 'a', details: 'The chunk "A" is not completed.' },
      { type: 'missing_export', item: 'X', details: 'Missing export "X".' },
    ] as const;
    const run = applyEvents(createSession(), [...started.slice(0, 1), { type: 'blocked', chunk: 'types', blockedBy }]);
    run.end([
      {
        status: 'blocked',
        chunk: 'types',
        runId: 'r1',
        gates: [],
        warnings: [],
        attempts: [],
        blockedBy,
        reason: 'Two reasons.',
      },
    ]);
    const [chunk] = run.view.chunks;
    assert.equal(chunk?.status, 'blocked');
    assert.deepEqual(
      chunk.blockers.map((blocker) => blocker.details),
      ['The chunk "A" is not completed.', 'Missing export "X".'],
    );
    assert.equal(run.state.kind === 'ended' && run.state.reason, 'Two reasons.');
  });

  it('separates commands before the first attempt from those of attempts', () => {
    const report = { stage: 'build', command: 'npm run build', passed: false, output: '', durationMs: 1 } as const;
    const run = applyEvents(createSession(), [
      ...started.slice(0, 1),
      { type: 'command', chunk: 'types', report },
      ...started.slice(1),
      { type: 'command', chunk: 'types', report },
    ]);
    assert.equal(run.view.chunks[0]?.preparation.length, 1);
    assert.equal(run.view.chunks[0].attempts[0]?.commands.length, 1);
    assert.equal(run.view.chunks[0].attempts[0].build, 'failed');
  });

  it('[ENF-UI-2] streams model text and tool calls into the transcript of the attempt', () => {
    const run = applyEvents(createSession(), [
      ...started,
      { type: 'model-text', chunk: 'types', delta: 'I wri' },
      { type: 'model-text', chunk: 'types', delta: 'te.' },
      { type: 'tool', chunk: 'types', name: 'write_file', subject: 'a.ts', ok: false, note: 'not allowed' },
    ]);
    assert.deepEqual(run.transcripts.takeUnsent(), [
      {
        chunk: 'types',
        attempt: 1,
        entries: [
          { kind: 'text', text: 'I write.' },
          { kind: 'tool', name: 'write_file', subject: 'a.ts', ok: false, note: 'not allowed' },
        ],
      },
    ]);
    run.report({ type: 'model-text', chunk: 'types', delta: 'Done.' });
    assert.deepEqual(run.transcripts.takeUnsent()[0]?.entries, [{ kind: 'text', text: 'Done.' }]);
    assert.equal(run.transcripts.takeAll()[0]?.entries.length, 3);
    assert.deepEqual(run.transcripts.takeUnsent(), []);
  });

  it('limits the size of a transcript and notes it', () => {
    const run = applyEvents(createSession(), started);
    for (let piece = 0; piece < 30; piece++)
      run.report({ type: 'model-text', chunk: 'types', delta: 'x'.repeat(10_000) });
    const entries = run.transcripts.takeAll()[0]?.entries ?? [];
    assert.ok(JSON.stringify(entries).length < 205_000);
    assert.equal(entries.at(-1)?.kind, 'note');
  });

  it('shows why a run was aborted and leaves no chunk running', () => {
    const run = applyEvents(createSession(), started);
    run.fail({ message: 'No API key is set', hint: 'Set one.' }, 'aborted');
    assert.equal(run.running, false);
    assert.equal(run.view.header.status, 'aborted');
    assert.equal(run.view.chunks[0]?.status, 'aborted');
    assert.deepEqual(
      run.view.header.notes.map((note) => note.message),
      ['No API key is set', 'Set one.'],
    );
  });

  it('has the run id of its only chunk, or of the chunk that keeps the results of all', () => {
    const one = applyEvents(createSession(), started.slice(0, 1));
    assert.equal(one.view.header.runId, 'r1');
    const all = new RunSession({ folder: sampleFolder, contract, title: 'All', chunks: [] });
    applyEvents(all, started.slice(0, 1));
    const nothing = { gates: [], warnings: [], attempts: [] };
    all.end(
      [
        { status: 'pass', chunk: 'types', runId: 'r1', ...nothing },
        { status: 'pass', chunk: 'check', runId: 'r2', ...nothing },
        { status: 'pass', chunk: 'parallel', runId: 'r4', ...nothing },
        { status: 'fail', chunk: 'endpoint', runId: 'r3', ...nothing },
      ],
      undefined,
      'r2',
    );
    assert.equal(all.view.header.runId, 'r2');
    assert.equal(all.view.header.status, 'fail');
  });

  it('always matches the schema of the panel', () => {
    const run = applyEvents(createSession(), [
      ...started,
      { type: 'attempt-finished', chunk: 'types', report: createAttemptReport(1, false), of: 3 },
      { type: 'landed', chunk: 'types', landing: { files: ['a.ts'], conflicts: [], notes: ['hooks were skipped'] } },
      { type: 'note', level: 'warning', message: 'The build failed before.' },
      { type: 'model-retry', chunk: 'types', reason: 'status 429', delayMs: 1500 },
    ]);
    headerViewSchema.parse(run.view.header);
    for (const chunk of run.view.chunks) chunkViewSchema.parse(chunk);
    assert.deepEqual(
      run.view.header.notes.map((note) => note.message),
      ['The build failed before.', 'Retrying the model in 1.5 s: status 429'],
    );
  });
});
