import { scriptPartsOf } from './script-parts.ts';
import { languageOf } from './source-language.ts';
import type { Dialect } from './source-language.ts';

/** A text that the full parser reads as one. */
export interface Script {
  readonly text: string;
  readonly dialect: Dialect;
}

/** The scripts of a module's text: all of it, or the script parts of a component; none where it is no module. */
export function scriptsOf(file: string, text: string): readonly Script[] {
  const language = languageOf(file);
  if (language === undefined) return [];
  if (language === 'ts' || language === 'tsx' || language === 'js') return [{ text, dialect: language }];
  return scriptPartsOf(text, language).parts;
}
