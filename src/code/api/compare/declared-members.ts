import type { ApiMember, ApiReference, ApiType } from '../model/api-type.ts';
import { expandStandardAlias } from './standard-aliases.ts';
import { substitute, substituteMember } from '../model/map-type.ts';
import { printMember } from '../model/print-type.ts';
import { ownMembersOf, type ApiDeclaration, type PackageApi } from '../model/package-api.ts';

/** The declarations of one version. */
export type Declarations = PackageApi['declarations'];

/** The members of an interface or a class with those of its bases in the package, and the bases from elsewhere. */
export interface AllMembers {
  readonly members: readonly ApiMember[];
  readonly foreignBases: readonly ApiType[];
}

const MAX_BASES = 20;

/** [CHANGE-2] Finds all members. A member of the declaration itself replaces that of a base. */
export function membersOf(declaration: ApiDeclaration, declarations: Declarations, depth = 0): AllMembers {
  const members = new Map<string, ApiMember>();
  const foreignBases: ApiType[] = [];
  for (const base of declaration.bases ?? []) {
    const target = base.kind === 'reference' && base.origin === 'package' ? declarations[base.name] : undefined;
    if (target?.type?.kind !== 'object' || base.kind !== 'reference' || depth > MAX_BASES) {
      const expanded = depth > MAX_BASES ? undefined : expandReference(base, declarations, depth + 1);
      if (expanded?.kind === 'object') for (const member of expanded.members) members.set(member.name, member);
      else foreignBases.push(base);
      continue;
    }
    const types = argumentsOf(base, target);
    const inherited = membersOf(target, declarations, depth + 1);
    for (const member of inherited.members) members.set(member.name, substituteMember(member, types));
    foreignBases.push(...inherited.foreignBases.map((one) => substitute(one, types)));
  }
  for (const member of ownMembersOf(declaration)) members.set(member.name, member);
  return { members: [...members.values()], foreignBases };
}

/** The type parameters of a declaration with their arguments, defaults included. */
export function argumentsOf({ args }: ApiReference, { typeParameters }: ApiDeclaration): ReadonlyMap<string, ApiType> {
  return new Map(
    typeParameters.flatMap(({ name, default: fallback }, at) => {
      const type = args[at] ?? fallback;
      return type === undefined ? [] : [[name, type] as const];
    }),
  );
}

/** The arguments of a reference, with the defaults that its declaration states. */
export function argumentListOf(type: ApiReference, declarations: Declarations): readonly ApiType[] {
  const target = type.origin === 'package' ? declarations[type.name] : undefined;
  return target === undefined ? type.args : [...argumentsOf(type, target).values()];
}

/**
 * What a reference means: an alias or an interface of the package, or an alias of the standard library. `undefined` for
 * a class, an enum and others.
 */
export function expandReference(type: ApiType, declarations: Declarations, depth = 0): ApiType | undefined {
  if (type.kind !== 'reference' || depth > MAX_BASES) return undefined;
  const resolve = (one: ApiType): ApiType => expandReference(one, declarations, depth + 1) ?? one;
  if (type.origin === 'elsewhere') return expandStandardAlias(type, resolve);
  const target = type.origin === 'package' ? declarations[type.name] : undefined;
  if (target?.type === undefined || target.kinds.includes('class')) return undefined;
  const types = argumentsOf(type, target);
  if (target.bases === undefined) {
    const expanded = substitute(target.type, types);
    return expanded.kind === 'reference' ? resolve(expanded) : expanded;
  }
  const { members, foreignBases } = membersOf(target, declarations, depth + 1);
  return foreignBases.length > 0 ? undefined : substitute({ kind: 'object', members }, types);
}

/** The object that a type means, if all of its members are known: also of an intersection. `undefined` for other types. */
export function objectOf(
  type: ApiType,
  declarations: Declarations,
  depth = 0,
): Extract<ApiType, { kind: 'object' }> | undefined {
  if (type.kind === 'object') return type;
  if (depth > MAX_BASES) return undefined;
  if (type.kind !== 'intersection') {
    const expanded = expandReference(type, declarations, depth + 1);
    return expanded === undefined ? undefined : objectOf(expanded, declarations, depth + 1);
  }
  const members = new Map<string, ApiMember>();
  for (const part of type.members) {
    const object = objectOf(part, declarations, depth + 1);
    if (object === undefined) return undefined;
    for (const member of object.members) {
      const known = members.get(member.name);
      // Two types of one member are an intersection, whose members are not compared.
      if (known !== undefined && printMember(known) !== printMember(member)) return undefined;
      members.set(member.name, member);
    }
  }
  return { kind: 'object', members: [...members.values()] };
}
