import type { ts } from 'ts-morph';
import { loadTypeScript, parseScript, type TypeScript } from '../../../code/language/typescript-parser.ts';
import type { Dialect } from '../../../code/language/source-language.ts';
import type { ObservedCode } from '../interface/observed-code.ts';
import { JavaScriptAssertions } from './javascript-assertions.ts';
import { JavaScriptHandlers } from './javascript-handlers.ts';
import { ASSERTION, JavaScriptSyntax } from './javascript-syntax.ts';
import { JavaScriptValues } from './javascript-values.ts';
import { Observer, WAITS, type Place } from './observer.ts';
import { compactText } from './statement-text.ts';

/** Reads a module of JavaScript or TypeScript. */
export async function readJavaScriptCode(text: string, dialect: Dialect): Promise<ObservedCode> {
  const typescript = await loadTypeScript();
  return new JavaScriptReader(typescript, parseScript(typescript, text, dialect)).read();
}

const TEST_NAME = /^(?:it|test|describe|suite|context|specify|fit|fdescribe|bench)\b/;
const SILENCER =
  /@ts-(?:ignore|expect-error|nocheck)|(?:eslint|oxlint|tslint|biome|deno-lint)-(?:disable|ignore)[\w-]*|(?:istanbul|v8|c8) ignore|stryker disable/i;
/** Functions of a runner that set a limit for a test or a file. */
const RUNNER_LIMIT = /^(?:this|jest|vi|vitest|test|it)\.(?:setTimeout|timeout|retries|retryTimes)$/;
const RUNNER_OPTIONS = /^(?:test\.describe\.configure|test\.use|vi\.setConfig)$/;

class JavaScriptReader {
  readonly #ts: TypeScript;
  readonly #file: ts.SourceFile;
  readonly #syntax: JavaScriptSyntax;
  readonly #found = new Observer();
  readonly #values: JavaScriptValues;
  readonly #assertions: JavaScriptAssertions;
  readonly #handlers: JavaScriptHandlers;
  /** The positions of the comments that were read. Several nodes can begin after one. */
  readonly #seenComments = new Set<number>();

  constructor(typescript: TypeScript, file: ts.SourceFile) {
    this.#ts = typescript;
    this.#file = file;
    this.#syntax = new JavaScriptSyntax(typescript, file);
    this.#values = new JavaScriptValues(this.#syntax, this.#found);
    this.#handlers = new JavaScriptHandlers(this.#syntax, this.#found);
    this.#assertions = new JavaScriptAssertions(this.#syntax, this.#found, (node, place) => {
      this.#visit(node, place);
    });
  }

  read(): ObservedCode {
    const { statements } = this.#file;
    this.#visitStatements(statements, { scope: '', condition: undefined });
    return this.#found;
  }

  #visitStatements(statements: readonly ts.Statement[], start: Place): void {
    const { isReturnStatement } = this.#ts;
    let place = start;
    for (const [index, statement] of statements.entries()) {
      this.#readGuard(statement, statements[index + 1], place);
      this.#visit(statement, place);
      const exit = this.#syntax.exitOf(statement);
      // What follows a conditional return may not be executed.
      if (exit !== undefined && isReturnStatement(exit.leaves)) {
        place = { ...place, condition: `if (${this.#text(exit.condition)}) return` };
      }
    }
  }

  #visit(node: ts.Node, place: Place): void {
    const ts = this.#ts;
    this.#readSilencers(node, place);
    if (ts.isImportDeclaration(node)) {
      const specifier = this.#text(node.moduleSpecifier).slice(1, -1);
      if (/^(?:\.|[@~]\/|#)/.test(specifier)) this.#found.relativeImports.add(specifier);
    }
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isStatement(node)) this.#readStatement(node, place);
    if (ts.isClassElement(node) || ts.isTypeElement(node) || ts.isTypeAliasDeclaration(node))
      this.#values.readMember(node, place);
    if (ts.isFunctionLike(node)) {
      this.#visitFunction(node, this.#scopeOf(node, place), place);
      return;
    }
    if (ts.isClassLike(node)) {
      const name = node.name?.text ?? this.#assignedName(node);
      const scope = name === undefined ? place.scope : this.#found.open(place.scope, name);
      ts.forEachChild(node, (child) => {
        this.#visit(child, { scope, condition: undefined });
      });
      return;
    }
    if (ts.isBlock(node) || ts.isModuleBlock(node) || ts.isCaseClause(node) || ts.isDefaultClause(node)) {
      const own = ts.isCaseClause(node) || ts.isDefaultClause(node) ? { ...place, condition: 'case' } : place;
      this.#visitStatements(node.statements, own);
      return;
    }
    if (ts.isIfStatement(node)) {
      this.#visitIf(node, place);
      return;
    }
    if (ts.isConditionalExpression(node)) {
      this.#addCondition(node.condition, place);
      this.#visit(node.condition, place);
      const condition = `${this.#text(node.condition)} ?`;
      for (const branch of [node.whenTrue, node.whenFalse]) this.#visit(branch, { ...place, condition });
      return;
    }
    if (ts.isBinaryExpression(node) && this.#isLogical(node.operatorToken.kind)) {
      this.#addCondition(node.left, place);
      this.#visit(node.left, place);
      const condition = `${this.#text(node.left)} ${node.operatorToken.getText(this.#file)}`;
      this.#visit(node.right, { ...place, condition });
      return;
    }
    if (ts.isTryStatement(node)) {
      this.#visitTry(node, place);
      return;
    }
    if (ts.isIterationStatement(node, false)) {
      this.#visitLoop(node, place);
      return;
    }
    if (ts.isSwitchStatement(node)) {
      this.#addCondition(node.expression, place);
      for (const clause of node.caseBlock.clauses.filter(ts.isCaseClause)) {
        const text = `${this.#text(node.expression)} === ${this.#text(clause.expression)}`;
        this.#found.conditions.push({ ...this.#syntax.placeOf(clause, place), text });
      }
    }
    if (ts.isCallExpression(node)) {
      this.#visitCall(node, place);
      return;
    }
    if (ts.isPropertyAccessExpression(node) && this.#assertions.readChain(node, place)) return;
    if (ts.isTaggedTemplateExpression(node) && this.#text(node.tag).endsWith('.each'))
      this.#values.readTemplateTable(node, place);
    if (ts.isNewExpression(node)) this.#values.readNew(node, place);
    if (ts.isJsxExpression(node) && node.expression === undefined && SILENCER.test(this.#text(node))) {
      this.#found.silencers.push({ ...this.#syntax.placeOf(node, place), text: this.#text(node) });
    }
    this.#values.readNumber(node, place);
    this.#values.readData(node, place);
    this.#values.readValue(node, place);
    ts.forEachChild(node, (child) => {
      this.#visit(child, place);
    });
  }

  #visitFunction(node: ts.SignatureDeclaration, scope: string, place: Place): void {
    const { isArrowFunction, isFunctionDeclaration, isFunctionExpression, isMethodDeclaration } = this.#ts;
    for (const parameter of node.parameters) this.#visit(parameter, { scope, condition: undefined });
    if (!(
      isArrowFunction(node) ||
      isFunctionDeclaration(node) ||
      isFunctionExpression(node) ||
      isMethodDeclaration(node)
    )) {
      if ('body' in node && node.body !== undefined) this.#visit(node.body, { scope, condition: undefined });
      return;
    }
    const name = node.name && this.#text(node.name);
    const isAsync = node.modifiers?.some(({ kind }) => kind === this.#ts.SyntaxKind.AsyncKeyword) === true;
    const returnsPromise =
      isAsync || (node.type !== undefined && /^(?:Promise|PromiseLike)\b/.test(this.#text(node.type)));
    const known = name ?? this.#assignedName(node);
    if (returnsPromise && known !== undefined) this.#found.asyncFunctions.add(known);
    // A function without a name is called by what it is passed to: mostly always, as the body of a test.
    const condition = scope === place.scope ? place.condition : undefined;
    if (node.body !== undefined) this.#visit(node.body, { scope, condition });
  }

  /** The scope of a function: a named one opens its own. */
  #scopeOf(node: ts.SignatureDeclaration, { scope }: Place): string {
    const { isConstructorDeclaration, getNameOfDeclaration } = this.#ts;
    const declared = getNameOfDeclaration(node);
    const named = declared === undefined ? this.#assignedName(node) : this.#text(declared);
    const name = isConstructorDeclaration(node) ? 'constructor' : named;
    return name === undefined ? scope : this.#found.open(scope, name);
  }

  /** The variable or the property whose value a node is. */
  #assignedName(node: ts.Node): string | undefined {
    const { isVariableDeclaration, isPropertyAssignment, isPropertyDeclaration, isBinaryExpression } = this.#ts;
    const { parent } = node;
    if (isVariableDeclaration(parent) || isPropertyAssignment(parent) || isPropertyDeclaration(parent)) {
      return parent.initializer === node ? this.#text(parent.name) : undefined;
    }
    return isBinaryExpression(parent) && parent.right === node && this.#text(parent.operatorToken) === '='
      ? this.#text(parent.left)
      : undefined;
  }

  #visitIf({ expression, thenStatement, elseStatement }: ts.IfStatement, place: Place): void {
    this.#addCondition(expression, place);
    this.#visit(expression, place);
    const leaves = elseStatement === undefined ? this.#syntax.throwsOnly(thenStatement) : false;
    const split = leaves ? this.#syntax.splitComparison(expression) : undefined;
    // `if (value !== 3) throw …` is an assertion of a test.
    if (split !== undefined) this.#assertions.add(expression, split, place);
    const condition = `if (${this.#text(expression)})${elseStatement === undefined ? '' : ' … else'}`;
    this.#visit(thenStatement, { ...place, condition });
    if (elseStatement !== undefined) this.#visit(elseStatement, { ...place, condition });
  }

  #visitTry({ tryBlock, catchClause, finallyBlock }: ts.TryStatement, place: Place): void {
    const handler = catchClause?.block;
    const error = catchClause?.variableDeclaration;
    const isLost = handler !== undefined && !this.#syntax.handlingOf(handler, error && this.#text(error.name)).passesOn;
    this.#visitStatements(tryBlock.statements, isLost ? { ...place, condition: place.condition ?? 'try' } : place);
    if (catchClause !== undefined) {
      this.#handlers.readCatch(catchClause, tryBlock.statements[0], place);
      this.#visitStatements(catchClause.block.statements, { ...place, condition: 'catch' });
    }
    if (finallyBlock !== undefined) this.#visitStatements(finallyBlock.statements, place);
  }

  #visitLoop(node: ts.IterationStatement, place: Place): void {
    const { isForStatement, isForOfStatement, isForInStatement, isBinaryExpression, isArrayLiteralExpression } =
      this.#ts;
    const head = this.#syntax.headOf(node);
    if (isForStatement(node) && node.condition !== undefined && isBinaryExpression(node.condition)) {
      this.#values.addNumber(this.#text(node.condition.left), node.condition.right, place, { isSize: true });
      this.#found.sizeNames.add(this.#text(node.condition.right));
    }
    if (this.#ts.isWhileStatement(node)) {
      for (const name of this.#text(node.expression).match(/[A-Za-z_$][\w$]*/g) ?? []) this.#found.sizeNames.add(name);
    }
    if (isForOfStatement(node) && isArrayLiteralExpression(node.expression)) {
      this.#values.addList(this.#text(node.initializer), node.expression, place);
    }
    this.#ts.forEachChild(node, (child) => {
      const iterates = (isForOfStatement(node) || isForInStatement(node)) && child === node.expression;
      const isBody = child === node.statement;
      const isLiteral = isForOfStatement(node) && isArrayLiteralExpression(node.expression);
      // A loop over a table that the text shows, or with a counter, is executed.
      const isUncertain = isBody && !isLiteral && !isForStatement(node);
      this.#visit(child, isUncertain && !iterates ? { ...place, condition: head } : place);
    });
  }

  #visitCall(node: ts.CallExpression, place: Place): void {
    const { isArrowFunction, isFunctionExpression, isStringLiteralLike, isTemplateExpression } = this.#ts;
    const name = this.#text(node.expression);
    const [first] = node.arguments;
    const callback = node.arguments.find((one) => isArrowFunction(one) || isFunctionExpression(one));
    const isTest =
      TEST_NAME.test(name) &&
      first !== undefined &&
      (isStringLiteralLike(first) || isTemplateExpression(first)) &&
      callback !== undefined;
    if (isTest) {
      const title = isStringLiteralLike(first) ? first.text : this.#text(first);
      const scope = this.#found.open(place.scope, title);
      const own = { scope, condition: undefined };
      this.#values.readTestOptions(node.arguments, own);
      this.#visit(node.expression, own);
      for (const argument of node.arguments) {
        if (!this.#ts.isObjectLiteralExpression(argument)) this.#visit(argument, own);
      }
      return;
    }
    if (this.#assertions.readChain(node, place)) return;
    this.#found.calls.push({
      ...this.#syntax.placeOf(node, place),
      name,
      args: node.arguments.map((argument) => this.#text(argument)),
      result: this.#syntax.resultOf(node),
    });
    if (ASSERTION.test(name)) this.#assertions.readCall(node, name, place);
    this.#handlers.readEmptyCatch(node, place);
    this.#handlers.readErrorListener(node, place);
    const [only, ...others] = node.arguments;
    if (only !== undefined && others.length === 0) {
      const isSize = /(?:^|\.)(?:Array|repeat|alloc)$/.test(name);
      this.#values.addNumber(name, only, place, { isSize, isOption: RUNNER_LIMIT.test(name) });
      if (RUNNER_OPTIONS.test(name)) this.#values.readTestOptions([only], place);
    }
    const [limit] = others;
    if (limit !== undefined && WAITS.test(name)) this.#values.addNumber('timeout', limit, place);
    const method = name.slice(name.lastIndexOf('.') + 1);
    // A callback of these is called for each element, or later, or never.
    const condition = /^(?:then|catch|finally|on|once|forEach|addEventListener|setTimeout|setImmediate|nextTick)$/.test(
      method,
    )
      ? `${method}(…)`
      : place.condition;
    this.#visit(node.expression, place);
    for (const argument of node.arguments) {
      const isFunction = isArrowFunction(argument) || isFunctionExpression(argument);
      this.#visit(argument, isFunction ? { ...place, condition } : place);
    }
  }

  #readGuard(statement: ts.Statement, next: ts.Statement | undefined, place: Place): void {
    const condition = this.#syntax.exitOf(statement)?.condition ?? this.#syntax.guardCallOf(statement);
    if (condition === undefined) return;
    const names: string[] = [];
    const visit = (node: ts.Node): void => {
      if (this.#ts.isIdentifier(node) && !this.#syntax.isMemberName(node)) names.push(node.text);
      this.#ts.forEachChild(node, visit);
    };
    visit(condition);
    this.#found.guards.push({
      ...this.#syntax.placeOf(statement, place),
      condition: compactText(this.#text(condition)),
      text: this.#text(statement),
      next: next === undefined ? undefined : compactText(this.#syntax.headOf(next)),
      names,
    });
  }

  #readStatement(node: ts.Statement, place: Place): void {
    if (this.#ts.isBlock(node)) return;
    this.#readTrailingSilencers(node, place);
    const head = this.#syntax.headOf(node);
    const { text, looseness, casts } = this.#syntax.withoutLooseness(node, head);
    const { condition, then } = this.#syntax.conditionalCallOf(node) ?? {};
    if (condition !== undefined && then !== undefined) {
      const inner = compactText(this.#text(then));
      const guarded = { text: inner, plain: inner, looseness: 0, casts: 0, condition: `if (${this.#text(condition)})` };
      this.#found.statements.push({ ...this.#syntax.placeOf(node, place), ...guarded });
    }
    this.#found.statements.push({
      ...this.#syntax.placeOf(node, place),
      text: compactText(head),
      plain: compactText(text),
      looseness,
      casts,
      condition: place.condition,
    });
  }

  #readSilencers(node: ts.Node, place: Place): void {
    if (node.pos === node.getStart(this.#file)) return;
    this.#addSilencers(this.#ts.getLeadingCommentRanges(this.#file.text, node.pos), place);
  }

  #readTrailingSilencers(node: ts.Node, place: Place): void {
    this.#addSilencers(this.#ts.getTrailingCommentRanges(this.#file.text, node.end), place);
  }

  #addSilencers(ranges: readonly ts.CommentRange[] | undefined, place: Place): void {
    for (const { pos, end } of ranges ?? []) {
      const text = this.#file.text.slice(pos, end);
      if (this.#seenComments.has(pos) || !SILENCER.test(text)) continue;
      this.#seenComments.add(pos);
      const { line } = this.#file.getLineAndCharacterOfPosition(pos);
      this.#found.silencers.push({ scope: place.scope, line: line + 1, text });
    }
  }

  #addCondition(node: ts.Node, place: Place): void {
    this.#found.conditions.push({ ...this.#syntax.placeOf(node, place), text: this.#text(node) });
  }

  #isLogical(kind: ts.SyntaxKind): boolean {
    const { SyntaxKind } = this.#ts;
    return kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken;
  }

  #text(node: ts.Node): string {
    return this.#syntax.text(node);
  }
}
