import { CharacterClass, classes, NeedsFullParser, TextReader } from './text-reader.ts';
import { TokenKind } from './token-table.ts';

/** Reads JSX. The subclass reads the expressions in braces. */
export abstract class ElementReader extends TextReader {
  /** Reads an expression between `{` and `}` in a template or in JSX. */
  protected abstract insertion(length: number): void;

  /** Reads a symbol; returns whether it closed a bracket. */
  protected abstract symbol(code: number): boolean;

  protected element(): void {
    this.punctuator(1);
    const fragment = this.skipSpace() === 62;
    if (!fragment) {
      this.elementName();
      if (this.attributes()) return;
    }
    this.punctuator(1);
    this.children();
  }

  /** `name`, `a.b.c`, `a-b` or `a:b`. */
  protected elementName(): void {
    for (;;) {
      const start = this.at;
      let end = this.wordEnd(start);
      if (end === start) throw new NeedsFullParser();
      let dashed = false;
      while (this.text.charCodeAt(end) === 45 || this.text.charCodeAt(end) === 58) {
        dashed = true;
        end = this.wordEnd(end + 1);
      }
      this.writer.write(dashed ? TokenKind.attributeName : TokenKind.elementName, start, end);
      this.at = end;
      if (this.text.charCodeAt(end) !== 46) return;
      this.punctuator(1);
    }
  }

  /** Reads attributes. Returns true after `/>`, which ends the element, and false before `>`. */
  protected attributes(): boolean {
    for (;;) {
      const code = this.skipSpace();
      if (code === 62) return false;
      if (code === 47) {
        this.punctuator(1);
        if (this.skipSpace() !== 62) throw new NeedsFullParser();
        this.punctuator(1);
        return true;
      }
      if (code === 123) this.insertion(1);
      else if (code === 60) this.typeArguments();
      else this.attribute();
    }
  }

  protected attribute(): void {
    const start = this.at;
    let end = this.wordEnd(start);
    while (this.text.charCodeAt(end) === 45 || this.text.charCodeAt(end) === 58) end = this.wordEnd(end + 1);
    if (end === start) throw new NeedsFullParser();
    this.writer.write(TokenKind.attributeName, start, end);
    this.at = end;
    if (this.skipSpace() !== 61) return;
    this.punctuator(1);
    const code = this.skipSpace();
    if (code === 123) this.insertion(1);
    else if (code === 34 || code === 39) {
      const close = this.text.indexOf(String.fromCharCode(code), this.at + 1);
      if (close < 0) throw new NeedsFullParser();
      this.writer.write(TokenKind.literal, this.at, close + 1);
      this.at = close + 1;
    } else if (code === 60) this.element();
    else throw new NeedsFullParser();
  }

  /** The type arguments of an element: `<Name<A, B> …>`. */
  protected typeArguments(): void {
    let depth = 0;
    for (;;) {
      const code = this.skipSpace();
      if (code === 60) depth++;
      else if (code === 62) depth--;
      else if (classes[code] === CharacterClass.name) {
        this.word();
        continue;
      } else if (code === 34 || code === 39) {
        this.string(code);
        continue;
      } else if (!(code === 46 || code === 44 || code === 124 || code === 91 || code === 93))
        throw new NeedsFullParser();
      if (code === 91 || code === 93) this.symbol(code);
      else this.punctuator(1);
      if (depth === 0) return;
    }
  }

  protected children(): void {
    const text = this.text;
    while (this.at < text.length) {
      const code = text.charCodeAt(this.at);
      if (code === 123) this.insertion(1);
      else if (code === 60) {
        this.at++;
        const next = this.skipSpace();
        if (next !== 47) {
          this.childElement(next);
          continue;
        }
        this.punctuator(1);
        if (this.skipSpace() !== 62) this.elementName();
        if (this.skipSpace() !== 62) throw new NeedsFullParser();
        this.punctuator(1);
        return;
      } else if (code === 62 || code === 125) throw new NeedsFullParser();
      else this.at++;
    }
    throw new NeedsFullParser();
  }

  /** A child element, after its `<`. */
  protected childElement(next: number): void {
    if (next === 62) {
      this.punctuator(1);
      this.children();
      return;
    }
    this.elementName();
    if (this.attributes()) return;
    this.punctuator(1);
    this.children();
  }
}
