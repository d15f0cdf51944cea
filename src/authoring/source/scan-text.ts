import type { SourceEntry, SourceNode, SourceScalar } from '../../contract/source/source-node.ts';
import { foldLines, plainValue } from './plain-value.ts';
import { isBlank, MAX_SCAN_DEPTH, TextScanner, type ScanOptions } from './text-scanner.ts';

/** The result of scanning a text that may be incomplete or invalid. */
export interface ScannedText {
  /** `undefined` if the text has no value. */
  readonly root: SourceNode | undefined;
  /**
   * The items that are written without a dash, which is missing or not typed yet. They are in the list that the lines
   * around them form.
   */
  readonly dashless: ReadonlySet<SourceNode>;
  /** The keys that are not followed by a colon yet, by the offset of their first character. */
  readonly bareKeys: ReadonlySet<number>;
}

/**
 * Scans a YAML or JSON text in one pass. It accepts every text and keeps mistakes local: an unclosed bracket or a line
 * with a wrong indentation does not change how other lines are read. For a valid text, the tree equals that of the parser,
 * except for merge keys, complex keys and further documents.
 *
 * The parser is for verdicts. It takes 50 times as long for a large contract, and after a syntax error it can misread the
 * rest of the text, which is the usual state while a person types.
 */
export function scanText(text: string, options: ScanOptions): ScannedText {
  return new BlockScanner(text, options).scan();
}

class BlockScanner extends TextScanner {
  readonly #dashless = new Set<SourceNode>();
  readonly #bareKeys = new Set<number>();

  scan(): ScannedText {
    return { root: this.#scanRoot(), dashless: this.#dashless, bareKeys: this.#bareKeys };
  }

  #scanRoot(): SourceNode | undefined {
    if (this.text.startsWith('\ufeff')) this.pos = 1;
    if (this.options.format === 'json') {
      const start = /[{["]/.exec(this.text)?.index;
      if (start === undefined) return undefined;
      this.pos = start;
      return this.scanFlowValue(-1, 0);
    }
    this.#skipProlog();
    const column = this.#nextContent();
    if (column < 0) return undefined;
    // Lines before the first key are mistakes, because every file is a map or a list.
    const isMistake = !this.#isAtDash() && /^[^[{\s]/.test(this.text.charAt(this.pos)) && this.#hasKeyLater();
    return isMistake ? this.#scanMap(column, 0) : this.#scanNode(column, -1, 0);
  }

  #hasKeyLater(): boolean {
    const key = /(?:\n|\r)[\w$"'][^\r\n]*?:(?=\s|$)/g;
    key.lastIndex = this.pos;
    return key.test(this.text);
  }

  /** Skips directives and the first document marker. */
  #skipProlog(): void {
    const prolog =
      /(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\r|\n)|%[^\r\n]*(?:\r\n|\r|\n)|---(?=[ \t]*(?:#[^\r\n]*)?(?:[\r\n]|$))[^\r\n]*)*/y;
    prolog.lastIndex = this.pos;
    this.pos += prolog.exec(this.text)?.[0].length ?? 0;
  }

  /**
   * Moves to the next content after the line break, or on the current line if the position is at its indentation. Returns
   * its column, or -1 at the end of the document.
   */
  #nextContent(): number {
    for (;;) {
      while (isBlank(this.text.charCodeAt(this.pos))) this.pos++;
      if (this.pos >= this.text.length) return -1;
      if (this.isAtComment()) {
        this.skipLine();
        continue;
      }
      const column = this.pos - this.lineStart(this.pos);
      if (column === 0 && /^(?:---|\.\.\.)(?:\s|$)/.test(this.text.slice(this.pos, this.pos + 4))) return -1;
      return column;
    }
  }

  /** Whether nothing but a comment follows on the line. Skips spaces. */
  #isLineDone(): boolean {
    this.skipSpaces();
    const code = this.text.charCodeAt(this.pos);
    return Number.isNaN(code) || isBlank(code) || this.isAtComment();
  }

  /** A block value whose first character is at the position, in a column. */
  #scanNode(column: number, outerIndent: number, depth: number): SourceNode {
    if (depth > MAX_SCAN_DEPTH) {
      this.skipLine();
      return this.emptyValue(this.pos);
    }
    if (this.#isAtDash()) return this.#scanList(column, depth);
    if (this.#keyEnd() !== undefined || this.#isBareKey(column)) return this.#scanMap(column, depth);
    return this.#scanInline(outerIndent, depth);
  }

  /** Whether the position is at the first key of a map, which is being typed: a word above a key in the same column. */
  #isBareKey(column: number): boolean {
    if (/[[{"'|>&!*]/.test(this.text.charAt(this.pos))) return false;
    const start = this.pos;
    this.skipLine();
    const isKey = this.#nextContent() === column && this.#keyEnd() !== undefined;
    this.pos = start;
    return isKey;
  }

  #isAtDash(): boolean {
    return this.text.charAt(this.pos) === '-' && /^\s?$/.test(this.text.charAt(this.pos + 1));
  }

  /** The offset of the colon if the position is at a key; `undefined` if it is not. */
  #keyEnd(): number | undefined {
    KEY.lastIndex = this.pos;
    const match = KEY.exec(this.text);
    return match === null ? undefined : this.pos + match[0].length;
  }

  #scanList(column: number, depth: number): SourceNode {
    const start = this.pos;
    const items: SourceNode[] = [];
    let end = start + 1;
    for (let at = column; at >= column; at = this.#nextContent()) {
      const before = this.pos;
      if (at > column) {
        this.skipLine();
        continue;
      }
      const item = this.#isAtDash() ? this.#scanItem(column, depth) : this.#scanDashless(column, depth);
      if (item === undefined) break;
      items.push(item);
      end = Math.max(item.end, before + 1);
    }
    return { kind: 'list', start, end, alias: false, style: 'block', items };
  }

  #scanItem(column: number, depth: number): SourceNode {
    const afterDash = ++this.pos;
    if (!this.#isLineDone()) {
      return this.#scanNode(this.pos - this.lineStart(this.pos), column, depth + 1);
    }
    const resume = this.pos;
    const at = this.#nextContent();
    if (at > column) return this.#scanNode(at, column, depth + 1);
    this.pos = resume;
    return this.emptyValue(afterDash);
  }

  /** A line in a list without a dash. A key belongs to an outer map, unless no map can have this column. */
  #scanDashless(column: number, depth: number): SourceNode | undefined {
    const item =
      this.#keyEnd() === undefined
        ? this.#scanInline(column, depth + 1)
        : column > 0 && this.#isDeeperThanKey(column)
          ? this.#scanMap(column, depth + 1)
          : undefined;
    if (item !== undefined) this.#dashless.add(item);
    return item;
  }

  /** Whether a list in a column is indented more than its key, so that the map of the key has another column. */
  #isDeeperThanKey(column: number): boolean {
    return this.#mapColumns.at(-1) !== column;
  }

  readonly #mapColumns: number[] = [];

  #scanMap(column: number, depth: number): SourceNode {
    const start = this.pos;
    const entries: SourceEntry[] = [];
    let end = start;
    this.#mapColumns.push(column);
    for (let at = column; at >= column; at = this.#nextContent()) {
      if (at > column) {
        this.skipLine();
        continue;
      }
      if (this.#isAtDash()) {
        // A list in the column of a map belongs to the last key, which had its list already, or to an outer list.
        if (column === 0 || entries.length === 0 || !this.#isInOuterList(column)) {
          this.skipLine();
          continue;
        }
        break;
      }
      const entry = this.#scanEntry(column, depth);
      entries.push(entry);
      end = Math.max(entry.keyEnd, entry.node.end);
    }
    this.#mapColumns.pop();
    return { kind: 'map', start, end, alias: false, style: 'block', entries };
  }

  #isInOuterList(column: number): boolean {
    return this.#mapColumns.slice(0, -1).includes(column);
  }

  #scanEntry(column: number, depth: number): SourceEntry {
    const colon = this.#keyEnd();
    if (colon === undefined) return this.#scanBareKey();
    const key = this.#scanKey(colon);
    this.pos = colon + 1;
    if (!this.#isLineDone()) return this.createEntry(key, this.#scanInline(column, depth + 1));
    const resume = this.pos;
    const at = this.#nextContent();
    const hasValue = at > column || (at === column && this.#isAtDash());
    if (hasValue) return this.createEntry(key, this.#scanNode(at, column, depth + 1));
    this.pos = resume;
    return this.createEntry(key, this.emptyValue(colon + 1));
  }

  /** A line of a map without a colon: a key that is being typed. */
  #scanBareKey(): SourceEntry {
    const start = this.pos;
    const plain = /[^\r\n#]*/y;
    plain.lastIndex = start;
    const end = this.trimmedEnd(start + (plain.exec(this.text)?.[0].length ?? 0), start + 1);
    this.skipLine();
    this.#bareKeys.add(start);
    return this.createEntry(this.createScalar(start, end, 'plain', this.text.slice(start, end)), this.emptyValue(end));
  }

  #scanKey(colon: number): SourceScalar {
    const start = this.pos;
    const end = this.trimmedEnd(colon, start);
    const character = this.text.charAt(start);
    if (character === '"' || character === "'") return this.scanQuoted(-1);
    return this.createScalar(start, end, 'plain', this.text.slice(start, end));
  }

  /** The value on the rest of a line, with the lines that continue it. */
  #scanInline(outerIndent: number, depth: number): SourceNode {
    const anchor = this.scanProperties();
    const value = this.#scanContent(outerIndent, depth);
    this.defineAnchor(anchor, value);
    return value;
  }

  #scanContent(outerIndent: number, depth: number): SourceNode {
    const character = this.text.charAt(this.pos);
    if (character === '[' || character === '{') {
      const value = this.scanFlowValue(outerIndent, depth);
      // The rest of the line after a bracket is not read.
      if (!this.#isAtLineStart()) this.skipLine();
      return value;
    }
    if (character === '"' || character === "'") {
      const value = this.scanQuoted(outerIndent);
      this.skipLine();
      return value;
    }
    if ((character === '|' || character === '>') && BLOCK_HEADER.test(this.#restOfLine())) {
      return this.#scanBlockScalar(outerIndent);
    }
    if (character === '*') {
      const value = this.scanAlias();
      this.skipLine();
      return value;
    }
    if (this.#isLineDone()) {
      // Only an anchor or a tag was on the line.
      const resume = this.pos;
      const at = this.#nextContent();
      if (at > outerIndent) return this.#scanNode(at, outerIndent, depth + 1);
      this.pos = resume;
      return this.emptyValue(resume);
    }
    return this.#scanPlain(outerIndent);
  }

  /** Whether only white space is between the start of the line and the position. */
  #isAtLineStart(): boolean {
    return this.text.slice(this.lineStart(this.pos), this.pos).trim() === '';
  }

  #restOfLine(): string {
    return this.text.slice(this.pos, this.lineEnd(this.pos));
  }

  #scanPlain(outerIndent: number): SourceScalar {
    const start = this.pos;
    let end = this.#plainLineEnd();
    this.pos = this.lineEnd(end);
    while (!this.#hasCommentAfter(end)) {
      const resume = this.pos;
      const at = this.#nextContent();
      const continues = at > outerIndent && this.#keyEnd() === undefined;
      if (!continues || this.#skippedComment(resume)) {
        this.pos = resume;
        break;
      }
      end = this.#plainLineEnd();
      this.pos = this.lineEnd(end);
    }
    const text = this.text.slice(start, end);
    return this.createScalar(start, end, 'plain', plainValue(foldLines(text)));
  }

  #plainLineEnd(): number {
    const lineEnd = this.lineEnd(this.pos);
    const comment = /[ \t]#/.exec(this.text.slice(this.pos, lineEnd));
    return this.trimmedEnd(comment ? this.pos + comment.index : lineEnd, this.pos);
  }

  #hasCommentAfter(end: number): boolean {
    return /^[ \t]+#/.test(this.text.slice(end, this.lineEnd(end)));
  }

  #skippedComment(from: number): boolean {
    return /^[ \t]*#/m.test(this.text.slice(from, this.pos));
  }

  #scanBlockScalar(outerIndent: number): SourceScalar {
    const start = this.pos;
    const header = /^[|>][-+\d]*/.exec(this.#restOfLine())?.[0] ?? '';
    const explicit = /\d/.exec(header)?.[0];
    const first = this.#afterLineBreak(this.lineEnd(start));
    let position = first;
    let contentIndent = explicit === undefined ? undefined : Math.max(0, outerIndent) + Number(explicit);
    let end = this.lineEnd(start);
    const lines: string[] = [];
    while (position < this.text.length) {
      const lineEnd = this.lineEnd(position);
      const line = this.text.slice(position, lineEnd);
      const indent = line.search(/[^ ]/);
      if (line.trim() !== '' && indent <= outerIndent) break;
      if (line.trim() !== '') {
        contentIndent ??= indent;
        end = lineEnd;
      }
      lines.push(line);
      position = this.#afterLineBreak(lineEnd);
      if (position === lineEnd) break;
    }
    this.pos = Math.max(end, this.lineEnd(start));
    const content = lines.map((line) => line.slice(contentIndent ?? 0));
    const value = chompBlock(header.startsWith('>') ? foldBlock(content) : content.join('\n'), header);
    const style = header.startsWith('>') ? 'folded' : 'literal';
    return this.createScalar(start, this.trimmedEnd(end, start), style, value);
  }

  #afterLineBreak(lineEnd: number): number {
    if (this.text.startsWith('\r\n', lineEnd)) return lineEnd + 2;
    return Math.min(this.text.length, lineEnd + 1);
  }
}

/** A key with its spaces, up to the colon. A plain key begins with no character that has a meaning in YAML. */
const KEY = /(?:"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\r\n]|'')*'|[^\s"'#&*!|>%@`{}[\],:][^\r\n]*?)[ \t]*(?=:(?:[ \t\r\n]|$))/y;
const BLOCK_HEADER = /^[|>][-+\d]*[ \t]*(?:#.*)?$/;

/** Joins the lines of a folded block scalar. Lines with more indentation are kept. */
function foldBlock(lines: readonly string[]): string {
  let text = '';
  lines.forEach((line, index) => {
    const previous = lines[index - 1];
    if (previous === undefined) text = line;
    else if (line === '') text += '\n';
    else if (previous === '') text += line;
    else text += /^\s/.test(line) || /^\s/.test(previous) ? `\n${line}` : ` ${line}`;
  });
  return text;
}

/** Ends the text of a block scalar: `-` removes the line breaks at its end, `+` keeps them, otherwise one remains. */
function chompBlock(text: string, header: string): string {
  if (header.includes('+')) return text === '' ? '' : `${text}\n`;
  const trimmed = text.replace(/\n+$/, '');
  if (header.includes('-')) return trimmed;
  return trimmed === '' ? '' : `${trimmed}\n`;
}
