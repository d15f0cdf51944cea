import type { ts } from 'ts-morph';
import { readNested } from '../../foundation/errors.ts';
import { LineMap } from '../../foundation/position.ts';
import { scriptsOf, type Script } from '../language/scripts.ts';
import { isDeclarationFile } from '../language/source-language.ts';
import { loadTypeScript, parseScript, type TypeScript } from '../language/typescript-parser.ts';
import { hasModifier } from './declared-names.ts';
import { unwrapExpression } from './unwrap-expression.ts';

export type FunctionKind = 'function' | 'arrow' | 'expression' | 'method' | 'constructor' | 'accessor';

/** A named function of a file: `name`, `Class.method`, `object.method` or `Namespace.name`. */
export interface FunctionSymbol {
  readonly name: string;
  readonly kind: FunctionKind;
  readonly line: number;
  readonly column: number;
  /** Whether the file exports the function, or the class, object or namespace that contains it. */
  readonly exported: boolean;
}

const cache = new Map<string, { readonly text: string; readonly functions: readonly FunctionSymbol[] }>();
const MAX_CACHED_FILES = 64;

/**
 * The named functions at the top level of a file: function declarations (overloads count once), arrow functions and
 * function expressions that are assigned to a name, and the methods of classes, objects and namespaces. Functions nested
 * in other functions are not listed. Results are cached by text.
 */
export async function functionsOf(file: string, text: string): Promise<readonly FunctionSymbol[]> {
  const known = cache.get(file);
  if (known?.text === text) return known.functions;
  const typescript = await loadTypeScript();
  const functions = readNested(file, () => readFunctions(typescript, file, text));
  cache.delete(file);
  cache.set(file, { text, functions });
  const oldest = cache.keys().next();
  if (cache.size > MAX_CACHED_FILES && !oldest.done) cache.delete(oldest.value);
  return functions;
}

function readFunctions(ts: TypeScript, file: string, text: string): readonly FunctionSymbol[] {
  return scriptsOf(file, text).flatMap((script) => new FunctionReader(ts, script, isDeclarationFile(file)).read());
}

class FunctionReader {
  readonly #ts: TypeScript;
  readonly #source: ts.SourceFile;
  readonly #lines: LineMap;
  readonly #functions = new Map<string, FunctionSymbol>();
  /** The names of functions that have an implementation or need none. Overload signatures alone are not listed. */
  readonly #implemented = new Set<string>();
  /** The local names in `export { … }` statements and in `export default name`. */
  readonly #exportedByStatement = new Set<string>();
  readonly #isDeclarationFile: boolean;

  constructor(typescript: TypeScript, { text, dialect }: Script, isDeclarationFile: boolean) {
    this.#ts = typescript;
    this.#isDeclarationFile = isDeclarationFile;
    this.#source = parseScript(typescript, text, dialect);
    this.#lines = new LineMap(text);
  }

  read(): FunctionSymbol[] {
    const ts = this.#ts;
    for (const statement of this.#source.statements) {
      if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression)) {
        this.#exportedByStatement.add(statement.expression.text);
      } else if (ts.isExportDeclaration(statement) && statement.moduleSpecifier === undefined) {
        const clause = statement.exportClause;
        if (clause === undefined || !ts.isNamedExports(clause)) continue;
        for (const { propertyName, name } of clause.elements)
          this.#exportedByStatement.add((propertyName ?? name).text);
      }
    }
    for (const statement of this.#source.statements) this.#readStatement(statement, '', false);
    return [...this.#functions.values()].filter(({ name }) => this.#implemented.has(name));
  }

  #add(name: string, kind: FunctionKind, node: ts.Node, exported: boolean, isImplemented = true): void {
    if (isImplemented) this.#implemented.add(name);
    if (this.#functions.has(name)) return;
    const { line, column } = this.#lines.positionAt(node.getStart(this.#source));
    this.#functions.set(name, { name, kind, line, column, exported });
  }

  #isExported(node: ts.Node, name: string, prefix: string, isOuterExported: boolean): boolean {
    const ts = this.#ts;
    if (prefix !== '') return isOuterExported;
    if (this.#exportedByStatement.has(name)) return true;
    return hasModifier(ts, node, ts.SyntaxKind.ExportKeyword);
  }

  #readStatement(node: ts.Statement, prefix: string, isOuterExported: boolean): void {
    const ts = this.#ts;
    if (ts.isFunctionDeclaration(node)) {
      const name = node.name?.text ?? 'default';
      const exported = this.#isExported(node, name, prefix, isOuterExported);
      this.#add(prefix + name, 'function', node.name ?? node, exported, this.#isImplemented(node));
    } else if (ts.isClassDeclaration(node)) {
      const name = node.name?.text ?? 'default';
      this.#readClass(node, prefix + name, this.#isExported(node, name, prefix, isOuterExported));
    } else if (ts.isVariableStatement(node)) {
      for (const { name, initializer } of node.declarationList.declarations) {
        if (!ts.isIdentifier(name) || initializer === undefined) continue;
        this.#readValue(
          prefix + name.text,
          name,
          initializer,
          this.#isExported(node, name.text, prefix, isOuterExported),
        );
      }
    } else if (ts.isModuleDeclaration(node)) {
      this.#readNamespace(node, prefix, isOuterExported);
    } else if (ts.isExportAssignment(node)) {
      this.#readValue(node.isExportEquals ? 'export=' : 'default', node, node.expression, true);
    } else if (ts.isExpressionStatement(node) && ts.isBinaryExpression(node.expression)) {
      this.#readAssignment(node.expression, prefix);
    }
  }

  #readNamespace(node: ts.ModuleDeclaration, prefix: string, isOuterExported: boolean): void {
    const ts = this.#ts;
    const exported = this.#isExported(node, node.name.text, prefix, isOuterExported);
    const inner = `${prefix}${node.name.text}.`;
    if (node.body && ts.isModuleBlock(node.body)) {
      for (const statement of node.body.statements) this.#readStatement(statement, inner, exported);
    } else if (node.body && ts.isModuleDeclaration(node.body)) this.#readNamespace(node.body, inner, exported);
  }

  /** Adds a function that is assigned to a name, or the functions of a class or object that is assigned to it. */
  #readValue(name: string, nameNode: ts.Node, initializer: ts.Expression, exported: boolean): void {
    const ts = this.#ts;
    const value = unwrapExpression(this.#ts, initializer);
    if (ts.isArrowFunction(value)) this.#add(name, 'arrow', nameNode, exported);
    else if (ts.isFunctionExpression(value)) this.#add(name, 'expression', nameNode, exported);
    else if (ts.isClassExpression(value)) this.#readClass(value, name, exported);
    else if (ts.isObjectLiteralExpression(value)) this.#readObject(value, name, exported);
  }

  #readObject(node: ts.ObjectLiteralExpression, prefix: string, exported: boolean): void {
    const ts = this.#ts;
    for (const property of node.properties) {
      const name = property.name && this.#propertyName(property.name);
      if (name === undefined || property.name === undefined) continue;
      if (ts.isMethodDeclaration(property)) this.#add(`${prefix}.${name}`, 'method', property.name, exported);
      else if (ts.isAccessor(property)) this.#add(`${prefix}.${name}`, 'accessor', property.name, exported);
      else if (ts.isPropertyAssignment(property)) {
        this.#readValue(`${prefix}.${name}`, property.name, property.initializer, exported);
      }
    }
  }

  #readClass(node: ts.ClassLikeDeclaration, prefix: string, exported: boolean): void {
    const ts = this.#ts;
    for (const member of node.members) {
      if (ts.isConstructorDeclaration(member)) {
        this.#add(`${prefix}.constructor`, 'constructor', member, exported, this.#isImplemented(member));
      }
      const name = member.name && this.#propertyName(member.name);
      if (name === undefined || member.name === undefined) continue;
      if (ts.isMethodDeclaration(member)) {
        this.#add(`${prefix}.${name}`, 'method', member.name, exported, this.#isImplemented(member));
      } else if (ts.isAccessor(member)) this.#add(`${prefix}.${name}`, 'accessor', member.name, exported);
      else if (ts.isPropertyDeclaration(member) && member.initializer !== undefined) {
        this.#readValue(`${prefix}.${name}`, member.name, member.initializer, exported);
      }
    }
  }

  /** Whether a function has a body, which it cannot have in a declaration file. */
  #isImplemented(node: ts.FunctionDeclaration | ts.MethodDeclaration | ts.ConstructorDeclaration): boolean {
    return node.body !== undefined || this.#isDeclarationFile;
  }

  #propertyName(name: ts.PropertyName): string | undefined {
    const ts = this.#ts;
    return ts.isComputedPropertyName(name) || ts.isBigIntLiteral(name) ? undefined : name.text;
  }

  /** Reads `exports.a = …`, `module.exports = {…}` and `Class.prototype.method = …`. */
  #readAssignment(node: ts.BinaryExpression, prefix: string): void {
    const ts = this.#ts;
    if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken || prefix !== '') return;
    if (!ts.isPropertyAccessExpression(node.left)) return;
    const path = node.left.getText(this.#source).replace(/\s+/g, '');
    const commonJsName = /^(?:module\.)?exports\.([^.]+)$/.exec(path)?.[1];
    const prototypeMethod = /^([\w$]+)\.prototype\.([\w$]+)$/.exec(path);
    const value = unwrapExpression(this.#ts, node.right);
    if (path === 'module.exports' && ts.isObjectLiteralExpression(value)) this.#readExportedObject(value);
    else if (commonJsName !== undefined) this.#readValue(commonJsName, node.left.name, node.right, true);
    else if (prototypeMethod !== null && ts.isFunctionLike(value)) {
      const [, owner = '', name = ''] = prototypeMethod;
      this.#add(`${owner}.${name}`, 'method', node.left.name, this.#exportedByStatement.has(owner));
    }
  }

  #readExportedObject(node: ts.ObjectLiteralExpression): void {
    const ts = this.#ts;
    for (const property of node.properties) {
      const name = property.name && this.#propertyName(property.name);
      if (name === undefined || property.name === undefined) continue;
      if (ts.isMethodDeclaration(property)) this.#add(name, 'method', property.name, true);
      else if (ts.isPropertyAssignment(property)) this.#readValue(name, property.name, property.initializer, true);
    }
  }
}
