import type { ts } from 'ts-morph';
import type { TypeScript } from '../../typescript-parser.ts';
import { modified } from '../declared-names.ts';

/** What an expected class says besides the shape of its objects. */
export interface ClassParts {
  /** The parameters of its public constructors, in parentheses. */
  readonly constructors: readonly string[];
  /** The names of its public static members. */
  readonly statics: readonly string[];
}

export function classParts(typescript: TypeScript, node: ts.ClassDeclaration, source: ts.SourceFile): ClassParts {
  const visible = node.members.filter((member) => !isHidden(typescript, member));
  const constructors = visible.filter((member) => typescript.isConstructorDeclaration(member));
  // Where there are overloads the one with a body is not seen from outside.
  const seen = constructors.length > 1 ? constructors.filter(({ body }) => body === undefined) : constructors;
  const statics = visible.filter((member) => modified(typescript, member, typescript.SyntaxKind.StaticKeyword));
  return {
    constructors: seen.map((one) => parametersText(one, source)),
    statics: [...new Set(statics.flatMap(({ name }) => (name && 'text' in name ? [name.text] : [])))],
  };
}

/** Without what makes a parameter a member as well. */
function parametersText({ parameters }: ts.ConstructorDeclaration, source: ts.SourceFile): string {
  const written = parameters.map((parameter) => source.text.slice(startOf(parameter, source), parameter.end));
  return `(${written.join(', ')})`;
}

function startOf({ dotDotDotToken, name }: ts.ParameterDeclaration, source: ts.SourceFile): number {
  return (dotDotDotToken ?? name).getStart(source);
}

function isHidden(typescript: TypeScript, member: ts.ClassElement): boolean {
  const { PrivateKeyword, ProtectedKeyword } = typescript.SyntaxKind;
  if (member.name && typescript.isPrivateIdentifier(member.name)) return true;
  return modified(typescript, member, PrivateKeyword) || modified(typescript, member, ProtectedKeyword);
}
