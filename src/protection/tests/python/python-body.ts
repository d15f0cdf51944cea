import { childrenOf, fieldsOf, type SyntaxNode } from '../../../code/languages/tree-sitter/syntax-nodes.ts';
import { BodyTally, type Certainty } from '../syntax/body-tally.ts';
import { MeasuredBodies, type MeasuredBody } from '../syntax/measured-body.ts';
import { firstChildOf } from '../syntax/syntax-text.ts';
import { ASSERTION_ERROR, ignoresErrors, isTrivialCall, isWeakCondition } from './python-assertions.ts';
import { listNames, namedArgument, positionalArguments, readConstant } from './python-expressions.ts';
import type { PythonFileFacts } from './python-file-facts.ts';
import { countElements } from './python-markers.ts';

const ASSERTION_NAME = /^_?(?:[aA]ssert|[eE]xpect|[sS]hould|[cC]heck|[vV]erify|[eE]nsure|[fF]ail)(?![a-z])/;
const ASSERTING_CALL = /^pytest\.(?:raises|warns|deprecated_call|fail)$/;
const SKIPPING_CALL = /^(?:pytest\.(?:skip|xfail)|(?:self|cls)\.skipTest|unittest\.SkipTest)$/;
const LEAVING_CALL = /^(?:pytest\.(?:skip|xfail|fail|exit)|(?:self|cls)\.(?:skipTest|fail)|sys\.exit|os\._exit)$/;
const ENDING_CALL = /^(?:os\._exit|os\.abort|pytest\.exit)$/;

/** How a statement is run. */
interface Execution {
  /** Whether a failure in it is ignored. */
  readonly ignored: boolean;
  readonly certainty: Certainty;
}

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
    this.#visitBlock(definition.childForFieldName('body'), { ignored: false, certainty: 'always' });
    return this.#tally.measured();
  }

  /** @returns whether the block always leaves, so that nothing after it is reached */
  #visitBlock(block: SyntaxNode | null | undefined, execution: Execution): boolean {
    for (const statement of block ? childrenOf(block) : []) {
      if (this.#visitStatement(statement, execution)) return true;
    }
    return false;
  }

  #visitStatement(node: SyntaxNode, execution: Execution): boolean {
    const sometimes: Execution =
      execution.certainty === 'always' ? { ...execution, certainty: 'sometimes' } : execution;
    switch (node.type) {
      case 'assert_statement':
        return this.#visitAssert(node, execution);
      case 'if_statement':
        return this.#visitIf(node, execution);
      case 'while_statement': {
        const condition = node.childForFieldName('condition');
        this.#visitChildren(condition, execution);
        if (readConstant(condition) !== false) this.#visitBlock(node.childForFieldName('body'), sometimes);
        this.#visitClauses(node, sometimes);
        return false;
      }
      case 'for_statement': {
        const table = node.childForFieldName('right');
        const count = table === null ? undefined : countElements(this.#facts.valueOf(table), this.#facts);
        this.#visitChildren(table, execution);
        const { assertions } = this.#tally;
        if (count !== 0) this.#visitBlock(node.childForFieldName('body'), sometimes);
        if (this.#tally.assertions > assertions) this.#tally.addTable(count);
        this.#visitClauses(node, sometimes);
        return false;
      }
      case 'try_statement':
        return this.#visitTry(node, execution);
      case 'with_statement': {
        const items = childrenOf(node).find(({ type }) => type === 'with_clause');
        this.#visitChildren(items, execution);
        const ignored = execution.ignored || this.#suppressesErrors(items);
        this.#visitBlock(node.childForFieldName('body'), { ...execution, ignored });
        return false;
      }
      case 'match_statement':
        this.#visitChildren(node.childForFieldName('subject'), execution);
        for (const clause of node.descendantsOfType('case_clause')) {
          this.#visitBlock(clause?.childForFieldName('consequence'), sometimes);
        }
        return false;
      case 'decorated_definition':
      case 'function_definition':
      case 'class_definition':
        this.#visitDefinition(node, execution);
        return false;
      case 'import_statement':
      case 'import_from_statement':
        this.#tally.addAction();
        return false;
      case 'raise_statement':
        this.#visitRaise(node, execution);
        return true;
      case 'return_statement':
        this.#visitChildren(node, execution);
        return true;
      case 'break_statement':
      case 'continue_statement':
        return true;
      default: {
        this.#visitChildren(node, execution);
        const expression = firstChildOf(node);
        const call = expression?.type === 'call' ? expression.childForFieldName('function') : null;
        return LEAVING_CALL.test(this.#facts.qualifiedName(call) ?? '');
      }
    }
  }

  #visitAssert(node: SyntaxNode, execution: Execution): boolean {
    const condition = firstChildOf(node);
    const constant = readConstant(condition);
    if (condition !== undefined && constant !== true && !execution.ignored) this.#addConditions(condition);
    // The function under test can have the name of an assertion: `assert should_strip(text)`.
    this.#isInAssert = true;
    this.#visitChildren(condition, execution);
    this.#isInAssert = false;
    return constant === false;
  }

  /** Adds the parts of `a and b` as one assertion each. */
  #addConditions(condition: SyntaxNode): void {
    const children = childrenOf(condition);
    const isConjunction =
      condition.type === 'boolean_operator' && condition.childForFieldName('operator')?.type === 'and';
    if (isConjunction) {
      for (const child of children) this.#addConditions(child);
    } else if (condition.type === 'parenthesized_expression' && children[0] !== undefined) {
      this.#addConditions(children[0]);
    } else if (readConstant(condition) !== true) {
      this.#tally.addAssertions(1);
      if (isWeakCondition(condition)) this.#tally.addWeakAssertions(1);
    }
  }

  #visitIf(node: SyntaxNode, execution: Execution): boolean {
    let branch = execution;
    let leaves = true;
    let isTaken = false;
    for (const part of [node, ...fieldsOf(node, 'alternative')]) {
      const condition = part.childForFieldName('condition');
      const constant = condition === null ? true : readConstant(condition);
      if (isTaken || constant === false) continue;
      this.#visitChildren(condition, execution);
      if (constant === undefined && branch.certainty === 'always') branch = { ...branch, certainty: 'sometimes' };
      isTaken = constant === true;
      leaves =
        this.#visitBlock(
          part.childForFieldName(part === node || condition !== null ? 'consequence' : 'body'),
          branch,
        ) && leaves;
    }
    return leaves && isTaken;
  }

  #visitTry(node: SyntaxNode, execution: Execution): boolean {
    const clauses = childrenOf(node).filter(({ type }) => type === 'except_clause' || type === 'except_group_clause');
    const hasElse = childrenOf(node).some(({ type }) => type === 'else_clause');
    const ignored = execution.ignored || (!hasElse && clauses.some((clause) => ignoresErrors(clause)));
    let leaves = this.#visitBlock(node.childForFieldName('body'), { ...execution, ignored });
    const sometimes: Execution =
      execution.certainty === 'always' ? { ...execution, certainty: 'sometimes' } : execution;
    for (const clause of clauses) {
      const block = childrenOf(clause).findLast(({ type }) => type === 'block');
      leaves = this.#visitBlock(block, sometimes) && leaves;
    }
    for (const clause of childrenOf(node)) {
      if (clause.type === 'else_clause') this.#visitBlock(clause.childForFieldName('body'), execution);
      if (clause.type === 'finally_clause') {
        leaves =
          this.#visitBlock(
            childrenOf(clause).find(({ type }) => type === 'block'),
            execution,
          ) || leaves;
      }
    }
    return leaves;
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
    if (isUsed || definition.type === 'class_definition') this.#visitBlock(definition.childForFieldName('body'), inner);
  }

  #visitRaise(node: SyntaxNode, execution: Execution): void {
    const value = firstChildOf(node);
    const callee = value?.type === 'call' ? value.childForFieldName('function') : (value ?? null);
    const name = this.#facts.qualifiedName(callee) ?? '';
    if (name === 'unittest.SkipTest') this.#tally.addSkip(name, execution.certainty);
    else if (/AssertionError$|failureException$/.test(name) && !execution.ignored) this.#tally.addAssertions(1);
    else this.#visitChildren(node, execution);
  }

  #visitChildren(node: SyntaxNode | null | undefined, execution: Execution): void {
    if (!node) return;
    const inner: Execution = node.type === 'lambda' ? { ...execution, certainty: 'unknown' } : execution;
    if (node.type === 'call') this.#visitCall(node, execution);
    if (node.type === 'comment' || node.type === 'identifier') return;
    for (const child of childrenOf(node)) this.#visitChildren(child, inner);
  }

  #visitCall(call: SyntaxNode, { ignored, certainty }: Execution): void {
    const callee = call.childForFieldName('function');
    const qualified = this.#facts.qualifiedName(callee) ?? '';
    const names = listNames(callee);
    if (SKIPPING_CALL.test(qualified)) this.#tally.addSkip(qualified, certainty);
    else if (qualified === 'pytest.importorskip') this.#tally.addSkip(qualified, 'sometimes');
    else if (ENDING_CALL.test(qualified)) this.#tally.addProcessEnd();
    else {
      const local = this.#facts.functionOf(callee);
      if (local !== undefined) this.#visitLocalCall(local, names, ignored);
      else if (
        ASSERTING_CALL.test(qualified) ||
        (!this.#isInAssert && names.some((name) => ASSERTION_NAME.test(name)))
      ) {
        if (!ignored && !isTrivialCall(call, names)) this.#addCalledAssertion(call, names);
      } else if (qualified !== 'print') {
        this.#tally.addCall(names);
      }
    }
  }

  /** A call of a function of the file. */
  #visitLocalCall(definition: SyntaxNode, names: readonly string[], ignored: boolean): void {
    const measured = this.#bodies.measure(definition);
    this.#tally.addCall(names);
    if (!ignored && measured !== undefined) this.#tally.addAssertionsOf(measured);
  }

  #addCalledAssertion(call: SyntaxNode, names: readonly string[]): void {
    // `pytest.raises(…, match=…)` checks the type and the message.
    this.#tally.addAssertions(namedArgument(call, 'match') === undefined ? 1 : 2);
    const name = names.at(-1) ?? '';
    const [value] = positionalArguments(call);
    const isWeak =
      name === 'assertIsNotNone' || (name === 'assertTrue' && value !== undefined && isWeakCondition(value));
    if (isWeak) this.#tally.addWeakAssertions(1);
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
