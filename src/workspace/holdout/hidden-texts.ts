/**
 * Finds texts of left-out files in the output of commands. Code under test receives the inputs of scenarios, and a later
 * command may print what it kept. What no visible file contains comes from a left-out one.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError } from '../../foundation/errors.ts';
import type { Git } from '../git/git.ts';
import { readPlainFile } from '../plain-files/plain-file.ts';
import { decodedViews, type MappedText } from './decoded-views.ts';

/** The number of words that are compared as one text. Fewer appear in other texts by chance. */
const PHRASE_WORDS = 4;
const MIN_PHRASE_LENGTH = 16;
/** A word that is shorter, or only of letters, can be in any output. */
const MIN_WORD_LENGTH = 10;
const ONLY_LETTERS = /^[A-Za-z]?[a-z]*$/;
const WORD = /[\p{L}\p{M}\p{N}_.@$\u2010\u2011-]+/gu;
/** More texts than these are not compared: a set of scenarios is written by hand. */
const MAX_TEXTS = 50_000;
/** A folder that is larger contains more than scenarios. */
const MAX_FOLDER_FILES = 5_000;
const MAX_FOLDER_BYTES = 64 * 1024 * 1024;

const MASK = '[text of a scenario]';

/** What a word is joined with to a name, of a file for example. */
const JOINTS = /[._@$]+/;

interface Found {
  /** The words in lower case with one space between them. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

interface Word extends Found {
  readonly isDistinctive: boolean;
}

/** The words of a text, at their places in the original one. */
function wordsOf({ text, starts, ends }: Pick<MappedText, 'text'> & Partial<MappedText>): readonly Word[] {
  return [...text.matchAll(WORD)].flatMap((match) => {
    const word = match[0].replace(/^[.-]+|[.-]+$/g, '');
    if (word === '') return [];
    const start = match.index + match[0].indexOf(word);
    const end = start + word.length;
    return {
      key: fold(word),
      isDistinctive: word.length >= MIN_WORD_LENGTH && !ONLY_LETTERS.test(word),
      start: starts?.[start] ?? start,
      end: ends?.[end - 1] ?? end,
    };
  });
}

/** One form for all that a person reads as the same word: letter case, composed and wide characters, hyphens. */
function fold(word: string): string {
  const plain = /^[\u0020-\u007e]*$/.test(word)
    ? word
    : word
        .normalize('NFKC')
        .replace(/\u2010/g, '-')
        .toUpperCase();
  return plain.toLowerCase();
}

/** The distinctive words of a text and its phrases. */
function* textsOf(words: readonly Word[]): Generator<Found> {
  for (const [index, word] of words.entries()) {
    if (word.isDistinctive) yield word;
    const phrase = words.slice(index, index + PHRASE_WORDS);
    const end = phrase.at(-1)?.end ?? 0;
    const key = phrase.map((part) => part.key).join(' ');
    if (phrase.length === PHRASE_WORDS && key.length >= MIN_PHRASE_LENGTH) yield { key, start: word.start, end };
  }
}

/** The words that a line break and the indentation after it divide, as a terminal of some columns has them. */
function* wrappedWords(text: string, words: readonly Word[]): Generator<Found> {
  for (const [index, { start, end }] of words.entries()) {
    const next = words[index + 1];
    if (next === undefined || !/^-?(?:\r?\n|\r)[ \t]*$/.test(text.slice(end, next.start))) continue;
    yield { key: fold(text.slice(start, next.end).replace(/[\r\n]+[ \t]*/, '')), start, end: next.end };
  }
}

/** The same, line by line: lines of a file that follow each other are no text. */
function* textsOfLines(text: string): Generator<Found> {
  for (const { 0: line, index } of text.matchAll(/[^\r\n\u2028\u2029]+/g)) {
    for (const { key, start, end } of textsOf(wordsOf({ text: line })))
      yield { key, start: start + index, end: end + index };
  }
}

/**
 * The texts by which left-out files are recognized: what they contain and no visible file does.
 *
 * @param visible the arguments of `git grep` for the visible files: a commit, or options and patterns of paths
 */
export async function findHiddenTexts(
  git: Git,
  {
    visible,
    contents,
    signal,
  }: {
    readonly visible: readonly string[];
    readonly contents: readonly string[];
    readonly signal?: AbortSignal | undefined;
  },
): Promise<readonly string[]> {
  /** The text as it is written, by key. */
  const hidden = new Map<string, string>();
  for (const content of contents) {
    // A value over several lines becomes one line if a program reads it.
    for (const text of [content, content.replace(/\s+/g, ' ')]) {
      for (const { key, start, end } of textsOfLines(text)) {
        if (hidden.size < MAX_TEXTS && !hidden.has(key)) hidden.set(key, text.slice(start, end));
      }
    }
  }
  if (hidden.size === 0) return [];
  const lines = await git.call(['grep', '-hIiF', '-f', '-', ...visible], {
    action: 'search the visible files',
    input: [...hidden.values()].join('\n'),
    acceptedExitCodes: [1],
    signal,
  });
  for (const { key } of textsOfLines(lines.stdout.toString('utf8'))) hidden.delete(key);
  return [...hidden.keys()];
}

/**
 * The texts of the files in a folder; none if it does not exist.
 *
 * @throws HoldfastError `configuration` for a folder that is too large to be searched for
 */
export async function readFolderTexts(folder: string): Promise<readonly string[]> {
  const texts: string[] = [];
  let bytes = 0;
  const pending = [folder];
  for (let parent = pending.pop(); parent !== undefined; parent = pending.pop()) {
    for (const entry of await readdir(parent, { withFileTypes: true }).catch(() => [])) {
      const item = path.join(parent, entry.name);
      if (entry.isDirectory() && entry.name !== '.git') pending.push(item);
      const content = entry.isFile() ? await readPlainFile(item).catch(() => undefined) : undefined;
      if (content === undefined) continue;
      texts.push(content.toString('utf8'));
      bytes += content.byteLength;
      if (texts.length > MAX_FOLDER_FILES || bytes > MAX_FOLDER_BYTES) throw createSizeError(folder);
    }
  }
  return texts;
}

function createSizeError(folder: string): HoldfastError {
  const limits = `${MAX_FOLDER_FILES} files or ${MAX_FOLDER_BYTES / 1024 / 1024} MB`;
  return new HoldfastError('configuration', `Failed to read the scenarios in ${folder}: it has more than ${limits}`, {
    hint: 'Name a folder that contains scenarios only under "scenarios.folder".',
  });
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/**
 * Replaces hidden texts in an output. Line breaks, colors, letter case, forms of Unicode and escapes, such as those of JSON and
 * of URLs, make no difference.
 */
export function maskHiddenTexts(output: string, hiddenTexts: readonly string[]): string {
  return maskBeginning(output, hiddenTexts, 0, true).masked;
}

export interface MaskedBeginning {
  /** The output from an offset to `passed`, without hidden texts. */
  readonly masked: string;
  readonly passed: number;
  /** What must be given again, with more of the output, since a text may begin in it. Not more than `passed`. */
  readonly kept: number;
}

/**
 * Replaces hidden texts in the beginning of an output.
 *
 * @param from what was passed before
 * @param isComplete whether nothing follows
 */
export function maskBeginning(
  output: string,
  hiddenTexts: readonly string[],
  from: number,
  isComplete: boolean,
): MaskedBeginning {
  if (hiddenTexts.length === 0) return { masked: output.slice(from), passed: output.length, kept: output.length };
  const hidden = setOf(hiddenTexts);
  const views = decodedViews(output);
  const words = views.map(wordsOf);
  const texts = [...words.map(textsOf), wrappedWords(output, words[0] ?? [])];
  const found: Found[] = [];
  for (const some of texts) for (const one of some) if (isHidden(one.key, hidden)) found.push(one);
  found.sort((one, other) => one.start - other.start);
  let masked = '';
  let at = from;
  let isMasked = false;
  for (const { start, end } of found) {
    if (end <= at) continue;
    if (start > at || (!isMasked && from === 0)) masked += `${output.slice(at, Math.max(at, start))}${MASK}`;
    isMasked = true;
    at = end;
  }
  // The last words may be the beginning of a phrase.
  const lastWords = isComplete ? [] : words.flatMap((one) => (one.at(1 - PHRASE_WORDS) ?? one[0])?.start ?? []);
  const kept = Math.min(output.length, ...lastWords);
  const passed = Math.max(at, kept);
  return { masked: masked + output.slice(at, passed), passed, kept };
}

function isHidden(key: string, hidden: ReadonlySet<string>): boolean {
  if (hidden.has(key)) return true;
  // The name of a file may contain the word.
  const parts = key.includes(' ') ? [] : key.split(JOINTS);
  return parts.some((part) => part.length >= MIN_WORD_LENGTH && hidden.has(part));
}

function setOf(hiddenTexts: readonly string[]): ReadonlySet<string> {
  let hidden = sets.get(hiddenTexts);
  if (hidden === undefined) {
    hidden = new Set(hiddenTexts);
    sets.set(hiddenTexts, hidden);
  }
  return hidden;
}
