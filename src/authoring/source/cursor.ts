import type { DataPath } from '../../contract/document.ts';
import type { SourceEntry, SourceNode } from '../../contract/source/source-node.ts';
import { scanText, type ScannedText } from './scan-text.ts';
import type { ScanOptions } from './text-scanner.ts';

/** What can be typed at a position of a text. */
export interface Cursor {
  readonly kind: 'key' | 'value';
  /** The path of the map that the key belongs to, or of the value, with the keys as written. */
  readonly sourcePath: DataPath;
  /** The same path with the keys of the contract model. */
  readonly path: DataPath;
  /** The typed part of the key or value before the position, without the opening quote. */
  readonly typed: string;
  /** The key or value in the text, with its quotes: what a completion replaces. */
  readonly start: number;
  readonly end: number;
  readonly quote: '' | '"' | "'";
  /** Whether the position is inside brackets. */
  readonly isFlow: boolean;
  /** Whether a key has a colon, so that a completion does not insert one. */
  readonly hasColon: boolean;
  /** Whether a list item lacks its dash. */
  readonly lacksDash: boolean;
  /** Whether a space must be inserted after the colon. */
  readonly lacksSpace: boolean;
  /** Whether only indentation and dashes precede the key or value on its line. */
  readonly isFirstOnLine: boolean;
  /** The column of the key or value. */
  readonly column: number;
  /** The column of the first character of its line. */
  readonly lineIndent: number;
  /** The text with a placeholder at the position. Values of the text after it have other offsets. */
  readonly scanned: ScannedText;
}

/** No text contains this name. */
const PLACEHOLDER = 'holdfast0cursor';

/** Finds the key or value at a position of a text. Undefined in comments, in block scalars and inside longer texts. */
export function findCursor(text: string, offset: number, options: ScanOptions): Cursor | undefined {
  const lacksSpace = options.format === 'yaml' && isDirectlyAfterColon(text, offset);
  const before = text.slice(0, offset) + (lacksSpace ? ' ' : '');
  const marked = before + PLACEHOLDER + text.slice(offset);
  const scanned = scanText(marked, options);
  const found = scanned.root && findPlaceholder(scanned.root, before.length);
  if (!found) return undefined;
  const { node, entry } = found;
  const start = entry?.keyStart ?? node.start;
  const markedEnd = entry?.keyEnd ?? node.end;
  const source = marked.slice(start, markedEnd);
  if (!source.includes(PLACEHOLDER) || /[\r\n]/.test(source)) return undefined;
  if (node.kind !== 'scalar' || node.style === 'literal' || node.style === 'folded' || node.alias) {
    if (entry === undefined) return undefined;
  }
  // Text that is no key before a colon is something else, such as a list item with the position in its indentation.
  if (entry && !/^(?:[\w$.-]*|"[^"]*"?|'[^']*'?)$/.test(source)) return undefined;
  const quote = /^["']/.exec(source)?.[0] ?? '';
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const lead = text.slice(lineStart, start);
  const isInBrackets = found.isFlow;
  return {
    kind: entry ? 'key' : 'value',
    sourcePath: found.path.map(({ source: step }) => step),
    path: found.path.map(({ model }) => model),
    typed: text.slice(start + quote.length, offset),
    start: lacksSpace ? offset : start,
    end: lacksSpace ? offset : markedEnd - PLACEHOLDER.length,
    quote: quote === '"' || quote === "'" ? quote : '',
    isFlow: isInBrackets,
    hasColon: entry !== undefined && /^\s*:/.test(marked.slice(markedEnd)),
    lacksDash: scanned.dashless.has(found.item ?? node),
    lacksSpace,
    isFirstOnLine: /^\s*(?:-\s+)*$/.test(lead),
    column: start - lineStart,
    lineIndent: /^[ \t]*/.exec(text.slice(lineStart))?.[0].length ?? 0,
    scanned,
  };
}

/** Whether the colon of a key ends before the position, and no space follows it. */
function isDirectlyAfterColon(text: string, offset: number): boolean {
  if (text.charAt(offset - 1) !== ':') return false;
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^\s*(?:-\s+)*(?:[\w$.-]+|"[^"]*"|'[^']*'):$|[{,]\s*(?:[\w$.-]+|"[^"]*"|'[^']*'):$/.test(
    text.slice(lineStart, offset),
  );
}

interface PathStep {
  readonly source: string | number;
  readonly model: string | number;
}

interface FoundPlaceholder {
  readonly path: readonly PathStep[];
  /** The value, or the map of the key. */
  readonly node: SourceNode;
  /** The entry of the key; undefined for a value. */
  readonly entry?: SourceEntry | undefined;
  /** The item of a list that begins with the key or value. */
  readonly item?: SourceNode | undefined;
  readonly isFlow: boolean;
}

function findPlaceholder(root: SourceNode, offset: number): FoundPlaceholder | undefined {
  const path: PathStep[] = [];
  let node = root;
  let item: SourceNode | undefined;
  let isFlow = false;
  while (node.kind !== 'scalar' && !node.alias) {
    isFlow = node.style === 'flow';
    if (node.kind === 'list') {
      const index = node.items.findIndex(({ start, end }) => start <= offset && offset < end);
      const next = node.items[index];
      if (!next) return undefined;
      path.push({ source: index, model: index });
      item = next;
      node = next;
      continue;
    }
    const entry = node.entries.find(
      ({ keyStart, keyEnd, node: value }) => keyStart <= offset && offset < Math.max(keyEnd, value.end),
    );
    if (!entry) return undefined;
    const startsItem = item !== undefined && entry === node.entries[0];
    if (offset < entry.keyEnd) return { path, node, entry, item: startsItem ? item : undefined, isFlow };
    path.push({ source: entry.sourceKey, model: entry.key });
    item = undefined;
    node = entry.node;
  }
  return { path, node, isFlow };
}

/** The keys of a map without the one that is being typed. */
export function otherKeys(map: SourceNode | undefined): readonly string[] {
  if (map?.kind !== 'map') return [];
  return map.entries.map(({ sourceKey }) => sourceKey).filter((key) => !key.includes(PLACEHOLDER));
}

/** Whether a value contains the placeholder, which is not part of the text. */
export function hasPlaceholder(text: string): boolean {
  return text.includes(PLACEHOLDER);
}
