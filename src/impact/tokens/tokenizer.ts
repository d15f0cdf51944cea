import type { Dialect } from '../../code/source-language.ts';
import { TokenKind, type TokenTable } from './token-table.ts';
import { TokenWriter } from './token-writer.ts';

/** The tokenizer cannot say how a text goes on. It is thrown and caught within this file. */
class Doubt extends Error {}

/** Cuts a script into tokens; undefined where it is in doubt, so that the full parser must be asked. */
export function tokenize(text: string, dialect: Dialect): TokenTable | undefined {
  try {
    return new Tokenizer(text, dialect).run();
  } catch (thrown) {
    if (thrown instanceof Doubt) return undefined;
    throw thrown;
  }
}

const writer = new TokenWriter();

/** 1: begins or continues a name; 2: a digit; 4: white space. */
const classes = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_$]/.test(character)) classes[code] = 1;
  else if (/\d/.test(character)) classes[code] = 2;
  else if (/\s/.test(character)) classes[code] = 4;
}

/** Words after which an expression begins, so that a `/` is a regular expression and a `<` an element. */
const beforeExpression = new Set(
  'return typeof instanceof in of new delete void throw case do else yield await default extends'.split(' '),
);

class Tokenizer {
  readonly #text: string;
  readonly #dialect: Dialect;
  #at = 0;

  constructor(text: string, dialect: Dialect) {
    this.#text = text;
    this.#dialect = dialect;
    writer.reset();
  }

  run(): TokenTable {
    if (this.#text.startsWith('#!')) this.#skipLine();
    this.#tokens(0);
    if (writer.depth !== 0) throw new Doubt();
    return writer.table(this.#text);
  }

  /** Reads tokens until the bracket that was open at `depth` is closed, or to the end. */
  #tokens(depth: number): void {
    const text = this.#text;
    while (this.#at < text.length) {
      const code = text.charCodeAt(this.#at);
      const kind = code < 128 ? (classes[code] ?? 0) : this.#isSpace(code) ? 4 : 1;
      if (kind === 4) this.#at++;
      else if (kind === 1) this.#word();
      else if (kind === 2) this.#number();
      else if (this.#symbol(code) && writer.depth < depth) return;
    }
    if (depth > 0) throw new Doubt();
  }

  #isSpace(code: number): boolean {
    return (
      code === 0xa0 || code === 0xfeff || code === 0x2028 || code === 0x2029 || /\s/.test(String.fromCharCode(code))
    );
  }

  #wordEnd(from: number): number {
    const text = this.#text;
    let end = from;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code < 128 ? ((classes[code] ?? 0) & 3) === 0 : this.#isSpace(code)) break;
    }
    if (text.charCodeAt(end) === 92) throw new Doubt();
    return end;
  }

  #word(): void {
    const end = this.#wordEnd(this.#at);
    writer.write(TokenKind.word, this.#at, end);
    this.#at = end;
  }

  #number(): void {
    const match = numberPattern;
    match.lastIndex = this.#at;
    const end = match.test(this.#text) ? match.lastIndex : this.#at + 1;
    writer.write(TokenKind.literal, this.#at, end);
    this.#at = end;
  }

  /** Whether the symbol closed a bracket. */
  #symbol(code: number): boolean {
    const text = this.#text;
    const at = this.#at;
    const next = text.charCodeAt(at + 1);
    switch (code) {
      case 40: // (
      case 91: // [
      case 123: // {
        this.#at++;
        writer.open(TokenKind.punctuator, at, at + 1);
        return false;
      case 41:
      case 93:
      case 125:
        this.#close(code);
        return true;
      case 34: // "
      case 39: // '
        this.#string(code);
        return false;
      case 96:
        this.#template();
        return false;
      case 47: // /
        if (next === 47) this.#skipLine();
        else if (next === 42) this.#skipBlock();
        else if (!this.#startsExpression() || !this.#regularExpression()) this.#punctuator(1);
        return false;
      case 60: // <
        if (this.#dialect !== 'ts' && this.#startsExpression() && this.#startsElement()) this.#element();
        else this.#punctuator(next === 60 ? 2 : 1);
        return false;
      case 35: // #
        this.#at = this.#wordEnd(at + 1);
        writer.write(TokenKind.literal, at, this.#at);
        return false;
      case 46: // .
        if (next >= 48 && next <= 57) this.#number();
        else this.#punctuator(next === 46 && text.charCodeAt(at + 2) === 46 ? 3 : 1);
        return false;
      case 63: // ?
        if (next === 46 && !isDigit(text.charCodeAt(at + 2))) this.#punctuator(2);
        else this.#punctuator(next === 63 ? (text.charCodeAt(at + 2) === 61 ? 3 : 2) : 1);
        return false;
      case 61: // =
        if (next === 61) this.#punctuator(text.charCodeAt(at + 2) === 61 ? 3 : 2);
        else this.#punctuator(next === 62 ? 2 : 1);
        return false;
      case 33: // !
        this.#punctuator(next === 61 ? (text.charCodeAt(at + 2) === 61 ? 3 : 2) : 1);
        return false;
      case 92:
        throw new Doubt();
      case 38: // &
      case 124: // |
        this.#punctuator(next === code ? 2 : 1);
        return false;
      case 43: // +
      case 45: // -
        this.#punctuator(next === code ? 2 : 1);
        return false;
      default:
        this.#punctuator(1);
        return false;
    }
  }

  #punctuator(length: number): void {
    writer.write(TokenKind.punctuator, this.#at, this.#at + length);
    this.#at += length;
  }

  #close(code: number): void {
    const opened = writer.openedAt;
    if (opened < 0) throw new Doubt();
    const first = this.#text.charCodeAt(opened);
    const opening = first === 36 ? 123 : first;
    // The brackets are 40 and 41, 91 and 93, 123 and 125.
    if (code - opening !== (opening === 40 ? 1 : 2)) throw new Doubt();
    writer.close(this.#at);
    this.#at++;
  }

  #skipLine(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  #skipBlock(): void {
    const end = this.#text.indexOf('*/', this.#at + 2);
    if (end < 0) throw new Doubt();
    this.#at = end + 2;
  }

  #string(quote: number): void {
    const text = this.#text;
    const start = this.#at;
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.#at = at + 1;
        writer.write(TokenKind.literal, start, this.#at);
        return;
      }
      if (code === 92) {
        at++;
        if (text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10) at++;
      } else if (code === 10) break;
    }
    throw new Doubt();
  }

  #template(): void {
    const text = this.#text;
    const start = this.#at;
    writer.write(TokenKind.literal, start, start + 1);
    for (this.#at++; this.#at < text.length;) {
      const code = text.charCodeAt(this.#at);
      if (code === 96) {
        writer.write(TokenKind.literal, this.#at, this.#at + 1);
        this.#at++;
        return;
      }
      if (code === 92) this.#at += 2;
      else if (code === 36 && text.charCodeAt(this.#at + 1) === 123) this.#insertion(2);
      else this.#at++;
    }
    throw new Doubt();
  }

  /** Reads what stands between `{` and `}` in a template or in JSX. */
  #insertion(length: number): void {
    writer.open(TokenKind.insertion, this.#at, this.#at + length);
    this.#at += length;
    this.#tokens(writer.depth);
  }

  /** False where what looks like a regular expression is none. */
  #regularExpression(): boolean {
    const text = this.#text;
    const start = this.#at;
    let inClass = false;
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 10 || code === 13) return false;
      if (code === 92) at++;
      else if (code === 91) inClass = true;
      else if (code === 93) inClass = false;
      else if (code === 47 && !inClass) {
        this.#at = this.#wordEnd(at + 1);
        writer.write(TokenKind.literal, start, this.#at);
        return true;
      }
    }
    return false;
  }

  /** Whether an expression may begin after the token that was read last. */
  #startsExpression(): boolean {
    const last = writer.count - 1;
    const start = writer.startAt(last);
    const end = writer.endAt(last);
    switch (writer.kindAt(last)) {
      case 0:
      case TokenKind.insertion:
        return true;
      case TokenKind.word:
        if (
          writer.kindAt(last - 1) === TokenKind.punctuator &&
          this.#text.charCodeAt(writer.endAt(last - 1) - 1) === 46
        ) {
          return false;
        }
        return beforeExpression.has(this.#text.slice(start, end));
      case TokenKind.punctuator: {
        const code = this.#text.charCodeAt(end - 1);
        if (code === 41) return this.#closesCondition(last);
        // `}` may end a block or a value, `>` a list of types or an element, `++` a name: rarely does a `/` follow.
        if (code === 93 || code === 125) return false;
        return !((code === 43 || code === 45) && end - start === 2);
      }
      default:
        return false;
    }
  }

  /** Whether a `)` ends the head of `if`, `while`, `for` or `with`. */
  #closesCondition(index: number): boolean {
    const before = writer.partnerAt(index) - 1;
    if (writer.kindAt(before) !== TokenKind.word) return false;
    const word = this.#text.slice(writer.startAt(before), writer.endAt(before));
    return word === 'if' || word === 'while' || word === 'for' || word === 'with';
  }

  /** Tells an element from the type parameters of an arrow function. */
  #startsElement(): boolean {
    const pattern = elementStart;
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) {
      if (this.#dialect === 'js') return false;
      throw new Doubt();
    }
    const [, name, next] = match;
    if (name === undefined) return true;
    if (next === ',' || next === '=') return false;
    return next !== 'extends';
  }

  #element(): void {
    this.#punctuator(1);
    const fragment = this.#skipSpace() === 62;
    if (!fragment) {
      this.#elementName();
      if (this.#attributes()) return;
    }
    this.#punctuator(1);
    this.#children();
  }

  #skipSpace(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 47 && this.#text.charCodeAt(this.#at + 1) === 42) this.#skipBlock();
      else if (code === 47 && this.#text.charCodeAt(this.#at + 1) === 47) this.#skipLine();
      else if (code < 128 ? classes[code] === 4 : this.#isSpace(code)) this.#at++;
      else return code;
    }
  }

  /** `name`, `a.b.c`, `a-b` or `a:b`. */
  #elementName(): void {
    for (;;) {
      const start = this.#at;
      let end = this.#wordEnd(start);
      if (end === start) throw new Doubt();
      let dashed = false;
      while (this.#text.charCodeAt(end) === 45 || this.#text.charCodeAt(end) === 58) {
        dashed = true;
        end = this.#wordEnd(end + 1);
      }
      writer.write(dashed ? TokenKind.attributeName : TokenKind.elementName, start, end);
      this.#at = end;
      if (this.#text.charCodeAt(end) !== 46) return;
      this.#punctuator(1);
    }
  }

  /** Reads attributes; true where `/>` ended the element, false before a `>`. */
  #attributes(): boolean {
    for (;;) {
      const code = this.#skipSpace();
      if (code === 62) return false;
      if (code === 47) {
        this.#punctuator(1);
        if (this.#skipSpace() !== 62) throw new Doubt();
        this.#punctuator(1);
        return true;
      }
      if (code === 123) this.#insertion(1);
      else if (code === 60) this.#typeArguments();
      else this.#attribute();
    }
  }

  #attribute(): void {
    const start = this.#at;
    let end = this.#wordEnd(start);
    while (this.#text.charCodeAt(end) === 45 || this.#text.charCodeAt(end) === 58) end = this.#wordEnd(end + 1);
    if (end === start) throw new Doubt();
    writer.write(TokenKind.attributeName, start, end);
    this.#at = end;
    if (this.#skipSpace() !== 61) return;
    this.#punctuator(1);
    const code = this.#skipSpace();
    if (code === 123) this.#insertion(1);
    else if (code === 34 || code === 39) {
      const close = this.#text.indexOf(String.fromCharCode(code), this.#at + 1);
      if (close < 0) throw new Doubt();
      writer.write(TokenKind.literal, this.#at, close + 1);
      this.#at = close + 1;
    } else if (code === 60) this.#element();
    else throw new Doubt();
  }

  /** `<Name<A, B> …>`: what stands between the angles are types. */
  #typeArguments(): void {
    let depth = 0;
    for (;;) {
      const code = this.#skipSpace();
      if (code === 60) depth++;
      else if (code === 62) depth--;
      else if (classes[code] === 1) {
        this.#word();
        continue;
      } else if (code === 34 || code === 39) {
        this.#string(code);
        continue;
      } else if (!(code === 46 || code === 44 || code === 124 || code === 91 || code === 93)) throw new Doubt();
      if (code === 91 || code === 93) this.#symbol(code);
      else this.#punctuator(1);
      if (depth === 0) return;
    }
  }

  #children(): void {
    const text = this.#text;
    while (this.#at < text.length) {
      const code = text.charCodeAt(this.#at);
      if (code === 123) this.#insertion(1);
      else if (code === 60) {
        this.#at++;
        const next = this.#skipSpace();
        if (next !== 47) {
          this.#childElement(next);
          continue;
        }
        this.#punctuator(1);
        if (this.#skipSpace() !== 62) this.#elementName();
        if (this.#skipSpace() !== 62) throw new Doubt();
        this.#punctuator(1);
        return;
      } else if (code === 62 || code === 125) throw new Doubt();
      else this.#at++;
    }
    throw new Doubt();
  }

  /** An element within another, after its `<`. */
  #childElement(next: number): void {
    if (next === 62) {
      this.#punctuator(1);
      this.#children();
      return;
    }
    this.#elementName();
    if (this.#attributes()) return;
    this.#punctuator(1);
    this.#children();
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

const numberPattern = /0[xXoObB][\da-fA-F_]+n?|(?:\d[\d_]*)?\.?\d*(?:[\d_]*)(?:[eE][+-]?\d[\d_]*)?n?/y;
const elementStart = /<\s*(?:>|([A-Za-z_$][\w$]*)\s*(,|=(?!>)|extends\b(?!\s*[=>/])|[\s\S]))/y;
