/** Lines of a list; a text of several lines keeps its indentation under its bullet. */
export function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item.trim().replaceAll(/\r?\n/g, '\n  ')}`).join('\n');
}

/** A section under its heading. */
export function section(heading: string, ...paragraphs: (string | undefined)[]): string {
  return [`## ${heading}`, ...paragraphs.filter((paragraph) => paragraph !== undefined && paragraph !== '')].join(
    '\n\n',
  );
}

/** A list that is cut, with a note, where it is long. */
export function boundedList(items: readonly string[], most: number): readonly string[] {
  if (items.length <= most) return items;
  return [...items.slice(0, most), `… and ${items.length - most} more`];
}
