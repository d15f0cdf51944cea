import { parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import type { DataPath } from '../document.ts';
import { MapEntries } from './map-entries.ts';
import { MAX_DEPTH, MAX_SYNTAX_PROBLEMS } from './parsed-source.ts';
import type { ParsedSource } from './parsed-source.ts';
import type { ScalarValue, SourceNode, SourceScalar } from './source-node.ts';
import { ProblemList } from './source-problem.ts';

/** Reads JSON; comments and trailing commas are allowed, as editors allow them in configuration files. */
export function parseJson(text: string, lineOf: (offset: number) => number): ParsedSource {
  const problems = new ProblemList();
  const errors: ParseError[] = [];
  let tree: Node | undefined;
  try {
    // The byte order mark is no mistake; a blank in its place keeps every offset.
    tree = parseTree(text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text, errors, { allowTrailingComma: true });
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    problems.error('too-deep', TOO_DEEP, [], { start: 0, end: 1 });
  }
  const root = tree ? convert(tree, [], problems, lineOf) : undefined;
  if (root || text.trim() !== '') addSyntaxProblems(text, errors, problems, lineOf);
  return { format: 'json', root, problems: problems.all, documents: 1 };
}

const TOO_DEEP = `The text is nested more than ${MAX_DEPTH} levels deep: a contract is not.`;

function convert(node: Node, path: DataPath, problems: ProblemList, lineOf: (offset: number) => number): SourceNode {
  const place = { start: node.offset, end: node.offset + node.length };
  if (path.length > MAX_DEPTH) {
    problems.error('too-deep', TOO_DEEP, path, place);
    return { kind: 'scalar', ...place, alias: false, value: null, style: 'plain' };
  }
  const children = node.children ?? [];
  if (node.type === 'array') {
    const items = children.map((child, index) => convert(child, [...path, index], problems, lineOf));
    return { kind: 'list', ...place, alias: false, style: 'flow', items };
  }
  if (node.type !== 'object') return scalar(node, place);
  const entries = new MapEntries(problems, lineOf);
  for (const property of children) {
    const [key, value] = property.children ?? [];
    if (!key) continue;
    const name = String(key.value);
    const keyEnd = key.offset + key.length;
    const child = value
      ? convert(value, [...path, name], problems, lineOf)
      : scalar({ ...key, type: 'null', value: null }, { start: keyEnd, end: keyEnd });
    entries.add({ key: name, written: name, keyStart: key.offset, keyEnd, node: child, borrowed: false }, path);
  }
  return { kind: 'map', ...place, alias: false, style: 'flow', entries: entries.all() };
}

function scalar(node: Node, place: { start: number; end: number }): SourceScalar {
  const value: unknown = node.value;
  const style = node.type === 'string' ? 'double' : 'plain';
  return { kind: 'scalar', ...place, alias: false, value: isScalarValue(value) ? value : null, style };
}

function isScalarValue(value: unknown): value is ScalarValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

const EXPLANATIONS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'This is no JSON value: put text in double quotes; bare words are only true, false and null.',
  InvalidNumberFormat: 'This is not a number as JSON writes it.',
  PropertyNameExpected: 'A key in double quotes must stand here.',
  ValueExpected: 'A value is missing here.',
  ColonExpected: 'A ":" must stand between the key and its value.',
  CommaExpected: 'A "," is missing before this.',
  CloseBraceExpected: 'A "{" is not closed: add "}".',
  CloseBracketExpected: 'A "[" is not closed: add "]".',
  EndOfFileExpected: 'Something stands after the end of the value: remove it, or check the brackets.',
  UnexpectedEndOfComment: 'The comment is not closed: add "*/".',
  UnexpectedEndOfString: 'The text is not closed: add a double quote; a line break inside text is written \\n.',
  UnexpectedEndOfNumber: 'The number breaks off here.',
  InvalidUnicode: 'After \\u come four hexadecimal digits.',
  InvalidEscapeCharacter: 'JSON has no such escape: write \\\\ for a backslash.',
  InvalidCharacter: 'A control character stands in the text: write it as an escape such as \\t or \\n.',
};

function addSyntaxProblems(
  text: string,
  errors: readonly ParseError[],
  problems: ProblemList,
  lineOf: (offset: number) => number,
): void {
  const linesSaid = new Set<number>();
  for (const error of errors.slice(0, MAX_SYNTAX_PROBLEMS)) {
    const code = printParseErrorCode(error.error);
    const at = code === 'CommaExpected' ? error.offset : Math.min(error.offset, lastContent(text));
    const line = lineOf(at);
    // One slip often leads to several errors on its line; the first says it.
    if (linesSaid.has(line)) continue;
    linesSaid.add(line);
    problems.error('syntax', EXPLANATIONS[code] ?? 'Not valid JSON.', [], { start: at, end: at + error.length });
  }
}

/** Errors at the end of the text stand on its last line with content, where a person looks. */
function lastContent(text: string): number {
  return Math.max(0, text.trimEnd().length - 1);
}
