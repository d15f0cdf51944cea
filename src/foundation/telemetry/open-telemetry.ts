import { HoldfastError, messageOf } from '../errors.ts';
import { NO_TELEMETRY, type OpenedTelemetry } from './telemetry.ts';
import { readTelemetrySettings } from './telemetry-settings.ts';

const OFF: OpenedTelemetry = { telemetry: NO_TELEMETRY, close: () => Promise.resolve() };

export interface TelemetryOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly warn: (message: string) => void;
}

/**
 * Opens telemetry if the environment names an OTLP endpoint. Otherwise no code of OpenTelemetry is loaded. A mistake in its
 * configuration is reported and turns it off: other programs can be the reason for the variables, and no run depends on it.
 */
export async function openTelemetry({ environment, warn }: TelemetryOptions): Promise<OpenedTelemetry> {
  try {
    const settings = readTelemetrySettings(environment);
    if (settings === undefined) return OFF;
    const { openOtelTelemetry } = await import('./otel-telemetry.ts');
    return openOtelTelemetry(settings, warn);
  } catch (thrown) {
    const hint = thrown instanceof HoldfastError && thrown.hint !== undefined ? ` ${thrown.hint}` : '';
    warn(`${messageOf(thrown)}${hint} Telemetry is off.`);
    return OFF;
  }
}
