import { parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import type { DataPath } from '../document.ts';
import { MapEntryCollector } from './map-entry-collector.ts';
import { MAX_DEPTH, MAX_SYNTAX_PROBLEMS, TOO_DEEP_MESSAGE } from './parsed-source.ts';
import type { ParsedSource } from './parsed-source.ts';
import type { OffsetRange, ScalarValue, SourceNode, SourceScalar } from './source-node.ts';
import { ProblemList } from './source-problem.ts';

/** Parses JSON. Comments and trailing commas are allowed, as in the configuration files of editors. */
export function parseJson(text: string, lineOf: (offset: number) => number): ParsedSource {
  const problems = new ProblemList();
  const errors: ParseError[] = [];
  let tree: Node | undefined;
  try {
    // A byte order mark is allowed. Replacing it by a space keeps all offsets.
    tree = parseTree(text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text, errors, { allowTrailingComma: true });
  } catch (thrown) {
    // The parser is recursive: deep nesting overflows the stack.
    if (!(thrown instanceof RangeError)) throw thrown;
    problems.error('too-deep', TOO_DEEP_MESSAGE, [], { start: 0, end: 1 });
  }
  const root = tree ? convertNode(tree, [], problems, lineOf) : undefined;
  if (root || text.trim() !== '') addSyntaxProblems(text, errors, problems, lineOf);
  return { format: 'json', root, problems: problems.all, documentCount: 1 };
}

function convertNode(
  node: Node,
  path: DataPath,
  problems: ProblemList,
  lineOf: (offset: number) => number,
): SourceNode {
  const range = { start: node.offset, end: node.offset + node.length };
  if (path.length > MAX_DEPTH) {
    problems.error('too-deep', TOO_DEEP_MESSAGE, path, range);
    return { kind: 'scalar', ...range, alias: false, value: null, style: 'plain' };
  }
  const children = node.children ?? [];
  if (node.type === 'array') {
    const items = children.map((child, index) => convertNode(child, [...path, index], problems, lineOf));
    return { kind: 'list', ...range, alias: false, style: 'flow', items };
  }
  if (node.type !== 'object') return createScalar(node, range);
  const collector = new MapEntryCollector(problems, lineOf);
  for (const property of children) {
    const [key, value] = property.children ?? [];
    if (!key) continue;
    const name = String(key.value);
    const keyEnd = key.offset + key.length;
    const child = value
      ? convertNode(value, [...path, name], problems, lineOf)
      : createScalar({ ...key, type: 'null', value: null }, { start: keyEnd, end: keyEnd });
    collector.add({ key: name, sourceKey: name, keyStart: key.offset, keyEnd, node: child, merged: false }, path);
  }
  return { kind: 'map', ...range, alias: false, style: 'flow', entries: collector.entries() };
}

function createScalar(node: Node, range: OffsetRange): SourceScalar {
  const value: unknown = node.value;
  const style = node.type === 'string' ? 'double' : 'plain';
  return { kind: 'scalar', ...range, alias: false, value: isScalarValue(value) ? value : null, style };
}

function isScalarValue(value: unknown): value is ScalarValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Messages by the error code of `jsonc-parser`. */
const MESSAGES: Readonly<Record<string, string>> = {
  InvalidSymbol: 'Invalid JSON value. Put text in double quotes. Only numbers, true, false and null need no quotes.',
  InvalidNumberFormat: 'Invalid number. Write it in decimal notation, or put it in quotes.',
  PropertyNameExpected: 'Expected a key in double quotes.',
  ValueExpected: 'Expected a value.',
  ColonExpected: 'Expected ":" between the key and its value.',
  CommaExpected: 'Missing "," before this value or key.',
  CloseBraceExpected: 'Unclosed "{". Add "}".',
  CloseBracketExpected: 'Unclosed "[". Add "]".',
  EndOfFileExpected: 'Unexpected text after the end of the JSON value. Remove it, or check the brackets.',
  UnexpectedEndOfComment: 'Unclosed comment. Add "*/".',
  UnexpectedEndOfString: 'Unclosed string. Add a double quote. Write \\n for a line break inside a string.',
  UnexpectedEndOfNumber: 'Incomplete number. Add the missing digits.',
  InvalidUnicode: 'Invalid Unicode escape. Write \\u followed by four hexadecimal digits.',
  InvalidEscapeCharacter: 'Invalid escape sequence. Write \\\\ for a backslash.',
  InvalidCharacter: 'Control character in a string. Write it as an escape sequence such as \\t or \\n.',
};

function addSyntaxProblems(
  text: string,
  errors: readonly ParseError[],
  problems: ProblemList,
  lineOf: (offset: number) => number,
): void {
  const reportedLines = new Set<number>();
  for (const error of errors.slice(0, MAX_SYNTAX_PROBLEMS)) {
    const code = printParseErrorCode(error.error);
    const start = code === 'CommaExpected' ? error.offset : Math.min(error.offset, lastContentOffset(text));
    const line = lineOf(start);
    // One mistake often causes several errors on its line. The first one describes it best.
    if (reportedLines.has(line)) continue;
    reportedLines.add(line);
    problems.error('syntax', MESSAGES[code] ?? 'Invalid JSON.', [], { start, end: start + error.length });
  }
}

/** The offset of the last character that is not white space. Errors at the end of the text are reported there. */
function lastContentOffset(text: string): number {
  return Math.max(0, text.trimEnd().length - 1);
}
