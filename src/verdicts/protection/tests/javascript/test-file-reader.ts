import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../../code/language/typescript-parser.ts';
import { combineSkips } from '../interface/skip-reasons.ts';
import { branchesOf, constantValue, type BranchExecution } from '../syntax/condition-value.ts';
import { readCondition } from './constant-condition.ts';
import type { DeclaredTest, LibraryNames, SkipReason, TestFile } from '../interface/declared-test.ts';
import { FileLiterals } from './file-literals.ts';
import { findLibraryNames } from './library-names.ts';
import { containsProcessEnd } from './process-end.ts';
import { listStatements } from './reachable-statements.ts';
import { findReferenced, findRunnerAliases } from './runner-aliases.ts';
import { findRunner, isRunnerName, isSetupHook, readCallee } from './runner-names.ts';
import type { Callee, RunnerReference } from './runner-names.ts';
import { countWeakAssertions, findSkipCall, listTokens, readTestBody } from './test-body.ts';
import { countCases, findSkip, hasOption } from './test-options.ts';

/** Array methods that call a function for each element. */
const ITERATING: ReadonlySet<string> = new Set(['forEach', 'map', 'flatMap', 'filter', 'some', 'every', 'reduce']);

type FunctionNode = ts.FunctionExpression | ts.ArrowFunction | ts.FunctionDeclaration;

/** The position of a node in the suites of a file. */
interface Scope {
  readonly suites: readonly string[];
  readonly skip: SkipReason | undefined;
  readonly only: boolean;
  readonly endsProcess: boolean;
}

/** Reads the tests of one syntax tree. */
export class TestFileReader {
  readonly #ts: TypeScript;
  readonly #source: ts.SourceFile;
  readonly #isTestPath: boolean;
  readonly #aliases: ReadonlyMap<string, RunnerReference>;
  readonly #names: LibraryNames;
  readonly #literals: FileLiterals;
  readonly #functions = new Map<string, FunctionNode>();
  readonly #nameCounts = new Map<string, number>();
  readonly #tests: DeclaredTest[] = [];
  readonly #definitions = new Set<string>();

  /** @param isTestPath whether the path is that of a test file. Only there, `t.test('part', …)` is a test. */
  constructor(typescript: TypeScript, source: ts.SourceFile, isTestPath: boolean) {
    this.#ts = typescript;
    this.#isTestPath = isTestPath;
    this.#source = source;
    this.#aliases = findRunnerAliases(typescript, source);
    this.#names = findLibraryNames(typescript, source);
    this.#literals = new FileLiterals(typescript, source);
  }

  read(): TestFile {
    this.#collectNames(this.#source);
    this.#visitStatements(this.#source.statements, { suites: [], skip: undefined, only: false, endsProcess: false });
    return { tests: this.#tests, comments: this.#readComments() };
  }

  #collectNames(node: ts.Node): void {
    const ts = this.#ts;
    const defined = definedName(ts, node);
    if (defined !== undefined) this.#definitions.add(defined);
    if (ts.isIdentifier(node) && !ts.isVoidExpression(node.parent) && !ts.isExpressionStatement(node.parent)) {
      this.#nameCounts.set(node.text, (this.#nameCounts.get(node.text) ?? 0) + 1);
    }
    if (ts.isFunctionDeclaration(node) && node.name !== undefined) this.#functions.set(node.name.text, node);
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && this.#isFunction(node.initializer)) {
      this.#functions.set(node.name.text, node.initializer);
    }
    ts.forEachChild(node, (child) => this.#collectNames(child));
  }

  #isFunction(node: ts.Node | undefined): node is ts.FunctionExpression | ts.ArrowFunction {
    return node !== undefined && (this.#ts.isFunctionExpression(node) || this.#ts.isArrowFunction(node));
  }

  #visitStatements(statements: readonly ts.Statement[], outer: Scope): void {
    const skipCall = this.#findScopeSkip(statements);
    const ending = { ...outer, endsProcess: outer.endsProcess || containsProcessEnd(this.#ts, statements) };
    const scope = skipCall === undefined ? ending : withSkip(ending, skipCall);
    for (const [statement, execution] of listStatements(this.#ts, statements)) {
      this.#visit(statement, withExecution(scope, execution));
    }
  }

  /** The call that skips every test of a scope: playwright's `test.skip(condition)`, or a skip in a setup hook. */
  #findScopeSkip(statements: readonly ts.Statement[]): SkipReason | undefined {
    const ts = this.#ts;
    for (const statement of statements) {
      if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) continue;
      const call = statement.expression;
      const callee = readCallee(ts, call.expression);
      const hook = isSetupHook(callee) ? call.arguments.find((argument) => this.#isFunction(argument)) : undefined;
      const skip =
        hook === undefined
          ? this.#findSuiteSkip(call, callee)
          : readTestBody(ts, hook, this.#names, this.#literals).skip;
      if (skip !== undefined) return skip;
    }
    return undefined;
  }

  /** `test.skip()` or `test.skip(condition, reason)`. With a title as the first argument it declares a test instead. */
  #findSuiteSkip({ arguments: values }: ts.CallExpression, callee: Callee): SkipReason | undefined {
    const [first, ...others] = values;
    const isTitle = first !== undefined && this.#ts.isStringLiteralLike(first);
    if (isTitle || others.some((value) => this.#isFunction(value))) return undefined;
    const name = findSkipCall(callee, new Set(['test', 'it', 'this']));
    if (name === undefined) return undefined;
    const condition = first === undefined ? constantValue(true) : readCondition(this.#ts, first);
    if (condition?.because === 'constant') return condition.holds ? { kind: 'call', name } : undefined;
    return { kind: 'conditional', whereJudged: condition?.because === 'judged' && condition.holds };
  }

  #visit(node: ts.Node, scope: Scope): void {
    const ts = this.#ts;
    if (ts.isCallExpression(node)) {
      this.#visitCall(node, scope);
      return;
    }
    if (ts.isBlock(node)) {
      this.#visitStatements(node.statements, scope);
      return;
    }
    const conditional = withSkip(scope, { kind: 'conditional' });
    if (ts.isIfStatement(node)) {
      const [then, otherwise] = this.#scopesOfBranches(node.expression, scope);
      this.#visit(node.expression, scope);
      this.#visit(node.thenStatement, then);
      if (node.elseStatement !== undefined) this.#visit(node.elseStatement, otherwise);
    } else if (ts.isConditionalExpression(node) || ts.isSwitchStatement(node)) {
      ts.forEachChild(node, (child) => this.#visit(child, conditional));
    } else if (ts.isBinaryExpression(node) && isShortCircuit(ts, node.operatorToken.kind)) {
      const [then, otherwise] = this.#scopesOfBranches(node.left, scope);
      this.#visit(node.left, scope);
      this.#visit(node.right, node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? then : otherwise);
    } else if (this.#isLoopWithoutRuns(node)) {
      ts.forEachChild(node, (child) => this.#visit(child, withSkip(scope, { kind: 'no-cases' })));
    } else if (ts.isFunctionLike(node) && !this.#isCallable(node)) {
      ts.forEachChild(node, (child) => this.#visit(child, withSkip(scope, { kind: 'unreachable' })));
    } else {
      ts.forEachChild(node, (child) => this.#visit(child, scope));
    }
  }

  /** The scopes of what is declared if a condition holds, and if it does not. No report contains a test that is not declared. */
  #scopesOfBranches(condition: ts.Expression, scope: Scope): readonly [then: Scope, otherwise: Scope] {
    const value = readCondition(this.#ts, condition);
    const [then, otherwise] = branchesOf(value).map((execution) =>
      execution === 'never' && value?.because !== 'constant'
        ? withSkip(scope, { kind: 'conditional', whereJudged: true })
        : withExecution(scope, execution),
    );
    return [then ?? scope, otherwise ?? scope];
  }

  /** A loop over an empty list, such as `[].forEach(…)`, or with the condition `false`. */
  #isLoopWithoutRuns(node: ts.Node): boolean {
    const ts = this.#ts;
    if (ts.isForOfStatement(node)) return this.#literals.countElements(node.expression) === 0;
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression;
      return ITERATING.has(name.text) && this.#literals.countElements(expression) === 0;
    }
    return ts.isWhileStatement(node) && node.expression.kind === ts.SyntaxKind.FalseKeyword;
  }

  /** Whether a function can be called: it is an argument or a method, or another place of the file names it. */
  #isCallable(node: ts.SignatureDeclaration): boolean {
    const ts = this.#ts;
    const declaration = ts.isFunctionDeclaration(node) ? node : node.parent;
    if (!ts.isFunctionDeclaration(declaration) && !ts.isVariableDeclaration(declaration)) return true;
    if (declaration.name === undefined || !ts.isIdentifier(declaration.name)) return true;
    const statement = ts.isFunctionDeclaration(declaration) ? declaration : declaration.parent.parent;
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    return isExported || (this.#nameCounts.get(declaration.name.text) ?? 0) > 1;
  }

  #visitCall(call: ts.CallExpression, scope: Scope): void {
    const ts = this.#ts;
    const callee = readCallee(ts, call.expression);
    const runner = findRunner(callee, this.#aliases) ?? this.#findChosenRunner(call.expression);
    const parts = runner && this.#readParts(call, runner, callee);
    if (runner === undefined || parts === undefined) {
      const inner = this.#isLoopWithoutRuns(call) ? withSkip(scope, { kind: 'no-cases' }) : scope;
      ts.forEachChild(call, (child) => this.#visit(child, inner));
      return;
    }
    const inner = {
      suites: scope.suites,
      skip: combineSkips(scope.skip, findSkip(ts, runner, callee, parts.options, this.#literals)),
      only: scope.only || runner.only || hasOption(ts, parts.options, 'only', this.#literals),
      endsProcess: scope.endsProcess,
    };
    if (runner.kind === 'suite') {
      if (parts.body !== undefined) this.#visitBody(parts.body, { ...inner, suites: [...scope.suites, parts.title] });
      return;
    }
    this.#addTest(call, runner, callee, parts, inner);
    // A test can contain subtests: `t.test('part', …)`.
    if (parts.body !== undefined) this.#visitBody(parts.body, { ...inner, suites: [...scope.suites, parts.title] });
  }

  /** `(isWindows ? it.skip : it)('adds', …)` */
  #findChosenRunner(callee: ts.Expression): RunnerReference | undefined {
    const inner = this.#ts.isParenthesizedExpression(callee) ? callee.expression : callee;
    return this.#ts.isConditionalExpression(inner) ? findReferenced(this.#ts, inner, this.#aliases) : undefined;
  }

  #visitBody({ body }: FunctionNode, scope: Scope): void {
    if (body !== undefined) this.#visit(body, scope);
  }

  /** The title, options and body of a declaration; `undefined` if the call is not a declaration. */
  #readParts(call: ts.CallExpression, runner: RunnerReference, { root }: Callee): DeclarationParts | undefined {
    const ts = this.#ts;
    const isChosen = root === undefined && this.#findChosenRunner(call.expression) !== undefined;
    const isDirect = isChosen || (root !== undefined && (this.#aliases.has(root) || isRunnerName(root)));
    if (!isDirect && !this.#isTestPath) return undefined;
    const [first, ...others] = call.arguments;
    if (first === undefined) return undefined;
    const named = [first, ...others].find((value) => this.#findFunction(value) !== undefined);
    const isTitle = ts.isStringLiteralLike(first) || ts.isTemplateExpression(first);
    const body = named === undefined ? undefined : this.#findFunction(named);
    const unknownBody = others.find((value) => ts.isIdentifier(value) || ts.isCallExpression(value));
    // Without a function, `it('title')` is a pending test, but `/a/.test(text)` is not a test.
    const isPending = body === undefined && unknownBody === undefined;
    if (isPending && (!isTitle || !isDirect || runner.local || runner.kind === 'suite')) return undefined;
    const title = named === first ? (body?.name?.getText() ?? '') : titleOf(ts, first);
    const options = others.flatMap((value) => this.#literals.findObject(value) ?? []);
    return { title, options, body, hasUnknownBody: body === undefined && unknownBody !== undefined };
  }

  /** The function that an argument is or names. */
  #findFunction(node: ts.Node): FunctionNode | undefined {
    if (this.#isFunction(node)) return node;
    return this.#ts.isIdentifier(node) ? this.#functions.get(node.text) : undefined;
  }

  #addTest(
    call: ts.CallExpression,
    runner: RunnerReference,
    { tables }: Callee,
    { title, body, hasUnknownBody }: DeclarationParts,
    { suites, skip, only, endsProcess }: Scope,
  ): void {
    const ts = this.#ts;
    const measured = body && readTestBody(ts, body, this.#names, this.#literals);
    const isPending = body === undefined && !hasUnknownBody;
    const pending: SkipReason | undefined = isPending ? { kind: 'modifier', name: 'no function' } : undefined;
    this.#tests.push({
      title,
      suites,
      line: this.#source.getLineAndCharacterOfPosition(call.getStart(this.#source)).line + 1,
      skip: combineSkips(skip, measured?.skip ?? pending),
      only,
      empty: measured !== undefined && measured.assertions + measured.actions === 0,
      assertions: measured?.assertions ?? 0,
      weakAssertions: countWeakAssertions(measured?.tokens ?? []),
      uncertainAssertions: measured?.uncertainAssertions ?? 0,
      ineffectiveAssertions: measured?.ineffectiveAssertions ?? 0,
      cases: tables.length === 0 ? 1 : countCases(tables, this.#literals),
      calls: measured?.calls ?? new Set(),
      endsProcess: endsProcess || (measured?.endsProcess ?? false),
      subjects: new Set((measured?.tokens ?? []).filter((token) => this.#names.imported.has(token))),
      definitions: this.#definitions,
      names: this.#names,
      localRunner: runner.local,
      tokens: measured?.tokens ?? [],
    });
  }

  /** The text between the tokens: white space and comments. */
  #readComments(): string {
    const source = this.#source;
    const parts: string[] = [];
    const visit = (node: ts.Node): void => {
      const children = node.getChildren(source);
      if (this.#ts.isJSDoc(node)) parts.push(node.getText(source));
      else if (children.length > 0) children.forEach(visit);
      else parts.push(source.text.slice(node.pos, node.getStart(source)));
    };
    visit(source);
    return parts.join('\n');
  }
}

interface DeclarationParts {
  readonly title: string;
  readonly options: readonly ts.ObjectLiteralExpression[];
  readonly body: FunctionNode | undefined;
  /** Whether the body is a value that the file does not define. */
  readonly hasUnknownBody: boolean;
}

/** The name of a function or a class of the file, or of an object that is written in it. */
function definedName(ts: TypeScript, node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return node.name?.text;
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || node.initializer === undefined)
    return undefined;
  const { initializer: value } = node;
  const isWritten = ts.isFunctionLike(value) || ts.isObjectLiteralExpression(value) || ts.isClassExpression(value);
  return isWritten ? node.name.text : undefined;
}

function withExecution(scope: Scope, execution: BranchExecution): Scope {
  if (execution === 'always') return scope;
  return withSkip(scope, { kind: execution === 'never' ? 'unreachable' : 'conditional' });
}

function withSkip(scope: Scope, skip: SkipReason): Scope {
  return { ...scope, skip: combineSkips(scope.skip, skip) };
}

function titleOf(ts: TypeScript, node: ts.Expression): string {
  return ts.isStringLiteralLike(node) ? node.text : listTokens(ts, node).join('');
}

function isShortCircuit(ts: TypeScript, kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  );
}
