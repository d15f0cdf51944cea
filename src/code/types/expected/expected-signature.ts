import type { ts } from 'ts-morph';
import type { TypeScript } from '../../typescript-parser.ts';
import { modified } from '../declared-names.ts';
import { typeNamesIn } from '../type-names.ts';
import type { TypeName } from '../type-names.ts';
import { parseFragment, syntaxProblem } from './fragment.ts';
import type { ExpectedError, Fragment } from './fragment.ts';
import { topLevelParts } from './top-level-parts.ts';
import type { Part } from './top-level-parts.ts';

/** One overload, as text. */
export interface Overload {
  /** Its type parameters. */
  readonly generics: readonly string[];
  readonly parameters: readonly string[];
  /** What it returns, where that is said. */
  readonly returned: string | undefined;
  readonly constructs: boolean;
  /** Whether it is written with `new` and not `abstract`: whoever sees the class can make one. */
  readonly makes: boolean;
}

/** An expected signature: its overloads, or the one type that stands for them all where a type is named instead. */
export interface ExpectedSignature {
  readonly overloads: readonly Overload[];
  readonly type: string | undefined;
  readonly names: readonly TypeName[];
}

interface Read {
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
 * Reads `(a: A) => R`, `(a: A): R`, both with `async`, `function name`, `name` or `new` before them, several of them
 * with `;` between, an object type of call signatures, or the name of a type.
 */
export function readExpectedSignature(typescript: TypeScript, expected: string): ExpectedSignature | ExpectedError {
  const reads: Read[] = [];
  for (const part of topLevelParts(expected)) {
    const read = readPart(typescript, expected, part);
    if ('error' in read) return read;
    reads.push(read);
  }
  const [first] = reads;
  if (first === undefined) return { error: 'Failed to read the expected signature: it is empty' };
  const overloads = reads.flatMap((read) => read.overloads);
  const names = reads.flatMap((read) => read.names);
  const type = reads.length === 1 ? first.type : undefined;
  if (type === undefined && reads.some((read) => read.type !== undefined)) {
    return {
      error: `Failed to read the expected signature: ${reads.find((read) => read.type)?.type ?? ''} is no overload`,
    };
  }
  return { overloads, type, names };
}

/** An overload as a type: `<T>(a: T) => T`, `new (a: A) => C`. */
export function functionText(overload: Overload): string {
  const { returned } = overload;
  const head = memberText({ ...overload, returned: undefined });
  return (returned === undefined ? head : `${head} => ${returned}`).replaceAll(/\s+/g, ' ');
}

/** An overload as the member of an object type: `<T>(a: T): T`, `new (a: A): C`. */
export function memberText({ generics, parameters, returned, constructs }: Overload): string {
  return [
    constructs ? 'new ' : '',
    generics.length === 0 ? '' : `<${generics.join(', ')}>`,
    `(${parameters.join(', ')})`,
    returned === undefined ? '' : `: ${returned}`,
  ].join('');
}

function readPart(typescript: TypeScript, expected: string, part: Part): Read | ExpectedError {
  const { text, start, asynchronous } = withoutKeywords(part);
  const asType = parseFragment(typescript, 'type Expected = ', text, ';');
  if (!asType.problem) {
    const [statement] = asType.source.statements;
    if (statement && typescript.isTypeAliasDeclaration(statement) && asType.source.statements.length === 1) {
      return readType(typescript, asType, statement.type, asynchronous);
    }
  }
  const asMember = parseFragment(typescript, 'interface Expected { ', text, ' }');
  const [statement] = asMember.source.statements;
  if (!asMember.problem && statement && typescript.isInterfaceDeclaration(statement)) {
    return readMembers(typescript, asMember, statement.members, asynchronous);
  }
  const further = [asType.problem, asMember.problem]
    .filter((problem) => problem !== undefined)
    .sort((a, b) => b.start - a.start)[0];
  return syntaxProblem(expected, start + (further?.start ?? 0), further?.message ?? 'a signature was expected');
}

/** What stands before a signature and does not belong to it: `async function name`. */
function withoutKeywords({ text, start }: Part): Part & { readonly asynchronous: boolean } {
  let rest = text.slice(PREFIX.exec(text)?.[0].length ?? 0);
  const asynchronous = /^async\b(?!\s*[(:]\s*$)/.test(rest) && /^async\s*(?:function\b|<|\(|[\w$]+\s*[<(])/.test(rest);
  if (asynchronous) rest = rest.replace(/^async\s*/, '');
  rest = rest.replace(/^function\b\s*/, '');
  return { text: rest, start: start + text.length - rest.length, asynchronous };
}

function readType(
  typescript: TypeScript,
  fragment: Fragment,
  node: ts.TypeNode,
  asynchronous: boolean,
): Read | ExpectedError {
  if (typescript.isParenthesizedTypeNode(node)) return readType(typescript, fragment, node.type, asynchronous);
  const { source } = fragment;
  if (typescript.isFunctionTypeNode(node) || typescript.isConstructorTypeNode(node)) {
    return readSignatures(typescript, source, [node], asynchronous);
  }
  if (typescript.isTypeLiteralNode(node) && node.members.length > 0) {
    const signatures = node.members.filter((member) => isSignature(typescript, member));
    if (signatures.length === node.members.length) return readMembers(typescript, fragment, node.members, asynchronous);
  }
  return { overloads: [], type: node.getText(source), names: typeNamesIn(typescript, node, source) };
}

function readMembers(
  typescript: TypeScript,
  { source }: Fragment,
  members: readonly ts.TypeElement[],
  asynchronous: boolean,
): Read | ExpectedError {
  const signatures = members.filter((member) => isSignature(typescript, member));
  const other = members.find((member) => !isSignature(typescript, member));
  if (other) return { error: `Failed to read the expected signature: ${other.getText(source)} is no signature` };
  return readSignatures(typescript, source, signatures, asynchronous);
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
  asynchronous: boolean,
): Read | ExpectedError {
  const overloads: Overload[] = [];
  for (const node of signatures) {
    const constructs =
      typescript.isConstructorTypeNode(node) ||
      typescript.isConstructSignatureDeclaration(node) ||
      (typescript.isMethodSignature(node) && node.name.getText(source) === 'constructor');
    const parameters = node.parameters.map((parameter) => parameter.getText(source));
    const initialised = node.parameters.find((parameter) => parameter.initializer !== undefined);
    if (initialised) {
      const name = initialised.name.getText(source);
      return {
        error: `Failed to read the expected signature: write ${name}?: and its type in place of a default value`,
      };
    }
    const untyped = node.parameters.find((parameter) => parameter.type === undefined);
    if (untyped) {
      return { error: `Failed to read the expected signature: ${untyped.getText(source)} has no type` };
    }
    const returned = node.type?.getText(source);
    const generics = node.typeParameters?.map((parameter) => parameter.getText(source)) ?? [];
    overloads.push({
      generics,
      parameters,
      returned: returned === undefined || !asynchronous ? returned : promised(typescript, node.type, returned),
      constructs,
      makes:
        typescript.isConstructSignatureDeclaration(node) ||
        (typescript.isConstructorTypeNode(node) && !modified(typescript, node, typescript.SyntaxKind.AbstractKeyword)),
    });
  }
  return { overloads, names: signatures.flatMap((node) => typeNamesIn(typescript, node, source)) };
}

/** What an `async` function gives: its return type is a promise, written or not. */
function promised(typescript: TypeScript, type: ts.TypeNode | undefined, text: string): string {
  const written = type && typescript.isTypeReferenceNode(type) && /^Promise(?:Like)?$/.test(type.typeName.getText());
  return written ? text : `Promise<${text}>`;
}
