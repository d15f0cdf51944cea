import { isDeclarationFile, languageOf } from '../language/source-language.ts';
import { IS_MODULE, REFERENCE, EVENT_MASK } from '../lexer/assembly/format.ts';
import type { LexedScript } from '../lexer/lexer.ts';

/**
 * Whether a TypeScript file may affect files that do not import it: with global declarations, with declarations or
 * augmentations of modules, or with `/// <reference>` comments. The result is `true` if this is uncertain.
 * @param script the output of the lexer; `undefined` if the file needs the full parser
 * @param includes whether the text contains a word
 */
export function mayAffectOtherFiles(
  file: string,
  script: LexedScript | undefined,
  includes: (word: string) => boolean,
): boolean {
  const language = languageOf(file);
  if (language !== 'ts' && language !== 'tsx') return false;
  if (script === undefined || (script.flags & IS_MODULE) === 0) return true;
  // Comments with a reference precede the first token, so their events are the first.
  if (script.start < script.end && ((script.events[script.start] ?? 0) & EVENT_MASK) === REFERENCE) return true;
  return (isDeclarationFile(file) || includes('declare')) && (includes('global') || includes('module'));
}
