import assert from 'node:assert/strict';
import type { PendingChoice } from '../../src/engine.ts';
import type { ChunkRunResult, ContractRunResult } from '../../src/run/report/run-result.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import {
  attemptReplies,
  createChainFiles,
  CONTRACT,
  plainModule,
  PLAIN,
  POLITE,
} from '../run/support/gate-fixtures.ts';
import type { LoopbackServer } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { callHoldfast, runHoldfast, startHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const RUN = ['run', CONTRACT, '--chunk', 'one', '--format', 'json'];
const ALL = ['run', CONTRACT, '--all', '--format', 'json'];

/** Leaves a run that waits for a choice, as the editor does. The command line itself would choose. */
async function leaveWaiting(workspace: Workspace, server: LoopbackServer): Promise<string> {
  await using engine = openFolderEngine(workspace, { server });
  return (await engine.runs.runChunk({ contract: CONTRACT, chunk: 'one' })).runId;
}

describe('holdfast run with gates', () => {
  it('[GATE-7] [GATE-6] aborts without a terminal, records the choice, and starts no dependent chunk', async () => {
    using workspace = new Workspace(createChainFiles({ chunks: ['one', 'two'] }));
    const before = workspace.state();
    await using server = await startOpenAiChatServer([...attemptReplies(PLAIN), ...attemptReplies(PLAIN)]);
    const run = await runHoldfast(workspace.folder, ALL, workspace.environment(server));
    assert.equal(run.code, 1, run.stderr);
    const { status, chunks } = JSON.parse(run.stdout) as ContractRunResult;
    assert.deepEqual([status, chunks.map(({ chunk, choice }) => [chunk, choice])], ['aborted', [['one', 'abort']]]);
    assert.deepEqual(
      chunks[0]?.gates.map(({ id, mode, verdict, attemptCount, maxAttempts }) => [
        id,
        mode,
        verdict,
        attemptCount,
        maxAttempts,
      ]),
      [['polite', 'blocking', 'FAIL', 2, 2]],
    );
    assert.equal(server.requests.length, 4);
    assert.deepEqual(workspace.state(), before);
    const choices = await runHoldfast(workspace.folder, ['choices', '--format', 'json'], workspace.environment());
    assert.deepEqual(JSON.parse(choices.stdout), { choices: [] });
    assert.equal(workspace.git('for-each-ref', 'refs/holdfast'), '');
  });

  it('[GATE-7] [GATE-6] skips with --on-exhausted, lands, warns about the gate, and continues with dependent chunks', async () => {
    using workspace = new Workspace(createChainFiles({ chunks: ['one', 'two'] }));
    await using server = await startOpenAiChatServer([
      ...attemptReplies(PLAIN),
      ...attemptReplies(PLAIN),
      ...attemptReplies(plainModule('two'), 'two'),
      ...attemptReplies(plainModule('two'), 'two'),
    ]);
    const run = await callHoldfast(workspace.folder, [...ALL, '--on-exhausted', 'skip'], workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const { chunks } = JSON.parse(run.stdout) as ContractRunResult;
    assert.deepEqual(
      chunks.map(({ chunk, status, choice }) => [chunk, status, choice]),
      [
        ['one', 'pass', 'skip'],
        ['two', 'pass', 'skip'],
      ],
    );
    for (const { warnings } of chunks) assert.match(warnings.join('\n'), /"polite"/);
    assert.equal(workspace.read('src/one.ts'), PLAIN);
    assert.equal(workspace.git('log', '-2', '--format=%s'), 'chunk: The greeting two\nchunk: The greeting one');
  });

  it('[GATE-7] retries each chunk once and then aborts, so that the run ends', async () => {
    using workspace = new Workspace(createChainFiles());
    await using server = await startOpenAiChatServer([
      ...attemptReplies(PLAIN),
      ...attemptReplies(PLAIN),
      ...attemptReplies(PLAIN),
      ...attemptReplies(PLAIN),
    ]);
    const run = await callHoldfast(
      workspace.folder,
      [...RUN, '--on-exhausted', 'retry'],
      workspace.environment(server),
    );
    assert.equal(run.code, 1, run.stderr);
    const result = JSON.parse(run.stdout) as ChunkRunResult;
    assert.equal(result.status, 'aborted');
    assert.deepEqual(
      result.attempts.map(({ number }) => number),
      [1, 2, 3, 4],
    );
    assert.equal(server.requests.length, 8);
  });

  it('[GATE-5] warns about an advisory gate in the report, and lands', async () => {
    using workspace = new Workspace(
      createChainFiles({ gates: '  - { id: polite, severity: high, command: node polite.mjs }\n' }),
    );
    await using server = await startOpenAiChatServer(attemptReplies(PLAIN));
    const run = await callHoldfast(workspace.folder, ['run', CONTRACT], workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stdout, /gate polite \(advisory\): FAIL/);
    assert.match(run.stdout, /warning: The advisory gate "polite" failed/);
    assert.equal(workspace.read('src/one.ts'), PLAIN);
  });

  it('[GATE-6] waits again if the process is killed while it continues, and can be continued later', async () => {
    using workspace = new Workspace(createChainFiles());
    await using server = await startOpenAiChatServer([
      ...attemptReplies(PLAIN),
      ...attemptReplies(PLAIN),
      { stall: 'at-once' },
    ]);
    const environment = workspace.environment(server);
    const runId = await leaveWaiting(workspace, server);
    const continuing = startHoldfast(workspace.folder, ['choose', runId.slice(0, 8), 'retry'], environment);
    await server.reached(5);
    continuing.process.kill('SIGKILL');
    await continuing.finished;
    const listed = await callHoldfast(workspace.folder, ['choices', '--format', 'json'], environment);
    const { choices } = JSON.parse(listed.stdout) as { choices: PendingChoice[] };
    assert.deepEqual(
      choices.map((choice) => choice.runId),
      [runId],
    );
    assert.match(listed.stderr, /needs a decision again/);
    const skipped = await runHoldfast(workspace.folder, ['choose', runId, 'skip'], environment);
    assert.equal(skipped.code, 0, skipped.stderr);
    assert.match(skipped.stdout, /warning: Skipped by choice: The blocking gate "polite"/);
    assert.equal(workspace.read('src/one.ts'), PLAIN);
    const twice = await callHoldfast(workspace.folder, ['choose', runId, 'skip'], environment);
    assert.equal(twice.code, 2);
    assert.match(twice.stderr, /does not wait.*holdfast choices/s);
  });

  it('passes without warnings if its gates are met', async () => {
    using workspace = new Workspace(createChainFiles());
    await using server = await startOpenAiChatServer(attemptReplies(POLITE));
    const run = await callHoldfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const result = JSON.parse(run.stdout) as ChunkRunResult;
    assert.deepEqual(
      result.gates.map(({ verdict }) => verdict),
      ['PASS'],
    );
    assert.deepEqual(result.warnings, []);
    assert.equal(result.choice, undefined);
  });

  it('[GATE-9] leaves a gate that a person judges undecided without a terminal, and takes the verdict later', async () => {
    const gates = '  - { id: approval, severity: critical, criteria: [It is friendly.], judge: person }\n';
    using workspace = new Workspace(createChainFiles({ gates }));
    await using server = await startOpenAiChatServer(attemptReplies(PLAIN));
    const environment = workspace.environment(server);
    const run = await callHoldfast(workspace.folder, ['run', CONTRACT, '--on-exhausted', 'skip'], environment);
    assert.equal(run.code, 1, run.stderr);
    assert.match(run.stdout, /one: undecided/);
    assert.match(run.stdout, /\? gate approval \(blocking\): UNDECIDED/);
    const runId = /holdfast choose (\S+) pass\|fail\|retry\|skip\|abort/.exec(run.stdout)?.[1] ?? '';
    assert.notEqual(runId, '');
    const choices = await callHoldfast(workspace.folder, ['choices'], environment);
    assert.match(choices.stdout, /Gates that wait for your verdict:/);
    assert.match(choices.stdout, /UNDECIDED approval: A person has to judge: It is friendly\./);
    const passed = await callHoldfast(
      workspace.folder,
      ['choose', runId, 'pass', '--reason', 'I like it.'],
      environment,
    );
    assert.equal(passed.code, 0, passed.stderr + passed.stdout);
    assert.match(passed.stdout, /choice for the gates: pass/);
    assert.equal(workspace.read('src/one.ts'), PLAIN);
    const again = await callHoldfast(workspace.folder, ['choose', runId, 'pass'], environment);
    assert.equal(again.code, 2);
  });
});
