import { createHash } from 'node:crypto';

/** The title and the body of a work item. */
export interface ItemText {
  readonly title: string;
  readonly body: string;
}

/**
 * Whether an item has no description. Comments and empty headings and checkboxes of a template are no description. Such an
 * item waits until a person adds one.
 */
export function isWithoutDescription({ body }: ItemText): boolean {
  const written = body
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
    .split('\n')
    .filter((line) => !/^\s*(?:#{1,6}\s.*|[-*+]\s*(?:\[[ xX]?\])?|-{3,}|_no response_)?\s*$/i.test(line));
  return written.length === 0;
}

/** Identifies the text of an item, to notice that it changed. */
export function hashItemText({ title, body }: ItemText): string {
  return createHash('sha256')
    .update(JSON.stringify([title, body]), 'utf8')
    .digest('hex');
}
