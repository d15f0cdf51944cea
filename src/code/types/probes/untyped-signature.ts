import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import type { SubjectScope } from './queried-declaration.ts';

/**
 * Whether the only declaration is a JavaScript function without types, neither in its text nor in JSDoc. TypeScript lets
 * callers omit each parameter of such a function, which says nothing about the parameters.
 */
export function isUntypedSignature({ typescript, names }: SubjectScope, nodes: readonly ts.Node[]): boolean {
  if ((names.source.flags & typescript.NodeFlags.JavaScriptFile) === 0) return false;
  const [node, ...more] = nodes;
  if (node === undefined || more.length > 0) return false;
  const signature = signatureOf(typescript, node);
  if (signature === undefined || signature.parameters.length === 0) return false;
  const isTyped = [node, signature].some((typed) => typescript.getJSDocType(typed) !== undefined);
  return (
    !isTyped && signature.parameters.every((parameter) => typescript.getJSDocParameterTags(parameter).length === 0)
  );
}

/** The function that a declaration consists of; for a class, its constructor. */
function signatureOf(typescript: TypeScript, node: ts.Node): ts.SignatureDeclaration | undefined {
  if (typescript.isClassLike(node)) {
    return node.members.find((member) => typescript.isConstructorDeclaration(member));
  }
  if (typescript.isFunctionLike(node)) return node;
  const isInitialized = typescript.isVariableDeclaration(node) || typescript.isPropertyAssignment(node);
  const { initializer } = isInitialized ? node : {};
  return initializer !== undefined && typescript.isFunctionLike(initializer) ? initializer : undefined;
}
