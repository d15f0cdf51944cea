import { TokenKind } from './token-table.ts';
import type { TokenWriter } from './token-writer.ts';

/** Thrown if the text is ambiguous without its syntax tree. `tokenize` catches it, and the full parser is used. */
export class NeedsFullParser extends Error {}

/** Character classes. */
export const CharacterClass = { name: 1, digit: 2, space: 4 } as const;

/** The class of each ASCII character; 0 for punctuation. */
export const classes = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_$]/.test(character)) classes[code] = CharacterClass.name;
  else if (/\d/.test(character)) classes[code] = CharacterClass.digit;
  else if (/\s/.test(character)) classes[code] = CharacterClass.space;
}

const numberPattern = /0[xXoObB][\da-fA-F_]+n?|(?:\d[\d_]*)?\.?\d*(?:[\d_]*)(?:[eE][+-]?\d[\d_]*)?n?/y;

/** Reads the tokens that do not depend on their context: space, comments, names, numbers, strings and brackets. */
export class TextReader {
  protected readonly text: string;
  protected readonly writer: TokenWriter;
  /** The offset of the next character. */
  protected at = 0;

  constructor(text: string, writer: TokenWriter) {
    this.text = text;
    this.writer = writer;
  }

  protected isSpace(code: number): boolean {
    return (
      code === 0xa0 || code === 0xfeff || code === 0x2028 || code === 0x2029 || /\s/.test(String.fromCharCode(code))
    );
  }

  protected wordEnd(from: number): number {
    const text = this.text;
    let end = from;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code < 128 ? ((classes[code] ?? 0) & 3) === 0 : this.isSpace(code)) break;
    }
    if (text.charCodeAt(end) === 92) throw new NeedsFullParser();
    return end;
  }

  protected word(): void {
    const end = this.wordEnd(this.at);
    this.writer.write(TokenKind.word, this.at, end);
    this.at = end;
  }

  protected number(): void {
    const match = numberPattern;
    match.lastIndex = this.at;
    const end = match.test(this.text) ? match.lastIndex : this.at + 1;
    this.writer.write(TokenKind.literal, this.at, end);
    this.at = end;
  }

  protected punctuator(length: number): void {
    this.writer.write(TokenKind.punctuator, this.at, this.at + length);
    this.at += length;
  }

  protected close(code: number): void {
    const opened = this.writer.openedAt;
    if (opened < 0) throw new NeedsFullParser();
    const first = this.text.charCodeAt(opened);
    const opening = first === 36 ? 123 : first;
    // The brackets are 40 and 41, 91 and 93, 123 and 125.
    if (code - opening !== (opening === 40 ? 1 : 2)) throw new NeedsFullParser();
    this.writer.close(this.at);
    this.at++;
  }

  protected skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.text.length : end;
  }

  protected skipBlock(): void {
    const end = this.text.indexOf('*/', this.at + 2);
    if (end < 0) throw new NeedsFullParser();
    this.at = end + 2;
  }

  protected skipSpace(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 47 && this.text.charCodeAt(this.at + 1) === 42) this.skipBlock();
      else if (code === 47 && this.text.charCodeAt(this.at + 1) === 47) this.skipLine();
      else if (code < 128 ? classes[code] === CharacterClass.space : this.isSpace(code)) this.at++;
      else return code;
    }
  }

  protected string(quote: number): void {
    const text = this.text;
    const start = this.at;
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.at = at + 1;
        this.writer.write(TokenKind.literal, start, this.at);
        return;
      }
      if (code === 92) {
        at++;
        if (text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10) at++;
      } else if (code === 10) break;
    }
    throw new NeedsFullParser();
  }

  /** Reads a regular expression; returns false if it is not one. */
  protected regularExpression(): boolean {
    const text = this.text;
    const start = this.at;
    let inClass = false;
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10 || code === 13) return false;
      if (code === 92) at++;
      else if (code === 91) inClass = true;
      else if (code === 93) inClass = false;
      else if (code === 47 && !inClass) {
        this.at = this.wordEnd(at + 1);
        this.writer.write(TokenKind.literal, start, this.at);
        return true;
      }
    }
    return false;
  }
}
