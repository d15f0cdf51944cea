/** How the values of two versions of a type relate. `undefined`: it is not known. */
export interface ApiTypeRelation {
  /** Whether every earlier value is a value of the later type: what callers pass is still accepted. */
  readonly accepts: boolean | undefined;
  /** Whether every later value is a value of the earlier type: what callers receive still fits. */
  readonly provides: boolean | undefined;
}

export const SAME: ApiTypeRelation = { accepts: true, provides: true };
export const DIFFERENT: ApiTypeRelation = { accepts: false, provides: false };
export const UNKNOWN: ApiTypeRelation = { accepts: undefined, provides: undefined };

/** Whether all hold: false if one is false. */
export function all(values: Iterable<boolean | undefined>): boolean | undefined {
  let result: boolean | undefined = true;
  for (const value of values) {
    if (value === false) return false;
    if (value === undefined) result = undefined;
  }
  return result;
}

/** Whether one holds: false if all are false. */
export function some(values: Iterable<boolean | undefined>): boolean | undefined {
  let result: boolean | undefined = false;
  for (const value of values) {
    if (value === true) return true;
    if (value === undefined) result = undefined;
  }
  return result;
}

/** The relation of types whose parts are all read by callers. */
export function combineRelations(relations: readonly ApiTypeRelation[]): ApiTypeRelation {
  return {
    accepts: all(relations.map(({ accepts }) => accepts)),
    provides: all(relations.map(({ provides }) => provides)),
  };
}

/** The relation of the positions in which callers pass what they receive elsewhere. */
export function flip({ accepts, provides }: ApiTypeRelation): ApiTypeRelation {
  return { accepts: provides, provides: accepts };
}
