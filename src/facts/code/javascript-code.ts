import type { ts } from 'ts-morph';
import { loadTypeScript, parseScript, type TypeScript } from '../../code/language/typescript-parser.ts';
import type { Dialect } from '../../code/language/source-language.ts';
import type { ObservedCode } from '../interface/observed-code.ts';
import { CASES_NAME, EXPECTED_NAME, isLiteral, MAX_CONDITION, numberOf, Observer, WAITS } from './observer.ts';
import { ASSERTION, JavaScriptSyntax } from './javascript-syntax.ts';
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
/** A statement that does nothing with an error, and at most returns a value for it. */
const LEAVES = /^(?:continue|break|return(?: (?:null|undefined|true|false|\[\]|\{\}|''|""|-?\d+))?);?$/;
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
  /** The positions of the comments that were read. Several nodes can begin after one. */
  readonly #seenComments = new Set<number>();

  constructor(typescript: TypeScript, file: ts.SourceFile) {
    this.#ts = typescript;
    this.#file = file;
    this.#syntax = new JavaScriptSyntax(typescript, file);
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
      this.#readMember(node, place);
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
        this.#found.conditions.push({ ...this.#at(clause, place), text });
      }
    }
    if (ts.isCallExpression(node)) {
      this.#visitCall(node, place);
      return;
    }
    if (ts.isPropertyAccessExpression(node) && this.#readChain(node, place)) return;
    if (ts.isTaggedTemplateExpression(node) && this.#text(node.tag).endsWith('.each'))
      this.#readTemplateTable(node, place);
    if (ts.isNewExpression(node)) this.#readNew(node, place);
    if (ts.isJsxExpression(node) && node.expression === undefined && SILENCER.test(this.#text(node))) {
      this.#found.silencers.push({ ...this.#at(node, place), text: this.#text(node) });
    }
    this.#readNumber(node, place);
    this.#readData(node, place);
    this.#readValue(node, place);
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
    if (split !== undefined) {
      this.#found.assertions.push({ ...this.#at(expression, place), ...split, condition: place.condition });
    }
    const condition = `if (${this.#text(expression)})${elseStatement === undefined ? '' : ' … else'}`;
    this.#visit(thenStatement, { ...place, condition });
    if (elseStatement !== undefined) this.#visit(elseStatement, { ...place, condition });
  }

  #visitTry({ tryBlock, catchClause, finallyBlock }: ts.TryStatement, place: Place): void {
    const handler = catchClause?.block;
    const error = catchClause?.variableDeclaration;
    const isLost = handler !== undefined && !this.#syntax.handlingOf(handler, error && this.#text(error.name)).passesOn;
    this.#visitStatements(tryBlock.statements, isLost ? { ...place, condition: place.condition ?? 'try' } : place);
    const [first] = tryBlock.statements;
    if (catchClause !== undefined) {
      const { block, variableDeclaration } = catchClause;
      const name = variableDeclaration && this.#text(variableDeclaration.name);
      this.#found.handlers.push({
        ...this.#at(catchClause, place),
        tried: first === undefined ? '' : compactText(this.#syntax.headOf(first)),
        text: this.#text(catchClause),
        isEmpty: block.statements.every((one) => LEAVES.test(this.#text(one))),
        ...this.#syntax.handlingOf(block, name),
      });
      this.#visitStatements(block.statements, { ...place, condition: 'catch' });
    }
    if (finallyBlock !== undefined) this.#visitStatements(finallyBlock.statements, place);
  }

  #visitLoop(node: ts.IterationStatement, place: Place): void {
    const { isForStatement, isForOfStatement, isForInStatement, isBinaryExpression, isArrayLiteralExpression } =
      this.#ts;
    const head = this.#syntax.headOf(node);
    if (isForStatement(node) && node.condition !== undefined && isBinaryExpression(node.condition)) {
      this.#addNumber(this.#text(node.condition.left), node.condition.right, place, { isSize: true });
      this.#found.sizeNames.add(this.#text(node.condition.right));
    }
    if (this.#ts.isWhileStatement(node)) {
      for (const name of this.#text(node.expression).match(/[A-Za-z_$][\w$]*/g) ?? []) this.#found.sizeNames.add(name);
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
      result: this.#syntax.resultOf(node),
    });
    if (ASSERTION.test(name)) this.#readAssertCall(node, name, place);
    this.#readEmptyCatch(node, place);
    this.#readErrorListener(node, place);
    const [only, ...others] = node.arguments;
    if (only !== undefined && others.length === 0) {
      const isSize = /(?:^|\.)(?:Array|repeat|alloc)$/.test(name);
      this.#addNumber(name, only, place, { isSize, isOption: RUNNER_LIMIT.test(name) });
      if (RUNNER_OPTIONS.test(name)) this.#readTestOptions([only], place);
    }
    const [limit] = others;
    if (limit !== undefined && WAITS.test(name)) this.#addNumber('timeout', limit, place);
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
          const [checked, ...rest] = own;
          const split = checked && rest.length === 0 ? this.#syntax.splitComparison(checked) : undefined;
          const isTrue =
            /(?:^|\.)(?:toBeTruthy|ok|true)$/.test(matcher) ||
            (/(?:^|\.)(?:toBe|equal)$/.test(matcher) && args[0]?.kind === this.#ts.SyntaxKind.TrueKeyword);
          if (split !== undefined && isTrue) {
            for (const one of own) this.#visit(one, place);
            this.#found.assertions.push({ ...this.#at(node, place), ...split, condition: place.condition });
            return true;
          }
          // `expect([1, 2]).toContain(value)` checks the value.
          const isSwapped =
            /toContain$/.test(matcher) &&
            checked !== undefined &&
            args[0] !== undefined &&
            isLiteral(this.#text(checked)) &&
            !isLiteral(this.#text(args[0]));
          const [subjects, expected] = isSwapped ? [args, own] : [own, args];
          for (const one of [...own, ...visited]) this.#visit(one, place);
          this.#found.assertions.push({
            ...this.#at(node, place),
            subject: subjects.map((one) => this.#text(one)).join(', '),
            matcher,
            expected: expected.map((one) => this.#valueOf(one)),
            condition: place.condition,
          });
          this.#found.calls.push({
            ...this.#at(node, place),
            name: `expect.${matcher}`,
            args: [...own, ...args].map((one) => this.#text(one)),
            result: this.#syntax.resultOf(node),
          });
          if (matcher.endsWith('toBeCloseTo') && args[1] !== undefined) this.#addNumber('precision', args[1], place);
          return true;
        }
        if (args.length === 0 && own.length > 0) args = own;
        visited.push(...own);
        current = expression;
      } else if (isPropertyAccessExpression(current)) {
        if (current.name.text === 'should') {
          this.#readShould(node, { subject: current.expression, matcher: names.reverse().join('.'), args }, place);
          return true;
        }
        names.push(current.name.text);
        current = current.expression;
      } else return false;
    }
  }

  /** `value.should.equal(…)` */
  #readShould(
    node: ts.Node,
    {
      subject,
      matcher,
      args,
    }: { readonly subject: ts.Expression; readonly matcher: string; readonly args: readonly ts.Expression[] },
    place: Place,
  ): void {
    for (const one of [subject, ...args]) this.#visit(one, place);
    this.#found.assertions.push({
      ...this.#at(node, place),
      subject: this.#text(subject),
      matcher,
      expected: args.map((one) => this.#valueOf(one)),
      condition: place.condition,
    });
  }

  #readAssertCall(node: ts.CallExpression, matcher: string, place: Place): void {
    const [first, second, ...others] = node.arguments;
    if (first === undefined) return;
    // Some write what they expect first.
    const isSwapped = second !== undefined && isLiteral(this.#text(first)) && !isLiteral(this.#text(second));
    const [subject, expected] = isSwapped ? [second, first] : [first, second];
    const split = this.#syntax.splitComparison(first);
    if (split !== undefined && /^(?:assert|assert\.ok|t\.(?:assert\.)?(?:ok|truthy|true))$/.test(matcher)) {
      this.#found.assertions.push({ ...this.#at(node, place), ...split, condition: place.condition });
      return;
    }
    const isSingle = /(?:^assert|\.(?:ok|notOk|truthy|falsy|true|false|isTrue|isFalse|isOk|exists))$/.test(matcher);
    this.#found.assertions.push({
      ...this.#at(node, place),
      subject: this.#text(subject),
      matcher,
      expected: expected === undefined || isSingle ? [] : [this.#valueOf(expected)],
      condition: place.condition,
    });
    const [third] = others;
    if (/(?:closeTo|approximately)$/i.test(matcher) && third !== undefined) this.#addNumber('tolerance', third, place);
  }

  /** `stream.on('error', () => {})` */
  #readErrorListener(node: ts.CallExpression, place: Place): void {
    const { isArrowFunction, isFunctionExpression } = this.#ts;
    const [event, handler] = node.arguments;
    if (event === undefined || handler === undefined || !/^['"]error['"]$/.test(this.#text(event))) return;
    if (!isArrowFunction(handler) && !isFunctionExpression(handler)) return;
    const name = handler.parameters[0] && this.#text(handler.parameters[0].name);
    const { body } = handler;
    this.#found.handlers.push({
      ...this.#at(handler, place),
      tried: compactText(`${this.#text(node.expression)}(error)`),
      text: this.#text(node),
      isEmpty: this.#ts.isBlock(body) && body.statements.length === 0,
      ...this.#syntax.handlingOf(handler.body, name),
    });
  }

  /** `promise.catch(() => {})` */
  #readEmptyCatch(node: ts.CallExpression, place: Place): void {
    const { isPropertyAccessExpression, isArrowFunction, isFunctionExpression, isBlock } = this.#ts;
    const { expression } = node;
    const [handler] = node.arguments;
    if (!isPropertyAccessExpression(expression) || expression.name.text !== 'catch' || handler === undefined) return;
    if (/(?:^|\.)noop$/i.test(this.#text(handler))) {
      const text = `.catch(${this.#text(handler)})`;
      const tried = compactText(this.#text(expression.expression));
      const lost = { isEmpty: true, logs: false, passesOn: false };
      this.#found.handlers.push({ ...this.#at(expression.name, place), tried, text, ...lost });
    }
    if (!isArrowFunction(handler) && !isFunctionExpression(handler)) return;
    const { body, parameters } = handler;
    const name = parameters[0] && this.#text(parameters[0].name);
    this.#found.handlers.push({
      ...this.#at(expression.name, place),
      tried: compactText(this.#text(expression.expression)),
      text: `.catch(${this.#text(handler)})`,
      isEmpty: isBlock(body)
        ? body.statements.every((one) => LEAVES.test(this.#text(one)))
        : /^(?:undefined|null|void 0|\{\})$/.test(this.#text(body)),
      ...this.#syntax.handlingOf(handler, name === undefined ? undefined : name),
    });
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
      ...this.#at(statement, place),
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
      this.#found.statements.push({ ...this.#at(node, place), ...guarded });
    }
    this.#found.statements.push({
      ...this.#at(node, place),
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

  #readNumber(node: ts.Node, place: Place): void {
    const { isVariableDeclaration, isPropertyAssignment, isParameter, isPropertyDeclaration, isBinaryExpression } =
      this.#ts;
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
    const { isArrayLiteralExpression, isObjectLiteralExpression, isPropertyAssignment, isVariableDeclaration } =
      this.#ts;
    if (isVariableDeclaration(node) || isPropertyAssignment(node)) {
      const { initializer } = node;
      if (initializer !== undefined && isArrayLiteralExpression(initializer)) {
        this.#addList(this.#text(node.name), initializer, place);
      }
      const isCases =
        initializer !== undefined && isObjectLiteralExpression(initializer) && CASES_NAME.test(this.#text(node.name));
      for (const property of isCases ? initializer.properties.filter(isPropertyAssignment) : []) {
        const row = { inputs: this.#text(property.name), expected: this.#text(property.initializer) };
        if (isLiteral(row.expected)) this.#found.rows.push({ ...this.#at(property, place), ...row });
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
        if (!isPropertyAssignment(property) || !EXPECTED_NAME.test(this.#text(property.name))) continue;
        const inputs = node.properties.filter((one) => one !== property).map((one) => this.#text(one));
        if (inputs.length === 0) continue;
        const row = { inputs: inputs.join(','), expected: this.#text(property.initializer) };
        this.#found.rows.push({ ...this.#at(property, place), ...row });
      }
    }
  }

  /** A value that decides later, such as `const isTest = …`, and a clock or a source of random numbers that is replaced. */
  #readValue(node: ts.Node, place: Place): void {
    const { isVariableDeclaration, isReturnStatement, isBinaryExpression, isArrayLiteralExpression } = this.#ts;
    const value = isVariableDeclaration(node)
      ? node.initializer
      : isReturnStatement(node)
        ? node.expression
        : undefined;
    if (value !== undefined && value.end - value.pos < MAX_CONDITION) {
      this.#found.values.push({ ...this.#at(value, place), text: this.#text(value) });
    }
    if (isVariableDeclaration(node) && value !== undefined && !isArrayLiteralExpression(value)) {
      const name = this.#text(node.name);
      const expected = this.#text(value);
      if (EXPECTED_NAME.test(name) && isLiteral(expected))
        this.#found.rows.push({ ...this.#at(node, place), inputs: name, expected });
    }
    if (isBinaryExpression(node) && node.operatorToken.kind === this.#ts.SyntaxKind.EqualsToken) {
      const call = { name: `${this.#text(node.left)} =`, args: [this.#text(node.right)], result: 'used' } as const;
      this.#found.calls.push({ ...this.#at(node, place), ...call });
    }
  }

  /** A table of cases in a template: each line is a case. */
  #readTemplateTable({ template }: ts.TaggedTemplateExpression, place: Place): void {
    const { line } = this.#at(template, place);
    for (const [index, row] of this.#text(template).split('\n').entries()) {
      const cells = row.replaceAll('||', '|').split('|');
      const expected = cells.pop()?.trim() ?? '';
      if (cells.length === 0) continue;
      this.#found.rows.push({ scope: place.scope, line: line + index, inputs: cells.join('|'), expected });
    }
  }

  #readNew(node: ts.NewExpression, place: Place): void {
    const name = `new ${this.#text(node.expression)}`;
    const args = node.arguments?.map((argument) => this.#text(argument)) ?? [];
    this.#found.calls.push({ ...this.#at(node, place), name, args, result: 'used' });
    const [only] = node.arguments ?? [];
    const isSize = /^new (?:Array|ArrayBuffer|[A-Z]\w+Array)$/.test(name);
    if (only !== undefined && args.length === 1 && isSize) this.#addNumber(name, only, place, { isSize });
  }

  /** A member of a class or an interface, or an alias of a type: its name, and how often its type is `any`. */
  #readMember(node: ts.ClassElement | ts.TypeElement | ts.TypeAliasDeclaration, place: Place): void {
    const { name } = node;
    if (name === undefined) return;
    const body = this.#ts.isFunctionLike(node) && 'body' in node ? node.body : undefined;
    let looseness = 0;
    const visit = (child: ts.Node): void => {
      if (child === body) return;
      if (child.kind === this.#ts.SyntaxKind.AnyKeyword) looseness++;
      this.#ts.forEachChild(child, visit);
    };
    this.#ts.forEachChild(node, visit);
    const start = node.getStart(this.#file);
    const text = this.#file.text.slice(start, body?.getStart(this.#file) ?? node.end).trim();
    const statement = { text: compactText(text), plain: `member ${this.#text(name)}`, looseness, casts: 0 };
    this.#found.statements.push({ ...this.#at(node, place), ...statement, condition: undefined });
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

  /** The text of an expression without assertions of its type. */
  #valueOf(node: ts.Expression): string {
    const { isAsExpression, isNonNullExpression, isSatisfiesExpression } = this.#ts;
    const isWrapped = isAsExpression(node) || isNonNullExpression(node) || isSatisfiesExpression(node);
    return isWrapped ? this.#valueOf(node.expression) : this.#text(node);
  }

  #text(node: ts.Node): string {
    return this.#syntax.text(node);
  }
}
