/** Every setting that editor, environment, flags and shared file have in common, by its dotted name. */
export const SETTING_NAMES = [
  'model',
  'baseUrl',
  'prices',
  'limits.maxAttempts',
  'limits.maxSteps',
  'limits.maxCostUsd',
  'limits.attemptTimeoutSeconds',
  'limits.stallTimeoutSeconds',
  'limits.commandTimeoutSeconds',
  'landing',
  'contracts',
  'gates',
  'attempt.setup',
  'attempt.copy',
  'commitHooks',
  'jobs',
  'replay',
  'record',
] as const;

export type SettingName = (typeof SETTING_NAMES)[number];
