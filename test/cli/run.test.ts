import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ChunkRunResult } from '../../src/run/report/run-result.ts';
import { startAnthropicServer } from '../servers/anthropic.ts';
import type { RecordedRequest } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import {
  createHealthFiles,
  VALID_TYPES,
  textReply,
  TYPES_FILE,
  INVALID_TYPES,
  writeFileReply,
} from './support/health-check.ts';
import { callHoldfast, runHoldfast, startHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const RUN = ['run', 'health.contract.yaml', '--chunk', 'types', '--format', 'json'];

function parseResult(stdout: string): ChunkRunResult {
  return JSON.parse(stdout) as ChunkRunResult;
}

/** Returns the user messages of a request. Both protocols store them in `messages`. */
function readUserTexts(request: RecordedRequest): string[] {
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

describe('holdfast run with a loopback model', () => {
  it('[ENF-RETRY-5] passes in the first attempt, commits only the files of the chunk and records the run', async () => {
    using workspace = new Workspace(createHealthFiles());
    workspace.write({ 'src/main.ts': 'export const answer = 43;\n', 'notes.txt': 'notes\n', 'ignored.txt': 'x\n' });
    const before = workspace.state();
    await using server = await startOpenAiChatServer([writeFileReply(VALID_TYPES), textReply('Done.')]);
    const run = await runHoldfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const result = parseResult(run.stdout);
    assert.equal(result.status, 'pass');
    assert.equal(result.attempts.length, 1);
    assert.deepEqual(result.landed?.files, [TYPES_FILE]);
    assert.equal(workspace.git('log', '-1', '--format=%s'), 'chunk: Health check types');
    assert.equal(workspace.git('rev-parse', 'HEAD'), result.landed.commit);
    assert.equal(workspace.git('show', '--name-only', '--format='), TYPES_FILE);
    assert.equal(workspace.read(TYPES_FILE), VALID_TYPES);
    assert.equal(workspace.git('status', '--porcelain'), 'M src/main.ts\n?? notes.txt');
    const after = workspace.state();
    for (const file of ['src/main.ts', 'notes.txt', 'ignored.txt', '.git/HEAD'])
      assert.equal(after[file], before[file]);
    const history = await callHoldfast(workspace.folder, ['history', '--format', 'json'], workspace.environment());
    const { runs } = JSON.parse(history.stdout) as { runs: { chunk: string; status: string; inputTokens: number }[] };
    assert.deepEqual(
      runs.map(({ chunk, status, inputTokens }) => ({ chunk, status, inputTokens })),
      [{ chunk: 'types', status: 'pass', inputTokens: 2100 }],
    );
  });

  it('[ENF-RETRY-1] [ENF-CTX-4] passes in the second attempt, whose prompt contains expected and actual', async () => {
    using workspace = new Workspace(createHealthFiles());
    await using server = await startOpenAiChatServer([
      writeFileReply(INVALID_TYPES),
      textReply('Done.'),
      writeFileReply(VALID_TYPES),
      textReply('Done.'),
    ]);
    const run = await callHoldfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const result = parseResult(run.stdout);
    assert.deepEqual(
      result.attempts.map((attempt) => attempt.validation.passed),
      [false, true],
    );
    const [failed] = result.attempts;
    assert.equal(failed?.validation.retryable, true);
    assert.equal(failed.validation.retryContext?.attempt, 2);
    const second = server.requests[2];
    assert.ok(second !== undefined);
    const texts = readUserTexts(second);
    assert.equal(texts.length, 1, 'an attempt has one user message');
    assert.match(texts[0] ?? '', /attempt 2 of 3/i);
    assert.match(texts[0] ?? '', /Must export the HealthCheckResult type/);
    assert.match(texts[0] ?? '', /expected:.*src\/health\/types\.ts exports HealthCheckResult/i);
    assert.match(texts[0] ?? '', /actual:.*HealthCheckStatus/i);
    assert.equal(readUserTexts(server.requests[3]!).length, 1);
  });

  it('[ENF-RETRY-4] [ENF-RETRY-2] fails after three attempts, lists all failures and leaves the tree unchanged', async () => {
    using workspace = new Workspace(createHealthFiles());
    workspace.write({ 'src/main.ts': 'export const answer = 1;\n', 'ignored.txt': 'ignored\n' });
    workspace.git('add', 'src/main.ts');
    workspace.write({ 'src/main.ts': 'export const answer = 2;\n' });
    const before = workspace.state();
    await using server = await startOpenAiChatServer([
      ...[writeFileReply(INVALID_TYPES), textReply('Done.')],
      ...[writeFileReply(`${INVALID_TYPES}export type Other = string;\n`), textReply('Done.')],
      ...[writeFileReply('export {};\n'), textReply('Done.')],
    ]);
    const run = await callHoldfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 1, run.stderr);
    const result = parseResult(run.stdout);
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

  it('ends a stalled stream, retries and then reports the error', async () => {
    using workspace = new Workspace(createHealthFiles());
    const before = workspace.state();
    await using server = await startOpenAiChatServer(() => ({ text: 'Let me think', stall: 'after-text' }));
    const run = await callHoldfast(workspace.folder, RUN, {
      ...workspace.environment(server),
      HOLDFAST_STALL_TIMEOUT: '0.2',
    });
    assert.equal(run.code, 2, run.stdout + run.stderr);
    assert.match(run.stderr, /0\.2 s|stall|sent nothing/i);
    const { status, error, attempts } = parseResult(run.stdout);
    assert.deepEqual([status, error?.code, attempts], ['aborted', 'model', []]);
    assert.match(error?.message ?? '', /0\.2 s|stall|sent nothing/i);
    assert.deepEqual(workspace.state(), before);
  });

  it('retries after a 429 response, returns invalid tool calls to the model, and passes in the same attempt', async () => {
    using workspace = new Workspace(createHealthFiles());
    await using server = await startOpenAiChatServer([
      { status: 429, headers: { 'retry-after-ms': '5' }, body: { error: { message: 'slow down' } } },
      { toolCalls: [{ name: 'write_file', rawArguments: '{"path": "src/health' }], usage: { input: 1, output: 1 } },
      { toolCalls: [{ name: 'write_the_file', input: { path: TYPES_FILE } }], usage: { input: 1, output: 1 } },
      writeFileReply(VALID_TYPES),
      textReply('Done.'),
    ]);
    const run = await callHoldfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stderr, /Retrying in/);
    assert.equal(parseResult(run.stdout).attempts.length, 1);
  });

  it('fails if the model claims success without writing a file', async () => {
    using workspace = new Workspace(createHealthFiles());
    const before = workspace.state();
    await using server = await startOpenAiChatServer(() => textReply('I have created HealthCheckResult. All done!'));
    const run = await callHoldfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 1, run.stderr);
    const result = parseResult(run.stdout);
    assert.equal(result.status, 'fail');
    assert.deepEqual(
      result.attempts.map((attempt) => attempt.stopReason),
      ['no-change', 'no-change', 'no-change'],
    );
    assert.deepEqual(workspace.state(), before);
  });

  it("[ENF-RETRY-1] passes in the second attempt with Anthropic's protocol", async () => {
    using workspace = new Workspace(createHealthFiles());
    await using server = await startAnthropicServer([
      writeFileReply(INVALID_TYPES),
      textReply('Done.'),
      writeFileReply(VALID_TYPES),
      textReply('Done.'),
    ]);
    const run = await callHoldfast(workspace.folder, RUN, workspace.environment(server, 'anthropic'));
    assert.equal(run.code, 0, run.stderr);
    assert.equal(parseResult(run.stdout).attempts.length, 2);
    assert.match(readUserTexts(server.requests[2]!)[0] ?? '', /HealthCheckStatus/);
  });

  it('refuses writes that the chunk does not allow, with the reason for the model and in the report', async () => {
    using workspace = new Workspace(createHealthFiles());
    await using server = await startOpenAiChatServer([
      writeFileReply('export const answer = 0;\n', 'src/main.ts'),
      writeFileReply('hello', '../outside.txt'),
      writeFileReply(VALID_TYPES),
      textReply('Done.'),
    ]);
    const run = await callHoldfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const [attempt] = parseResult(run.stdout).attempts;
    assert.deepEqual(
      attempt?.refusedWrites.map((refused) => refused.path),
      ['src/main.ts', '../outside.txt'],
    );
    assert.equal(workspace.read('src/main.ts'), 'export const answer = 42;\n');
    assert.equal(existsSync(join(workspace.folder, '..', 'outside.txt')), false);
    assert.match(
      server.requests[1]!.text,
      /src\/main\.ts was not written\. the contract allows changes only to these files/,
    );
  });

  it('[EDIT-8] [ENF-VAL-18] stops for a build that fails before; if allowed, retries it with its output and says so', async () => {
    using workspace = new Workspace({
      ...createHealthFiles({ build: 'node build.mjs' }),
      'build.mjs': `import { readFileSync } from 'node:fs';
let text = '';
try { text = readFileSync('${TYPES_FILE}', 'utf8'); } catch {}
if (!text.includes('boolean')) { console.error('types must mention boolean'); process.exit(3); }
`,
    });
    const withoutBoolean = VALID_TYPES.replace('boolean', 'string');
    await using server = await startOpenAiChatServer([
      writeFileReply(withoutBoolean),
      textReply('Done.'),
      writeFileReply(VALID_TYPES),
      textReply('Done.'),
    ]);
    const stopped = await callHoldfast(workspace.folder, RUN.slice(0, -2), workspace.environment(server));
    assert.equal(stopped.code, 1, stopped.stderr);
    assert.match(stopped.stdout, /failing_build: .*build command "node build\.mjs" exited with 3: types must mention/);
    assert.match(stopped.stdout, /--allow-failing-build/);
    assert.equal(server.requests.length, 0);
    const args = [...RUN, '--allow-failing-build'];
    const run = await callHoldfast(workspace.folder, args, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const [first, second] = parseResult(run.stdout).attempts;
    assert.equal(first?.validation.buildPassed, false);
    assert.match(first.validation.buildOutput ?? '', /types must mention boolean/);
    assert.ok(first.validation.problems.some((problem) => /before/.test(problem.message)));
    assert.equal(second?.validation.buildPassed, true);
    assert.match(readUserTexts(server.requests[2]!)[0] ?? '', /types must mention boolean/);
  });

  it('[ENF-GATE-1] [ENF-GATE-2] [ENF-GATE-3] [ENF-GATE-4] reports all blockers together without calling the model', async () => {
    const more = `  - id: check
    title: checkHealth
    dependsOn: [types, nothing]
    consumes: [HealthCheckResult]
    assertions:
      - { message: exists, check: { type: file_exists, target: src/check.ts } }
`;
    using workspace = new Workspace(createHealthFiles({ more }));
    const before = workspace.state();
    await using server = await startOpenAiChatServer([]);
    const args = ['run', 'health.contract.yaml', '--chunk', 'check', '--format', 'json'];
    const run = await callHoldfast(workspace.folder, args, workspace.environment(server));
    assert.equal(run.code, 1, run.stderr);
    const result = parseResult(run.stdout);
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

  it('[EDIT-7] names each placeholder of a template with its line, without calling the model', async () => {
    const files = createHealthFiles();
    const text = (files['health.contract.yaml'] ?? '').replace('title: Health check types', "title: 'TODO: a title'");
    using workspace = new Workspace({ ...files, 'health.contract.yaml': text });
    await using server = await startOpenAiChatServer([]);
    const run = await callHoldfast(workspace.folder, RUN.slice(0, 4), workspace.environment(server));
    assert.equal(run.code, 1, run.stderr);
    const line = text.split('\n').findIndex((content) => content.includes('TODO: a title')) + 1;
    assert.ok(
      run.stdout.includes(`placeholder: health.contract.yaml:${line}: chunks[0].title is still the placeholder`),
      run.stdout,
    );
    assert.equal(server.requests.length, 0);
  });

  it('[ENF-RETRY-6] cancels immediately, exits with 130 and leaves the workspace unchanged', async () => {
    using workspace = new Workspace(createHealthFiles());
    const before = workspace.state();
    await using server = await startOpenAiChatServer([
      writeFileReply(VALID_TYPES),
      { text: 'still thinking', stall: 'after-text' },
    ]);
    const started = startHoldfast(workspace.folder, RUN, workspace.environment(server));
    await server.reached(2);
    started.process.kill('SIGINT');
    const run = await started.finished;
    assert.equal(run.code, 130, run.stderr);
    assert.equal(parseResult(run.stdout).status, 'cancelled');
    await server.requests[1]!.abandoned;
    assert.deepEqual(workspace.state(), before);
  });

  it('rejects a cost limit for a model with an unknown price, before the first call', async () => {
    using workspace = new Workspace(createHealthFiles());
    await using server = await startOpenAiChatServer([]);
    const run = await callHoldfast(workspace.folder, [...RUN, '--max-cost', '1'], workspace.environment(server));
    assert.equal(run.code, 2, run.stdout);
    assert.match(run.stderr, /price/);
    const { error } = parseResult(run.stdout);
    assert.match(error?.message ?? '', /price/);
    assert.ok(run.stderr.includes(error?.hint ?? 'a hint'), run.stderr);
    assert.equal(server.requests.length, 0);
  });

  it('keeps the result without landing it with --apply none, and prints its ref', async () => {
    using workspace = new Workspace(createHealthFiles());
    const before = workspace.state();
    await using server = await startOpenAiChatServer([writeFileReply(VALID_TYPES), textReply('Done.')]);
    const args = ['run', 'health.contract.yaml', '--apply', 'none'];
    const run = await callHoldfast(workspace.folder, args, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stdout, /types: pass[^]*not landed[^]*refs\/holdfast\//);
    assert.deepEqual(workspace.state(), before);
    const [ref = ''] = workspace.git('for-each-ref', '--format=%(refname)', 'refs/holdfast/results').split('\n');
    assert.ok(run.stdout.includes(ref.slice(0, 'refs/holdfast/results/'.length + 8)), run.stdout);
    assert.equal(`${workspace.git('show', `${ref}:${TYPES_FILE}`)}\n`, VALID_TYPES);
  });

  it('works in a folder without git', async () => {
    using workspace = new Workspace(createHealthFiles(), { git: false });
    await using server = await startOpenAiChatServer([
      writeFileReply(INVALID_TYPES),
      textReply('Done.'),
      writeFileReply(VALID_TYPES),
      textReply('Done.'),
    ]);
    const run = await callHoldfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 0, run.stderr);
    const result = parseResult(run.stdout);
    assert.equal(result.landed?.commit, undefined);
    assert.equal(workspace.read(TYPES_FILE), VALID_TYPES);
    assert.equal(existsSync(join(workspace.folder, '.git')), false);
  });

  it('stops after the third attempt with the same failure', async () => {
    using workspace = new Workspace(createHealthFiles({ maxAttempts: 8 }));
    await using server = await startOpenAiChatServer((_, index) =>
      index % 2 === 0 ? writeFileReply(INVALID_TYPES) : textReply('Done.'),
    );
    const run = await callHoldfast(workspace.folder, RUN, workspace.environment(server));
    assert.equal(run.code, 1, run.stderr);
    const result = parseResult(run.stdout);
    assert.equal(result.attempts.length, 3);
    assert.match(result.reason ?? '', /the last 3 attempts failed with the same findings/);
  });
});
