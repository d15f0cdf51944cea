import { withGoTree } from '../../../code/languages/go/go-tree.ts';
import { loadGrammar } from '../../../code/languages/tree-sitter/load-grammar.ts';
import { childrenOf, type SyntaxNode } from '../../../code/languages/tree-sitter/syntax-nodes.ts';
import type { ObservedCode } from '../interface/observed-code.ts';
import { CASES_NAME, EXPECTED_NAME, isLiteral, numberOf, type Place } from './observer.ts';
import { compactText } from './statement-text.ts';
import {
  argumentsOf,
  commentsOf,
  functionOf,
  joinTexts,
  statementsOf,
  TreeReader,
  type CodeGrammar,
} from './tree-reader.ts';

/** Reads a file of Go. */
export async function readGoCode(source: string): Promise<ObservedCode> {
  // Both are the same type.
  const text = source.replaceAll('interface{}', 'any');
  const parser = await loadGrammar('go');
  return withGoTree(parser, text, (root) => new TreeReader(GO, text).read(root));
}

const FAILURE = /^(?:t|b|tb|f|s\.T\(\)|suite\.T\(\))\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/;
const TESTIFY = /^(?:assert|require|suite|s|a|r|is|ts|s\.Require\(\)|suite\.Require\(\))\.([A-Z]\w*)$/;

const GO: CodeGrammar = {
  visits: {
    block: (reader, node, place) => {
      reader.visitStatements(node, place);
    },
    function_declaration: visitFunction,
    method_declaration: visitFunction,
    if_statement: visitIf,
    for_statement: visitLoop,
    go_statement: (reader, node, place) => {
      reader.visitChildren(node, { ...place, condition: 'go' });
    },
    expression_case: visitCase,
    default_case: visitCase,
    type_case: visitCase,
    communication_case: visitCase,
    binary_expression: (reader, node, place) => {
      const isLogical = /^(?:&&|\|\|)$/.test(node.childForFieldName('operator')?.text ?? '');
      if (isLogical) reader.readLogical(node, place);
      else reader.visitChildren(node, place);
    },
    call_expression: visitCall,
    short_var_declaration: visitAssignment,
    assignment_statement: visitAssignment,
    var_spec: visitAssignment,
    const_spec: visitAssignment,
    literal_value: visitLiteral,
  },
  call: 'call_expression',
  bodies: new Set(['block']),
  silencer: /^\/\/\s*(?:nolint\b|#?nosec\b|lint:ignore\b|revive:disable)/,
  readHandler,
  returned: (statement) => statement,
  earlyReturn: (condition) => `if ${condition} { return }`,
  isExit: ({ type, text }) => /^(?:return|continue|break)_statement$/.test(type) || /^panic\(/.test(text),
  guardName: (name) => name.replace(/[A-Z](?=\w*$)/, (letter) => letter.toLowerCase()),
  // A function that returns something other than `nil` reports an error.
  passesOn: (node) =>
    (node.type === 'return_statement' && !/^return(?:$|.*\bnil$)/s.test(node.text)) ||
    (node.type === 'call_expression' && /^(?:panic|os\.Exit)$|\.Fatal/.test(functionOf(node))),
};

function visitCase(reader: TreeReader, node: SyntaxNode, place: Place): void {
  reader.visitStatements(node, { ...place, condition: 'case' });
}

function visitFunction(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const name = node.childForFieldName('name')?.text ?? '';
  const receiver = /(\w+)(?:\[[^\]]*\])?\s*\)$/.exec(node.childForFieldName('receiver')?.text ?? '')?.[1];
  const scope = reader.found.open(place.scope, receiver === undefined ? name : `${receiver}.${name}`);
  const body = node.childForFieldName('body');
  if (body === null) return;
  const inside = { scope, condition: undefined };
  reader.visitStatements(body, inside);
  const comments = commentsOf(body).map(({ text }) => text.replace(/^\/\/ ?/, ''));
  const [, output] = /^(?:unordered )?output:\s*([^]*)$/im.exec(comments.join('\n')) ?? [];
  if (name.startsWith('Example') && output !== undefined) reader.addRow(node, 'Output', { text: output }, inside);
}

function visitIf(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const condition = node.childForFieldName('condition');
  const body = node.childForFieldName('consequence');
  if (condition === null || body === null) return;
  reader.addCondition(condition, place);
  const fails = statementsOf(body).some((one) => FAILURE.test(functionOf(childrenOf(one)[0] ?? one)));
  if (fails) readFailure(reader, condition, place);
  for (const child of node.namedChildren) {
    if (child === null) continue;
    const alternative = node.childForFieldName('alternative');
    const isBranch = child.id === body.id || child.id === alternative?.id;
    const head = `if ${condition.text}${alternative === null ? '' : ' … else'}`;
    reader.visit(child, isBranch ? { ...place, condition: head } : place);
  }
}

const INVERTED: ReadonlyMap<string, string> = new Map([
  ['!=', '=='],
  ['==', '!='],
  ['<', '>='],
  ['>', '<='],
  ['<=', '>'],
  ['>=', '<'],
]);

/** `if got != want { t.Error(…) }` is an assertion that both are equal. */
function readFailure(reader: TreeReader, condition: SyntaxNode, place: Place): void {
  const [first, second] = childrenOf(condition);
  const operator = condition.childForFieldName('operator')?.text;
  if (operator === '&&' && first !== undefined && second !== undefined) {
    readFailure(reader, second, { ...place, condition: place.condition ?? `${first.text} &&` });
    return;
  }
  const left = condition.childForFieldName('left');
  const right = condition.childForFieldName('right');
  const matcher = operator === undefined ? undefined : INVERTED.get(operator);
  if (matcher === undefined || left === null || right === null) {
    reader.addAssertion(condition, { subject: condition.text, matcher: 'not', expected: [] }, place);
    return;
  }
  reader.addAssertion(condition, { matcher, ...comparisonOf(left, right) }, place);
}

/** What a comparison checks, and what it expects. Some write what they expect first. */
function comparisonOf(first: SyntaxNode, second: SyntaxNode): { subject: string; expected: readonly string[] } {
  const isSwapped = isLiteral(first.text) && !isLiteral(second.text);
  return { subject: (isSwapped ? second : first).text, expected: [(isSwapped ? first : second).text] };
}

function visitLoop(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const clause = childrenOf(node).find(({ type }) => type === 'for_clause' || type === 'range_clause');
  const condition = clause?.type === 'for_clause' ? clause.childForFieldName('condition') : null;
  const right = clause?.childForFieldName('right');
  const limit = condition?.childForFieldName('right') ?? right;
  const name = condition?.childForFieldName('left')?.text ?? clause?.childForFieldName('left')?.text ?? 'range';
  if (limit) {
    reader.addNumber(name, limit, place, { isSize: true });
    reader.found.sizeNames.add(limit.text);
  }
  // A loop over a table that the text shows, with a counter, or of a benchmark, is executed.
  const isTable = right?.type === 'composite_literal' || clause?.type === 'for_clause';
  const isCounted = clause?.type === 'range_clause' && !/,/.test(clause.childForFieldName('left')?.text ?? '');
  const head = reader.headOf(node);
  const isCertain = isTable || isCounted || head.endsWith('.Loop()') || (limit && numberOf(limit.text) !== undefined);
  const inside = isCertain === true ? place : { ...place, condition: head };
  for (const child of node.namedChildren) {
    if (child !== null) reader.visit(child, child.type === 'block' ? inside : place);
  }
}

function visitCall(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const name = functionOf(node);
  const args = argumentsOf(node);
  const [first, second] = args;
  reader.addCall(node, 'used', place);
  const callback = args.find(({ type }) => type === 'func_literal');
  if (/\.Run$/.test(name) && first !== undefined && callback !== undefined) {
    const scope = reader.found.open(place.scope, first.text);
    reader.visitChildren(callback, { scope, condition: undefined });
    return;
  }
  if (first !== undefined && second === undefined) reader.addNumber(name, first, place);
  if (/(?:^|\.)(?:WithTimeout|After|AfterFunc|NewTimer)$/.test(name)) {
    for (const one of [first, second]) if (one !== undefined) reader.addNumber('timeout', one, place);
  }
  const [, method] = TESTIFY.exec(name) ?? [];
  if (method !== undefined) readTestify(reader, node, method, place);
  else if (
    /^(?:cmp\.(?:Diff|Equal)|reflect\.DeepEqual|bytes\.Equal)$/.test(name) &&
    first !== undefined &&
    second !== undefined
  ) {
    reader.addAssertion(node, { matcher: name, ...comparisonOf(first, second) }, place);
  }
  if (/^(?:make|strings\.Repeat|bytes\.Repeat)$/.test(name) && second !== undefined) {
    reader.addNumber(name, second, place, { isSize: true });
  }
  reader.visitChildren(node, place);
}

function readTestify(reader: TreeReader, node: SyntaxNode, method: string, place: Place): void {
  const args = argumentsOf(node);
  const values = /^(?:t|tb|b|s\.T\(\)|suite\.T\(\))$/.test(args[0]?.text ?? '') ? args.slice(1) : args;
  const [first, second, third] = values;
  if (first === undefined) return;
  // Most of these expect their first value.
  const isReversed =
    /^(?:Not)?(?:Equal|EqualValues|Exactly|Same|JSONEq|YAMLEq|InDelta|InEpsilon|IsType|Implements)f?$/.test(method);
  const subject = isReversed ? second : first;
  const expected = isReversed ? first : second;
  const isSingle =
    /^(?:Nil|NotNil|True|False|NoError|Error|Empty|NotEmpty|Zero|NotZero|Panics|NotPanics|Fail|FailNow)f?$/.test(
      method,
    );
  const assertion = {
    subject: (subject ?? first).text,
    matcher: `assert.${method.replace(/f$/, '')}`,
    expected: isSingle || expected === undefined ? [] : [expected.text],
  };
  reader.addAssertion(node, assertion, place);
  if (/^In(?:Delta|Epsilon)/.test(method) && third !== undefined) reader.addNumber('delta', third, place);
  if (/^(?:Eventually|EventuallyWithT|Never)/.test(method) && second !== undefined)
    reader.addNumber('timeout', second, place);
}

function visitAssignment(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const left = node.childForFieldName('left') ?? node.childForFieldName('name');
  const right = node.childForFieldName('right') ?? node.childForFieldName('value');
  if (left !== null && right !== null) {
    const value = right.type === 'expression_list' ? (childrenOf(right)[0] ?? right) : right;
    reader.readNamedValue(node, left.text, value, place);
    if (value.type === 'composite_literal') readComposite(reader, left.text, value, place);
    if (/(?:^|,\s*)_$/.test(left.text) && value.type === 'call_expression') {
      const tried = `=${compactText(value.text)}`;
      reader.addHandler(node, { tried, isEmpty: true, logs: false, passesOn: false }, place);
    }
  }
  reader.visitChildren(node, place);
}

/** Reads a table of cases, or a list. */
function readComposite(reader: TreeReader, name: string, value: SyntaxNode, place: Place): void {
  const type = value.childForFieldName('type')?.type ?? '';
  const body = value.childForFieldName('body');
  if (body === null) return;
  if (type === 'map_type' && CASES_NAME.test(name)) {
    for (const entry of childrenOf(body)) {
      const [key, expected] = childrenOf(entry);
      if (key === undefined || expected === undefined || !isLiteral(expected.text)) continue;
      reader.addRow(entry, key.text, expected, place);
    }
  }
  if (/slice_type|array_type/.test(type)) reader.addList(name, value, childrenOf(body).length, place);
}

/** `{in: 1, want: 2}` is a case. */
function visitLiteral(reader: TreeReader, node: SyntaxNode, place: Place): void {
  const cells = childrenOf(node);
  const isCase = node.parent?.type === 'literal_element' && cells.every(({ type }) => type === 'literal_element');
  if (isCase) reader.addCells(cells, place);
  const fields = cells.filter(({ type }) => type === 'keyed_element');
  for (const field of fields.length < 2 ? [] : fields) {
    const [key, value] = childrenOf(field);
    if (key === undefined || value === undefined || !EXPECTED_NAME.test(uncapitalize(key.text))) continue;
    reader.addRow(field, joinTexts(fields.filter(({ id }) => id !== field.id)), value, place);
  }
  reader.visitChildren(node, place);
}

function uncapitalize(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** `if err != nil { … }` handles the error of the statement before it. */
function readHandler(reader: TreeReader, statement: SyntaxNode, previous: SyntaxNode | undefined, place: Place): void {
  if (statement.type !== 'if_statement') return;
  const [, name] = /^(\w*[eE]rr\w*)\s*!=\s*nil$/.exec(statement.childForFieldName('condition')?.text ?? '') ?? [];
  const body = statement.childForFieldName('consequence');
  if (name === undefined || body === null) return;
  const before = statement.childForFieldName('initializer') ?? previous;
  const tried = before === undefined ? '' : compactText(reader.headOf(before));
  const isEmpty = statementsOf(body).length === 0;
  reader.addHandler(statement, { tried, isEmpty, ...reader.handlingOf(body, name) }, place);
}
