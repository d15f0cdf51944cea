import type { EnforcementMode, Gate } from '../contract/model.ts';
import { isDecidedByModel } from './deciders.ts';

const MODE_OF_SEVERITY: Readonly<Record<NonNullable<Gate['severity']>, EnforcementMode>> = {
  critical: 'blocking',
  high: 'advisory',
  medium: 'advisory',
  low: 'informational',
};

/** From the least to the most restrictive. */
const RESTRICTIVENESS: readonly EnforcementMode[] = ['informational', 'advisory', 'blocking'];

/**
 * [GATE-4] What follows where a gate fails: as the gate says, else by its severity, else [GATE-8] blocking. A model's
 * verdict blocks only where `enforcementMode` says so in as many words: without it such a gate advises at most.
 */
export function modeOf(gate: Gate): EnforcementMode {
  if (gate.enforcementMode !== undefined) return gate.enforcementMode;
  const mode = gate.severity === undefined ? 'blocking' : MODE_OF_SEVERITY[gate.severity];
  return mode === 'blocking' && isDecidedByModel(gate) ? 'advisory' : mode;
}

/** [GATE-4] The mode of several gates taken together: the most restrictive wins. */
export function mostRestrictive(modes: readonly EnforcementMode[]): EnforcementMode | undefined {
  return [...modes].sort((one, other) => RESTRICTIVENESS.indexOf(other) - RESTRICTIVENESS.indexOf(one))[0];
}
