import type { ts } from 'ts-morph';
import type { TypeScript } from '../typescript-parser.ts';

/** A type, or after `typeof` a value, that a piece of type text names. */
export interface TypeName {
  /** The whole reference: `Map<string, T>`, `typeof x`, `ns.Name`. */
  readonly text: string;
  /** The first identifier, by which it is found in scope. */
  readonly first: string;
  /** The name as it is written, without type arguments. */
  readonly written: string;
  /** Offset of the name's last part in its text. */
  readonly at: number;
  /** The type parameters in whose scope it stands. */
  readonly scope: readonly string[];
}

/**
 * The names that types under a node refer to, but for type parameters of the node's own. Bodies of functions and
 * initialisers are passed over: only types that are written count.
 */
export function typeNamesIn(typescript: TypeScript, root: ts.Node, source: ts.SourceFile): readonly TypeName[] {
  const found: TypeName[] = [];
  visit(root, []);
  return found;

  function visit(node: ts.Node, scope: readonly string[]): void {
    const inner = [...scope, ...introduced(typescript, node)];
    const name = nameOf(node);
    if (name) {
      const first = leftmost(name).text;
      if (typescript.isTypeQueryNode(node) ? !namesParameter(node, first) : !inner.includes(first)) {
        const written = name.getText(source);
        const at = (typescript.isQualifiedName(name) ? name.right : name).getStart(source);
        found.push({ text: node.getText(source), first, written, at, scope: [...new Set(inner)] });
      }
    }
    typescript.forEachChild(node, (child) => {
      if (isPassedOver(node, child)) return;
      visit(child, inner);
    });
  }

  function nameOf(node: ts.Node): ts.EntityName | ts.Identifier | undefined {
    if (typescript.isTypeReferenceNode(node)) {
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

  /** Whether a value is a parameter of a function that the node stands in. */
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

  function isPassedOver(parent: ts.Node, child: ts.Node): boolean {
    if (typescript.isBlock(child) || typescript.isClassStaticBlockDeclaration(child)) return true;
    if (typescript.isArrowFunction(parent)) return child === parent.body;
    if ('initializer' in parent && parent.initializer === child) {
      return !typescript.isArrowFunction(child) && !typescript.isFunctionExpression(child);
    }
    return false;
  }
}

/** The names of type parameters that a node brings into scope for what stands in it. */
function introduced(typescript: TypeScript, node: ts.Node): readonly string[] {
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
