import assert from 'node:assert/strict';
import { attemptUntilAccepted } from '../../../src/run/attempt/attempt-loop.ts';
import { ChunkGates } from '../../../src/run/gates/chunk-gates.ts';
import { BASE, InMemoryRun, RESULT } from '../support/in-memory-run.ts';

const CHUNK = '    assertions: [{ message: Exports one, check: { type: export_exists, target: one } }]\n';

const assertionGate = (id: string, mode: string): string => `  - id: ${id}
    enforcementMode: ${mode}
    retry: { maxAttempts: 2 }
    assertions: [{ message: ${id} holds, check: { type: contains, target: src/one.ts, expected: ${id} } }]
`;
const judgedGate = (id: string, mode: string): string =>
  `  - { id: ${id}, enforcementMode: ${mode}, criteria: [Is good] }\n`;

/** YAML of a gate whose assertion has the same name. */
const gate = (id: string, keys = ''): string =>
  `  - { id: ${id}, ${keys}assertions: [{ message: ${id} holds, check: { type: contains, target: src/one.ts, expected: ${id} } }] }\n`;

const summarizeGates = ({ input }: InMemoryRun): unknown[] =>
  input.gates.reports.map(({ id, mode, verdict, attemptCount, maxAttempts }) => [
    id,
    mode,
    verdict,
    attemptCount,
    maxAttempts,
  ]);

function openRun(gates: string, actual: Readonly<Record<string, readonly string[]>> = {}): InMemoryRun {
  return new InMemoryRun({ chunk: CHUNK, gates, actual });
}

const judgeInput = ({ input }: InMemoryRun, number: number) => ({
  attempt: input.attempt,
  base: BASE,
  judged: RESULT,
  changedFiles: [],
  number,
});

describe('ChunkGates', () => {
  it('passes without judging or storing anything if the chunk has no gates', async () => {
    const run = new InMemoryRun({ chunk: CHUNK, actual: {} });
    assert.equal(await run.input.gates.judge(judgeInput(run, 1)), 'passed');
    await run.input.gates.close('passed');
    assert.deepEqual(run.reviews, []);
    assert.deepEqual(run.events, []);
  });

  it('[GATE-1] counts an attempt that fails a blocking gate, and stores the review after each judgement', async () => {
    const run = openRun(assertionGate('a', 'blocking'), { 'a holds': ['no', 'ok'] });
    assert.equal(await run.input.gates.judge(judgeInput(run, 1)), 'failed');
    assert.equal(run.input.gates.isExhausted, false);
    assert.equal(await run.input.gates.judge(judgeInput(run, 2)), 'passed');
    assert.deepEqual(
      run.reviews.map(({ status, attemptCount }) => [status, attemptCount]),
      [
        ['open', 1],
        ['open', 1],
      ],
    );
    assert.deepEqual(
      run.input.gates.reports.map(({ id, verdict, attemptCount, maxAttempts }) => [
        id,
        verdict,
        attemptCount,
        maxAttempts,
      ]),
      [['a', 'PASS', 1, 2]],
    );
  });

  it('[GATE-1] is exhausted after the allowed failures, and records the exhausted gates', async () => {
    const run = openRun(assertionGate('a', 'blocking'), { 'a holds': ['no'] });
    const { gates } = run.input;
    await gates.judge(judgeInput(run, 1));
    await gates.judge(judgeInput(run, 2));
    assert.equal(gates.isExhausted, true);
    gates.recordExhaustion();
    assert.deepEqual(gates.review.exhaustedGateIds, ['a']);
    assert.deepEqual(run.notes(), ['warning: Gate retry limit exceeded: a (failed 2 of 2).']);
  });

  it('[GATE-4] [GATE-5] passes in spite of advisory and informational gates, and reports them by their mode', async () => {
    const gates = gate('advice', 'name: Manners, severity: medium, ') + gate('hint', 'severity: low, ');
    const run = openRun(gates, { 'advice holds': ['no'], 'hint holds': ['no'] });
    assert.equal(await run.input.gates.judge(judgeInput(run, 1)), 'passed');
    assert.deepEqual(
      run.notes().map((note) => note.replace(/ failed.*/s, '')),
      ['warning: The advisory gate "advice" (Manners)', 'info: The informational gate "hint"'],
    );
    assert.equal(run.input.gates.warnings.length, 1);
    assert.match(run.input.gates.warnings[0] ?? '', /advisory gate "advice" \(Manners\) failed/);
    assert.deepEqual(run.input.gates.blockingFailures, []);
  });

  it('is broken if a blocking gate has no judge, without using an attempt; a failed gate takes precedence', async () => {
    const broken = openRun(judgedGate('j', 'blocking'));
    assert.equal(await broken.input.gates.judge(judgeInput(broken, 1)), 'broken');
    assert.equal(broken.input.gates.review.attemptCount, 0);
    assert.equal(broken.input.gates.blockingGateNames, '"j"');
    const failedAndBroken = openRun(judgedGate('j', 'blocking') + assertionGate('a', 'blocking'), {
      'a holds': ['no'],
    });
    assert.equal(await failedAndBroken.input.gates.judge(judgeInput(failedAndBroken, 1)), 'failed');
  });

  it('[GATE-6] records a choice with its instruction, resets the count, and stores a resumed run as deciding', async () => {
    const run = openRun(assertionGate('a', 'blocking'), { 'a holds': ['no'] });
    await run.input.gates.judge(judgeInput(run, 1));
    const { review, reports } = run.input.gates;
    const resumed = new ChunkGates(run.input, 'run', 3, { review: { ...review, waiting: { key: 1 } }, reports });
    assert.deepEqual(resumed.reports, reports);
    await resumed.recordChoice('retry', 1, 'Say please');
    assert.equal(resumed.review.attemptCount, 0);
    assert.match(resumed.review.history.at(-1)?.reasoning ?? '', /Say please/);
    const saved = run.reviews.at(-1);
    assert.equal(saved?.status, 'deciding');
    assert.deepEqual(saved.waiting, { key: 1 });
    await resumed.close('passed');
    assert.equal(run.reviews.at(-1)?.waiting, undefined);
  });

  it('[GATE-8] are blocking with the default limit if they configure nothing, and pass when they hold', async () => {
    const run = openRun(gate('polite'), { 'polite holds': ['no', 'ok'] });
    assert.equal((await attemptUntilAccepted(run.input)).kind, 'accepted');
    assert.deepEqual(summarizeGates(run), [['polite', 'blocking', 'PASS', 1, 2]]);
  });

  it('[GATE-2] have the lowest limit that applies, including the limit of the chunk', async () => {
    const gates = gate('polite', 'retry_config: { max_attempts: 5 }, ') + gate('quiet', 'retry: { maxAttempts: 4 }, ');
    const run = new InMemoryRun({ chunk: `    maxAttempts: 1\n${CHUNK}`, gates, actual: { 'polite holds': ['no'] } });
    assert.equal((await attemptUntilAccepted(run.input)).kind, 'undecided');
    assert.deepEqual(summarizeGates(run), [
      ['polite', 'blocking', 'FAIL', 1, 1],
      ['quiet', 'blocking', 'PASS', 0, 1],
    ]);
  });

  it('[GATE-2] do not shorten a run if they are advisory or informational', async () => {
    const gates = [
      gate('polite', 'retry: { maxAttempts: 3 }, '),
      gate('advice', 'severity: high, retry: { maxAttempts: 1 }, '),
      gate('note', 'severity: low, retry: { maxAttempts: 1 }, '),
    ];
    const fails = ['no', 'no', 'ok'];
    const actual = { 'polite holds': fails, 'advice holds': fails, 'note holds': fails };
    const run = openRun(gates.join(''), actual);
    assert.equal((await attemptUntilAccepted(run.input)).kind, 'accepted');
    assert.equal(run.recorded.length, 3);
  });
});
