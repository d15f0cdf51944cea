import type { Location } from '../../../foundation/position.ts';
import type { ArtifactLocation } from '../extraction/extracted-interfaces.ts';
import type { ConstraintFinding } from './constraint-finding.ts';

/** A finding without keys that are undefined, as its schema requires. */
export function createFinding(
  parts: Omit<ConstraintFinding, 'definition' | 'artifact'>,
  { file, line, column, endLine, endColumn }: Location,
  artifact: ArtifactLocation | undefined,
): ConstraintFinding {
  return {
    ...parts,
    definition: {
      file,
      line,
      column,
      ...(endLine === undefined ? {} : { endLine }),
      ...(endColumn === undefined ? {} : { endColumn }),
    },
    ...(artifact === undefined ? {} : { artifact }),
  };
}

/** A place in an artifact with its domain. */
export function describePlace(domain: string, location: ArtifactLocation | undefined): string {
  if (location === undefined) return domain;
  return `${location.artifact}${location.line === undefined ? '' : `:${location.line}`} (${domain})`;
}
