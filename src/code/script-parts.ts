import type { Dialect, SourceLanguage } from './source-language.ts';

/** One script inside a component file. */
export interface ScriptPart {
  /** The whole text with everything but the script blanked, so that places stay the file's own. */
  readonly text: string;
  readonly dialect: Dialect;
  /** Whether what it exports is what the file exports; the script of a component's instance exports properties. */
  readonly givesExports: boolean;
}

export interface ComponentScripts {
  readonly parts: readonly ScriptPart[];
  /** Specifiers of scripts that the file takes from elsewhere (`<script src>`), with their offset. */
  readonly sources: readonly { readonly specifier: string; readonly offset: number }[];
}

/** Finds the scripts of a Vue, Svelte or Astro file. */
export function scriptPartsOf(text: string, language: Exclude<SourceLanguage, Dialect>): ComponentScripts {
  const parts: ScriptPart[] = [];
  const sources: { specifier: string; offset: number }[] = [];
  let from = 0;
  if (language === 'astro') {
    const fence = /^\s*---[^\S\r\n]*(?=\r?\n)([\s\S]*?)\r?\n\s*---/.exec(text);
    if (fence !== null) {
      from = fence[0].length;
      const start = fence[0].indexOf('---') + 3;
      const end = fence[0].lastIndexOf('---');
      parts.push({ text: blankedExcept(text, start, end), dialect: 'ts', givesExports: true });
    }
  }
  for (const tag of scriptTags(text, from)) {
    const source = attributeOf(tag.attributes, 'src');
    if (source !== undefined && language === 'vue') {
      sources.push({ specifier: source, offset: tag.start });
      continue;
    }
    parts.push({
      text: blankedExcept(text, tag.start, tag.end),
      dialect: dialectOf(tag.attributes, language),
      givesExports: language === 'vue' || (language === 'svelte' && isModuleScript(tag.attributes)),
    });
  }
  return { parts, sources };
}

interface ScriptTag {
  readonly attributes: string;
  readonly start: number;
  readonly end: number;
}

function* scriptTags(text: string, from: number): Generator<ScriptTag> {
  const opening = /<!--[\s\S]*?-->|<script((?:\s+[^\s"'>=/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*(\/?)>/gi;
  opening.lastIndex = from;
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

function isModuleScript(attributes: string): boolean {
  return /(?:^|\s)module(?:\s|$)/.test(attributes) || attributeOf(attributes, 'context') === 'module';
}

function dialectOf(attributes: string, language: SourceLanguage): Dialect {
  const lang = attributeOf(attributes, 'lang')?.toLowerCase();
  if (lang === 'ts' || lang === 'typescript') return 'ts';
  if (lang === 'tsx') return 'tsx';
  return language === 'astro' ? 'ts' : 'js';
}

function blankedExcept(text: string, start: number, end: number): string {
  return text.slice(0, start).replace(/[^\r\n]/g, ' ') + text.slice(start, end);
}
