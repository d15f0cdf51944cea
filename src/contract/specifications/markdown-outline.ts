import { Lexer, lexer, type Token, type Tokens } from 'marked';
import { unifyCheckboxes, type UnifiedCheckboxes } from './checkboxes.ts';

/** A part of a Markdown document, in the order of the text. */
export type MarkdownPart =
  | { readonly kind: 'heading'; readonly depth: number; readonly text: string; readonly line: number }
  | { readonly kind: 'prose'; readonly text: string; readonly line: number }
  /** An item of a list without a checkbox. */
  | { readonly kind: 'item'; readonly text: string; readonly line: number }
  /** An item of a list with a checkbox. Nested lists are part of its text. */
  | {
      readonly kind: 'task';
      readonly text: string;
      readonly isDone: boolean;
      /** What is between the brackets, if it is neither empty nor an `x`. */
      readonly mark?: string | undefined;
      readonly line: number;
    };

/** A piece of a text: prose, inline code, or a line of a fenced block of shell commands. */
export interface TextPiece {
  readonly kind: 'text' | 'code';
  readonly value: string;
}

const SHELLS = new Set(['bash', 'sh', 'shell', 'console', 'zsh']);

/** Reads the headings, prose and list items of a Markdown document. Lines count from 1. Fenced blocks and HTML are left out. */
export function readMarkdown(text: string): readonly MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  const source = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const { body, line } = withoutFrontMatter(source);
  const { text: unified, marks } = unifyCheckboxes(body, line);
  addParts(lexer(unified), line, { marks, parts });
  return parts;
}

/** The parts that are found, and the marks of checkboxes by their line. */
interface Outline extends Pick<UnifiedCheckboxes, 'marks'> {
  readonly parts: MarkdownPart[];
}

function withoutFrontMatter(source: string): { readonly body: string; readonly line: number } {
  const matter = /^---\n[^]*?\n---\n/.exec(source)?.[0] ?? '';
  return { body: source.slice(matter.length), line: 1 + countLines(matter) };
}

function addParts(tokens: readonly Token[], firstLine: number, outline: Outline): void {
  const { parts } = outline;
  let line = firstLine;
  for (const token of tokens) {
    const start = line + countLines(/^\n*/.exec(token.raw)?.[0] ?? '');
    if (isHeading(token)) parts.push({ kind: 'heading', depth: token.depth, text: token.text.trim(), line: start });
    else if (token.type === 'paragraph' || token.type === 'blockquote' || token.type === 'table')
      parts.push({ kind: 'prose', text: token.raw.trim(), line: start });
    else if (isList(token)) addItems(token, line, outline);
    line += countLines(token.raw);
  }
}

/** The text of an item is read from its source, because that has the Markdown of code and of nested lists. */
function addItems({ items }: Tokens.List, firstLine: number, { marks, parts }: Outline): void {
  let line = firstLine;
  for (const item of items) {
    const nested = item.tokens.find(isList);
    const text = item.text.trim();
    if (item.task) {
      const [first = '', ...more] = text.split('\n');
      const nestedLines = more.map((one, index) => {
        const own = marks.get(line + index + 1);
        return own === undefined ? one : one.replace('[ ]', `[${own}]`);
      });
      const mark = marks.get(line);
      parts.push({
        kind: 'task',
        text: [first, ...nestedLines].join('\n'),
        isDone: item.checked === true,
        ...(mark === undefined ? {} : { mark }),
        line,
      });
    } else {
      const own = nested === undefined ? text : text.slice(0, Math.max(0, text.indexOf(nested.raw.trim()))).trim();
      parts.push({ kind: 'item', text: own === '' ? text : own, line });
      const inner: MarkdownPart[] = [];
      addParts(item.tokens, line, { marks, parts: inner });
      // The prose of the item is its text already.
      parts.push(...inner.filter(({ kind }) => kind === 'item' || kind === 'task'));
    }
    line += countLines(item.raw);
  }
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list';
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

/**
 * Splits a Markdown text into prose and code. Emphasis is removed, and links keep their text. A placeholder such as `<id>` is
 * HTML to Markdown and remains, so that a path with it is not read as another path.
 */
export function splitText(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  addPieces(new Lexer().lex(text), pieces);
  return pieces;
}

function addPieces(tokens: readonly Token[], pieces: TextPiece[]): void {
  for (const token of tokens) {
    const nested = 'tokens' in token ? token.tokens : undefined;
    if (token.type === 'codespan') pieces.push({ kind: 'code', value: (token as Tokens.Codespan).text.trim() });
    else if (token.type === 'code') addBlock(token as Tokens.Code, pieces);
    else if (isList(token)) for (const item of token.items) addPieces([...item.tokens, lineBreak], pieces);
    else if (nested !== undefined) addPieces(nested, pieces);
    else if (token.type === 'html') pieces.push({ kind: 'text', value: token.raw });
    else if (['text', 'escape'].includes(token.type)) pieces.push({ kind: 'text', value: (token as Tokens.Text).text });
    else if (['space', 'br'].includes(token.type)) pieces.push({ kind: 'text', value: '\n' });
  }
}

const lineBreak: Token = { type: 'space', raw: '\n' };

/** A fenced block of a shell is a list of commands. Other blocks are examples. */
function addBlock({ lang = '', text }: Tokens.Code, pieces: TextPiece[]): void {
  if (!SHELLS.has(lang.trim().toLowerCase())) return;
  for (const line of text.split('\n')) {
    const command = line.replace(/^\s*\$\s+/, '').trim();
    if (command !== '' && !command.startsWith('#')) pieces.push({ kind: 'code', value: command });
  }
}
