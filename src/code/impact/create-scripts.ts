import { componentScripts } from '../language/scripts.ts';
import { languageOf } from '../language/source-language.ts';
import type { CodeLanguage } from '../languages/interface/code-language.ts';
import { LanguageUses } from './language-uses.ts';
import { ParsedScriptCache, ScriptUses } from './script-uses.ts';
import type { UsesInText } from './uses-in-text.ts';

export { ParsedScriptCache };

/** Prepares the scripts of a file for the search for uses: one for a script file, all of a component file. */
export function createScripts(
  file: string,
  text: string,
  other: CodeLanguage | undefined,
  parsed: ParsedScriptCache,
): readonly UsesInText[] {
  if (other !== undefined) return [new LanguageUses(text, other)];
  const language = languageOf(file);
  if (language === undefined) return [];
  if (language === 'ts' || language === 'tsx' || language === 'js') return [new ScriptUses(text, language, parsed)];
  return componentScripts(text, language).parts.map((part) => new ScriptUses(part.text, part.dialect, parsed));
}
