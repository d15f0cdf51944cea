import type { ts } from 'ts-morph';
import { combineTypes } from '../model/combine-types.ts';
import type { ApiMember, ApiType } from '../model/api-type.ts';
import { quoteName } from '../model/quote-name.ts';
import type { ApiReading } from './api-reading.ts';

/** A member as one declaration states it. Overloads and accessors are declared several times. */
export interface NamedMember extends ApiMember {
  readonly isMethod?: true;
  readonly isAccessor?: 'get' | 'set';
}

/** The name of a member as importers write it: `name`, `"a b"` or `[Symbol.iterator]`. */
export function memberName({ ts }: ApiReading, name: ts.PropertyName | undefined): string {
  if (name === undefined) return '';
  if (ts.isStringLiteral(name) || ts.isNoSubstitutionTemplateLiteral(name)) return quoteName(name.text);
  return name.getText();
}

/** Tags that promise nothing to callers. */
export const UNSTABLE_TAGS = ['internal', 'alpha', 'beta', 'experimental'] as const;

export function tagsOf({ ts }: ApiReading, node: ts.Node): readonly string[] {
  return ts.getJSDocTags(node).map(({ tagName }) => tagName.text);
}

export function isUnstable(reading: ApiReading, node: ts.Node): boolean {
  return tagsOf(reading, node).some((tag) => UNSTABLE_TAGS.some((one) => one === tag));
}

/** One member for each name: overloads are one function, a getter and a setter are one property. Sorted by name. */
export function groupMembers(members: readonly NamedMember[]): readonly ApiMember[] {
  const byName = new Map<string, NamedMember[]>();
  for (const member of members) {
    const known = byName.get(member.name);
    if (known === undefined) byName.set(member.name, [member]);
    else known.push(member);
  }
  return [...byName.values()]
    .flatMap((list) => mergeMembers(list))
    .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
}

function mergeMembers(list: readonly NamedMember[]): ApiMember | [] {
  const [first] = list;
  if (first === undefined) return [];
  const { isMethod, isAccessor, ...member } = first;
  void isMethod;
  if (list.length === 1) return member;
  if (isAccessor !== undefined) {
    const getter = list.find((one) => one.isAccessor === 'get') ?? first;
    const isWritable = list.some((one) => one.isAccessor === 'set');
    return { ...member, type: getter.type, isReadonly: !isWritable };
  }
  const signatures = list.flatMap(({ type }) => (type.kind === 'function' ? type.signatures : []));
  if (signatures.length < list.length) return { ...member, type: combineTypes('intersection', list.map(typeOf)) };
  const isConstructor = member.type.kind === 'function' && member.type.isConstructor;
  return { ...member, type: { kind: 'function', signatures, isConstructor } };
}

function typeOf({ type }: ApiMember): ApiType {
  return type;
}
