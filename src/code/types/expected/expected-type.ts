import type { ts } from 'ts-morph';
import { hasModifier } from '../../declarations/declared-names.ts';
import { findTypeNames, type TypeName } from '../../declarations/type-names.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { parseFragment, syntaxErrorAt, type ExpectedTextError } from './fragment.ts';

/** An expected definition of a type. */
export interface ExpectedType {
  /** `type`: `text` is a type. Otherwise `text` is a declaration with the name `DECLARED_NAME`. */
  readonly form: 'type' | 'declaration' | 'enum';
  readonly text: string;
  /** The type parameters as declared, and their names. */
  readonly typeParameters: readonly string[];
  readonly typeParameterNames: readonly string[];
  /** The names of the private and protected members. */
  readonly nonPublicMembers: readonly string[];
  /** Constructors and static members of a class. */
  readonly classMembers?: ClassMembers;
  /** Whether a class is abstract; absent for other types. */
  readonly isAbstract?: boolean;
  readonly names: readonly TypeName[];
}

/** The placeholder for the name of an expected declaration. */
export const DECLARED_NAME = 'holdfastExpected';

const DECLARATION = /^(?:(?:export|default|declare|abstract|const)\s+)*(?:interface|class|enum|type\s+[\w$]+\s*[<=])/;

/** Reads a type (`{ a: string }`, `'a' | 'b'`, `<T>{ value: T }`) or the declaration of one. */
export function readExpectedType(typescript: TypeScript, expected: string): ExpectedType | ExpectedTextError {
  const text = expected.trim().replace(/;+$/, '');
  if (text === '') return { error: 'The expected definition is empty' };
  return DECLARATION.test(text) ? readDeclaration(typescript, text) : readTypeText(typescript, text);
}

function readTypeText(typescript: TypeScript, text: string): ExpectedType | ExpectedTextError {
  const plain = parseFragment(typescript, 'type Expected = ', text, ';');
  const attempts = [plain];
  if (plain.syntaxError && text.startsWith('<')) {
    const end = endOfTypeParameters(text);
    attempts.push(parseFragment(typescript, 'type Expected', `${text.slice(0, end)} = ${text.slice(end)}`, ';'));
  }
  if (plain.syntaxError) attempts.push(parseFragment(typescript, 'type Expected = { ', text, ' };'));
  for (const { syntaxError, source } of attempts) {
    const [statement] = source.statements;
    if (syntaxError !== undefined || !statement || !typescript.isTypeAliasDeclaration(statement)) continue;
    if (source.statements.length === 1) return fromAlias(typescript, statement, source);
  }
  const { start, message } = plain.syntaxError ?? { start: 0, message: 'type expected' };
  return syntaxErrorAt(text, start, message);
}

function endOfTypeParameters(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '<') depth++;
    else if (text[at] === '>' && text[at - 1] !== '=' && --depth === 0) return at + 1;
  }
  return text.length;
}

function fromAlias(typescript: TypeScript, alias: ts.TypeAliasDeclaration, source: ts.SourceFile): ExpectedType {
  return {
    form: 'type',
    text: alias.type.getText(source),
    ...readTypeParameters(alias, source),
    nonPublicMembers: [],
    names: findTypeNames(typescript, alias, source),
  };
}

function readDeclaration(typescript: TypeScript, text: string): ExpectedType | ExpectedTextError {
  const { syntaxError, source } = parseFragment(typescript, '', text, '');
  if (syntaxError) return syntaxErrorAt(text, syntaxError.start, syntaxError.message);
  const [statement, second] = source.statements;
  if (second) return syntaxErrorAt(text, second.getStart(source), 'only one declaration is allowed');
  if (statement && typescript.isTypeAliasDeclaration(statement)) return fromAlias(typescript, statement, source);
  const isEnum = statement !== undefined && typescript.isEnumDeclaration(statement);
  const isInterfaceOrClass =
    statement !== undefined &&
    (typescript.isInterfaceDeclaration(statement) || typescript.isClassDeclaration(statement));
  if (!isEnum && !isInterfaceOrClass) return syntaxErrorAt(text, 0, 'interface, class, enum or type expected');
  if (!statement.name) return syntaxErrorAt(text, 0, 'name expected');
  const keyword = typescript.isEnumDeclaration(statement)
    ? 'enum'
    : typescript.isInterfaceDeclaration(statement)
      ? 'interface'
      : isAbstract(typescript, statement)
        ? 'abstract class'
        : 'class';
  return {
    form: isEnum ? 'enum' : 'declaration',
    text: `${keyword} ${DECLARED_NAME}${source.text.slice(statement.name.end, statement.end)}`,
    ...(isEnum ? { typeParameters: [], typeParameterNames: [] } : readTypeParameters(statement, source)),
    nonPublicMembers: typescript.isClassDeclaration(statement)
      ? findNonPublicMembers(typescript, statement, source)
      : [],
    ...(typescript.isClassDeclaration(statement) && {
      classMembers: readClassMembers(typescript, statement, source),
      isAbstract: isAbstract(typescript, statement),
    }),
    names: findTypeNames(typescript, statement, source),
  };
}

function readTypeParameters(
  node: ts.DeclarationWithTypeParameterChildren,
  source: ts.SourceFile,
): Pick<ExpectedType, 'typeParameters' | 'typeParameterNames'> {
  const parameters = node.typeParameters ?? [];
  return {
    typeParameters: parameters.map((parameter) => parameter.getText(source)),
    typeParameterNames: parameters.map((parameter) => parameter.name.text),
  };
}

function isAbstract(typescript: TypeScript, node: ts.ClassDeclaration): boolean {
  return hasModifier(typescript, node, typescript.SyntaxKind.AbstractKeyword);
}

function findNonPublicMembers(
  typescript: TypeScript,
  node: ts.ClassDeclaration,
  source: ts.SourceFile,
): readonly string[] {
  const { Private, Protected } = typescript.ModifierFlags;
  return node.members
    .filter((member) => (typescript.getCombinedModifierFlags(member) & (Private | Protected)) !== 0)
    .flatMap((member) => (member.name && typescript.isIdentifier(member.name) ? [member.name.getText(source)] : []));
}

/** The constructors and static members of an expected class. */
interface ClassMembers {
  /** The parameter lists of the public constructors, with parentheses. */
  readonly constructors: readonly string[];
  /** The names of the public static members. */
  readonly staticMembers: readonly string[];
}

function readClassMembers(typescript: TypeScript, node: ts.ClassDeclaration, source: ts.SourceFile): ClassMembers {
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
