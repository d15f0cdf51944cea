import { childrenOf, fieldsOf, type SyntaxNode } from '../../../../code/languages/tree-sitter/syntax-nodes.ts';
import { BodyTally } from '../syntax/body-tally.ts';
import { constantValue, type ConditionValue } from '../syntax/condition-value.ts';
import {
  enterBlock,
  executionsOf,
  joinBranches,
  START,
  unreachable,
  visitInOrder,
  type ConditionBranch,
  type Execution,
  type BlockExit,
} from '../syntax/execution.ts';
import { MeasuredBodies, type MeasuredBody } from '../syntax/measured-body.ts';
import { firstChildOf } from '../syntax/syntax-text.ts';
import { ASSERTION_ERROR, ignoresErrors, isTrivialCall, isWeakCondition } from './python-assertions.ts';
import { readCondition } from './python-conditions.ts';
import { listNames, namedArgument, positionalArguments, readConstant } from './python-expressions.ts';
import type { PythonFileFacts } from './python-file-facts.ts';
import { countElements } from './python-markers.ts';

const ASSERTION_NAME = /^_?(?:[aA]ssert|[eE]xpect|[sS]hould|[cC]heck|[vV]erify|[eE]nsure|[fF]ail)(?![a-z])/;
const ASSERTING_CALL = /^pytest\.(?:raises|warns|deprecated_call|fail)$/;
const SKIPPING_CALL = /^(?:pytest\.(?:skip|xfail)|(?:self|cls)\.skipTest|unittest\.SkipTest)$/;
const LEAVING_CALL = /^(?:pytest\.(?:skip|xfail|fail|exit)|(?:self|cls)\.(?:skipTest|fail)|sys\.exit|os\._exit)$/;
const INVERTING = /\b(?:raises|assertRaises)\(\s*(?:AssertionError|Exception|BaseException)\s*\)/;
const ENDING_CALL = /^(?:os\._exit|os\.abort|pytest\.exit)$/;

/** Measures the functions of a module. */
export function createPythonBodies(facts: PythonFileFacts): MeasuredBodies {
  return new MeasuredBodies((node, bodies) => new BodyReader(facts, bodies).read(node));
}

class BodyReader {
  readonly #facts: PythonFileFacts;
  readonly #bodies: MeasuredBodies;
  readonly #tally = new BodyTally();
  #words: readonly string[] = [];
  #isInAssert = false;

  constructor(facts: PythonFileFacts, bodies: MeasuredBodies) {
    this.#facts = facts;
    this.#bodies = bodies;
  }

  read(definition: SyntaxNode): MeasuredBody {
    this.#words = definition.text.match(/\w+/g) ?? [];
    this.#visitBlock(definition.childForFieldName('body'), START);
    return this.#tally.measured();
  }

  #visitBlock(block: SyntaxNode | null | undefined, outer: Execution): BlockExit {
    const statements = block ? childrenOf(block) : [];
    return visitInOrder(statements, outer, (statement, execution) => this.#visitStatement(statement, execution));
  }

  #visitStatement(node: SyntaxNode, execution: Execution): BlockExit {
    switch (node.type) {
      case 'assert_statement':
        return this.#visitAssert(node, execution);
      case 'if_statement':
        return this.#visitIf(node, execution);
      case 'while_statement': {
        const condition = node.childForFieldName('condition');
        this.#visitChildren(condition, execution);
        const isNever = readConstant(condition) === false;
        const inner = enterBlock(execution, true);
        this.#visitBlock(node.childForFieldName('body'), isNever ? unreachable(inner) : inner);
        this.#visitClauses(node, inner);
        return 'continues';
      }
      case 'for_statement': {
        const table = node.childForFieldName('right');
        const isEmpty = /^range\(\s*0?\s*\)$/.test(table?.text ?? '');
        const counted = table === null ? undefined : countElements(this.#facts.valueOf(table), this.#facts);
        const count = isEmpty ? 0 : counted;
        this.#visitChildren(table, execution);
        const { assertions } = this.#tally;
        const inner = enterBlock(execution, true);
        this.#visitBlock(node.childForFieldName('body'), count === 0 ? unreachable(inner) : inner);
        if (this.#tally.assertions > assertions) this.#tally.addTable(count);
        this.#visitClauses(node, inner);
        return 'continues';
      }
      case 'try_statement':
        return this.#visitTry(node, execution);
      case 'with_statement': {
        const items = childrenOf(node).find(({ type }) => type === 'with_clause');
        this.#visitChildren(items, execution);
        // `with pytest.raises(AssertionError):` passes if the assertion fails.
        const isInverted =
          INVERTING.test(items?.text ?? '') && /^\s*assert\b/m.test(node.childForFieldName('body')?.text ?? '');
        const ignored = execution.ignored || isInverted || this.#suppressesErrors(items);
        // A `with` can catch what its block raises, so that the statements after it are executed.
        const exit = this.#visitBlock(node.childForFieldName('body'), { ...execution, ignored });
        return exit === 'ends' ? 'continues' : exit;
      }
      case 'match_statement': {
        const subject = node.childForFieldName('subject');
        this.#visitChildren(subject, execution);
        for (const clause of node.descendantsOfType('case_clause')) {
          const inner = enterBlock(execution, false);
          const isNever = clause !== null && cannotMatch(subject, clause);
          this.#visitBlock(clause?.childForFieldName('consequence'), isNever ? unreachable(inner) : inner);
        }
        return 'continues';
      }
      case 'decorated_definition':
      case 'function_definition':
      case 'class_definition':
        this.#visitDefinition(node, execution);
        return 'continues';
      case 'import_statement':
      case 'import_from_statement':
        if (execution.reach !== 'never') this.#tally.addAction();
        return 'continues';
      case 'raise_statement':
        this.#visitRaise(node, execution);
        return 'ends';
      case 'return_statement':
        this.#visitChildren(node, execution);
        return 'leaves';
      case 'break_statement':
      case 'continue_statement':
        return 'leaves';
      default: {
        this.#visitChildren(node, execution);
        const expression = firstChildOf(node);
        const call = expression?.type === 'call' ? expression.childForFieldName('function') : null;
        return LEAVING_CALL.test(this.#facts.qualifiedName(call) ?? '') ? 'ends' : 'continues';
      }
    }
  }

  #visitAssert(node: SyntaxNode, execution: Execution): BlockExit {
    const condition = firstChildOf(node);
    const constant = readConstant(condition);
    if (condition !== undefined && constant !== true) this.#addConditions(condition, execution);
    // The function under test can have the name of an assertion: `assert should_strip(text)`.
    this.#isInAssert = true;
    this.#visitChildren(condition, execution);
    this.#isInAssert = false;
    return constant === false ? 'ends' : 'continues';
  }

  /** Adds the parts of `a and b` as one assertion each. */
  #addConditions(condition: SyntaxNode, execution: Execution): void {
    const children = childrenOf(condition);
    const isConjunction =
      condition.type === 'boolean_operator' && condition.childForFieldName('operator')?.type === 'and';
    if (isConjunction) {
      for (const child of children) this.#addConditions(child, execution);
    } else if (condition.type === 'parenthesized_expression' && children[0] !== undefined) {
      this.#addConditions(children[0], execution);
    } else if (readConstant(condition) !== true) {
      this.#tally.addAssertion(execution, isWeakCondition(condition));
    }
  }

  #visitIf(node: SyntaxNode, outer: Execution): BlockExit {
    let execution = outer;
    const branches: ConditionBranch[] = [];
    let known: ConditionValue | undefined;
    let hasElse = false;
    for (const part of [node, ...fieldsOf(node, 'alternative')]) {
      const condition = part.childForFieldName('condition');
      const value = condition === null ? constantValue(true) : readCondition(condition);
      hasElse ||= condition === null;
      if (part === node) known = value;
      this.#visitChildren(condition, execution);
      const [then, otherwise] = executionsOf(execution, value);
      const block = part.childForFieldName(part === node || condition !== null ? 'consequence' : 'body');
      branches.push({ execution: then.reach, exit: this.#visitBlock(block, then) });
      execution = otherwise;
    }
    if (!hasElse) branches.push({ execution: execution.reach, exit: 'continues' });
    return outer.reach === 'never' ? 'continues' : joinBranches(branches, known);
  }

  #visitTry(node: SyntaxNode, execution: Execution): BlockExit {
    const clauses = childrenOf(node).filter(({ type }) => type === 'except_clause' || type === 'except_group_clause');
    const finallyClause = childrenOf(node).find(({ type }) => type === 'finally_clause');
    const finallyBlock = finallyClause && childrenOf(finallyClause).find(({ type }) => type === 'block');
    const elseClause = childrenOf(node).find(({ type }) => type === 'else_clause');
    // `finally: return` replaces the failure.
    const isReplaced =
      finallyBlock !== undefined && childrenOf(finallyBlock).some(({ type }) => type === 'return_statement');
    const isIgnoring = elseClause === undefined && clauses.some((clause) => ignoresErrors(clause));
    const ignored = execution.ignored || isReplaced || isIgnoring;
    const branches = [this.#visitBlock(node.childForFieldName('body'), { ...execution, ignored })];
    for (const clause of clauses) {
      const block = childrenOf(clause).findLast(({ type }) => type === 'block');
      branches.push(this.#visitBlock(block, enterBlock(execution, true)));
    }
    if (elseClause !== undefined) this.#visitBlock(elseClause.childForFieldName('body'), execution);
    const last = this.#visitBlock(finallyBlock, execution);
    if (last === 'leaves' || last === 'ends') return last;
    return branches.every((exit) => exit === 'leaves' || exit === 'ends') ? (branches[0] ?? 'continues') : 'continues';
  }

  /** The `else` of a loop. */
  #visitClauses(node: SyntaxNode, execution: Execution): void {
    for (const clause of fieldsOf(node, 'alternative')) this.#visitBlock(clause.childForFieldName('body'), execution);
  }

  /** Functions and classes in the body. A function that nothing names is never called. */
  #visitDefinition(node: SyntaxNode, execution: Execution): void {
    const definition = node.childForFieldName('definition') ?? node;
    const name = definition.childForFieldName('name')?.text;
    const isUsed = node !== definition || this.#words.filter((word) => word === name).length > 1;
    for (const decorator of childrenOf(node))
      if (decorator.type === 'decorator') this.#visitChildren(decorator, execution);
    const inner: Execution = { ...execution, certainty: 'unknown' };
    const isCalled = isUsed || definition.type === 'class_definition';
    this.#visitBlock(definition.childForFieldName('body'), isCalled ? inner : unreachable(inner));
  }

  #visitRaise(node: SyntaxNode, execution: Execution): void {
    const value = firstChildOf(node);
    const callee = value?.type === 'call' ? value.childForFieldName('function') : (value ?? null);
    const name = this.#facts.qualifiedName(callee) ?? '';
    if (name === 'unittest.SkipTest') this.#addSkip(name, execution);
    else if (/AssertionError$|failureException$/.test(name)) this.#tally.addAssertions(1, execution);
    else this.#visitChildren(node, execution);
  }

  #visitChildren(node: SyntaxNode | null | undefined, execution: Execution): void {
    if (!node) return;
    const inner = this.#enterExpression(node, execution);
    if (node.type === 'call') this.#visitCall(node, execution);
    if (node.type === 'comment' || node.type === 'identifier') return;
    for (const child of childrenOf(node)) this.#visitChildren(child, inner);
  }

  /** A lambda that nothing calls, and a comprehension over nothing or that nothing iterates, evaluate nothing. */
  #enterExpression(node: SyntaxNode, execution: Execution): Execution {
    const isLazy = node.type === 'lambda' || node.type === 'generator_expression';
    if (!isLazy && !/_comprehension$/.test(node.type)) return execution;
    const inner: Execution = node.type === 'lambda' ? { ...execution, certainty: 'unknown' } : execution;
    if (isLazy && this.#isUnused(node)) return unreachable(inner);
    const tables = childrenOf(node).flatMap((child) =>
      child.type === 'for_in_clause' ? (child.childForFieldName('right') ?? []) : [],
    );
    const isEmpty = tables.some((table) => countElements(this.#facts.valueOf(table), this.#facts) === 0);
    return isEmpty ? unreachable(inner) : inner;
  }

  /** Whether an expression is a statement, or the value of a name that the body does not read. */
  #isUnused(node: SyntaxNode): boolean {
    let outer = node.parent;
    while (outer?.type === 'parenthesized_expression') outer = outer.parent;
    if (outer?.type === 'expression_statement') return true;
    const name = outer?.type === 'assignment' ? outer.childForFieldName('left') : null;
    return name?.type === 'identifier' && this.#words.filter((word) => word === name.text).length === 1;
  }

  #addSkip(name: string, { certainty, reach, whereJudged }: Execution): void {
    if (reach !== 'never') this.#tally.addSkip(name, certainty, whereJudged);
  }

  #visitCall(call: SyntaxNode, execution: Execution): void {
    const isReached = execution.reach !== 'never';
    const callee = call.childForFieldName('function');
    const qualified = this.#facts.qualifiedName(callee) ?? '';
    const names = listNames(callee);
    if (SKIPPING_CALL.test(qualified)) this.#addSkip(qualified, execution);
    else if (qualified === 'pytest.importorskip') {
      if (isReached) this.#tally.addSkip(qualified, 'sometimes');
    } else if (ENDING_CALL.test(qualified)) {
      if (isReached) this.#tally.addProcessEnd();
    } else {
      const local = this.#facts.functionOf(callee);
      if (local !== undefined) this.#tally.addLocalCall(names, this.#bodies.measure(local), execution);
      else if (
        ASSERTING_CALL.test(qualified) ||
        (!this.#isInAssert && names.some((name) => ASSERTION_NAME.test(name)))
      ) {
        if (!isTrivialCall(call, names) && !isInverting(call)) this.#addCalledAssertion(call, names, execution);
      } else if (qualified !== 'print' && isReached) {
        this.#tally.addCall(names);
      }
    }
  }

  #addCalledAssertion(call: SyntaxNode, names: readonly string[], execution: Execution): void {
    // `pytest.raises(…, match=…)` checks the type and the message.
    if (namedArgument(call, 'match') !== undefined) this.#tally.addAssertions(1, execution);
    const name = names.at(-1) ?? '';
    const [value] = positionalArguments(call);
    const isWeak =
      name === 'assertIsNotNone' || (name === 'assertTrue' && value !== undefined && isWeakCondition(value));
    this.#tally.addAssertion(execution, isWeak);
  }

  /** `with suppress(Exception):` */
  #suppressesErrors(items: SyntaxNode | undefined): boolean {
    return (items?.descendantsOfType('call') ?? []).some(
      (call) =>
        call !== null &&
        this.#facts.qualifiedName(call.childForFieldName('function')) === 'contextlib.suppress' &&
        positionalArguments(call).some(({ text }) => ASSERTION_ERROR.test(text)),
    );
  }
}

/** Whether a call expects that an assertion in the block of its `with` fails. */
function isInverting(call: SyntaxNode): boolean {
  if (!INVERTING.test(call.text)) return false;
  let outer = call.parent;
  while (outer !== null && outer.type !== 'with_statement') outer = outer.parent;
  return /^\s*assert\b/m.test(outer?.childForFieldName('body')?.text ?? '');
}

/** Whether a literal is compared with patterns that are other literals: `match 1:` with `case 2:`. */
function cannotMatch(subject: SyntaxNode | null, clause: SyntaxNode): boolean {
  const patterns = childrenOf(clause).filter(({ type }) => type === 'case_pattern');
  const isLiteral = (text: string): boolean => /^(?:-?[\d.]+|"[^"]*"|'[^']*'|True|False|None)$/.test(text);
  if (subject === null || !isLiteral(subject.text) || patterns.length === 0) return false;
  return patterns.every(
    ({ text }) => isLiteral(text) && text.replaceAll("'", '"') !== subject.text.replaceAll("'", '"'),
  );
}
