const lower = (letters: string): string => letters.toLowerCase();

/** The names that a file usually declares for its own package instead of an exported name: `httpServer` for `HTTPServer`. */
export function unexportedForms(name: string): readonly string[] {
  const forms = [name.replace(/^\p{Lu}/u, lower), name.replace(/^\p{Lu}+(?!\p{Ll})/u, lower)];
  return [...new Set(forms)].filter((form) => form !== name);
}
