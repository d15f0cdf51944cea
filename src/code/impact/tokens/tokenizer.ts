import type { Dialect } from '../../language/source-language.ts';
import { ElementReader } from './element-reader.ts';
import { startsElement, startsExpression } from './expression-start.ts';
import { CharacterClass, classes, NeedsFullParser } from './text-reader.ts';
import { TokenKind, type TokenTable } from './token-table.ts';
import { TokenWriter } from './token-writer.ts';

/** Splits a script into tokens. Returns `undefined` if only the full parser can read the script. */
export function tokenize(text: string, dialect: Dialect): TokenTable | undefined {
  try {
    return new Tokenizer(text, dialect).run();
  } catch (thrown) {
    if (thrown instanceof NeedsFullParser) return undefined;
    throw thrown;
  }
}

const sharedWriter = new TokenWriter();

class Tokenizer extends ElementReader {
  readonly #dialect: Dialect;

  constructor(text: string, dialect: Dialect) {
    super(text, sharedWriter);
    this.#dialect = dialect;
    sharedWriter.reset();
  }

  run(): TokenTable {
    if (this.text.startsWith('#!')) this.skipLine();
    this.tokens(0);
    if (this.writer.depth !== 0) throw new NeedsFullParser();
    return this.writer.table(this.text);
  }

  /** Reads tokens until the bracket at `depth` is closed, or to the end of the text. */
  protected tokens(depth: number): void {
    const text = this.text;
    while (this.at < text.length) {
      const code = text.charCodeAt(this.at);
      const kind = code < 128 ? (classes[code] ?? 0) : this.isSpace(code) ? CharacterClass.space : CharacterClass.name;
      if (kind === CharacterClass.space) this.at++;
      else if (kind === CharacterClass.name) this.word();
      else if (kind === CharacterClass.digit) this.number();
      else if (this.symbol(code) && this.writer.depth < depth) return;
    }
    if (depth > 0) throw new NeedsFullParser();
  }

  /** Reads a symbol; returns whether it closed a bracket. */
  protected symbol(code: number): boolean {
    const text = this.text;
    const at = this.at;
    const next = text.charCodeAt(at + 1);
    switch (code) {
      case 40: // (
      case 91: // [
      case 123: // {
        this.at++;
        this.writer.open(TokenKind.punctuator, at, at + 1);
        return false;
      case 41:
      case 93:
      case 125:
        this.close(code);
        return true;
      case 34: // "
      case 39: // '
        this.string(code);
        return false;
      case 96:
        this.template();
        return false;
      case 47: // /
        if (next === 47) this.skipLine();
        else if (next === 42) this.skipBlock();
        else if (!startsExpression(this.text, this.writer, code) || !this.regularExpression()) this.punctuator(1);
        return false;
      case 60: // <
        if (
          this.#dialect !== 'ts' &&
          startsExpression(this.text, this.writer, code) &&
          startsElement(this.text, this.at, this.#dialect)
        )
          this.element();
        else this.punctuator(next === 60 ? 2 : 1);
        return false;
      case 35: // #
        this.at = this.wordEnd(at + 1);
        this.writer.write(TokenKind.literal, at, this.at);
        return false;
      case 46: // .
        if (next >= 48 && next <= 57) this.number();
        else this.punctuator(next === 46 && text.charCodeAt(at + 2) === 46 ? 3 : 1);
        return false;
      case 63: // ?
        if (next === 46 && !isDigit(text.charCodeAt(at + 2))) this.punctuator(2);
        else this.punctuator(next === 63 ? (text.charCodeAt(at + 2) === 61 ? 3 : 2) : 1);
        return false;
      case 61: // =
        if (next === 61) this.punctuator(text.charCodeAt(at + 2) === 61 ? 3 : 2);
        else this.punctuator(next === 62 ? 2 : 1);
        return false;
      case 33: // !
        this.punctuator(next === 61 ? (text.charCodeAt(at + 2) === 61 ? 3 : 2) : 1);
        return false;
      case 92:
        throw new NeedsFullParser();
      case 38: // &
      case 124: // |
        this.punctuator(next === code ? 2 : 1);
        return false;
      case 43: // +
      case 45: // -
        this.punctuator(next === code ? 2 : 1);
        return false;
      default:
        this.punctuator(1);
        return false;
    }
  }

  protected template(): void {
    const text = this.text;
    const start = this.at;
    this.writer.write(TokenKind.literal, start, start + 1);
    for (this.at++; this.at < text.length;) {
      const code = text.charCodeAt(this.at);
      if (code === 96) {
        this.writer.write(TokenKind.literal, this.at, this.at + 1);
        this.at++;
        return;
      }
      if (code === 92) this.at += 2;
      else if (code === 36 && text.charCodeAt(this.at + 1) === 123) this.insertion(2);
      else this.at++;
    }
    throw new NeedsFullParser();
  }

  /** Reads an expression between `{` and `}` in a template or in JSX. */
  protected insertion(length: number): void {
    this.writer.open(TokenKind.insertion, this.at, this.at + length);
    this.at += length;
    this.tokens(this.writer.depth);
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
