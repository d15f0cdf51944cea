/**
 * What a change does to what is proved.
 *
 * - `less`: it is certain that less is proved than before
 * - `tighter`: at least as much is proved, or the change has no influence on it
 * - `unknown`: the text does not show it, and a person should look at it
 */
export type Direction = 'less' | 'tighter' | 'unknown';

/** The direction of several changes together: one that proves less is not compensated by the others. */
export function combineDirections(directions: Iterable<Direction>): Direction {
  const all = new Set(directions);
  if (all.has('less')) return 'less';
  return all.has('unknown') ? 'unknown' : 'tighter';
}
