/**
 * Views of a text with encodings removed, in which each character keeps the range of the original text that it comes from.
 * They are searched for texts that must not be shown, so a wrong decoding only removes more.
 */

/** A text and, for each of its UTF-16 code units, the range of the original text. */
export interface MappedText {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
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
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  for (let index = 0; index < text.length; index++) {
    starts[index] = index;
    ends[index] = index + 1;
  }
  return { text, starts, ends };
}

/** Colors, links and cursor movements of a terminal, which can be between any two characters. */
const TERMINAL = [
  String.raw`(?:\u001b|\u009b|\\u001b|\\x1b|\\e|\\033)\[[0-?]*[ -/]*[@-~]`,
  String.raw`\u009b[0-?]*[ -/]*[@-~]`,
  String.raw`\u001b(?:[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])`,
].join('|');
/** Characters without a width. */
const INVISIBLE = String.raw`[\u00ad\u200b-\u200d\u2060\ufeff]`;
const ESCAPE = new RegExp(
  [
    TERMINAL,
    INVISIBLE,
    String.raw`\\u\{([0-9a-f]{1,6})\}`,
    String.raw`\\u([0-9a-f]{4})`,
    String.raw`((?:\\x[0-9a-f]{2})+)`,
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
  const { text } = view;
  if (text.search(ESCAPE) < 0) return view;
  const pieces: string[] = [];
  // No escape is shorter than its characters.
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  let length = 0;
  const copy = (from: number, to: number): void => {
    pieces.push(text.slice(from, to));
    for (let index = from; index < to; index++, length++) {
      starts[length] = view.starts[index] ?? 0;
      ends[length] = view.ends[index] ?? 0;
    }
  };
  let position = 0;
  for (const match of text.matchAll(ESCAPE)) {
    copy(position, match.index);
    position = match.index + match[0].length;
    const value = decode(match);
    pieces.push(value);
    starts.fill(view.starts[match.index] ?? 0, length, length + value.length);
    ends.fill(view.ends[position - 1] ?? 0, length, length + value.length);
    length += value.length;
  }
  copy(position, text.length);
  return { text: pieces.join(''), starts, ends };
}

function decode(match: RegExpExecArray): string {
  const [whole, braced, unicode, hexadecimal, percent, quoted, entityHex, entity, named, , escaped] = match;
  const code = braced ?? unicode ?? entityHex;
  if (code !== undefined) return toCharacter(Number.parseInt(code, 16), whole);
  if (entity !== undefined) return toCharacter(Number(entity), whole);
  if (hexadecimal !== undefined) return decodeBytes(hexadecimal.toLowerCase(), '\\x');
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
  const codes = bytes.map((byte) => Number.parseInt(byte, 16));
  const decoded = Buffer.from(codes).toString('utf8');
  // JavaScript writes characters up to ÿ so, Python bytes of UTF-8.
  return separator === '\\x' && decoded.includes('\ufffd') ? String.fromCharCode(...codes) : decoded;
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
