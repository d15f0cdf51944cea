import { delimiter } from 'node:path';
import { HoldfastError } from '../../foundation/errors.ts';
import { settingsSchema, type Settings } from './settings.ts';

/** An environment variable, the setting that it sets, and the type of its value. */
interface EnvironmentVariable {
  readonly variable: string;
  readonly setting: string;
  /** `paths`: a list, separated like PATH. */
  readonly kind: 'text' | 'number' | 'boolean' | 'paths';
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
  { variable: 'HOLDFAST_CONFINEMENT', setting: 'confinement', kind: 'text' },
  { variable: 'HOLDFAST_CONFINEMENT_READ', setting: 'confinementRead', kind: 'paths' },
  { variable: 'HOLDFAST_CONFINEMENT_WRITE', setting: 'confinementWrite', kind: 'paths' },
  { variable: 'HOLDFAST_JOBS', setting: 'jobs', kind: 'number' },
  { variable: 'HOLDFAST_FORGE', setting: 'forge.kind', kind: 'text' },
  // GitHub Actions sets these two.
  { variable: 'GITHUB_REPOSITORY', setting: 'forge.repository', kind: 'text' },
  { variable: 'GITHUB_API_URL', setting: 'forge.apiUrl', kind: 'text' },
  { variable: 'HOLDFAST_SCENARIOS_FOLDER', setting: 'scenarios.folder', kind: 'text' },
  { variable: 'HOLDFAST_REPLAY', setting: 'replay', kind: 'text' },
  { variable: 'HOLDFAST_RECORD', setting: 'record', kind: 'text' },
];

/**
 * Reads settings from environment variables. An empty variable counts as unset.
 *
 * @throws HoldfastError `configuration` that lists every invalid variable, so that no limit is ignored silently
 */
export function readEnvironmentSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const settings: Record<string, unknown> = {};
  for (const { variable, setting, kind } of ENVIRONMENT_VARIABLES) {
    const text = environment[variable]?.trim();
    if (text === undefined || text === '') continue;
    setValue(settings, setting.split('.'), parseValue(text, kind));
  }
  const parsed = settingsSchema.safeParse(settings);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => {
    const setting = issue.path.map(String).join('.');
    const source = ENVIRONMENT_VARIABLES.find((entry) => entry.setting === setting);
    return `${source?.variable ?? setting}: ${issue.message}`;
  });
  throw new HoldfastError('configuration', `Failed to read the environment: ${errors.join('; ')}`, {
    hint: 'Correct the variables or unset them.',
  });
}

function setValue(settings: Record<string, unknown>, [first = '', second]: readonly string[], value: unknown): void {
  if (second === undefined) {
    settings[first] = value;
    return;
  }
  settings[first] = { ...(settings[first] as object | undefined), [second]: value };
}

function parseValue(text: string, kind: EnvironmentVariable['kind']): unknown {
  switch (kind) {
    case 'text':
      return text;
    case 'number':
      // An invalid number stays a string, which the schema rejects.
      return Number.isNaN(Number(text)) ? text : Number(text);
    case 'paths':
      return text.split(delimiter).filter((item) => item !== '');
    case 'boolean':
      return /^(?:1|true|yes|on)$/i.test(text) ? true : /^(?:0|false|no|off)$/i.test(text) ? false : text;
  }
}
