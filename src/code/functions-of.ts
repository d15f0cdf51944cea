import type { ts } from 'ts-morph';
import { LineMap } from '../shared/position.ts';
import { parseScript } from './parsed-script.ts';
import { scriptsOf } from './scripts-of.ts';
import type { Script } from './scripts-of.ts';
import { isDeclarationFile } from './source-language.ts';
import { modified } from './types/declared-names.ts';
import { loadTypeScript, type TypeScript } from './typescript-parser.ts';

export type FunctionKind = 'function' | 'arrow' | 'expression' | 'method' | 'constructor' | 'accessor';

/** A function of a file by name: `name`, `Class.method`, `object.method` or `Namespace.name`. */
export interface FunctionSymbol {
  readonly name: string;
  readonly kind: FunctionKind;
  readonly line: number;
  readonly column: number;
  /** Whether the file exports it, or the class, object or namespace that holds it. */
  readonly exported: boolean;
}

const remembered = new Map<string, { readonly text: string; readonly functions: readonly FunctionSymbol[] }>();
const rememberedFiles = 64;

/**
 * The named functions at the top of a file: declarations (overloads once), arrow functions and function expressions
 * bound to a name, and the methods of classes, objects and namespaces. What is nested in a function is not reachable
 * and not listed. The answer for a text is remembered.
 */
export async function functionsOf(file: string, text: string): Promise<readonly FunctionSymbol[]> {
  const known = remembered.get(file);
  if (known?.text === text) return known.functions;
  const functions = readFunctions(await loadTypeScript(), file, text);
  remembered.delete(file);
  remembered.set(file, { text, functions });
  const oldest = remembered.keys().next();
  if (remembered.size > rememberedFiles && !oldest.done) remembered.delete(oldest.value);
  return functions;
}

function readFunctions(ts: TypeScript, file: string, text: string): readonly FunctionSymbol[] {
  return scriptsOf(file, text).flatMap((script) => new FunctionReader(ts, script, isDeclarationFile(file)).read());
}

class FunctionReader {
  readonly #ts: TypeScript;
  readonly #source: ts.SourceFile;
  readonly #lines: LineMap;
  readonly #found = new Map<string, FunctionSymbol>();
  /** Those that have a body, or need none: an overload alone is no function yet. */
  readonly #real = new Set<string>();
  readonly #exportedLater = new Set<string>();
  /** Whether the file declares what stands elsewhere. */
  readonly #isDeclared: boolean;

  constructor(typescript: TypeScript, { text, dialect }: Script, isDeclared: boolean) {
    this.#ts = typescript;
    this.#isDeclared = isDeclared;
    this.#source = parseScript(typescript, text, dialect);
    this.#lines = new LineMap(text);
  }

  read(): FunctionSymbol[] {
    const ts = this.#ts;
    for (const statement of this.#source.statements) {
      if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression)) {
        this.#exportedLater.add(statement.expression.text);
      } else if (ts.isExportDeclaration(statement) && statement.moduleSpecifier === undefined) {
        const clause = statement.exportClause;
        if (clause === undefined || !ts.isNamedExports(clause)) continue;
        for (const { propertyName, name } of clause.elements) this.#exportedLater.add((propertyName ?? name).text);
      }
    }
    for (const statement of this.#source.statements) this.#statement(statement, '', false);
    return [...this.#found.values()].filter(({ name }) => this.#real.has(name));
  }

  #add(name: string, kind: FunctionKind, node: ts.Node, exported: boolean, isReal = true): void {
    if (isReal) this.#real.add(name);
    if (this.#found.has(name)) return;
    const { line, column } = this.#lines.positionAt(node.getStart(this.#source));
    this.#found.set(name, { name, kind, line, column, exported });
  }

  #isExported(node: ts.Node, name: string, prefix: string, outer: boolean): boolean {
    const ts = this.#ts;
    if (prefix !== '') return outer;
    if (this.#exportedLater.has(name)) return true;
    return (
      ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword) ?? false)
    );
  }

  #statement(node: ts.Statement, prefix: string, outer: boolean): void {
    const ts = this.#ts;
    if (ts.isFunctionDeclaration(node)) {
      const name = node.name?.text ?? 'default';
      const exported = this.#isExported(node, name, prefix, outer);
      this.#add(prefix + name, 'function', node.name ?? node, exported, this.#isReal(node));
    } else if (ts.isClassDeclaration(node)) {
      const name = node.name?.text ?? 'default';
      this.#class(node, prefix + name, this.#isExported(node, name, prefix, outer));
    } else if (ts.isVariableStatement(node)) {
      for (const { name, initializer } of node.declarationList.declarations) {
        if (!ts.isIdentifier(name) || initializer === undefined) continue;
        this.#value(prefix + name.text, name, initializer, this.#isExported(node, name.text, prefix, outer));
      }
    } else if (ts.isModuleDeclaration(node)) {
      this.#namespace(node, prefix, outer);
    } else if (ts.isExportAssignment(node)) {
      this.#value(node.isExportEquals ? 'export=' : 'default', node, node.expression, true);
    } else if (ts.isExpressionStatement(node) && ts.isBinaryExpression(node.expression)) {
      this.#assignment(node.expression, prefix);
    }
  }

  #namespace(node: ts.ModuleDeclaration, prefix: string, outer: boolean): void {
    const ts = this.#ts;
    const exported = this.#isExported(node, node.name.text, prefix, outer);
    const inner = `${prefix}${node.name.text}.`;
    if (node.body && ts.isModuleBlock(node.body)) {
      for (const statement of node.body.statements) this.#statement(statement, inner, exported);
    } else if (node.body && ts.isModuleDeclaration(node.body)) this.#namespace(node.body, inner, exported);
  }

  /** A value bound to a name: a function, or a class or an object with its own. */
  #value(name: string, at: ts.Node, written: ts.Expression, exported: boolean): void {
    const ts = this.#ts;
    const value = this.#unwrapped(written);
    if (ts.isArrowFunction(value)) this.#add(name, 'arrow', at, exported);
    else if (ts.isFunctionExpression(value)) this.#add(name, 'expression', at, exported);
    else if (ts.isClassExpression(value)) this.#class(value, name, exported);
    else if (ts.isObjectLiteralExpression(value)) this.#object(value, name, exported);
  }

  #object(node: ts.ObjectLiteralExpression, prefix: string, exported: boolean): void {
    const ts = this.#ts;
    for (const property of node.properties) {
      const name = property.name && this.#propertyName(property.name);
      if (name === undefined || property.name === undefined) continue;
      if (ts.isMethodDeclaration(property)) this.#add(`${prefix}.${name}`, 'method', property.name, exported);
      else if (ts.isAccessor(property)) this.#add(`${prefix}.${name}`, 'accessor', property.name, exported);
      else if (ts.isPropertyAssignment(property)) {
        this.#value(`${prefix}.${name}`, property.name, property.initializer, exported);
      }
    }
  }

  #class(node: ts.ClassLikeDeclaration, prefix: string, exported: boolean): void {
    const ts = this.#ts;
    for (const member of node.members) {
      if (ts.isConstructorDeclaration(member)) {
        this.#add(`${prefix}.constructor`, 'constructor', member, exported, this.#isReal(member));
      }
      const name = member.name && this.#propertyName(member.name);
      if (name === undefined || member.name === undefined) continue;
      if (ts.isMethodDeclaration(member)) {
        this.#add(`${prefix}.${name}`, 'method', member.name, exported, this.#isReal(member));
      } else if (ts.isAccessor(member)) this.#add(`${prefix}.${name}`, 'accessor', member.name, exported);
      else if (ts.isPropertyDeclaration(member) && member.initializer !== undefined) {
        this.#value(`${prefix}.${name}`, member.name, member.initializer, exported);
      }
    }
  }

  /** Whether a function has its body here, or it is a declaration that has it elsewhere. */
  #isReal(node: ts.FunctionDeclaration | ts.MethodDeclaration | ts.ConstructorDeclaration): boolean {
    const ts = this.#ts;
    if (node.body !== undefined || this.#isDeclared) return true;
    if (modified(ts, node, ts.SyntaxKind.AbstractKeyword)) return true;
    return ts.findAncestor(node, (outer) => modified(ts, outer, ts.SyntaxKind.DeclareKeyword)) !== undefined;
  }

  /** An expression without parentheses and type assertions around it. */
  #unwrapped(node: ts.Expression): ts.Expression {
    const ts = this.#ts;
    let inner = node;
    while (
      ts.isParenthesizedExpression(inner) ||
      ts.isAsExpression(inner) ||
      ts.isSatisfiesExpression(inner) ||
      ts.isTypeAssertionExpression(inner) ||
      ts.isNonNullExpression(inner)
    ) {
      inner = inner.expression;
    }
    return inner;
  }

  #propertyName(name: ts.PropertyName): string | undefined {
    const ts = this.#ts;
    return ts.isComputedPropertyName(name) || ts.isBigIntLiteral(name) ? undefined : name.text;
  }

  /** `exports.a = …`, `module.exports = {…}` and `Class.prototype.method = …`. */
  #assignment(node: ts.BinaryExpression, prefix: string): void {
    const ts = this.#ts;
    if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken || prefix !== '') return;
    if (!ts.isPropertyAccessExpression(node.left)) return;
    const path = node.left.getText(this.#source).replace(/\s+/g, '');
    const common = /^(?:module\.)?exports\.([^.]+)$/.exec(path)?.[1];
    const method = /^([\w$]+)\.prototype\.([\w$]+)$/.exec(path);
    const value = this.#unwrapped(node.right);
    if (path === 'module.exports' && ts.isObjectLiteralExpression(value)) this.#members(value);
    else if (common !== undefined) this.#value(common, node.left.name, node.right, true);
    else if (method !== null && ts.isFunctionLike(value)) {
      const [, owner = '', name = ''] = method;
      this.#add(`${owner}.${name}`, 'method', node.left.name, this.#exportedLater.has(owner));
    }
  }

  #members(node: ts.ObjectLiteralExpression): void {
    const ts = this.#ts;
    for (const property of node.properties) {
      const name = property.name && this.#propertyName(property.name);
      if (name === undefined || property.name === undefined) continue;
      if (ts.isMethodDeclaration(property)) this.#add(name, 'method', property.name, true);
      else if (ts.isPropertyAssignment(property)) this.#value(name, property.name, property.initializer, true);
    }
  }
}
