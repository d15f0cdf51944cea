import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ChunkCheck } from '../../../src/engine.ts';
import {
  createHealthFiles,
  INVALID_TYPES,
  textReply,
  TYPES_FILE,
  VALID_TYPES,
  writeFileReply,
} from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine, type FolderEngineOptions } from '../support/folder-engine.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';

const CONTRACT = 'health.contract.yaml';
const ONE_ATTEMPT = { maxAttempts: 1 };

/** The progress of the first chunk in the current files, as a new process sees it. */
async function readProgress(
  workspace: Workspace,
  options: FolderEngineOptions = {},
): Promise<Pick<ChunkCheck, 'verdict' | 'progress' | 'passedBefore'>> {
  await using engine = openFolderEngine(workspace, options);
  const check = await engine.checks.addProgress(await engine.checks.check(CONTRACT));
  const [chunk] = check.chunks;
  assert.ok(chunk);
  const { verdict, progress, passedBefore } = chunk;
  return { verdict, progress, passedBefore };
}

async function record(workspace: Workspace): Promise<void> {
  await using engine = openFolderEngine(workspace);
  assert.ok((await engine.runs.record(CONTRACT, 'types')).recorded);
}

const NOT_STARTED = { verdict: 'unsatisfied', progress: 'notStarted', passedBefore: undefined };
const ofRecord = { verdict: 'unsatisfied', progress: 'regressed', passedBefore: 'record' };
const ofMergeBase = { verdict: 'unsatisfied', progress: 'regressed', passedBefore: 'merge-base' };

describe('the progress of a chunk', () => {
  it('[EDIT-6] is not started if nothing shows that it has passed, also if its file exists', async () => {
    using workspace = new Workspace(createHealthFiles());
    assert.deepEqual(await readProgress(workspace), NOT_STARTED);
    workspace.write({ [TYPES_FILE]: INVALID_TYPES });
    workspace.git('add', '-A');
    workspace.git('commit', '-qm', 'a file without the export');
    assert.deepEqual(await readProgress(workspace), NOT_STARTED);
    workspace.write({ [TYPES_FILE]: VALID_TYPES });
    const satisfied = { verdict: 'satisfied', progress: 'satisfied', passedBefore: undefined };
    assert.deepEqual(await readProgress(workspace), satisfied);
  });

  it('[EDIT-6] is a regression if the merge base with the default branch satisfies it', async () => {
    using workspace = new Workspace({ ...createHealthFiles(), [TYPES_FILE]: VALID_TYPES });
    workspace.write({ [TYPES_FILE]: INVALID_TYPES });
    const before = workspace.state();
    assert.deepEqual(await readProgress(workspace), ofMergeBase, 'against HEAD on the default branch');
    assert.deepEqual(workspace.state(), before, 'the files and the repository are untouched');
    workspace.git('switch', '-qc', 'work');
    workspace.git('commit', '-qam', 'break it');
    assert.deepEqual(await readProgress(workspace), ofMergeBase, 'against the default branch on another one');
    workspace.git('branch', '-q', '-f', 'main', 'work');
    assert.deepEqual(await readProgress(workspace), NOT_STARTED, 'the default branch no longer satisfies it');
  });

  it('[EDIT-6] answers for the terms of the contract as they are now', async () => {
    using workspace = new Workspace({ ...createHealthFiles(), [TYPES_FILE]: VALID_TYPES });
    await record(workspace);
    workspace.write({ [CONTRACT]: workspace.read(CONTRACT).replaceAll('HealthCheckResult', 'HealthCheckReport') });
    assert.deepEqual(await readProgress(workspace), NOT_STARTED);
  });

  it('[EDIT-6] is a regression after this engine has seen it satisfied, on commits that HEAD contains', async () => {
    for (const git of [true, false]) {
      using workspace = new Workspace(createHealthFiles(), { git });
      await using engine = openFolderEngine(workspace);
      const read = async (
        text: string | undefined,
      ): Promise<Pick<ChunkCheck, 'verdict' | 'progress' | 'passedBefore'>> => {
        if (text === undefined) rmSync(join(workspace.folder, TYPES_FILE), { force: true });
        else workspace.write({ [TYPES_FILE]: text });
        engine.filesChanged('all');
        const check = await engine.checks.check(CONTRACT, { remember: true });
        // The editor asks for the past of open chunks only.
        const [chunk] = (check.chunks[0]?.verdict === 'satisfied' ? check : await engine.checks.addProgress(check))
          .chunks;
        assert.ok(chunk);
        const { verdict, progress, passedBefore } = chunk;
        return { verdict, progress, passedBefore };
      };
      const seen = { verdict: 'unsatisfied', progress: 'regressed', passedBefore: 'seen' };
      assert.deepEqual(await read(INVALID_TYPES), NOT_STARTED, 'nothing was seen');
      assert.equal((await read(VALID_TYPES)).verdict, 'satisfied');
      assert.deepEqual(await read(INVALID_TYPES), seen, 'the export was changed');
      assert.deepEqual(await read(undefined), seen, 'the file was deleted');
      assert.equal((await read(VALID_TYPES)).verdict, 'satisfied');
      const { [CONTRACT]: contract = '' } = createHealthFiles();
      workspace.write({ [CONTRACT]: contract.replaceAll('HealthCheckResult', 'HealthCheckReport') });
      assert.deepEqual(await read(INVALID_TYPES), NOT_STARTED, 'other terms were never seen satisfied');
      workspace.write({ [CONTRACT]: `# A comment\n${contract}` });
      assert.deepEqual(await read(INVALID_TYPES), seen, 'a comment is no term');
      if (!git) continue;
      workspace.git('switch', '-qc', 'work');
      workspace.git('commit', '-q', '--allow-empty', '-m', 'more work');
      assert.deepEqual(await read(INVALID_TYPES), seen, 'a later commit');
      workspace.write({ 'a.txt': 'a' });
      workspace.git('add', 'a.txt');
      workspace.git('commit', '-qm', 'add a file');
      assert.equal((await read(VALID_TYPES)).verdict, 'satisfied');
      workspace.git('commit', '-q', '--amend', '-m', 'add a text');
      assert.deepEqual(await read(INVALID_TYPES), seen, 'an amended commit');
      workspace.git('switch', '-q', '-f', '--orphan', 'other');
      workspace.git('commit', '-q', '--allow-empty', '-m', 'other work');
      workspace.write(createHealthFiles());
      assert.deepEqual(await read(INVALID_TYPES), NOT_STARTED, 'another branch has not done it');
      assert.equal((await read(VALID_TYPES)).verdict, 'satisfied');
      assert.deepEqual(await read(INVALID_TYPES), seen, 'now it has');
      workspace.git('switch', '-q', '-f', 'work');
      assert.deepEqual(await read(INVALID_TYPES), seen, 'back on the first branch');
    }
  });

  it('[EDIT-6] is a regression after a record, also without git, until its work is undone', async () => {
    using workspace = new Workspace(createHealthFiles(), { git: false });
    await using server = await startOpenAiChatServer([writeFileReply(VALID_TYPES), textReply('Done.')]);
    {
      await using engine = openFolderEngine(workspace, { server, landing: 'working-tree' });
      assert.equal((await engine.runs.runChunk({ contract: CONTRACT, chunk: 'types' })).status, 'pass');
    }
    workspace.write({ [TYPES_FILE]: INVALID_TYPES });
    assert.deepEqual(await readProgress(workspace), ofRecord);
    rmSync(join(workspace.folder, TYPES_FILE));
    assert.deepEqual(await readProgress(workspace), NOT_STARTED, 'the file is back at its earlier state');
  });

  it('[EDIT-6] is a regression after a commit with its trailers, in a clone without a history', async () => {
    using workspace = new Workspace(createHealthFiles());
    await using server = await startOpenAiChatServer([writeFileReply(VALID_TYPES), textReply('Done.')]);
    {
      await using engine = openFolderEngine(workspace, { server, landing: 'commit' });
      assert.equal((await engine.runs.runChunk({ contract: CONTRACT, chunk: 'types' })).status, 'pass');
    }
    workspace.git('switch', '-qc', 'work');
    workspace.git('branch', '-q', '-f', 'main', 'HEAD~1');
    rmSync(join(workspace.folder, '.git', 'holdfast'), { recursive: true });
    workspace.write({ [TYPES_FILE]: INVALID_TYPES });
    assert.deepEqual(await readProgress(workspace), ofRecord);
    workspace.git('checkout', '-q', '.');
    workspace.git('revert', '--no-edit', 'HEAD');
    assert.deepEqual(await readProgress(workspace), NOT_STARTED, 'the landing was reverted');
  });

  it('[EDIT-6] is not a regression after the person has undone the landing, although this engine saw it satisfied', async () => {
    using workspace = new Workspace(createHealthFiles());
    await using server = await startOpenAiChatServer([writeFileReply(VALID_TYPES), textReply('Done.')]);
    await using engine = openFolderEngine(workspace, { server, landing: 'commit' });
    const read = async () => {
      const check = await engine.checks.addProgress(await engine.checks.check(CONTRACT, { remember: true }));
      return check.chunks.map(({ verdict, progress }) => [verdict, progress]);
    };
    assert.equal((await engine.runs.runChunk({ contract: CONTRACT, chunk: 'types' })).status, 'pass');
    assert.deepEqual((await read())[0], ['satisfied', 'satisfied']);
    const [landing] = await engine.landings.list();
    assert.ok(landing);
    await engine.landings.undo(landing.id);
    engine.filesChanged('all');
    assert.deepEqual((await read())[0], ['unsatisfied', 'notStarted']);
    workspace.git('revert', '--no-edit', 'HEAD');
    workspace.write({ [TYPES_FILE]: INVALID_TYPES });
    engine.filesChanged('all');
    assert.deepEqual(
      (await read())[0],
      ['unsatisfied', 'regressed'],
      'the undo was undone, and an edit broke the work',
    );
  });

  it('[EDIT-6] is a failed run until the contract or the files change', async () => {
    using workspace = new Workspace(createHealthFiles(ONE_ATTEMPT));
    await using server = await startOpenAiChatServer([writeFileReply(INVALID_TYPES), textReply('Done.')]);
    {
      await using engine = openFolderEngine(workspace, { server });
      assert.equal((await engine.runs.runChunk({ contract: CONTRACT, chunk: 'types' })).status, 'fail');
    }
    assert.equal((await readProgress(workspace)).progress, 'failedRun');
    const text = workspace.read(CONTRACT);
    workspace.write({ [CONTRACT]: text.replace('Declare the result', 'Declare the interface of the result') });
    assert.equal((await readProgress(workspace)).progress, 'notStarted');
    workspace.write({ [CONTRACT]: text, [TYPES_FILE]: VALID_TYPES });
    assert.equal((await readProgress(workspace)).progress, 'satisfied');
  });

  it('[EDIT-6] reads records, but opens no worktree in an untrusted workspace', async () => {
    using workspace = new Workspace({ ...createHealthFiles(), [TYPES_FILE]: VALID_TYPES });
    workspace.write({ [TYPES_FILE]: INVALID_TYPES });
    assert.deepEqual(await readProgress(workspace, { trusted: false }), NOT_STARTED);
    workspace.write({ [TYPES_FILE]: VALID_TYPES });
    await record(workspace);
    workspace.write({ [TYPES_FILE]: INVALID_TYPES });
    assert.deepEqual(await readProgress(workspace, { trusted: false }), ofRecord);
  });

  it('[EDIT-6] judges the merge base once for a commit and the terms of a chunk', async () => {
    using workspace = new Workspace({ ...createHealthFiles(), [TYPES_FILE]: VALID_TYPES });
    workspace.write({ [TYPES_FILE]: INVALID_TYPES });
    const roots: string[] = [];
    await using engine = openFolderEngine(workspace, { onCheck: (root) => roots.push(root) });
    const check = await engine.checks.check(CONTRACT);
    const answers = await Promise.all([engine.checks.addProgress(check), engine.checks.addProgress(check)]);
    assert.deepEqual(
      answers.map(({ chunks }) => chunks[0]?.progress),
      ['regressed', 'regressed'],
    );
    assert.equal(roots.filter((root) => root !== workspace.folder).length, 1);
  });
});
