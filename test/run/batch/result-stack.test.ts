import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RunEvent } from '../../../src/run/report/run-events.ts';
import type { ContractRunResult } from '../../../src/run/report/run-result.ts';
import { textReply, writeFileReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';
import { CONTRACT, plainModule } from '../support/gate-fixtures.ts';

const IDS = ['left', 'right'];

/**
 * Deletes Holdfast's own storage if it runs in a tree with the results of both chunks. The deletion is repeated if another
 * part of the run writes to the storage meanwhile.
 */
const BREAK_SCRIPT = `import { existsSync, rmSync } from 'node:fs';
if (existsSync('src/left.ts') && existsSync('src/right.ts')) rmSync(process.argv[2], { recursive: true, force: true, maxRetries: 20 });
`;

/** Two independent chunks. The command validates each of them, and the merge of both. */
function createParallelFiles(command = 'node --version'): Record<string, string> {
  const chunks = IDS.map(
    (id) => `  - id: ${id}
    title: The ${id}
    description: This is chunk ${id}.
    allowedFiles: [src/${id}.ts]
    creates: [${id}]
    acceptanceCommands: ["${command}"]
`,
  );
  return {
    [CONTRACT]: `version: 1\nspec: { id: sides, title: Sides }\nchunks:\n${chunks.join('')}`,
    'break.mjs': BREAK_SCRIPT,
  };
}

/** A model that writes the module of each chunk, in any order. */
function createChunkScript(): (request: RecordedRequest) => ScriptedReply {
  const started = new Set<string>();
  return ({ text }) => {
    const id = IDS.find((name) => text.includes(`This is chunk ${name}.`)) ?? '';
    if (started.has(id)) return textReply('Done.');
    started.add(id);
    return writeFileReply(plainModule(id), `src/${id}.ts`);
  };
}

async function runBoth(
  workspace: Workspace,
  onEvent?: (event: RunEvent, cancel: AbortController) => void,
): Promise<ContractRunResult> {
  await using server = await startOpenAiChatServer(createChunkScript());
  await using engine = openFolderEngine(workspace, { server, landing: 'review' });
  const cancel = new AbortController();
  const result = await engine.runs.runAll({
    contract: CONTRACT,
    jobs: 2,
    signal: cancel.signal,
    onEvent: (event) => onEvent?.(event, cancel),
  });
  for (const { runId, status, error } of result.chunks) {
    const stored = await engine.runs.read(runId);
    assert.deepEqual([stored?.status, stored?.error], [status, error], 'the reported result is recorded');
  }
  const reviews = await engine.results.pending();
  const first = result.chunks.find(({ status }) => status === 'pass');
  assert.deepEqual(
    reviews.map(({ runId, chunks }) => [runId, chunks.map(({ id }) => id)]),
    [[first?.runId, [first?.chunk]]],
  );
  assert.equal(result.keptAs, first?.runId);
  return result;
}

function assertKept(workspace: Workspace, chunk: string, runId: string): void {
  const text = workspace.git('show', `refs/holdfast/results/${runId}:src/${chunk}.ts`);
  assert.equal(text, plainModule(chunk).trimEnd());
}

describe('the results of parallel chunks', () => {
  it('[ENF-ACC-3] are kept and reported if the run is cancelled before they are merged', async () => {
    using workspace = new Workspace(createParallelFiles());
    let ended = 0;
    const { status, chunks } = await runBoth(workspace, (event, cancel) => {
      if (event.type === 'chunk-finished' && ++ended === 2) cancel.abort();
    });
    assert.equal(status, 'cancelled');
    assert.deepEqual(chunks.map((one) => one.status).sort(), ['cancelled', 'pass']);
    for (const { chunk, runId } of chunks) assertKept(workspace, chunk, runId);
    const cancelled = chunks.find((one) => one.status === 'cancelled');
    assert.ok(cancelled?.reason?.includes(`refs/holdfast/results/${cancelled.runId}`), cancelled?.reason);
  });

  it('[ENF-ACC-3] are kept and reported if they cannot be merged', async () => {
    using workspace = new Workspace(createParallelFiles());
    const storage = workspace.environment()['HOLDFAST_STORAGE'] ?? '';
    workspace.write(createParallelFiles(`node break.mjs '${join(storage, '.')}'`));
    // A confined command cannot damage the storage.
    workspace.write({ 'holdfast.config.yaml': 'confinement: off\n' });
    const { status, chunks } = await runBoth(workspace);
    assert.equal(status, 'aborted');
    assert.deepEqual(chunks.map((one) => one.status).sort(), ['aborted', 'pass']);
    for (const { chunk, runId } of chunks) assertKept(workspace, chunk, runId);
    const broken = chunks.find((one) => one.error !== undefined);
    assert.ok(broken?.error?.hint?.includes(`refs/holdfast/results/${broken.runId}`), broken?.error?.hint);
  });

  it('[ENF-ACC-3] are reported if the end of the run cannot be recorded', async () => {
    using workspace = new Workspace(createParallelFiles());
    await using server = await startOpenAiChatServer(createChunkScript());
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    await engine.runs.runChunk({ contract: CONTRACT, chunk: 'left' });
    {
      using database = new DatabaseSync(await engine.history.file());
      database.exec(`create trigger keep_holder before update on pending_reviews
        when old.holder is not null and new.holder is null begin select raise(abort, 'disk full'); end`);
    }
    await using secondServer = await startOpenAiChatServer(createChunkScript());
    await using secondEngine = openFolderEngine(workspace, { server: secondServer, landing: 'review' });
    const notes: string[] = [];
    const { status, keptAs } = await secondEngine.runs.runAll({
      contract: CONTRACT,
      onEvent: (event) => event.type === 'note' && notes.push(event.message),
    });
    assert.equal(status, 'pass');
    assert.match(notes.join(), new RegExp(`disk full.*refs/holdfast/results/${keptAs}`, 's'));
  });
});
