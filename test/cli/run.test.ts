import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ChunkRunResult } from '../../src/run/result.ts';
import { startAnthropicServer } from '../servers/anthropic.ts';
import type { RecordedRequest } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { healthFiles, RIGHT, says, TYPES_FILE, WRONG, writes } from './support/health-check.ts';
import { holdfast, startHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const RUN = ['run', 'health.contract.yaml', '--chunk', 'types', '--format', 'json'];

function resultOf(stdout: string): ChunkRunResult {
  return JSON.parse(stdout) as ChunkRunResult;
}

/** The texts of the user's messages of a request, which both protocols keep under `messages`. */
function userTexts(request: RecordedRequest): string[] {
  const messages = request.body['messages'] as { role: string; content: unknown }[];
  return messages
    .filter((message) => message.role === 'user')
    .flatMap((message) =>
      typeof message.content === 'string'
        ? [message.content]
        : (message.content as { type: string; text?: string }[]).flatMap((part) =>
            part.type === 'text' ? [part.text ?? ''] : [],
          ),
    );
}

describe('holdfast run against a model on loopback', () => {
  it('[ENF-RETRY-5] passes at the first try, commits exactly the chunk and records it', async () => {
    using workspace = new Workspace(healthFiles());
    workspace.write({ 'src/main.ts': 'export const answer = 43;\n', 'notes.txt': 'mine\n', 'ignored.txt': 'x\n' });
    const before = workspace.state();
    await using server = await startOpenAiChatServer([writes(RIGHT), says('Done.')]);
    const run = await holdfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const result = resultOf(run.stdout);
    assert.equal(result.status, 'pass');
    assert.equal(result.attempts.length, 1);
    assert.deepEqual(result.landed?.files, [TYPES_FILE]);
    assert.equal(workspace.git('log', '-1', '--format=%s'), 'chunk: Health check types');
    assert.equal(workspace.git('rev-parse', 'HEAD'), result.landed.commit);
    assert.equal(workspace.git('show', '--name-only', '--format='), TYPES_FILE);
    assert.equal(workspace.read(TYPES_FILE), RIGHT);
    assert.equal(workspace.git('status', '--porcelain'), 'M src/main.ts\n?? notes.txt');
    const after = workspace.state();
    for (const file of ['src/main.ts', 'notes.txt', 'ignored.txt', '.git/HEAD'])
      assert.equal(after[file], before[file]);
    const history = await holdfast(workspace.folder, ['history', '--format', 'json'], workspace.environment());
    const { runs } = JSON.parse(history.stdout) as { runs: { chunk: string; status: string; inputTokens: number }[] };
    assert.deepEqual(
      runs.map(({ chunk, status, inputTokens }) => ({ chunk, status, inputTokens })),
      [{ chunk: 'types', status: 'pass', inputTokens: 2100 }],
    );
  });

  it('[ENF-RETRY-1] [ENF-CTX-4] passes at the second attempt, whose prompt tells expected and actual', async () => {
    using workspace = new Workspace(healthFiles());
    await using server = await startOpenAiChatServer([writes(WRONG), says('Done.'), writes(RIGHT), says('Done.')]);
    const run = await holdfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const result = resultOf(run.stdout);
    assert.deepEqual(
      result.attempts.map((attempt) => attempt.validation.passed),
      [false, true],
    );
    const [failed] = result.attempts;
    assert.equal(failed?.validation.retryable, true);
    assert.equal(failed.validation.retryContext?.attempt, 2);
    const second = server.requests[2];
    assert.ok(second !== undefined);
    const texts = userTexts(second);
    assert.equal(texts.length, 1, 'an attempt begins with one user message and adds none');
    assert.match(texts[0] ?? '', /attempt 2 of 3/i);
    assert.match(texts[0] ?? '', /Must export the HealthCheckResult type/);
    assert.match(texts[0] ?? '', /expected:.*HealthCheckResult exported by src\/health\/types\.ts/i);
    assert.match(texts[0] ?? '', /actual:.*HealthCheckStatus/i);
    assert.equal(userTexts(server.requests[3]!).length, 1);
  });

  it('[ENF-RETRY-4] [ENF-RETRY-2] fails after three with everything listed, and the tree byte for byte unchanged', async () => {
    using workspace = new Workspace(healthFiles());
    workspace.write({ 'src/main.ts': 'export const answer = 1;\n', 'ignored.txt': 'kept\n' });
    workspace.git('add', 'src/main.ts');
    workspace.write({ 'src/main.ts': 'export const answer = 2;\n' });
    const before = workspace.state();
    await using server = await startOpenAiChatServer([
      ...[writes(WRONG), says('Done.')],
      ...[writes(`${WRONG}export type Other = string;\n`), says('Done.')],
      ...[writes('export {};\n'), says('Done.')],
    ]);
    const run = await holdfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 1, run.stderr);
    const result = resultOf(run.stdout);
    assert.equal(result.status, 'fail');
    assert.equal(result.attempts.length, 3);
    for (const attempt of result.attempts) {
      const failed = attempt.validation.assertResults.filter((one) => !one.passed);
      assert.equal(failed.length, 2);
      for (const one of failed) assert.ok(one.expected !== undefined && one.actual !== undefined);
    }
    assert.deepEqual(workspace.state(), before);
    assert.equal(server.requests.length, 6);
  });

  it('waits out a 429 and passes', async () => {
    using workspace = new Workspace(healthFiles());
    await using server = await startOpenAiChatServer([
      { status: 429, headers: { 'retry-after-ms': '5' }, body: { error: { message: 'slow down' } } },
      writes(RIGHT),
      says('Done.'),
    ]);
    const run = await holdfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stderr, /trying again/);
  });

  it('ends a stream that stalls, tries again and then says so', async () => {
    using workspace = new Workspace(healthFiles());
    const before = workspace.state();
    await using server = await startOpenAiChatServer(() => ({ text: 'Let me think', stall: 'after-text' }));
    const run = await holdfast(workspace.folder, RUN, {
      ...workspace.environment(server),
      HOLDFAST_STALL_TIMEOUT: '0.2',
    });
    assert.equal(run.code, 2, run.stdout + run.stderr);
    assert.match(run.stderr, /0\.2 s|stall|sent nothing/i);
    const { status, error, attempts } = resultOf(run.stdout);
    assert.deepEqual([status, error?.code, attempts], ['aborted', 'model', []]);
    assert.match(error?.message ?? '', /0\.2 s|stall|sent nothing/i);
    assert.deepEqual(workspace.state(), before);
  });

  it('feeds malformed tool calls back and goes on', async () => {
    using workspace = new Workspace(healthFiles());
    await using server = await startOpenAiChatServer([
      { toolCalls: [{ name: 'write_file', rawArguments: '{"path": "src/health' }], usage: { input: 1, output: 1 } },
      { toolCalls: [{ name: 'write_the_file', input: { path: TYPES_FILE } }], usage: { input: 1, output: 1 } },
      writes(RIGHT),
      says('Done.'),
    ]);
    const run = await holdfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    assert.equal(resultOf(run.stdout).attempts.length, 1);
  });

  it('does not believe a model that only talks', async () => {
    using workspace = new Workspace(healthFiles());
    const before = workspace.state();
    await using server = await startOpenAiChatServer(() => says('I have created HealthCheckResult. All done!'));
    const run = await holdfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 1, run.stderr);
    const result = resultOf(run.stdout);
    assert.equal(result.status, 'fail');
    assert.deepEqual(
      result.attempts.map((attempt) => attempt.stopReason),
      ['no-change', 'no-change', 'no-change'],
    );
    assert.deepEqual(workspace.state(), before);
  });

  it("[ENF-RETRY-1] passes at the second attempt through Anthropic's protocol", async () => {
    using workspace = new Workspace(healthFiles());
    await using server = await startAnthropicServer([writes(WRONG), says('Done.'), writes(RIGHT), says('Done.')]);
    const run = await holdfast(workspace.folder, RUN, workspace.environment(server, 'anthropic'));
    assert.equal(run.code, 0, run.stderr);
    assert.equal(resultOf(run.stdout).attempts.length, 2);
    assert.match(userTexts(server.requests[2]!)[0] ?? '', /HealthCheckStatus/);
  });

  it('refuses what the chunk may not write, tells the model why and reports it', async () => {
    using workspace = new Workspace(healthFiles());
    await using server = await startOpenAiChatServer([
      writes('export const answer = 0;\n', 'src/main.ts'),
      writes('hello', '../outside.txt'),
      writes(RIGHT),
      says('Done.'),
    ]);
    const run = await holdfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const [attempt] = resultOf(run.stdout).attempts;
    assert.deepEqual(
      attempt?.refusedWrites.map((refused) => refused.path),
      ['src/main.ts', '../outside.txt'],
    );
    assert.equal(workspace.read('src/main.ts'), 'export const answer = 42;\n');
    assert.equal(existsSync(join(workspace.folder, '..', 'outside.txt')), false);
    assert.match(
      server.requests[1]!.text,
      /src\/main\.ts was not written\. the contract allows to write only these files/,
    );
  });

  it('[ENF-VAL-18] retries a failed build with its output, and tells a failure that was there before', async () => {
    using workspace = new Workspace({
      ...healthFiles({ build: 'node build.mjs' }),
      'build.mjs': `import { readFileSync } from 'node:fs';
let text = '';
try { text = readFileSync('${TYPES_FILE}', 'utf8'); } catch {}
if (!text.includes('boolean')) { console.error('types must speak of a boolean'); process.exit(3); }
`,
    });
    const lacking = RIGHT.replace('boolean', 'string');
    await using server = await startOpenAiChatServer([writes(lacking), says('Done.'), writes(RIGHT), says('Done.')]);
    const run = await holdfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const [first, second] = resultOf(run.stdout).attempts;
    assert.equal(first?.validation.buildPassed, false);
    assert.match(first.validation.buildOutput ?? '', /types must speak of a boolean/);
    assert.ok(first.validation.problems.some((problem) => /before/.test(problem.message)));
    assert.equal(second?.validation.buildPassed, true);
    assert.match(userTexts(server.requests[2]!)[0] ?? '', /types must speak of a boolean/);
  });

  it('[ENF-GATE-1] [ENF-GATE-2] [ENF-GATE-3] [ENF-GATE-4] reports every blocker at once without calling the model', async () => {
    const more = `  - id: check
    title: checkHealth
    dependsOn: [types, nothing]
    consumes: [HealthCheckResult]
    assertions:
      - { message: exists, check: { type: file_exists, target: src/check.ts } }
`;
    using workspace = new Workspace(healthFiles({ more }));
    const before = workspace.state();
    await using server = await startOpenAiChatServer([]);
    const args = ['run', 'health.contract.yaml', '--chunk', 'check', '--format', 'json'];
    const run = await holdfast(workspace.folder, args, workspace.environment(server));
    assert.equal(run.code, 1, run.stderr);
    const result = resultOf(run.stdout);
    assert.equal(result.status, 'blocked');
    assert.deepEqual(result.blockedBy?.map((blocker) => blocker.type).sort(), [
      'failed_chunk',
      'missing_dependency',
      'missing_export',
    ]);
    assert.ok(result.blockedBy.some((blocker) => blocker.details.includes('Health check types')));
    assert.match(run.stderr, /blocked/);
    assert.equal(server.requests.length, 0);
    assert.deepEqual(workspace.state(), before);
  });

  it('[ENF-RETRY-6] cancels at once, ends with 130 and leaves the workspace as it was', async () => {
    using workspace = new Workspace(healthFiles());
    const before = workspace.state();
    await using server = await startOpenAiChatServer([writes(RIGHT), { text: 'still thinking', stall: 'after-text' }]);
    const started = startHoldfast(workspace.folder, RUN, workspace.environment(server));
    await server.reached(2);
    started.process.kill('SIGINT');
    const run = await started.finished;
    assert.equal(run.code, 130, run.stderr);
    assert.equal(resultOf(run.stdout).status, 'cancelled');
    await server.requests[1]!.abandoned;
    assert.deepEqual(workspace.state(), before);
  });

  it('refuses a cost limit with a model whose price nobody knows, before the first call', async () => {
    using workspace = new Workspace(healthFiles());
    await using server = await startOpenAiChatServer([]);
    const run = await holdfast(workspace.folder, [...RUN, '--max-cost', '1'], workspace.environment(server));
    assert.equal(run.code, 2, run.stdout);
    assert.match(run.stderr, /price/);
    const { error } = resultOf(run.stdout);
    assert.match(error?.message ?? '', /price/);
    assert.ok(run.stderr.includes(error?.hint ?? 'a hint'), run.stderr);
    assert.equal(server.requests.length, 0);
  });

  it('keeps a result without landing it with --apply none', async () => {
    using workspace = new Workspace(healthFiles());
    const before = workspace.state();
    await using server = await startOpenAiChatServer([writes(RIGHT), says('Done.')]);
    const run = await holdfast(workspace.folder, [...RUN, '--apply', 'none'], workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const result = resultOf(run.stdout);
    assert.equal(result.landed, undefined);
    assert.deepEqual(workspace.state(), before);
    assert.equal(`${workspace.git('show', `refs/holdfast/${result.runId}:${TYPES_FILE}`)}\n`, RIGHT);
  });

  it('says in words that nothing has landed with --apply none, and where the result is', async () => {
    using workspace = new Workspace(healthFiles());
    await using server = await startOpenAiChatServer([writes(RIGHT), says('Done.')]);
    const args = ['run', 'health.contract.yaml', '--apply', 'none'];
    const run = await holdfast(workspace.folder, args, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stdout, /types: pass[^]*not landed[^]*refs\/holdfast\//);
  });

  it('works in a folder without git', async () => {
    using workspace = new Workspace(healthFiles(), { git: false });
    await using server = await startOpenAiChatServer([writes(WRONG), says('Done.'), writes(RIGHT), says('Done.')]);
    const run = await holdfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const result = resultOf(run.stdout);
    assert.equal(result.landed?.commit, undefined);
    assert.equal(workspace.read(TYPES_FILE), RIGHT);
    assert.equal(existsSync(join(workspace.folder, '.git')), false);
  });

  it('stops when the same failure comes back unchanged beyond the third attempt', async () => {
    using workspace = new Workspace(healthFiles({ maxAttempts: 8 }));
    await using server = await startOpenAiChatServer((_, index) => (index % 2 === 0 ? writes(WRONG) : says('Done.')));
    const run = await holdfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 1, run.stderr);
    const result = resultOf(run.stdout);
    assert.equal(result.attempts.length, 3);
    assert.match(result.reason ?? '', /same failure/);
  });
});
