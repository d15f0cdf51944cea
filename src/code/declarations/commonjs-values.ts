import type { ts } from 'ts-morph';
import { findExportedObject } from '../language/exported-object.ts';
import type { TypeScript } from '../language/typescript-parser.ts';
import { isDeadCode } from './dead-code.ts';
import { isShadowed } from './shadowed-name.ts';

/** What a CommonJS module gives its importers under a name. */
export interface CommonJsExport {
  /** The values that the name can have when the module has run. */
  readonly values: readonly ts.Expression[];
  /** Whether the name can have a value that is not one of these. */
  readonly isUncertain: boolean;
  /** Why importers certainly receive no value, although the module assigns one. */
  readonly lost?: string;
}

/** A write to the exports of a module. */
interface Write {
  readonly node: ts.Node;
  /** `member`: `exports.a = …`; `whole`: `module.exports = …`; `local`: `exports = …`; `delete`: `delete exports.a`. */
  readonly kind: 'member' | 'whole' | 'local' | 'delete';
  /** The variable that is written to: with `exports`, a module that replaces `module.exports` is not changed. */
  readonly through: 'exports' | 'module';
  readonly value: ts.Expression | undefined;
  /** Whether the write happens whenever the module runs, in the order of the text. */
  readonly isCertain: boolean;
}

/**
 * Reads what a file exports under a name with `exports.a = …`, `module.exports.a = …` and `module.exports = { a }`. Writes
 * that certainly have no effect are left out: in code that never runs, to another variable of the name, or before the
 * exports are replaced or the name is deleted.
 */
export function readCommonJsExport(typescript: TypeScript, source: ts.SourceFile, name: string): CommonJsExport {
  const reader = new WriteReader(typescript, source, name);
  reader.visit(source);
  const { writes } = reader;
  const wholes = writes.filter(({ kind, isCertain }) => kind === 'whole' && isCertain);
  const replacement = wholes.findLast(({ value }) => value !== undefined && reader.isOther(value));
  const rebinding = writes.find(({ kind, isCertain, value, node }) => {
    return (
      kind === 'local' && isCertain && value !== undefined && reader.isOther(value) && !reader.alsoWrites(node, 'whole')
    );
  });
  const isLost = (write: Write): boolean => {
    const isBefore = (other: Write): boolean => write.isCertain && write.node.pos < other.node.pos;
    if (writes.some((other) => other.kind === 'delete' && other.isCertain && isBefore(other))) return true;
    if (replacement !== undefined && write.node !== replacement.node) {
      const isBound = reader.alsoWrites(replacement.node, 'local');
      if (isBefore(replacement) && !reader.encloses(replacement.node, write.node)) return true;
      if (write.kind === 'member' && write.through === 'exports' && !isBound) return true;
    }
    const isToLocal = write.kind === 'member' && write.through === 'exports' && write.isCertain;
    return isToLocal && rebinding !== undefined && rebinding.node.pos < write.node.pos;
  };
  const provided = writes.flatMap((write) => {
    const values =
      write.kind === 'member' ? [write.value] : write.kind === 'whole' ? reader.membersOf(write.value) : [];
    return values.flatMap((value) => (value === undefined ? [] : [{ write, value }]));
  });
  const kept = provided.filter(({ write }) => !isLost(write));
  const last = kept.findLast(({ write }) => write.isCertain);
  const values = kept.filter(({ write }) => !write.isCertain || write === last?.write).map(({ value }) => value);
  const found = { values, isUncertain: reader.isUncertain };
  if (values.length > 0 || reader.isUncertain) return found;
  if (provided.length > 0) return { ...found, lost: 'what is assigned to it does not reach the importers' };
  return reader.hasIgnored ? { ...found, lost: NEVER_ASSIGNED } : found;
}

export const NEVER_ASSIGNED = 'it is assigned only in code that never runs';

class WriteReader {
  readonly writes: Write[] = [];
  isUncertain = false;
  /** Whether a write of the name is left out because it never runs, or is to another variable. */
  hasIgnored = false;
  readonly #ts: TypeScript;
  readonly #source: ts.SourceFile;
  readonly #name: string;

  constructor(typescript: TypeScript, source: ts.SourceFile, name: string) {
    this.#ts = typescript;
    this.#source = source;
    this.#name = name;
  }

  visit(node: ts.Node): void {
    const ts = this.#ts;
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      this.#addAssignment(node);
    } else if (ts.isDeleteExpression(node)) {
      this.#addMember(node, node.expression, 'delete', undefined);
    } else if (ts.isCallExpression(node)) this.#readCall(node);
    ts.forEachChild(node, (child) => this.visit(child));
  }

  /** Whether a value is certainly another object than the exports, with no members but those that its text states. */
  isOther(value: ts.Expression): boolean {
    const ts = this.#ts;
    if (this.#mentionsExports(value)) return false;
    if (ts.isObjectLiteralExpression(value)) return !value.properties.some((one) => ts.isSpreadAssignment(one));
    if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      return this.isOther(value.right);
    }
    if (ts.isIdentifier(value)) {
      const declared = this.#source.statements.some(
        (one) => (ts.isFunctionDeclaration(one) || ts.isClassDeclaration(one)) && one.name?.text === value.text,
      );
      const { object } = findExportedObject(ts, this.#source.statements, value.text) ?? {};
      return declared || (object !== undefined && this.isOther(object));
    }
    return (
      ts.isFunctionExpression(value) ||
      ts.isArrowFunction(value) ||
      ts.isClassExpression(value) ||
      ts.isLiteralExpression(value)
    );
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
  membersOf(value: ts.Expression | undefined): readonly ts.Expression[] {
    const ts = this.#ts;
    if (value === undefined) return [];
    if (!ts.isIdentifier(value)) return this.#propertyValues(value);
    const { object, additions = [] } = findExportedObject(ts, this.#source.statements, value.text) ?? {};
    const added = additions.filter((addition) => addition.name.text === this.#name).map((addition) => addition.value);
    return object === undefined ? [] : [...this.#propertyValues(object), ...added];
  }

  #propertyValues(value: ts.Expression): readonly ts.Expression[] {
    const ts = this.#ts;
    if (!ts.isObjectLiteralExpression(value)) return [];
    return value.properties.flatMap((property): readonly ts.Expression[] => {
      if (property.name === undefined || !('text' in property.name) || property.name.text !== this.#name) return [];
      if (ts.isPropertyAssignment(property)) return [property.initializer];
      if (ts.isShorthandPropertyAssignment(property)) return [property.name];
      // A method is a value that no expression states.
      this.isUncertain ||= true;
      return [];
    });
  }

  #addAssignment(node: ts.BinaryExpression): void {
    const { left, right } = node;
    if (this.#ts.isIdentifier(left) && left.text === 'exports') this.#add(node, left, 'local', 'exports', right);
    else if (this.#throughOf(left) === 'module') this.#add(node, left, 'whole', 'module', right);
    else this.#addMember(node, left, 'member', right);
  }

  /** Adds a write to a member of the exports, if it is the name. */
  #addMember(node: ts.Node, target: ts.Expression, kind: 'member' | 'delete', value: ts.Expression | undefined): void {
    const ts = this.#ts;
    if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) return;
    const through = this.#throughOf(target.expression);
    if (through === undefined) return;
    const key = ts.isPropertyAccessExpression(target) ? target.name : target.argumentExpression;
    const isName = 'text' in key && key.text === this.#name;
    if (ts.isElementAccessExpression(target) && !ts.isStringLiteralLike(key)) this.isUncertain = true;
    else if (isName) this.#add(node, target.expression, kind, through, value);
  }

  #add(
    node: ts.Node,
    exports: ts.Expression,
    kind: Write['kind'],
    through: Write['through'],
    value: Write['value'],
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
    const [first, second] = node.arguments;
    const method = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : '';
    const isOfExports = first !== undefined && this.#throughOf(first) !== undefined;
    if (isOfExports && second !== undefined && ts.isStringLiteralLike(second)) {
      if (method === 'deleteProperty' && second.text === this.#name) {
        this.#add(node, first, 'delete', this.#throughOf(first) ?? 'exports', undefined);
      }
      if (method === 'deleteProperty' || (method === 'defineProperty' && second.text !== this.#name)) return;
    }
    if (node.arguments.some((argument) => this.#throughOf(argument) !== undefined)) this.isUncertain = true;
  }

  /** The variable that an expression reads the exports from: `exports`, or `module` in `module.exports`. */
  #throughOf(node: ts.Expression): Write['through'] | undefined {
    const ts = this.#ts;
    if (ts.isIdentifier(node)) return node.text === 'exports' ? 'exports' : undefined;
    const isModule =
      ts.isPropertyAccessExpression(node) &&
      node.name.text === 'exports' &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'module';
    return isModule ? 'module' : undefined;
  }

  #mentionsExports(node: ts.Node): boolean {
    const ts = this.#ts;
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      return this.#mentionsExports(node.right);
    }
    if (ts.isIdentifier(node)) return node.text === 'exports' || node.text === 'module';
    return ts.forEachChild(node, (child) => this.#mentionsExports(child) || undefined) === true;
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
    const outer = ts.findAncestor(node.parent, (one) => {
      const isPassed =
        ts.isParenthesizedExpression(one) ||
        (ts.isBinaryExpression(one) &&
          [ts.SyntaxKind.EqualsToken, ts.SyntaxKind.CommaToken].includes(one.operatorToken.kind)) ||
        ts.isVariableDeclaration(one) ||
        ts.isVariableDeclarationList(one) ||
        ts.isVariableStatement(one) ||
        ts.isExpressionStatement(one) ||
        ts.isBlock(one);
      return !isPassed;
    });
    return outer !== undefined && ts.isSourceFile(outer);
  }
}
