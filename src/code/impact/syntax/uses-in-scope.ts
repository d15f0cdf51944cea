import type { ts } from 'ts-morph';
import { forEachChildOrComment } from '../../language/jsdoc-nodes.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { Meaning, findDeclaredMeanings } from './declared-meanings.ts';

/**
 * Finds the identifiers inside a node that use a name with the meaning that the name has at the node. Omits scopes that
 * redeclare the name, property keys, labels and the declarations of the name.
 */
export function findUsesInScope(ts: TypeScript, root: ts.Node, name: string): ts.Identifier[] {
  const uses: ts.Identifier[] = [];
  const occurrences = findOccurrences(root, name);
  /**
   * @param shadowed the meanings that enclosing scopes redeclare
   * @param first the index of the first occurrence that can be inside the node
   * @param last the index after the last such occurrence
   */
  const visit = (node: ts.Node, shadowed: number, first: number, last: number): void => {
    while (first < last && (occurrences[first] ?? 0) < node.pos) first++;
    while (first < last && (occurrences[last - 1] ?? 0) >= node.end) last--;
    if (first >= last) return;
    if (ts.isIdentifier(node)) {
      if (node.text !== name) return;
      const meaning = getMeaning(ts, node);
      if (meaning !== Meaning.none && (shadowed & meaning) !== meaning) uses.push(node);
      return;
    }
    const inner = shadowed | findDeclaredMeanings(ts, node, name);
    if (inner === Meaning.all) return;
    forEachChildOrComment(ts, node, (child) => visit(child, inner, first, last));
  };
  forEachChildOrComment(ts, root, (child) => visit(child, Meaning.none, 0, occurrences.length));
  return uses;
}

/**
 * Finds the offsets at which the text of a node contains a name, or an escape such as `\u0061` that can be part of it.
 */
function findOccurrences(root: ts.Node, name: string): readonly number[] {
  const { text } = root.getSourceFile();
  const offsets: number[] = [];
  for (const part of [name, '\\u']) {
    for (
      let offset = text.indexOf(part, root.pos);
      offset >= 0 && offset < root.end;
      offset = text.indexOf(part, offset + part.length)
    ) {
      offsets.push(offset);
    }
  }
  return offsets.sort((a, b) => a - b);
}

/** Returns the meaning of a used identifier: `none` for a declaration, a property key or a label. */
function getMeaning(ts: TypeScript, node: ts.Identifier): number {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node ? Meaning.value : Meaning.none;
  if (ts.isQualifiedName(parent)) {
    if (parent.left !== node) return Meaning.none;
    let outer: ts.Node = parent;
    while (ts.isQualifiedName(outer)) outer = outer.parent;
    return ts.isTypeQueryNode(outer) ? Meaning.value : Meaning.namespace;
  }
  if (ts.isTypeReferenceNode(parent)) return Meaning.type;
  // The name is declared by a JSDoc tag or is in a link. Types in tags are separate nodes.
  if (parent.kind >= ts.SyntaxKind.FirstJSDocNode && parent.kind <= ts.SyntaxKind.LastJSDocNode) return Meaning.none;
  if (ts.isTypeQueryNode(parent)) return Meaning.value;
  if (ts.isExpressionWithTypeArguments(parent)) {
    const heritage = parent.parent;
    const isValue =
      !ts.isHeritageClause(heritage) ||
      (heritage.token === ts.SyntaxKind.ExtendsKeyword && ts.isClassLike(heritage.parent));
    return isValue ? Meaning.value : Meaning.type;
  }
  if (ts.isExportSpecifier(parent)) return getExportMeaning(parent, node);
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

/** Returns the meaning of a name in `export { a as b }`. Only `a` is a use, and only if no `from` follows. */
function getExportMeaning({ parent, propertyName, name }: ts.ExportSpecifier, node: ts.Identifier): number {
  if (parent.parent.moduleSpecifier !== undefined) return Meaning.none;
  return (propertyName ?? name) === node ? Meaning.all : Meaning.none;
}

/** Whether a node is the name of its parent, and the parent is a declaration or a member. */
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
