const MAX_CHARACTERS = 200;

/** A text on one line, shortened in the middle, for messages. */
export function excerpt(text: string, maxCharacters = MAX_CHARACTERS): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= maxCharacters) return line;
  const half = Math.floor((maxCharacters - 3) / 2);
  return `${line.slice(0, half)} … ${line.slice(-half)}`;
}

/** The first names of a list: `a, b, c and 4 more`. */
export function listSome(names: readonly string[], max = 10): string {
  if (names.length === 0) return 'none';
  if (names.length <= max) return names.join(', ');
  return `${names.slice(0, max).join(', ')} and ${names.length - max} more`;
}

/** The first names of a set, in alphabetical order, each once. */
export function listNames(names: Iterable<string>, max = 10): string {
  const sorted = [...new Set(names)].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
  return listSome(sorted, max);
}

/** Data for messages: text in quotes, other values as JSON, shortened. */
export function toDisplayText(value: unknown, maxCharacters = MAX_CHARACTERS): string {
  if (value === undefined) return 'nothing';
  return excerpt(JSON.stringify(value), maxCharacters);
}
