import { findSignature, type SentenceSignature } from './sentence-signature.ts';

/** Names that are derived from a sentence about the work, as first values of a template. */
export interface TemplateNames {
  /** The id of the specification, and the name of the contract file without extension: `retry-helper`. */
  readonly id: string;
  /** The sentence, shortened to a commit subject. */
  readonly title: string;
  /** The name of a function or value: `retryHelper`. */
  readonly name: string;
  /** The name of a type: `RetryHelper`. */
  readonly typeName: string;
  /** The signature in the sentence, if it names one with types: `(text: string) => number`. */
  readonly signature?: string | undefined;
}

/** The longest title: the subject of the commit is `chunk: <title>`. */
const MAX_TITLE = 65;
/** The most words in a derived name. */
const MAX_WORDS = 4;

/** Words in front of what a sentence is about. */
const LEADING = new Set(
  'a an the new add adds create creates implement implements write build make introduce provide please we need i want to'.split(
    ' ',
  ),
);
/** Words for kinds of code, which a name does not repeat at its end. */
const KINDS = new Set('function functions method module class type interface endpoint file'.split(' '));
/** Words that end the part of a sentence that names its subject. */
const ENDING = new Set('with for of to that which who in on from as by using so when if into and or via'.split(' '));

/**
 * Derives names from a sentence. An identifier in it (`parseDuration`, `load()`) is used as it is, otherwise the words
 * between the leading verb and the first preposition. A sentence without usable words results in `change`.
 *
 * @param find finds a signature in the form of the language of the work
 */
export function deriveNames(
  sentence: string,
  find: (sentence: string) => SentenceSignature | undefined = findSignature,
): TemplateNames {
  const found = find(sentence);
  const words = subjectWords(found?.sentence ?? sentence);
  const [first = 'change', ...rest] = words;
  const camel = first + rest.map(capitalize).join('');
  const name = found?.name ?? (/^\d/.test(camel) ? `_${camel}` : camel);
  return {
    id: words.length === 0 ? 'change' : words.join('-'),
    title: toTitle(found?.sentence ?? sentence),
    name,
    typeName: capitalize(name),
    signature: found?.signature,
  };
}

/** A sentence as a title: on one line, without the final full stop, at most as long as a commit subject. */
function toTitle(sentence: string): string {
  const line = sentence.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '');
  if (line.length <= MAX_TITLE) return line;
  const cut = line.slice(0, MAX_TITLE - 1);
  const space = cut.lastIndexOf(' ');
  const kept = (space > 20 ? cut.slice(0, space) : cut).trimEnd().split(' ');
  // "Create a store in…" reads like an error.
  while (kept.length > 1 && ENDING.has(kept.at(-1) ?? '')) kept.pop();
  return `${kept.join(' ')}…`;
}

function subjectWords(sentence: string): readonly string[] {
  const identifier =
    /\b([A-Za-z_$][\w$]*)(?:<[^()]*>)?\(/.exec(sentence)?.[1] ??
    /\b([a-z]+[A-Z][\w$]*|[A-Z][a-z]+[A-Z][\w$]*)\b/.exec(sentence)?.[1];
  if (identifier !== undefined) return splitWords(identifier.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2'));
  const words = splitWords(sentence);
  const start = words.findIndex((word) => !LEADING.has(word));
  const subject = start < 0 ? [] : words.slice(start);
  const end = subject.findIndex((word, index) => index > 0 && ENDING.has(word));
  const named = subject.slice(0, Math.min(MAX_WORDS, end < 0 ? subject.length : end));
  return named.length > 1 && KINDS.has(named.at(-1) ?? '') ? named.slice(0, -1) : named;
}

function splitWords(text: string): readonly string[] {
  return text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
