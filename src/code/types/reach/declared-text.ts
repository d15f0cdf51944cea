import type { ts } from 'ts-morph';
import type { TypeScript } from '../../typescript-parser.ts';

/** The names that a binding declares, those inside of patterns included. */
export function bindingNames(typescript: TypeScript, name: ts.BindingName): readonly string[] {
  if (typescript.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    typescript.isBindingElement(element) ? bindingNames(typescript, element.name) : [],
  );
}

/**
 * The bodies in a statement that have no say in the type of what it declares, in the order of the text: of functions
 * and methods that write what they return, and of setters. The bodies of constructors stay, since properties may have
 * their types from there.
 */
export function bodiesWithoutSay(typescript: TypeScript, statement: ts.Statement): readonly ts.Node[] {
  if (typescript.isFunctionDeclaration(statement)) return bodyOf(statement);
  if (typescript.isClassDeclaration(statement)) {
    return statement.members.flatMap((member) => {
      if (typescript.isSetAccessor(member)) return member.body ? [member.body] : [];
      return typescript.isMethodDeclaration(member) || typescript.isGetAccessor(member) ? bodyOf(member) : [];
    });
  }
  if (typescript.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ initializer }) =>
      initializer && typescript.isArrowFunction(initializer) ? bodyOf(initializer) : [],
    );
  }
  return [];
}

function bodyOf({ type, body }: ts.FunctionLikeDeclarationBase): readonly ts.Node[] {
  return type && body ? [body] : [];
}
