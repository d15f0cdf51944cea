import { HoldfastError } from '../errors.ts';

/** Where traces or metrics are sent. */
export interface SignalTarget {
  readonly url: string;
  /** Can contain credentials. Never shown or logged. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface TelemetrySettings {
  readonly traces: SignalTarget | undefined;
  readonly metrics: SignalTarget | undefined;
  /** How long the collector may take to accept data, in milliseconds. */
  readonly timeoutMs: number;
  readonly resource: Readonly<Record<string, string>>;
}

type Environment = Readonly<Record<string, string | undefined>>;
type Signal = 'traces' | 'metrics';

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const PROTOCOLS: ReadonlySet<string> = new Set(['http/json', 'http/protobuf']);
/** A process waits at its end until the collector has answered, so the wait is short. */
const MAX_TIMEOUT_MS = 3_000;

/**
 * Reads the variables that OpenTelemetry defines.
 *
 * @returns undefined if no endpoint is configured, or everything is turned off
 * @throws HoldfastError `configuration` with the variable that is wrong. The message contains no value with credentials.
 */
export function readTelemetrySettings(environment: Environment): TelemetrySettings | undefined {
  const read = (name: string): string | undefined => {
    const value = environment[name]?.trim();
    return value === '' ? undefined : value;
  };
  if (read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined;
  const traces = readTarget('traces', read);
  const metrics = readTarget('metrics', read);
  if (traces === undefined && metrics === undefined) return undefined;
  const resource = readPairs('OTEL_RESOURCE_ATTRIBUTES', read);
  const service = read('OTEL_SERVICE_NAME') ?? resource['service.name'] ?? 'holdfast';
  return { traces, metrics, timeoutMs: readTimeout(read), resource: { ...resource, 'service.name': service } };
}

type Read = (name: string) => string | undefined;

function readTarget(signal: Signal, read: Read): SignalTarget | undefined {
  const name = signal.toUpperCase();
  if (read(`OTEL_${name}_EXPORTER`) === 'none') return undefined;
  const own = `OTEL_EXPORTER_OTLP_${name}_ENDPOINT`;
  const variable = read(own) === undefined ? ENDPOINT : own;
  const value = read(variable);
  if (value === undefined) return undefined;
  const protocol = read(`OTEL_EXPORTER_OTLP_${name}_PROTOCOL`) ?? read('OTEL_EXPORTER_OTLP_PROTOCOL');
  if (protocol !== undefined && !PROTOCOLS.has(protocol)) {
    throw new HoldfastError('configuration', `Failed to send ${signal}: the protocol "${protocol}" is not supported.`, {
      hint: 'Set OTEL_EXPORTER_OTLP_PROTOCOL to http/json, and the endpoint to the HTTP port of the collector (4318).',
    });
  }
  const url = parseEndpoint(value, variable);
  // The endpoint of one signal is used as it is. The common one is a base.
  if (variable === ENDPOINT) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/${signal}`;
  const headers = {
    ...readPairs('OTEL_EXPORTER_OTLP_HEADERS', read),
    ...readPairs(`OTEL_EXPORTER_OTLP_${name}_HEADERS`, read),
  };
  return { url: url.href, headers };
}

function parseEndpoint(value: string, variable: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  // The value can contain a password, so it is not shown.
  throw new HoldfastError('configuration', `Failed to send telemetry: ${variable} is not an HTTP address.`, {
    hint: 'Set it to the address of an OpenTelemetry collector, for example http://localhost:4318.',
  });
}

/** Reads `key=value,key=value` with percent-encoded values. */
function readPairs(variable: string, read: Read): Readonly<Record<string, string>> {
  const pairs: Record<string, string> = {};
  for (const pair of (read(variable) ?? '').split(',')) {
    if (pair.trim() === '') continue;
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    const value = decode(pair.slice(equals + 1).trim());
    if (equals < 0 || name === '' || value === undefined) {
      throw new HoldfastError('configuration', `Failed to send telemetry: ${variable} is malformed.`, {
        hint: 'Write it as name=value,name=value. Encode commas and percent signs in values, for example %2C.',
      });
    }
    pairs[name] = value;
  }
  return pairs;
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

function readTimeout(read: Read): number {
  const value = Number(read('OTEL_EXPORTER_OTLP_TIMEOUT') ?? MAX_TIMEOUT_MS);
  return Number.isFinite(value) && value > 0 ? Math.min(value, MAX_TIMEOUT_MS) : MAX_TIMEOUT_MS;
}

/** A URL without user, password and query. */
export function withoutCredentials(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
