/** A pattern of tsconfig `paths`, with its targets as paths of the tree. */
export interface PathMapping {
  readonly pattern: string;
  readonly prefix: string;
  /** `undefined` if the pattern contains no `*`. */
  readonly suffix: string | undefined;
  readonly targets: readonly string[];
}

export function createPathMapping(pattern: string, targets: readonly string[]): PathMapping {
  const star = pattern.indexOf('*');
  if (star < 0) return { pattern, prefix: pattern, suffix: undefined, targets };
  return { pattern, prefix: pattern.slice(0, star), suffix: pattern.slice(star + 1), targets };
}

/** The targets for a specifier: those of the equal pattern, otherwise of the matching pattern with the longest prefix. */
export function mapSpecifier(mappings: readonly PathMapping[], specifier: string): readonly string[] {
  let best: PathMapping | undefined;
  for (const mapping of mappings) {
    if (mapping.suffix === undefined) {
      if (mapping.prefix === specifier) return mapping.targets;
    } else if (
      specifier.length >= mapping.prefix.length + mapping.suffix.length &&
      specifier.startsWith(mapping.prefix) &&
      specifier.endsWith(mapping.suffix) &&
      (best === undefined || mapping.prefix.length > best.prefix.length)
    ) {
      best = mapping;
    }
  }
  if (best === undefined) return [];
  const matched = specifier.slice(best.prefix.length, specifier.length - (best.suffix?.length ?? 0));
  return best.targets.map((target) => target.replace('*', () => matched));
}
