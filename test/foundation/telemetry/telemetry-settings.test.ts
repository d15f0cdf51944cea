import assert from 'node:assert/strict';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { readTelemetrySettings } from '../../../src/foundation/telemetry/telemetry-settings.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };

describe('the settings of telemetry', () => {
  it('are absent without an endpoint, or if OpenTelemetry is turned off', () => {
    for (const environment of [
      {},
      { OTEL_EXPORTER_OTLP_ENDPOINT: ' ', OTEL_EXPORTER_OTLP_HEADERS: 'malformed' },
      { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' },
      { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' },
    ]) {
      assert.equal(readTelemetrySettings(environment), undefined, JSON.stringify(environment));
    }
  });

  it('add the path of a signal to the common endpoint, and use an endpoint of one signal as it is', () => {
    const settings = readTelemetrySettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/',
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://127.0.0.1:9999/write',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a%2Cb, x-team=shop',
      OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'x-team=metrics',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=ci',
    });
    assert.deepEqual(settings, {
      traces: {
        url: 'https://collector.example/otlp/v1/traces',
        headers: { authorization: 'Bearer a,b', 'x-team': 'shop' },
      },
      metrics: {
        url: 'http://127.0.0.1:9999/write',
        headers: { authorization: 'Bearer a,b', 'x-team': 'metrics' },
      },
      timeoutMs: 3_000,
      resource: { 'deployment.environment.name': 'ci', 'service.name': 'holdfast' },
    });
  });

  it('can be only traces, with a shorter limit and the name of a service', () => {
    const settings = readTelemetrySettings({
      ...ENDPOINT,
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
      OTEL_SERVICE_NAME: 'nightly',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other',
    });
    assert.ok(settings);
    assert.equal(settings.metrics, undefined);
    assert.equal(settings.traces?.url, 'http://localhost:4318/v1/traces');
    assert.deepEqual([settings.timeoutMs, settings.resource], [500, { 'service.name': 'nightly' }]);
  });

  it('name the variable that is wrong, without its value', () => {
    const cases: readonly (readonly [environment: Readonly<Record<string, string>>, message: RegExp])[] = [
      [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'user:secret@host' }, /OTEL_EXPORTER_OTLP_ENDPOINT is not an HTTP address/],
      [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /the protocol "grpc" is not supported/],
      [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, /OTEL_EXPORTER_OTLP_HEADERS is malformed/],
      [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'a=secret%' }, /OTEL_EXPORTER_OTLP_HEADERS is malformed/],
    ];
    for (const [environment, message] of cases) {
      assert.throws(
        () => readTelemetrySettings(environment),
        (thrown) => {
          assert.ok(thrown instanceof HoldfastError && thrown.code === 'configuration' && thrown.hint !== undefined);
          assert.match(thrown.message, message);
          assert.doesNotMatch(thrown.message + thrown.hint, /secret/);
          return true;
        },
      );
    }
  });
});
