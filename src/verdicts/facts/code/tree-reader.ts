import { childrenOf, fieldsOf, type SyntaxNode } from '../../../code/languages/tree-sitter/syntax-nodes.ts';
import type { ObservedAssertion, ObservedCall, ObservedCode, ObservedHandler } from '../interface/observed-code.ts';
import {
  EXPECTED_NAME,
  GUARD_CALL,
  isLiteral,
  isLogCall,
  MAX_CONDITION,
  numberOf,
  Observer,
  type Place,
} from './observer.ts';
import { compactText } from './statement-text.ts';

type Visit = (reader: TreeReader, node: SyntaxNode, place: Place) => void;

/** What the reader knows of a language whose grammar is one of tree-sitter. */
export interface CodeGrammar {
  /** How nodes are read, by their types. Others are read by their children. */
  readonly visits: Readonly<Record<string, Visit>>;
  /** The type of a call. */
  readonly call: string;
  /** The types of the nodes after the head of a statement. */
  readonly bodies: ReadonlySet<string>;
  /** A comment that silences a tool. */
  readonly silencer: RegExp;
  /** Whether such a comment is usual in a line, so that it says nothing. */
  readonly isUsual?: (comment: string, line: string) => boolean;
  /** The text of the head of a statement without comments. */
  readonly trimHead?: (head: string) => string;
  /** The definition that a statement consists of. */
  readonly definitionOf?: (statement: SyntaxNode) => SyntaxNode;
  /** The text of a statement without loose types, and how many it has. */
  readonly withoutTypes?: (
    statement: SyntaxNode,
    head: string,
  ) => { readonly plain: string; readonly looseness: number };
  /** Reads what a statement does with the error of the previous one. */
  readonly readHandler?: (
    reader: TreeReader,
    statement: SyntaxNode,
    previous: SyntaxNode | undefined,
    place: Place,
  ) => void;
  /** What a `return` statement returns. */
  readonly returned: (statement: SyntaxNode) => SyntaxNode | undefined;
  /** The statement `if condition: return`, as it is shown. */
  readonly earlyReturn: (condition: string) => string;
  /** Whether a statement leaves the function or the loop. */
  readonly isExit: (statement: SyntaxNode) => boolean;
  /** The name of a called function in the style of `GUARD_CALL`. */
  readonly guardName: (name: string) => string;
  /** The condition of an assertion that guards what follows. */
  readonly assertedBy?: (statement: SyntaxNode) => SyntaxNode | undefined;
  /** Whether a node in a handler passes its error on. */
  readonly passesOn: (node: SyntaxNode) => boolean;
}

/** Reads the syntax of a module with a grammar of tree-sitter. */
export class TreeReader {
  readonly found = new Observer();
  readonly #grammar: CodeGrammar;
  readonly #lines: readonly string[];

  constructor(grammar: CodeGrammar, text: string) {
    this.#grammar = grammar;
    this.#lines = text.split('\n');
  }

  read(root: SyntaxNode): ObservedCode {
    this.visit(root, { scope: '', condition: undefined });
    return this.found;
  }

  visit(node: SyntaxNode, place: Place): void {
    const visit = this.#grammar.visits[node.type];
    if (visit !== undefined) visit(this, node, place);
    else if (node.type === 'comment') this.readSilencer(node, place);
    else this.visitChildren(node, place);
  }

  visitChildren(node: SyntaxNode, place: Place): void {
    for (const child of node.namedChildren) if (child !== null) this.visit(child, place);
  }

  /** Reads the statements of a block. After an early return, the others are under its condition. */
  visitStatements(block: SyntaxNode, start: Place): void {
    const grammar = this.#grammar;
    let place = start;
    for (const comment of commentsOf(block)) this.readSilencer(comment, place);
    const statements = statementsOf(block);
    for (const [index, statement] of statements.entries()) {
      const exit = this.#exitOf(statement);
      this.#readGuard(statement, exit?.condition, statements[index + 1], place);
      grammar.readHandler?.(this, statement, statements[index - 1], place);
      this.#readStatement(statement, place);
      this.visit(statement, place);
      if (exit?.leaves.type === 'return_statement') {
        place = { ...place, condition: grammar.earlyReturn(exit.condition.text) };
      }
    }
  }

  #readStatement(node: SyntaxNode, place: Place): void {
    const head = this.headOf(node);
    const { plain, looseness } = this.#grammar.withoutTypes?.(node, head) ?? { plain: head, looseness: 0 };
    const { condition } = place;
    const texts = { text: compactText(head), plain: compactText(plain) };
    this.found.statements.push({ ...at(node, place), ...texts, looseness, casts: 0, condition });
    const value = node.type === 'return_statement' ? this.#grammar.returned(node) : undefined;
    if (value !== undefined) this.#addValue(value, place);
  }

  #readGuard(statement: SyntaxNode, exit: SyntaxNode | undefined, next: SyntaxNode | undefined, place: Place): void {
    const condition = exit ?? this.#guardOf(statement);
    if (condition === undefined) return;
    this.found.guards.push({
      ...at(statement, place),
      condition: compactText(condition.text),
      text: statement.text,
      next: next === undefined ? undefined : compactText(this.headOf(next)),
      names: namesOf(condition),
    });
  }

  readSilencer(comment: SyntaxNode, place: Place): void {
    const { silencer, isUsual } = this.#grammar;
    const { text } = comment;
    if (!silencer.test(text) || isUsual?.(text, this.#lines[comment.startPosition.row] ?? '') === true) return;
    this.found.silencers.push({ ...at(comment, place), text });
  }

  /** Reads a condition whose left side decides whether the right one runs. */
  readLogical(node: SyntaxNode, place: Place): void {
    const left = node.childForFieldName('left');
    if (left !== null) this.addCondition(left, place);
    this.visitChildren(node, place);
  }

  /** Reads a value that gets a name. */
  readNamedValue(node: SyntaxNode, name: string, value: SyntaxNode, place: Place): void {
    this.addNumber(name, value, place);
    this.#addValue(value, place);
    if (EXPECTED_NAME.test(name) && isLiteral(value.text)) this.addRow(node, name, value, place);
  }

  /** Adds the cells of a case, the last of which is what is expected. */
  addCells(cells: readonly SyntaxNode[], place: Place): void {
    const last = cells.at(-1);
    if (cells.length < 2 || last === undefined) return;
    this.addRow(last, joinTexts(cells.slice(0, -1)), last, place);
  }

  addRow(node: SyntaxNode, inputs: string, { text: expected }: Pick<SyntaxNode, 'text'>, place: Place): void {
    this.found.rows.push({ ...at(node, place), inputs, expected });
  }

  addList(name: string, node: SyntaxNode, size: number, place: Place): void {
    this.found.lists.push({ ...at(node, place), name, size });
  }

  addCall(node: SyntaxNode, result: ObservedCall['result'], place: Place): void {
    const args = argumentsOf(node).map(({ text }) => text);
    this.found.calls.push({ ...at(node, place), name: functionOf(node), args, result });
  }

  addAssertion(
    node: SyntaxNode,
    { subject, matcher, expected }: Pick<ObservedAssertion, 'subject' | 'matcher' | 'expected'>,
    place: Place,
  ): void {
    const { condition } = place;
    this.found.assertions.push({ ...at(node, place), subject, matcher, expected, condition });
  }

  addHandler(node: SyntaxNode, handler: Omit<ObservedHandler, 'scope' | 'line' | 'text'>, place: Place): void {
    this.found.handlers.push({ ...at(node, place), text: node.text, ...handler });
  }

  addCondition(node: SyntaxNode, place: Place): void {
    this.found.conditions.push({ ...at(node, place), text: node.text });
  }

  addNumber(name: string, node: SyntaxNode, place: Place, { isSize = false, isOption = false } = {}): void {
    const value = numberOf(node.text);
    if (value === undefined) return;
    this.found.numbers.push({ ...at(node, place), name, value, text: node.text, isSize, isOption });
  }

  #addValue(node: SyntaxNode, place: Place): void {
    if (node.text.length < MAX_CONDITION) this.found.values.push({ ...at(node, place), text: node.text });
  }

  /** A simple statement, or what is before the body of another one. */
  headOf(node: SyntaxNode): string {
    const { definitionOf, bodies, trimHead } = this.#grammar;
    const target = definitionOf?.(node) ?? node;
    const body = target.namedChildren.find((child) => child !== null && bodies.has(child.type));
    const head = body ? target.text.slice(0, body.startIndex - target.startIndex) : target.text;
    return (trimHead?.(head) ?? head).trim();
  }

  /** What the body of a handler does with an error. */
  handlingOf(body: SyntaxNode, name: string | undefined): Pick<ObservedHandler, 'logs' | 'passesOn'> {
    const { call, passesOn: isPassedOn } = this.#grammar;
    let logs = false;
    let passesOn = false;
    const visit = (node: SyntaxNode, inLog: boolean): void => {
      const isLog = node.type === call && isLogCall(functionOf(node));
      if (isLog) logs = true;
      if (isPassedOn(node) || (node.type === 'identifier' && node.text === name && !inLog)) passesOn = true;
      for (const child of childrenOf(node)) visit(child, inLog || isLog);
    };
    visit(body, false);
    return { logs, passesOn };
  }

  /** The condition under which a statement only leaves the function or the loop. */
  #exitOf(node: SyntaxNode): { readonly condition: SyntaxNode; readonly leaves: SyntaxNode } | undefined {
    if (node.type !== 'if_statement' || fieldsOf(node, 'alternative').length > 0) return undefined;
    const condition = node.childForFieldName('condition');
    const body = node.childForFieldName('consequence');
    const statements = body === null ? [] : statementsOf(body);
    const leaves = statements.at(-1);
    if (condition === null || leaves === undefined || statements.length > 2) return undefined;
    return this.#grammar.isExit(leaves) ? { condition, leaves } : undefined;
  }

  /** What a statement guards with a call such as `validate(order)`, or with an assertion. */
  #guardOf(node: SyntaxNode): SyntaxNode | undefined {
    const { assertedBy, call: callType, guardName } = this.#grammar;
    const asserted = assertedBy?.(node);
    if (asserted !== undefined) return asserted;
    const [first] = node.type === 'expression_statement' ? childrenOf(node) : [node];
    const call = first?.type === 'await' ? childrenOf(first)[0] : first;
    return call?.type === callType && GUARD_CALL.test(guardName(functionOf(call))) ? call : undefined;
  }
}

function at(node: SyntaxNode, { scope }: Place): { readonly scope: string; readonly line: number } {
  return { scope, line: node.startPosition.row + 1 };
}

/** The statements of a block or a case. Some grammars put them into a list. */
export function statementsOf(block: SyntaxNode): readonly SyntaxNode[] {
  return childrenOf(block).flatMap((child) => (child.type === 'statement_list' ? childrenOf(child) : [child]));
}

/** The comments between the statements of a block. */
export function commentsOf(block: SyntaxNode): readonly SyntaxNode[] {
  return block.namedChildren.flatMap((child) => {
    if (child?.type === 'statement_list') return commentsOf(child);
    return child?.type === 'comment' ? [child] : [];
  });
}

export function functionOf(call: SyntaxNode): string {
  return call.childForFieldName('function')?.text ?? '';
}

export function argumentsOf(call: SyntaxNode): readonly SyntaxNode[] {
  const list = call.childForFieldName('arguments');
  return list === null ? [] : childrenOf(list);
}

export function joinTexts(nodes: readonly SyntaxNode[]): string {
  return nodes.map(({ text }) => text).join(',');
}

/** The variables of an expression. */
function namesOf(node: SyntaxNode): readonly string[] {
  return node.descendantsOfType('identifier').flatMap((one) => {
    if (one === null) return [];
    const isAttribute = one.parent?.type === 'attribute' && one.parent.childForFieldName('attribute')?.id === one.id;
    return isAttribute ? [] : [one.text];
  });
}
