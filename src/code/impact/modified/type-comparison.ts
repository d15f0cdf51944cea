import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { toNormalizedText } from './normalized-text.ts';
import type { DeclaringNode, ParsedExport } from './parsed-exports.ts';

/** The declarations and imports of a file by name. */
type DeclaredNodes = ReadonlyMap<string, readonly ts.Node[]>;

/** A request to compare the types of an export in two versions of a file. The type checker answers it. */
export interface TypeComparison {
  readonly name: string;
  readonly isType: boolean;
  /** The earlier type, as a type expression that is valid at the end of the earlier text. */
  readonly typeBefore: string;
}

/** Creates the type comparison for an export. Returns `undefined` if the result would not be reliable. */
export function toTypeComparison(
  ts: TypeScript,
  before: ParsedExport,
  after: ParsedExport,
): TypeComparison | undefined {
  const [declarationBefore] = before.declarations;
  const [declarationAfter] = after.declarations;
  if (declarationBefore === undefined || declarationAfter === undefined) return;
  if (before.declarations.length !== 1 || after.declarations.length !== 1) return;
  if (before.localName === undefined || !/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(before.name)) return;
  const isType = isTypeDeclaration(ts, declarationBefore);
  if (isType !== isTypeDeclaration(ts, declarationAfter)) return;
  const nodes = [declarationBefore, declarationAfter];
  if (nodes.some((node) => !isComparable(ts, node) || hasLiteralType(ts, node))) return;
  for (const node of nodes) {
    const declared = findDeclaredNodes(ts, node.getSourceFile());
    if ([...findReferencedDeclarations(ts, node)].some((each) => isUnreliable(ts, each, declared))) return;
  }
  return {
    name: before.name,
    isType,
    typeBefore: isType ? before.localName : toTypeExpression(ts, declarationBefore, before.localName),
  };
}

/** Whether an unchanged export refers to a changed declaration of its file. */
export function refersToChangedDeclaration(ts: TypeScript, before: ParsedExport, after: ParsedExport): boolean {
  const [declarationBefore] = before.declarations;
  const [declarationAfter] = after.declarations;
  if (declarationBefore === undefined || declarationAfter === undefined) return false;
  const toReferencedText = (node: DeclaringNode): string =>
    [...findReferencedDeclarations(ts, node)]
      .map((each) => (each === node ? '' : toNormalizedText(ts, each)))
      .join('\n');
  return toReferencedText(declarationBefore) !== toReferencedText(declarationAfter);
}

function isTypeDeclaration(ts: TypeScript, node: DeclaringNode): boolean {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

function isComparable(ts: TypeScript, node: DeclaringNode): boolean {
  if (ts.isClassDeclaration(node) || ts.isEnumDeclaration(node) || ts.isModuleDeclaration(node)) return false;
  return ts.isVariableDeclaration(node) || node.typeParameters === undefined;
}

/**
 * Returns an expression for the type that importers see. The type checker narrows `typeof x` to an assigned value, except
 * inside a function type.
 */
function toTypeExpression(ts: TypeScript, node: DeclaringNode, name: string): string {
  if (!ts.isVariableDeclaration(node)) return `typeof ${name}`;
  return node.type === undefined ? `ReturnType<() => typeof ${name}>` : node.type.getText();
}

/**
 * Whether the type of a variable repeats its value. A comparison would report every changed value as a changed type.
 */
function hasLiteralType(ts: TypeScript, node: DeclaringNode): boolean {
  return ts.isVariableDeclaration(node) && node.type === undefined && /\bas\s+const\b|\bfreeze\b/.test(node.getText());
}

/** Returns a declaration and all declarations of its file that it refers to, directly or indirectly. */
function findReferencedDeclarations(ts: TypeScript, start: DeclaringNode): ReadonlySet<ts.Node> {
  const declared = findDeclaredNodes(ts, start.getSourceFile());
  const referenced = new Set<ts.Node>([start]);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) for (const each of declared.get(node.text) ?? []) referenced.add(each);
    ts.forEachChild(node, visit);
  };
  for (const node of referenced) visit(node);
  return referenced;
}

/** The comparison of each export of a file needs the declared nodes of the file. */
const DECLARED_NODES = new WeakMap<ts.SourceFile, DeclaredNodes>();

function findDeclaredNodes(ts: TypeScript, source: ts.SourceFile): DeclaredNodes {
  const cached = DECLARED_NODES.get(source);
  if (cached !== undefined) return cached;
  const declared = new Map<string, ts.Node[]>();
  DECLARED_NODES.set(source, declared);
  const add = (name: string, node: ts.Node): void => {
    declared.set(name, [...(declared.get(name) ?? []), node]);
  };
  const addPattern = (name: ts.BindingName, node: ts.Node): void => {
    if (ts.isIdentifier(name)) add(name.text, node);
    else for (const each of name.elements) if (ts.isBindingElement(each)) addPattern(each.name, node);
  };
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const each of statement.declarationList.declarations) addPattern(each.name, each);
    } else if (ts.isImportDeclaration(statement)) {
      const { importClause } = statement;
      const names: (ts.Identifier | undefined)[] = [importClause?.name];
      const bindings = importClause?.namedBindings;
      if (bindings !== undefined && ts.isNamespaceImport(bindings)) names.push(bindings.name);
      if (bindings !== undefined && ts.isNamedImports(bindings))
        names.push(...bindings.elements.map(({ name }) => name));
      for (const name of names) if (name !== undefined) add(name.text, statement);
    } else if ('name' in statement && statement.name !== undefined) {
      const name = statement.name as ts.Node;
      if (ts.isIdentifier(name)) add(name.text, statement);
    }
  }
  return declared;
}

/**
 * Whether a declaration makes the comparison unreliable. Enums, symbols and classes with private members have a different
 * identity in each version. The type checker ignores a base type that the file does not declare.
 */
function isUnreliable(ts: TypeScript, node: ts.Node, declared: DeclaredNodes): boolean {
  if (ts.isEnumDeclaration(node) || ts.isPrivateIdentifier(node)) return true;
  if (ts.isIdentifier(node) && node.text === 'Symbol') return true;
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.UniqueKeyword) return true;
  if (node.kind === ts.SyntaxKind.PrivateKeyword || node.kind === ts.SyntaxKind.ProtectedKeyword) return true;
  if (ts.isHeritageClause(node)) {
    return node.types.some(({ expression }) => {
      const root = /^[\w$]+/.exec(expression.getText())?.[0];
      return root === undefined || !declared.has(root);
    });
  }
  return ts.forEachChild(node, (child) => isUnreliable(ts, child, declared) || undefined) ?? false;
}
