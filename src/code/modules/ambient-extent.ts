/** What of a file can affect files that do not import it: the file, or only the blocks of a module that AMBIENT_BLOCK finds. */
export type AmbientExtent = 'file' | 'blocks';

/** `declare global` or `declare module`, with anything that is not a letter between the words, or with a comment. */
export const AMBIENT_BLOCK = /\bdeclare\b[^A-Za-z]*(?:(?:global|module)\b|\/[/*])/g;
