const SHOWN_CHARACTERS = 200;

/** A text on one line, shortened in its middle, for messages. */
export function excerpt(text: string, longest = SHOWN_CHARACTERS): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const half = Math.floor((longest - 3) / 2);
  return `${line.slice(0, half)} … ${line.slice(-half)}`;
}

/** Some of many names: `a, b, c and 4 more`. */
export function someOf(names: readonly string[], most = 10): string {
  if (names.length === 0) return 'none';
  if (names.length <= most) return names.join(', ');
  return `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}

/** Data as a person reads it: text in quotes, anything else as JSON, shortened. */
export function shown(value: unknown, longest = SHOWN_CHARACTERS): string {
  if (value === undefined) return 'nothing';
  return excerpt(JSON.stringify(value), longest);
}
