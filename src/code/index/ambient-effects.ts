import { isDeclarationFile, languageOf } from '../language/source-language.ts';
import { IS_MODULE, REFERENCE, EVENT_MASK } from '../lexer/assembly/format.ts';
import type { LexedScript } from '../lexer/lexed-script.ts';
import { AMBIENT_BLOCK, type AmbientExtent } from '../modules/ambient-extent.ts';

/** A text, or its UTF-8 bytes. */
export type SearchedText = string | Buffer;

/**
 * The part of a TypeScript file that may affect files that do not import it: with global declarations, with declarations
 * or augmentations of modules, or with `/// <reference>` comments. `undefined` if there certainly is none.
 * @param script the output of the lexer; `undefined` if the file needs the full parser
 */
export function findAmbientExtent(
  file: string,
  script: LexedScript | undefined,
  text: SearchedText,
): AmbientExtent | undefined {
  const language = languageOf(file);
  if (language !== 'ts' && language !== 'tsx') return undefined;
  if (script === undefined || (script.flags & IS_MODULE) === 0) return 'file';
  // Comments with a reference precede the first token, so their events are the first.
  if (script.start < script.end && ((script.events[script.start] ?? 0) & EVENT_MASK) === REFERENCE) return 'file';
  const isDeclaration = isDeclarationFile(file);
  if (!isDeclaration && !text.includes('declare')) return undefined;
  if (!text.includes('global') && !text.includes('module')) return undefined;
  if (isDeclaration) return 'file';
  return text.toString('latin1').search(AMBIENT_BLOCK) === -1 ? undefined : 'blocks';
}
