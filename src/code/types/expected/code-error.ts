import { loadTypeScript } from '../../language/typescript-parser.ts';
import { loadLanguageOf } from '../../languages/language-table.ts';
import { readExpectedSignature } from './expected-signature.ts';
import { readExpectedType } from './expected-type.ts';

/** A signature or the definition of a type that a contract requires of a file. */
export interface ExpectedCode {
  readonly kind: 'signature' | 'definition';
  readonly file: string;
  readonly text: string;
}

/** Why a text is no signature or definition in the language of its file; `undefined` if it is one. */
export async function findCodeError({ kind, file, text }: ExpectedCode): Promise<string | undefined> {
  const language = await loadLanguageOf(file);
  // A plan rule refuses the types of such a language.
  if (language !== undefined) return kind === 'definition' ? undefined : language.whyNotSignature(text);
  const typescript = await loadTypeScript();
  const parsed = kind === 'signature' ? readExpectedSignature(typescript, text) : readExpectedType(typescript, text);
  return 'error' in parsed ? parsed.error : undefined;
}
