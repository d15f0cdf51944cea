import { languageOf, type Dialect, type SourceLanguage } from './source-language.ts';

/** A text that is parsed as one unit. */
export interface Script {
  readonly text: string;
  readonly dialect: Dialect;
}

/** The scripts of a file: the whole text, or the scripts of a component file; none if the file is not a module. */
export function scriptsOf(file: string, text: string): readonly Script[] {
  const language = languageOf(file);
  if (language === undefined) return [];
  if (language === 'ts' || language === 'tsx' || language === 'js') return [{ text, dialect: language }];
  return componentScripts(text, language).parts;
}

/** One script of a component file. */
export interface ScriptPart {
  /** The text of the file up to the end of the script. Spaces replace the text before the script, to keep positions. */
  readonly text: string;
  readonly dialect: Dialect;
  /**
   * Which exports of the script are exports of the file. The instance script of a Svelte component exports properties
   * instead, and a `<script setup>` of Vue can export only types.
   */
  readonly exports: 'all' | 'types' | 'none';
}

export interface ComponentScripts {
  readonly parts: readonly ScriptPart[];
  /** The specifiers of the external scripts of a Vue file (`<script src>`), with their offsets. */
  readonly sources: readonly { readonly specifier: string; readonly offset: number }[];
}

/** Finds the scripts of a Vue, Svelte or Astro file. */
export function componentScripts(text: string, language: Exclude<SourceLanguage, Dialect>): ComponentScripts {
  const parts: ScriptPart[] = [];
  const sources: { specifier: string; offset: number }[] = [];
  let searchStart = 0;
  if (language === 'astro') {
    const fence = /^\s*---[^\S\r\n]*(?=\r?\n)([\s\S]*?)\r?\n\s*---/.exec(text);
    if (fence !== null) {
      searchStart = fence[0].length;
      const start = fence[0].indexOf('---') + 3;
      const end = fence[0].lastIndexOf('---');
      parts.push({ text: blankExcept(text, start, end), dialect: 'ts', exports: 'all' });
    }
  }
  for (const tag of scriptTags(text, searchStart)) {
    const source = attributeOf(tag.attributes, 'src');
    if (source !== undefined && language === 'vue') {
      sources.push({ specifier: source, offset: tag.start });
      continue;
    }
    parts.push({
      text: blankExcept(text, tag.start, tag.end),
      dialect: dialectOf(tag.attributes, language),
      exports: exportsOf(tag.attributes, language),
    });
  }
  return { parts, sources };
}

interface ScriptTag {
  readonly attributes: string;
  /** The offsets of the content. */
  readonly start: number;
  readonly end: number;
}

function* scriptTags(text: string, searchStart: number): Generator<ScriptTag> {
  const opening = /<!--[\s\S]*?-->|<script((?:\s+[^\s"'>=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*(\/?)>/gi;
  opening.lastIndex = searchStart;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    if (match[0].startsWith('<!--')) continue;
    const start = match.index + match[0].length;
    if (match[2] === '/') {
      yield { attributes: match[1] ?? '', start, end: start };
      continue;
    }
    const closing = /<\/script\s*>/gi;
    closing.lastIndex = start;
    const end = closing.exec(text)?.index ?? text.length;
    yield { attributes: match[1] ?? '', start, end };
    opening.lastIndex = end;
  }
}

function attributeOf(attributes: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

function exportsOf(attributes: string, language: SourceLanguage): ScriptPart['exports'] {
  if (language === 'vue') return /(?:^|\s)setup(?=[\s=]|$)/.test(attributes) ? 'types' : 'all';
  return language === 'svelte' && isModuleScript(attributes) ? 'all' : 'none';
}

function isModuleScript(attributes: string): boolean {
  return /(?:^|\s)module(?:\s|$)/.test(attributes) || attributeOf(attributes, 'context') === 'module';
}

function dialectOf(attributes: string, language: SourceLanguage): Dialect {
  const lang = attributeOf(attributes, 'lang')?.toLowerCase();
  if (lang === 'ts' || lang === 'typescript') return 'ts';
  if (lang === 'tsx') return 'tsx';
  return language === 'astro' ? 'ts' : 'js';
}

/** The text up to `end`, with everything before `start` except line breaks replaced by spaces. */
function blankExcept(text: string, start: number, end: number): string {
  return text.slice(0, start).replace(/[^\r\n]/g, ' ') + text.slice(start, end);
}
