import assert from 'node:assert/strict';
import type { RunEvent } from '../../../src/run/events.ts';
import { RunSession } from '../../../src/extension/runs/run-session.ts';
import { chunkSchema, headerSchema } from '../../../src/webview/protocol/view.ts';
import { assertionResult, attemptReport, folder } from '../support/samples.ts';

const contract = 'health.contract.yaml';

function session(chunks = [{ id: 'types', title: 'Health check types' }]): RunSession {
  return new RunSession({ folder, contract, chunk: 'types', title: 'Health check types', chunks });
}

function play(run: RunSession, events: readonly RunEvent[]): RunSession {
  for (const event of events) run.report(event);
  return run;
}

const started: readonly RunEvent[] = [
  { type: 'chunk-started', runId: 'r1', chunk: 'types', title: 'Health check types', maxAttempts: 3 },
  { type: 'attempt-started', chunk: 'types', number: 1, of: 3 },
];

describe('the view of a run', () => {
  it('[ENF-UI-2] shows attempt n of m, its stage and its verdicts while it runs', () => {
    const run = play(session(), [
      ...started,
      { type: 'stage', chunk: 'types', stage: 'assertions' },
      { type: 'assertion', chunk: 'types', result: assertionResult(false) },
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
    assert.deepEqual(run.state, {
      kind: 'running',
      contract,
      chunk: 'types',
      title: 'Health check types',
      attempt: 1,
      of: 3,
    });
  });

  it('[GATE-6] tells once what was chosen: with the chunk', () => {
    const run = play(session(), [...started, { type: 'choice-made', chunk: 'types', choice: 'retry' }]);
    assert.equal(run.view.chunks[0]?.choice, 'retry');
    assert.deepEqual(run.view.header.notes, []);
  });

  it('tells once what kept a run from being carried out, with what can be done, and what came before it', () => {
    const run = play(session(), [...started]);
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
    assert.equal(run.view.header.runId, 'r0', 'what waits for review is found by it');
    assert.ok(run.view.chunks.every(({ reason }) => reason === undefined));
    assert.equal(run.state.kind === 'ended' && run.state.reason, 'No such key.');
  });

  it('[ENF-UI-2] keeps the attempts, the build, the commands and the diff of each', () => {
    const run = play(session(), [
      ...started,
      { type: 'attempt-finished', chunk: 'types', report: attemptReport(1, false), of: 3 },
      { type: 'attempt-started', chunk: 'types', number: 2, of: 3 },
      { type: 'attempt-finished', chunk: 'types', report: attemptReport(2, true), of: 3 },
    ]);
    run.end([
      {
        status: 'pass',
        chunk: 'types',
        runId: 'r1',
        gates: [],
        warnings: [],
        attempts: [attemptReport(1, false), attemptReport(2, true)],
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

  it('[ENF-UI-2] adds up what the calls of an attempt use; an unknown cost stays unknown', () => {
    const run = play(session(), started);
    const usage = () => run.view.chunks[0]?.attempts[0]?.usage;
    assert.equal(usage(), undefined);
    const call = { type: 'usage', chunk: 'types', inputTokens: 10, outputTokens: 5 } as const;
    run.report({ ...call, costUsd: 0.5 });
    run.report({ ...call, costUsd: 0.25 });
    assert.deepEqual(usage(), { inputTokens: 20, outputTokens: 10, costUsd: 0.75 });
    run.report({ ...call, costUsd: null });
    assert.equal(usage()?.costUsd, null);
  });

  it('[ENF-GATE-4] shows every blocker of the gate at once', () => {
    const blockedBy = [
      { type: 'failed_chunk', chunkId: 'a', details: 'The chunk "A" is not completed.' },
      { type: 'missing_export', item: 'X', details: 'The export "X" is not there.' },
    ] as const;
    const run = play(session(), [...started.slice(0, 1), { type: 'blocked', chunk: 'types', blockedBy }]);
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
      ['The chunk "A" is not completed.', 'The export "X" is not there.'],
    );
    assert.equal(run.state.kind === 'ended' && run.state.reason, 'Two reasons.');
  });

  it('commands before the first attempt are told apart from those of attempts', () => {
    const report = { stage: 'build', command: 'npm run build', passed: false, output: '', durationMs: 1 } as const;
    const run = play(session(), [
      ...started.slice(0, 1),
      { type: 'command', chunk: 'types', report },
      ...started.slice(1),
      { type: 'command', chunk: 'types', report },
    ]);
    assert.equal(run.view.chunks[0]?.preparation.length, 1);
    assert.equal(run.view.chunks[0].attempts[0]?.commands.length, 1);
    assert.equal(run.view.chunks[0].attempts[0].build, 'failed');
  });

  it('[ENF-UI-2] streams what the model says and does into the transcript of its attempt, in pieces', () => {
    const run = play(session(), [
      ...started,
      { type: 'model-text', chunk: 'types', delta: 'I wri' },
      { type: 'model-text', chunk: 'types', delta: 'te.' },
      { type: 'tool', chunk: 'types', name: 'write_file', subject: 'a.ts', ok: false, note: 'not allowed' },
    ]);
    assert.deepEqual(run.transcripts.unsent(), [
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
    assert.deepEqual(run.transcripts.unsent()[0]?.entries, [{ kind: 'text', text: 'Done.' }]);
    assert.equal(run.transcripts.all()[0]?.entries.length, 3);
    assert.deepEqual(run.transcripts.unsent(), []);
  });

  it('a transcript is bounded, and says so', () => {
    const run = play(session(), started);
    for (let piece = 0; piece < 30; piece++)
      run.report({ type: 'model-text', chunk: 'types', delta: 'x'.repeat(10_000) });
    const entries = run.transcripts.all()[0]?.entries ?? [];
    assert.ok(JSON.stringify(entries).length < 205_000);
    assert.equal(entries.at(-1)?.kind, 'note');
  });

  it('a run that broke off says why, and no chunk stays running', () => {
    const run = play(session(), started);
    run.fail({ message: 'No API key is set', hint: 'Set one.' }, 'aborted');
    assert.equal(run.running, false);
    assert.equal(run.view.header.status, 'aborted');
    assert.equal(run.view.chunks[0]?.status, 'aborted');
    assert.deepEqual(
      run.view.header.notes.map((note) => note.message),
      ['No API key is set', 'Set one.'],
    );
  });

  it('is known by its id from its start; chunks that run together by the one that keeps their results', () => {
    const one = play(session(), started.slice(0, 1));
    assert.equal(one.view.header.runId, 'r1');
    const all = new RunSession({ folder, contract, title: 'All', chunks: [] });
    play(all, started.slice(0, 1));
    const nothing = { gates: [], warnings: [], attempts: [] };
    all.end(
      [
        { status: 'pass', chunk: 'types', runId: 'r1', ...nothing },
        { status: 'pass', chunk: 'check', runId: 'r2', ...nothing },
        { status: 'pass', chunk: 'beside', runId: 'r4', ...nothing },
        { status: 'fail', chunk: 'endpoint', runId: 'r3', ...nothing },
      ],
      undefined,
      'r2',
    );
    assert.equal(all.view.header.runId, 'r2');
    assert.equal(all.view.header.status, 'fail');
  });

  it('what is shown is always what the panel takes', () => {
    const run = play(session(), [
      ...started,
      { type: 'attempt-finished', chunk: 'types', report: attemptReport(1, false), of: 3 },
      { type: 'landed', chunk: 'types', landing: { files: ['a.ts'], conflicts: [], notes: ['hooks were skipped'] } },
      { type: 'note', level: 'warning', message: 'The build failed before.' },
      { type: 'model-retry', chunk: 'types', reason: 'status 429', delayMs: 1500 },
    ]);
    headerSchema.parse(run.view.header);
    for (const chunk of run.view.chunks) chunkSchema.parse(chunk);
    assert.deepEqual(
      run.view.header.notes.map((note) => note.message),
      ['The build failed before.', 'The model is called again in 1.5 s: status 429'],
    );
  });
});
