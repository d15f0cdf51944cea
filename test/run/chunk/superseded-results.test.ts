/** What a run does to the decisions about earlier runs: real repositories, a loopback model. */
import assert from 'node:assert/strict';
import type { Engine } from '../../../src/engine.ts';
import { textReply, writeFileReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { ScriptedReply } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';
import { preparedState } from '../support/prepared-state.ts';

const CONTRACT = 'greetings.contract.yaml';
const HELLO = 'src/hello.ts';

const TEXT = `version: 1
spec: { id: greetings, title: Greetings }
plan: { allow: [behavior-check] }
gates:
  - id: polite
    enforcementMode: blocking
    retry: { maxAttempts: 1 }
    assertions: [{ message: Must say please, check: { type: pattern_match, target: src/please.ts, pattern: please } }]
chunks:
  - id: hello
    title: Say hello
    description: Write the module hello.
    creates: [hello]
    allowedFiles: [src/hello.ts, src/loud.ts]
    maxAttempts: 1
  - id: please
    title: Say please
    description: Write the module please.
    creates: [ask]
    allowedFiles: [src/please.ts]
    gates: [polite]
    maxAttempts: 1
`;

const BASE_FILES = {
  [CONTRACT]: TEXT,
  [HELLO]: "export const text = 'hello';\n",
  'package.json': '{ "name": "greetings", "private": true, "type": "module" }\n',
};

const writes = (file: string, text: string): readonly ScriptedReply[] => [
  writeFileReply(text, file),
  textReply('Done.'),
];
const hello = (word: string): readonly ScriptedReply[] =>
  writes(HELLO, `export const text = '${word}';\nexport const hello = text;\n`);

const keptRefs = (workspace: Workspace): string =>
  workspace.git('for-each-ref', '--format=%(refname:lstrip=3)', 'refs/holdfast/results');
const reviewIds = async (engine: Engine): Promise<string[]> =>
  (await engine.results.pending()).map(({ runId }) => runId);

const openInReview = preparedState('hello-in-review', BASE_FILES, async (workspace) => {
  await using server = await startOpenAiChatServer(hello('one'));
  await using engine = openFolderEngine(workspace, { server, landing: 'review' });
  const { runId } = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'hello' });
  assert.deepEqual(await reviewIds(engine), [runId]);
  return { runId };
});

describe('a new run of a chunk', () => {
  it('[EDIT-7] replaces the review of an earlier run, in every process, and deletes its kept result', async () => {
    using workspace = await openInReview();
    const first = workspace.facts;
    await using server = await startOpenAiChatServer(hello('two'));
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    assert.deepEqual(await reviewIds(engine), [first.runId]);
    const second = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'hello' });
    await using other = openFolderEngine(workspace, { server, landing: 'review' });
    assert.deepEqual(await reviewIds(other), [second.runId]);
    assert.equal(keptRefs(workspace), second.runId);
    assert.equal(await other.results.resolutionOf(first.runId), 'superseded');
    await assert.rejects(other.results.accept(first.runId), /does not wait for a review/);
  });

  it('[EDIT-7] keeps the review of an earlier run if it fails or is cancelled', async () => {
    using workspace = await openInReview();
    const first = workspace.facts;
    await using server = await startOpenAiChatServer(writes(HELLO, 'export const other = 1;\n'));
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    assert.equal((await engine.runs.runChunk({ contract: CONTRACT, chunk: 'hello' })).status, 'fail');
    const cancelled = await engine.runs.runChunk({
      contract: CONTRACT,
      chunk: 'hello',
      signal: AbortSignal.abort(),
    });
    assert.equal(cancelled.status, 'cancelled');
    assert.deepEqual(await reviewIds(engine), [first.runId]);
    assert.equal(keptRefs(workspace), first.runId);
  });

  it('[EDIT-7] replaces an earlier run that waits at a gate', async () => {
    using workspace = new Workspace(BASE_FILES);
    const impolite = writes('src/please.ts', 'export const ask = 1;\n');
    await using server = await startOpenAiChatServer([...impolite, ...impolite]);
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    await engine.runs.runChunk({ contract: CONTRACT, chunk: 'please' });
    const second = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'please' });
    const [pending, ...others] = await engine.runs.pendingChoices();
    assert.deepEqual([pending?.runId, others], [second.runId, []]);
    assert.deepEqual(pending?.changedFiles, ['src/please.ts']);
    assert.equal(keptRefs(workspace), second.runId);
  });

  it('[EDIT-7] records a result that changes no file as done, without a review, a commit or a kept result', async () => {
    using workspace = new Workspace({ ...BASE_FILES, [HELLO]: 'export const hello = 1;\n' });
    await using server = await startOpenAiChatServer([textReply('Nothing to do.')]);
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    const head = workspace.git('rev-parse', 'HEAD');
    const result = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'hello' });
    assert.equal(result.status, 'pass', result.reason);
    assert.match(result.landed?.notes.join() ?? '', /changes no file, so there is nothing to review/);
    assert.deepEqual(await engine.results.pending(), []);
    assert.equal(keptRefs(workspace), '');
    assert.equal(workspace.git('rev-parse', 'HEAD'), head);
    const again = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'hello' });
    assert.equal(again.upToDate, true, 'the chunk is done');
  });

  it('[EDIT-7] does not start with the text of a template, and names each placeholder with its line', async () => {
    const template = TEXT.replace('title: Say hello', "title: 'TODO: a title'").replace('[hello]', "['TODO: a name']");
    using workspace = new Workspace({ ...BASE_FILES, [CONTRACT]: template });
    await using server = await startOpenAiChatServer([]);
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    const { status, blockedBy } = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'hello' });
    assert.equal(status, 'blocked');
    assert.deepEqual(
      blockedBy?.map(({ type, item, details }) => [type, item, details]),
      [
        [
          'placeholder',
          'chunks[0].title',
          `${CONTRACT}:11: chunks[0].title is still the placeholder "TODO: a title". Replace it with your own text.`,
        ],
        [
          'placeholder',
          'chunks[0].creates[0]',
          `${CONTRACT}:13: chunks[0].creates[0] is still the placeholder "TODO: a name". Replace it with your own text.`,
        ],
      ],
    );
    assert.equal(server.requests.length, 0, 'no model was called');
  });
});

describe('the contract that New Contract writes', () => {
  it('[EDIT-7] does not start before it is edited', async () => {
    using workspace = new Workspace(BASE_FILES);
    await using server = await startOpenAiChatServer([]);
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    workspace.write({ 'new.contract.yaml': (await engine.authoring.draft({ id: 'new' })).text });
    const { status, chunks } = await engine.runs.runAll({ contract: 'new.contract.yaml' });
    assert.equal(status, 'blocked');
    assert.deepEqual([...new Set(chunks[0]?.blockedBy?.map(({ type }) => type))], ['placeholder']);
    assert.equal(server.requests.length, 0, 'no model was called');
  });
});

describe('a result that conflicts with the files of the user', () => {
  const result = [
    writeFileReply("export const text = 'one';\nexport const hello = text;\n", HELLO),
    writeFileReply('export const loud = 1;\n', 'src/loud.ts'),
    textReply('Done.'),
  ];

  it('[EDIT-7] lands the rest with the merge of the user, after it was checked', async () => {
    using workspace = new Workspace(BASE_FILES);
    await using server = await startOpenAiChatServer(result);
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    const { runId } = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'hello' });
    workspace.write({ [HELLO]: "export const text = 'mine';\n" });
    const conflict = await engine.results.accept(runId);
    assert.deepEqual(
      conflict.conflicts.map(({ file, isMergeable }) => [file, isMergeable]),
      [[HELLO, true]],
    );
    assert.deepEqual(await reviewIds(engine), [runId], 'the result still waits');

    const unmerged = await engine.results.accept(runId, 'commit', { resolved: [HELLO] });
    assert.match(unmerged.conflicts.map(({ reason }) => reason).join(), /Must create hello/);
    assert.ok(unmerged.conflicts.every(({ isMergeable }) => isMergeable === undefined));
    assert.equal('src/loud.ts' in workspace.state(), false, 'nothing lands that does not hold');

    workspace.write({ [HELLO]: "export const text = 'mine';\nexport const hello = text;\n" });
    const landed = await engine.results.accept(runId, 'commit', { resolved: [HELLO] });
    assert.deepEqual([landed.conflicts, landed.files], [[], ['src/loud.ts']]);
    assert.equal(landed.commit, undefined);
    assert.match(landed.notes.join(), /Not committed: src\/hello\.ts already had uncommitted changes/);
    assert.equal(workspace.read(HELLO), "export const text = 'mine';\nexport const hello = text;\n");
    assert.deepEqual(await engine.results.pending(), []);
  });

  it('[EDIT-7] waits for the merge of the user too if results land without a review', async () => {
    using workspace = new Workspace(BASE_FILES);
    await using server = await startOpenAiChatServer(result);
    await using engine = openFolderEngine(workspace, { server, landing: 'commit' });
    const run = await engine.runs.runChunk({
      contract: CONTRACT,
      chunk: 'hello',
      onEvent: (event) => {
        if (event.type === 'attempt-started') workspace.write({ [HELLO]: "export const text = 'mine';\n" });
      },
    });
    assert.equal(run.status, 'conflict');
    assert.deepEqual(await reviewIds(engine), [run.runId]);
    workspace.write({ [HELLO]: "export const text = 'mine';\nexport const hello = text;\n" });
    assert.deepEqual((await engine.results.accept(run.runId, 'commit', { resolved: [HELLO] })).files, ['src/loud.ts']);
    assert.equal(keptRefs(workspace), '');
  });
});
