/** Reads the path that a fenced block, or the line next to it, names. */

/** A longer line does not name a path. */
const MAX_LINE_LENGTH = 1_000;

/** The path in the info string of a fence: `ts path=src/x.ts`, `ts title="src/x.ts"`, `ts:src/x.ts`, `ts src/x.ts`. */
export function pathInInfo(info: string): string | undefined {
  if (info.length > MAX_LINE_LENGTH) return undefined;
  const attribute = /\b(?:path|file|filename|title)\s*=\s*(?:"([^"]+)"|'([^']+)'|(\S+))/i.exec(info);
  const colon = /^[\w+-]+:(\S+)$/.exec(info.trim());
  const path = attribute?.[1] ?? attribute?.[2] ?? attribute?.[3] ?? colon?.[1];
  if (path !== undefined) return toPath(path);
  const words = info.trim().split(/\s+/);
  return words.length <= 2 && hasExtension(words.at(-1)) ? toPath(words.at(-1) ?? '') : undefined;
}

/** The path on a line that contains only a path and its markup: `**src/x.ts**`, `### 2. File: src/x.ts (new)`. */
export function pathInLine(line: string): string | undefined {
  if (line.length > MAX_LINE_LENGTH) return undefined;
  const withoutMarkup = line
    .trim()
    .replace(/^(?:(?:[#>*-]+|\d+[.)])\s+)+/, '')
    .replace(/^(?:\*\*|__)?(?:file(?:name)?|path)\s*:\s*/i, '')
    .replace(/\s*\((?:new|updated|modified|changed|created|complete|full)(?: file)?\)(?=\W*$)/i, '')
    .replace(/^[*_`'"]+|[*_`'":]+$/g, '');
  return toPath(withoutMarkup);
}

/** The path in a comment that contains nothing else: `// src/x.ts`, `# File: src/x.py`, `<!-- src/x.html -->`. */
export function pathInComment(line: string): string | undefined {
  if (line.length > MAX_LINE_LENGTH) return undefined;
  const comment = /^\s*(?:\/\/+|\/\*+|<!--+|#+|--+|;+|%+)\s*(\S.*?)\s*(?:\*+\/|--+>)?\s*$/.exec(line)?.[1];
  const path = comment === undefined ? undefined : pathInLine(comment);
  return hasExtension(path) && !/:/.test(path ?? '') ? path : undefined;
}

/** The path on a line of code that contains nothing else: `src/x.ts`, `path=src/x.ts`, `File: "x.ts"`. */
export function pathAlone(line: string): string | undefined {
  if (line.length > MAX_LINE_LENGTH) return undefined;
  const [, label, text = ''] = /^((?:path|file(?:name)?)\s*[=:])?\s*(\S+)$/i.exec(line.trim()) ?? [];
  const path = toPath(text.replace(/^["'`]|["'`]$/g, ''));
  return hasExtension(path) && (label !== undefined || /[/\\]/.test(path ?? '')) ? path : undefined;
}

function hasExtension(text: string | undefined): boolean {
  return text !== undefined && /[^./\\]\.[A-Za-z]\w{0,9}$/.test(text);
}

function toPath(text: string): string | undefined {
  return /^[^\s`*"<>|?]+$/.test(text) && /[/\\.]/.test(text) && !/^[./\\]+$/.test(text) && !text.endsWith('.')
    ? text
    : undefined;
}
