import type { ApiMember, ApiReference, ApiType } from '../model/api-type.ts';
import { substitute, substituteMember } from '../model/map-type.ts';
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
      foreignBases.push(base);
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

/** What a reference to an alias or an interface of the package stands for; `undefined` for a class, an enum and others. */
export function expandReference(type: ApiType, declarations: Declarations): ApiType | undefined {
  if (type.kind !== 'reference' || type.origin !== 'package') return undefined;
  const target = declarations[type.name];
  if (target?.type === undefined || target.kinds.includes('class')) return undefined;
  const types = argumentsOf(type, target);
  if (target.bases === undefined) return substitute(target.type, types);
  const { members, foreignBases } = membersOf(target, declarations);
  return foreignBases.length > 0 ? undefined : substitute({ kind: 'object', members }, types);
}
