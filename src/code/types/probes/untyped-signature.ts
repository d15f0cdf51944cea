import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';
import type { SubjectScope } from './queried-declaration.ts';

/**
 * For a JavaScript function without types, whether each parameter is plain: without a default value, not a rest parameter.
 * TypeScript lets callers omit each parameter of such a function, which says nothing about the plain ones. Undefined for
 * every function with types, in its text, in JSDoc, or around it.
 */
export function readUntypedParameters(
  { typescript, names }: SubjectScope,
  nodes: readonly ts.Node[],
): readonly boolean[] | undefined {
  if ((names.source.flags & typescript.NodeFlags.JavaScriptFile) === 0) return undefined;
  const [node, ...more] = nodes;
  if (node === undefined || more.length > 0) return undefined;
  const signature = signatureOf(typescript, node);
  if (signature === undefined || isTyped(typescript, signature)) return undefined;
  return signature.parameters.map(
    ({ initializer, dotDotDotToken }) => initializer === undefined && dotDotDotToken === undefined,
  );
}

/** The function that a declaration consists of; for a class, its constructor. */
function signatureOf(typescript: TypeScript, node: ts.Node): ts.SignatureDeclaration | undefined {
  if (typescript.isClassLike(node)) {
    const constructors = node.members.filter((member) => typescript.isConstructorDeclaration(member));
    return constructors.length === 1 ? constructors[0] : undefined;
  }
  if (typescript.isFunctionLike(node)) return node;
  const isInitialized = typescript.isVariableDeclaration(node) || typescript.isPropertyAssignment(node);
  const { initializer } = isInitialized ? node : {};
  return initializer !== undefined && typescript.isFunctionLike(initializer) ? initializer : undefined;
}

const TYPE_TAGS: ReadonlySet<string> = new Set([
  'type',
  'satisfies',
  'overload',
  'param',
  'arg',
  'argument',
  'template',
  'this',
  'implements',
  'callback',
]);

/** Whether JSDoc gives types to a function: at the function, at a parameter, or at a declaration around it. */
function isTyped(typescript: TypeScript, signature: ts.SignatureDeclaration): boolean {
  const hasTypes = (node: ts.Node): boolean =>
    typescript.getJSDocTags(node).some(({ tagName }) => TYPE_TAGS.has(tagName.text));
  // The comments of parameters are a part of their full text.
  const hasComment = (parameter: ts.ParameterDeclaration): boolean => /@\w/.test(parameter.getFullText());
  if (signature.parameters.some((parameter) => hasTypes(parameter) || hasComment(parameter))) return true;
  return typescript.findAncestor(signature, hasTypes) !== undefined;
}
