import type { SettingReader } from './holdfast-settings.ts';

export const DIAGNOSTIC_SEVERITIES = ['error', 'warning', 'information', 'hint', 'off'] as const;

export type ShownSeverity = (typeof DIAGNOSTIC_SEVERITIES)[number];

/** The kinds of findings whose severity the person decides, with their default. `default`: the severity of the finding. */
const DEFAULT_SEVERITIES = {
  regression: 'error',
  failedRun: 'error',
  notStarted: 'hint',
  suggestion: 'information',
  planFinding: 'default',
  interfaceFinding: 'default',
  reviewFinding: 'default',
} as const satisfies Readonly<Record<string, ShownSeverity | 'default'>>;

export type FindingKind = keyof typeof DEFAULT_SEVERITIES;

export type FindingSeverities = Readonly<Record<FindingKind, ShownSeverity | 'default'>>;

/** [EDIT-6] Reads `holdfast.diagnostics.severity`. Missing and invalid values count as the default. */
export function readFindingSeverities(reader: SettingReader): FindingSeverities {
  const value = reader.effectiveValue('diagnostics.severity');
  const configured: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {};
  const entries = Object.entries(DEFAULT_SEVERITIES).map(([kind, byDefault]) => {
    const severity = configured[kind];
    const isValid = severity === 'default' || DIAGNOSTIC_SEVERITIES.some((known) => known === severity);
    return [kind, isValid ? severity : byDefault];
  });
  return Object.fromEntries(entries) as FindingSeverities;
}

/** The groups of lenses, in the order of the setting. */
export const LENS_GROUPS = ['run', 'validate', 'status', 'decisions', 'impact', 'dataFiles'] as const;

export type LensGroup = (typeof LENS_GROUPS)[number];

/** [EDIT-6] Reads `holdfast.lenses`: the groups of lenses to show. Without a valid value, all are shown. */
export function readShownLenses(reader: SettingReader): ReadonlySet<LensGroup> {
  const value = reader.effectiveValue('lenses');
  if (!Array.isArray(value)) return new Set(LENS_GROUPS);
  return new Set(LENS_GROUPS.filter((group) => value.includes(group)));
}
