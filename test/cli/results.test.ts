import assert from 'node:assert/strict';
import type { PendingResult, PendingFiles, AcceptedLanding } from '../../src/engine.ts';
import type { LoopbackServer, ScriptedReply } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { textReply } from './support/health-check.ts';
import { callHoldfast, runHoldfast, type ProcessResult } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const MAIN = ['export const first = 1;', '', '// between', '', 'export const last = 9;', ''].join('\n');
const RESULT = MAIN.replace('first = 1', 'first = 10').replace('// between', '// in the middle');

const CONTRACT = `version: 1
spec: { id: numbers, title: Numbers }
chunks:
  - id: ten
    title: Ten
    allowedFiles: [src/main.ts]
    assertions:
      - { message: first is ten, check: { type: pattern_match, target: src/main.ts, pattern: 'first = 10' } }
`;

const reply: ScriptedReply = {
  toolCalls: [{ name: 'write_file', input: { path: 'src/main.ts', content: RESULT } }],
  usage: { input: 10, output: 10 },
};

type Holdfast = (...args: string[]) => Promise<ProcessResult>;

/** @param test receives a command that runs in this process, and one that starts the built program */
async function withResult(
  test: (
    workspace: Workspace,
    holdfast: Holdfast,
    runId: string,
    start: Holdfast,
    server: LoopbackServer,
  ) => Promise<void>,
): Promise<void> {
  using workspace = new Workspace({
    'numbers.contract.yaml': CONTRACT,
    'src/main.ts': MAIN,
    'holdfast.config.yaml': 'landing: review\n',
  });
  await using server = await startOpenAiChatServer([reply, textReply('Done.')]);
  const holdfast: Holdfast = (...args) => callHoldfast(workspace.folder, args, workspace.environment(server));
  const start: Holdfast = (...args) => runHoldfast(workspace.folder, args, workspace.environment(server));
  const run = await holdfast('run', 'numbers.contract.yaml');
  assert.equal(run.code, 0, run.stdout + run.stderr);
  const { results } = JSON.parse((await holdfast('results', 'list', '--format', 'json')).stdout) as {
    results: readonly PendingResult[];
  };
  await test(workspace, holdfast, results[0]?.runId ?? '', start, server);
}

describe('holdfast results', () => {
  it('[EDIT-4] lists numbered changes, and lands those that are named after a check', () =>
    withResult(async (workspace, holdfast, runId, start) => {
      const shown = await start('results', 'show', runId.slice(0, 8));
      assert.equal(
        shown.stdout,
        `src/main.ts: modified, 2 changes
  1: line 1
    -export const first = 1;
    +export const first = 10;
  2: line 3
    -// between
    +// in the middle
`,
      );
      const failing = await holdfast('results', 'accept', runId, '--only', 'src/main.ts:2');
      assert.equal(failing.code, 1, failing.stderr);
      assert.match(
        failing.stdout,
        /Nothing was written\.\n.*conflict src\/main\.ts: Without the rejected changes, the assert "first is ten" fails/,
      );
      assert.equal(workspace.read('src/main.ts'), MAIN);
      const unknown = await holdfast('results', 'accept', runId, '--only', 'src/main.ts:3');
      assert.equal(unknown.code, 2);
      assert.match(unknown.stderr, /src\/main\.ts has no change "3"\.\nUse a number from 1 to 2/);
      const landed = await start(
        'results',
        'accept',
        runId,
        '--only',
        'src/main.ts:1',
        '--no-commit',
        '--format',
        'json',
      );
      assert.equal(landed.code, 0, landed.stderr);
      const report = JSON.parse(landed.stdout) as AcceptedLanding;
      assert.deepEqual([report.commit, report.part?.accepted.length, report.part?.rejected.length], [undefined, 1, 1]);
      assert.equal(workspace.read('src/main.ts'), MAIN.replace('first = 1', 'first = 10'));
      assert.equal(workspace.git('status', '--porcelain'), 'M src/main.ts');
      assert.equal((await start('results', 'list')).stdout, 'No result waits for review.\n');
    }));

  it('[EDIT-4] writes named changes without a check, and ends the review only with --close', () =>
    withResult(async (workspace, holdfast, runId, start) => {
      const review = JSON.parse((await holdfast('results', 'show', runId, '--format', 'json')).stdout) as PendingFiles;
      const [, comment] = review.files[0]?.hunks ?? [];
      const applied = await holdfast('results', 'accept', runId, '--apply', '--only', comment?.id ?? '');
      assert.equal(applied.code, 0, applied.stderr);
      assert.match(applied.stdout, /written, not committed: src\/main\.ts/);
      assert.equal(workspace.read('src/main.ts'), MAIN.replace('// between', '// in the middle'));
      const closed = await holdfast('results', 'accept', runId, '--apply', '--close');
      assert.equal(closed.code, 0, closed.stderr);
      assert.equal(workspace.read('src/main.ts'), RESULT);
      assert.equal(workspace.git('log', '--format=%s'), 'first');
      assert.equal((await start('results', 'discard', runId)).code, 2);
    }));

  it('[SESSION-2] gives a comment on a line of the result to the next run, until the person resolves it', () =>
    withResult(async (_workspace, holdfast, runId, _start, server) => {
      const comment = await holdfast('comment', 'src/main.ts:1', 'Ten is too many', '--result', runId.slice(0, 8));
      assert.equal(comment.code, 0, comment.stderr);
      const promptOf = async (): Promise<string> => {
        const earlier = server.requests.length;
        await holdfast('run', 'numbers.contract.yaml', '--force');
        return JSON.stringify(server.requests[earlier]?.body);
      };
      assert.match(await promptOf(), /src\/main\.ts:1: export const first = 10;[^"]*Ten is too many/);
      await holdfast('comments', 'resolve', comment.stdout.slice(0, 8));
      assert.doesNotMatch(await promptOf(), /Ten is too many/);
    }));

  it('[EDIT-1] says that the contract of a commit is not in git, as long as it is not', () =>
    withResult(async (workspace, holdfast, runId) => {
      workspace.git('rm', '--quiet', '--cached', 'numbers.contract.yaml');
      workspace.git('commit', '--quiet', '-m', 'Leave the contract out');
      const accepted = await holdfast('results', 'accept', runId);
      assert.equal(accepted.code, 0, accepted.stderr);
      assert.match(accepted.stdout, /numbers\.contract\.yaml is in no commit of this branch\. Commit it, too/);
      assert.match(workspace.git('status', '--porcelain'), /^\?\? numbers\.contract\.yaml$/m);
      workspace.git('add', 'numbers.contract.yaml');
      workspace.git('commit', '--quiet', '-m', 'Add the contract');
      const again = await holdfast('run', 'numbers.contract.yaml', '--force', '--apply', 'commit');
      assert.doesNotMatch(again.stdout, /in no commit/);
    }));
});
