import type { FileDeclarations } from '../../code/declarations/file-declarations.ts';
import { readScriptDeclarations } from '../../code/declarations/script-declarations.ts';
import { languageOf } from '../../code/language/source-language.ts';
import { loadLanguageOf } from '../../code/languages/language-table.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { SourceText } from './analysis.ts';

/** What a file declares; `null` if no language reads it, or if it is nested too deeply to be parsed. */
export async function readFileDeclarations({ file, text }: SourceText): Promise<FileDeclarations | null> {
  try {
    if (languageOf(file) !== undefined) return await readScriptDeclarations(file, text);
    return (await loadLanguageOf(file))?.declarationsOf(file, text) ?? null;
  } catch (thrown) {
    if (thrown instanceof HoldfastError && thrown.code === 'limit') return null;
    throw thrown;
  }
}
