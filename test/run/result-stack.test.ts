import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RunEvent } from '../../src/run/events.ts';
import type { ContractRunResult } from '../../src/run/result.ts';
import { says, writes } from '../cli/support/health-check.ts';
import { Workspace } from '../cli/support/workspace.ts';
import type { RecordedRequest, ScriptedReply } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { openFolderEngine } from './support/folder-engine.ts';
import { CONTRACT, exporting } from './support/gated.ts';

const IDS = ['left', 'right'];

/** Ends what Holdfast keeps for itself, once it is run where the results of both chunks lie. */
const BREAKING = `import { existsSync, rmSync } from 'node:fs';
if (existsSync('src/left.ts') && existsSync('src/right.ts')) rmSync(process.argv[2], { recursive: true });
`;

/** Two chunks that nothing orders; the command runs for each of them, and for both together. */
function sideBySide(command = 'node --version'): Record<string, string> {
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
    'break.mjs': BREAKING,
  };
}

/** A model that does what it is asked, whichever chunk comes first. */
function answersEach(): (request: RecordedRequest) => ScriptedReply {
  const begun = new Set<string>();
  return ({ text }) => {
    const id = IDS.find((name) => text.includes(`This is chunk ${name}.`)) ?? '';
    if (begun.has(id)) return says('Done.');
    begun.add(id);
    return writes(exporting(id), `src/${id}.ts`);
  };
}

async function runBoth(
  workspace: Workspace,
  onEvent?: (event: RunEvent, cancel: AbortController) => void,
): Promise<ContractRunResult> {
  await using server = await startOpenAiChatServer(answersEach());
  await using engine = openFolderEngine(workspace, { server, landing: 'review' });
  const cancel = new AbortController();
  const result = await engine.runAll({
    contract: CONTRACT,
    jobs: 2,
    signal: cancel.signal,
    onEvent: (event) => onEvent?.(event, cancel),
  });
  for (const { runId, status, error } of result.chunks) {
    const stored = await engine.storedRun(runId);
    assert.deepEqual([stored?.status, stored?.error], [status, error], 'what is told is recorded');
  }
  const reviews = await engine.pendingReviews();
  const first = result.chunks.find(({ status }) => status === 'pass');
  assert.deepEqual(
    reviews.map(({ runId, chunks }) => [runId, chunks.map(({ id }) => id)]),
    [[first?.runId, [first?.chunk]]],
  );
  assert.equal(result.keptAs, first?.runId);
  return result;
}

function assertKept(workspace: Workspace, chunk: string, runId: string): void {
  const text = workspace.git('show', `refs/holdfast/${runId}:src/${chunk}.ts`);
  assert.equal(text, exporting(chunk).trimEnd());
}

describe('the results of chunks that ran side by side', () => {
  it('[ENF-ACC-3] are kept and told where the run is cancelled before they are put together', async () => {
    using workspace = new Workspace(sideBySide());
    let ended = 0;
    const { status, chunks } = await runBoth(workspace, (event, cancel) => {
      if (event.type === 'chunk-finished' && ++ended === 2) cancel.abort();
    });
    assert.equal(status, 'cancelled');
    assert.deepEqual(chunks.map((one) => one.status).sort(), ['cancelled', 'pass']);
    for (const { chunk, runId } of chunks) assertKept(workspace, chunk, runId);
    const cancelled = chunks.find((one) => one.status === 'cancelled');
    assert.ok(cancelled?.reason?.includes(`refs/holdfast/${cancelled.runId}`), cancelled?.reason);
  });

  it('[ENF-ACC-3] are kept and told where they cannot be put together', async () => {
    using workspace = new Workspace(sideBySide());
    const storage = workspace.environment()['HOLDFAST_STORAGE'] ?? '';
    workspace.write(sideBySide(`node break.mjs '${join(storage, '.')}'`));
    const { status, chunks } = await runBoth(workspace);
    assert.equal(status, 'aborted');
    assert.deepEqual(chunks.map((one) => one.status).sort(), ['aborted', 'pass']);
    for (const { chunk, runId } of chunks) assertKept(workspace, chunk, runId);
    const broken = chunks.find((one) => one.error !== undefined);
    assert.ok(broken?.error?.hint?.includes(`refs/holdfast/${broken.runId}`), broken?.error?.hint);
  });

  it('[ENF-ACC-3] are told where it cannot be recorded that the run has ended', async () => {
    using workspace = new Workspace(sideBySide());
    await using server = await startOpenAiChatServer(answersEach());
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    await engine.runChunk({ contract: CONTRACT, chunk: 'left' });
    {
      using database = new DatabaseSync(await engine.historyFile());
      database.exec(`create trigger stays before update on pending_reviews
        when old.holder is not null and new.holder is null begin select raise(abort, 'no more room'); end`);
    }
    await using again = await startOpenAiChatServer(answersEach());
    await using other = openFolderEngine(workspace, { server: again, landing: 'review' });
    const notes: string[] = [];
    const { status, keptAs } = await other.runAll({
      contract: CONTRACT,
      onEvent: (event) => event.type === 'note' && notes.push(event.message),
    });
    assert.equal(status, 'pass');
    assert.match(notes.join(), new RegExp(`no more room.*refs/holdfast/${keptAs}`, 's'));
  });
});
