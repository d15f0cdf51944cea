const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$\u200C\u200D]*/gu;

const known = new WeakMap<object, Map<string, ReadonlySet<string>>>();

/** Every word of a text that may be a name; words of comments and strings are among them. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(WORD));
}

/** The words of a text that belongs to something that is kept: looked for once. */
export function keptWordsOf(owner: object, text: string): ReadonlySet<string> {
  let texts = known.get(owner);
  if (!texts) known.set(owner, (texts = new Map<string, ReadonlySet<string>>()));
  let words = texts.get(text);
  if (!words) texts.set(text, (words = wordsOf(text)));
  return words;
}
