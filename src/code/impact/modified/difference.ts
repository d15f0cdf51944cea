/** Whether a change breaks users of the changed export. */
export type Compatibility = 'breaking' | 'compatible' | 'unknown';

/** One difference between two versions of an export. */
export interface Difference {
  readonly compatibility: Compatibility;
  /** A human-readable description: `the parameter "b" was added and is required`. */
  readonly reason: string;
}

export function breaking(reason: string): Difference {
  return { compatibility: 'breaking', reason };
}

export function compatible(reason: string): Difference {
  return { compatibility: 'compatible', reason };
}

/** Creates a difference of unknown compatibility: the syntax does not show whether it breaks users. */
export function undecided(reason: string): Difference {
  return { compatibility: 'unknown', reason };
}

/** Returns the worst compatibility of all differences: `breaking`, then `unknown`, then `compatible`. */
export function combineCompatibility(differences: readonly Pick<Difference, 'compatibility'>[]): Compatibility {
  if (differences.some(({ compatibility }) => compatibility === 'breaking')) return 'breaking';
  return differences.some(({ compatibility }) => compatibility === 'unknown') ? 'unknown' : 'compatible';
}
