import type { ts } from 'ts-morph';
import { withoutUndefined } from '../model/combine-types.ts';
import type { ApiMember, ApiSignature, ApiType } from '../model/api-type.ts';
import type { ApiReading } from './api-reading.ts';
import { groupMembers, isUnstable, memberName, type NamedMember } from './member-names.ts';
import { readSignature, readTypeNode } from './written-types.ts';

/** What a class offers: its instances, and itself as a value. */
export interface ClassShape {
  readonly members: readonly ApiMember[];
  /** Constructors and static members. */
  readonly statics: readonly ApiMember[];
  /** Whether other code can neither create nor extend it. */
  readonly hasPrivateConstructor: boolean;
}

/** Reads the members of a class that are not private. */
export function readClass(reading: ApiReading, node: ts.ClassLikeDeclaration, instance: ApiType): ClassShape {
  const { ts } = reading;
  const members: NamedMember[] = [];
  const statics: NamedMember[] = [];
  const constructors = node.members.filter((one) => ts.isConstructorDeclaration(one));
  const stated = constructors.filter((one) => one.body === undefined);
  const visible = stated.length > 0 ? stated : constructors;
  for (const one of constructors) members.push(...readParameterProperties(reading, one));
  for (const one of node.members) {
    const member = readMember(reading, node, one);
    if (member !== undefined) (flagsOf(reading, one) & ts.ModifierFlags.Static ? statics : members).push(member);
  }
  const hasPrivateConstructor = visible.some((one) => (flagsOf(reading, one) & ts.ModifierFlags.Private) !== 0);
  const open = visible.filter((one) => !(flagsOf(reading, one) & ts.ModifierFlags.Private));
  const signatures = open.map((one): ApiSignature => ({ ...readSignature(reading, one), result: instance }));
  if (signatures.length > 0) {
    const type: ApiType = { kind: 'function', signatures, isConstructor: true };
    statics.push({ name: 'new ()', type, isOptional: false, isReadonly: false });
  }
  return { members: groupMembers(members), statics: groupMembers(statics), hasPrivateConstructor };
}

function flagsOf({ ts }: ApiReading, node: ts.Declaration): ts.ModifierFlags {
  return ts.getCombinedModifierFlags(node);
}

function readParameterProperties(reading: ApiReading, node: ts.ConstructorDeclaration): readonly NamedMember[] {
  const { ts } = reading;
  return node.parameters.flatMap((parameter): NamedMember[] => {
    const flags = flagsOf(reading, parameter);
    if (!ts.isParameterPropertyDeclaration(parameter, node) || flags & ts.ModifierFlags.Private) return [];
    const type = parameter.type === undefined ? reading.inferredType(parameter) : readTypeNode(reading, parameter.type);
    return [
      {
        name: parameter.name.getText(),
        type,
        isOptional: parameter.questionToken !== undefined,
        isReadonly: (flags & ts.ModifierFlags.Readonly) !== 0,
        ...(flags & ts.ModifierFlags.Protected ? { isProtected: true } : {}),
      },
    ];
  });
}

function readMember(
  reading: ApiReading,
  owner: ts.ClassLikeDeclaration,
  node: ts.ClassElement,
): NamedMember | undefined {
  const { ts } = reading;
  const flags = flagsOf(reading, node);
  if (flags & ts.ModifierFlags.Private || ts.isClassStaticBlockDeclaration(node)) return undefined;
  if (node.name !== undefined && ts.isPrivateIdentifier(node.name)) return undefined;
  const isOptional = 'questionToken' in node && node.questionToken !== undefined;
  const marks = {
    isOptional,
    isReadonly: (flags & ts.ModifierFlags.Readonly) !== 0,
    ...(flags & ts.ModifierFlags.Protected ? { isProtected: true as const } : {}),
    ...(flags & ts.ModifierFlags.Abstract ? { isAbstract: true as const } : {}),
    ...(isUnstable(reading, node) ? { isUnstable: true as const } : {}),
  };
  const typeOf = (type: ts.TypeNode | undefined): ApiType => {
    const read = type === undefined ? reading.inferredType(node) : readTypeNode(reading, type);
    return isOptional ? withoutUndefined(read) : read;
  };
  if (ts.isIndexSignatureDeclaration(node)) {
    const key = node.parameters[0]?.type;
    return { ...marks, name: `[key: ${key === undefined ? 'string' : reading.print(key)}]`, type: typeOf(node.type) };
  }
  const name = memberName(reading, node.name);
  if (ts.isPropertyDeclaration(node)) return { ...marks, name, type: typeOf(node.type) };
  if (ts.isGetAccessorDeclaration(node)) {
    return { ...marks, name, type: typeOf(node.type), isReadonly: true, isAccessor: 'get' };
  }
  if (ts.isSetAccessorDeclaration(node)) {
    return { ...marks, name, type: typeOf(node.parameters[0]?.type), isAccessor: 'set' };
  }
  if (!ts.isMethodDeclaration(node) || isImplementation(reading, owner, node)) return undefined;
  const type: ApiType = { kind: 'function', signatures: [readSignature(reading, node)], isConstructor: false };
  return { ...marks, name, type, isMethod: true };
}

/** Whether a method is the body of overloads, which callers do not see. */
function isImplementation({ ts }: ApiReading, owner: ts.ClassLikeDeclaration, node: ts.MethodDeclaration): boolean {
  if (node.body === undefined) return false;
  const name = node.name.getText();
  return owner.members.some(
    (one) => ts.isMethodDeclaration(one) && one.body === undefined && one.name.getText() === name,
  );
}
