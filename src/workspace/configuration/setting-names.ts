/** The dotted names of all settings, which are the same in the editor, the environment, the flags and the file. */
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
  'plans',
  'attempt.setup',
  'attempt.copy',
  'environment',
  'confinement',
  'confinementRead',
  'confinementWrite',
  'commitHooks',
  'jobs',
  'replay',
  'record',
] as const;

export type SettingName = (typeof SETTING_NAMES)[number];
