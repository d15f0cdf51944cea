import { HoldfastError } from '../shared/errors.ts';
import { settingsSchema, type Settings } from './settings.ts';

/** A variable of the environment, the setting that it gives, and how its text is read. */
interface EnvironmentVariable {
  readonly variable: string;
  readonly setting: string;
  readonly kind: 'text' | 'number' | 'boolean';
}

export const ENVIRONMENT_VARIABLES: readonly EnvironmentVariable[] = [
  { variable: 'HOLDFAST_MODEL', setting: 'model', kind: 'text' },
  { variable: 'HOLDFAST_BASE_URL', setting: 'baseUrl', kind: 'text' },
  { variable: 'HOLDFAST_PRICE_INPUT', setting: 'prices.inputPerMillion', kind: 'number' },
  { variable: 'HOLDFAST_PRICE_OUTPUT', setting: 'prices.outputPerMillion', kind: 'number' },
  { variable: 'HOLDFAST_MAX_ATTEMPTS', setting: 'limits.maxAttempts', kind: 'number' },
  { variable: 'HOLDFAST_MAX_STEPS', setting: 'limits.maxSteps', kind: 'number' },
  { variable: 'HOLDFAST_MAX_COST', setting: 'limits.maxCostUsd', kind: 'number' },
  { variable: 'HOLDFAST_ATTEMPT_TIMEOUT', setting: 'limits.attemptTimeoutSeconds', kind: 'number' },
  { variable: 'HOLDFAST_STALL_TIMEOUT', setting: 'limits.stallTimeoutSeconds', kind: 'number' },
  { variable: 'HOLDFAST_COMMAND_TIMEOUT', setting: 'limits.commandTimeoutSeconds', kind: 'number' },
  { variable: 'HOLDFAST_LANDING', setting: 'landing', kind: 'text' },
  { variable: 'HOLDFAST_COMMIT_HOOKS', setting: 'commitHooks', kind: 'boolean' },
  { variable: 'HOLDFAST_JOBS', setting: 'jobs', kind: 'number' },
  { variable: 'HOLDFAST_REPLAY', setting: 'replay', kind: 'text' },
  { variable: 'HOLDFAST_RECORD', setting: 'record', kind: 'text' },
];

/**
 * The settings that the environment gives. An empty variable counts as absent.
 * @throws HoldfastError `configuration` naming every variable that cannot be read: a limit is never dropped silently.
 */
export function settingsFromEnvironment(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given: Record<string, unknown> = {};
  for (const { variable, setting, kind } of ENVIRONMENT_VARIABLES) {
    const text = environment[variable]?.trim();
    if (text === undefined || text === '') continue;
    place(given, setting.split('.'), valueOf(text, kind));
  }
  const parsed = settingsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.map((issue) => {
    const setting = issue.path.map(String).join('.');
    const source = ENVIRONMENT_VARIABLES.find((one) => one.setting === setting);
    return `${source?.variable ?? setting}: ${issue.message}`;
  });
  throw new HoldfastError('configuration', `Failed to read the environment: ${mistakes.join('; ')}`, {
    hint: 'Correct the variables or unset them.',
  });
}

function place(given: Record<string, unknown>, [first = '', second]: readonly string[], value: unknown): void {
  if (second === undefined) {
    given[first] = value;
    return;
  }
  given[first] = { ...(given[first] as object | undefined), [second]: value };
}

function valueOf(text: string, kind: EnvironmentVariable['kind']): unknown {
  switch (kind) {
    case 'text':
      return text;
    case 'number':
      // What is no number stays a text, which the schema then refuses.
      return Number.isNaN(Number(text)) ? text : Number(text);
    case 'boolean':
      return /^(?:1|true|yes|on)$/i.test(text) ? true : /^(?:0|false|no|off)$/i.test(text) ? false : text;
  }
}
