import type { ts } from 'ts-morph';
import { hasModifier } from '../../declarations/declared-names.ts';
import { findTypeNames } from '../../declarations/type-names.ts';
import type { TypeName } from '../../declarations/type-names.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { parseFragment, syntaxErrorAt } from './fragment.ts';
import type { ExpectedTextError, Fragment } from './fragment.ts';
import { topLevelParts } from './top-level-parts.ts';
import type { Part } from './top-level-parts.ts';

/** One overload as text. */
export interface Overload {
  /** The type parameters, as declared. */
  readonly generics: readonly string[];
  readonly parameters: readonly string[];
  /** `undefined` if the return type is not specified. */
  readonly returnType: string | undefined;
  readonly isConstructor: boolean;
  /** Whether the overload has `new` without `abstract`, so that callers can instantiate the class. */
  readonly isInstantiable: boolean;
}

/** An expected signature: its overloads, or `type` if the expected text is the name of a type. */
export interface ExpectedSignature {
  readonly overloads: readonly Overload[];
  readonly type: string | undefined;
  readonly names: readonly TypeName[];
}

export interface SignatureOptions {
  /** Whether a parameter without a type is `any`, as in JavaScript. Otherwise it is an error. */
  readonly untypedAsAny?: boolean;
}

/** The content of one part between semicolons. */
interface SignaturePart {
  /** The first parameter without a type. */
  readonly untyped?: string | undefined;
  readonly overloads: readonly Overload[];
  readonly type?: string;
  readonly names: readonly TypeName[];
}

type SignatureNode =
  | ts.FunctionTypeNode
  | ts.ConstructorTypeNode
  | ts.CallSignatureDeclaration
  | ts.ConstructSignatureDeclaration
  | ts.MethodSignature;

const PREFIX = /^(?:(?:export|default|declare|public|static|override)\s+)*/;

/**
 * Reads an expected signature: `(a: A) => R` or `(a: A): R`, optionally prefixed by `async`, `function name`, `name` or
 * `new`; several of these separated by `;`; an object type of call signatures; or the name of a type.
 */
export function readExpectedSignature(
  typescript: TypeScript,
  expected: string,
  { untypedAsAny = false }: SignatureOptions = {},
): ExpectedSignature | ExpectedTextError {
  const parts: SignaturePart[] = [];
  for (const text of topLevelParts(expected)) {
    const part = readPart(typescript, expected, text);
    if ('error' in part) return part;
    if (part.untyped !== undefined && !untypedAsAny) {
      return { error: `Invalid expected signature: parameter "${part.untyped}" has no type` };
    }
    parts.push(part);
  }
  const [first] = parts;
  if (first === undefined) return { error: 'The expected signature is empty' };
  const overloads = parts.flatMap((part) => part.overloads);
  const names = parts.flatMap((part) => part.names);
  const type = parts.length === 1 ? first.type : undefined;
  if (type === undefined && parts.some((part) => part.type !== undefined)) {
    return {
      error: `Invalid expected signature: "${parts.find((part) => part.type)?.type ?? ''}" is not a signature`,
    };
  }
  return { overloads, type, names };
}

/** An overload as a type on one line, for display: `<T>(a: T) => T`, `new (a: A) => C`. */
export function functionText(overload: Overload): string {
  return rawFunctionText(overload).replaceAll(/\s+/g, ' ');
}

/** An overload as a type, with the white space as written: it has a meaning in literals and after line comments. */
export function rawFunctionText(overload: Overload): string {
  const { returnType } = overload;
  const head = memberText({ ...overload, returnType: undefined });
  return returnType === undefined ? head : `${head} => ${returnType}`;
}

/** An overload as the member of an object type: `<T>(a: T): T`, `new (a: A): C`. */
export function memberText({ generics, parameters, returnType, isConstructor }: Overload): string {
  return [
    isConstructor ? 'new ' : '',
    generics.length === 0 ? '' : `<${generics.join(', ')}>`,
    `(${parameters.join(', ')})`,
    returnType === undefined ? '' : `: ${returnType}`,
  ].join('');
}

function readPart(typescript: TypeScript, expected: string, part: Part): SignaturePart | ExpectedTextError {
  const { text, start, isAsync } = stripKeywords(part);
  const asType = parseFragment(typescript, 'type Expected = ', text, ';');
  if (!asType.syntaxError) {
    const [statement] = asType.source.statements;
    if (statement && typescript.isTypeAliasDeclaration(statement) && asType.source.statements.length === 1) {
      return readType(typescript, asType, statement.type, isAsync);
    }
  }
  const asMember = parseFragment(typescript, 'interface Expected { ', text, ' }');
  const [statement] = asMember.source.statements;
  if (!asMember.syntaxError && statement && typescript.isInterfaceDeclaration(statement)) {
    return readMembers(typescript, asMember, statement.members, isAsync);
  }
  // Of the two attempts to parse the text, the one that got further has the more helpful error.
  const problem = [asType.syntaxError, asMember.syntaxError]
    .filter((error) => error !== undefined)
    .sort((a, b) => b.start - a.start)[0];
  return syntaxErrorAt(expected, start + (problem?.start ?? 0), problem?.message ?? 'signature expected');
}

/** Removes the keywords in front of a signature, such as `export`, `async` and `function`. */
function stripKeywords({ text, start }: Part): Part & { readonly isAsync: boolean } {
  let rest = text.slice(PREFIX.exec(text)?.[0].length ?? 0);
  const isAsync = /^async\b(?!\s*[(:]\s*$)/.test(rest) && /^async\s*(?:function\b|<|\(|[\w$]+\s*[<(])/.test(rest);
  if (isAsync) rest = rest.replace(/^async\s*/, '');
  rest = rest.replace(/^function\b\s*/, '');
  return { text: rest, start: start + text.length - rest.length, isAsync };
}

function readType(
  typescript: TypeScript,
  fragment: Fragment,
  node: ts.TypeNode,
  isAsync: boolean,
): SignaturePart | ExpectedTextError {
  if (typescript.isParenthesizedTypeNode(node)) return readType(typescript, fragment, node.type, isAsync);
  const { source } = fragment;
  if (typescript.isFunctionTypeNode(node) || typescript.isConstructorTypeNode(node)) {
    return readSignatures(typescript, source, [node], isAsync);
  }
  if (typescript.isTypeLiteralNode(node) && node.members.length > 0) {
    const signatures = node.members.filter((member) => isSignature(typescript, member));
    if (signatures.length === node.members.length) return readMembers(typescript, fragment, node.members, isAsync);
  }
  return { overloads: [], type: node.getText(source), names: findTypeNames(typescript, node, source) };
}

function readMembers(
  typescript: TypeScript,
  { source }: Fragment,
  members: readonly ts.TypeElement[],
  isAsync: boolean,
): SignaturePart | ExpectedTextError {
  const signatures = members.filter((member) => isSignature(typescript, member));
  const other = members.find((member) => !isSignature(typescript, member));
  if (other) return { error: `Invalid expected signature: "${other.getText(source)}" is not a signature` };
  return readSignatures(typescript, source, signatures, isAsync);
}

function isSignature(
  typescript: TypeScript,
  member: ts.TypeElement,
): member is ts.CallSignatureDeclaration | ts.ConstructSignatureDeclaration | ts.MethodSignature {
  return (
    typescript.isCallSignatureDeclaration(member) ||
    typescript.isConstructSignatureDeclaration(member) ||
    typescript.isMethodSignature(member)
  );
}

function readSignatures(
  typescript: TypeScript,
  source: ts.SourceFile,
  signatures: readonly SignatureNode[],
  isAsync: boolean,
): SignaturePart | ExpectedTextError {
  const overloads: Overload[] = [];
  let untyped: string | undefined;
  for (const node of signatures) {
    const isConstructor =
      typescript.isConstructorTypeNode(node) ||
      typescript.isConstructSignatureDeclaration(node) ||
      (typescript.isMethodSignature(node) && node.name.getText(source) === 'constructor');
    const parameters = node.parameters.map((parameter) => {
      const text = parameter.getText(source);
      if (parameter.type !== undefined) return text;
      untyped ??= text;
      return `${text}: ${parameter.dotDotDotToken === undefined ? 'any' : 'any[]'}`;
    });
    const withDefault = node.parameters.find((parameter) => parameter.initializer !== undefined);
    if (withDefault) {
      const name = withDefault.name.getText(source);
      return {
        error: `Invalid expected signature: replace the default value of "${name}" with "${name}?:" and a type`,
      };
    }
    const returnType = node.type?.getText(source);
    const generics = node.typeParameters?.map((parameter) => parameter.getText(source)) ?? [];
    overloads.push({
      generics,
      parameters,
      returnType: returnType === undefined || !isAsync ? returnType : promiseType(typescript, node.type, returnType),
      isConstructor,
      isInstantiable:
        typescript.isConstructSignatureDeclaration(node) ||
        (typescript.isConstructorTypeNode(node) &&
          !hasModifier(typescript, node, typescript.SyntaxKind.AbstractKeyword)),
    });
  }
  return { overloads, untyped, names: signatures.flatMap((node) => findTypeNames(typescript, node, source)) };
}

/** The return type of an `async` function: the type itself if it is a promise, otherwise a promise of it. */
function promiseType(typescript: TypeScript, type: ts.TypeNode | undefined, text: string): string {
  const isPromise = type && typescript.isTypeReferenceNode(type) && /^Promise(?:Like)?$/.test(type.typeName.getText());
  return isPromise ? text : `Promise<${text}>`;
}
