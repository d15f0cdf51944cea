/**
 * Finds texts of left-out files in the output of commands. Code under test receives the inputs of scenarios, and a later
 * command may print what it kept. What no visible file contains comes from a left-out one.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Git } from '../git/git.ts';
import { readPlainFile } from '../plain-files/plain-file.ts';

/** The number of words that are compared as one text. Fewer appear in other texts by chance. */
const PHRASE_WORDS = 4;
const MIN_PHRASE_LENGTH = 16;
/** A word that is shorter, or only of letters, can be in any output. */
const MIN_WORD_LENGTH = 10;
const ONLY_LETTERS = /^[A-Za-z]?[a-z]*$/;
const WORD = /[\p{L}\p{N}_.@$-]+/gu;
/** More texts than these are not compared: a set of scenarios is written by hand. */
const MAX_TEXTS = 50_000;

const MASK = '[text of a scenario]';

interface Found {
  /** The words with one space between them. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** The distinctive words and phrases of a text, which do not cross a line. */
function* textsOf(text: string): Generator<Found> {
  for (const line of text.matchAll(/[^\r\n\u2028\u2029]+/g)) {
    const words = [...line[0].matchAll(WORD)].map((match) => {
      const word = match[0].replace(/^[.-]+|[.-]+$/g, '');
      const start = line.index + match.index + match[0].indexOf(word);
      return { word, start, end: start + word.length };
    });
    for (const [index, { word, start, end }] of words.entries()) {
      if (word.length >= MIN_WORD_LENGTH && !ONLY_LETTERS.test(word)) yield { key: word, start, end };
      const phrase = words.slice(index, index + PHRASE_WORDS);
      const last = phrase.at(-1);
      if (phrase.length < PHRASE_WORDS || last === undefined || last.end - start < MIN_PHRASE_LENGTH) continue;
      yield { key: phrase.map((part) => part.word).join(' '), start, end: last.end };
    }
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
    for (const { key, start, end } of textsOf(content)) {
      if (hidden.size < MAX_TEXTS) hidden.set(key, content.slice(start, end));
    }
  }
  if (hidden.size === 0) return [];
  const lines = await git.call(['grep', '-hIF', '-f', '-', ...visible], {
    action: 'search the visible files',
    input: [...hidden.values()].join('\n'),
    acceptedExitCodes: [1],
    signal,
  });
  for (const { key } of textsOf(lines.stdout.toString('utf8'))) hidden.delete(key);
  return [...hidden.keys()];
}

/** The texts of the files in a folder; none if it does not exist. */
export async function readFolderTexts(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readPlainFile(file).catch(() => undefined)));
  return contents.filter((bytes) => bytes !== undefined).map((bytes) => bytes.toString('utf8'));
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Replaces hidden texts in an output. */
export function maskHiddenTexts(output: string, hiddenTexts: readonly string[]): string {
  if (hiddenTexts.length === 0 || output === '') return output;
  let hidden = sets.get(hiddenTexts);
  if (hidden === undefined) {
    hidden = new Set(hiddenTexts);
    sets.set(hiddenTexts, hidden);
  }
  let masked = '';
  let at = 0;
  for (const { key, start, end } of textsOf(output)) {
    if (!hidden.has(key) || end <= at) continue;
    if (start > at || masked === '') masked += `${output.slice(at, Math.max(at, start))}${MASK}`;
    at = end;
  }
  return masked + output.slice(at);
}
