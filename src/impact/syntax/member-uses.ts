import type { ts } from 'ts-morph';
import type { TypeScript } from '../../code/typescript-parser.ts';
import type { ModuleMention } from './module-mentions.ts';
import { usesWithin } from './names-in-scope.ts';

/**
 * The places that take a member from a whole module, given one place that stands for the module: an identifier, an
 * `import()` or `require()` call, an import type. The module is followed through awaiting, casts, `.then(…)` and local
 * variables. @param path the members to follow; the places of the last one are the answer
 */
export function memberUses(ts: TypeScript, module: ts.Node, path: readonly string[]): ts.Node[] {
  return new MemberSearch(ts).from(module, path);
}

/**
 * The places that use what a module is as a whole, given a call or type that imports it in place: its specifier, and
 * the local variable that holds it.
 */
export function wholeUses(ts: TypeScript, module: ModuleMention): ts.Node[] {
  return [ts.isCallExpression(module) ? (module.arguments[0] ?? module) : module.argument, ...heldIn(ts, module)];
}

/** The uses of the variable that a value goes into, be it waited for or not. */
function heldIn(ts: TypeScript, value: ts.Node): ts.Node[] {
  const { parent } = value;
  if (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) return heldIn(ts, parent);
  const isHeld = ts.isVariableDeclaration(parent) && parent.initializer === value && ts.isIdentifier(parent.name);
  return isHeld ? usesWithin(ts, scopeOf(ts, parent), parent.name.text) : [];
}

/** Whether members of what `require` returns are taken at once: in JavaScript that is one more form of import. */
function isRequired(ts: TypeScript, whole: ts.Node): boolean {
  let value = whole;
  while (ts.isPropertyAccessExpression(value)) value = value.expression;
  const isCall = ts.isCallExpression(value) && ts.isIdentifier(value.expression) && value.expression.text === 'require';
  return isCall && (value.flags & ts.NodeFlags.JavaScriptFile) !== 0;
}

/** The block, or the script, in which what a node declares can be seen. */
function scopeOf(ts: TypeScript, node: ts.Node): ts.Node {
  let scope = node.parent;
  while (!(ts.isBlock(scope) || ts.isSourceFile(scope) || ts.isModuleBlock(scope) || ts.isCaseBlock(scope))) {
    scope = scope.parent;
  }
  return scope;
}

class MemberSearch {
  readonly #ts: TypeScript;
  /** The variables that are being followed, so that one that is made of itself ends the search. */
  readonly #followed = new Set<ts.Node>();

  constructor(typescript: TypeScript) {
    this.#ts = typescript;
  }

  from(node: ts.Node, path: readonly string[]): ts.Node[] {
    const ts = this.#ts;
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent) && parent.expression === node) {
      const called = this.#thenCallback(parent);
      if (called !== undefined) return this.#bound(called.name, called.parent, path);
      return this.#step(parent.name, parent, path);
    }
    if (ts.isQualifiedName(parent) && parent.left === node) return this.#step(parent.right, parent, path);
    if (ts.isElementAccessExpression(parent) && parent.expression === node) {
      const key = parent.argumentExpression;
      return ts.isStringLiteralLike(key) ? this.#step(key, parent, path) : [];
    }
    if (ts.isIndexedAccessTypeNode(parent) && parent.objectType === node) {
      const key = parent.indexType;
      return ts.isLiteralTypeNode(key) && ts.isStringLiteral(key.literal) ? this.#step(key.literal, parent, path) : [];
    }
    if (ts.isVariableDeclaration(parent) && (parent.initializer === node || parent.type === node)) {
      return this.#bound(parent.name, scopeOf(ts, parent), path);
    }
    if (ts.isBinaryExpression(parent) && parent.right === node && ts.isObjectLiteralExpression(parent.left)) {
      return this.#assigned(parent.left, path);
    }
    if (ts.isParameter(parent) && parent.type === node) return this.#bound(parent.name, parent.parent, path);
    if (this.#passesOn(parent, node)) return this.from(parent, path);
    const waited = this.#waitedCall(parent, node);
    return waited === undefined ? [] : this.from(waited, path);
  }

  /** The members that a pattern takes to variables that there are: `({ a, b: c } = module)`. */
  #assigned(pattern: ts.ObjectLiteralExpression, [first, ...rest]: readonly string[]): ts.Node[] {
    const ts = this.#ts;
    return pattern.properties.flatMap((property): ts.Node[] => {
      const { name } = property;
      if (name === undefined || !(ts.isIdentifier(name) || ts.isStringLiteralLike(name)) || name.text !== first)
        return [];
      if (rest.length === 0) return [name];
      if (!ts.isPropertyAssignment(property) || !ts.isObjectLiteralExpression(property.initializer)) return [];
      return this.#assigned(property.initializer, rest);
    });
  }

  /** The call that is handed a way to get the module and is waited for: `await retry(() => import('x'))`. */
  #waitedCall(parent: ts.Node, node: ts.Node): ts.CallExpression | undefined {
    const ts = this.#ts;
    if (!ts.isArrowFunction(parent) || parent.body !== node) return undefined;
    const call = parent.parent;
    if (!ts.isCallExpression(call) || !call.arguments.includes(parent)) return undefined;
    const isThen = ts.isPropertyAccessExpression(call.parent) && call.parent.name.text === 'then';
    return ts.isAwaitExpression(call.parent) || isThen ? call : undefined;
  }

  /** Whether a node is worth what is inside it. */
  #passesOn(parent: ts.Node, node: ts.Node): boolean {
    const ts = this.#ts;
    if (ts.isTypeQueryNode(parent) || ts.isParenthesizedTypeNode(parent)) return true;
    // What a call is worth that is told the module as its type: `importActual<typeof import('x')>()`.
    if (ts.isCallExpression(parent)) return parent.typeArguments?.includes(node as ts.TypeNode) ?? false;
    return (
      ts.isAwaitExpression(parent) ||
      ts.isParenthesizedExpression(parent) ||
      ts.isAsExpression(parent) ||
      ts.isSatisfiesExpression(parent) ||
      ts.isNonNullExpression(parent)
    );
  }

  #step(name: ts.Node, whole: ts.Node, path: readonly string[]): ts.Node[] {
    const ts = this.#ts;
    const [first, ...rest] = path;
    if ((ts.isIdentifier(name) || ts.isStringLiteralLike(name)) && name.text !== first) return [];
    if (rest.length > 0) return this.from(whole, rest);
    const { parent } = whole;
    // `import short = module.name` gives it another name.
    if (ts.isImportEqualsDeclaration(parent)) return [name, ...usesWithin(ts, parent.parent, parent.name.text)];
    return isRequired(ts, whole) ? [name, ...heldIn(ts, whole)] : [name];
  }

  /** The first parameter of the function that is handed to `.then`. */
  #thenCallback(access: ts.PropertyAccessExpression): ts.ParameterDeclaration | undefined {
    const ts = this.#ts;
    const call = access.parent;
    if (access.name.text !== 'then' || !ts.isCallExpression(call) || call.expression !== access) return undefined;
    const [callback] = call.arguments;
    if (callback === undefined || !(ts.isArrowFunction(callback) || ts.isFunctionExpression(callback)))
      return undefined;
    return callback.parameters[0];
  }

  /** A variable or pattern that holds the module, in the scope where it can be seen. */
  #bound(name: ts.BindingName, scope: ts.Node, path: readonly string[]): ts.Node[] {
    const ts = this.#ts;
    if (this.#followed.has(name)) return [];
    this.#followed.add(name);
    if (ts.isIdentifier(name)) return usesWithin(ts, scope, name.text).flatMap((use) => this.from(use, path));
    const [first, ...rest] = path;
    return name.elements.flatMap((element) => {
      if (!ts.isBindingElement(element) || element.dotDotDotToken) return [];
      const key = element.propertyName ?? element.name;
      if (!(ts.isIdentifier(key) || ts.isStringLiteralLike(key)) || key.text !== first) return [];
      if (rest.length > 0) return this.#bound(element.name, scope, rest);
      return ts.isIdentifier(element.name) ? [key, ...usesWithin(ts, scope, element.name.text)] : [key];
    });
  }
}
