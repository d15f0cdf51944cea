import { HoldfastError } from '../shared/errors.ts';
import { ENVIRONMENT_VARIABLES, settingsFromEnvironment } from './environment.ts';
import { SETTING_NAMES, type SettingName } from './setting-names.ts';
import { CONFIGURATION_FILE, settingsSchema, type LANDING_MODES, type Settings } from './settings.ts';

export interface Limits {
  /** Attempts per chunk; the lowest of this, the chunk's and its gates' wins. */
  readonly maxAttempts: number | undefined;
  /** Model calls per attempt. */
  readonly maxSteps: number;
  /** US dollars per run; undefined: no limit. */
  readonly maxCostUsd: number | undefined;
  readonly attemptTimeoutSeconds: number;
  readonly stallTimeoutSeconds: number;
  readonly commandTimeoutSeconds: number;
}

/** Where a value came from, in the order in which they win. */
export type SourceKind = 'flag' | 'editor' | 'environment' | 'file' | 'default';

export interface ValueSource {
  readonly kind: SourceKind;
  /** For people: `--max-cost`, `HOLDFAST_MODEL`, `holdfast.model`, `holdfast.config.yaml`, `default`. */
  readonly name: string;
}

/** What a run works under. Keys and other secrets are never part of it. */
export interface Configuration {
  /** `provider:model` */
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly prices: { readonly inputPerMillion: number; readonly outputPerMillion: number } | undefined;
  readonly limits: Limits;
  readonly landing: (typeof LANDING_MODES)[number];
  /** Globs of contract files and of shared gate files. */
  readonly contracts: readonly string[];
  readonly gates: readonly string[];
  readonly attempt: { readonly setup: readonly string[]; readonly copy: readonly string[] };
  readonly commitHooks: boolean;
  readonly jobs: number;
  readonly replay: string | undefined;
  readonly record: string | undefined;
  /** Where each value came from, by its dotted name (`limits.maxSteps`). */
  readonly sources: Readonly<Record<SettingName, ValueSource>>;
}

export interface ConfigurationInput {
  /** Options of the command line that were given. */
  readonly flags?: Settings;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The editor's settings that were set by somebody; defaults of the editor are left out. */
  readonly editor?: Settings;
  readonly file?: Settings;
  /** How results land where nobody says: `commit` on the command line, `review` in the editor. */
  readonly defaultLanding?: (typeof LANDING_MODES)[number];
}

export const DEFAULT_CONTRACT_GLOBS: readonly string[] = ['**/*.contract.{yaml,yml,json}'];
export const DEFAULT_GATE_GLOBS: readonly string[] = ['**/*.gate.{yaml,yml,json}'];

interface Layer {
  readonly kind: Exclude<SourceKind, 'default'>;
  readonly settings: Settings;
}

/**
 * One configuration of all sources: flags win over the editor's settings, those over the environment, the environment
 * over the file. An address holds only for the provider, and prices only for the model, that its source names, so that
 * another model is never called at the wrong place or counted at the wrong price.
 * @throws HoldfastError `configuration` for values that cannot be used.
 */
export function resolveConfiguration(input: ConfigurationInput): Configuration {
  const layers: readonly Layer[] = [
    { kind: 'flag', settings: checked('the options', input.flags) },
    { kind: 'editor', settings: checked("the editor's settings", input.editor) },
    { kind: 'environment', settings: settingsFromEnvironment(input.environment ?? {}) },
    { kind: 'file', settings: input.file ?? {} },
  ];
  const sources = {} as Record<SettingName, ValueSource>;
  for (const name of SETTING_NAMES) sources[name] = { kind: 'default', name: 'default' };
  const pick = <T>(name: SettingName, of: (settings: Settings) => T | undefined, from = layers): T | undefined => {
    for (const { kind, settings } of from) {
      const value = of(settings);
      if (value === undefined) continue;
      sources[name] = { kind, name: sourceName(kind, name) };
      return value;
    }
    return undefined;
  };

  const model = pick('model', (settings) => settings.model?.trim());
  const sameProvider = layers.filter(({ settings }) => speaksOf(settings.model, model, providerOf));
  const sameModel = layers.filter(({ settings }) => speaksOf(settings.model, model, (name) => name));
  return {
    model,
    baseUrl: pick('baseUrl', (settings) => settings.baseUrl, sameProvider),
    prices: pick('prices', (settings) => settings.prices, sameModel),
    limits: {
      maxAttempts: pick('limits.maxAttempts', ({ limits }) => limits?.maxAttempts),
      maxSteps: pick('limits.maxSteps', ({ limits }) => limits?.maxSteps) ?? 40,
      maxCostUsd: pick('limits.maxCostUsd', ({ limits }) => limits?.maxCostUsd),
      attemptTimeoutSeconds: pick('limits.attemptTimeoutSeconds', ({ limits }) => limits?.attemptTimeoutSeconds) ?? 900,
      stallTimeoutSeconds: pick('limits.stallTimeoutSeconds', ({ limits }) => limits?.stallTimeoutSeconds) ?? 120,
      commandTimeoutSeconds: pick('limits.commandTimeoutSeconds', ({ limits }) => limits?.commandTimeoutSeconds) ?? 300,
    },
    landing: pick('landing', (settings) => settings.landing) ?? input.defaultLanding ?? 'commit',
    contracts: pick('contracts', (settings) => settings.contracts) ?? DEFAULT_CONTRACT_GLOBS,
    gates: pick('gates', (settings) => settings.gates) ?? DEFAULT_GATE_GLOBS,
    attempt: {
      setup: pick('attempt.setup', ({ attempt }) => attempt?.setup) ?? [],
      copy: pick('attempt.copy', ({ attempt }) => attempt?.copy) ?? [],
    },
    commitHooks: pick('commitHooks', (settings) => settings.commitHooks) ?? false,
    jobs: pick('jobs', (settings) => settings.jobs) ?? 1,
    replay: pick('replay', (settings) => settings.replay),
    record: pick('record', (settings) => settings.record),
    sources,
  };
}

function checked(what: string, settings: Settings | undefined): Settings {
  const parsed = settingsSchema.safeParse(settings ?? {});
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`);
  throw new HoldfastError('configuration', `Failed to read ${what}: ${mistakes.join('; ')}`, {
    hint: 'Correct the values that are named.',
  });
}

/** Whether what stands beside a model in one source is meant for the model that is used. */
function speaksOf(named: string | undefined, used: string | undefined, part: (model: string) => string): boolean {
  return named === undefined || used === undefined || part(named.trim()) === part(used);
}

function providerOf(model: string): string {
  return model.slice(0, Math.max(0, model.indexOf(':'))).trim();
}

function sourceName(kind: Exclude<SourceKind, 'default'>, setting: SettingName): string {
  switch (kind) {
    case 'flag':
      return 'command line';
    case 'editor':
      return `editor setting holdfast.${setting}`;
    case 'environment':
      return (
        ENVIRONMENT_VARIABLES.filter((one) => one.setting === setting || one.setting.startsWith(`${setting}.`))
          .map((one) => one.variable)
          .join(', ') || 'environment'
      );
    case 'file':
      return CONFIGURATION_FILE;
  }
}
