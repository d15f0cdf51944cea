/**
 * Views of a text with encodings removed, in which each character keeps the range of the original text that it comes from.
 * They are searched for texts that must not be shown, so a wrong decoding only removes more.
 */

/** A text and, for each of its UTF-16 code units, the range of the original text. */
export interface MappedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** How many encodings on top of each other are removed, such as JSON in JSON in a URL. */
const MAX_LAYERS = 4;

/** The text itself, and the text with one, two, … layers of escapes removed. */
export function decodedViews(text: string): readonly MappedText[] {
  const views: MappedText[] = [identity(text)];
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const last = views[views.length - 1];
    if (last === undefined) break;
    const next = removeEscapes(last);
    if (next.text === last.text) break;
    views.push(next);
  }
  return views;
}

function identity(text: string): MappedText {
  const starts = Array.from({ length: text.length }, (_, index) => index);
  return { text, starts, ends: starts.map((start) => start + 1) };
}

/** Control sequences of terminals, which can be between any two characters. */
const TERMINAL = String.raw`(?:\u001b|\\u001b|\\x1b|\\e|\\033)\[[0-?]*[ -/]*[@-~]`;
const ESCAPE = new RegExp(
  [
    TERMINAL,
    String.raw`\\u\{([0-9a-f]{1,6})\}`,
    String.raw`\\u([0-9a-f]{4})`,
    String.raw`\\x([0-9a-f]{2})`,
    String.raw`((?:%[0-9a-f]{2})+)`,
    String.raw`((?:=[0-9A-F]{2})+)`,
    String.raw`&#x([0-9a-f]{1,6});`,
    String.raw`&#([0-9]{1,7});`,
    String.raw`&([a-z]{2,6});`,
    String.raw`\\(\r?\n)`,
    String.raw`\\([^])`,
  ].join('|'),
  'gi',
);

const NAMED_CHARACTERS: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
};
const SHORT_ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: ' ', f: ' ', v: ' ', '0': ' ' };

function removeEscapes(view: MappedText): MappedText {
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const copy = (from: number, to: number): void => {
    pieces.push(view.text.slice(from, to));
    for (let index = from; index < to; index++) {
      starts.push(view.starts[index] ?? 0);
      ends.push(view.ends[index] ?? 0);
    }
  };
  const insert = (value: string, from: number, to: number): void => {
    pieces.push(value);
    for (let index = 0; index < value.length; index++) {
      starts.push(view.starts[from] ?? 0);
      ends.push(view.ends[to - 1] ?? 0);
    }
  };
  let position = 0;
  for (const match of view.text.matchAll(ESCAPE)) {
    copy(position, match.index);
    position = match.index + match[0].length;
    insert(decode(match), match.index, position);
  }
  copy(position, view.text.length);
  return { text: pieces.join(''), starts, ends };
}

function decode(match: RegExpMatchArray): string {
  const [whole, braced, unicode, hexadecimal, percent, quoted, entityHex, entity, named, , escaped] = match;
  const code = braced ?? unicode ?? hexadecimal ?? entityHex;
  if (code !== undefined) return toCharacter(Number.parseInt(code, 16), whole);
  if (entity !== undefined) return toCharacter(Number(entity), whole);
  if (percent !== undefined) return decodeBytes(percent, '%');
  if (quoted !== undefined) return decodeBytes(quoted, '=');
  if (named !== undefined) return NAMED_CHARACTERS[named.toLowerCase()] ?? whole;
  if (escaped !== undefined) return SHORT_ESCAPES[escaped] ?? escaped;
  return '';
}

function toCharacter(code: number, otherwise: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise;
}

function decodeBytes(text: string, separator: string): string {
  const bytes = text.split(separator).slice(1);
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 16))).toString('utf8');
}

/** A run of a text that may be encoded data, and what it decodes to. */
export interface EncodedRun {
  readonly start: number;
  readonly end: number;
  readonly decodings: readonly string[];
}

const BASE64_RUN = /[A-Za-z0-9+/_-](?:[A-Za-z0-9+/_-]|[\r\n]+[ \t]*|=){7,}/g;
const HEX_RUN = /(?:(?:0x|\\x)?[0-9a-f]{2}[\s,:]*){4,}/gi;
const NUMBER_RUN = /(?:\b\d{1,3}\b[\s,;[\]]*){4,}/g;

/** Finds the runs that may be base64, hexadecimal bytes, or decimal character codes. */
export function encodedRuns(text: string): readonly EncodedRun[] {
  return [
    ...runsOf(text, BASE64_RUN, (run) => {
      const digits = run.replace(/[\s=]/g, '');
      // A run can begin in the middle of a group of four characters.
      return [0, 1, 2, 3].map((offset) => Buffer.from(digits.slice(offset), 'base64').toString('utf8'));
    }),
    ...runsOf(text, HEX_RUN, (run) => {
      const digits = run.replace(/0x|\\x|[^0-9a-f]/gi, '');
      return [0, 1].map((offset) => Buffer.from(digits.slice(offset), 'hex').toString('utf8'));
    }),
    ...runsOf(text, NUMBER_RUN, (run) => {
      const codes = [...run.matchAll(/\d+/g)].map(([code]) => Number(code));
      return [codes.map((code) => String.fromCharCode(code)).join('')];
    }),
  ];
}

function runsOf(text: string, pattern: RegExp, decodings: (run: string) => readonly string[]): readonly EncodedRun[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    decodings: decodings(match[0]),
  }));
}
