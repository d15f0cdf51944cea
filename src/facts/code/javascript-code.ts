import type { ts } from 'ts-morph';
import { loadTypeScript, parseScript, type TypeScript } from '../../code/language/typescript-parser.ts';
import type { Dialect } from '../../code/language/source-language.ts';
import type { ObservedCode } from '../interface/observed-code.ts';
import { isLogCall, numberOf, Observer } from './observer.ts';
import { compactText } from './statement-text.ts';

/** Reads a module of JavaScript or TypeScript. */
export async function readJavaScriptCode(text: string, dialect: Dialect): Promise<ObservedCode> {
  const typescript = await loadTypeScript();
  return new JavaScriptReader(typescript, parseScript(typescript, text, dialect)).read();
}

/** Where a node is. */
interface Place {
  readonly scope: string;
  /** The head of the innermost statement because of which the node may not be executed in its scope. */
  readonly condition: string | undefined;
}

const TEST_NAME = /^(?:it|test|describe|suite|context|specify|fit|fdescribe|bench)\b/;
/** Functions of assertion libraries whose second argument is expected. */
const ASSERTION = /^(?:assert\b|assert[A-Z]\w*$|chai\.assert\b|t\.(?:assert\.)?(?:is|not|deepEqual|notDeepEqual|equal|notEqual|strictEqual|same|strictSame|match|like|has|throws|rejects|doesNotThrow|ok|notOk|truthy|falsy|true|false|snapshot)$)/;
const SILENCER =
  /@ts-(?:ignore|expect-error|nocheck)|(?:eslint|oxlint|tslint|biome)-(?:disable|ignore)[\w-]*|(?:istanbul|v8|c8) ignore|stryker disable/i;
const EXPECTED_PROPERTY = /^(?:want|wanted|expect|expected|expectation|exp|output|out|result)(?:[A-Z_]\w*)?$/;

class JavaScriptReader {
  readonly #ts: TypeScript;
  readonly #file: ts.SourceFile;
  readonly #found = new Observer();

  constructor(typescript: TypeScript, file: ts.SourceFile) {
    this.#ts = typescript;
    this.#file = file;
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
      const exit = this.#exitOf(statement);
      // What follows a conditional return may not be executed.
      if (exit !== undefined && isReturnStatement(exit.leaves)) {
        place = { ...place, condition: `if (${this.#text(exit.condition)}) return` };
      }
    }
  }

  #visit(node: ts.Node, place: Place): void {
    const ts = this.#ts;
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    if (ts.isStatement(node)) this.#readStatement(node, place);
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
    if (ts.isSwitchStatement(node)) this.#addCondition(node.expression, place);
    if (ts.isCallExpression(node)) {
      this.#visitCall(node, place);
      return;
    }
    if (ts.isPropertyAccessExpression(node) && this.#readChain(node, place)) return;
    this.#readNumber(node, place);
    this.#readData(node, place);
    ts.forEachChild(node, (child) => {
      this.#visit(child, place);
    });
  }

  #visitFunction(node: ts.SignatureDeclaration, scope: string, place: Place): void {
    const { isArrowFunction, isFunctionDeclaration, isFunctionExpression, isMethodDeclaration } = this.#ts;
    for (const parameter of node.parameters) this.#visit(parameter, { scope, condition: undefined });
    if (!(isArrowFunction(node) || isFunctionDeclaration(node) || isFunctionExpression(node) || isMethodDeclaration(node))) {
      if ('body' in node && node.body !== undefined) this.#visit(node.body, { scope, condition: undefined });
      return;
    }
    const name = node.name && this.#text(node.name);
    const isAsync = node.modifiers?.some(({ kind }) => kind === this.#ts.SyntaxKind.AsyncKeyword) === true;
    const returnsPromise = isAsync || (node.type !== undefined && /^(?:Promise|PromiseLike)\b/.test(this.#text(node.type)));
    const known = name ?? this.#assignedName(node);
    if (returnsPromise && known !== undefined) this.#found.asyncFunctions.add(known);
    // A function without a name is called by what it is passed to: mostly always, as the body of a test.
    const condition = scope === place.scope ? place.condition : undefined;
    if (node.body !== undefined) this.#visit(node.body, { scope, condition });
  }

  /** The scope of a function: a named one opens its own. */
  #scopeOf(node: ts.SignatureDeclaration, { scope }: Place): string {
    const { isConstructorDeclaration } = this.#ts;
    const name = isConstructorDeclaration(node)
      ? 'constructor'
      : 'name' in node && node.name !== undefined
        ? this.#text(node.name)
        : this.#assignedName(node);
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
    const condition = `if (${this.#text(expression)})`;
    this.#visit(thenStatement, { ...place, condition });
    if (elseStatement !== undefined) this.#visit(elseStatement, { ...place, condition });
  }

  #visitTry({ tryBlock, catchClause, finallyBlock }: ts.TryStatement, place: Place): void {
    this.#visitStatements(tryBlock.statements, place);
    const [first] = tryBlock.statements;
    if (catchClause !== undefined) {
      const { block, variableDeclaration } = catchClause;
      const name = variableDeclaration && this.#text(variableDeclaration.name);
      this.#found.handlers.push({
        ...this.#at(catchClause, place),
        tried: first === undefined ? '' : compactText(this.#head(first)),
        text: this.#text(catchClause),
        isEmpty: block.statements.length === 0,
        ...this.#handling(block, name),
      });
      this.#visitStatements(block.statements, { ...place, condition: 'catch' });
    }
    if (finallyBlock !== undefined) this.#visitStatements(finallyBlock.statements, place);
  }

  /** What the body of a handler does with an error. */
  #handling(body: ts.Node, name: string | undefined): { readonly logs: boolean; readonly passesOn: boolean } {
    const ts = this.#ts;
    let logs = false;
    let passesOn = false;
    const visit = (node: ts.Node, inLog: boolean): void => {
      const isLog = ts.isCallExpression(node) && isLogCall(this.#text(node.expression));
      if (isLog) logs = true;
      if (ts.isThrowStatement(node)) passesOn = true;
      if (ts.isIdentifier(node) && node.text === name && !inLog) passesOn = true;
      ts.forEachChild(node, (child) => {
        visit(child, inLog || isLog);
      });
    };
    ts.forEachChild(body, (child) => {
      visit(child, false);
    });
    return { logs, passesOn };
  }

  #visitLoop(node: ts.IterationStatement, place: Place): void {
    const { isForStatement, isForOfStatement, isForInStatement, isBinaryExpression, isArrayLiteralExpression } = this.#ts;
    const head = this.#head(node);
    if (isForStatement(node) && node.condition !== undefined && isBinaryExpression(node.condition)) {
      this.#addNumber(this.#text(node.condition.left), node.condition.right, place, { isSize: true });
    }
    if (isForOfStatement(node) && isArrayLiteralExpression(node.expression)) {
      this.#addList(this.#text(node.initializer), node.expression, place);
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
      this.#readTestOptions(node.arguments, own);
      this.#visit(node.expression, own);
      for (const argument of node.arguments) {
        if (!this.#ts.isObjectLiteralExpression(argument)) this.#visit(argument, own);
      }
      return;
    }
    if (this.#readChain(node, place)) return;
    this.#found.calls.push({
      ...this.#at(node, place),
      name,
      args: node.arguments.map((argument) => this.#text(argument)),
      result: this.#resultOf(node),
    });
    if (ASSERTION.test(name)) this.#readAssertCall(node, name, place);
    this.#readEmptyCatch(node, place);
    const [only, ...others] = node.arguments;
    if (only !== undefined && others.length === 0) {
      this.#addNumber(name, only, place, { isSize: /(?:^|\.)(?:Array|repeat|alloc)$/.test(name) });
    }
    const method = name.slice(name.lastIndexOf('.') + 1);
    // A callback of these is called for each element, or later, or never.
    const condition = /^(?:then|catch|finally|on|once|forEach|addEventListener|setTimeout|setImmediate|nextTick)$/.test(method)
      ? `${method}(…)`
      : place.condition;
    this.#visit(node.expression, place);
    for (const argument of node.arguments) {
      const isFunction = isArrowFunction(argument) || isFunctionExpression(argument);
      this.#visit(argument, isFunction ? { ...place, condition } : place);
    }
  }

  /** The time limit and the options of a test. */
  #readTestOptions(args: readonly ts.Expression[], place: Place): void {
    const last = args.at(-1);
    if (last !== undefined) this.#addNumber('timeout', last, place, { isOption: true });
    for (const options of args.filter(this.#ts.isObjectLiteralExpression)) {
      for (const property of options.properties.filter(this.#ts.isPropertyAssignment)) {
        this.#addNumber(this.#text(property.name), property.initializer, place, { isOption: true });
      }
    }
  }

  /** Reads `expect(…)` with everything after it. Returns false for other expressions. */
  #readChain(node: ts.CallExpression | ts.PropertyAccessExpression, place: Place): boolean {
    const { isCallExpression, isPropertyAccessExpression, isIdentifier } = this.#ts;
    const names: string[] = [];
    let args: readonly ts.Expression[] = [];
    const visited: ts.Expression[] = [];
    let current: ts.Expression = node;
    for (;;) {
      if (isCallExpression(current)) {
        const { expression, arguments: own } = current;
        if (isIdentifier(expression) && expression.text === 'expect') {
          if (names.length === 0) return false;
          const matcher = names.reverse().join('.');
          for (const one of [...own, ...visited]) this.#visit(one, place);
          this.#found.assertions.push({
            ...this.#at(node, place),
            subject: own.map((one) => this.#text(one)).join(', '),
            matcher,
            expected: args.map((one) => this.#text(one)),
            condition: place.condition,
          });
          this.#found.calls.push({
            ...this.#at(node, place),
            name: `expect.${matcher}`,
            args: [...own, ...args].map((one) => this.#text(one)),
            result: this.#resultOf(node),
          });
          if (matcher.endsWith('toBeCloseTo') && args[1] !== undefined) this.#addNumber('precision', args[1], place);
          return true;
        }
        if (args.length === 0 && own.length > 0) args = own;
        visited.push(...own);
        current = expression;
      } else if (isPropertyAccessExpression(current)) {
        names.push(current.name.text);
        current = current.expression;
      } else return false;
    }
  }

  #readAssertCall(node: ts.CallExpression, matcher: string, place: Place): void {
    const [subject, expected, ...others] = node.arguments;
    if (subject === undefined) return;
    const isSingle = /(?:^assert|\.(?:ok|notOk|truthy|falsy|true|false|isTrue|isFalse|isOk|exists))$/.test(matcher);
    this.#found.assertions.push({
      ...this.#at(node, place),
      subject: this.#text(subject),
      matcher,
      expected: expected === undefined || isSingle ? [] : [this.#text(expected)],
      condition: place.condition,
    });
    const [third] = others;
    if (/(?:closeTo|approximately)$/i.test(matcher) && third !== undefined) this.#addNumber('tolerance', third, place);
  }

  /** `promise.catch(() => {})` */
  #readEmptyCatch(node: ts.CallExpression, place: Place): void {
    const { isPropertyAccessExpression, isArrowFunction, isFunctionExpression, isBlock } = this.#ts;
    const { expression } = node;
    const [handler] = node.arguments;
    if (!isPropertyAccessExpression(expression) || expression.name.text !== 'catch' || handler === undefined) return;
    if (!isArrowFunction(handler) && !isFunctionExpression(handler)) return;
    const { body, parameters } = handler;
    const name = parameters[0] && this.#text(parameters[0].name);
    this.#found.handlers.push({
      ...this.#at(expression.name, place),
      tried: compactText(this.#text(expression.expression)),
      text: `.catch(${this.#text(handler)})`,
      isEmpty: isBlock(body) ? body.statements.length === 0 : this.#text(body) === 'undefined',
      ...this.#handling(handler, name === undefined ? undefined : name),
    });
  }

  #resultOf(node: ts.Node): 'awaited' | 'dropped' | 'used' {
    const { isAwaitExpression, isReturnStatement, isArrowFunction, isParenthesizedExpression } = this.#ts;
    let { parent } = node;
    while (isParenthesizedExpression(parent)) ({ parent } = parent);
    const isReturned = isReturnStatement(parent) || (isArrowFunction(parent) && parent.body === node);
    if (isAwaitExpression(parent) || isReturned) return 'awaited';
    return this.#ts.isExpressionStatement(parent) || this.#ts.isVoidExpression(parent) ? 'dropped' : 'used';
  }

  /** The statement with which an `if` without `else` leaves the function or the loop. */
  #exitOf(
    statement: ts.Statement,
  ): { readonly condition: ts.Expression; readonly leaves: ts.Statement } | undefined {
    const { isIfStatement, isBlock, isReturnStatement, isThrowStatement, isContinueStatement, isBreakStatement } = this.#ts;
    if (!isIfStatement(statement) || statement.elseStatement !== undefined) return undefined;
    const { thenStatement, expression } = statement;
    const body = isBlock(thenStatement) ? thenStatement.statements : [thenStatement];
    const leaves = body.at(-1);
    if (leaves === undefined || body.length > 2) return undefined;
    const isExit =
      isReturnStatement(leaves) || isThrowStatement(leaves) || isContinueStatement(leaves) || isBreakStatement(leaves);
    return isExit ? { condition: expression, leaves } : undefined;
  }

  #readGuard(statement: ts.Statement, next: ts.Statement | undefined, place: Place): void {
    const exit = this.#exitOf(statement);
    if (exit === undefined) return;
    const names: string[] = [];
    const visit = (node: ts.Node): void => {
      if (this.#ts.isIdentifier(node) && !this.#isMemberName(node)) names.push(node.text);
      this.#ts.forEachChild(node, visit);
    };
    visit(exit.condition);
    this.#found.guards.push({
      ...this.#at(statement, place),
      condition: compactText(this.#text(exit.condition)),
      text: this.#text(statement),
      next: next === undefined ? undefined : compactText(this.#head(next)),
      names,
    });
  }

  #isMemberName(node: ts.Identifier): boolean {
    return this.#ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
  }

  #readStatement(node: ts.Statement, place: Place): void {
    if (this.#ts.isBlock(node)) return;
    this.#readSilencers(node, place);
    const head = this.#head(node);
    const { text, looseness } = this.#withoutLooseness(node, head);
    this.#found.statements.push({ ...this.#at(node, place), text: compactText(head), plain: compactText(text), looseness });
  }

  /** A simple statement, or what is before the body of another one. Bodies of functions are left out. */
  #head(node: ts.Statement): string {
    const ts = this.#ts;
    if (ts.isIfStatement(node)) return `if (${this.#text(node.expression)})`;
    if (ts.isIterationStatement(node, false)) {
      return this.#file.text.slice(node.getStart(this.#file), node.statement.getStart(this.#file)).trim();
    }
    if (ts.isSwitchStatement(node)) return `switch (${this.#text(node.expression)})`;
    if (ts.isTryStatement(node)) return 'try';
    let end = node.end;
    const findBody = (child: ts.Node): void => {
      if (child.pos >= end) return;
      if (ts.isBlock(child) || (ts.isClassLike(child) && child !== node)) end = Math.min(end, child.getStart(this.#file));
      else ts.forEachChild(child, findBody);
    };
    ts.forEachChild(node, findBody);
    if (ts.isClassDeclaration(node)) end = Math.min(end, node.members.pos);
    return this.#file.text.slice(node.getStart(this.#file), end).trim();
  }

  /** A statement without `!` and without assertions and annotations of the type `any`. */
  #withoutLooseness(node: ts.Statement, head: string): { readonly text: string; readonly looseness: number } {
    const ts = this.#ts;
    const start = node.getStart(this.#file);
    const cuts: (readonly [from: number, to: number])[] = [];
    let looseness = 0;
    const cut = (from: number, to: number, isLoose: boolean): void => {
      cuts.push([from, to]);
      if (isLoose) looseness++;
    };
    const visit = (child: ts.Node): void => {
      if (child.getStart(this.#file) >= start + head.length) return;
      if (ts.isNonNullExpression(child)) cut(child.expression.end, child.end, true);
      else if (ts.isAsExpression(child) && this.#isLooseType(child.type)) cut(child.expression.end, child.end, true);
      else if ((ts.isParameter(child) || ts.isVariableDeclaration(child)) && child.type !== undefined) {
        // The annotation with its colon.
        cut(child.type.pos - 1, child.type.end, this.#text(child.type) === 'any');
      }
      ts.forEachChild(child, visit);
    };
    visit(node);
    let text = '';
    let at = start;
    for (const [from, to] of cuts.sort(([one], [other]) => one - other)) {
      if (from < at || to > start + head.length) continue;
      text += this.#file.text.slice(at, from);
      at = to;
    }
    text += this.#file.text.slice(at, start + head.length);
    // Parentheses around what was asserted are left.
    return { text: text.replaceAll(/(?<![\w$\])])\(([\w$.]+)\)/g, '$1'), looseness };
  }

  #isLooseType(type: ts.TypeNode): boolean {
    const text = this.#text(type);
    return text === 'any' || text === 'never' || text === 'unknown';
  }

  #readSilencers(node: ts.Statement, place: Place): void {
    const ranges = this.#ts.getLeadingCommentRanges(this.#file.text, node.pos) ?? [];
    for (const { pos, end } of ranges) {
      const text = this.#file.text.slice(pos, end);
      if (!SILENCER.test(text)) continue;
      const { line } = this.#file.getLineAndCharacterOfPosition(pos);
      this.#found.silencers.push({ scope: place.scope, line: line + 1, text });
    }
  }

  #readNumber(node: ts.Node, place: Place): void {
    const { isVariableDeclaration, isPropertyAssignment, isParameter, isPropertyDeclaration, isBinaryExpression } = this.#ts;
    if (isVariableDeclaration(node) || isPropertyAssignment(node) || isParameter(node) || isPropertyDeclaration(node)) {
      if (node.initializer !== undefined) {
        const name = this.#text(node.name);
        this.#addNumber(name, node.initializer, place, { isSize: name === 'length' });
      }
    } else if (isBinaryExpression(node) && node.operatorToken.kind === this.#ts.SyntaxKind.EqualsToken) {
      this.#addNumber(this.#text(node.left), node.right, place);
    }
  }

  /** Tables of cases, objects with an expected value, and named lists. */
  #readData(node: ts.Node, place: Place): void {
    const { isArrayLiteralExpression, isObjectLiteralExpression, isPropertyAssignment, isVariableDeclaration } = this.#ts;
    if (isVariableDeclaration(node) || isPropertyAssignment(node)) {
      const { initializer } = node;
      if (initializer !== undefined && isArrayLiteralExpression(initializer)) {
        this.#addList(this.#text(node.name), initializer, place);
      }
    } else if (isArrayLiteralExpression(node)) {
      const { elements } = node;
      if (elements.length < 2 || !elements.every(isArrayLiteralExpression)) return;
      for (const row of elements) {
        const last = row.elements.at(-1);
        if (row.elements.length < 2 || last === undefined) continue;
        const inputs = row.elements.slice(0, -1).map((cell) => this.#text(cell));
        this.#found.rows.push({ ...this.#at(last, place), inputs: inputs.join(','), expected: this.#text(last) });
      }
    } else if (isObjectLiteralExpression(node) && isArrayLiteralExpression(node.parent)) {
      for (const property of node.properties) {
        if (!isPropertyAssignment(property) || !EXPECTED_PROPERTY.test(this.#text(property.name))) continue;
        const inputs = node.properties.filter((one) => one !== property).map((one) => this.#text(one));
        if (inputs.length === 0) continue;
        const row = { inputs: inputs.join(','), expected: this.#text(property.initializer) };
        this.#found.rows.push({ ...this.#at(property, place), ...row });
      }
    }
  }

  #addList(name: string, { elements }: ts.ArrayLiteralExpression, place: Place): void {
    if (elements.some((element) => this.#ts.isSpreadElement(element))) return;
    const [first] = elements;
    this.#found.lists.push({ ...this.#at(first ?? this.#file, place), name, size: elements.length });
  }

  #addNumber(name: string, node: ts.Expression, place: Place, { isSize = false, isOption = false } = {}): void {
    const text = this.#text(node);
    const value = numberOf(text);
    if (value === undefined) return;
    this.#found.numbers.push({ ...this.#at(node, place), name, value, text, isSize, isOption });
  }

  #addCondition(node: ts.Node, place: Place): void {
    this.#found.conditions.push({ ...this.#at(node, place), text: this.#text(node) });
  }

  #isLogical(kind: ts.SyntaxKind): boolean {
    const { SyntaxKind } = this.#ts;
    return kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken;
  }

  #at(node: ts.Node, { scope }: Place): { readonly scope: string; readonly line: number } {
    const { line } = this.#file.getLineAndCharacterOfPosition(node.getStart(this.#file));
    return { scope, line: line + 1 };
  }

  #text(node: ts.Node): string {
    return node.getText(this.#file);
  }
}
