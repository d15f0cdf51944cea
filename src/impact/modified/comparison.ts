/** What a change means for those who use what was changed. */
export type Compatibility = 'breaking' | 'compatible' | 'unknown';

/** One difference, in words for people: `the parameter "b" was added and is required`. */
export interface Difference {
  readonly compatibility: Compatibility;
  readonly reason: string;
}

export function breaking(reason: string): Difference {
  return { compatibility: 'breaking', reason };
}

export function compatible(reason: string): Difference {
  return { compatibility: 'compatible', reason };
}

/** The syntax alone does not tell. */
export function undecided(reason: string): Difference {
  return { compatibility: 'unknown', reason };
}

/** What several differences mean together: one that breaks decides, then one that is not known. */
export function overall(differences: readonly Difference[]): Compatibility {
  if (differences.some(({ compatibility }) => compatibility === 'breaking')) return 'breaking';
  return differences.some(({ compatibility }) => compatibility === 'unknown') ? 'unknown' : 'compatible';
}
