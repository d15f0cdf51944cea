/** Messages for the syntax errors of the YAML parser. The error code and the text at the error determine the message. */
import type { YAMLError } from 'yaml';
import { MAX_SYNTAX_PROBLEMS } from './parsed-source.ts';
import type { OffsetRange } from './source-node.ts';
import type { ProblemList } from './source-problem.ts';

/** A quoted scalar or a flow collection (`[…]`, `{…}`). */
export interface Delimited extends OffsetRange {
  readonly kind: 'quote' | 'collection';
}

/** The text of a YAML file and the delimited nodes of its tree. */
export interface YamlSyntax {
  readonly text: string;
  readonly delimited: readonly Delimited[];
}

/** Reports at most one error per line: one mistake often causes several, and the first describes it best. */
export function addSyntaxProblems(
  errors: readonly YAMLError[],
  syntax: YamlSyntax,
  problems: ProblemList,
  lineOf: (offset: number) => number,
): void {
  const reportedLines = new Set<number>();
  for (const error of errors.slice(0, MAX_SYNTAX_PROBLEMS)) {
    const { message, start, end } = describeError(error, syntax);
    const line = lineOf(start);
    if (reportedLines.has(line)) continue;
    reportedLines.add(line);
    if (error.name === 'YAMLWarning') problems.warning('syntax', message, [], { start, end });
    else problems.error('syntax', message, [], { start, end });
  }
}

/** A message for an error and the range to report it at. */
function describeError(error: YAMLError, syntax: YamlSyntax): OffsetRange & { readonly message: string } {
  const [offset, end] = error.pos;
  const unclosed =
    error.code === 'MISSING_CHAR' || error.code === 'BAD_INDENT' ? findUnclosed(offset, syntax) : undefined;
  if (unclosed) {
    const { start } = unclosed;
    const opening = syntax.text.charAt(start);
    const message =
      unclosed.kind === 'quote'
        ? 'Unclosed quote. Add the closing quote.'
        : `Unclosed "${opening}". Add "${CLOSING[opening] ?? ''}".`;
    return { message, start, end: start + 1 };
  }
  return { message: messageFor(error, syntax), start: offset, end: Math.max(offset, end) };
}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}', '"': '"', "'": "'" };

/** Finds the unclosed quote or bracket that causes an error at an offset. For the parser, its node ends at the offset. */
function findUnclosed(offset: number, { text, delimited }: YamlSyntax): Delimited | undefined {
  return delimited.findLast(({ start, end }) => {
    const isClosed = end - start > 1 && text.charAt(end - 1) === CLOSING[text.charAt(start)];
    return end === offset && !isClosed;
  });
}

const QUOTE_THE_VALUE = 'Put a value in quotes if it contains ": " or begins with a special character.';

function messageFor(error: YAMLError, syntax: YamlSyntax): string {
  const { message, pos } = error;
  switch (error.code) {
    case 'TAB_AS_INDENT':
      return 'Tab in the indentation. YAML allows only spaces: replace the tab with spaces.';
    case 'BAD_INDENT':
      return 'Inconsistent indentation. Align this line with its neighbors.';
    case 'BLOCK_AS_IMPLICIT_KEY':
      return /\s*-\s/y.test(syntax.text.slice(pos[0]))
        ? 'Unexpected list item. Check the indentation of this line and of the lines above.'
        : `Unexpected nested "key: value". Check the indentation. ${QUOTE_THE_VALUE}`;
    case 'MULTILINE_IMPLICIT_KEY':
      return 'A key must be on one line and be followed by ":". Check the indentation of these lines.';
    case 'BLOCK_IN_FLOW':
      return 'Missing "," between two values, or missing quotes around a value.';
    case 'BAD_SCALAR_START':
      return `An unquoted value cannot begin with this character. ${QUOTE_THE_VALUE}`;
    case 'BAD_DQ_ESCAPE':
      return 'Invalid escape sequence. Write \\\\ for a backslash, or use single quotes, which have no escapes.';
    case 'BAD_ALIAS':
      return `${message}. Write *name for an alias and &name for an anchor.`;
    case 'RESOURCE_EXHAUSTION':
      return 'The file is nested too deeply.';
    case 'MULTIPLE_ANCHORS':
    case 'MULTIPLE_TAGS':
      return `${message}. Remove one of them.`;
    case 'TAG_RESOLVE_FAILED':
      return `${message}. Tags are not used in this file: remove it.`;
    case 'MISSING_CHAR':
      return missingCharacterMessage(pos[0], syntax) ?? invalidYamlMessage(message);
    case 'UNEXPECTED_TOKEN':
      return unexpectedTokenMessage(pos[0], syntax.text);
    default:
      return invalidYamlMessage(message);
  }
}

/** The message for a missing character; `undefined` if the surrounding text does not identify it. */
function missingCharacterMessage(offset: number, { text, delimited }: YamlSyntax): string | undefined {
  const character = text.charAt(offset);
  if (character === '#') return 'Missing space before "#". A comment must be preceded by a space.';
  const isInBrackets = delimited.some(
    ({ kind, start, end }) => kind === 'collection' && start < offset && offset < end,
  );
  if (isInBrackets) return 'Missing "," between two values.';
  const startsAtIndentation = /\s/.test(character);
  if (startsAtIndentation) {
    return 'This line is indented less than its list item. Align it with its neighbors, or begin it with "- ".';
  }
  return character === '' ? undefined : 'Missing ":" and a value after this key. Add them, or check the indentation.';
}

function unexpectedTokenMessage(offset: number, text: string): string {
  const character = text.charAt(offset);
  if (character === ',') return 'Unexpected ",". Remove it, or add the missing value.';
  if (character === ']' || character === '}') {
    return `Unexpected "${character}". Remove it, or add the opening bracket.`;
  }
  const lineBefore = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  if (character === '-' && lineBefore.trim() !== '') return 'Unexpected "-". Start the list on the next line.';
  return 'Unexpected text. Check the indentation and the quotes.';
}

function invalidYamlMessage(message: string): string {
  return `Invalid YAML: ${message.replace(/\s+/g, ' ')}.`;
}
