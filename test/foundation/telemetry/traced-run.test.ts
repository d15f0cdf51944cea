import assert from 'node:assert/strict';
import type { Engine } from '../../../src/engine.ts';
import {
  createHealthContract,
  createHealthFiles,
  INVALID_TYPES,
  textReply,
  VALID_TYPES,
  writeFileReply,
} from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';
import type { LoopbackServer } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { startOtlpCollector, type ReceivedSpan } from '../../servers/otlp-collector.ts';

const GATE = `    gates: [agreed]
gates: [{ id: agreed, severity: critical, command: node -e "0" }]
`;

const MODEL = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai-compatible',
  'gen_ai.request.model': 'test-model',
};

/** Runs all chunks, and closes the engine, as a process does at its end. */
async function runAll(
  workspace: Workspace,
  server: LoopbackServer,
  environment: NodeJS.ProcessEnv,
): Promise<readonly [Awaited<ReturnType<Engine['runs']['runAll']>>, readonly string[]]> {
  const log: string[] = [];
  const traced = {
    folder: workspace.folder,
    environment: () => ({ ...workspace.environment(server), ...environment }),
  };
  await using engine = openFolderEngine(traced, { server, landing: 'none', onLog: (line) => log.push(line) });
  const result = await engine.runs.runAll({ contract: 'health.contract.yaml' });
  return [result, log];
}

function describeTree(spans: readonly ReceivedSpan[]): readonly string[] {
  return spans.map(({ name, parent }) => `${name} < ${parent}`);
}

describe('a traced run', function () {
  this.timeout(60_000);

  it('sends a trace of the run, its chunks, attempts, gates and model calls, and their measures', async () => {
    using workspace = new Workspace({
      ...createHealthFiles(),
      'health.contract.yaml': createHealthContract({ more: GATE }),
      'holdfast.config.yaml': 'prices: { inputPerMillion: 10, outputPerMillion: 100 }\n',
    });
    await using server = await startOpenAiChatServer([
      writeFileReply(INVALID_TYPES),
      textReply('Done.'),
      writeFileReply(VALID_TYPES),
      textReply('Done.'),
    ]);
    await using collector = await startOtlpCollector();
    const [result, log] = await runAll(workspace, server, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-token',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=ci',
    });
    assert.equal(result.status, 'pass', JSON.stringify(result));
    assert.deepEqual(
      log.filter((line) => /telemetry/i.test(line)),
      [],
    );

    const spans = collector.spans();
    assert.deepEqual(describeTree(spans), [
      'chat test-model < holdfast.attempt',
      'chat test-model < holdfast.attempt',
      'holdfast.attempt < holdfast.chunk',
      'chat test-model < holdfast.attempt',
      'chat test-model < holdfast.attempt',
      'holdfast.gate < holdfast.attempt',
      'holdfast.attempt < holdfast.chunk',
      'holdfast.chunk < holdfast.run',
      'holdfast.run < undefined',
    ]);
    assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 1);
    const attributesOf = (name: string) =>
      spans.filter((span) => span.name === name).map(({ attributes }) => attributes);
    assert.deepEqual(attributesOf('holdfast.run'), [{ 'holdfast.spec': 'health-check', 'holdfast.status': 'pass' }]);
    assert.deepEqual(
      attributesOf('holdfast.attempt').map((one) => [one['holdfast.attempt'], one['holdfast.passed']]),
      [
        [1, false],
        [2, true],
      ],
    );
    assert.deepEqual(attributesOf('holdfast.gate'), [
      { 'holdfast.gate': 'agreed', 'holdfast.mode': 'blocking', 'holdfast.verdict': 'PASS' },
    ]);
    assert.deepEqual(attributesOf('chat test-model')[0], {
      ...MODEL,
      'holdfast.purpose': 'attempt',
      'holdfast.chunk': 'types',
      'holdfast.attempt': 1,
      'gen_ai.response.finish_reasons': ['tool-calls'],
      'gen_ai.usage.input_tokens': 1000,
      'gen_ai.usage.output_tokens': 100,
      'gen_ai.usage.cache_read.input_tokens': 0,
      'holdfast.cost_usd': 0.02,
    });

    const measures = collector.measures();
    const sumOf = (name: string, type?: string) =>
      measures.find((one) => one.name === name && one.attributes['gen_ai.token.type'] === type)?.sum;
    assert.deepEqual(
      [sumOf('gen_ai.client.token.usage', 'input'), sumOf('gen_ai.client.token.usage', 'output')],
      [4200, 220],
    );
    assert.equal(sumOf('holdfast.client.cost')?.toFixed(4), '0.0640');
    const duration = measures.find(({ name }) => name === 'gen_ai.client.operation.duration');
    assert.deepEqual([duration?.unit, duration?.attributes], ['s', MODEL]);

    assert.deepEqual(collector.resources()[0], { 'deployment.environment.name': 'ci', 'service.name': 'holdfast' });
    assert.ok(collector.requests.every(({ headers }) => headers.authorization === 'Bearer collector-token'));
    // Neither prompts nor answers, code, messages, paths or keys.
    const sent = collector.requests.map(({ text }) => text).join('\n');
    assert.doesNotMatch(sent, /HealthCheck|src\/health|Done\.|Must export|sk-loopback|Declare the result/);
    assert.ok(!sent.includes(workspace.folder));
  });

  it('reports failed calls by their category, without a message, and no estimated tokens', async () => {
    using workspace = new Workspace(createHealthFiles({ maxAttempts: 1 }));
    await using server = await startOpenAiChatServer([{ status: 401, body: { error: { message: 'secret detail' } } }]);
    await using collector = await startOtlpCollector();
    const [result] = await runAll(workspace, server, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    assert.equal(result.status, 'aborted');
    const call = collector.spans().find(({ name }) => name === 'chat test-model');
    assert.deepEqual([call?.failed, call?.message, call?.attributes['error.type']], [true, undefined, '401']);
    assert.equal(collector.measures().find(({ name }) => name.endsWith('duration'))?.attributes['error.type'], '401');
    assert.doesNotMatch(collector.requests.map(({ text }) => text).join(), /secret detail/);
  });

  it('sends no estimated tokens for an interrupted answer, which is a span like its retry', async () => {
    using workspace = new Workspace(createHealthFiles());
    const replies = [{ text: 'Half an answer', truncate: true }, writeFileReply(VALID_TYPES), textReply('Done.')];
    await using server = await startOpenAiChatServer(replies);
    await using collector = await startOtlpCollector();
    const [result] = await runAll(workspace, server, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    assert.equal(result.status, 'pass');
    const calls = collector.spans().filter(({ name }) => name === 'chat test-model');
    assert.deepEqual(
      calls.map(({ failed, attributes }) => [failed, attributes['gen_ai.usage.input_tokens']]),
      [
        [true, undefined],
        [false, 1000],
        [false, 1100],
      ],
    );
    const input = collector.measures().find(({ attributes }) => attributes['gen_ai.token.type'] === 'input');
    assert.equal(input?.sum, 2100);
  });

  const passing = [writeFileReply(VALID_TYPES), textReply('Done.')];

  it('passes although the collector is away, and says so once without credentials', async () => {
    using workspace = new Workspace(createHealthFiles());
    await using server = await startOpenAiChatServer(passing);
    const collector = await startOtlpCollector();
    await collector[Symbol.asyncDispose]();
    const [result, log] = await runAll(workspace, server, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.replace('://', '://user:password@'),
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    });
    assert.equal(result.status, 'pass');
    const reported = log.filter((line) => /telemetry/.test(line));
    assert.equal(reported.length, 1, log.join('\n'));
    assert.match(
      reported[0] ?? '',
      /^warning: Failed to send telemetry to http:\/\/127\.0\.0\.1:\d+\/v1\/\w+: ECONNREFUSED\. Nothing else is affected\./,
    );
    assert.doesNotMatch(log.join('\n'), /password/);
  });

  it('ends although the collector never answers', async () => {
    using workspace = new Workspace(createHealthFiles());
    await using server = await startOpenAiChatServer(passing);
    await using collector = await startOtlpCollector({ stall: 'at-once' });
    const [result, log] = await runAll(workspace, server, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    });
    assert.equal(result.status, 'pass');
    assert.match(log.join('\n'), /the collector did not accept it in time/);
  });

  it('reports the status of a collector that refuses, without its answer', async () => {
    using workspace = new Workspace(createHealthFiles());
    await using server = await startOpenAiChatServer(passing);
    await using collector = await startOtlpCollector({ status: 403, body: 'the token collector-token is unknown' });
    const [, log] = await runAll(workspace, server, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    assert.match(log.join('\n'), /Failed to send telemetry to .*: HTTP status 403\./);
    assert.doesNotMatch(log.join('\n'), /collector-token/);
  });

  it('passes with a malformed configuration, which turns telemetry off', async () => {
    using workspace = new Workspace(createHealthFiles());
    await using server = await startOpenAiChatServer(passing);
    const [result, log] = await runAll(workspace, server, { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost' });
    assert.equal(result.status, 'pass');
    assert.match(log.join('\n'), /OTEL_EXPORTER_OTLP_ENDPOINT is not an HTTP address\. .* Telemetry is off\./);
  });
});
