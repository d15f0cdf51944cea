import type { ts } from 'ts-morph';
import { findExportedObject } from '../language/exported-object.ts';
import type { TypeScript } from '../language/typescript-parser.ts';
import { memberSourcesOf, returnsArgument } from './commonjs-members.ts';
import { constantTruth, isDeadCode } from './dead-code.ts';
import { mayEnd } from './failing-module.ts';
import { isShadowed } from './shadowed-name.ts';
import { unwrapExpression } from './unwrap-expression.ts';

/** A value that a module exports: an expression, or a method of an object literal. */
export type CommonJsValue = ts.Expression | ts.MethodDeclaration;

/** A write to the exports of a module. */
export interface CommonJsWrite {
  readonly node: ts.Node;
  /** `member`: `exports.a = …`; `whole`: `module.exports = …`; `local`: `exports = …`; `delete`: `delete exports.a`. */
  readonly kind: 'member' | 'whole' | 'local' | 'delete';
  /** The variable that is written to: with `exports`, a module that replaces `module.exports` is not changed. */
  readonly through: 'exports' | 'module';
  readonly value: CommonJsValue | undefined;
  /** Whether the write happens whenever the module runs, in the order of the text. */
  readonly isCertain: boolean;
}

/** Reads the writes of one name, and of the exports as a whole. */
export function readCommonJsWrites(typescript: TypeScript, source: ts.SourceFile, name: string): WriteReader {
  const reader = new WriteReader(typescript, source, name);
  reader.read();
  return reader;
}

class WriteReader {
  readonly writes: CommonJsWrite[] = [];
  /** The first place from which the name can have a value that no write states. */
  openPlace: ts.Node | undefined;
  /** The variables that code outside of this text receives, and can write to. */
  readonly #passed = new Set<string>();
  /** Whether a write of the name is left out because it never runs, or is to another variable. */
  hasIgnored = false;
  readonly #ts: TypeScript;
  readonly #source: ts.SourceFile;
  readonly #name: string;
  /** Whether the name is deleted from the variable that is the whole module. */
  isDeleted = false;
  /** `api.a = …` and `delete api.a`, which are about an export if `api` is the whole module. */
  readonly #ofOthers: { readonly node: ts.Node; readonly object: string }[] = [];

  constructor(typescript: TypeScript, source: ts.SourceFile, name: string) {
    this.#ts = typescript;
    this.#source = source;
    this.#name = name;
  }

  read(): void {
    this.#visit(this.#source);
    const whole = this.writes.findLast(({ kind, isCertain }) => kind === 'whole' && isCertain)?.value;
    if (whole === undefined || !this.#ts.isIdentifier(whole)) return;
    const last = this.#ofOthers.findLast(({ object }) => object === whole.text);
    this.isDeleted = last !== undefined && this.#ts.isDeleteExpression(last.node) && this.#isCertain(last.node);
  }

  #visit(node: ts.Node): void {
    const ts = this.#ts;
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      this.#addAssignment(node);
    } else if (ts.isDeleteExpression(node)) this.#addDeletion(node);
    else if (ts.isCallExpression(node)) this.#readCall(node);
    else if ((ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) && this.#escapes(node))
      this.openPlace ??= node;
    ts.forEachChild(node, (child) => this.#visit(child));
  }

  /** The modules whose members a value has; `undefined` if it can be the exports, or can have other members. */
  sourcesOf(value: CommonJsValue): readonly string[] | undefined {
    return this.#ts.isMethodDeclaration(value) ? undefined : memberSourcesOf(this.#ts, this.#source, value);
  }

  /** Whether a value can have members besides those that this text states. */
  isOpen(value: CommonJsValue | undefined): boolean {
    if (value === undefined || this.sourcesOf(value)?.length !== 0) return true;
    return this.#ts.isIdentifier(value) && this.#passed.has(value.text);
  }

  /** Whether one statement writes to both variables: `exports = module.exports = …`. */
  alsoWrites(node: ts.Node, kind: 'whole' | 'local'): boolean {
    const outermost = this.#chainOf(node);
    return this.writes.some((write) => write.kind === kind && this.#chainOf(write.node) === outermost);
  }

  /** Whether a write is inside the value of another one. */
  encloses(outer: ts.Node, inner: ts.Node): boolean {
    return inner.pos >= outer.pos && inner.end <= outer.end;
  }

  /** The values of the name in the value of the whole module: in an object literal, or in a variable that is one. */
  membersOf(value: CommonJsValue | undefined): readonly CommonJsValue[] {
    const ts = this.#ts;
    if (value === undefined || ts.isMethodDeclaration(value)) return [];
    const inner = unwrapExpression(ts, value);
    if (ts.isCallExpression(inner) && returnsArgument(inner)) {
      return this.membersOf(inner.arguments[0]);
    }
    if (!ts.isIdentifier(inner)) return this.#propertyValues(inner);
    const { object, additions = [] } = findExportedObject(ts, this.#source.statements, inner.text) ?? {};
    const added = additions.filter((addition) => addition.name.text === this.#name).map((addition) => addition.value);
    return object === undefined ? [] : [...this.#propertyValues(object), ...added];
  }

  /** @returns the last property of the name, which is the one that counts */
  #propertyValues(value: ts.Expression): readonly CommonJsValue[] {
    const ts = this.#ts;
    if (!ts.isObjectLiteralExpression(value)) return [];
    const property = value.properties.findLast(
      (one) => one.name !== undefined && 'text' in one.name && one.name.text === this.#name,
    );
    if (property === undefined) return [];
    if (ts.isPropertyAssignment(property)) return [property.initializer];
    if (ts.isShorthandPropertyAssignment(property)) return [property.name];
    if (ts.isMethodDeclaration(property)) return [property];
    this.openPlace ??= property;
    return [];
  }

  #addAssignment(node: ts.BinaryExpression): void {
    const { left, right } = node;
    if (this.#ts.isIdentifier(left) && left.text === 'exports') this.#add(node, left, 'local', 'exports', right);
    else if (this.#throughOf(left) === 'module') this.#add(node, left, 'whole', 'module', right);
    else this.#addMember(node, left, 'member', right);
  }

  #addDeletion(node: ts.DeleteExpression): void {
    this.#addMember(node, unwrapExpression(this.#ts, node.expression), 'delete', undefined);
  }

  /** Adds a write to a member of the exports, if it is the name. */
  #addMember(node: ts.Node, target: ts.Expression, kind: 'member' | 'delete', value: CommonJsWrite['value']): void {
    const ts = this.#ts;
    if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) return;
    const through = this.#throughOf(target.expression);
    const key = this.#keyOf(target);
    if (through === undefined) {
      const { expression } = target;
      if (key === this.#name && ts.isIdentifier(expression)) this.#ofOthers.push({ node, object: expression.text });
      return;
    }
    if (key === undefined) this.openPlace ??= node;
    else if (key === this.#name) this.#add(node, target.expression, kind, through, value);
  }

  #add(
    node: ts.Node,
    exports: ts.Expression,
    kind: CommonJsWrite['kind'],
    through: CommonJsWrite['through'],
    value: CommonJsWrite['value'],
  ): void {
    if (isDeadCode(this.#ts, node) || isShadowed(this.#ts, exports, through)) {
      if (kind === 'member') this.hasIgnored = true;
      if (kind === 'whole' && this.membersOf(value).length > 0) this.hasIgnored = true;
      return;
    }
    this.writes.push({ node, kind, through, value, isCertain: this.#isCertain(node) });
  }

  /** Calls that change the exports, or that receive them and can do so. */
  #readCall(node: ts.CallExpression): void {
    const ts = this.#ts;
    const [first, second, third] = node.arguments;
    const method = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : '';
    const through = first && this.#throughOf(first);
    if (first !== undefined && through !== undefined && second !== undefined) {
      if (ts.isStringLiteralLike(second)) {
        const isName = second.text === this.#name;
        if (method === 'deleteProperty' && isName) this.#add(node, first, 'delete', through, undefined);
        if (method === 'deleteProperty' || (method === 'defineProperty' && !isName)) return;
        const value = method === 'defineProperty' && third && this.#describedValue(third);
        if (value) {
          this.#add(node, first, 'member', through, value);
          return;
        }
      }
      const assigned = node.arguments.slice(1);
      const isLiteral = assigned.every((one) => ts.isObjectLiteralExpression(one) && this.sourcesOf(one)?.length === 0);
      if (method === 'assign' && isLiteral) {
        const values = assigned.flatMap((one) => this.#propertyValues(one));
        for (const value of values) this.#add(node, first, 'member', through, value);
        return;
      }
    }
    for (const argument of node.arguments) {
      if (this.#throughOf(argument) !== undefined) this.openPlace ??= node;
      else if (ts.isIdentifier(argument)) this.#passed.add(argument.text);
    }
  }

  /** The value of a property descriptor: `{ value: … }`. */
  #describedValue(descriptor: ts.Expression): ts.Expression | undefined {
    const ts = this.#ts;
    if (!ts.isObjectLiteralExpression(descriptor)) return undefined;
    const [value] = descriptor.properties.flatMap((one) =>
      ts.isPropertyAssignment(one) && ts.isIdentifier(one.name) && one.name.text === 'value' ? [one.initializer] : [],
    );
    return value;
  }

  /** Whether code receives the exports and can write to them: a variable, a property or a caller of this function has them. */
  #escapes(node: ts.Expression): boolean {
    const ts = this.#ts;
    const through = this.#throughOf(node);
    if (through === undefined || isShadowed(ts, node, through)) return false;
    let value: ts.Node = node;
    for (;;) {
      const { parent } = value;
      const isPassed =
        ts.isParenthesizedExpression(parent) ||
        (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken);
      if (!isPassed) break;
      if (ts.isBinaryExpression(parent) && value === parent.right && this.#throughOf(parent.left) === undefined) {
        return true;
      }
      value = parent;
    }
    const { parent } = value;
    if (ts.isVariableDeclaration(parent)) {
      const isSame = ts.isIdentifier(parent.name) && parent.name.text === 'exports';
      return value === parent.initializer && !isSame;
    }
    if (ts.isPropertyAssignment(parent)) return value === parent.initializer;
    return ts.isReturnStatement(parent) || ts.isArrayLiteralExpression(parent);
  }

  /** The variable that an expression reads the exports from: `exports`, or `module` in `module.exports`. */
  #throughOf(node: ts.Expression): CommonJsWrite['through'] | undefined {
    const ts = this.#ts;
    if (ts.isIdentifier(node)) return node.text === 'exports' ? 'exports' : undefined;
    if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return undefined;
    const isModule = ts.isIdentifier(node.expression) && node.expression.text === 'module';
    return isModule && this.#keyOf(node) === 'exports' ? 'module' : undefined;
  }

  /** The name of the member that an expression reads; `undefined` if it is computed. */
  #keyOf(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): string | undefined {
    const ts = this.#ts;
    if (ts.isPropertyAccessExpression(node)) return node.name.text;
    return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : undefined;
  }

  /** The outermost assignment of a chain `a = b = …`. */
  #chainOf(node: ts.Node): ts.Node {
    const ts = this.#ts;
    const { parent } = node;
    return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
      ? this.#chainOf(parent)
      : node;
  }

  #isCertain(node: ts.Node): boolean {
    const ts = this.#ts;
    for (let inner = node, outer = node.parent; ; inner = outer, outer = outer.parent) {
      const earlier = ts.isBlock(outer) || ts.isSourceFile(outer) ? outer.statements : [];
      if (earlier.some((one) => one.end <= inner.pos && mayEnd(ts, one))) return false;
      if (ts.isSourceFile(outer)) return true;
      if (!this.#alwaysRuns(outer, inner)) return false;
    }
  }

  /** Whether a node runs a child whenever it runs itself. */
  #alwaysRuns(outer: ts.Node, inner: ts.Node): boolean {
    const ts = this.#ts;
    if (ts.isIfStatement(outer)) {
      const truth = constantTruth(ts, outer.expression);
      return truth !== undefined && inner === (truth ? outer.thenStatement : outer.elseStatement);
    }
    if (ts.isArrowFunction(outer) || ts.isFunctionExpression(outer)) {
      let callee: ts.Node = outer;
      while (ts.isParenthesizedExpression(callee.parent)) callee = callee.parent;
      const isOrdinary = outer.modifiers === undefined && outer.asteriskToken === undefined;
      return isOrdinary && ts.isCallExpression(callee.parent) && callee.parent.expression === callee;
    }
    if (ts.isBinaryExpression(outer)) {
      return [ts.SyntaxKind.EqualsToken, ts.SyntaxKind.CommaToken].includes(outer.operatorToken.kind);
    }
    return (
      ts.isParenthesizedExpression(outer) ||
      ts.isPrefixUnaryExpression(outer) ||
      ts.isVoidExpression(outer) ||
      ts.isCallExpression(outer) ||
      ts.isVariableDeclaration(outer) ||
      ts.isVariableDeclarationList(outer) ||
      ts.isVariableStatement(outer) ||
      ts.isExpressionStatement(outer) ||
      ts.isBlock(outer)
    );
  }
}
