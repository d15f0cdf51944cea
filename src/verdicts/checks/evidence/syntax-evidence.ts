import { findSyntaxErrors } from '../../../code/language/syntax-errors.ts';
import { loadTypeScript } from '../../../code/language/typescript-parser.ts';
import { loadLanguageOf } from '../../../code/languages/language-table.ts';
import { readNested } from '../../../foundation/errors.ts';
import type { Evidence } from './evidence.ts';

const known = new Map<string, { readonly text: string; readonly error: string | undefined }>();
const MAX_KNOWN_FILES = 256;

/** The first syntax error of a module, as a clause; `undefined` if it parses. Results are cached by text. */
export async function syntaxErrorIn(file: string, { tree }: Evidence): Promise<string | undefined> {
  const text = await tree.readText(file);
  const cached = known.get(file);
  if (cached?.text === text) return cached.error;
  const language = await loadLanguageOf(file);
  const [first] =
    language === undefined
      ? findSyntaxErrors(await loadTypeScript(), file, text)
      : readNested(file, () => language.findSyntaxErrors(text));
  const error = first && `a syntax error in line ${first.line}: ${first.message}`;
  known.delete(file);
  known.set(file, { text, error });
  const oldest = known.keys().next();
  if (known.size > MAX_KNOWN_FILES && !oldest.done) known.delete(oldest.value);
  return error;
}

/** Whether a text contains a word, in code or elsewhere. */
export function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const around = `${text.charAt(at - 1)} ${text.charAt(at + word.length)}`;
    if (!/[\p{ID_Continue}$]/u.test(around)) return true;
  }
  return false;
}
