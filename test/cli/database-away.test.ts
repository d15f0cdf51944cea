import assert from 'node:assert/strict';
import type { DoctorFinding, RunSummary } from '../../src/engine.ts';
import { ALL_ACCEPTED, toReply } from '../pipeline/executors/support/stage-replies.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { PostgresServer } from '../servers/postgres-server.ts';
import {
  createHealthContract,
  createHealthFiles,
  INVALID_TYPES,
  textReply,
  VALID_TYPES,
  writeFileReply,
} from './support/health-check.ts';
import { callHoldfast, runHoldfast, type ProcessResult } from './support/holdfast.ts';
import { PipelineWorkspace } from './pipeline/support/pipeline-workspace.ts';
import { Workspace } from './support/workspace.ts';

const RUN = ['run', 'health.contract.yaml', '--chunk', 'types'];

describe('A server of the shared history that is away', function () {
  this.timeout(120_000);
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  // A test that failed may have left the server stopped.
  beforeEach(() => server.restart());
  after(() => server[Symbol.asyncDispose]());

  function assertAway({ code, stdout, stderr }: ProcessResult): void {
    assert.equal(code, 2, stderr + stdout);
    assert.match(stderr, /Failed to [\w ]+ the shared history on postgresql:\/\/127\.0\.0\.1:\d+\/postgres: /);
    assert.match(stderr, /Nothing that was recorded is lost\. Start the server, or check HOLDFAST_DATABASE_URL/);
    assert.ok(!(stdout + stderr).includes(server.password));
  }

  it('[ENF-ACC-3] stops a run with exit code 2, keeps what was recorded, and the next run continues', async () => {
    using workspace = new Workspace(createHealthFiles());
    workspace.write({ 'health.contract.yaml': createHealthContract({ maxAttempts: 3 }) });
    const failed = [writeFileReply(INVALID_TYPES), textReply('Done.')];
    const passed = [writeFileReply(VALID_TYPES), textReply('Done.')];
    const replies = [...failed, ...passed, ...passed];
    await using model = await startOpenAiChatServer((_request, index) => {
      // The second attempt has begun, and the first one is recorded.
      if (index === 2) server.stopNow();
      return replies[index] ?? textReply('Done.');
    });
    const environment = { ...workspace.environment(model), HOLDFAST_DATABASE_URL: server.url };
    const before = workspace.state();
    // The next run finds that the process of this one has ended.
    assertAway(await runHoldfast(workspace.folder, RUN, environment));
    assert.deepEqual(workspace.state(), before);
    assertAway(await callHoldfast(workspace.folder, ['history'], environment));
    assertAway(await callHoldfast(workspace.folder, RUN, environment));

    await server.restart();
    const again = await callHoldfast(workspace.folder, RUN, environment);
    assert.equal(again.code, 0, again.stderr + again.stdout);
    const history = await callHoldfast(workspace.folder, ['history', '--format', 'json'], environment);
    const { runs } = JSON.parse(history.stdout) as { readonly runs: readonly RunSummary[] };
    assert.deepEqual(
      runs.map(({ status, attempts }) => [status, attempts]),
      [
        ['pass', 1],
        ['interrupted', 1],
      ],
    );
  });

  it('[PIPE-2] stops a step with exit code 2, and the next step continues without a loss in the audit', async () => {
    const [intake] = ALL_ACCEPTED;
    const { steps } = toReply(intake!);
    let calls = 0;
    await using model = await startOpenAiChatServer(() => {
      if (calls++ === 0) server.stopNow();
      return textReply(steps[0]!.text ?? '');
    });
    using scene = new PipelineWorkspace({
      environment: { ...modelEnvironment(model.baseUrl), HOLDFAST_DATABASE_URL: server.url },
    });
    const id = await scene.createItem(undefined, '--run');
    let step = await scene.run('step', id);
    for (let index = 0; calls === 0 && index < 5; index++) step = await scene.run('step', id);
    assertAway(step);
    assertAway(await scene.run('step', id));
    await server.restart();
    const { outcome, item } = await scene.step(id);
    assert.deepEqual([outcome, item?.progress?.stage], ['advanced', 'architecture']);
    const audit = await scene.run('item', 'audit', id);
    const entries = audit.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly kind: string; readonly sequence?: number });
    const sequences = entries.flatMap(({ sequence }) => sequence ?? []).sort((left, right) => left - right);
    assert.deepEqual(
      sequences,
      sequences.map((_, index) => index + 1),
    );
    assert.ok(sequences.length > 0);
  });

  it('is reported by doctor, with the schema and its version when it is reachable', async () => {
    using workspace = new Workspace({ 'src/main.ts': '' });
    const environment = { ...workspace.environment(), HOLDFAST_DATABASE_URL: server.url };
    const examine = async (): Promise<DoctorFinding> => {
      const run = await callHoldfast(workspace.folder, ['doctor', '--format', 'json'], environment);
      assert.ok(!(run.stdout + run.stderr).includes(server.password));
      const { findings } = JSON.parse(run.stdout) as { readonly findings: readonly DoctorFinding[] };
      return findings.find(({ subject }) => subject === 'history') ?? assert.fail(run.stdout);
    };
    const empty = await examine();
    assert.equal(empty.level, 'ok');
    assert.match(
      empty.message,
      /^postgresql:\/\/127\.0\.0\.1:\d+\/postgres \(PostgreSQL \d+[^)]*\)? .*is reachable; it has no tables of this repository yet/,
    );
    assert.equal((await callHoldfast(workspace.folder, ['item', 'new', '--title', 'x', '--run'], environment)).code, 0);
    await callHoldfast(workspace.folder, ['step', '1'], environment);
    const used = await examine();
    assert.match(used.message, /is reachable; the schema holdfast_[0-9a-f]{16} has the version \d{4}-[\w-]+$/);
    await server.stop();
    const away = await examine();
    assert.equal(away.level, 'error');
    assert.match(
      away.message,
      /^Failed to connect to the shared history on postgresql:\/\/127\.0\.0\.1:\d+\/postgres: /,
    );
    assert.match(away.hint ?? '', /Nothing that was recorded is lost\. Start the server/);
  });
});

function modelEnvironment(baseUrl: string): NodeJS.ProcessEnv {
  return {
    HOLDFAST_MODEL: 'openai-compatible:test-model',
    HOLDFAST_BASE_URL: baseUrl,
    HOLDFAST_API_KEY: 'sk-loopback-key',
  };
}
