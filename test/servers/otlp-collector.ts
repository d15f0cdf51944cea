/** An OpenTelemetry collector on loopback that accepts OTLP over HTTP in JSON, and keeps what it received. */
import { startLoopbackServer, type RecordedRequest, type ScriptedReply } from './loopback-server.ts';

interface OtlpValue {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
  readonly boolValue?: boolean;
  readonly arrayValue?: { readonly values: readonly OtlpValue[] };
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}

interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly status: { readonly code?: number; readonly message?: string };
}

interface OtlpDataPoint {
  readonly attributes: readonly OtlpAttribute[];
  readonly sum?: number;
  readonly asDouble?: number;
  readonly count?: number;
}

interface OtlpMetric {
  readonly name: string;
  readonly unit: string;
  readonly histogram?: { readonly dataPoints: readonly OtlpDataPoint[] };
  readonly sum?: { readonly dataPoints: readonly OtlpDataPoint[] };
}

interface OtlpResource {
  readonly attributes: readonly OtlpAttribute[];
}

interface TraceRequest {
  readonly resourceSpans: readonly {
    readonly resource: OtlpResource;
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

interface MetricRequest {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly OtlpMetric[] }[];
  }[];
}

type Attributes = Readonly<Record<string, unknown>>;

export interface ReceivedSpan {
  readonly name: string;
  /** The name of the parent span; undefined for the first span of a trace. */
  readonly parent: string | undefined;
  readonly traceId: string;
  readonly attributes: Attributes;
  readonly failed: boolean;
  readonly message: string | undefined;
}

export interface ReceivedMeasure {
  readonly name: string;
  readonly unit: string;
  readonly attributes: Attributes;
  /** The sum of the values. */
  readonly sum: number | undefined;
}

export interface OtlpCollector extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** The spans in the order of their ends. */
  spans(): readonly ReceivedSpan[];
  /** The measures of the last request for each metric. */
  measures(): readonly ReceivedMeasure[];
  resources(): readonly Attributes[];
}

/** @param reply how each request is answered. Default: it is accepted. */
export async function startOtlpCollector(reply: ScriptedReply = {}): Promise<OtlpCollector> {
  const server = await startLoopbackServer(
    () => reply,
    '',
    (_, response) => void response.end('{}'),
  );
  const readAll = (path: string) => server.requests.filter((request) => request.path === path).map(({ body }) => body);
  const readTraces = () =>
    (readAll('/v1/traces') as unknown as readonly TraceRequest[]).flatMap((one) => one.resourceSpans);
  return {
    url: server.baseUrl,
    requests: server.requests,
    spans() {
      const spans = readTraces().flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
      const names = new Map(spans.map(({ spanId, name }) => [spanId, name]));
      return spans.map(({ name, traceId, parentSpanId, attributes, status }) => ({
        name,
        parent: parentSpanId === undefined ? undefined : (names.get(parentSpanId) ?? 'unknown'),
        traceId,
        attributes: toRecord(attributes),
        failed: status.code === 2,
        message: status.message,
      }));
    },
    measures() {
      const last = (readAll('/v1/metrics') as unknown as readonly MetricRequest[]).at(-1);
      const metrics = last?.resourceMetrics.flatMap(({ scopeMetrics }) =>
        scopeMetrics.flatMap((scope) => scope.metrics),
      );
      return (metrics ?? []).flatMap(({ name, unit, histogram, sum }) =>
        (histogram ?? sum)!.dataPoints.map((point) => ({
          name,
          unit,
          attributes: toRecord(point.attributes),
          sum: point.sum ?? point.asDouble,
        })),
      );
    },
    resources: () => readTraces().map(({ resource }) => toRecord(resource.attributes)),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function toRecord(attributes: readonly OtlpAttribute[]): Attributes {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, toValue(value)]));
}

function toValue({ stringValue, intValue, doubleValue, boolValue, arrayValue }: OtlpValue): unknown {
  if (arrayValue !== undefined) return arrayValue.values.map(toValue);
  if (intValue !== undefined) return Number(intValue);
  return stringValue ?? doubleValue ?? boolValue;
}
