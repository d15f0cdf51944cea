/** Gates when a landing merges a result with changes of the user: real repositories, a loopback model. */
import assert from 'node:assert/strict';
import type { Engine } from '../../../src/engine.ts';
import type { RunEvent } from '../../../src/run/report/run-events.ts';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { LoopbackServer } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';
import {
  attemptReplies,
  CONTRACT,
  createChainFiles,
  createReplyScript,
  isVerdictRequest,
  plainModule,
  POLITE,
  verdictJson,
} from '../support/gate-fixtures.ts';

const PERSON_GATE = '  - { id: approval, severity: critical, criteria: [The greeting is friendly.], judge: person }\n';
const MODEL_GATE = '  - { id: sound, enforcementMode: blocking, criteria: [Every constant is documented.] }\n';
/** The user's edit of the line that the chunk does not change. */
const USER_TEXT = `// edited by the user\n${'\n'.repeat(4)}// start\n`;
const START_TEXT = `// of the user\n${'\n'.repeat(4)}// start\n`;
const RESULT_TEXT = `${START_TEXT}${POLITE}`;

function commit(workspace: Workspace, files: Readonly<Record<string, string>>): void {
  workspace.write(files);
  workspace.git('add', '-A');
  workspace.git('commit', '-q', '-m', 'by the user');
}

/** Runs the chunk. The user commits when the landing starts, so that the merge differs from the result. */
async function runWithUserCommit(
  engine: Engine,
  workspace: Workspace,
  files: Readonly<Record<string, string>>,
): Promise<{ result: ChunkRunResult; events: RunEvent[] }> {
  const events: RunEvent[] = [];
  let isCommitted = false;
  const result = await engine.runs.runChunk({
    contract: CONTRACT,
    chunk: 'one',
    onEvent: (event) => {
      events.push(event);
      if (isCommitted || event.type !== 'stage' || event.stage !== 'landing') return;
      isCommitted = true;
      commit(workspace, files);
    },
  });
  assert.ok(isCommitted);
  return { result, events };
}

const OTHER_FILE = { 'notes.txt': 'notes\n' };
/** Breaks the gate `polite`, which reads all files in src. */
const IMPOLITE_FILE = { 'src/user.ts': plainModule('user') };

function verdictCalls(server: LoopbackServer): number {
  return server.requests.filter(isVerdictRequest).length;
}

describe('gates when a landing merges', () => {
  it('[DONE-4] run their commands on the merge; a failure lands nothing, keeps the result and is reported', async () => {
    using workspace = new Workspace(createChainFiles());
    await using server = await startOpenAiChatServer(attemptReplies(POLITE));
    await using engine = openFolderEngine(workspace, { server });
    const { result, events } = await runWithUserCommit(engine, workspace, IMPOLITE_FILE);
    assert.equal(result.status, 'conflict');
    assert.match(result.reason ?? '', /After merging with your edits: .*blocking gate "polite" failed.*user\.ts/s);
    assert.deepEqual(
      result.landed?.gates?.map(({ chunk, id, mode, verdict }) => [chunk, id, mode, verdict]),
      [['one', 'polite', 'blocking', 'FAIL']],
    );
    assert.deepEqual(
      result.gates.map(({ verdict }) => verdict),
      ['FAIL'],
    );
    assert.equal(workspace.git('show', `${result.landed.keptRef}:src/one.ts`), POLITE.trimEnd());
    assert.throws(() => workspace.read('src/one.ts'));
    assert.equal(workspace.git('log', '-1', '--format=%s'), 'by the user');
    const verdicts = events.flatMap((event) => (event.type === 'gate' ? event.report.verdict : []));
    assert.deepEqual(verdicts, ['PASS', 'FAIL']);
    const landing = events.find((event) => event.type === 'landed')?.landing;
    assert.equal(landing?.gates?.[0]?.verdict, 'FAIL');
    assert.deepEqual((await engine.runs.read(result.runId))?.landed, result.landed, 'the history has the same report');
  });

  it('[DONE-4] land if they pass on the merge, and advisory gates warn about it', async () => {
    const gates = '  - { id: polite, severity: high, command: node polite.mjs }\n';
    using workspace = new Workspace(createChainFiles({ gates }));
    await using server = await startOpenAiChatServer(attemptReplies(POLITE));
    await using engine = openFolderEngine(workspace, { server });
    const { result } = await runWithUserCommit(engine, workspace, IMPOLITE_FILE);
    assert.equal(result.status, 'pass', result.reason);
    assert.match(result.warnings.join(), /advisory gate "polite" failed: .*user\.ts/s);
    assert.equal(workspace.read('src/one.ts'), POLITE);
  });

  it('[DONE-4] ask a model again only if the content that it judges differs', async () => {
    for (const [files, calls] of [
      [OTHER_FILE, 1],
      [{ 'src/one.ts': USER_TEXT }, 2],
    ] as const) {
      using workspace = new Workspace(
        createChainFiles({ gates: MODEL_GATE, extraFiles: { 'src/one.ts': START_TEXT } }),
      );
      await using server = await startOpenAiChatServer(
        createReplyScript(attemptReplies(RESULT_TEXT), [verdictJson('PASS'), verdictJson('FAIL', 'Not in this text.')]),
      );
      await using engine = openFolderEngine(workspace, { server });
      const { result } = await runWithUserCommit(engine, workspace, files);
      assert.equal(verdictCalls(server), calls);
      assert.equal(result.status, calls === 1 ? 'pass' : 'conflict', result.reason);
      if (calls === 2) assert.match(result.reason ?? '', /"sound" failed: Not in this text\./);
    }
  });

  it('[DONE-4] [GATE-9] ask a person again if the content differs; the verdict lands the merge', async () => {
    using workspace = new Workspace(createChainFiles({ gates: PERSON_GATE, extraFiles: { 'src/one.ts': START_TEXT } }));
    await using server = await startOpenAiChatServer(attemptReplies(RESULT_TEXT));
    await using engine = openFolderEngine(workspace, { server });
    const { runId } = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'one' });
    commit(workspace, { 'src/one.ts': USER_TEXT });
    const first = await engine.runs.choose(runId, 'pass');
    assert.equal(first.status, 'undecided', first.chunks[0]?.reason);
    assert.match(first.chunks[0]?.reason ?? '', /wait for the verdict of a person: "approval"/);
    assert.equal(workspace.read('src/one.ts'), USER_TEXT);
    assert.equal(workspace.git('show', `refs/holdfast/results/${runId}:src/one.ts`), `${USER_TEXT}${POLITE}`.trimEnd());
    assert.deepEqual(
      (await engine.runs.pendingChoices()).map((choice) => [choice.runId, choice.gates.map(({ verdict }) => verdict)]),
      [[runId, ['UNDECIDED']]],
    );
    commit(workspace, OTHER_FILE);
    const landed = await engine.runs.choose(runId, 'pass');
    assert.equal(landed.status, 'pass', landed.chunks[0]?.reason);
    assert.equal(workspace.read('src/one.ts'), `${USER_TEXT}${POLITE}`);
    assert.equal(server.requests.length, 2, 'no further attempt');
    assert.equal(workspace.git('for-each-ref', 'refs/holdfast'), '');
  });

  it('[DONE-4] [GATE-6] stay skipped if a person skipped them for this result', async () => {
    using workspace = new Workspace(createChainFiles({ chunkKeys: '    maxAttempts: 1\n' }));
    await using server = await startOpenAiChatServer(attemptReplies(plainModule('one')));
    await using engine = openFolderEngine(workspace, { server });
    const { runId, status } = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'one' });
    assert.equal(status, 'undecided');
    commit(workspace, OTHER_FILE);
    const skipped = await engine.runs.choose(runId, 'skip');
    assert.equal(skipped.status, 'pass', skipped.chunks[0]?.reason);
    assert.equal(workspace.read('src/one.ts'), plainModule('one'));
  });

  it('[DONE-4] are judged again when a reviewed result is accepted after another commit', async () => {
    using workspace = new Workspace(createChainFiles());
    await using server = await startOpenAiChatServer(attemptReplies(POLITE));
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    const { runId } = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'one' });
    commit(workspace, IMPOLITE_FILE);
    const refused = await engine.results.accept(runId);
    assert.match(refused.conflicts.map(({ reason }) => reason).join(), /blocking gate "polite" failed/);
    assert.equal(refused.gates?.[0]?.verdict, 'FAIL');
    assert.deepEqual(
      (await engine.results.pending()).map((review) => review.runId),
      [runId],
    );
    commit(workspace, { 'src/user.ts': `// please\n${plainModule('user')}` });
    assert.deepEqual((await engine.results.accept(runId)).conflicts, []);
    assert.equal(workspace.read('src/one.ts'), POLITE);
  });
});
