import { withPythonTree } from '../../../code/languages/python/python-tree.ts';
import { loadGrammar } from '../../../code/languages/tree-sitter/load-grammar.ts';
import { childrenOf, fieldsOf, type SyntaxNode } from '../../../code/languages/tree-sitter/syntax-nodes.ts';
import type { ObservedCode } from '../interface/observed-code.ts';
import { isLiteral, numberOf, WAITS, type Place } from './observer.ts';
import { compactText } from './statement-text.ts';
import { argumentsOf, commentsOf, functionOf, TreeReader, type CodeGrammar } from './tree-reader.ts';

/** Reads a module of Python. */
export async function readPythonCode(text: string): Promise<ObservedCode> {
  const parser = await loadGrammar('python');
  return withPythonTree(parser, text, (root) => new TreeReader(PYTHON, text).read(root));
}

/** A statement that does nothing with an error, and at most returns a value for it. */
const LEAVES = /^(?:pass|\.\.\.|continue|break|return(?: (?:None|True|False|\[\]|\{\}|""|''|-?\d+))?)$/;
/** What an annotation belongs to. Other types are parts of one. */
const ANNOTATED = new Set(['typed_parameter', 'typed_default_parameter', 'function_definition', 'assignment']);
/** An assertion that a value has any type. */
const CAST = /\b(?:\w+\.)?cast\(\s*(?:\w+\.)?Any\s*,\s*([\w.]+)\s*\)/g;
const SUPPRESS = /(?:^|\.)suppress$/;

const PYTHON: CodeGrammar = {
  visits: {
    module: visitBlock,
    block: visitBlock,
    decorated_definition: visitDecorated,
    function_definition: visitDefinition,
    class_definition: visitDefinition,
    if_statement: visitIf,
    elif_clause: visitIf,
    else_clause: (reader, node, place) => {
      reader.visitChildren(node, { ...place, condition: place.condition ?? 'else' });
    },
    conditional_expression: (reader, node, place) => {
      const condition = childrenOf(node)[1];
      if (condition !== undefined) reader.addCondition(condition, place);
      reader.visitChildren(node, place);
    },
    binary_operator: (reader, node, place) => {
      const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
      const isRepeat = left?.type === 'string' && node.childForFieldName('operator')?.text === '*';
      if (isRepeat && right !== null) reader.addNumber('repeat', right, place, { isSize: true });
      reader.visitChildren(node, place);
    },
    boolean_operator: (reader, node, place) => {
      reader.readLogical(node, place);
    },
    for_statement: visitLoop,
    while_statement: visitLoop,
    try_statement: visitTry,
    with_statement: visitWith,
    assert_statement: (reader, node, place) => {
      const [condition] = childrenOf(node);
      if (condition !== undefined) readAssertion(reader, condition, place);
      reader.visitChildren(node, place);
    },
    assignment: visitAssignment,
    call: visitCall,
    list: visitRows,
    tuple: visitRows,
  },
  call: 'call',
  bodies: new Set(['block', 'elif_clause', 'else_clause', 'except_clause', 'except_group_clause', 'finally_clause']),
  silencer: /type:\s*ignore|\bnoqa\b|pyright:\s*ignore|pylint:\s*disable|pragma:\s*no cover|nosec|mypy:\s*ignore/,
  // These are never executed by tests.
  isUsual: (comment, line) =>
    /no cover/.test(comment) &&
    /TYPE_CHECKING|__main__|NotImplemented|ImportError|overload|^\s*(?:import|from)\s/.test(line),
  // A comment before the body belongs to no statement.
  trimHead: (head) => head.replaceAll(/#[^\n]*$/gm, ''),
  definitionOf: (statement) =>
    (statement.type === 'decorated_definition' ? statement.childForFieldName('definition') : null) ?? statement,
  withoutTypes,
  returned: (statement) => childrenOf(statement)[0],
  earlyReturn: (condition) => `if ${condition}: return`,
  isExit: ({ type }) => /^(?:return|raise|continue|break)_statement$/.test(type),
  guardName: (name) => name,
  assertedBy: (statement) => {
    const [condition] = statement.type === 'assert_statement' ? childrenOf(statement) : [];
    // `assert x is not None` mostly tells a type checker what is known.
    return condition && /\bis not None$|^isinstance\(/.test(condition.text) ? undefined : condition;
  },
  passesOn: ({ type }) => type === 'raise_statement',
};

function visitBlock(reader: TreeReader, node: SyntaxNode, place: Place): void {
  reader.visitStatements(node, place);
}

function firstHead(reader: TreeReader, block: SyntaxNode | null): string {
  const [first] = block === null ? [] : childrenOf(block);
  return first === undefined ? '' : compactText(reader.headOf(first));
}

/** The decorators of a test are its options. */
function visitDecorated(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const definition = node.childForFieldName('definition');
  if (definition === null) return;
  const own = open(reader, definition, place);
  for (const decorator of childrenOf(node).filter(({ type }) => type === 'decorator')) {
    const [call] = childrenOf(decorator);
    if (call?.type !== 'call') continue;
    reader.addCall(call, 'used', own);
    const args = argumentsOf(call);
    const [only] = args;
    if (only !== undefined) reader.addNumber(lastName(functionOf(call)), only, own, { isOption: true });
    addKeywords(reader, args, own, { isOption: true });
    for (const argument of args) if (argument.type !== 'keyword_argument') reader.visit(argument, own);
  }
  readDefinition(reader, definition, own);
}

/** Adds the numbers of keyword arguments. */
function addKeywords(
  reader: TreeReader,
  args: readonly SyntaxNode[],
  place: Place,
  options: { readonly isOption?: boolean } = {},
): void {
  for (const keyword of args) {
    const value = keyword.type === 'keyword_argument' ? keyword.childForFieldName('value') : null;
    if (value !== null) reader.addNumber(keyword.childForFieldName('name')?.text ?? '', value, place, options);
  }
}

function open(reader: TreeReader, node: SyntaxNode, { scope }: Place): Place {
  const name = node.childForFieldName('name')?.text;
  return { scope: name === undefined ? scope : reader.found.open(scope, name), condition: undefined };
}

function visitDefinition(reader: TreeReader, node: SyntaxNode, place: Place): void {
  readDefinition(reader, node, open(reader, node, place));
}

function readDefinition(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const name = node.childForFieldName('name')?.text;
  if (name !== undefined && node.children[0]?.type === 'async') reader.found.asyncFunctions.add(name);
  const parameters = node.childForFieldName('parameters');
  if (parameters !== null) reader.visitChildren(parameters, place);
  const body = node.childForFieldName('body');
  for (const comment of commentsOf(node)) reader.readSilencer(comment, place);
  if (body !== null) reader.visitStatements(body, place);
}

function visitIf(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const condition = node.childForFieldName('condition');
  if (condition === null) return;
  reader.addCondition(condition, place);
  reader.visit(condition, place);
  const hasElse = fieldsOf(node, 'alternative').length > 0 || node.type === 'elif_clause';
  const inside = { ...place, condition: `if ${condition.text}${hasElse ? ' … else' : ''}` };
  for (const child of node.namedChildren) {
    if (child !== null && child.id !== condition.id) reader.visit(child, inside);
  }
}

function visitLoop(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const right = node.childForFieldName('right');
  const left = node.childForFieldName('left')?.text ?? 'while';
  const literal = right !== null && /^(?:list|tuple|set|dictionary)$/.test(right.type);
  const range = right?.type === 'call' && functionOf(right) === 'range' ? argumentsOf(right) : [];
  const limit = range.length === 1 ? range[0] : range[1];
  if (limit !== undefined) {
    reader.addNumber(left, limit, place, { isSize: true });
    reader.found.sizeNames.add(limit.text);
  }
  if (right !== null && literal) addList(reader, left, right, place);
  const condition = node.childForFieldName('condition');
  if (condition !== null) reader.addCondition(condition, place);
  const isCertain = literal || (limit !== undefined && numberOf(limit.text) !== undefined);
  const inside = isCertain ? place : { ...place, condition: reader.headOf(node) };
  for (const child of node.namedChildren) {
    if (child !== null) reader.visit(child, child.type === 'block' ? inside : place);
  }
}

function visitTry(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const body = node.childForFieldName('body');
  const isImported = body !== null && isImport(childrenOf(body)[0]);
  const tried = firstHead(reader, body);
  const isHandler = ({ type }: SyntaxNode): boolean => type.startsWith('except');
  const handlers = childrenOf(node).filter(isHandler);
  for (const clause of handlers) {
    const block = childrenOf(clause).find(({ type }) => type === 'block');
    if (block === undefined) continue;
    const alias = /\bas\s+(\w+)\s*\)?\s*:$/.exec(reader.headOf(clause))?.[1];
    const isEmpty = !isImported && childrenOf(block).every(({ text }) => LEAVES.test(text));
    reader.addHandler(clause, { tried, isEmpty, ...reader.handlingOf(block, alias) }, place);
  }
  for (const child of node.namedChildren) {
    if (child === null) continue;
    const isLost = child.id === body?.id && handlers.length > 0 && reader.found.handlers.at(-1)?.passesOn === false;
    const tryPlace = isLost ? { ...place, condition: place.condition ?? 'try' } : place;
    reader.visit(child, isHandler(child) ? { ...place, condition: reader.headOf(child) } : tryPlace);
  }
}

function visitWith(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const body = node.childForFieldName('body');
  const tried = firstHead(reader, body);
  const calls = node.descendantsOfType('call').flatMap((call) => call ?? []);
  for (const call of calls) {
    if (body !== null && call.startIndex >= body.startIndex) continue;
    const name = functionOf(call);
    if (/(?:^|\.)(?:raises|assertRaises|assertRaisesRegex|warns)$/.test(name)) {
      const matcher = lastName(name).replace('assertRaisesRegex', 'assertRaises');
      const expected = argumentsOf(call).map(({ text }) => text);
      reader.addAssertion(call, { subject: tried, matcher, expected }, place);
    } else if (SUPPRESS.test(name)) {
      reader.addHandler(call, { tried, isEmpty: true, logs: false, passesOn: false }, place);
    }
  }
  const isLost = calls.some((call) => SUPPRESS.test(functionOf(call)));
  reader.visitChildren(node, isLost ? { ...place, condition: place.condition ?? 'suppress' } : place);
}

function readAssertion(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const add = (subject: string, matcher: string, expected: readonly string[]): void => {
    reader.addAssertion(node, { subject, matcher, expected }, place);
  };
  const [left, right, ...others] = childrenOf(node);
  if (node.type === 'parenthesized_expression' && left !== undefined) readAssertion(reader, left, place);
  else if (node.type === 'boolean_operator' && node.childForFieldName('operator')?.text === 'and') {
    for (const part of [left, right]) if (part !== undefined) readAssertion(reader, part, place);
  } else if (node.type === 'comparison_operator' && left !== undefined && right !== undefined && others.length === 0) {
    const operator = node.text.slice(left.endIndex - node.startIndex, right.startIndex - node.startIndex).trim();
    const isSwapped = /^(?:tuple|list|set|dictionary|string)$/.test(right.type) && !isLiteral(left.text);
    if (operator === 'in' && !isSwapped) add(right.text, 'in', [left.text]);
    else if (operator === 'is not' && right.text === 'None') add(left.text, 'is not None', []);
    else if (operator === '==' && isLiteral(left.text) && !isLiteral(right.text)) add(right.text, '==', [left.text]);
    else add(left.text, operator, [right.text]);
  } else if (node.type === 'boolean_operator' && left?.type === 'comparison_operator') {
    // `a == 1 or a == 2` accepts more than its first part.
    const [subject] = childrenOf(left);
    add(subject?.text ?? left.text, 'or', [node.text]);
  } else if (node.type === 'call' && functionOf(node) === 'isinstance') {
    const [value, type] = argumentsOf(node);
    if (value !== undefined && type !== undefined) add(value.text, 'isinstance', [type.text]);
  } else if (node.type === 'not_operator' && left !== undefined) add(left.text, 'falsy', []);
  else if (node.type === 'boolean_operator' && left !== undefined && right !== undefined) {
    // The right side decides only if the left one does not hold.
    readAssertion(reader, right, { ...place, condition: place.condition ?? `${left.text} or` });
  } else add(node.text, 'truthy', []);
}

function visitCall(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const name = functionOf(node);
  const args = argumentsOf(node);
  reader.addCall(node, resultOf(node), place);
  addKeywords(reader, args, place);
  const [first, second, third] = args;
  if (first !== undefined && second === undefined) reader.addNumber(name, first, place, { isSize: name === 'range' });
  if (second !== undefined && WAITS.test(name)) reader.addNumber('timeout', second, place);
  const [, object, method] = /^(.*)\.(assert_(?:called|awaited|any|has|not)\w*)$/.exec(name) ?? [];
  if (object !== undefined && method !== undefined) {
    const expected = args.map(({ text }) => text);
    reader.addAssertion(node, { subject: object, matcher: method, expected }, place);
  }
  if (/(?:^|\.)approx$/.test(name) && second?.type !== 'keyword_argument' && second !== undefined)
    reader.addNumber('rel', second, place);
  if (name === 'self.assertAlmostEqual' && third !== undefined) reader.addNumber('places', third, place);
  if (/^self\.assert\w+$/.test(name) && first !== undefined && !/Raises/.test(name)) {
    const isSwapped = second !== undefined && isLiteral(first.text) && !isLiteral(second.text);
    const isMember =
      name === 'self.assertIn' && second !== undefined && !(isLiteral(second.text) && !isLiteral(first.text));
    const isIn = second !== undefined && (isMember || (isSwapped && name !== 'self.assertIn'));
    const subject = isIn ? second.text : first.text;
    const expected = second === undefined ? [] : [isIn ? first.text : second.text];
    reader.addAssertion(node, { subject, matcher: name, expected }, place);
  }
  reader.visitChildren(node, place);
}

function visitAssignment(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (left !== null && right !== null) {
    reader.readNamedValue(node, left.text, right, place);
    if (/^(?:list|tuple)$/.test(right.type)) addList(reader, left.text, right, place);
  }
  reader.visitChildren(node, place);
}

/** A list of tuples is a table of cases. */
function visitRows(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const rows = childrenOf(node).map(rowOf);
  const isTable = rows.length > 1 && !rows.includes(undefined);
  if (isTable) for (const cells of rows) reader.addCells(cells ?? [], place);
  reader.visitChildren(node, place);
}

function addList(reader: TreeReader, name: string, node: SyntaxNode, place: Place): void {
  const elements = childrenOf(node);
  if (!elements.some(({ type }) => type === 'list_splat')) reader.addList(name, node, elements.length, place);
}

/** A module that may be missing is often tried. */
function isImport(node: SyntaxNode | undefined): boolean {
  return node?.type === 'import_statement' || node?.type === 'import_from_statement';
}

function resultOf({ parent }: SyntaxNode): 'awaited' | 'dropped' | 'used' {
  if (parent?.type === 'await' || parent?.type === 'return_statement') return 'awaited';
  return parent?.type === 'expression_statement' ? 'dropped' : 'used';
}

function lastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The cells of a case: of a tuple, a list, or `pytest.param(…)`. */
function rowOf(node: SyntaxNode): readonly SyntaxNode[] | undefined {
  if (node.type === 'tuple' || node.type === 'list') return childrenOf(node);
  const isParam = node.type === 'call' && /(?:^|\.)param$/.test(functionOf(node));
  return isParam ? argumentsOf(node).filter(({ type }) => type !== 'keyword_argument') : undefined;
}

/** The head of a statement without its annotations of types, and how many of them accept everything. */
function withoutTypes(node: SyntaxNode, head: string): { readonly plain: string; readonly looseness: number } {
  let looseness = 0;
  let plain = head.replaceAll(CAST, (_, value: string) => {
    looseness++;
    return value;
  });
  for (const type of node.descendantsOfType('type')) {
    if (type === null || type.startIndex - node.startIndex >= head.length || !ANNOTATED.has(type.parent?.type ?? ''))
      continue;
    plain = plain.replace(new RegExp(`(?::|->)\\s*${escapeText(type.text)}`), '');
    if (/^(?:\w+\.)?Any$/.test(type.text)) looseness++;
  }
  return { plain, looseness };
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
