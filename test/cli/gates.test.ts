import assert from 'node:assert/strict';
import type { PendingChoice } from '../../src/engine.ts';
import type { ChunkRunResult, ContractRunResult } from '../../src/run/result.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { attempt, chain, CONTRACT, exporting, PLAIN, POLITE } from '../run/support/gated.ts';
import type { LoopbackServer } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { holdfast, startHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const RUN = ['run', CONTRACT, '--chunk', 'one', '--format', 'json'];

/** A run that waits as the editor leaves one; the command line itself would choose. */
async function leaveWaiting(workspace: Workspace, server: LoopbackServer): Promise<string> {
  await using engine = openFolderEngine(workspace, { server });
  return (await engine.runChunk({ contract: CONTRACT, chunk: 'one' })).runId;
}

describe('holdfast run with gates', () => {
  it('[GATE-7] aborts where nobody can be asked, and records it', async () => {
    using workspace = new Workspace(chain());
    const before = workspace.state();
    await using server = await startOpenAiChatServer([...attempt(PLAIN), ...attempt(PLAIN)]);
    const run = await holdfast(workspace.folder, RUN, workspace.environment(server));
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
    const choices = await holdfast(workspace.folder, ['choices', '--format', 'json'], workspace.environment());
    assert.deepEqual(JSON.parse(choices.stdout), { choices: [] });
    assert.equal(workspace.git('for-each-ref', 'refs/holdfast'), '');
  });

  it('[GATE-7] [GATE-6] skips as told, lands, and warns of the gate', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer([...attempt(PLAIN), ...attempt(PLAIN)]);
    const run = await holdfast(workspace.folder, [...RUN, '--on-exhausted', 'skip'], workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const result = JSON.parse(run.stdout) as ChunkRunResult;
    assert.equal(result.status, 'pass');
    assert.equal(result.choice, 'skip');
    assert.match(result.warnings.join('\n'), /"polite"/);
    assert.equal(workspace.read('src/one.ts'), PLAIN);
    assert.equal(workspace.git('log', '-1', '--format=%s'), 'chunk: The greeting one');
  });

  it('[GATE-7] retries once for each chunk and then aborts, so that it ends', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer([
      ...attempt(PLAIN),
      ...attempt(PLAIN),
      ...attempt(PLAIN),
      ...attempt(PLAIN),
    ]);
    const run = await holdfast(workspace.folder, [...RUN, '--on-exhausted', 'retry'], workspace.environment(server));
    assert.equal(run.code, 1, run.stderr);
    const result = JSON.parse(run.stdout) as ChunkRunResult;
    assert.equal(result.status, 'aborted');
    assert.deepEqual(
      result.attempts.map(({ number }) => number),
      [1, 2, 3, 4],
    );
    assert.equal(server.requests.length, 8);
  });

  it('[GATE-6] goes on with the chain after a skip, and stops it with an abort', async () => {
    using workspace = new Workspace(chain({ chunks: ['one', 'two'] }));
    await using server = await startOpenAiChatServer([
      ...attempt(PLAIN),
      ...attempt(PLAIN),
      ...attempt(exporting('two'), 'two'),
      ...attempt(exporting('two'), 'two'),
    ]);
    const all = ['run', CONTRACT, '--all', '--format', 'json'];
    const stopped = await holdfast(workspace.folder, all, workspace.environment(server));
    assert.equal(stopped.code, 1, stopped.stderr);
    const aborted = JSON.parse(stopped.stdout) as ContractRunResult;
    assert.equal(aborted.status, 'aborted');
    assert.deepEqual(
      aborted.chunks.map(({ chunk }) => chunk),
      ['one'],
    );
    assert.equal(server.requests.length, 4);

    await using second = await startOpenAiChatServer([
      ...attempt(PLAIN),
      ...attempt(PLAIN),
      ...attempt(exporting('two'), 'two'),
      ...attempt(exporting('two'), 'two'),
    ]);
    const gone = await holdfast(workspace.folder, [...all, '--on-exhausted', 'skip'], workspace.environment(second));
    assert.equal(gone.code, 0, gone.stderr);
    const passed = JSON.parse(gone.stdout) as ContractRunResult;
    assert.deepEqual(
      passed.chunks.map(({ chunk, status }) => [chunk, status]),
      [
        ['one', 'pass'],
        ['two', 'pass'],
      ],
    );
    assert.equal(workspace.git('log', '-1', '--format=%s'), 'chunk: The greeting two');
  });

  it('[GATE-5] warns of an advisory gate in the report, and lands', async () => {
    using workspace = new Workspace(chain({ gates: '  - { id: polite, severity: high, command: node polite.mjs }\n' }));
    await using server = await startOpenAiChatServer(attempt(PLAIN));
    const run = await holdfast(workspace.folder, ['run', CONTRACT], workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stdout, /gate polite \(advisory\): FAIL/);
    assert.match(run.stdout, /warning: The advisory gate "polite" failed/);
    assert.equal(workspace.read('src/one.ts'), PLAIN);
  });

  it('[GATE-6] waits again where a process is killed while it goes on, and is gone on with later', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer([...attempt(PLAIN), ...attempt(PLAIN), { stall: 'at-once' }]);
    const environment = workspace.environment(server);
    const runId = await leaveWaiting(workspace, server);
    const going = startHoldfast(workspace.folder, ['choose', runId.slice(0, 8), 'retry'], environment);
    await server.reached(5);
    going.process.kill('SIGKILL');
    await going.finished;
    const listed = await holdfast(workspace.folder, ['choices', '--format', 'json'], environment);
    const { choices } = JSON.parse(listed.stdout) as { choices: PendingChoice[] };
    assert.deepEqual(
      choices.map((choice) => choice.runId),
      [runId],
    );
    assert.match(listed.stderr, /waits for a choice again/);
    const skipped = await holdfast(workspace.folder, ['choose', runId, 'skip'], environment);
    assert.equal(skipped.code, 0, skipped.stderr);
    assert.match(skipped.stdout, /warning: Skipped by choice: The blocking gate "polite"/);
    assert.equal(workspace.read('src/one.ts'), PLAIN);
    const twice = await holdfast(workspace.folder, ['choose', runId, 'skip'], environment);
    assert.equal(twice.code, 2);
    assert.match(twice.stderr, /does not wait.*holdfast choices/s);
  });

  it('passes without a word where its gates hold', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer(attempt(POLITE));
    const run = await holdfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const result = JSON.parse(run.stdout) as ChunkRunResult;
    assert.deepEqual(
      result.gates.map(({ verdict }) => verdict),
      ['PASS'],
    );
    assert.deepEqual(result.warnings, []);
    assert.equal(result.choice, undefined);
  });
});
