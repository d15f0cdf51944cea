import type { ts } from 'ts-morph';
import type { TypeScript } from '../../../code/language/typescript-parser.ts';
import { isLocal } from './local-names.ts';

/** How one script can reach an object. */
export interface ObjectNames {
  /** The variables that hold it. */
  readonly variables: ReadonlySet<string>;
  /** The variables that hold a module with it, and its name there. */
  readonly modules: ReadonlyMap<string, ReadonlySet<string>>;
  /** Its names in a module that the script loads in a way that binds no name. */
  readonly members: ReadonlySet<string>;
}

/** What of an object can have other values than its text states. */
export interface ObjectChanges {
  /** The members that can be another value; `*` for any of them. */
  readonly members: ReadonlySet<string>;
  /** The members whose own members can be other values, if they are objects; `*` for any of them. */
  readonly parts: ReadonlySet<string>;
  /** Whether code certainly writes to the object. Otherwise code only receives it, and can do so. */
  readonly isWritten: boolean;
}

/**
 * Finds the changes that a script can make to an object: it writes to it, or code that is not followed receives it. Uses that
 * only read it are known; any other use can be a change.
 */
export function findObjectChanges(typescript: TypeScript, source: ts.SourceFile, names: ObjectNames): ObjectChanges {
  const reader = new UseReader(typescript, source, names);
  reader.read();
  return reader;
}

class UseReader implements ObjectChanges {
  readonly members = new Set<string>();
  readonly parts = new Set<string>();
  isWritten = false;
  readonly #ts: TypeScript;
  readonly #source: ts.SourceFile;
  readonly #names: ObjectNames;
  /** Other variables that hold the object, in any scope. */
  readonly #aliases = new Set<string>();
  /** Variables that hold one of its members. */
  readonly #partNames = new Set<string>();

  constructor(typescript: TypeScript, source: ts.SourceFile, names: ObjectNames) {
    this.#ts = typescript;
    this.#source = source;
    this.#names = names;
  }

  read(): void {
    // An alias can be used before the place that declares it.
    for (let known = -1; known < this.#aliases.size + this.#partNames.size;) {
      known = this.#aliases.size + this.#partNames.size;
      this.#visit(this.#source);
    }
  }

  #visit(node: ts.Node): void {
    const ts = this.#ts;
    if (ts.isTypeNode(node)) return;
    if (ts.isBindingElement(node)) this.#readBinding(node);
    if (this.#isObject(node)) this.#use(node);
    else if (ts.isIdentifier(node) && this.#partNames.has(node.text) && this.#isReference(node))
      this.#usePart(node, '*');
    ts.forEachChild(node, (child) => this.#visit(child));
  }

  /** `const { object } = module`. */
  #readBinding({ propertyName, name }: ts.BindingElement): void {
    const key = propertyName ?? name;
    if (!this.#ts.isIdentifier(key) || !this.#ts.isIdentifier(name)) return;
    const { modules, members } = this.#names;
    const isName = members.has(key.text) || [...modules.values()].some((names) => names.has(key.text));
    if (isName) this.#aliases.add(name.text);
  }

  #isObject(node: ts.Node): boolean {
    const ts = this.#ts;
    const { variables, modules, members } = this.#names;
    if (ts.isIdentifier(node)) {
      if (!this.#isReference(node)) return false;
      return this.#aliases.has(node.text) || (variables.has(node.text) && !isLocal(this.#ts, node));
    }
    if (!ts.isPropertyAccessExpression(node)) return false;
    const { expression, name } = node;
    const inModule = ts.isIdentifier(expression) ? modules.get(expression.text) : undefined;
    return members.has(name.text) || inModule?.has(name.text) === true;
  }

  /** Whether an identifier reads a variable, and is no name of a member, a declaration or an export. */
  #isReference({ parent, text }: ts.Identifier): boolean {
    const ts = this.#ts;
    if (ts.isPropertyAccessExpression(parent))
      return ts.isIdentifier(parent.expression) && parent.expression.text === text;
    if (ts.isPropertyAssignment(parent)) return ts.isIdentifier(parent.initializer) && parent.initializer.text === text;
    if (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)) {
      return (
        parent.initializer !== undefined && ts.isIdentifier(parent.initializer) && parent.initializer.text === text
      );
    }
    return !(
      ts.isImportSpecifier(parent) ||
      ts.isImportClause(parent) ||
      ts.isNamespaceImport(parent) ||
      ts.isExportSpecifier(parent)
    );
  }

  #use(node: ts.Node): void {
    const ts = this.#ts;
    const value = this.#outermost(node);
    const { parent } = value;
    if (isAccess(ts, parent) && parent.expression === value) this.#useMember(parent, this.#keyOf(parent));
    else if (ts.isVariableDeclaration(parent)) this.#bind(parent.name);
    else if (ts.isSpreadAssignment(parent) || ts.isSpreadElement(parent)) this.parts.add('*');
    else if (ts.isCallExpression(parent) && this.#copiesMembers(value, parent)) this.parts.add('*');
    else if (ts.isForOfStatement(parent) && parent.expression === value) this.#bindPart(parent.initializer);
    else if (!this.#isRead(value)) {
      this.isWritten ||=
        ts.isCallExpression(parent) && CHANGING_FUNCTIONS.test(parent.expression.getText(this.#source));
      this.#change('*');
    }
  }

  /** @param access `object.key` */
  #useMember(access: ts.Expression, key: string): void {
    const ts = this.#ts;
    const value = this.#outermost(access);
    const { parent } = value;
    if (this.#isWritten(value)) {
      this.isWritten = true;
      this.members.add(key);
    } else if (ts.isCallExpression(parent) && parent.expression === value) this.#call(parent, key);
    else this.#usePart(access, key);
  }

  /** @param node an expression whose value is the member `key`, or `*` if it can be any */
  #usePart(node: ts.Node, key: string): void {
    const ts = this.#ts;
    const value = this.#outermost(node);
    const { parent } = value;
    if (isAccess(ts, parent) && parent.expression === value) {
      const inner = this.#outermost(parent);
      const isCalled = ts.isCallExpression(inner.parent) && inner.parent.expression === inner;
      const deeper = isAccess(ts, inner.parent) && inner.parent.expression === inner;
      this.isWritten ||= this.#isWritten(inner);
      if (this.#isWritten(inner) || deeper || isCalled) this.parts.add(key);
    } else if (!this.#isRead(value)) this.parts.add(key);
  }

  /** A call of a method of the object. */
  #call({ arguments: [first], parent }: ts.CallExpression, method: string): void {
    const ts = this.#ts;
    if (CHANGING_METHODS.has(method)) {
      this.isWritten = true;
      this.#change('*');
    } else if (!READING_METHODS.has(method)) this.parts.add('*');
    else if (first !== undefined && (ts.isArrowFunction(first) || ts.isFunctionExpression(first))) {
      for (const { name } of first.parameters) this.#bindPart(name);
    } else if (first !== undefined && CALLING_METHODS.has(method)) this.parts.add('*');
    if (RETURNING_METHODS.has(method) && !isAccess(ts, parent) && !ts.isExpressionStatement(parent))
      this.parts.add('*');
  }

  /** `Object.values(object)`, and a source of `Object.assign`. */
  #copiesMembers(value: ts.Node, { expression, arguments: [first] }: ts.CallExpression): boolean {
    const callee = expression.getText(this.#source);
    return /^Object\.(?:values|entries)$/.test(callee) || (callee === 'Object.assign' && first !== value);
  }

  #change(key: string): void {
    this.members.add(key);
    this.parts.add(key);
  }

  /** A variable, or a pattern, that receives the object. */
  #bind(name: ts.BindingName): void {
    const ts = this.#ts;
    if (ts.isIdentifier(name)) this.#aliases.add(name.text);
    else if (ts.isArrayBindingPattern(name)) this.parts.add('*');
    else {
      for (const { propertyName, name: bound, dotDotDotToken } of name.elements) {
        const key = propertyName ?? bound;
        this.parts.add(dotDotDotToken === undefined && ts.isIdentifier(key) ? key.text : '*');
      }
    }
  }

  /** A variable, or a pattern, that receives one of the members. */
  #bindPart(target: ts.Node): void {
    const ts = this.#ts;
    const name = ts.isVariableDeclarationList(target) ? target.declarations[0]?.name : target;
    if (name === undefined || ts.isObjectBindingPattern(name)) return;
    if (ts.isIdentifier(name)) this.#partNames.add(name.text);
    else this.parts.add('*');
  }

  /** Whether a use only reads a value, and hands it to no code that can change it. */
  #isRead(value: ts.Node): boolean {
    const ts = this.#ts;
    const { parent } = value;
    if (ts.isCallExpression(parent)) return PURE_FUNCTIONS.test(parent.expression.getText(this.#source));
    if (ts.isBinaryExpression(parent)) return this.#isReadByOperator(value, parent);
    if (ts.isConditionalExpression(parent)) return parent.condition === value || this.#isRead(parent);
    if (ts.isForInStatement(parent)) return parent.expression === value;
    return (
      ts.isExportAssignment(parent) ||
      ts.isTypeOfExpression(parent) ||
      ts.isPrefixUnaryExpression(parent) ||
      ts.isTemplateSpan(parent) ||
      ts.isExpressionStatement(parent) ||
      ts.isIfStatement(parent)
    );
  }

  #isReadByOperator(value: ts.Node, operation: ts.BinaryExpression): boolean {
    const kinds = this.#ts.SyntaxKind;
    const { left, right, operatorToken } = operation;
    switch (operatorToken.kind) {
      case kinds.EqualsToken:
        // The importers of a CommonJS module are followed.
        return right === value && /^(?:module\.)?exports\b/.test(left.getText(this.#source));
      case kinds.AmpersandAmpersandToken:
        return left === value || this.#isRead(operation);
      case kinds.BarBarToken:
      case kinds.QuestionQuestionToken:
      case kinds.CommaToken:
        return this.#isRead(operation);
      default:
        return operatorToken.kind < kinds.FirstAssignment || operatorToken.kind > kinds.LastAssignment;
    }
  }

  /** Whether an expression is the target of a write. */
  #isWritten(value: ts.Node): boolean {
    const ts = this.#ts;
    const { parent } = value;
    if (ts.isDeleteExpression(parent)) return true;
    if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
      return [ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken].includes(parent.operator);
    }
    if (ts.isBinaryExpression(parent)) {
      const { kind } = parent.operatorToken;
      const isAssignment = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
      if (isAssignment && parent.left === value) return true;
    }
    if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return parent.initializer === value;
    const isPattern =
      ts.isArrayLiteralExpression(parent) ||
      ts.isObjectLiteralExpression(parent) ||
      ts.isPropertyAssignment(parent) ||
      ts.isSpreadElement(parent) ||
      ts.isSpreadAssignment(parent) ||
      ts.isBinaryExpression(parent);
    return isPattern && this.#isWritten(parent);
  }

  /** The expression with the parentheses and casts around it. */
  #outermost(node: ts.Node): ts.Node {
    const ts = this.#ts;
    const { parent } = node;
    const isWrapper =
      ts.isParenthesizedExpression(parent) ||
      ts.isAsExpression(parent) ||
      ts.isTypeAssertionExpression(parent) ||
      ts.isSatisfiesExpression(parent) ||
      ts.isNonNullExpression(parent);
    return isWrapper ? this.#outermost(parent) : node;
  }

  #keyOf(access: ts.PropertyAccessExpression | ts.ElementAccessExpression): string {
    const ts = this.#ts;
    if (ts.isPropertyAccessExpression(access)) return access.name.text;
    return ts.isStringLiteralLike(access.argumentExpression) ? access.argumentExpression.text : '*';
  }
}

function isAccess(ts: TypeScript, node: ts.Node): node is ts.PropertyAccessExpression | ts.ElementAccessExpression {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}

function toSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const CHANGING_METHODS = toSet('push pop shift unshift splice sort reverse fill copyWithin');
/** Methods of arrays that call a function with the elements, or return them. */
const CALLING_METHODS = toSet('forEach map some every find findIndex findLast filter flatMap reduce reduceRight');
const RETURNING_METHODS = toSet('find findLast filter at slice concat values entries flat');
const READING_METHODS = new Set([
  ...CALLING_METHODS,
  ...RETURNING_METHODS,
  ...toSet('includes indexOf join keys toString'),
]);
/** Functions that change their first argument. */
const CHANGING_FUNCTIONS =
  /^(?:Object\.(?:assign|definePropert(?:y|ies))|Reflect\.(?:set|defineProperty|deleteProperty))$/;
/** Functions that change no argument, and keep none. */
const PURE_FUNCTIONS =
  /^(?:console\.\w+|JSON\.stringify|structuredClone|String|Boolean|Array\.isArray|Object\.(?:keys|freeze|isFrozen|seal|hasOwn|getOwnPropertyNames))$/;
