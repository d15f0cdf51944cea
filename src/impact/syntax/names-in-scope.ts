import type { ts } from 'ts-morph';
import { forEachChildOrComment } from '../../code/jsdoc-comments.ts';
import type { TypeScript } from '../../code/typescript-parser.ts';
import { Meaning, meaningsDeclaredBy } from './declared-meanings.ts';

/**
 * The places inside a node where a name means what it means at the node itself: those where it is declared anew, or is
 * a property, a label or a string, are left out. The node's own declarations of the name are taken to be what is
 * asked for, and are no uses.
 */
export function usesWithin(ts: TypeScript, root: ts.Node, name: string): ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node, hidden: number): void => {
    if (ts.isIdentifier(node)) {
      if (node.text !== name) return;
      const meaning = meaningOf(ts, node);
      if (meaning !== Meaning.none && (hidden & meaning) !== meaning) found.push(node);
      return;
    }
    const inner = hidden | meaningsDeclaredBy(ts, node, name);
    if (inner === Meaning.all) return;
    forEachChildOrComment(ts, node, (child) => visit(child, inner));
  };
  forEachChildOrComment(ts, root, (child) => visit(child, Meaning.none));
  return found;
}

/** In which sense an identifier uses what it names; none where it is a declaration, a key or a label. */
function meaningOf(ts: TypeScript, node: ts.Identifier): number {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node ? Meaning.value : Meaning.none;
  if (ts.isQualifiedName(parent)) {
    if (parent.left !== node) return Meaning.none;
    let outer: ts.Node = parent;
    while (ts.isQualifiedName(outer)) outer = outer.parent;
    return ts.isTypeQueryNode(outer) ? Meaning.value : Meaning.namespace;
  }
  if (ts.isTypeReferenceNode(parent)) return Meaning.type;
  // Of a tag itself: what it declares, or a link, which is no code. The types in it are nodes of their own.
  if (parent.kind >= ts.SyntaxKind.FirstJSDocNode && parent.kind <= ts.SyntaxKind.LastJSDocNode) return Meaning.none;
  if (ts.isTypeQueryNode(parent)) return Meaning.value;
  if (ts.isExpressionWithTypeArguments(parent)) {
    const heritage = parent.parent;
    const isValue =
      !ts.isHeritageClause(heritage) ||
      (heritage.token === ts.SyntaxKind.ExtendsKeyword && ts.isClassLike(heritage.parent));
    return isValue ? Meaning.value : Meaning.type;
  }
  if (ts.isExportSpecifier(parent)) return meaningOfExported(parent, node);
  if (ts.isExportAssignment(parent)) return Meaning.all;
  if (ts.isImportEqualsDeclaration(parent)) return parent.name === node ? Meaning.none : Meaning.namespace;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent)) return Meaning.none;
  if (ts.isNamespaceExport(parent) || ts.isNamespaceExportDeclaration(parent)) return Meaning.none;
  if (ts.isImportTypeNode(parent) || ts.isMetaProperty(parent) || ts.isNamedTupleMember(parent)) return Meaning.none;
  if (ts.isJsxAttribute(parent) || ts.isJsxNamespacedName(parent)) return Meaning.none;
  if (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)) {
    return /^[a-z]/.test(node.text) ? Meaning.none : Meaning.value;
  }
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return Meaning.none;
  if (ts.isBindingElement(parent)) return parent.initializer === node ? Meaning.value : Meaning.none;
  if (ts.isShorthandPropertyAssignment(parent)) return Meaning.value;
  if (ts.isTypePredicateNode(parent)) return Meaning.value;
  return isNameOf(ts, parent, node) ? Meaning.none : Meaning.value;
}

/** `export { a as b }` uses what is here called `a`; with `from` it speaks of another module. */
function meaningOfExported({ parent, propertyName, name }: ts.ExportSpecifier, node: ts.Identifier): number {
  if (parent.parent.moduleSpecifier !== undefined) return Meaning.none;
  return (propertyName ?? name) === node ? Meaning.all : Meaning.none;
}

/** Whether a node names the declaration or the member that its parent is. */
function isNameOf(ts: TypeScript, parent: ts.Node, node: ts.Identifier): boolean {
  const isNamed =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isFunctionLike(parent) ||
    ts.isClassLike(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isTypeAliasDeclaration(parent) ||
    ts.isEnumDeclaration(parent) ||
    ts.isEnumMember(parent) ||
    ts.isModuleDeclaration(parent) ||
    ts.isTypeParameterDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isPropertySignature(parent);
  return isNamed && parent.name === node;
}
