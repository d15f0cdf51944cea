import type { ScalarStyle, SourceEntry, SourceNode, SourceScalar } from '../../contract/source/source-node.ts';
import { plainValue, quotedValue } from './plain-value.ts';

/** How a text is scanned. */
export interface ScanOptions {
  readonly format: 'yaml' | 'json';
  /** Returns the key of the contract model for a key as it is written. Default: the same key. */
  readonly modelKey?: ((key: string) => string) | undefined;
}

/** The deepest nesting that is scanned. Deeper values are skipped. */
export const MAX_SCAN_DEPTH = 100;

/**
 * Reads values inside brackets and quotes, where both formats agree. Every method accepts any text, makes progress, and
 * ends an unclosed value where the next line belongs to an outer block.
 */
export class TextScanner {
  readonly text: string;
  pos = 0;
  protected readonly options: ScanOptions;
  readonly #anchors = new Map<string, SourceNode>();

  constructor(text: string, options: ScanOptions) {
    this.text = text;
    this.options = options;
  }

  /** A flow collection, a quoted scalar, an alias or a plain scalar at the position. */
  protected scanFlowValue(outerIndent: number, depth: number): SourceNode {
    const anchor = this.scanProperties();
    const value = this.#scanFlowContent(outerIndent, depth);
    this.defineAnchor(anchor, value);
    return value;
  }

  #scanFlowContent(outerIndent: number, depth: number): SourceNode {
    const character = this.text.charAt(this.pos);
    if (character === '*' && this.options.format === 'yaml') return this.scanAlias();
    if (character === '{') return this.#scanFlowMap(outerIndent, depth + 1);
    if (character === '[') return this.#scanFlowList(outerIndent, depth + 1);
    if (character === '"' || character === "'") return this.scanQuoted(outerIndent);
    return this.#scanFlowPlain();
  }

  #scanFlowMap(outerIndent: number, depth: number): SourceNode {
    const start = this.pos++;
    const entries: SourceEntry[] = [];
    while (this.#skipSeparators(outerIndent, '}', depth)) {
      const keyStart = this.pos;
      const key = this.#scanFlowKey(outerIndent);
      if (this.pos === keyStart) {
        this.pos++;
        continue;
      }
      entries.push(this.createEntry(key, this.#scanFlowEntryValue(key, outerIndent, depth)));
    }
    return { kind: 'map', start, end: this.#closingEnd('}'), alias: false, style: 'flow', entries };
  }

  #scanFlowList(outerIndent: number, depth: number): SourceNode {
    const start = this.pos++;
    const items: SourceNode[] = [];
    while (this.#skipSeparators(outerIndent, ']', depth)) {
      const itemStart = this.pos;
      const item = this.scanFlowValue(outerIndent, depth);
      if (this.pos === itemStart) {
        this.pos++;
        continue;
      }
      items.push(item);
      // A pair in a list, such as [a: b], is a map with one entry.
      if (item.kind === 'scalar' && this.#isAtColon(item.style !== 'plain')) {
        const entry = this.createEntry(item, this.#scanFlowEntryValue(item, outerIndent, depth));
        const end = Math.max(item.end, entry.node.end);
        items[items.length - 1] = {
          kind: 'map',
          start: item.start,
          end,
          alias: false,
          style: 'flow',
          entries: [entry],
        };
      }
    }
    return { kind: 'list', start, end: this.#closingEnd(']'), alias: false, style: 'flow', items };
  }

  #scanFlowKey(outerIndent: number): SourceScalar {
    const character = this.text.charAt(this.pos);
    return character === '"' || character === "'" ? this.scanQuoted(outerIndent) : this.#scanFlowPlain();
  }

  #scanFlowEntryValue(key: SourceScalar, outerIndent: number, depth: number): SourceNode {
    const none = this.emptyValue(key.end);
    this.skipSpaces();
    if (!this.#isAtColon(key.style !== 'plain')) return none;
    this.pos++;
    const afterColon = this.pos;
    if (!this.#skipBlank(outerIndent)) return this.emptyValue(afterColon);
    return /[,}\]]/.test(this.text.charAt(this.pos))
      ? this.emptyValue(afterColon)
      : this.scanFlowValue(outerIndent, depth);
  }

  #isAtColon(isQuoted: boolean): boolean {
    if (this.text.charAt(this.pos) !== ':') return false;
    return isQuoted || /^[\s,[\]{}"']?$/.test(this.text.charAt(this.pos + 1)) || this.options.format === 'json';
  }

  protected skipSpaces(): void {
    for (let code = this.text.charCodeAt(this.pos); code === 32 || code === 9;) code = this.text.charCodeAt(++this.pos);
  }

  /** Skips white space, comments and commas. Returns whether a value follows before the closing bracket. */
  #skipSeparators(outerIndent: number, closing: string, depth: number): boolean {
    for (;;) {
      if (!this.#skipBlank(outerIndent)) return false;
      const character = this.text.charAt(this.pos);
      if (character === ',') this.pos++;
      else if (character === closing) return false;
      // The closing bracket of an outer collection ends this one, which is not closed.
      else if (character === ']' || character === '}') return false;
      else return depth < MAX_SCAN_DEPTH;
    }
  }

  /** Skips white space and comments. Returns `false` at the end of the text and at a line that belongs to an outer block. */
  #skipBlank(outerIndent: number): boolean {
    let isNewLine = false;
    for (;;) {
      const code = this.text.charCodeAt(this.pos);
      if (Number.isNaN(code)) return false;
      if (isBlank(code)) {
        isNewLine ||= isLineBreak(code);
        this.pos++;
      } else if (this.isAtComment()) this.skipLine();
      else if (this.options.format === 'json' && this.text.startsWith('/*', this.pos)) this.#skipBlockComment();
      else return !isNewLine || this.options.format === 'json' || !this.#isOutside(outerIndent);
    }
  }

  #skipBlockComment(): void {
    const end = this.text.indexOf('*/', this.pos + 2);
    this.pos = end < 0 ? this.text.length : end + 2;
  }

  /** Whether the position is the first of its line, and the line is not indented more than an outer block. */
  #isOutside(outerIndent: number): boolean {
    const lineStart = this.lineStart(this.pos);
    const column = this.pos - lineStart;
    if (column > outerIndent || lineStart === 0) return false;
    return /^\s*$/.test(this.text.slice(lineStart, this.pos)) && !/[\]}]/.test(this.text.charAt(this.pos));
  }

  #closingEnd(closing: string): number {
    if (this.text.charAt(this.pos) === closing) return ++this.pos;
    return this.trimmedEnd(this.pos);
  }

  #scanFlowPlain(): SourceScalar {
    const start = this.pos;
    const pattern = this.options.format === 'json' ? JSON_PLAIN : FLOW_PLAIN;
    pattern.lastIndex = start;
    this.pos = start + (pattern.exec(this.text)?.[0].length ?? 0);
    const end = this.trimmedEnd(this.pos, start);
    return this.createScalar(start, end, 'plain', plainValue(this.text.slice(start, end)));
  }

  /** A quoted scalar. Without a closing quote, it ends with its line. */
  protected scanQuoted(outerIndent: number): SourceScalar {
    const start = this.pos;
    const quote = this.text.charAt(start);
    const pattern = quote === '"' ? /(?:[^"\\]|\\[^])*/y : /(?:[^']|'')*/y;
    pattern.lastIndex = start + 1;
    const close = start + 1 + (pattern.exec(this.text)?.[0].length ?? 0);
    const isClosed = this.text.charAt(close) === quote && !this.#leavesBlock(start, close, outerIndent);
    this.pos = isClosed ? close + 1 : this.#unclosedEnd(start);
    return this.createScalar(
      start,
      this.pos,
      quote === '"' ? 'double' : 'single',
      quotedValue(this.text.slice(start, this.pos)),
    );
  }

  /** Whether a line between two positions belongs to an outer block. Such a quote was not closed by its author. */
  #leavesBlock(start: number, end: number, outerIndent: number): boolean {
    if (this.options.format === 'json') return /[\r\n]/.test(this.text.slice(start, end));
    const lines = this.text.slice(start, end).split(/\r\n|\r|\n/);
    return lines.slice(1).some((line) => line.trim() !== '' && line.search(/\S/) <= outerIndent);
  }

  #unclosedEnd(start: number): number {
    return this.trimmedEnd(this.lineEnd(start), start + 1);
  }

  /** Skips an anchor and a tag. Returns the name of the anchor. */
  protected scanProperties(): string | undefined {
    if (this.options.format === 'json') return undefined;
    let anchor: string | undefined;
    const first = this.text.charCodeAt(this.pos);
    if (first !== 38 && first !== 33) return undefined;
    const property = /([&!])([^\s,[\]{}]*)[ \t]*/y;
    for (;;) {
      property.lastIndex = this.pos;
      const match = property.exec(this.text);
      if (match === null) return anchor;
      if (match[1] === '&') anchor = match[2];
      this.pos += match[0].length;
    }
  }

  protected defineAnchor(name: string | undefined, value: SourceNode): void {
    if (name !== undefined) this.#anchors.set(name, value);
  }

  /** An alias repeats the value of its anchor. */
  protected scanAlias(): SourceNode {
    const start = this.pos;
    const name = /\*[^\s,[\]{}]*/y;
    name.lastIndex = start;
    const end = start + (name.exec(this.text)?.[0].length ?? 1);
    this.pos = end;
    const target = this.#anchors.get(this.text.slice(start + 1, end));
    if (target === undefined) return { ...this.createScalar(start, end, 'plain', null), alias: true };
    const aliasOf = target.aliasOf ?? { start: target.start, end: target.end };
    return { ...target, start, end, alias: true, aliasOf };
  }

  protected createEntry(key: SourceScalar, node: SourceNode): SourceEntry {
    const sourceKey = key.style === 'plain' ? this.text.slice(key.start, key.end) : String(key.value);
    const modelKey = this.options.modelKey?.(sourceKey) ?? sourceKey;
    return { key: modelKey, sourceKey, keyStart: key.start, keyEnd: key.end, node, merged: false };
  }

  protected createScalar(start: number, end: number, style: ScalarStyle, value: SourceScalar['value']): SourceScalar {
    return { kind: 'scalar', start, end, alias: false, value, style };
  }

  protected emptyValue(offset: number): SourceScalar {
    return this.createScalar(offset, offset, 'plain', null);
  }

  protected isAtComment(): boolean {
    if (this.options.format === 'json') return this.text.startsWith('//', this.pos);
    if (this.text.charCodeAt(this.pos) !== 35) return false;
    return this.pos === 0 || isBlank(this.text.charCodeAt(this.pos - 1));
  }

  protected skipLine(): void {
    this.pos = this.lineEnd(this.pos);
  }

  protected lineStart(offset: number): number {
    let start = offset;
    while (start > 0 && !isLineBreak(this.text.charCodeAt(start - 1))) start--;
    return start;
  }

  /** The offset of the line break that ends a line, or of the end of the text. */
  protected lineEnd(offset: number): number {
    let end = offset;
    while (end < this.text.length && !isLineBreak(this.text.charCodeAt(end))) end++;
    return end;
  }

  protected trimmedEnd(end: number, start = 0): number {
    let trimmed = end;
    while (trimmed > start && isBlank(this.text.charCodeAt(trimmed - 1))) trimmed--;
    return trimmed;
  }
}

/** Whether a character is a space, a tab or a line break. */
export function isBlank(code: number): boolean {
  return code === 32 || code === 9 || isLineBreak(code);
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}

const FLOW_PLAIN = /(?:[^\s,[\]{}:#]|:(?![\s,[\]{}]|$)|(?<=\S)#|[ \t]+(?![\s#]|$)(?!:\s))*/y;
const JSON_PLAIN = /[^\s,[\]{}:"]*/y;
