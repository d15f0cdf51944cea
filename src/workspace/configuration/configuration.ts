import { HoldfastError } from '../../foundation/errors.ts';
import type { ConfinementMode } from '../confinement/confinement-rules.ts';
import { ENVIRONMENT_VARIABLES, readEnvironmentSettings } from './environment.ts';
import { SETTING_NAMES, type SettingName } from './setting-names.ts';
import { CONFIGURATION_FILE, settingsSchema, type LANDING_MODES, type Settings } from './settings.ts';

export interface Limits {
  /** Attempts per chunk; `undefined` for no limit. The lowest limit of the configuration, the chunk and its gates applies. */
  readonly maxAttempts: number | undefined;
  /** Model calls per attempt. */
  readonly maxSteps: number;
  /** US dollars per run; `undefined` for no limit. */
  readonly maxCostUsd: number | undefined;
  readonly attemptTimeoutSeconds: number;
  readonly stallTimeoutSeconds: number;
  readonly commandTimeoutSeconds: number;
}

/** The kinds of sources of a value, in order of precedence. */
export type SourceKind = 'flag' | 'editor' | 'environment' | 'file' | 'default';

export interface ValueSource {
  readonly kind: SourceKind;
  /** A label for the user: `command line`, `HOLDFAST_MODEL`, `editor setting holdfast.model`, `holdfast.config.yaml`, … */
  readonly name: string;
}

/** The effective configuration of a run. Contains no keys or other secrets. */
export interface Configuration {
  /** `provider:model` */
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly prices: { readonly inputPerMillion: number; readonly outputPerMillion: number } | undefined;
  readonly limits: Limits;
  readonly landing: (typeof LANDING_MODES)[number];
  /** Globs of contract files. */
  readonly contracts: readonly string[];
  /** Globs of shared gate files. */
  readonly gates: readonly string[];
  /** Globs of plans of other tools. Each active one is a contract in memory. */
  readonly plans: readonly string[];
  readonly attempt: { readonly setup: readonly string[]; readonly copy: readonly string[] };
  /** Names of variables that commands and validators receive in addition to the allow list. */
  readonly environment: readonly string[];
  readonly confinement: {
    readonly mode: ConfinementMode;
    /** Paths that confined commands may read. Never from the file of the workspace. */
    readonly read: readonly string[];
    /** Paths that confined commands may write. Never from the file of the workspace. */
    readonly write: readonly string[];
  };
  readonly commitHooks: boolean;
  readonly jobs: number;
  /** The forge of the pipeline. What is absent has a default that depends on the repository. */
  readonly forge: NonNullable<Settings['forge']>;
  /** `folder`: absolute, or starts with `~/`. Absent if the scenarios are in the repository. */
  readonly scenarios: NonNullable<Settings['scenarios']>;
  /** What the judgement of a change tells. */
  readonly change: { readonly structure: 'on' | 'off'; readonly unproved: 'on' | 'off' };
  readonly replay: string | undefined;
  readonly record: string | undefined;
  /** The source of each value, by its dotted name (`limits.maxSteps`). */
  readonly sources: Readonly<Record<SettingName, ValueSource>>;
}

export interface ConfigurationInput {
  /** Options of the command line. */
  readonly flags?: Settings | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The editor settings that the user or the workspace has set, without defaults. */
  readonly editor?: Settings | undefined;
  readonly file?: Settings | undefined;
  /** The default landing mode: `commit` on the command line, `review` in the editor. */
  readonly defaultLanding?: (typeof LANDING_MODES)[number] | undefined;
}

export const DEFAULT_CONTRACT_GLOBS: readonly string[] = ['**/*.contract.{yaml,yml,json}'];
export const DEFAULT_GATE_GLOBS: readonly string[] = ['**/*.gate.{yaml,yml,json}'];

interface Layer {
  readonly kind: Exclude<SourceKind, 'default'>;
  readonly settings: Settings;
}

/**
 * Merges all sources. Precedence: flags, editor settings, environment, file. A base URL applies only to the provider of
 * the model in the same source, and prices apply only to that model. Another model is never called at the wrong URL or
 * charged at the wrong prices.
 *
 * @throws HoldfastError `configuration` for invalid values
 */
export function resolveConfiguration(input: ConfigurationInput): Configuration {
  const layers: readonly Layer[] = [
    { kind: 'flag', settings: parseSettings('the command line options', input.flags) },
    { kind: 'editor', settings: parseSettings('the editor settings', input.editor) },
    { kind: 'environment', settings: readEnvironmentSettings(input.environment ?? {}) },
    { kind: 'file', settings: input.file ?? {} },
  ];
  const sources = {} as Record<SettingName, ValueSource>;
  for (const name of SETTING_NAMES) sources[name] = { kind: 'default', name: 'default' };
  const pick = <T>(name: SettingName, read: (settings: Settings) => T | undefined, from = layers): T | undefined => {
    for (const { kind, settings } of from) {
      const value = read(settings);
      if (value === undefined) continue;
      sources[name] = { kind, name: formatSourceName(kind, name) };
      return value;
    }
    return undefined;
  };

  const userLayers = layers.filter(({ kind }) => kind !== 'file');
  const model = pick('model', (settings) => settings.model?.trim());
  const sameProvider = layers.filter(({ settings }) => appliesTo(settings.model, model, parseProvider));
  const sameModel = layers.filter(({ settings }) => appliesTo(settings.model, model, (name) => name));
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
    plans: pick('plans', (settings) => settings.plans) ?? [],
    attempt: {
      setup: pick('attempt.setup', ({ attempt }) => attempt?.setup) ?? [],
      copy: pick('attempt.copy', ({ attempt }) => attempt?.copy) ?? [],
    },
    environment: pick('environment', (settings) => settings.environment) ?? [],
    confinement: {
      mode: pick('confinement', (settings) => settings.confinement) ?? 'auto',
      read: pick('confinementRead', (settings) => settings.confinementRead, userLayers) ?? [],
      write: pick('confinementWrite', (settings) => settings.confinementWrite, userLayers) ?? [],
    },
    commitHooks: pick('commitHooks', (settings) => settings.commitHooks) ?? false,
    jobs: pick('jobs', (settings) => settings.jobs) ?? 1,
    // The sources with precedence replace the values of the others.
    forge: Object.assign({}, ...layers.map(({ settings }) => settings.forge).reverse()) as Configuration['forge'],
    scenarios: Object.assign(
      {},
      ...layers.map(({ settings }) => settings.scenarios).reverse(),
    ) as Configuration['scenarios'],
    change: Object.assign(
      { structure: 'on', unproved: 'on' },
      ...layers.map(({ settings }) => settings.change).reverse(),
    ) as Configuration['change'],
    replay: pick('replay', (settings) => settings.replay),
    record: pick('record', (settings) => settings.record),
    sources,
  };
}

function parseSettings(label: string, settings: Settings | undefined): Settings {
  const parsed = settingsSchema.safeParse(settings ?? {});
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`);
  throw new HoldfastError('configuration', `Failed to read ${label}: ${errors.join('; ')}`, {
    hint: 'Correct these values and try again.',
  });
}

/** Whether the base URL or the prices of a source apply to the selected model. They do if the source sets no model. */
function appliesTo(
  sourceModel: string | undefined,
  selectedModel: string | undefined,
  toKey: (model: string) => string,
): boolean {
  return sourceModel === undefined || selectedModel === undefined || toKey(sourceModel.trim()) === toKey(selectedModel);
}

function parseProvider(model: string): string {
  return model.slice(0, Math.max(0, model.indexOf(':'))).trim();
}

function formatSourceName(kind: Exclude<SourceKind, 'default'>, setting: SettingName): string {
  switch (kind) {
    case 'flag':
      return 'command line';
    case 'editor':
      return `editor setting holdfast.${setting}`;
    case 'environment':
      return (
        ENVIRONMENT_VARIABLES.filter((entry) => entry.setting === setting || entry.setting.startsWith(`${setting}.`))
          .map(({ variable }) => variable)
          .join(', ') || 'environment'
      );
    case 'file':
      return CONFIGURATION_FILE;
  }
}
