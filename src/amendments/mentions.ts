/** Whether a text holds a name as a word of its own. */
export function mentions(text: string, name: string): boolean {
  if (name === '') return false;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const around = `${text.charAt(at - 1)} ${text.charAt(at + name.length)}`;
    if (!/[\p{ID_Continue}$]/u.test(around)) return true;
  }
  return false;
}

/** The first of some names that a value, or anything in it, mentions. */
export function mentioned(value: unknown, names: Iterable<string>): string | undefined {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  for (const name of names) if (mentions(text, name)) return name;
  return undefined;
}

/** A text in which one name stands for another, as a whole word. */
export function renamed(text: string, from: string, to: string): string {
  let result = '';
  let rest = 0;
  for (let at = text.indexOf(from); at !== -1; at = text.indexOf(from, at + from.length)) {
    const around = `${text.charAt(at - 1)} ${text.charAt(at + from.length)}`;
    if (/[\p{ID_Continue}$]/u.test(around)) continue;
    result += text.slice(rest, at) + to;
    rest = at + from.length;
  }
  return result + text.slice(rest);
}
