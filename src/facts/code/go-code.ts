import { withGoTree } from '../../code/languages/go/go-tree.ts';
import { loadGrammar } from '../../code/languages/tree-sitter/load-grammar.ts';
import { childrenOf, fieldsOf, type SyntaxNode } from '../../code/languages/tree-sitter/syntax-nodes.ts';
import type { ObservedCode } from '../interface/observed-code.ts';
import {
  CASES_NAME,
  EXPECTED_NAME,
  GUARD_CALL,
  isLiteral,
  isLogCall,
  MAX_CONDITION,
  numberOf,
  Observer,
} from './observer.ts';
import { compactText } from './statement-text.ts';

/** Reads a file of Go. */
export async function readGoCode(source: string): Promise<ObservedCode> {
  // Both are the same type.
  const text = source.replaceAll('interface{}', 'any');
  const parser = await loadGrammar('go');
  return withGoTree(parser, text, (root) => new GoReader().read(root));
}

interface Place {
  readonly scope: string;
  readonly condition: string | undefined;
}

const SILENCER = /^\/\/\s*(?:nolint\b|#?nosec\b|lint:ignore\b|revive:disable)/;
const FAILURE = /^(?:t|b|tb|f|s\.T\(\)|suite\.T\(\))\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/;
const TESTIFY = /^(?:assert|require|suite|s|a|r|is|ts|s\.Require\(\)|suite\.Require\(\))\.([A-Z]\w*)$/;

class GoReader {
  readonly #found = new Observer();

  read(root: SyntaxNode): ObservedCode {
    this.#visitChildren(root, { scope: '', condition: undefined });
    return this.#found;
  }

  #visitStatements(block: SyntaxNode, start: Place): void {
    let place = start;
    for (const comment of commentsOf(block)) this.#readSilencer(comment, place);
    const statements = statementsOf(block);
    for (const [index, statement] of statements.entries()) {
      this.#readGuard(statement, statements[index + 1], place);
      this.#readHandler(statement, statements[index - 1], place);
      const text = compactText(headOf(statement));
      this.#found.statements.push({
        ...at(statement, place),
        text,
        plain: text,
        looseness: 0,
        casts: 0,
        condition: place.condition,
      });
      if (statement.type === 'return_statement') this.#addValue(statement, place);
      this.#visit(statement, place);
      const exit = exitOf(statement);
      if (exit?.leaves.type === 'return_statement') {
        place = { ...place, condition: `if ${exit.condition.text} { return }` };
      }
    }
  }

  #visit(node: SyntaxNode, place: Place): void {
    switch (node.type) {
      case 'comment':
        this.#readSilencer(node, place);
        return;
      case 'block':
        this.#visitStatements(node, place);
        return;
      case 'function_declaration':
      case 'method_declaration':
        this.#visitFunction(node, place);
        return;
      case 'if_statement':
        this.#visitIf(node, place);
        return;
      case 'for_statement':
        this.#visitLoop(node, place);
        return;
      case 'go_statement':
        this.#visitChildren(node, { ...place, condition: 'go' });
        return;
      case 'expression_case':
      case 'default_case':
      case 'type_case':
      case 'communication_case':
        this.#visitStatements(node, { ...place, condition: 'case' });
        return;
      case 'binary_expression': {
        const left = node.childForFieldName('left');
        const isLogical = /^(?:&&|\|\|)$/.test(node.childForFieldName('operator')?.text ?? '');
        if (isLogical && left !== null) this.#addCondition(left, place);
        this.#visitChildren(node, place);
        return;
      }
      case 'call_expression':
        this.#visitCall(node, place);
        return;
      case 'short_var_declaration':
      case 'assignment_statement':
      case 'var_spec':
      case 'const_spec':
        this.#readAssignment(node, place);
        this.#visitChildren(node, place);
        return;
      case 'literal_value':
        this.#readRow(node, place);
        this.#visitChildren(node, place);
        return;
      default:
        this.#visitChildren(node, place);
    }
  }

  #visitChildren(node: SyntaxNode, place: Place): void {
    for (const child of node.namedChildren) if (child !== null) this.#visit(child, place);
  }

  #visitFunction(node: SyntaxNode, place: Place): void {
    const name = node.childForFieldName('name')?.text ?? '';
    const receiver = /(\w+)(?:\[[^\]]*\])?\s*\)$/.exec(node.childForFieldName('receiver')?.text ?? '')?.[1];
    const scope = this.#found.open(place.scope, receiver === undefined ? name : `${receiver}.${name}`);
    const body = node.childForFieldName('body');
    if (body === null) return;
    this.#visitStatements(body, { scope, condition: undefined });
    const comments = commentsOf(body).map(({ text }) => text.replace(/^\/\/ ?/, ''));
    const [, output] = /^(?:unordered )?output:\s*([^]*)$/im.exec(comments.join('\n')) ?? [];
    if (name.startsWith('Example') && output !== undefined) {
      this.#found.rows.push({ ...at(node, { scope, condition: undefined }), inputs: 'Output', expected: output });
    }
  }

  #visitIf(node: SyntaxNode, place: Place): void {
    const condition = node.childForFieldName('condition');
    const body = node.childForFieldName('consequence');
    if (condition === null || body === null) return;
    this.#addCondition(condition, place);
    const fails = statementsOf(body).some((one) => FAILURE.test(functionOf(childrenOf(one)[0] ?? one)));
    if (fails) this.#readFailure(condition, place);
    for (const child of node.namedChildren) {
      if (child === null) continue;
      const alternative = node.childForFieldName('alternative');
      const isBranch = child.id === body.id || child.id === alternative?.id;
      const head = `if ${condition.text}${alternative === null ? '' : ' … else'}`;
      this.#visit(child, isBranch ? { ...place, condition: head } : place);
    }
  }

  /** `if got != want { t.Error(…) }` is an assertion that both are equal. */
  #readFailure(condition: SyntaxNode, place: Place): void {
    const [first, second] = childrenOf(condition);
    if (condition.childForFieldName('operator')?.text === '&&' && first !== undefined && second !== undefined) {
      this.#readFailure(second, { ...place, condition: place.condition ?? `${first.text} &&` });
      return;
    }
    const operator = condition.childForFieldName('operator')?.text;
    const left = condition.childForFieldName('left');
    const right = condition.childForFieldName('right');
    const inverted = operator === undefined ? undefined : INVERTED.get(operator);
    const isComparison = inverted !== undefined && left !== null && right !== null;
    // Some write what they expect first.
    const isSwapped = isComparison && isLiteral(left.text) && !isLiteral(right.text);
    const { condition: outer } = place;
    this.#found.assertions.push({
      ...at(condition, place),
      subject: isComparison ? (isSwapped ? right : left).text : condition.text,
      matcher: isComparison ? inverted : 'not',
      expected: isComparison ? [(isSwapped ? left : right).text] : [],
      condition: outer,
    });
  }

  #visitLoop(node: SyntaxNode, place: Place): void {
    const clause = childrenOf(node).find(({ type }) => type === 'for_clause' || type === 'range_clause');
    const condition = clause?.type === 'for_clause' ? clause.childForFieldName('condition') : null;
    const right = clause?.childForFieldName('right');
    const limit = condition?.childForFieldName('right') ?? right;
    const name = condition?.childForFieldName('left')?.text ?? clause?.childForFieldName('left')?.text ?? 'range';
    if (limit) {
      this.#addNumber(name, limit, place, { isSize: true });
      this.#found.sizeNames.add(limit.text);
    }
    // A loop over a table that the text shows, with a counter, or of a benchmark, is executed.
    const isTable = right?.type === 'composite_literal' || clause?.type === 'for_clause';
    const isCounted = clause?.type === 'range_clause' && !/,/.test(clause.childForFieldName('left')?.text ?? '');
    const isCertain =
      isTable || isCounted || headOf(node).endsWith('.Loop()') || (limit && numberOf(limit.text) !== undefined);
    const inside = isCertain === true ? place : { ...place, condition: headOf(node) };
    for (const child of node.namedChildren) {
      if (child !== null) this.#visit(child, child.type === 'block' ? inside : place);
    }
  }

  #visitCall(node: SyntaxNode, place: Place): void {
    const name = functionOf(node);
    const args = argumentsOf(node);
    const [first, second] = args;
    this.#found.calls.push({ ...at(node, place), name, args: args.map(({ text }) => text), result: 'used' });
    const callback = args.find(({ type }) => type === 'func_literal');
    if (/\.Run$/.test(name) && first !== undefined && callback !== undefined) {
      const scope = this.#found.open(place.scope, first.text);
      this.#visitChildren(callback, { scope, condition: undefined });
      return;
    }
    if (first !== undefined && second === undefined) this.#addNumber(name, first, place);
    if (/(?:^|\.)(?:WithTimeout|After|AfterFunc|NewTimer)$/.test(name)) {
      for (const one of [first, second]) if (one !== undefined) this.#addNumber('timeout', one, place);
    }
    const [, method] = TESTIFY.exec(name) ?? [];
    if (method !== undefined) this.#readTestify(node, method, place);
    else if (
      /^(?:cmp\.(?:Diff|Equal)|reflect\.DeepEqual|bytes\.Equal)$/.test(name) &&
      first !== undefined &&
      second !== undefined
    ) {
      const isSwapped = isLiteral(first.text) && !isLiteral(second.text);
      const [subject, expected] = isSwapped ? [second, first] : [first, second];
      const texts = { subject: subject.text, matcher: name, expected: [expected.text] };
      this.#found.assertions.push({ ...at(node, place), ...texts, condition: place.condition });
    }
    if (/^(?:make|strings\.Repeat|bytes\.Repeat)$/.test(name) && second !== undefined) {
      this.#addNumber(name, second, place, { isSize: true });
    }
    this.#visitChildren(node, place);
  }

  #readTestify(node: SyntaxNode, method: string, place: Place): void {
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
    this.#found.assertions.push({
      ...at(node, place),
      subject: (subject ?? first).text,
      matcher: `assert.${method.replace(/f$/, '')}`,
      expected: isSingle || expected === undefined ? [] : [expected.text],
      condition: place.condition,
    });
    if (/^In(?:Delta|Epsilon)/.test(method) && third !== undefined) this.#addNumber('delta', third, place);
    if (/^(?:Eventually|EventuallyWithT|Never)/.test(method) && second !== undefined)
      this.#addNumber('timeout', second, place);
  }

  #readAssignment(node: SyntaxNode, place: Place): void {
    const left = node.childForFieldName('left') ?? node.childForFieldName('name');
    const right = node.childForFieldName('right') ?? node.childForFieldName('value');
    if (left === null || right === null) return;
    const value = right.type === 'expression_list' ? (childrenOf(right)[0] ?? right) : right;
    this.#addNumber(left.text, value, place);
    this.#addValue(value, place);
    if (EXPECTED_NAME.test(left.text) && isLiteral(value.text)) {
      this.#found.rows.push({ ...at(node, place), inputs: left.text, expected: value.text });
    }
    const type = value.type === 'composite_literal' ? value.childForFieldName('type')?.type : undefined;
    const body = value.childForFieldName('body');
    if (type === 'map_type' && body !== null && CASES_NAME.test(left.text)) {
      for (const entry of childrenOf(body)) {
        const [key, expected] = childrenOf(entry);
        if (key === undefined || expected === undefined || !isLiteral(expected.text)) continue;
        this.#found.rows.push({ ...at(entry, place), inputs: key.text, expected: expected.text });
      }
    }
    if (/slice_type|array_type/.test(type ?? '') && body !== null) {
      this.#found.lists.push({ ...at(value, place), name: left.text, size: childrenOf(body).length });
    }
    if (/(?:^|,\s*)_$/.test(left.text) && value.type === 'call_expression') {
      const text = node.text;
      const handler = { isEmpty: true, logs: false, passesOn: false };
      this.#found.handlers.push({ ...at(node, place), tried: `=${compactText(value.text)}`, text, ...handler });
    }
  }

  /** `{in: 1, want: 2}` is a case. */
  #readRow(node: SyntaxNode, place: Place): void {
    const cells = childrenOf(node);
    const last = cells.at(-1);
    const isCase = node.parent?.type === 'literal_element' && cells.every(({ type }) => type === 'literal_element');
    if (isCase && cells.length > 1 && last !== undefined) {
      const inputs = cells.slice(0, -1).map(({ text }) => text);
      this.#found.rows.push({ ...at(last, place), inputs: inputs.join(','), expected: last.text });
    }
    const fields = childrenOf(node).filter(({ type }) => type === 'keyed_element');
    for (const field of fields) {
      const [key, value] = childrenOf(field);
      if (key === undefined || value === undefined || !EXPECTED_NAME.test(uncapitalize(key.text)) || fields.length < 2)
        continue;
      const inputs = fields.filter(({ id }) => id !== field.id).map(({ text }) => text);
      this.#found.rows.push({ ...at(field, place), inputs: inputs.join(','), expected: value.text });
    }
  }

  #readGuard(statement: SyntaxNode, next: SyntaxNode | undefined, place: Place): void {
    const condition = exitOf(statement)?.condition ?? guardCallOf(statement);
    if (condition === undefined) return;
    this.#found.guards.push({
      ...at(statement, place),
      condition: compactText(condition.text),
      text: statement.text,
      next: next === undefined ? undefined : compactText(headOf(next)),
      names: namesOf(condition),
    });
  }

  /** `if err != nil { … }` handles the error of the statement before it. */
  #readHandler(statement: SyntaxNode, previous: SyntaxNode | undefined, place: Place): void {
    if (statement.type !== 'if_statement') return;
    const [, name] = /^(\w*[eE]rr\w*)\s*!=\s*nil$/.exec(statement.childForFieldName('condition')?.text ?? '') ?? [];
    const body = statement.childForFieldName('consequence');
    if (name === undefined || body === null) return;
    const tried = statement.childForFieldName('initializer') ?? previous;
    this.#found.handlers.push({
      ...at(statement, place),
      tried: tried === undefined ? '' : compactText(headOf(tried)),
      text: statement.text,
      isEmpty: statementsOf(body).length === 0,
      ...handlingOf(body, name),
    });
  }

  #readSilencer(comment: SyntaxNode, place: Place): void {
    if (SILENCER.test(comment.text)) this.#found.silencers.push({ ...at(comment, place), text: comment.text });
  }

  #addValue(node: SyntaxNode, place: Place): void {
    if (node.text.length < MAX_CONDITION) this.#found.values.push({ ...at(node, place), text: node.text });
  }

  #addCondition(node: SyntaxNode, place: Place): void {
    this.#found.conditions.push({ ...at(node, place), text: node.text });
  }

  #addNumber(name: string, node: SyntaxNode, place: Place, { isSize = false } = {}): void {
    const value = numberOf(node.text);
    if (value === undefined) return;
    this.#found.numbers.push({ ...at(node, place), name, value, text: node.text, isSize, isOption: false });
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

function at(node: SyntaxNode, { scope }: Place): { readonly scope: string; readonly line: number } {
  return { scope, line: node.startPosition.row + 1 };
}

/** The statements of a block or a case. Some versions of the grammar put them into a list. */
function statementsOf(block: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(block).flatMap((child) => (child.type === 'statement_list' ? childrenOf(child) : [child]));
}

/** The comments between the statements of a block. */
function commentsOf(block: SyntaxNode): readonly SyntaxNode[] {
  return block.namedChildren.flatMap((child) => {
    if (child?.type === 'statement_list') return commentsOf(child);
    return child?.type === 'comment' ? [child] : [];
  });
}

function functionOf(call: SyntaxNode): string {
  return call.childForFieldName('function')?.text ?? '';
}

function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  const list = call.childForFieldName('arguments');
  return list === null ? [] : childrenOf(list);
}

/** A simple statement, or what is before the body of another one. */
function headOf(node: SyntaxNode): string {
  const body = node.namedChildren.find((child) => child?.type === 'block');
  return (body ? node.text.slice(0, body.startIndex - node.startIndex) : node.text).trim();
}

function exitOf(node: SyntaxNode): { readonly condition: SyntaxNode; readonly leaves: SyntaxNode } | undefined {
  if (node.type !== 'if_statement' || fieldsOf(node, 'alternative').length > 0) return undefined;
  const condition = node.childForFieldName('condition');
  const body = node.childForFieldName('consequence');
  const statements = body === null ? [] : statementsOf(body);
  const leaves = statements.at(-1);
  if (condition === null || leaves === undefined || statements.length > 2) return undefined;
  const isExit = /^(?:return|continue|break)_statement$/.test(leaves.type) || /^panic\(/.test(leaves.text);
  return isExit ? { condition, leaves } : undefined;
}

/** A statement that is a call such as `validate(order)`. */
function guardCallOf(node: SyntaxNode): SyntaxNode | undefined {
  const call = node.type === 'expression_statement' ? childrenOf(node)[0] : node;
  return call?.type === 'call_expression' && GUARD_CALL.test(uncapitalizeLast(functionOf(call))) ? call : undefined;
}

function uncapitalizeLast(name: string): string {
  return name.replace(/[A-Z](?=\w*$)/, (letter) => letter.toLowerCase());
}

function uncapitalize(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function namesOf(node: SyntaxNode): readonly string[] {
  return node.descendantsOfType('identifier').flatMap((one) => one?.text ?? []);
}

/** What the body of a handler does with an error. A function that returns something other than `nil` reports one. */
function handlingOf(body: SyntaxNode, name: string): { readonly logs: boolean; readonly passesOn: boolean } {
  let logs = false;
  let passesOn = false;
  const visit = (node: SyntaxNode, inLog: boolean): void => {
    const isLog = node.type === 'call_expression' && isLogCall(functionOf(node));
    if (isLog) logs = true;
    if (node.type === 'return_statement' && !/^return(?:$|.*\bnil$)/s.test(node.text)) passesOn = true;
    if (node.type === 'call_expression' && /^(?:panic|os\.Exit)$|\.Fatal/.test(functionOf(node))) passesOn = true;
    if (node.type === 'identifier' && node.text === name && !inLog) passesOn = true;
    for (const child of childrenOf(node)) visit(child, inLog || isLog);
  };
  visit(body, false);
  return { logs, passesOn };
}
