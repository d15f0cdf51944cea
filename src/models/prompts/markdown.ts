/** Formats items as a bulleted list. Continuation lines of an item are indented. */
export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item.trim().replaceAll(/\r?\n/g, '\n  ')}`).join('\n');
}

/** Formats a heading and paragraphs. Absent and empty paragraphs are omitted. */
export function section(heading: string, ...paragraphs: (string | undefined)[]): string {
  return [`## ${heading}`, ...paragraphs.filter((paragraph) => paragraph !== undefined && paragraph !== '')].join(
    '\n\n',
  );
}

/** Returns at most `limit` items, followed by the number of omitted items. */
export function boundedList(items: readonly string[], limit: number): readonly string[] {
  if (items.length <= limit) return items;
  return [...items.slice(0, limit), `… and ${items.length - limit} more`];
}
