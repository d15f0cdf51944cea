const MAX_LISTED = 5;

/** The first names of a list, and how many more there are: `a, b, c, d, e and 3 more`. */
export function listFirst(names: readonly string[]): string {
  const rest = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  return names.slice(0, MAX_LISTED).join(', ') + rest;
}
