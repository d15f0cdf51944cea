const IDENTIFIER = /[\p{ID_Start}_][\p{ID_Continue}]*/uy;
/** The length from which an engine keeps the whole text alive for a part of it. */
const MIN_SHARED_LENGTH = 13;

/** The identifier at an offset; `undefined` if there is none. */
export function identifierAt(text: string, offset: number): string | undefined {
  IDENTIFIER.lastIndex = offset;
  const found = IDENTIFIER.exec(text)?.[0];
  return found === undefined ? undefined : copyOf(found);
}

/** A copy that does not keep the text alive which a part was taken from. */
export function copyOf(part: string): string {
  return part.length < MIN_SHARED_LENGTH ? part : Buffer.from(part).toString();
}
