import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import type { InlineImport } from './inline-imports.ts';
import { findUsesInScope } from './uses-in-scope.ts';

/**
 * Finds the uses of a member of a module. Follows the module through `await`, casts, `.then(…)` and local variables.
 *
 * @param module an expression or type for the module: an identifier, an `import()` or `require()` call, an import type
 * @param path the names from the module to the member
 */
export function findMemberUses(ts: TypeScript, module: ts.Node, path: readonly string[]): ts.Node[] {
  return new MemberSearch(ts).find(module, path);
}

/** Finds the uses of a whole module that is imported inline: the specifier, and the uses of its local variable. */
export function findModuleUses(ts: TypeScript, module: InlineImport): ts.Node[] {
  return [
    ts.isCallExpression(module) ? (module.arguments[0] ?? module) : module.argument,
    ...findVariableUses(ts, module),
  ];
}

/** Finds the uses of the variable that a declaration initializes with a value, awaited or not. */
function findVariableUses(ts: TypeScript, value: ts.Node): ts.Node[] {
  const { parent } = value;
  if (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) return findVariableUses(ts, parent);
  const isAssigned = ts.isVariableDeclaration(parent) && parent.initializer === value && ts.isIdentifier(parent.name);
  return isAssigned ? findUsesInScope(ts, findScope(ts, parent), parent.name.text) : [];
}

/** Whether an expression accesses members of a `require` call: `require('x').a`. This is an import in JavaScript. */
function isRequireAccess(ts: TypeScript, access: ts.Node): boolean {
  let value = access;
  while (ts.isPropertyAccessExpression(value)) value = value.expression;
  const isCall = ts.isCallExpression(value) && ts.isIdentifier(value.expression) && value.expression.text === 'require';
  return isCall && (value.flags & ts.NodeFlags.JavaScriptFile) !== 0;
}

/** Finds the block or script in which a declaration is visible. */
function findScope(ts: TypeScript, node: ts.Node): ts.Node {
  let scope = node.parent;
  while (!(ts.isBlock(scope) || ts.isSourceFile(scope) || ts.isModuleBlock(scope) || ts.isCaseBlock(scope))) {
    scope = scope.parent;
  }
  return scope;
}

class MemberSearch {
  readonly #ts: TypeScript;
  /** The variables that the search followed. Prevents endless recursion. */
  readonly #followed = new Set<ts.Node>();

  constructor(typescript: TypeScript) {
    this.#ts = typescript;
  }

  /** Finds the uses of a member, given a node that refers to the module or to a part of the path. */
  find(node: ts.Node, path: readonly string[]): ts.Node[] {
    const ts = this.#ts;
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent) && parent.expression === node) {
      const parameter = this.#findThenParameter(parent);
      if (parameter !== undefined) return this.#findThroughVariable(parameter.name, parameter.parent, path);
      return this.#findThroughAccess(parent.name, parent, path);
    }
    if (ts.isQualifiedName(parent) && parent.left === node) return this.#findThroughAccess(parent.right, parent, path);
    if (ts.isElementAccessExpression(parent) && parent.expression === node) {
      const key = parent.argumentExpression;
      return ts.isStringLiteralLike(key) ? this.#findThroughAccess(key, parent, path) : [];
    }
    if (ts.isIndexedAccessTypeNode(parent) && parent.objectType === node) {
      const key = parent.indexType;
      return ts.isLiteralTypeNode(key) && ts.isStringLiteral(key.literal)
        ? this.#findThroughAccess(key.literal, parent, path)
        : [];
    }
    if (ts.isVariableDeclaration(parent) && (parent.initializer === node || parent.type === node)) {
      return this.#findThroughVariable(parent.name, findScope(ts, parent), path);
    }
    if (ts.isBinaryExpression(parent) && parent.right === node && ts.isObjectLiteralExpression(parent.left)) {
      return this.#findInAssignmentPattern(parent.left, path);
    }
    if (ts.isParameter(parent) && (parent.type ?? parent.initializer) === node) {
      return this.#findThroughVariable(parent.name, parent.parent, path);
    }
    if (ts.isSpreadAssignment(parent)) return this.#findThroughSpread(parent, path);
    if (ts.isPropertyAssignment(parent) && parent.initializer === node && 'text' in parent.name) {
      return this.find(parent.parent, [parent.name.text, ...path]);
    }
    if (ts.isShorthandPropertyAssignment(parent) && ts.isObjectLiteralExpression(parent.parent)) {
      return this.find(parent.parent, [parent.name.text, ...path]);
    }
    if (this.#hasValueOf(parent, node)) return this.find(parent, path);
    const awaitedCall = this.#findAwaitedCall(parent, node);
    return awaitedCall === undefined ? [] : this.find(awaitedCall, path);
  }

  /** Finds the uses through an object that a spread gives all members of the module, unless a later property replaces it. */
  #findThroughSpread(spread: ts.SpreadAssignment, path: readonly string[]): ts.Node[] {
    const { parent } = spread;
    const later = parent.properties.slice(parent.properties.indexOf(spread) + 1);
    const isReplaced = later.some(({ name }) => name !== undefined && 'text' in name && name.text === path[0]);
    return isReplaced ? [] : this.find(parent, path);
  }

  /** Finds the member in an assignment pattern: `({ a, b: c } = module)`. */
  #findInAssignmentPattern(pattern: ts.ObjectLiteralExpression, [first, ...rest]: readonly string[]): ts.Node[] {
    const ts = this.#ts;
    return pattern.properties.flatMap((property): ts.Node[] => {
      const { name } = property;
      if (name === undefined || !(ts.isIdentifier(name) || ts.isStringLiteralLike(name)) || name.text !== first)
        return [];
      if (rest.length === 0) return [name];
      if (!ts.isPropertyAssignment(property) || !ts.isObjectLiteralExpression(property.initializer)) return [];
      return this.#findInAssignmentPattern(property.initializer, rest);
    });
  }

  /** Finds an awaited call whose callback returns the module: `await retry(() => import('x'))`. */
  #findAwaitedCall(parent: ts.Node, node: ts.Node): ts.CallExpression | undefined {
    const ts = this.#ts;
    if (!ts.isArrowFunction(parent) || parent.body !== node) return undefined;
    const call = parent.parent;
    if (!ts.isCallExpression(call) || !call.arguments.includes(parent)) return undefined;
    const isThen = ts.isPropertyAccessExpression(call.parent) && call.parent.name.text === 'then';
    return ts.isAwaitExpression(call.parent) || isThen ? call : undefined;
  }

  /** Whether a node has the value or type of its child. `await` counts too. */
  #hasValueOf(parent: ts.Node, node: ts.Node): boolean {
    const ts = this.#ts;
    if (ts.isTypeQueryNode(parent) || ts.isParenthesizedTypeNode(parent)) return true;
    // Such a call returns the module: `importActual<typeof import('x')>()`.
    if (ts.isCallExpression(parent)) return parent.typeArguments?.includes(node as ts.TypeNode) ?? false;
    return (
      ts.isAwaitExpression(parent) ||
      ts.isParenthesizedExpression(parent) ||
      ts.isAsExpression(parent) ||
      ts.isSatisfiesExpression(parent) ||
      ts.isNonNullExpression(parent)
    );
  }

  /** Finds the uses through a member access such as `module.name`. @param access the whole access */
  #findThroughAccess(name: ts.Node, access: ts.Node, path: readonly string[]): ts.Node[] {
    const ts = this.#ts;
    const [first, ...rest] = path;
    if (!(ts.isIdentifier(name) || ts.isStringLiteralLike(name)) || name.text !== first) return [];
    if (rest.length > 0) return this.find(access, rest);
    const { parent } = access;
    // `import alias = module.name` declares a second name for the member.
    if (ts.isImportEqualsDeclaration(parent)) return [name, ...findUsesInScope(ts, parent.parent, parent.name.text)];
    return isRequireAccess(ts, access) ? [name, ...findVariableUses(ts, access)] : [name];
  }

  /** Returns the first parameter of the callback that is passed to `.then`. */
  #findThenParameter(access: ts.PropertyAccessExpression): ts.ParameterDeclaration | undefined {
    const ts = this.#ts;
    const call = access.parent;
    if (access.name.text !== 'then' || !ts.isCallExpression(call) || call.expression !== access) return undefined;
    const [callback] = call.arguments;
    if (callback === undefined || !(ts.isArrowFunction(callback) || ts.isFunctionExpression(callback)))
      return undefined;
    return callback.parameters[0];
  }

  /** Finds the uses through a variable or pattern that receives the module. @param scope the scope of the variable */
  #findThroughVariable(name: ts.BindingName, scope: ts.Node, path: readonly string[]): ts.Node[] {
    const ts = this.#ts;
    if (this.#followed.has(name)) return [];
    this.#followed.add(name);
    if (ts.isIdentifier(name)) return findUsesInScope(ts, scope, name.text).flatMap((use) => this.find(use, path));
    const [first, ...rest] = path;
    const keys = name.elements.map((element) => keyOf(ts, element));
    return name.elements.flatMap((element) => {
      if (!ts.isBindingElement(element)) return [];
      if (element.dotDotDotToken) {
        // The rest of an object has the members that the pattern does not name.
        const hasMember = ts.isObjectBindingPattern(name) && first !== undefined && !keys.includes(first);
        return hasMember ? this.#findThroughVariable(element.name, scope, path) : [];
      }
      const key = element.propertyName ?? element.name;
      if (!(ts.isIdentifier(key) || ts.isStringLiteralLike(key)) || key.text !== first) return [];
      if (rest.length > 0) return this.#findThroughVariable(element.name, scope, rest);
      return ts.isIdentifier(element.name) ? [key, ...findUsesInScope(ts, scope, element.name.text)] : [key];
    });
  }
}

/** The name of the member that an element of a pattern takes. */
function keyOf(ts: TypeScript, element: ts.ArrayBindingElement): string | undefined {
  if (!ts.isBindingElement(element) || element.dotDotDotToken !== undefined) return undefined;
  const key = element.propertyName ?? element.name;
  return ts.isIdentifier(key) || ts.isStringLiteralLike(key) ? key.text : undefined;
}
