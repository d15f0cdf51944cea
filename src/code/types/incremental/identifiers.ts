const IDENTIFIER = /[\p{ID_Start}$_][\p{ID_Continue}$\u200C\u200D]*/gu;

const cache = new WeakMap<object, Map<string, ReadonlySet<string>>>();

/** Every identifier in a text, including those in comments and strings. */
export function identifiersIn(text: string): ReadonlySet<string> {
  return new Set(text.match(IDENTIFIER));
}

/** `identifiersIn`, cached for as long as `owner` is alive. */
export function cachedIdentifiersIn(owner: object, text: string): ReadonlySet<string> {
  let byText = cache.get(owner);
  if (!byText) cache.set(owner, (byText = new Map<string, ReadonlySet<string>>()));
  let identifiers = byText.get(text);
  if (!identifiers) byText.set(text, (identifiers = identifiersIn(text)));
  return identifiers;
}
