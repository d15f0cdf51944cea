import type { ts } from 'ts-morph';
import type { TypeScript } from '../language/typescript-parser.ts';

/** A reference to a type, or after `typeof` to a value, in the text of a type. */
export interface TypeName {
  /** The whole reference: `Map<string, T>`, `typeof x`, `ns.Name`, `import('x').Name`. */
  readonly text: string;
  /** The first identifier of the name. It is looked up in scope. */
  readonly firstIdentifier: string;
  /** The name without type arguments: `Map`, `ns.Name`. */
  readonly name: string;
  /** The offset of the last identifier of the name. */
  readonly offset: number;
  /** The type parameters that are in scope at the reference. */
  readonly scope: readonly string[];
  /** The specifier of an import type. Its `name` is in that module, and its `firstIdentifier` is the import. */
  readonly specifier?: string;
}

/**
 * Finds the references in the types under a node, except references to type parameters that a node around them
 * declares. Function bodies are skipped, and so are initializers that are not functions.
 */
export function findTypeNames(typescript: TypeScript, root: ts.Node, source: ts.SourceFile): readonly TypeName[] {
  const names: TypeName[] = [];
  visit(root, []);
  return names;

  function visit(node: ts.Node, scope: readonly string[]): void {
    const inner = [...scope, ...typeParametersOf(typescript, node)];
    if (typescript.isImportTypeNode(node)) addImportType(node, inner);
    const name = nameOf(node);
    if (name) {
      const firstIdentifier = leftmost(name).text;
      if (
        typescript.isTypeQueryNode(node) ? !namesParameter(node, firstIdentifier) : !inner.includes(firstIdentifier)
      ) {
        const offset = (typescript.isQualifiedName(name) ? name.right : name).getStart(source);
        names.push({
          text: node.getText(source),
          firstIdentifier,
          name: name.getText(source),
          offset,
          scope: [...new Set(inner)],
        });
      }
    }
    typescript.forEachChild(node, (child) => {
      if (isSkipped(node, child)) return;
      visit(child, inner);
    });
  }

  function addImportType(node: ts.ImportTypeNode, scope: readonly string[]): void {
    const { argument, qualifier } = node;
    if (!typescript.isLiteralTypeNode(argument) || !typescript.isStringLiteral(argument.literal)) return;
    const last = qualifier && typescript.isQualifiedName(qualifier) ? qualifier.right : qualifier;
    names.push({
      text: node.getText(source),
      firstIdentifier: `import(${argument.getText(source)})`,
      name: qualifier?.getText(source) ?? '',
      offset: (last ?? argument.literal).getStart(source),
      scope: [...new Set(scope)],
      specifier: argument.literal.text,
    });
  }

  function nameOf(node: ts.Node): ts.EntityName | ts.Identifier | undefined {
    if (typescript.isTypeReferenceNode(node)) {
      // `as const` is parsed as a reference to a type with the name `const`.
      return node.typeName.getText(source) === 'const' ? undefined : node.typeName;
    }
    if (typescript.isTypeQueryNode(node)) {
      return typescript.isIdentifier(node.exprName) || typescript.isQualifiedName(node.exprName)
        ? node.exprName
        : undefined;
    }
    if (typescript.isExpressionWithTypeArguments(node) && typescript.isIdentifier(node.expression)) {
      return node.expression;
    }
    return undefined;
  }

  /** Whether a name is a parameter of a function that encloses the node. */
  function namesParameter(node: ts.Node, text: string): boolean {
    for (
      let outer = node.parent as ts.Node | undefined;
      outer !== undefined;
      outer = outer.parent as ts.Node | undefined
    ) {
      if (!('parameters' in outer) || !Array.isArray(outer.parameters)) continue;
      const parameters = outer.parameters as readonly ts.ParameterDeclaration[];
      if (parameters.some(({ name }) => typescript.isIdentifier(name) && name.text === text)) return true;
    }
    return false;
  }

  function leftmost(name: ts.EntityName): ts.Identifier {
    return typescript.isIdentifier(name) ? name : leftmost(name.left);
  }

  function isSkipped(parent: ts.Node, child: ts.Node): boolean {
    if (typescript.isBlock(child) || typescript.isClassStaticBlockDeclaration(child)) return true;
    if (typescript.isArrowFunction(parent)) return child === parent.body;
    if ('initializer' in parent && parent.initializer === child) {
      return !typescript.isArrowFunction(child) && !typescript.isFunctionExpression(child);
    }
    return false;
  }
}

/** The type parameters that a node declares for its descendants. */
function typeParametersOf(typescript: TypeScript, node: ts.Node): readonly string[] {
  const names: string[] = [];
  if ('typeParameters' in node && Array.isArray(node.typeParameters)) {
    for (const parameter of node.typeParameters as readonly ts.TypeParameterDeclaration[])
      names.push(parameter.name.text);
  }
  if (typescript.isMappedTypeNode(node)) names.push(node.typeParameter.name.text);
  if (typescript.isConditionalTypeNode(node)) {
    const collect = (inner: ts.Node): void => {
      if (typescript.isInferTypeNode(inner)) names.push(inner.typeParameter.name.text);
      typescript.forEachChild(inner, collect);
    };
    collect(node.extendsType);
  }
  return names;
}
