import assert from 'node:assert/strict';
import { PipelineWorkspace } from './support/pipeline-workspace.ts';
import { startOtlpCollector } from '../../servers/otlp-collector.ts';

const AUTO = 'gates: { architecture: auto, interfaces: auto, planning: auto }\n';

const DOCUMENT_STAGES = ['intake', 'architecture', 'interfaces', 'planning'];
const SUB_ITEM_STAGES = ['generation', 'scenarios', 'review'];

describe('the steps of a work item', function () {
  this.timeout(120_000);

  it('are traced by the command line: stages, attempts and model calls, without the text of the item', async () => {
    await using collector = await startOtlpCollector();
    using scene = new PipelineWorkspace({
      files: { '.holdfast/pipeline.yaml': AUTO },
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    });
    const id = await scene.createItem('The canary in the text of an item.', '--run');
    const watched = await scene.run('watch', '--once');
    assert.equal(watched.code, 0, watched.stderr);
    assert.doesNotMatch(watched.stderr, /telemetry/i);

    const spans = collector.spans();
    const steps = spans.filter(({ name }) => name === 'holdfast.step');
    assert.ok(steps.length > 1);
    for (const step of steps) {
      assert.equal(step.parent, undefined);
      assert.deepEqual([step.attributes['holdfast.item'], step.attributes['holdfast.forge']], [id, 'local']);
    }
    assert.equal(steps[0]?.attributes['holdfast.outcome'], 'advanced');
    const stages = spans.filter(({ name }) => name === 'holdfast.stage');
    assert.deepEqual(
      stages.map(({ parent, attributes }) => `${String(attributes['holdfast.stage'])} < ${parent}`),
      [...DOCUMENT_STAGES, ...SUB_ITEM_STAGES, ...SUB_ITEM_STAGES].map((stage) => `${stage} < holdfast.step`),
    );
    assert.deepEqual(
      stages.flatMap(({ attributes }) => attributes['holdfast.sub_item'] ?? []),
      ['types', 'create'].flatMap((subItem) => SUB_ITEM_STAGES.map(() => subItem)),
    );
    const calls = spans.filter(({ name }) => name.startsWith('chat '));
    const purposeOf = (attributes: Readonly<Record<string, unknown>>) => String(attributes['holdfast.purpose']);
    assert.deepEqual(
      [...new Set(calls.map(({ attributes, parent }) => `${purposeOf(attributes)} < ${parent}`))],
      [
        ...DOCUMENT_STAGES.map((stage) => `${stage} < holdfast.stage`),
        'attempt < holdfast.attempt',
        ...['quality', 'architecture', 'security'].map((pass) => `review-${pass} < holdfast.stage`),
      ],
    );
    const chunks = spans.filter(({ name }) => name === 'holdfast.chunk');
    assert.deepEqual(
      chunks.map(({ parent, attributes }) => [parent, attributes['holdfast.status']]),
      chunks.map(() => ['holdfast.stage', 'pass']),
    );
    assert.equal(chunks.length, 2);
    assert.doesNotMatch(collector.requests.map(({ text }) => text).join('\n'), /canary|Invoices|createInvoice/);
  });

  it('end with their own exit code although the collector never answers', async () => {
    await using collector = await startOtlpCollector({ stall: 'at-once' });
    using scene = new PipelineWorkspace({
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-token=canary-token' },
    });
    const id = await scene.createItem(undefined, '--run');
    const step = await scene.run('step', id, '--format', 'json');
    assert.equal(step.code, 0, step.stderr);
    assert.equal((JSON.parse(step.stdout) as { outcome: string }).outcome, 'advanced');
    assert.equal(step.stderr.match(/Failed to send telemetry/g)?.length, 1, step.stderr);
    assert.doesNotMatch(step.stdout + step.stderr, /canary-token/);
    assert.equal(collector.requests[0]?.headers['x-token'], 'canary-token');
  });
});
