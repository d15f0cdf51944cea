import { loadGrammar } from '../../code/languages/tree-sitter/load-grammar.ts';
import { childrenOf, fieldsOf, type SyntaxNode } from '../../code/languages/tree-sitter/syntax-nodes.ts';
import { withPythonTree } from '../../code/languages/python/python-tree.ts';
import type { ObservedCode } from '../interface/observed-code.ts';
import {
  EXPECTED_NAME,
  GUARD_CALL,
  isLiteral,
  isLogCall,
  MAX_CONDITION,
  numberOf,
  Observer,
  WAITS,
} from './observer.ts';
import { compactText } from './statement-text.ts';

/** Reads a module of Python. */
export async function readPythonCode(text: string): Promise<ObservedCode> {
  const parser = await loadGrammar('python');
  return withPythonTree(parser, text, (root) => new PythonReader(text).read(root));
}

interface Place {
  readonly scope: string;
  readonly condition: string | undefined;
}

/** A statement that does nothing with an error, and at most returns a value for it. */
const LEAVES = /^(?:pass|\.\.\.|continue|break|return(?: (?:None|True|False|\[\]|\{\}|""|''|-?\d+))?)$/;
const SILENCER = /type:\s*ignore|\bnoqa\b|pyright:\s*ignore|pylint:\s*disable|pragma:\s*no cover|nosec|mypy:\s*ignore/;
/** What an annotation belongs to. Other types are parts of one. */
const ANNOTATED = new Set(['typed_parameter', 'typed_default_parameter', 'function_definition', 'assignment']);
/** An assertion that a value has any type. */
const CAST = /\b(?:\w+\.)?cast\(\s*(?:\w+\.)?Any\s*,\s*([\w.]+)\s*\)/g;
const BODIES = new Set([
  'block',
  'elif_clause',
  'else_clause',
  'except_clause',
  'except_group_clause',
  'finally_clause',
]);

class PythonReader {
  readonly #found = new Observer();
  readonly #lines: readonly string[];

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  read(root: SyntaxNode): ObservedCode {
    this.#visitStatements(root, { scope: '', condition: undefined });
    return this.#found;
  }

  #visitStatements(block: SyntaxNode, start: Place): void {
    let place = start;
    for (const comment of block.namedChildren) if (comment?.type === 'comment') this.#readSilencer(comment, place);
    const statements = childrenOf(block);
    for (const [index, statement] of statements.entries()) {
      this.#readGuard(statement, statements[index + 1], place);
      this.#readStatement(statement, place);
      this.#visit(statement, place);
      const exit = exitOf(statement);
      if (exit?.leaves.type === 'return_statement') {
        place = { ...place, condition: `if ${exit.condition.text}: return` };
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
      case 'decorated_definition':
        this.#visitDecorated(node, place);
        return;
      case 'function_definition':
      case 'class_definition':
        this.#visitDefinition(node, this.#open(node, place));
        return;
      case 'if_statement':
      case 'elif_clause':
        this.#visitIf(node, place);
        return;
      case 'else_clause':
        this.#visitChildren(node, { ...place, condition: place.condition ?? 'else' });
        return;
      case 'conditional_expression': {
        const condition = childrenOf(node)[1];
        if (condition !== undefined) this.#addCondition(condition, place);
        this.#visitChildren(node, place);
        return;
      }
      case 'binary_operator': {
        const [left, right] = [node.childForFieldName('left'), node.childForFieldName('right')];
        const isRepeat = left?.type === 'string' && node.childForFieldName('operator')?.text === '*';
        if (isRepeat && right !== null) this.#addNumber('repeat', right, place, { isSize: true });
        this.#visitChildren(node, place);
        return;
      }
      case 'boolean_operator': {
        const left = node.childForFieldName('left');
        if (left !== null) this.#addCondition(left, place);
        this.#visitChildren(node, place);
        return;
      }
      case 'for_statement':
      case 'while_statement':
        this.#visitLoop(node, place);
        return;
      case 'try_statement':
        this.#visitTry(node, place);
        return;
      case 'with_statement':
        this.#visitWith(node, place);
        return;
      case 'assert_statement': {
        const [condition] = childrenOf(node);
        if (condition !== undefined) this.#readAssertion(condition, place);
        this.#visitChildren(node, place);
        return;
      }
      case 'assignment':
        this.#readAssignment(node, place);
        this.#visitChildren(node, place);
        return;
      case 'call':
        this.#visitCall(node, place);
        return;
      case 'list':
      case 'tuple':
        this.#readRows(node, place);
        this.#visitChildren(node, place);
        return;
      default:
        this.#visitChildren(node, place);
    }
  }

  #visitChildren(node: SyntaxNode, place: Place): void {
    for (const child of node.namedChildren) if (child !== null) this.#visit(child, place);
  }

  /** The decorators of a test are its options. */
  #visitDecorated(node: SyntaxNode, place: Place): void {
    const definition = node.childForFieldName('definition');
    if (definition === null) return;
    const own = this.#open(definition, place);
    for (const decorator of childrenOf(node).filter(({ type }) => type === 'decorator')) {
      const [call] = childrenOf(decorator);
      const only = call?.type === 'call' ? argumentsOf(call)[0] : undefined;
      if (call?.type === 'call') {
        const args = argumentsOf(call).map(({ text }) => text);
        this.#found.calls.push({ ...at(call, own), name: functionOf(call), args, result: 'used' });
      }
      if (call?.type === 'call' && only !== undefined) {
        this.#addNumber(lastName(functionOf(call)), only, own, { isOption: true });
        for (const keyword of argumentsOf(call).filter(({ type }) => type === 'keyword_argument')) {
          const value = keyword.childForFieldName('value');
          if (value !== null)
            this.#addNumber(keyword.childForFieldName('name')?.text ?? '', value, own, { isOption: true });
        }
        for (const argument of argumentsOf(call)) if (argument.type !== 'keyword_argument') this.#visit(argument, own);
      }
    }
    this.#visitDefinition(definition, own);
  }

  #open(node: SyntaxNode, { scope }: Place): Place {
    const name = node.childForFieldName('name')?.text;
    return { scope: name === undefined ? scope : this.#found.open(scope, name), condition: undefined };
  }

  #visitDefinition(node: SyntaxNode, place: Place): void {
    const name = node.childForFieldName('name')?.text;
    if (name !== undefined && node.children[0]?.type === 'async') this.#found.asyncFunctions.add(name);
    const parameters = node.childForFieldName('parameters');
    if (parameters !== null) this.#visitChildren(parameters, place);
    const body = node.childForFieldName('body');
    for (const child of node.namedChildren) if (child?.type === 'comment') this.#readSilencer(child, place);
    if (body !== null) this.#visitStatements(body, place);
  }

  #visitIf(node: SyntaxNode, place: Place): void {
    const condition = node.childForFieldName('condition');
    if (condition === null) return;
    this.#addCondition(condition, place);
    this.#visit(condition, place);
    const hasElse = fieldsOf(node, 'alternative').length > 0 || node.type === 'elif_clause';
    const inside = { ...place, condition: `if ${condition.text}${hasElse ? ' … else' : ''}` };
    for (const child of node.namedChildren) {
      if (child !== null && child.id !== condition.id) this.#visit(child, inside);
    }
  }

  #visitLoop(node: SyntaxNode, place: Place): void {
    const right = node.childForFieldName('right');
    const left = node.childForFieldName('left')?.text ?? 'while';
    const literal = right !== null && /^(?:list|tuple|set|dictionary)$/.test(right.type);
    const range = right?.type === 'call' && functionOf(right) === 'range' ? argumentsOf(right) : [];
    const limit = range.length === 1 ? range[0] : range[1];
    if (limit !== undefined) {
      this.#addNumber(left, limit, place, { isSize: true });
      this.#found.sizeNames.add(limit.text);
    }
    if (right !== null && literal) this.#addList(left, right, place);
    const condition = node.childForFieldName('condition');
    if (condition !== null) this.#addCondition(condition, place);
    const isCertain = literal || (limit !== undefined && numberOf(limit.text) !== undefined);
    const inside = isCertain ? place : { ...place, condition: headOf(node) };
    for (const child of node.namedChildren) {
      if (child !== null) this.#visit(child, child.type === 'block' ? inside : place);
    }
  }

  #visitTry(node: SyntaxNode, place: Place): void {
    const body = node.childForFieldName('body');
    const first = body === null ? undefined : childrenOf(body)[0];
    const tried = first === undefined ? '' : compactText(headOf(first));
    for (const clause of childrenOf(node)) {
      if (clause.type !== 'except_clause' && clause.type !== 'except_group_clause') continue;
      const block = childrenOf(clause).find(({ type }) => type === 'block');
      if (block === undefined) continue;
      const alias = /\bas\s+(\w+)\s*\)?\s*:$/.exec(headOf(clause))?.[1];
      this.#found.handlers.push({
        ...at(clause, place),
        tried,
        text: clause.text,
        isEmpty: !isImport(first) && childrenOf(block).every(({ text }) => LEAVES.test(text)),
        ...handlingOf(block, alias),
      });
    }
    const isHandled = node.namedChildren.some((child) => child?.type.startsWith('except') === true);
    for (const child of node.namedChildren) {
      if (child === null) continue;
      const isHandler = child.type.startsWith('except');
      const isLost = child.id === body?.id && isHandled && this.#found.handlers.at(-1)?.passesOn === false;
      const tryPlace = isLost ? { ...place, condition: place.condition ?? 'try' } : place;
      this.#visit(child, isHandler ? { ...place, condition: headOf(child) } : tryPlace);
    }
  }

  #visitWith(node: SyntaxNode, place: Place): void {
    const body = node.childForFieldName('body');
    const first = body === null ? undefined : childrenOf(body)[0];
    const tried = first === undefined ? '' : compactText(headOf(first));
    for (const call of node.descendantsOfType('call')) {
      if (call === null || (body !== null && call.startIndex >= body.startIndex)) continue;
      const name = functionOf(call);
      const args = argumentsOf(call);
      if (/(?:^|\.)(?:raises|assertRaises|assertRaisesRegex|warns)$/.test(name)) {
        this.#found.assertions.push({
          ...at(call, place),
          subject: tried,
          matcher: lastName(name).replace('assertRaisesRegex', 'assertRaises'),
          expected: args.map(({ text }) => text),
          condition: place.condition,
        });
      } else if (/(?:^|\.)suppress$/.test(name)) {
        this.#found.handlers.push({
          ...at(call, place),
          tried,
          text: call.text,
          isEmpty: true,
          logs: false,
          passesOn: false,
        });
      }
    }
    const isLost = node
      .descendantsOfType('call')
      .some((call) => call !== null && /(?:^|\.)suppress$/.test(functionOf(call)));
    this.#visitChildren(node, isLost ? { ...place, condition: place.condition ?? 'suppress' } : place);
  }

  #readAssertion(node: SyntaxNode, place: Place): void {
    const add = (subject: string, matcher: string, expected: readonly string[]): void => {
      this.#found.assertions.push({ ...at(node, place), subject, matcher, expected, condition: place.condition });
    };
    const [left, right, ...others] = childrenOf(node);
    if (node.type === 'parenthesized_expression' && left !== undefined) this.#readAssertion(left, place);
    else if (node.type === 'boolean_operator' && node.childForFieldName('operator')?.text === 'and') {
      for (const part of [left, right]) if (part !== undefined) this.#readAssertion(part, place);
    } else if (
      node.type === 'comparison_operator' &&
      left !== undefined &&
      right !== undefined &&
      others.length === 0
    ) {
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
      this.#readAssertion(right, { ...place, condition: place.condition ?? `${left.text} or` });
    } else add(node.text, 'truthy', []);
  }

  #visitCall(node: SyntaxNode, place: Place): void {
    const name = functionOf(node);
    const args = argumentsOf(node);
    this.#found.calls.push({
      ...at(node, place),
      name,
      args: args.map(({ text }) => text),
      result: resultOf(node),
    });
    for (const keyword of args) {
      const value = keyword.type === 'keyword_argument' ? keyword.childForFieldName('value') : null;
      if (value !== null) this.#addNumber(keyword.childForFieldName('name')?.text ?? '', value, place);
    }
    const [first, second, third] = args;
    if (first !== undefined && second === undefined) this.#addNumber(name, first, place, { isSize: name === 'range' });
    if (second !== undefined && WAITS.test(name)) this.#addNumber('timeout', second, place);
    const [, object, method] = /^(.*)\.(assert_(?:called|awaited|any|has|not)\w*)$/.exec(name) ?? [];
    if (object !== undefined && method !== undefined) {
      const expected = args.map(({ text }) => text);
      this.#found.assertions.push({
        ...at(node, place),
        subject: object,
        matcher: method,
        expected,
        condition: place.condition,
      });
    }
    if (/(?:^|\.)approx$/.test(name) && second?.type !== 'keyword_argument' && second !== undefined)
      this.#addNumber('rel', second, place);
    if (name === 'self.assertAlmostEqual' && third !== undefined) this.#addNumber('places', third, place);
    if (/^self\.assert\w+$/.test(name) && first !== undefined && !/Raises/.test(name)) {
      const isSwapped = second !== undefined && isLiteral(first.text) && !isLiteral(second.text);
      const isMember =
        name === 'self.assertIn' && second !== undefined && !(isLiteral(second.text) && !isLiteral(first.text));
      const isIn = second !== undefined && (isMember || (isSwapped && name !== 'self.assertIn'));
      this.#found.assertions.push({
        ...at(node, place),
        subject: isIn ? second.text : first.text,
        matcher: name,
        expected: second === undefined ? [] : [isIn ? first.text : second.text],
        condition: place.condition,
      });
    }
    this.#visitChildren(node, place);
  }

  #readAssignment(node: SyntaxNode, place: Place): void {
    const left = node.childForFieldName('left');
    const right = node.childForFieldName('right');
    if (left === null || right === null) return;
    this.#addNumber(left.text, right, place);
    this.#addValue(right, place);
    if (EXPECTED_NAME.test(left.text) && isLiteral(right.text)) {
      this.#found.rows.push({ ...at(node, place), inputs: left.text, expected: right.text });
    }
    if (/^(?:list|tuple)$/.test(right.type)) this.#addList(left.text, right, place);
  }

  /** A list of tuples is a table of cases. */
  #readRows(node: SyntaxNode, place: Place): void {
    const elements = childrenOf(node);
    const rows = elements.map(rowOf);
    if (elements.length < 2 || rows.some((row) => row === undefined)) return;
    for (const cells of rows) {
      const last = cells?.at(-1);
      if (cells === undefined || cells.length < 2 || last === undefined) continue;
      const inputs = cells.slice(0, -1).map(({ text }) => text);
      this.#found.rows.push({ ...at(last, place), inputs: inputs.join(','), expected: last.text });
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

  #readStatement(node: SyntaxNode, place: Place): void {
    const head = headOf(node);
    const text = compactText(head);
    const { plain, looseness } = withoutTypes(node, head);
    this.#found.statements.push({
      ...at(node, place),
      text,
      plain: compactText(plain),
      looseness,
      casts: 0,
      condition: place.condition,
    });
    const [value] = node.type === 'return_statement' ? childrenOf(node) : [];
    if (value !== undefined) this.#addValue(value, place);
  }

  #readSilencer(comment: SyntaxNode, place: Place): void {
    const line = this.#lines[comment.startPosition.row] ?? '';
    // These are never executed by tests.
    const isUsual =
      /no cover/.test(comment.text) &&
      /TYPE_CHECKING|__main__|NotImplemented|ImportError|overload|^\s*(?:import|from)\s/.test(line);
    if (SILENCER.test(comment.text) && !isUsual)
      this.#found.silencers.push({ ...at(comment, place), text: comment.text });
  }

  #addValue(node: SyntaxNode, place: Place): void {
    if (node.text.length < MAX_CONDITION) this.#found.values.push({ ...at(node, place), text: node.text });
  }

  #addCondition(node: SyntaxNode, place: Place): void {
    this.#found.conditions.push({ ...at(node, place), text: node.text });
  }

  #addNumber(name: string, node: SyntaxNode, place: Place, { isSize = false, isOption = false } = {}): void {
    const value = numberOf(node.text);
    if (value === undefined) return;
    this.#found.numbers.push({ ...at(node, place), name, value, text: node.text, isSize, isOption });
  }

  #addList(name: string, node: SyntaxNode, place: Place): void {
    const elements = childrenOf(node);
    if (elements.some(({ type }) => type === 'list_splat')) return;
    this.#found.lists.push({ ...at(node, place), name, size: elements.length });
  }
}

function at(node: SyntaxNode, { scope }: Place): { readonly scope: string; readonly line: number } {
  return { scope, line: node.startPosition.row + 1 };
}

/** A module that may be missing is often tried. */
function isImport(node: SyntaxNode | undefined): boolean {
  return node?.type === 'import_statement' || node?.type === 'import_from_statement';
}

function resultOf({ parent }: SyntaxNode): 'awaited' | 'dropped' | 'used' {
  if (parent?.type === 'await' || parent?.type === 'return_statement') return 'awaited';
  return parent?.type === 'expression_statement' ? 'dropped' : 'used';
}

function functionOf(call: SyntaxNode): string {
  return call.childForFieldName('function')?.text ?? '';
}

function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  const list = call.childForFieldName('arguments');
  return list === null ? [] : childrenOf(list);
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

/** A simple statement, or what is before the body of another one. */
function headOf(node: SyntaxNode): string {
  const target = node.type === 'decorated_definition' ? (node.childForFieldName('definition') ?? node) : node;
  const body = target.namedChildren.find((child) => child !== null && BODIES.has(child.type));
  const head = body ? target.text.slice(0, body.startIndex - target.startIndex) : target.text;
  // A comment before the body belongs to no statement.
  return head.replaceAll(/#[^\n]*$/gm, '').trim();
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

function exitOf(node: SyntaxNode): { readonly condition: SyntaxNode; readonly leaves: SyntaxNode } | undefined {
  if (node.type !== 'if_statement' || fieldsOf(node, 'alternative').length > 0) return undefined;
  const condition = node.childForFieldName('condition');
  const body = node.childForFieldName('consequence');
  const statements = body === null ? [] : childrenOf(body);
  const leaves = statements.at(-1);
  if (condition === null || leaves === undefined || statements.length > 2) return undefined;
  return /^(?:return|raise|continue|break)_statement$/.test(leaves.type) ? { condition, leaves } : undefined;
}

/** The condition of `assert …`, or a statement that is a call such as `validate(order)`. */
function guardCallOf(node: SyntaxNode): SyntaxNode | undefined {
  const [child] = childrenOf(node);
  // `assert x is not None` mostly tells a type checker what is known.
  if (node.type === 'assert_statement')
    return child && /\bis not None$|^isinstance\(/.test(child.text) ? undefined : child;
  const call = child?.type === 'await' ? childrenOf(child)[0] : child;
  return node.type === 'expression_statement' && call?.type === 'call' && GUARD_CALL.test(functionOf(call))
    ? call
    : undefined;
}

function namesOf(node: SyntaxNode): readonly string[] {
  return node.descendantsOfType('identifier').flatMap((one) => {
    if (one === null) return [];
    const isAttribute = one.parent?.type === 'attribute' && one.parent.childForFieldName('attribute')?.id === one.id;
    return isAttribute ? [] : [one.text];
  });
}

/** What the body of a handler does with an error. */
function handlingOf(
  body: SyntaxNode,
  name: string | undefined,
): { readonly logs: boolean; readonly passesOn: boolean } {
  let logs = false;
  let passesOn = false;
  const visit = (node: SyntaxNode, inLog: boolean): void => {
    const isLog = node.type === 'call' && isLogCall(functionOf(node));
    if (isLog) logs = true;
    if (node.type === 'raise_statement') passesOn = true;
    if (node.type === 'identifier' && node.text === name && !inLog) passesOn = true;
    for (const child of childrenOf(node)) visit(child, inLog || isLog);
  };
  visit(body, false);
  return { logs, passesOn };
}
