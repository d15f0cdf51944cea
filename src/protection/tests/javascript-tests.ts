import type { ts } from 'ts-morph';
import { loadTypeScript, parseScript } from '../../code/language/typescript-parser.ts';
import type { TypeScript } from '../../code/language/typescript-parser.ts';
import { isDeclarationFile, languageOf } from '../../code/language/source-language.ts';
import type { Dialect } from '../../code/language/source-language.ts';
import type { DeclaredTest, SkipReason, TestFile, TestLanguage } from './declared-test.ts';
import { reachableStatements } from './reachable-statements.ts';
import { findRunnerAliases } from './runner-aliases.ts';
import { findRunner, isRunnerName, isSetupHook, readCallee } from './runner-names.ts';
import type { Callee, RunnerReference } from './runner-names.ts';
import { findSkipCall, listTokens, readTestBody } from './test-body.ts';
import type { TestBody } from './test-body.ts';

/** The name of a test file: `a.test.ts`, `a.spec.js`, `a_test.ts`, `test-a.mjs`, `test.js`. */
const MARKED_NAME = /(^|[._-])(test|tests|spec|e2e|cy)\.[cm]?[jt]sx?$|^test-[^/]*\.[cm]?[jt]sx?$/i;
const TEST_FOLDER = /(^|\/)(tests?|specs?|__tests__|e2e|cypress|integration)\//i;

/** Reads tests of JavaScript and TypeScript for mocha, jest, vitest, node:test, playwright and similar runners. */
export const javaScriptTests: TestLanguage = {
  canContainTests: (path) => dialectOf(path) !== undefined && !isDeclarationFile(path),
  isTestPath: (path) => dialectOf(path) !== undefined && (isMarked(path) || TEST_FOLDER.test(path)),
  isFoundLike(before, after) {
    if (dialectOf(after) === undefined) return false;
    if (isMarked(before)) return isMarked(after);
    return !TEST_FOLDER.test(before) || TEST_FOLDER.test(after) || isMarked(after);
  },
  async read(path, text) {
    const dialect = dialectOf(path);
    if (dialect === undefined || !RUNNER_NAME.test(text)) return { tests: [], comments: '' };
    const ts = await loadTypeScript();
    return new FileReader(ts, parseScript(ts, text, dialect), javaScriptTests.isTestPath(path)).read();
  },
};

function dialectOf(path: string): Dialect | undefined {
  const language = languageOf(path);
  return language === 'ts' || language === 'tsx' || language === 'js' ? language : undefined;
}

function isMarked(path: string): boolean {
  return MARKED_NAME.test(path.slice(path.lastIndexOf('/') + 1));
}

/** A text without any such name declares no test, and is not parsed. */
const RUNNER_NAME = /\b(?:[xf]?(?:it|test|specify|describe|context|suite))\b/;

type FunctionNode = ts.FunctionExpression | ts.ArrowFunction | ts.FunctionDeclaration;

/** The position of a node in the suites of a file. */
interface Scope {
  readonly suites: readonly string[];
  readonly skip: SkipReason | undefined;
  readonly only: boolean;
}

/** Reads the tests of one syntax tree. */
class FileReader {
  readonly #ts: TypeScript;
  readonly #source: ts.SourceFile;
  readonly #isTestPath: boolean;
  readonly #aliases: ReadonlyMap<string, RunnerReference>;
  readonly #functions = new Map<string, FunctionNode>();
  readonly #nameCounts = new Map<string, number>();
  readonly #tests: DeclaredTest[] = [];

  /** @param isTestPath whether the path is that of a test file. Only there, `t.test('part', …)` is a test. */
  constructor(typescript: TypeScript, source: ts.SourceFile, isTestPath: boolean) {
    this.#ts = typescript;
    this.#isTestPath = isTestPath;
    this.#source = source;
    this.#aliases = findRunnerAliases(typescript, source);
  }

  read(): TestFile {
    this.#collectNames(this.#source);
    this.#visitStatements(this.#source.statements, { suites: [], skip: undefined, only: false });
    return { tests: this.#tests, comments: this.#readComments() };
  }

  #collectNames(node: ts.Node): void {
    const ts = this.#ts;
    if (ts.isIdentifier(node)) this.#nameCounts.set(node.text, (this.#nameCounts.get(node.text) ?? 0) + 1);
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
    const scope = skipCall === undefined ? outer : withSkip(outer, { kind: 'call', name: skipCall });
    const reachable = new Set(reachableStatements(this.#ts, statements));
    for (const statement of statements) {
      this.#visit(statement, reachable.has(statement) ? scope : withSkip(scope, { kind: 'unreachable' }));
    }
  }

  /** The call that skips every test of a scope: playwright's `test.skip(condition)`, or a skip in a setup hook. */
  #findScopeSkip(statements: readonly ts.Statement[]): string | undefined {
    const ts = this.#ts;
    for (const statement of statements) {
      if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) continue;
      const call = statement.expression;
      const callee = readCallee(ts, call.expression);
      const hook = isSetupHook(callee) ? call.arguments.find((argument) => this.#isFunction(argument)) : undefined;
      const name = hook === undefined ? this.#findSuiteSkip(call, callee) : readTestBody(ts, hook).skipCall;
      if (name !== undefined) return name;
    }
    return undefined;
  }

  /** `test.skip()` or `test.skip(condition, reason)`. With a title as the first argument it declares a test instead. */
  #findSuiteSkip({ arguments: values }: ts.CallExpression, callee: Callee): string | undefined {
    const [first] = values;
    const isTitle = first !== undefined && this.#ts.isStringLiteralLike(first);
    return isTitle || values.some((value) => this.#isFunction(value) && value !== first)
      ? undefined
      : findSkipCall(callee, new Set(['test', 'it', 'this']));
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
      this.#visit(node.expression, scope);
      this.#visit(node.thenStatement, conditional);
      if (node.elseStatement !== undefined) this.#visit(node.elseStatement, conditional);
    } else if (ts.isConditionalExpression(node) || ts.isSwitchStatement(node)) {
      ts.forEachChild(node, (child) => this.#visit(child, conditional));
    } else if (ts.isBinaryExpression(node) && isShortCircuit(ts, node.operatorToken.kind)) {
      this.#visit(node.left, scope);
      this.#visit(node.right, conditional);
    } else if (this.#isLoopWithoutRuns(node)) {
      ts.forEachChild(node, (child) => this.#visit(child, withSkip(scope, { kind: 'no-cases' })));
    } else if (ts.isFunctionLike(node) && !this.#isCallable(node)) {
      ts.forEachChild(node, (child) => this.#visit(child, withSkip(scope, { kind: 'unreachable' })));
    } else {
      ts.forEachChild(node, (child) => this.#visit(child, scope));
    }
  }

  /** A loop over an empty list, or with the condition `false`. */
  #isLoopWithoutRuns(node: ts.Node): boolean {
    const ts = this.#ts;
    if (ts.isForOfStatement(node))
      return ts.isArrayLiteralExpression(node.expression) && node.expression.elements.length === 0;
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
    const runner = findRunner(callee, this.#aliases);
    const parts = runner && this.#readParts(call, runner, callee);
    if (runner === undefined || parts === undefined) {
      ts.forEachChild(call, (child) => this.#visit(child, scope));
      return;
    }
    const inner = {
      suites: scope.suites,
      skip: scope.skip ?? findSkip(ts, runner, callee, parts.options),
      only: scope.only || runner.only || hasOption(ts, parts.options, 'only'),
    };
    if (runner.kind === 'suite') {
      if (parts.body !== undefined) this.#visitBody(parts.body, { ...inner, suites: [...scope.suites, parts.title] });
      return;
    }
    this.#addTest(call, runner, callee, parts, inner);
    // A test can contain subtests: `t.test('part', …)`.
    if (parts.body !== undefined) this.#visitBody(parts.body, { ...inner, suites: [...scope.suites, parts.title] });
  }

  #visitBody({ body }: FunctionNode, scope: Scope): void {
    if (body !== undefined) this.#visit(body, scope);
  }

  /** The title, options and body of a declaration; `undefined` if the call is not a declaration. */
  #readParts(call: ts.CallExpression, runner: RunnerReference, { root }: Callee): DeclarationParts | undefined {
    const ts = this.#ts;
    const isDirect = root !== undefined && (this.#aliases.has(root) || isRunnerName(root));
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
    const options = others.filter((value) => ts.isObjectLiteralExpression(value));
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
    { suites, skip, only }: Scope,
  ): void {
    const ts = this.#ts;
    const measured: TestBody | undefined = body && readTestBody(ts, body);
    const isPending = body === undefined && !hasUnknownBody;
    const skipCall = measured?.skipCall;
    const reason: SkipReason | undefined =
      skip ??
      (skipCall === undefined ? undefined : { kind: 'call', name: skipCall }) ??
      (isPending ? { kind: 'modifier', name: 'no function' } : undefined);
    this.#tests.push({
      title,
      suites,
      line: this.#source.getLineAndCharacterOfPosition(call.getStart(this.#source)).line + 1,
      skip: reason,
      only,
      empty: measured !== undefined && measured.assertions + measured.actions === 0,
      assertions: measured?.assertions ?? 0,
      cases: countCases(ts, tables) ?? 1,
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

/** Adds a reason to a scope that has none. The outermost reason is kept. */
function withSkip(scope: Scope, skip: SkipReason): Scope {
  return scope.skip === undefined ? { ...scope, skip } : scope;
}

function findSkip(
  ts: TypeScript,
  runner: RunnerReference,
  { tables }: Callee,
  options: readonly ts.ObjectLiteralExpression[],
): SkipReason | undefined {
  if (runner.skip !== undefined) return { kind: 'modifier', name: runner.skip };
  if (runner.conditional) return { kind: 'conditional' };
  const option = ['skip', 'todo', 'fails'].find((name) => hasOption(ts, options, name));
  if (option !== undefined) return { kind: 'modifier', name: option };
  return countCases(ts, tables) === 0 ? { kind: 'no-cases' } : undefined;
}

/** Whether an options object sets an option to anything but `false` or `undefined`. */
function hasOption(ts: TypeScript, options: readonly ts.ObjectLiteralExpression[], name: string): boolean {
  return options.some(({ properties }) =>
    properties.some((property) => {
      if (property.name === undefined || property.name.getText().replaceAll(/['"]/g, '') !== name) return false;
      if (!ts.isPropertyAssignment(property)) return true;
      const { initializer } = property;
      return initializer.kind !== ts.SyntaxKind.FalseKeyword && initializer.getText() !== 'undefined';
    }),
  );
}

/** The number of cases of a table; `undefined` if there is no table or its size is not known from the text. */
function countCases(ts: TypeScript, tables: readonly ts.Node[]): number | undefined {
  const [table] = tables;
  if (table === undefined || !ts.isArrayLiteralExpression(table)) return undefined;
  return table.elements.some((element) => ts.isSpreadElement(element)) ? undefined : table.elements.length;
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
