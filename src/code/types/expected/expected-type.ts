import type { ts } from 'ts-morph';
import type { TypeScript } from '../../typescript-parser.ts';
import { modified } from '../declared-names.ts';
import { typeNamesIn } from '../type-names.ts';
import type { TypeName } from '../type-names.ts';
import { classParts } from './class-parts.ts';
import type { ClassParts } from './class-parts.ts';
import { parseFragment, syntaxProblem } from './fragment.ts';
import type { ExpectedError } from './fragment.ts';

/** An expected definition of a type. */
export interface ExpectedType {
  /** `type`: `text` is a type. Otherwise `text` declares it, with `NAME` where its name stands. */
  readonly form: 'type' | 'declaration' | 'enum';
  readonly text: string;
  /** Its own type parameters as they are written, and their names. */
  readonly parameters: readonly string[];
  readonly parameterNames: readonly string[];
  /** Private and protected members that it states, by name. */
  readonly hidden: readonly string[];
  /** Of a class: what it says besides the shape of its objects. */
  readonly classParts?: ClassParts;
  /** Of a class: whether it is abstract. */
  readonly isAbstract?: boolean;
  readonly names: readonly TypeName[];
}

/** Stands for the name of an expected declaration. */
export const DECLARED_NAME = 'holdfastExpected';

const DECLARATION = /^(?:(?:export|default|declare|abstract|const)\s+)*(?:interface|class|enum|type\s+[\w$]+\s*[<=])/;

/** Reads a type (`{ a: string }`, `'a' | 'b'`, `<T>{ value: T }`) or the declaration of one. */
export function readExpectedType(typescript: TypeScript, expected: string): ExpectedType | ExpectedError {
  const text = expected.trim().replace(/;+$/, '');
  if (text === '') return { error: 'Failed to read the expected definition: it is empty' };
  return DECLARATION.test(text) ? readDeclaration(typescript, text) : readTypeText(typescript, text);
}

function readTypeText(typescript: TypeScript, text: string): ExpectedType | ExpectedError {
  const plain = parseFragment(typescript, 'type Expected = ', text, ';');
  const attempts = [plain];
  if (plain.problem && text.startsWith('<')) {
    const end = endOfTypeParameters(text);
    attempts.push(parseFragment(typescript, 'type Expected', `${text.slice(0, end)} = ${text.slice(end)}`, ';'));
  }
  if (plain.problem) attempts.push(parseFragment(typescript, 'type Expected = { ', text, ' };'));
  for (const { problem, source } of attempts) {
    const [statement] = source.statements;
    if (problem || !statement || !typescript.isTypeAliasDeclaration(statement)) continue;
    if (source.statements.length === 1) return fromAlias(typescript, statement, source);
  }
  const { start, message } = plain.problem ?? { start: 0, message: 'a type was expected' };
  return syntaxProblem(text, start, message);
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
    ...parametersOf(alias, source),
    hidden: [],
    names: typeNamesIn(typescript, alias, source),
  };
}

function readDeclaration(typescript: TypeScript, text: string): ExpectedType | ExpectedError {
  const { problem, source } = parseFragment(typescript, '', text, '');
  if (problem) return syntaxProblem(text, problem.start, problem.message);
  const [statement, second] = source.statements;
  if (second) return syntaxProblem(text, second.getStart(source), 'one declaration was expected');
  if (statement && typescript.isTypeAliasDeclaration(statement)) return fromAlias(typescript, statement, source);
  const isEnum = statement !== undefined && typescript.isEnumDeclaration(statement);
  const isShape =
    statement !== undefined &&
    (typescript.isInterfaceDeclaration(statement) || typescript.isClassDeclaration(statement));
  if (!isEnum && !isShape) return syntaxProblem(text, 0, 'an interface, a class, an enum or a type was expected');
  if (!statement.name) return syntaxProblem(text, 0, 'a name was expected');
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
    ...(isEnum ? { parameters: [], parameterNames: [] } : parametersOf(statement, source)),
    hidden: typescript.isClassDeclaration(statement) ? hiddenMembers(typescript, statement, source) : [],
    ...(typescript.isClassDeclaration(statement) && {
      classParts: classParts(typescript, statement, source),
      isAbstract: isAbstract(typescript, statement),
    }),
    names: typeNamesIn(typescript, statement, source),
  };
}

function parametersOf(
  node: ts.DeclarationWithTypeParameterChildren,
  source: ts.SourceFile,
): Pick<ExpectedType, 'parameters' | 'parameterNames'> {
  const parameters = node.typeParameters ?? [];
  return {
    parameters: parameters.map((parameter) => parameter.getText(source)),
    parameterNames: parameters.map((parameter) => parameter.name.text),
  };
}

function isAbstract(typescript: TypeScript, node: ts.ClassDeclaration): boolean {
  return modified(typescript, node, typescript.SyntaxKind.AbstractKeyword);
}

function hiddenMembers(typescript: TypeScript, node: ts.ClassDeclaration, source: ts.SourceFile): readonly string[] {
  const { Private, Protected } = typescript.ModifierFlags;
  return node.members
    .filter((member) => (typescript.getCombinedModifierFlags(member) & (Private | Protected)) !== 0)
    .flatMap((member) => (member.name && typescript.isIdentifier(member.name) ? [member.name.getText(source)] : []));
}
