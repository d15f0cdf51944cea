import { childrenOf, type SyntaxNode } from '../../../../code/languages/tree-sitter/syntax-nodes.ts';
import { BodyTally } from '../syntax/body-tally.ts';
import {
  enterBlock,
  executionsOf,
  joinBranches,
  START,
  unreachable,
  visitInOrder,
  type Execution,
  type BlockExit,
} from '../syntax/execution.ts';
import { MeasuredBodies, type MeasuredBody } from '../syntax/measured-body.ts';
import { firstChildOf } from '../syntax/syntax-text.ts';
import { readCondition } from './go-conditions.ts';
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
/** What can wait for a goroutine. */
const WAITING =
  /<-|\.Wait\(|\bselect\s*\{|Eventually|\.Sleep\(|\.Lock\(|\brange\s+\w*(?:[cC]h|[cC]han|[dD]one|[rR]esults?|[eE]rrs?)\b|synctest|\.Join\(|\.Go\(/;
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
  #waits = true;
  /** Whether a deferred function hides a panic. */
  #recovers = false;
  /** The names of contexts that the test creates. Their failures are not reported. */
  readonly #ownContexts = new Set<string>();
  #uses: readonly string[] = [];
  /** The names of assertion packages that the test gives to something else. */
  readonly #hidden = new Set<string>();

  constructor(facts: GoFileFacts, bodies: MeasuredBodies) {
    this.#facts = facts;
    this.#bodies = bodies;
  }

  read(node: SyntaxNode): MeasuredBody {
    for (const { name, type } of parametersOf(node)) if (isTestContext(type)) this.#contexts.add(name);
    const receiver = node.childForFieldName('receiver')?.descendantsOfType('identifier')[0]?.text;
    if (receiver !== undefined) this.#assertingObjects.add(receiver);
    this.#waits = WAITING.test(node.text);
    this.#recovers = /\bdefer func\(\) \{\s*(?:_ = )?recover\(\)\s*\}\(\)/.test(node.text);
    this.#uses = node.text.match(/\w+/g) ?? [];
    this.#visitStatement(node.childForFieldName('body'), START);
    return this.#tally.measured();
  }

  #visitStatement(node: SyntaxNode | null, execution: Execution): BlockExit {
    if (node === null) return 'continues';
    switch (node.type) {
      case 'block':
      case 'statement_list':
        return this.#visitStatements(childrenOf(node), execution);
      case 'if_statement':
        return this.#visitIf(node, execution);
      case 'for_statement':
        this.#visitLoop(node, execution);
        return 'continues';
      case 'expression_switch_statement':
      case 'type_switch_statement':
      case 'select_statement':
        for (const child of childrenOf(node)) {
          const inner = enterBlock(execution, false);
          const isNever = cannotMatch(node.childForFieldName('value'), child.childForFieldName('value'));
          if (/_case$/.test(child.type)) this.#visitStatements(childrenOf(child), isNever ? unreachable(inner) : inner);
          else this.#visitExpression(child, execution);
        }
        return 'continues';
      case 'labeled_statement':
        return this.#visitStatements(childrenOf(node), execution) === 'ends' ? 'ends' : 'continues';
      case 'return_statement':
        this.#visitExpression(node, execution);
        return 'leaves';
      case 'break_statement':
      case 'continue_statement':
      case 'goto_statement':
        return 'leaves';
      case 'go_statement':
        // The test can end before the goroutine reports.
        this.#visitExpression(node, this.#waits ? execution : { ...execution, ignored: true });
        return 'continues';
      case 'short_var_declaration':
      case 'assignment_statement':
      case 'var_declaration':
        this.#visitAssignment(node, execution);
        return 'continues';
      default:
        this.#visitExpression(node, execution);
        if (node.type !== 'expression_statement' || !this.#leaves(firstChildOf(node))) return 'continues';
        return this.#recovers && /^panic\(/.test(node.text) ? 'leaves' : 'ends';
    }
  }

  #visitStatements(statements: readonly SyntaxNode[], outer: Execution): BlockExit {
    return visitInOrder(statements, outer, (statement, execution) => this.#visitStatement(statement, execution));
  }

  #visitIf(node: SyntaxNode, execution: Execution): BlockExit {
    const condition = node.childForFieldName('condition');
    const consequence = node.childForFieldName('consequence');
    const alternative = node.childForFieldName('alternative');
    this.#visitExpression(node.childForFieldName('initializer'), execution);
    this.#visitExpression(condition, execution);
    const value = readCondition(condition);
    const [then, otherwise] = executionsOf(execution, value);
    // `if got != want { t.Fatal() }` is an assertion that each run evaluates.
    const isCheck = value === undefined && this.#onlyReports(consequence);
    const { assertions } = this.#tally;
    const inner = isCheck ? { ...then, reach: execution.reach } : then;
    const exit = this.#visitStatement(consequence, inner);
    // `if value == nil { t.Fatal() }` accepts almost any value.
    if (/==\s*(?:nil|""|\d+)$/.test(condition?.text ?? '')) {
      this.#tally.addWeakAssertions(this.#tally.assertions - assertions);
    }
    const branches = [
      { execution: then.reach, exit },
      {
        execution: otherwise.reach,
        exit: this.#visitStatement(alternative, isCheck ? { ...otherwise, reach: execution.reach } : otherwise),
      },
    ];
    return execution.reach === 'never' || isCheck
      ? endsOnly(branches.map((branch) => branch.exit))
      : joinBranches(branches, value);
  }

  /** Whether a block reports a failure, so that the condition before it is what is checked. */
  #onlyReports(block: SyntaxNode | null): boolean {
    const [list] = block === null ? [] : childrenOf(block);
    const statements = list?.type === 'statement_list' ? childrenOf(list) : list === undefined ? [] : [list];
    return statements.some((statement) => {
      const call = statement.type === 'expression_statement' ? firstChildOf(statement) : undefined;
      if (call?.type !== 'call_expression') return false;
      const names = listNames(call.childForFieldName('function'));
      return names.join('.') === 'panic' || (this.#contexts.has(names[0] ?? '') && FAILING.test(names.at(-1) ?? ''));
    });
  }

  #leaves(call: SyntaxNode | undefined): boolean {
    if (call?.type !== 'call_expression') return false;
    const names = listNames(call.childForFieldName('function'));
    const name = names.join('.');
    if (name === 'panic' || name === 'os.Exit' || name === 'runtime.Goexit') return true;
    return this.#contexts.has(names[0] ?? '') && names.length === 2 && LEAVING.test(names[1] ?? '');
  }

  #visitLoop(node: SyntaxNode, execution: Execution): void {
    const [clause] = childrenOf(node);
    const isNever =
      clause !== undefined && clause.type !== 'block' && (readConstant(clause) === false || isEmptyCount(clause.text));
    const count =
      clause?.type === 'range_clause' ? this.#facts.countElements(clause.childForFieldName('right')) : undefined;
    if (clause?.type !== 'block') this.#visitExpression(clause ?? null, execution);
    const { assertions } = this.#tally;
    const inner = enterBlock(execution, true);
    this.#visitStatement(node.childForFieldName('body'), isNever || count === 0 ? unreachable(inner) : inner);
    if (this.#tally.assertions > assertions) this.#tally.addTable(count);
  }

  #visitAssignment(node: SyntaxNode, execution: Execution): void {
    const left = node.childForFieldName('left');
    const right = node.childForFieldName('right');
    const names = left === null ? [] : childrenOf(left);
    const value = right === null ? undefined : firstChildOf(right);
    const [name] = names;
    // `require := …` hides the package.
    if (node.type === 'short_var_declaration')
      for (const one of names) if (LIBRARY.test(one.text) && !isConstructed(value)) this.#hidden.add(one.text);
    if (name !== undefined && this.#contexts.has(name.text) && isOwnContext(value)) {
      this.#ownContexts.add(name.text);
    }
    // `_ = func() { … }` is never called.
    if (value?.type === 'func_literal' && name !== undefined && this.#isUncalled(name.text)) {
      this.#visitExpression(node, unreachable(execution));
      return;
    }
    if (value?.type === 'call_expression' && names[0] !== undefined && this.#createsAssertions(value)) {
      this.#assertingObjects.add(names[0].text);
      return;
    }
    this.#visitExpression(node, execution);
  }

  /** Whether a function is not used apart from `_ = check`. */
  #isUncalled(name: string): boolean {
    if (name === '_') return true;
    const uses = this.#uses.filter((word, index) => word === name && this.#uses[index - 1] !== '_');
    return uses.length === 1;
  }

  /** `assert.New(t)`, `NewWithT(t)`, `s.Require()` */
  #createsAssertions(call: SyntaxNode): boolean {
    const names = listNames(call.childForFieldName('function'));
    const isFromTest = argumentsOf(call).some(({ text }) => this.#contexts.has(text));
    return CONSTRUCTOR.test(names.at(-1) ?? '') && (isFromTest || this.#assertingObjects.has(names[0] ?? ''));
  }

  #visitExpression(node: SyntaxNode | null, execution: Execution): void {
    if (node === null || node.childCount === 0) return;
    if (node.type === 'call_expression') this.#visitCall(node, execution);
    if (node.type === 'func_literal') {
      for (const { name, type } of parametersOf(node)) if (isTestContext(type)) this.#contexts.add(name);
      this.#visitStatement(node.childForFieldName('body'), { ...execution, certainty: 'unknown' });
      return;
    }
    for (const child of childrenOf(node)) this.#visitExpression(child, execution);
  }

  #visitCall(call: SyntaxNode, execution: Execution): void {
    const names = listNames(call.childForFieldName('function'));
    const [root = ''] = names;
    const last = names.at(-1) ?? '';
    const isOfContext = this.#contexts.has(root) || (this.#assertingObjects.has(root) && names.includes('T'));
    const isReached = execution.reach !== 'never';
    if (isOfContext && FAILING.test(last)) this.#tally.addAssertions(1, this.#reporting(root, execution));
    else if (isOfContext && SKIPPING.test(last)) {
      if (isReached) this.#tally.addSkip(names.join('.'), execution.certainty, execution.whereJudged);
    } else if (isOfContext && NEUTRAL.test(last)) return;
    else if (isOfContext && last === 'Run') {
      if (isReached) this.#tally.addAction();
    } else if (/^(?:os|syscall)\.Exit$/.test(names.join('.'))) {
      if (isReached && argumentsOf(call)[0]?.text === '0') this.#tally.addProcessEnd();
    } else if (names.join('.') === 'panic')
      this.#tally.addAssertions(1, this.#recovers ? { ...execution, ignored: true } : execution);
    else this.#visitOtherCall(call, names, execution);
  }

  #visitOtherCall(call: SyntaxNode, names: readonly string[], execution: Execution): void {
    const [root = ''] = names;
    const last = names.at(-1) ?? '';
    const local = this.#facts.functionOf(names);
    if (local !== undefined) this.#tally.addLocalCall(names, this.#bodies.measure(local), execution);
    else if (this.#isAssertion(names)) {
      const [first] = argumentsOf(call);
      const isHidden = this.#hidden.has(root) || isOwnContext(first);
      const reported = isHidden ? { ...execution, ignored: true } : this.#reporting(first?.text, execution);
      if (!this.#isTrivial(call)) this.#tally.addAssertion(reported, isWeak(call, last));
    } else if (execution.reach !== 'never' && (root !== 'fmt' || !/^F?[Pp]rint/.test(last))) {
      this.#tally.addCall(names);
    }
  }

  /** A failure that goes to a context that the test created is ignored. */
  #reporting(context: string | undefined, execution: Execution): Execution {
    return this.#ownContexts.has(context ?? '') ? { ...execution, ignored: true } : execution;
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

/** `new(testing.T)`, `&testing.T{}` */
function isOwnContext(node: SyntaxNode | undefined): boolean {
  return /^(?:&|new\()testing\.T\b/.test(node?.text ?? '');
}

/** `assert := assert.New(t)` */
function isConstructed(node: SyntaxNode | undefined): boolean {
  return node?.type === 'call_expression' && /\b(?:New\w*|Assert|Require)\(/.test(node.text);
}

/** Whether a literal is compared with other literals: `switch 1 { case 2:`. */
function cannotMatch(subject: SyntaxNode | null, values: SyntaxNode | null): boolean {
  const isLiteral = (node: SyntaxNode): boolean =>
    /^(?:int|interpreted_string|rune|float)_literal$|^(?:true|false)$/.test(node.type);
  if (subject === null || values === null || !isLiteral(subject)) return false;
  return childrenOf(values).every((value) => isLiteral(value) && value.text !== subject.text);
}

/** Whether a clause counts up to a number that it starts from or above: `i := 0; i < 0; i++`. */
function isEmptyCount(clause: string): boolean {
  const [, start = '', end = ''] = /^(\w+)\s*:=\s*(?=(\d+))\2\s*;\s*\1\s*<\s*(\d+)\s*;/.exec(clause)?.slice(1) ?? [];
  return start !== '' && end !== '' && Number(start) >= Number(end);
}

/** What the branches of a check do: it fails the test, or the test continues. */
function endsOnly(exits: readonly BlockExit[]): BlockExit {
  return exits.every((exit) => exit === 'ends' || exit === 'leaves') ? 'ends' : 'continues';
}

/** `assert.NotNil(t, a)`, `assert.NotEqual(t, "", a)`, `assert.True(t, a != nil)` */
function isWeak(call: SyntaxNode, name: string): boolean {
  if (WEAK.test(name)) return true;
  if (/^NotEqualf?$/.test(name)) return argumentsOf(call).some(isConstant);
  return /^Truef?$/.test(name) && argumentsOf(call).some(({ text }) => /!=\s*(?:nil|""|\d+)$/.test(text));
}
