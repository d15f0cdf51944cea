import { createHash } from 'node:crypto';

/** Identifies a text that a person approves: its sha256 in UTF-8, in hexadecimal. */
export function hashText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
