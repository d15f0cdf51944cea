import { childrenOf, type SyntaxNode } from '../../../code/languages/tree-sitter/syntax-nodes.ts';
import { BodyTally, type Certainty } from '../syntax/body-tally.ts';
import { MeasuredBodies, type MeasuredBody } from '../syntax/measured-body.ts';
import { firstChildOf } from '../syntax/syntax-text.ts';
import { argumentsOf, isConstant, isTestContext, listNames, parametersOf, readConstant } from './go-expressions.ts';
import type { GoFileFacts } from './go-file-facts.ts';

/** The methods of the context of a test that report a failure. */
const FAILING = /^(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/;
const SKIPPING = /^(?:Skip|Skipf|SkipNow)$/;
/** The methods that neither assert nor act. */
const NEUTRAL = /^(?:Log|Logf|Helper|Parallel|Name|Cleanup|Setenv|TempDir|Deadline|Context|Chdir|T)$/;
const LEAVING = /^(?:Fatal|Fatalf|FailNow|Skip|Skipf|SkipNow)$/;
const LIBRARY = /^(?:assert|require|must|should|qt|expect|Expect|Eventually|Consistently|Ω)$/;
const ASSERTION_NAME =
  /^(?:[aA]ssert|[rR]equire|[mM]ust|[cC]heck|[vV]erify|[eE]xpect|[eE]nsure|[cC]ompare|[vV]alidate)(?![a-z])/;
/** The functions of libraries that create an object with assertions. */
const CONSTRUCTOR = /^(?:New|NewWithT|NewGomegaWithT|NewGomega|RegisterTestingT|Assert|Require)$/;
/** The assertions of testify, for suites and objects that have them as methods. */
const TESTIFY =
  /^(?:Not|No)?(?:Equal\w*|Exactly|Same|Nil|Empty|Zero|Contains|Regexp|Panics\w*|Error\w*|True|False|Len|Greater\w*|Less\w*|Implements|IsType|InDelta\w*|InEpsilon\w*|ElementsMatch|Subset|JSONEq|YAMLEq|FileExists|DirExists|HTTP\w+|Eventually\w*|Never|WithinDuration|WithinRange|Condition|Positive|Negative|Fail|FailNow|Is\w+|Match\w*|To|ToNot|Should\w*|That)f?$/;
const WEAK = /^(?:NotNil|NotEmpty|NotZero)f?$/;

/** Measures the functions, methods and function literals of a file. */
export function createGoBodies(facts: GoFileFacts): MeasuredBodies {
  return new MeasuredBodies((node, bodies) => new BodyReader(facts, bodies).read(node));
}

class BodyReader {
  readonly #facts: GoFileFacts;
  readonly #bodies: MeasuredBodies;
  /** The names through which the test reports: `t`, the receiver of a suite, `a := assert.New(t)`. */
  readonly #contexts = new Set<string>();
  readonly #assertingObjects = new Set<string>();
  readonly #tally = new BodyTally();

  constructor(facts: GoFileFacts, bodies: MeasuredBodies) {
    this.#facts = facts;
    this.#bodies = bodies;
  }

  read(node: SyntaxNode): MeasuredBody {
    for (const { name, type } of parametersOf(node)) if (isTestContext(type)) this.#contexts.add(name);
    const receiver = node.childForFieldName('receiver')?.descendantsOfType('identifier')[0]?.text;
    if (receiver !== undefined) this.#assertingObjects.add(receiver);
    this.#visitStatement(node.childForFieldName('body'), 'always');
    return this.#tally.measured();
  }

  /** @returns whether the statement always leaves, so that nothing after it is reached */
  #visitStatement(node: SyntaxNode | null, certainty: Certainty): boolean {
    if (node === null) return false;
    const inner = certainty === 'always' ? 'sometimes' : certainty;
    switch (node.type) {
      case 'block':
      case 'statement_list':
        for (const statement of childrenOf(node)) if (this.#visitStatement(statement, certainty)) return true;
        return false;
      case 'if_statement': {
        const condition = node.childForFieldName('condition');
        const constant = readConstant(condition);
        this.#visitExpression(node.childForFieldName('initializer'), certainty);
        this.#visitExpression(condition, certainty);
        const alternative = node.childForFieldName('alternative');
        if (constant !== undefined) {
          return this.#visitStatement(constant ? node.childForFieldName('consequence') : alternative, certainty);
        }
        const { assertions } = this.#tally;
        const leaves = this.#visitStatement(node.childForFieldName('consequence'), inner);
        // `if value == nil { t.Fatal() }` accepts almost any value.
        if (/==\s*(?:nil|""|\d+)$/.test(condition?.text ?? '')) {
          this.#tally.addWeakAssertions(this.#tally.assertions - assertions);
        }
        return this.#visitStatement(alternative, inner) && leaves;
      }
      case 'for_statement':
        this.#visitLoop(node, inner);
        return false;
      case 'expression_switch_statement':
      case 'type_switch_statement':
      case 'select_statement':
        for (const child of childrenOf(node)) {
          if (/_case$/.test(child.type)) for (const part of childrenOf(child)) this.#visitStatement(part, inner);
          else this.#visitExpression(child, certainty);
        }
        return false;
      case 'labeled_statement':
        for (const child of childrenOf(node)) this.#visitStatement(child, certainty);
        return false;
      case 'return_statement':
        this.#visitExpression(node, certainty);
        return true;
      case 'break_statement':
      case 'continue_statement':
      case 'goto_statement':
        return true;
      case 'short_var_declaration':
      case 'assignment_statement':
      case 'var_declaration':
        this.#visitAssignment(node, certainty);
        return false;
      default:
        this.#visitExpression(node, certainty);
        return node.type === 'expression_statement' && this.#leaves(firstChildOf(node));
    }
  }

  #leaves(call: SyntaxNode | undefined): boolean {
    if (call?.type !== 'call_expression') return false;
    const names = listNames(call.childForFieldName('function'));
    const name = names.join('.');
    if (name === 'panic' || name === 'os.Exit' || name === 'runtime.Goexit') return true;
    return this.#contexts.has(names[0] ?? '') && names.length === 2 && LEAVING.test(names[1] ?? '');
  }

  #visitLoop(node: SyntaxNode, certainty: Certainty): void {
    const [clause] = childrenOf(node);
    if (clause !== undefined && readConstant(clause) === false) return;
    const count =
      clause?.type === 'range_clause' ? this.#facts.countElements(clause.childForFieldName('right')) : undefined;
    if (clause?.type !== 'block') this.#visitExpression(clause ?? null, certainty);
    const { assertions } = this.#tally;
    if (count !== 0) this.#visitStatement(node.childForFieldName('body'), certainty);
    if (this.#tally.assertions > assertions) this.#tally.addTable(count);
  }

  #visitAssignment(node: SyntaxNode, certainty: Certainty): void {
    const left = node.childForFieldName('left');
    const right = node.childForFieldName('right');
    const names = left === null ? [] : childrenOf(left);
    const value = right === null ? undefined : firstChildOf(right);
    // `_ = func() { … }` is never called.
    if (value?.type === 'func_literal' && names[0]?.text === '_') return;
    if (value?.type === 'call_expression' && names[0] !== undefined && this.#createsAssertions(value)) {
      this.#assertingObjects.add(names[0].text);
      return;
    }
    this.#visitExpression(node, certainty);
  }

  /** `assert.New(t)`, `NewWithT(t)`, `s.Require()` */
  #createsAssertions(call: SyntaxNode): boolean {
    const names = listNames(call.childForFieldName('function'));
    const isFromTest = argumentsOf(call).some(({ text }) => this.#contexts.has(text));
    return CONSTRUCTOR.test(names.at(-1) ?? '') && (isFromTest || this.#assertingObjects.has(names[0] ?? ''));
  }

  #visitExpression(node: SyntaxNode | null, certainty: Certainty): void {
    if (node === null || node.childCount === 0) return;
    if (node.type === 'call_expression') this.#visitCall(node, certainty);
    if (node.type === 'func_literal') {
      for (const { name, type } of parametersOf(node)) if (isTestContext(type)) this.#contexts.add(name);
      this.#visitStatement(node.childForFieldName('body'), 'unknown');
      return;
    }
    for (const child of childrenOf(node)) this.#visitExpression(child, certainty);
  }

  #visitCall(call: SyntaxNode, certainty: Certainty): void {
    const names = listNames(call.childForFieldName('function'));
    const [root = ''] = names;
    const last = names.at(-1) ?? '';
    const isOfContext = this.#contexts.has(root) || (this.#assertingObjects.has(root) && names.includes('T'));
    if (isOfContext && FAILING.test(last)) this.#tally.addAssertions(1);
    else if (isOfContext && SKIPPING.test(last)) this.#tally.addSkip(names.join('.'), certainty);
    else if (isOfContext && NEUTRAL.test(last)) return;
    else if (isOfContext && last === 'Run') this.#tally.addAction();
    else if (names.join('.') === 'os.Exit') {
      if (argumentsOf(call)[0]?.text === '0') this.#tally.addProcessEnd();
    } else if (names.join('.') === 'panic') this.#tally.addAssertions(1);
    else this.#visitOtherCall(call, names);
  }

  #visitOtherCall(call: SyntaxNode, names: readonly string[]): void {
    const [root = ''] = names;
    const last = names.at(-1) ?? '';
    const local = this.#facts.functionOf(names);
    if (local !== undefined) this.#visitLocalCall(local, names);
    else if (this.#isAssertion(names)) {
      if (this.#isTrivial(call)) return;
      this.#tally.addAssertions(1);
      if (isWeak(call, last)) this.#tally.addWeakAssertions(1);
    } else if (root !== 'fmt' || !/^F?[Pp]rint/.test(last)) {
      this.#tally.addCall(names);
    }
  }

  /** A call of a function of the file. */
  #visitLocalCall(definition: SyntaxNode, names: readonly string[]): void {
    const measured = this.#bodies.measure(definition);
    this.#tally.addCall(names);
    if (measured !== undefined) this.#tally.addAssertionsOf(measured);
  }

  #isAssertion(names: readonly string[]): boolean {
    const [root = ''] = names;
    const last = names.at(-1) ?? '';
    if (names.length > 1 && CONSTRUCTOR.test(last)) return false;
    const isObject = this.#assertingObjects.has(root) || this.#contexts.has(root);
    // The matchers of gomega follow the call that asserts: `Expect(a).To(…)`.
    if (names.some((name) => /^(?:Expect|Eventually|Consistently|Ω)$/.test(name)))
      return names.at(-1) !== root || !isObject;
    if (LIBRARY.test(root) && names.length > 1) return true;
    return (isObject && TESTIFY.test(last)) || ASSERTION_NAME.test(last);
  }

  /** `assert.True(t, true)`, `assert.Equal(t, 1, 1)`, `assert.Equal(t, a, a)` */
  #isTrivial(call: SyntaxNode): boolean {
    const values = argumentsOf(call).filter(({ text }) => !this.#contexts.has(text));
    const [one, other] = values;
    const isEqual = /Equal$/.test(call.childForFieldName('function')?.text ?? '');
    if (isEqual && one?.type === 'identifier' && one.text === other?.text) return true;
    return (
      values.length > 0 && values.every(isConstant) && !/Fail/.test(call.childForFieldName('function')?.text ?? '')
    );
  }
}

/** `assert.NotNil(t, a)`, `assert.NotEqual(t, "", a)`, `assert.True(t, a != nil)` */
function isWeak(call: SyntaxNode, name: string): boolean {
  if (WEAK.test(name)) return true;
  if (/^NotEqualf?$/.test(name)) return argumentsOf(call).some(isConstant);
  return /^Truef?$/.test(name) && argumentsOf(call).some(({ text }) => /!=\s*(?:nil|""|\d+)$/.test(text));
}
