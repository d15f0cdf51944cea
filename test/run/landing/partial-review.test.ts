/** Accepting parts of results that wait for review: real repositories, a loopback model. */
import assert from 'node:assert/strict';
import type { Engine, PendingFiles } from '../../../src/engine.ts';
import { textReply } from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import type { ScriptedReply } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';
import { preparedState } from '../support/prepared-state.ts';

const CONTRACT = 'numbers.contract.yaml';
const MAIN = ['export const first = 1;', '', '// between', '', 'export const last = 9;', ''].join('\n');
/** Two hunks: the first is what the contract demands, the second is a comment. */
const RESULT = MAIN.replace('first = 1', 'first = 10').replace('// between', '// in the middle');

function createContract(more = ''): string {
  return `version: 1
spec: { id: numbers, title: Numbers }
chunks:
  - id: ten
    title: Ten
    description: Change the first number.
    allowedFiles: [src/main.ts, src/extra.ts]
    assertions:
      - { message: first is ten, check: { type: pattern_match, target: src/main.ts, pattern: 'first = 10' } }
${more}`;
}

const OTHER_CHUNK = `  - id: other
    title: Other
    description: Write the other file.
    allowedFiles: [src/other.ts]
    creates: [other]
`;

function write(path: string, content: string): ScriptedReply {
  return { toolCalls: [{ name: 'write_file', input: { path, content } }], usage: { input: 10, output: 10 } };
}

const DONE = textReply('Done.');

interface Scene {
  readonly workspace: Workspace;
  readonly engine: Engine;
  readonly runId: string;
  readonly review: PendingFiles;
}

function createFiles(more = ''): Record<string, string> {
  return { [CONTRACT]: createContract(more), 'src/main.ts': MAIN };
}

/** Runs all chunks, so that their result waits for review, and closes the engine. */
async function runForReview(workspace: Workspace, replies: readonly ScriptedReply[]): Promise<undefined> {
  await using server = await startOpenAiChatServer(replies);
  await using engine = openFolderEngine(workspace, { server, landing: 'review' });
  const { status, chunks } = await engine.runs.runAll({ contract: CONTRACT });
  assert.equal(status, 'pass', chunks.map(({ reason }) => reason).join());
  return undefined;
}

const openInReview = preparedState('in-review', createFiles(), (workspace) =>
  runForReview(workspace, [write('src/main.ts', RESULT), DONE]),
);

interface ReviewOptions {
  /** YAML of further chunks. */
  readonly more?: string;
  /** Replies to the attempts. Default: those of the prepared result. */
  readonly replies?: readonly ScriptedReply[];
  /** Replies to later runs. */
  readonly later?: readonly ScriptedReply[];
}

/** Calls the test with a result that waits for review. */
async function withReview(
  { more, replies, later = [] }: ReviewOptions,
  test: (scene: Scene) => Promise<void>,
): Promise<void> {
  using workspace = replies === undefined ? await openInReview() : new Workspace(createFiles(more));
  if (replies !== undefined) await runForReview(workspace, replies);
  await using server = await startOpenAiChatServer(later);
  await using engine = openFolderEngine(workspace, { server, landing: 'review' });
  const [review, ...others] = await engine.results.pending();
  assert.deepEqual(others, []);
  const runId = review?.runId ?? '';
  await test({ workspace, engine, runId, review: await engine.results.filesOf(runId) });
}

function idsOf({ files }: PendingFiles, path: string): readonly string[] {
  return files.find((file) => file.path === path)?.hunks.map(({ id }) => id) ?? [];
}

describe('accepting a part of a result', () => {
  it('[EDIT-4] checks it, lands it as a commit that says so, and records what landed', () =>
    withReview({}, async ({ workspace, engine, runId, review }) => {
      const [demanded, comment] = idsOf(review, 'src/main.ts');
      await engine.results.decideHunks(runId, [comment ?? ''], 'rejected');
      const landed = await engine.results.accept(runId, 'commit');
      assert.deepEqual(landed.conflicts, []);
      assert.deepEqual(landed.part, { attempt: 1, accepted: [demanded], rejected: [comment], leftOutChunks: [] });
      assert.equal(workspace.read('src/main.ts'), MAIN.replace('first = 1', 'first = 10'));
      const message = workspace.git('log', '-1', '--format=%B');
      assert.match(
        message,
        /^chunk: Ten\n\nAccepted in part: 1 of 2 changes of attempt 1\. Left out:\n\n- src\/main\.ts: 1 of 2 changes\n\nHoldfast-Chunk: numbers\/ten/,
      );
      assert.deepEqual(await engine.results.pending(), []);
      assert.equal(await engine.results.resolutionOf(runId), 'accepted');
      const check = await engine.checks.check(CONTRACT);
      assert.equal(check.chunks[0]?.verdict, 'satisfied');
      assert.equal(workspace.git('for-each-ref', 'refs/holdfast'), '');
    }));

  it('[EDIT-4] lands nothing if the part fails, and reports what is not satisfied', () =>
    withReview({}, async ({ workspace, engine, runId, review }) => {
      const before = workspace.state();
      const [, comment] = idsOf(review, 'src/main.ts');
      const landed = await engine.results.accept(runId, 'commit', { only: [comment ?? ''] });
      assert.match(landed.conflicts[0]?.reason ?? '', /^Without the rejected changes, the assert "first is ten" fails/);
      assert.deepEqual(workspace.state(), before);
      assert.equal((await engine.results.pending()).length, 1, 'the result still waits');
      assert.deepEqual((await engine.results.accept(runId, 'commit')).conflicts, [], 'the whole result can still land');
      assert.equal(workspace.read('src/main.ts'), RESULT);
    }));

  it('[EDIT-4] lands nothing if the user changed the same lines', () =>
    withReview({}, async ({ workspace, engine, runId, review }) => {
      const [demanded] = idsOf(review, 'src/main.ts');
      workspace.write({ 'src/main.ts': MAIN.replace('first = 1', 'first = 11') });
      const before = workspace.state();
      const landed = await engine.results.accept(runId, 'commit', { only: [demanded ?? ''] });
      assert.match(landed.conflicts[0]?.reason ?? '', /changed the same or adjacent lines/);
      assert.deepEqual(workspace.state(), before);
      const merged = MAIN.replace('last = 9', 'last = 8');
      workspace.write({ 'src/main.ts': merged });
      assert.deepEqual((await engine.results.accept(runId, 'commit', { only: [demanded ?? ''] })).conflicts, []);
      assert.equal(workspace.read('src/main.ts'), merged.replace('first = 1', 'first = 10'));
    }));

  it('[EDIT-4] does not demand a chunk of which no change is accepted', () =>
    withReview(
      {
        more: OTHER_CHUNK,
        replies: [write('src/main.ts', RESULT), DONE, write('src/other.ts', 'export const other = 1;\n'), DONE],
      },
      async ({ workspace, engine, runId, review }) => {
        assert.deepEqual(
          review.files.map(({ path, chunks }) => [path, chunks]),
          [
            ['src/main.ts', ['ten']],
            ['src/other.ts', ['other']],
          ],
        );
        await engine.results.decideHunks(runId, idsOf(review, 'src/other.ts'), 'rejected');
        const landed = await engine.results.accept(runId, 'commit');
        assert.deepEqual(landed.conflicts, []);
        assert.deepEqual(landed.part?.leftOutChunks, ['other']);
        assert.deepEqual(landed.files, ['src/main.ts']);
        const message = workspace.git('log', '-1', '--format=%B');
        assert.match(message, /^chunk: Ten\n/);
        assert.doesNotMatch(message, /numbers\/other/);
        assert.throws(() => workspace.read('src/other.ts'));
        const { chunks } = await engine.checks.check(CONTRACT);
        assert.deepEqual(
          chunks.map(({ id, verdict }) => [id, verdict]),
          [
            ['ten', 'satisfied'],
            ['other', 'unsatisfied'],
          ],
        );
      },
    ));

  it('[EDIT-4] refuses a result without an accepted change', () =>
    withReview({}, async ({ engine, runId, review }) => {
      await engine.results.decideHunks(runId, idsOf(review, 'src/main.ts'), 'rejected');
      await assert.rejects(engine.results.accept(runId, 'commit'), /every change is rejected/);
      await assert.rejects(
        engine.results.accept(runId, 'commit', { only: ['src/main.ts:0000000000'] }),
        /has no change src\/main\.ts:0000000000/,
      );
    }));
});

describe('decisions on the changes of a result', () => {
  it('[EDIT-4] outlive the process, and end when the result changes', () =>
    withReview(
      {
        later: [write('src/main.ts', MAIN.replace('first = 1', 'first = 10')), DONE],
      },
      async ({ workspace, engine, runId, review }) => {
        const [demanded, comment] = idsOf(review, 'src/main.ts');
        await engine.results.decideHunks(runId, [demanded ?? ''], 'accepted');
        await engine.results.decideHunks(runId, [comment ?? ''], 'rejected');
        await using other = openFolderEngine(workspace, { landing: 'review' });
        const decisions = async (id: string) =>
          (await other.results.filesOf(id)).files.flatMap(({ hunks }) => hunks.map(({ decision }) => decision));
        assert.deepEqual(await decisions(runId), ['accepted', 'rejected']);
        await other.results.decideHunks(runId, [demanded ?? ''], 'undecided');
        assert.deepEqual(await decisions(runId), ['undecided', 'rejected']);
        const { keptAs = '' } = await engine.runs.runAll({ contract: CONTRACT, force: true });
        assert.notEqual(keptAs, runId);
        assert.deepEqual(await decisions(keptAs), ['undecided']);
      },
    ));
});

describe('applying a result without landing it', () => {
  it('[EDIT-4] writes the accepted changes and makes no commit and no record', () =>
    withReview({}, async ({ workspace, engine, runId, review }) => {
      const [, comment] = idsOf(review, 'src/main.ts');
      const own = MAIN.replace('last = 9', 'last = 8');
      workspace.write({ 'src/main.ts': own });
      const head = workspace.git('rev-parse', 'HEAD');
      const written = await engine.results.applyWithoutLanding(runId, { only: [comment ?? ''] });
      assert.deepEqual([written.conflicts, written.files], [[], ['src/main.ts']]);
      assert.equal(workspace.read('src/main.ts'), own.replace('// between', '// in the middle'));
      assert.equal(workspace.git('rev-parse', 'HEAD'), head);
      assert.equal((await engine.results.pending()).length, 1);
      await engine.results.closeApplied(runId);
      assert.deepEqual(await engine.results.pending(), []);
      assert.equal(await engine.results.resolutionOf(runId), 'applied');
      assert.equal((await engine.checks.check(CONTRACT)).chunks[0]?.verdict, 'unsatisfied');
    }));

  it('[EDIT-4] is planned against unsaved text, and writes nothing itself', () =>
    withReview({}, async ({ workspace, engine, runId }) => {
      const unsaved = MAIN.replace('last = 9', 'last = 8');
      const before = workspace.state();
      const plan = await engine.results.planWrites(runId, new Map([['src/main.ts', Buffer.from(unsaved)]]));
      assert.deepEqual(plan.conflicts, []);
      const [only] = plan.writes;
      assert.equal(only?.path, 'src/main.ts');
      assert.equal(Buffer.from(only.before?.bytes ?? []).toString(), unsaved);
      assert.equal(Buffer.from(only.after?.bytes ?? []).toString(), RESULT.replace('last = 9', 'last = 8'));
      assert.deepEqual(workspace.state(), before);
      const same = MAIN.replace('first = 1', 'first = 12');
      const conflict = await engine.results.planWrites(runId, new Map([['src/main.ts', Buffer.from(same)]]));
      assert.match(conflict.conflicts[0]?.reason ?? '', /changed the same or adjacent lines/);
      assert.deepEqual(conflict.writes, []);
    }));
});
