import type { OffsetRange } from '../../../contract/source/source-node.ts';

/** The texts of scenarios, prepared for the search in output. */

/** So many letters and digits in a row are a quotation, at any place of a hidden text. */
const QUOTATION_LENGTH = 10;
/** A hidden value of so few letters and digits is only removed where no letter or digit is next to it. */
const SHORT_VALUE_LENGTH = 6;

/** A text without everything but letters and digits, in lower case, and for each code unit its index in the text. */
export interface Squashed {
  readonly text: string;
  readonly indexes: readonly number[];
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Removes all characters but letters and digits, so that quotes, spaces and line breaks between them do not matter. */
export function squash(text: string): Squashed {
  const pieces: string[] = [];
  const indexes: number[] = [];
  let index = 0;
  for (const character of text) {
    const start = index;
    index += character.length;
    if (!LETTER_OR_DIGIT.test(character)) continue;
    const folded = character.toLowerCase().normalize('NFKC');
    pieces.push(folded);
    for (let unit = 0; unit < folded.length; unit++) indexes.push(start);
  }
  return { text: pieces.join(''), indexes };
}

export class HiddenTexts {
  /** All quotations of the minimal length. */
  readonly #quotations = new Set<string>();
  /** Squashed values that are shorter than a quotation, by their first character. */
  readonly #values = new Map<string, string[]>();
  /** Values without letters and digits, as they are written. */
  readonly #symbols: readonly string[];

  /**
   * @param texts whole files: each part of them is hidden
   * @param values single values, which are hidden although they are short
   */
  constructor(texts: readonly string[], values: readonly string[]) {
    for (const text of [...texts, ...values]) this.#addQuotations(squash(text).text);
    const short = new Set(values.map((value) => squash(value).text).filter((value) => value !== ''));
    for (const value of short) {
      if (value.length >= QUOTATION_LENGTH) continue;
      const first = value.charAt(0);
      this.#values.set(first, [...(this.#values.get(first) ?? []), value]);
    }
    this.#symbols = [...new Set(values.map((value) => value.trim()))].filter(
      (value) => value.length >= 3 && squash(value).text === '',
    );
  }

  #addQuotations(text: string): void {
    for (let index = 0; index + QUOTATION_LENGTH <= text.length; index++) {
      this.#quotations.add(text.slice(index, index + QUOTATION_LENGTH));
    }
  }

  /** Finds the parts of a text that quote a hidden text, forward or backward. The ranges can overlap. */
  find(text: string): readonly OffsetRange[] {
    const squashed = squash(text);
    return [...this.#findForward(text, squashed), ...this.#findBackward(text, squashed), ...this.#findSymbols(text)];
  }

  #findForward(text: string, { text: squashed, indexes }: Squashed): readonly OffsetRange[] {
    const found: OffsetRange[] = [];
    const add = (start: number, length: number): void => {
      const last = indexes[start + length - 1] ?? 0;
      found.push({ start: indexes[start] ?? 0, end: last + characterLength(text, last) });
    };
    for (let index = 0; index < squashed.length; index++) {
      if (this.#quotations.has(squashed.slice(index, index + QUOTATION_LENGTH))) add(index, QUOTATION_LENGTH);
      for (const value of this.#values.get(squashed.charAt(index)) ?? []) {
        if (!squashed.startsWith(value, index)) continue;
        if (value.length > SHORT_VALUE_LENGTH || isSeparate(text, indexes, index, value.length))
          add(index, value.length);
      }
    }
    return found;
  }

  /** A program can print what it received backwards. Short values are words of other texts in this direction, too. */
  #findBackward(text: string, { text: squashed, indexes }: Squashed): readonly OffsetRange[] {
    const backward = reverse(squashed);
    const found: OffsetRange[] = [];
    const add = (start: number, length: number): void => {
      const first = indexes[squashed.length - start - length] ?? 0;
      const last = indexes[squashed.length - 1 - start] ?? 0;
      found.push({ start: first, end: last + characterLength(text, last) });
    };
    for (let index = 0; index < backward.length; index++) {
      if (this.#quotations.has(backward.slice(index, index + QUOTATION_LENGTH))) add(index, QUOTATION_LENGTH);
      for (const value of this.#values.get(backward.charAt(index)) ?? []) {
        if (value.length > SHORT_VALUE_LENGTH && backward.startsWith(value, index)) add(index, value.length);
      }
    }
    return found;
  }

  #findSymbols(text: string): readonly OffsetRange[] {
    const found: OffsetRange[] = [];
    for (const symbol of this.#symbols) {
      for (let at = text.indexOf(symbol); at >= 0; at = text.indexOf(symbol, at + symbol.length)) {
        found.push({ start: at, end: at + symbol.length });
      }
    }
    return found;
  }

  /** Whether a decoded text quotes a hidden text. Short values are ignored: a wrong decoding contains them by chance. */
  isQuotedIn(decoded: string): boolean {
    const { text } = squash(decoded);
    return this.#startsQuotationIn(text) || this.#startsQuotationIn(reverse(text));
  }

  #startsQuotationIn(text: string): boolean {
    for (let index = 0; index < text.length; index++) {
      if (this.#quotations.has(text.slice(index, index + QUOTATION_LENGTH))) return true;
      const values = this.#values.get(text.charAt(index)) ?? [];
      if (values.some((value) => value.length >= 4 && text.startsWith(value, index))) return true;
    }
    return false;
  }
}

/** The code units of a text in reverse order, so that each has its mirrored index. */
function reverse(text: string): string {
  return text.split('').reverse().join('');
}

/** Whether a part of a squashed text is a word or a number in the original text, and not a piece of a longer one. */
function isSeparate(text: string, indexes: readonly number[], start: number, length: number): boolean {
  const first = indexes[start] ?? 0;
  const last = indexes[start + length - 1] ?? 0;
  const next = last + characterLength(text, last);
  return !isWordCharacter(text, first - 1) && !isWordCharacter(text, next) && isContiguous(indexes, start, length);
}

/** Letters and digits of a short value must be next to each other, apart from the characters of the value itself. */
function isContiguous(indexes: readonly number[], start: number, length: number): boolean {
  const first = indexes[start] ?? 0;
  const last = indexes[start + length - 1] ?? 0;
  return last - first < 2 * length + 4;
}

function isWordCharacter(text: string, index: number): boolean {
  return index >= 0 && index < text.length && LETTER_OR_DIGIT.test(text.charAt(index));
}

function characterLength(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}
