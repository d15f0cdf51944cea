import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Context, Meter, Span as OtelSpan, Tracer } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { HoldfastError } from '../errors.ts';
import type { ObserveCall, OpenedTelemetry, Span, SpanAttributes, SpanName, Telemetry } from './telemetry.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';
import { CallMeasures, callSpanName, requestAttributes, responseAttributes } from './call-measures.ts';
import { ExportFailures } from './reporting-exporter.ts';

const SCOPE = 'holdfast';

/** Sends traces and metrics with OTLP over HTTP. Nothing is registered globally, since the editor can have several engines. */
export function openOtelTelemetry(settings: TelemetrySettings, warn: (message: string) => void): OpenedTelemetry {
  const { traces, metrics, timeoutMs } = settings;
  const resource = resourceFromAttributes(settings.resource);
  const failures = new ExportFailures(warn);
  const limits = { timeoutMillis: timeoutMs };
  const spanProcessors = traces && [
    new BatchSpanProcessor({
      exporter: failures.watch(new OTLPTraceExporter({ ...traces, ...limits }), traces.url),
      exportTimeoutMillis: timeoutMs,
    }),
  ];
  const readers = metrics && [
    new PeriodicExportingMetricReader({
      exporter: failures.watch(new OTLPMetricExporter({ ...metrics, ...limits }), metrics.url),
      exportTimeoutMillis: timeoutMs,
    }),
  ];
  const tracing = new TracerProvider({ resource, spanProcessors: spanProcessors ?? [] });
  const metering = new MeterProvider({ resource, readers: readers ?? [] });
  return {
    telemetry: new OtelTelemetry(tracing.getTracer(SCOPE), metering.getMeter(SCOPE)),
    async close() {
      // A failure was reported, and there is nothing else to do about it.
      await Promise.allSettled([tracing.shutdown(), metering.shutdown()]);
    },
  };
}

class OtelTelemetry implements Telemetry {
  readonly #tracer: Tracer;
  readonly #measures: CallMeasures;
  /** The span that is active, by asynchronous call. */
  readonly #active = new AsyncLocalStorage<Context>();

  constructor(tracer: Tracer, meter: Meter) {
    this.#tracer = tracer;
    this.#measures = new CallMeasures(meter);
  }

  async inSpan<Result>(
    name: SpanName,
    attributes: SpanAttributes,
    work: (span: Span) => Promise<Result>,
  ): Promise<Result> {
    const parent = this.#context();
    const span = this.#tracer.startSpan(`holdfast.${name}`, { attributes: toAttributes(attributes) }, parent);
    try {
      return await this.#active.run(trace.setSpan(parent, span), () =>
        work({ set: (more) => void span.setAttributes(toAttributes(more)) }),
      );
    } catch (thrown) {
      setFailed(span, thrown instanceof HoldfastError ? thrown.code : 'internal');
      throw thrown;
    } finally {
      span.end();
    }
  }

  observeCalls(): ObserveCall {
    const parent = this.#context();
    return (call) => {
      const startedAt = performance.now();
      const { maxOutputTokens } = call;
      const attributes = {
        ...requestAttributes(call),
        ...(maxOutputTokens === undefined ? {} : { 'gen_ai.request.max_tokens': maxOutputTokens }),
        ...toAttributes(call.attributes),
      };
      const span = this.#tracer.startSpan(callSpanName(call), { kind: SpanKind.CLIENT, attributes }, parent);
      return (end) => {
        span.setAttributes(responseAttributes(end));
        if (end.errorType !== undefined) setFailed(span, end.errorType);
        span.end();
        this.#measures.record(call, end, (performance.now() - startedAt) / 1000);
      };
    };
  }

  #context(): Context {
    return this.#active.getStore() ?? ROOT_CONTEXT;
  }
}

/** Marks a span as failed, without the message of the error: it can contain code or output. */
function setFailed(span: OtelSpan, errorType: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', errorType);
}

function toAttributes(attributes: SpanAttributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[`holdfast.${name}`, value]])),
  );
}
