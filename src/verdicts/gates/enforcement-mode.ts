import type { EnforcementMode, Gate } from '../../contract/model.ts';

const MODE_BY_SEVERITY: Readonly<Record<NonNullable<Gate['severity']>, EnforcementMode>> = {
  critical: 'blocking',
  high: 'advisory',
  medium: 'advisory',
  low: 'informational',
};

/** From the least to the most restrictive. */
const MODES_BY_RESTRICTIVENESS: readonly EnforcementMode[] = ['informational', 'advisory', 'blocking'];

/**
 * [GATE-4] The mode that the gate sets, else the mode of its severity, else [GATE-8] blocking. This holds for every judge of a gate.
 */
export function enforcementModeOf(gate: Gate): EnforcementMode {
  if (gate.enforcementMode !== undefined) return gate.enforcementMode;
  return gate.severity === undefined ? 'blocking' : MODE_BY_SEVERITY[gate.severity];
}

/** [GATE-4] The most restrictive of several modes; undefined if there is none. */
export function mostRestrictive(modes: readonly EnforcementMode[]): EnforcementMode | undefined {
  const rank = (mode: EnforcementMode): number => MODES_BY_RESTRICTIVENESS.indexOf(mode);
  return [...modes].sort((left, right) => rank(right) - rank(left))[0];
}
