import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';

/**
 * The bodies in a statement that cannot affect the type of its declarations, in source order: bodies of functions,
 * methods and getters with a return type annotation, and bodies of setters. Constructor bodies are not listed, because
 * the types of properties can be inferred from them.
 */
export function typeNeutralBodies(typescript: TypeScript, statement: ts.Statement): readonly ts.Node[] {
  if (typescript.isFunctionDeclaration(statement)) return annotatedBody(statement);
  if (typescript.isClassDeclaration(statement)) {
    return statement.members.flatMap((member) => {
      if (typescript.isSetAccessor(member)) return member.body ? [member.body] : [];
      return typescript.isMethodDeclaration(member) || typescript.isGetAccessor(member) ? annotatedBody(member) : [];
    });
  }
  if (typescript.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ initializer }) =>
      initializer && typescript.isArrowFunction(initializer) ? annotatedBody(initializer) : [],
    );
  }
  return [];
}

/** The body of a function that has a return type annotation. */
function annotatedBody({ type, body }: ts.FunctionLikeDeclarationBase): readonly ts.Node[] {
  return type && body ? [body] : [];
}
