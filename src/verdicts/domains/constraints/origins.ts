import type { ArtifactLocation } from '../extraction/extracted-interfaces.ts';
import type { Origin } from './observation.ts';

/** The domains of values, sorted. */
export function domainsOf(origins: readonly Origin[]): readonly string[] {
  return [...new Set(origins.map(({ domain }) => domain))].sort();
}

/** The place that all values have in common: the same line, or the same artifact. */
export function commonLocation(origins: readonly Origin[]): Origin['location'] {
  const [first] = origins;
  if (first?.location === undefined) return undefined;
  const { artifact, line } = first.location;
  if (!origins.every(({ location }) => location?.artifact === artifact)) return undefined;
  const isOneLine = line !== undefined && origins.every(({ location }) => location?.line === line);
  return isOneLine ? { artifact, line } : { artifact };
}

/** The different places of values, in the order of the values. */
export function listPlaces(origins: readonly Origin[]): ArtifactLocation[] {
  const places = origins.flatMap(({ location }) => location ?? []);
  return [...new Map(places.map((place) => [`${place.artifact}:${place.line}`, place])).values()];
}
