import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../code/language/typescript-parser.ts';
import { isLocal } from './local-names.ts';

/** The names that a script declares at top level and gives other values. */
export class WrittenNames {
  /** The names that are assigned or declared again. */
  readonly #assigned = new Set<string>();
  readonly #declared = new Set<string>();
  readonly #ts: TypeScript;

  constructor(typescript: TypeScript, source: ts.SourceFile) {
    this.#ts = typescript;
    this.#visit(source);
  }

  isAssigned(name: string): boolean {
    return this.#assigned.has(name);
  }

  #visit(node: ts.Node): void {
    const ts = this.#ts;
    if (ts.isVariableDeclaration(node)) this.#readDeclaration(node);
    else if (ts.isBinaryExpression(node)) {
      const { FirstAssignment, LastAssignment } = ts.SyntaxKind;
      const operator = node.operatorToken.kind;
      if (operator >= FirstAssignment && operator <= LastAssignment) this.#write(node.left);
    } else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
      const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind;
      if (node.operator === PlusPlusToken || node.operator === MinusMinusToken) this.#write(node.operand);
    } else if (ts.isForInStatement(node) || ts.isForOfStatement(node)) {
      if (!ts.isVariableDeclarationList(node.initializer)) this.#write(node.initializer);
    }
    ts.forEachChild(node, (child) => this.#visit(child));
  }

  #readDeclaration({ name }: ts.VariableDeclaration): void {
    const ts = this.#ts;
    if (!ts.isIdentifier(name) || isLocal(this.#ts, name)) return;
    if (this.#declared.has(name.text)) this.#assigned.add(name.text);
    this.#declared.add(name.text);
  }

  #write(target: ts.Expression): void {
    const ts = this.#ts;
    const node = this.#plain(target);
    if (ts.isIdentifier(node)) this.#addAssigned(node);
    else if (ts.isArrayLiteralExpression(node)) node.elements.forEach((one) => this.#write(one));
    else if (ts.isSpreadElement(node)) this.#write(node.expression);
    else if (ts.isObjectLiteralExpression(node)) {
      for (const property of node.properties) {
        if (ts.isShorthandPropertyAssignment(property)) this.#addAssigned(property.name);
        else if (ts.isPropertyAssignment(property)) this.#write(property.initializer);
        else if (ts.isSpreadAssignment(property)) this.#write(property.expression);
      }
    } else if (ts.isBinaryExpression(node)) this.#write(node.left);
  }

  #addAssigned(name: ts.Identifier): void {
    if (!isLocal(this.#ts, name)) this.#assigned.add(name.text);
  }

  /** The expression without parentheses and casts. */
  #plain(node: ts.Expression): ts.Expression {
    const ts = this.#ts;
    const isWrapper =
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isTypeAssertionExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node);
    return isWrapper ? this.#plain(node.expression) : node;
  }
}
