/** What can be completed at a position of a YAML text. */
export interface YamlPosition {
  readonly kind: 'key' | 'value';
  /** The path of the map that the key belongs to, or of the value. `[]` is an item of a list. */
  readonly path: readonly string[];
  /** The characters before the position that are part of the key or the value. */
  readonly typed: string;
  /** The keys that the map has already. Empty for a value. */
  readonly siblings: readonly string[];
}

interface Line {
  /** The column of the key, after the dashes of list items. */
  readonly indent: number;
  /** The column of the first character. */
  readonly start: number;
  readonly key: string;
  readonly value: string;
}

const LINE = /^(\s*)((?:-\s+)*)([A-Za-z$][\w$]*)\s*:(?:\s+(.*))?$/;
const TYPED_KEY = /^(\s*(?:-\s+)*)([A-Za-z$]?[\w$]*)$/;
const COMMENT = /(?:^|\s)#/;

/**
 * Finds the key or value at a position of a YAML text that may be incomplete: in maps in block style, and in maps in braces
 * on one line. Undefined where nothing can be completed, such as in a comment.
 */
export function findYamlPosition(before: string, after: string): YamlPosition | undefined {
  const lines = before.split(/\r?\n/);
  const current = lines.pop() ?? '';
  if (COMMENT.test(current)) return undefined;
  const rest = after.split(/\r?\n/);
  const typedKey = TYPED_KEY.exec(current);
  if (typedKey) {
    if ((rest[0] ?? '').trim() !== '') return undefined;
    const [, lead = '', typed = ''] = typedKey;
    const path = findParents(lines, lead);
    return path && { kind: 'key', path, typed, siblings: findSiblings(lines, rest.slice(1), lead) };
  }
  const line = parseLine(current);
  if (!line) return undefined;
  const parents = findParents(lines, current.slice(0, line.indent));
  if (!parents) return undefined;
  const path = [...parents, line.key];
  if (line.value.startsWith('{')) return findInBraces(line.value, path);
  return /^[\w.-]*$/.test(line.value) ? { kind: 'value', path, typed: line.value, siblings: [] } : undefined;
}

function parseLine(text: string): Line | undefined {
  const match = LINE.exec(text);
  if (!match) return undefined;
  const [, spaces = '', dashes = '', key = '', value = ''] = match;
  return { start: spaces.length, indent: spaces.length + dashes.length, key, value };
}

/** The keys of the maps around a line that starts with `lead`; undefined if the line is in another kind of value. */
function findParents(lines: readonly string[], lead: string): string[] | undefined {
  const path: string[] = [];
  let indent = lead.length;
  let isItem = lead.includes('-');
  let start = lead.search(/\S|$/);
  for (const text of lines.toReversed()) {
    if (isItem) {
      path.unshift('[]');
      indent = start;
      isItem = false;
    }
    const line = parseLine(text);
    if (!line) {
      const first = text.search(/[^\s#]/);
      if (first >= 0 && first < indent && !text.trim().startsWith('#')) return undefined;
      continue;
    }
    const isListOfParent = path[0] === '[]' && line.indent === indent && line.value === '';
    if (line.indent < indent || isListOfParent) {
      if (stripComment(line.value) !== '') return undefined;
      path.unshift(line.key);
      indent = line.indent;
      start = line.start;
      isItem = line.start < line.indent;
    } else if (line.indent === indent && line.start < line.indent && indent > 0) {
      // The first key of the list item that the line belongs to.
      isItem = true;
      start = line.start;
    }
  }
  return indent === 0 ? path : undefined;
}

/** The keys of the same map, before and after a line. */
function findSiblings(before: readonly string[], after: readonly string[], lead: string): readonly string[] {
  const collect = (lines: readonly string[], isBackwards: boolean): readonly string[] => {
    const keys: string[] = [];
    for (const text of lines) {
      const line = parseLine(text);
      if (!line || line.indent > lead.length) continue;
      if (line.indent < lead.length || (!isBackwards && line.start < line.indent)) break;
      keys.push(line.key);
      if (isBackwards && line.start < line.indent) break;
    }
    return keys;
  };
  return [...(lead.includes('-') ? [] : collect(before.toReversed(), true)), ...collect(after, false)];
}

/** The position at the end of an incomplete map in braces. */
function findInBraces(text: string, path: readonly string[]): YamlPosition | undefined {
  const maps: { readonly path: readonly string[]; readonly keys: string[] }[] = [];
  const pattern = /[{},]|\s+|([\w$]+)\s*:(?:\s+|(?=\{))|[^{},]+/g;
  let key: string | undefined;
  let typed = '';
  for (const match of text.matchAll(pattern)) {
    const [token, name] = match;
    const map = maps.at(-1);
    if (token === '{') maps.push({ path: key === undefined || !map ? path : [...map.path, key], keys: [] });
    else if (token === '}') maps.pop();
    else if (name !== undefined) map?.keys.push(name);
    typed = name === undefined && !/^[{},]$/.test(token) ? token.trim() : '';
    if (name !== undefined) key = name;
    else if (/^[{},]$/.test(token)) key = undefined;
  }
  const map = maps.at(-1);
  if (!map || !/^[\w.-]*$/.test(typed)) return undefined;
  return key === undefined
    ? { kind: 'key', path: map.path, typed, siblings: map.keys }
    : { kind: 'value', path: [...map.path, key], typed, siblings: [] };
}

function stripComment(value: string): string {
  return value.replace(/(?:^|\s)#.*$/, '').trim();
}
