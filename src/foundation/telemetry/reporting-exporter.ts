import { systemErrorCode } from '../system-error.ts';
import { withoutCredentials } from './telemetry-settings.ts';

/** The result of an export, as OpenTelemetry defines it: 0 is a success. */
interface ExportResult {
  readonly code: number;
  readonly error?: Error;
}

interface Exporter<Data> {
  export(data: Data, done: (result: ExportResult) => void): void;
}

/** Reports failed exports of one telemetry once, because each later export fails for the same reason. */
export class ExportFailures {
  readonly #warn: (message: string) => void;
  #isReported = false;

  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  /** Makes an exporter report its first failure. */
  watch<Data, Watched extends Exporter<Data>>(exporter: Watched & Exporter<Data>, url: string): Watched {
    const send = exporter.export.bind(exporter);
    exporter.export = (data, done) =>
      send(data, (result) => {
        if (result.code !== 0) this.#report(url, result.error);
        done(result);
      });
    return exporter;
  }

  #report(url: string, error: Error | undefined): void {
    if (this.#isReported) return;
    this.#isReported = true;
    this.#warn(
      `Failed to send telemetry to ${withoutCredentials(url)}: ${describe(error)}. Nothing else is affected. ` +
        'Start the collector, or unset OTEL_EXPORTER_OTLP_ENDPOINT.',
    );
  }
}

/** The answer of a server is not shown: it can repeat what was sent. */
function describe(error: Error | undefined): string {
  const code = systemErrorCode(error);
  if (code !== undefined) return code;
  const status = error !== undefined && 'code' in error ? error.code : undefined;
  return typeof status === 'number' ? `HTTP status ${status}` : 'the collector did not accept it in time';
}
