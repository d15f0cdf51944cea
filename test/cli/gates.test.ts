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

/** Leaves a run that waits for a choice, as the editor does. The command line itself would choose. */
async function leaveWaiting(workspace: Workspace, server: LoopbackServer): Promise<string> {
  await using engine = openFolderEngine(workspace, { server });
  return (await engine.runChunk({ contract: CONTRACT, chunk: 'one' })).runId;
}

describe('holdfast run with gates', () => {
  it('[GATE-7] aborts without a terminal, and records the choice', async () => {
    using workspace = new Workspace(createChainFiles());
    const before = workspace.state();
    await using server = await startOpenAiChatServer([...attemptReplies(PLAIN), ...attemptReplies(PLAIN)]);
    const run = await runHoldfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 1, run.stderr);
    const result = JSON.parse(run.stdout) as ChunkRunResult;
    assert.equal(result.status, 'aborted');
    assert.equal(result.choice, 'abort');
    assert.deepEqual(
      result.gates.map(({ id, mode, verdict, attemptCount, maxAttempts }) => [
        id,
        mode,
        verdict,
        attemptCount,
        maxAttempts,
      ]),
      [['polite', 'blocking', 'FAIL', 2, 2]],
    );
    assert.deepEqual(workspace.state(), before);
    const choices = await runHoldfast(workspace.folder, ['choices', '--format', 'json'], workspace.environment());
    assert.deepEqual(JSON.parse(choices.stdout), { choices: [] });
    assert.equal(workspace.git('for-each-ref', 'refs/holdfast'), '');
  });

  it('[GATE-7] [GATE-6] skips with --on-exhausted, lands, and warns about the gate', async () => {
    using workspace = new Workspace(createChainFiles());
    await using server = await startOpenAiChatServer([...attemptReplies(PLAIN), ...attemptReplies(PLAIN)]);
    const run = await callHoldfast(workspace.folder, [...RUN, '--on-exhausted', 'skip'], workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const result = JSON.parse(run.stdout) as ChunkRunResult;
    assert.equal(result.status, 'pass');
    assert.equal(result.choice, 'skip');
    assert.match(result.warnings.join('\n'), /"polite"/);
    assert.equal(workspace.read('src/one.ts'), PLAIN);
    assert.equal(workspace.git('log', '-1', '--format=%s'), 'chunk: The greeting one');
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

  it('[GATE-6] continues with dependent chunks after a skip, and stops after an abort', async () => {
    using workspace = new Workspace(createChainFiles({ chunks: ['one', 'two'] }));
    await using server = await startOpenAiChatServer([
      ...attemptReplies(PLAIN),
      ...attemptReplies(PLAIN),
      ...attemptReplies(plainModule('two'), 'two'),
      ...attemptReplies(plainModule('two'), 'two'),
    ]);
    const all = ['run', CONTRACT, '--all', '--format', 'json'];
    const stopped = await callHoldfast(workspace.folder, all, workspace.environment(server));
    assert.equal(stopped.code, 1, stopped.stderr);
    const aborted = JSON.parse(stopped.stdout) as ContractRunResult;
    assert.equal(aborted.status, 'aborted');
    assert.deepEqual(
      aborted.chunks.map(({ chunk }) => chunk),
      ['one'],
    );
    assert.equal(server.requests.length, 4);

    await using second = await startOpenAiChatServer([
      ...attemptReplies(PLAIN),
      ...attemptReplies(PLAIN),
      ...attemptReplies(plainModule('two'), 'two'),
      ...attemptReplies(plainModule('two'), 'two'),
    ]);
    const continued = await callHoldfast(
      workspace.folder,
      [...all, '--on-exhausted', 'skip'],
      workspace.environment(second),
    );
    assert.equal(continued.code, 0, continued.stderr);
    const passed = JSON.parse(continued.stdout) as ContractRunResult;
    assert.deepEqual(
      passed.chunks.map(({ chunk, status }) => [chunk, status]),
      [
        ['one', 'pass'],
        ['two', 'pass'],
      ],
    );
    assert.equal(workspace.git('log', '-1', '--format=%s'), 'chunk: The greeting two');
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
