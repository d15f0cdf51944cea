import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';

/**
 * Whether the statement around an error mentions a name that cannot be resolved, apart from names with a separate error.
 * Such a name has no type, and what the compiler says about it says nothing about the code.
 *
 * @param errors the places of all errors of the file
 */
export function mentionsUnresolved(
  ts: TypeScript,
  checker: ts.TypeChecker,
  source: ts.SourceFile,
  { start, length }: { readonly start: number; readonly length: number },
  errors: ReadonlySet<number>,
): boolean {
  const isSubject = (node: ts.Node): boolean => {
    const at = node.getStart(source);
    return errors.has(at) || (at >= start && at < start + length);
  };
  let isFound = false;
  const visit = (node: ts.Node): void => {
    if (isFound) return;
    if (ts.isIdentifier(node) && isReference(ts, node) && !isSubject(node)) {
      isFound = isUnresolved(ts, checker, node);
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(findStatement(ts, source, start));
  return isFound;
}

/** The innermost statement, or member of a class, that contains an offset. */
function findStatement(ts: TypeScript, source: ts.SourceFile, offset: number): ts.Node {
  let found: ts.Node = source;
  for (let inner: ts.Node | undefined = source; inner !== undefined;) {
    if (ts.isStatement(inner) || ts.isClassElement(inner)) found = inner;
    inner = ts.forEachChild(inner, (child) =>
      offset >= child.getStart(source) && offset < child.end ? child : undefined,
    );
  }
  return found;
}

/** Whether a name refers to a declaration that is found by its scope, and is neither a member nor itself declared. */
function isReference(ts: TypeScript, node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name.pos !== node.pos;
  if (ts.isQualifiedName(parent)) return parent.right.pos !== node.pos;
  if (ts.isJsxAttribute(parent) || ts.isMetaProperty(parent) || ts.isTypePredicateNode(parent)) return false;
  if (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)) return !/^[a-z]/.test(node.text);
  if (ts.isBindingElement(parent)) return parent.initializer?.pos === node.pos;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return parent.name.pos === node.pos;
  if ('name' in parent && parent.name !== undefined) return (parent.name as ts.Node).pos !== node.pos;
  return !ts.isLabeledStatement(parent) && !ts.isBreakOrContinueStatement(parent);
}

function isUnresolved(ts: TypeScript, checker: ts.TypeChecker, node: ts.Identifier): boolean {
  const symbol = checker.getSymbolAtLocation(node);
  // `as const` has a name that refers to nothing.
  if (symbol === undefined) return node.text !== 'const';
  if ((symbol.flags & ts.SymbolFlags.Alias) !== 0 && !ts.isExportSpecifier(node.parent)) {
    return (checker.getAliasedSymbol(symbol).declarations ?? []).length === 0;
  }
  const type = checker.getTypeAtLocation(node);
  return (type.flags & ts.TypeFlags.Any) !== 0 && 'intrinsicName' in type && type.intrinsicName === 'error';
}
