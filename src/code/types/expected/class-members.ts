import type { ts } from 'ts-morph';
import { hasModifier } from '../../declarations/declared-names.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';

/** The constructors and static members of an expected class. */
export interface ClassMembers {
  /** The parameter lists of the public constructors, with parentheses. */
  readonly constructors: readonly string[];
  /** The names of the public static members. */
  readonly staticMembers: readonly string[];
}

export function readClassMembers(
  typescript: TypeScript,
  node: ts.ClassDeclaration,
  source: ts.SourceFile,
): ClassMembers {
  const publicMembers = node.members.filter((member) => !isNonPublic(typescript, member));
  const constructors = publicMembers.filter((member) => typescript.isConstructorDeclaration(member));
  // If there are overloads, the implementation is not visible to callers.
  const callable = constructors.length > 1 ? constructors.filter(({ body }) => body === undefined) : constructors;
  const statics = publicMembers.filter((member) =>
    hasModifier(typescript, member, typescript.SyntaxKind.StaticKeyword),
  );
  return {
    constructors: callable.map((constructor) => parametersText(constructor, source)),
    staticMembers: [...new Set(statics.flatMap(({ name }) => (name && 'text' in name ? [name.text] : [])))],
  };
}

/** The parameters without the modifiers that make them properties. */
function parametersText({ parameters }: ts.ConstructorDeclaration, source: ts.SourceFile): string {
  const texts = parameters.map((parameter) => source.text.slice(startOf(parameter, source), parameter.end));
  return `(${texts.join(', ')})`;
}

function startOf({ dotDotDotToken, name }: ts.ParameterDeclaration, source: ts.SourceFile): number {
  return (dotDotDotToken ?? name).getStart(source);
}

function isNonPublic(typescript: TypeScript, member: ts.ClassElement): boolean {
  const { PrivateKeyword, ProtectedKeyword } = typescript.SyntaxKind;
  if (member.name && typescript.isPrivateIdentifier(member.name)) return true;
  return hasModifier(typescript, member, PrivateKeyword) || hasModifier(typescript, member, ProtectedKeyword);
}
