import type { ts } from 'ts-morph';
import {
  CASES_NAME,
  EXPECTED_NAME,
  isLiteral,
  MAX_CONDITION,
  numberOf,
  type Observer,
  type Place,
} from './observer.ts';
import type { JavaScriptSyntax } from './javascript-syntax.ts';
import { compactText } from './statement-text.ts';

/** Reads the numbers, tables, lists and types of a module of JavaScript or TypeScript. */
export class JavaScriptValues {
  readonly #syntax: JavaScriptSyntax;
  readonly #found: Observer;

  constructor(syntax: JavaScriptSyntax, found: Observer) {
    this.#syntax = syntax;
    this.#found = found;
  }

  readNumber(node: ts.Node, place: Place): void {
    const { isVariableDeclaration, isPropertyAssignment, isParameter, isPropertyDeclaration, isBinaryExpression } =
      this.#syntax.ts;
    if (isVariableDeclaration(node) || isPropertyAssignment(node) || isParameter(node) || isPropertyDeclaration(node)) {
      if (node.initializer !== undefined) {
        const name = this.#syntax.text(node.name);
        this.addNumber(name, node.initializer, place, { isSize: name === 'length' });
      }
    } else if (isBinaryExpression(node) && node.operatorToken.kind === this.#syntax.ts.SyntaxKind.EqualsToken) {
      this.addNumber(this.#syntax.text(node.left), node.right, place);
    }
  }

  /** Tables of cases, objects with an expected value, and named lists. */
  readData(node: ts.Node, place: Place): void {
    const { isArrayLiteralExpression, isObjectLiteralExpression, isPropertyAssignment, isVariableDeclaration } =
      this.#syntax.ts;
    if (isVariableDeclaration(node) || isPropertyAssignment(node)) {
      const { initializer } = node;
      if (initializer !== undefined && isArrayLiteralExpression(initializer)) {
        this.addList(this.#syntax.text(node.name), initializer, place);
      }
      const isCases =
        initializer !== undefined &&
        isObjectLiteralExpression(initializer) &&
        CASES_NAME.test(this.#syntax.text(node.name));
      for (const property of isCases ? initializer.properties.filter(isPropertyAssignment) : []) {
        const row = { inputs: this.#syntax.text(property.name), expected: this.#syntax.text(property.initializer) };
        if (isLiteral(row.expected)) this.#found.rows.push({ ...this.#syntax.placeOf(property, place), ...row });
      }
    } else if (isArrayLiteralExpression(node)) {
      const { elements } = node;
      if (elements.length < 2 || !elements.every(isArrayLiteralExpression)) return;
      for (const row of elements) {
        const last = row.elements.at(-1);
        if (row.elements.length < 2 || last === undefined) continue;
        const inputs = row.elements.slice(0, -1).map((cell) => this.#syntax.text(cell));
        this.#found.rows.push({
          ...this.#syntax.placeOf(last, place),
          inputs: inputs.join(','),
          expected: this.#syntax.text(last),
        });
      }
    } else if (isObjectLiteralExpression(node) && isArrayLiteralExpression(node.parent)) {
      for (const property of node.properties) {
        if (!isPropertyAssignment(property) || !EXPECTED_NAME.test(this.#syntax.text(property.name))) continue;
        const inputs = node.properties.filter((one) => one !== property).map((one) => this.#syntax.text(one));
        if (inputs.length === 0) continue;
        const row = { inputs: inputs.join(','), expected: this.#syntax.text(property.initializer) };
        this.#found.rows.push({ ...this.#syntax.placeOf(property, place), ...row });
      }
    }
  }

  /** A value that decides later, such as `const isTest = …`, and a clock or a source of random numbers that is replaced. */
  readValue(node: ts.Node, place: Place): void {
    const { isVariableDeclaration, isReturnStatement, isBinaryExpression, isArrayLiteralExpression } = this.#syntax.ts;
    const value = isVariableDeclaration(node)
      ? node.initializer
      : isReturnStatement(node)
        ? node.expression
        : undefined;
    if (value !== undefined && value.end - value.pos < MAX_CONDITION) {
      this.#found.values.push({ ...this.#syntax.placeOf(value, place), text: this.#syntax.text(value) });
    }
    if (isVariableDeclaration(node) && value !== undefined && !isArrayLiteralExpression(value)) {
      const name = this.#syntax.text(node.name);
      const expected = this.#syntax.text(value);
      if (EXPECTED_NAME.test(name) && isLiteral(expected))
        this.#found.rows.push({ ...this.#syntax.placeOf(node, place), inputs: name, expected });
    }
    if (isBinaryExpression(node) && node.operatorToken.kind === this.#syntax.ts.SyntaxKind.EqualsToken) {
      const call = {
        name: `${this.#syntax.text(node.left)} =`,
        args: [this.#syntax.text(node.right)],
        result: 'used',
      } as const;
      this.#found.calls.push({ ...this.#syntax.placeOf(node, place), ...call });
    }
  }

  /** A table of cases in a template: each line is a case. */
  readTemplateTable({ template }: ts.TaggedTemplateExpression, place: Place): void {
    const { line } = this.#syntax.placeOf(template, place);
    for (const [index, row] of this.#syntax.text(template).split('\n').entries()) {
      const cells = row.replaceAll('||', '|').split('|');
      const expected = cells.pop()?.trim() ?? '';
      if (cells.length === 0) continue;
      this.#found.rows.push({ scope: place.scope, line: line + index, inputs: cells.join('|'), expected });
    }
  }

  readNew(node: ts.NewExpression, place: Place): void {
    const name = `new ${this.#syntax.text(node.expression)}`;
    const args = node.arguments?.map((argument) => this.#syntax.text(argument)) ?? [];
    this.#found.calls.push({ ...this.#syntax.placeOf(node, place), name, args, result: 'used' });
    const [only] = node.arguments ?? [];
    const isSize = /^new (?:Array|ArrayBuffer|[A-Z]\w+Array)$/.test(name);
    if (only !== undefined && args.length === 1 && isSize) this.addNumber(name, only, place, { isSize });
  }

  /** A member of a class or an interface, or an alias of a type: its name, and how often its type is `any`. */
  readMember(node: ts.ClassElement | ts.TypeElement | ts.TypeAliasDeclaration, place: Place): void {
    const { name } = node;
    if (name === undefined) return;
    const body = this.#syntax.ts.isFunctionLike(node) && 'body' in node ? node.body : undefined;
    let looseness = 0;
    const visit = (child: ts.Node): void => {
      if (child === body) return;
      if (child.kind === this.#syntax.ts.SyntaxKind.AnyKeyword) looseness++;
      this.#syntax.ts.forEachChild(child, visit);
    };
    this.#syntax.ts.forEachChild(node, visit);
    const start = node.getStart(this.#syntax.file);
    const text = this.#syntax.file.text.slice(start, body?.getStart(this.#syntax.file) ?? node.end).trim();
    const statement = { text: compactText(text), plain: `member ${this.#syntax.text(name)}`, looseness, casts: 0 };
    this.#found.statements.push({ ...this.#syntax.placeOf(node, place), ...statement, condition: undefined });
  }

  /** The time limit and the options of a test. */
  readTestOptions(args: readonly ts.Expression[], place: Place): void {
    const last = args.at(-1);
    if (last !== undefined) this.addNumber('timeout', last, place, { isOption: true });
    for (const options of args.filter(this.#syntax.ts.isObjectLiteralExpression)) {
      for (const property of options.properties.filter(this.#syntax.ts.isPropertyAssignment)) {
        this.addNumber(this.#syntax.text(property.name), property.initializer, place, { isOption: true });
      }
    }
  }

  addList(name: string, { elements }: ts.ArrayLiteralExpression, place: Place): void {
    if (elements.some((element) => this.#syntax.ts.isSpreadElement(element))) return;
    const [first] = elements;
    this.#found.lists.push({ ...this.#syntax.placeOf(first ?? this.#syntax.file, place), name, size: elements.length });
  }

  addNumber(name: string, node: ts.Expression, place: Place, { isSize = false, isOption = false } = {}): void {
    const text = this.#syntax.text(node);
    const value = numberOf(text);
    if (value === undefined) return;
    this.#found.numbers.push({ ...this.#syntax.placeOf(node, place), name, value, text, isSize, isOption });
  }
}
