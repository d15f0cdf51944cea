import type { ts } from 'ts-morph';
import { combineTypes } from '../model/combine-types.ts';
import { toText, type ApiMember, type ApiType, type ApiTypeParameter } from '../model/api-type.ts';
import type { ApiDeclaration, ApiDeclarationKind, ApiEnumMember } from '../model/package-api.ts';
import type { ApiReading } from './api-reading.ts';
import { readClass } from './class-members.ts';
import { groupMembers, isUnstable, tagsOf, UNSTABLE_TAGS } from './member-names.ts';
import { readReference, readSignature, readTypeMembers, readTypeNode, readTypeParameters } from './written-types.ts';

/** What is collected from the parts of one declaration. */
interface Collected {
  readonly kinds: Set<ApiDeclarationKind>;
  typeParameters: readonly ApiTypeParameter[];
  readonly values: ApiType[];
  readonly members: ApiMember[];
  readonly statics: ApiMember[];
  readonly bases: ApiType[];
  readonly enumMembers: ApiEnumMember[];
  type: ApiType | undefined;
  isAbstract: boolean;
  isSealed: boolean;
}

export type DeclarationShape = Omit<ApiDeclaration, 'id' | 'file' | 'line' | 'isInferred'>;

/** Reads a declaration from all of its parts in the package. */
export function readDeclaration(reading: ApiReading, id: string, symbol: ts.Symbol): DeclarationShape {
  const parts = symbol.declarations ?? [];
  const collected: Collected = {
    kinds: new Set(),
    typeParameters: [],
    values: [],
    members: [],
    statics: [],
    bases: [],
    enumMembers: [],
    type: undefined,
    isAbstract: false,
    isSealed: false,
  };
  const functions = parts.filter((node) => reading.ts.isFunctionDeclaration(node));
  for (const node of parts) readPart(reading, { id, symbol, functions }, node, collected);
  if (functions.length > 0) collected.values.push(readFunctions(reading, functions));
  return toShape(reading, parts, collected);
}

function readFunctions(reading: ApiReading, functions: readonly ts.FunctionDeclaration[]): ApiType {
  const overloads = functions.filter(({ body }) => body === undefined);
  const visible = overloads.length > 0 ? overloads : functions;
  return { kind: 'function', signatures: visible.map((node) => readSignature(reading, node)), isConstructor: false };
}

interface Subject {
  readonly id: string;
  readonly symbol: ts.Symbol;
  readonly functions: readonly ts.FunctionDeclaration[];
}

function readPart(reading: ApiReading, subject: Subject, node: ts.Declaration, into: Collected): void {
  const { ts } = reading;
  if (ts.isFunctionDeclaration(node)) into.kinds.add('function');
  else if (ts.isVariableDeclaration(node)) {
    into.kinds.add('variable');
    into.values.push(readVariable(reading, node));
  } else if (ts.isInterfaceDeclaration(node)) {
    into.kinds.add('interface');
    if (node.typeParameters !== undefined) into.typeParameters = readTypeParameters(reading, node.typeParameters);
    into.members.push(...readTypeMembers(reading, node.members));
    into.bases.push(...readBases(reading, node.heritageClauses));
  } else if (ts.isClassLike(node)) readClassPart(reading, subject, node, into);
  else if (ts.isTypeAliasDeclaration(node)) {
    into.kinds.add('type');
    into.typeParameters = readTypeParameters(reading, node.typeParameters);
    into.type = readTypeNode(reading, node.type);
  } else if (ts.isEnumDeclaration(node)) {
    into.kinds.add('enum');
    into.enumMembers.push(...readEnumMembers(reading, node));
  } else if (ts.isModuleDeclaration(node) || ts.isSourceFile(node)) into.kinds.add('namespace');
  else if (ts.isExportAssignment(node)) {
    into.kinds.add('variable');
    into.values.push(reading.inferredType(node.expression));
  } else if (into.values.length === 0 && !isTypeOnly(reading, subject.symbol)) {
    // What JavaScript assigns to `module.exports` and to `exports`.
    into.kinds.add('variable');
    into.values.push(reading.inferredType(node));
  }
}

function isTypeOnly({ ts }: ApiReading, { flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Value) === 0;
}

function readClassPart(reading: ApiReading, { id }: Subject, node: ts.ClassLikeDeclaration, into: Collected): void {
  const { ts } = reading;
  into.kinds.add('class');
  into.typeParameters = readTypeParameters(reading, node.typeParameters);
  const args = into.typeParameters.map(({ name }): ApiType => ({
    kind: 'reference',
    origin: 'parameter',
    name,
    args: [],
  }));
  const instance: ApiType = { kind: 'reference', origin: 'package', name: id, args };
  const { members, statics, hasPrivateConstructor } = readClass(reading, node, instance);
  into.members.push(...members);
  into.statics.push(...statics);
  const extended = node.heritageClauses?.filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  into.bases.push(...readBases(reading, extended));
  into.isAbstract = (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Abstract) !== 0;
  into.isSealed ||= hasPrivateConstructor;
  if (hasPrivateConstructor || statics.some(({ name }) => name === 'new ()') || into.bases.length > 0) return;
  const type: ApiType = {
    kind: 'function',
    signatures: [{ typeParameters: [], parameters: [], result: instance }],
    isConstructor: true,
  };
  into.statics.push({ name: 'new ()', type, isOptional: false, isReadonly: false });
}

function readBases(reading: ApiReading, clauses: readonly ts.HeritageClause[] | undefined): readonly ApiType[] {
  return (clauses ?? []).flatMap(({ types }) =>
    types.map((node) =>
      reading.ts.isIdentifier(node.expression) || reading.ts.isPropertyAccessExpression(node.expression)
        ? readReference(reading, node.expression, node.typeArguments)
        : reading.inferredType(node),
    ),
  );
}

/** The written type of a variable; else the written parts of its function; else what the compiler infers. */
function readVariable(reading: ApiReading, node: ts.VariableDeclaration): ApiType {
  const { ts } = reading;
  if (node.type !== undefined) return readTypeNode(reading, node.type);
  const { initializer } = node;
  if (initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))) {
    const isTyped = !/\.[cm]?jsx?$/.test(node.getSourceFile().fileName);
    if (isTyped) return { kind: 'function', signatures: [readSignature(reading, initializer)], isConstructor: false };
  }
  return reading.inferredType(node);
}

function readEnumMembers(reading: ApiReading, node: ts.EnumDeclaration): readonly ApiEnumMember[] {
  const { ts, checker } = reading;
  return node.members.map((member) => {
    const value = checker.getConstantValue(member);
    const name = ts.isStringLiteral(member.name) ? member.name.text : member.name.getText();
    return {
      name,
      value: value === undefined ? undefined : JSON.stringify(value),
      ...(isUnstable(reading, member) ? { isUnstable: true as const } : {}),
    };
  });
}

function toShape(reading: ApiReading, parts: readonly ts.Declaration[], collected: Collected): DeclarationShape {
  const { kinds, members, statics, bases, enumMembers, isAbstract } = collected;
  const isObject = kinds.has('class') || kinds.has('interface');
  const tags = parts.flatMap((node) => tagsOf(reading, node));
  const release = UNSTABLE_TAGS.find((one) => tags.includes(one));
  const values = [...collected.values, ...(kinds.has('class') ? [toClassValue(statics)] : [])];
  const type = isObject ? ({ kind: 'object', members: groupMembers(members) } as const) : collected.type;
  return {
    kinds: [...kinds],
    typeParameters: collected.typeParameters,
    ...(values.length === 0 ? {} : { value: combineTypes('intersection', values) }),
    ...(type === undefined ? {} : { type }),
    ...(bases.length === 0 ? {} : { bases }),
    ...(enumMembers.length === 0 ? {} : { enumMembers }),
    ...(isAbstract ? { isAbstract: true } : {}),
    ...(collected.isSealed || tags.includes('sealed') ? { isSealed: true } : {}),
    ...(release === undefined ? {} : { release }),
  };
}

function toClassValue(statics: readonly ApiMember[]): ApiType {
  return statics.length === 0 ? toText('class') : { kind: 'object', members: groupMembers(statics) };
}
