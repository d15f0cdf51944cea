import { withoutUndefined } from '../model/combine-types.ts';
import type { ApiMember, ApiReference, ApiType } from '../model/api-type.ts';
import { quoteName } from '../model/quote-name.ts';

/**
 * What an alias of the standard library means for an object whose members are known. `undefined` for other types.
 *
 * @param resolve finds what a name means
 */
export function expandStandardAlias(
  { name, args: [subject, keys] }: ApiReference,
  resolve: (type: ApiType) => ApiType,
): ApiType | undefined {
  if (subject === undefined) return undefined;
  if (name === 'Record') return keys === undefined ? undefined : expandRecord(resolve(subject), keys);
  const target = resolve(subject);
  if (target.kind !== 'object') return undefined;
  const map = (change: (member: ApiMember) => ApiMember): ApiType => ({
    kind: 'object',
    members: target.members.map(change),
  });
  switch (name) {
    case 'Readonly':
      return map((member) => ({ ...member, isReadonly: true }));
    case 'Partial':
      return map((member) => ({ ...member, type: withoutUndefined(member.type), isOptional: !isIndex(member) }));
    case 'Required':
      return map((member) => ({ ...member, isOptional: false }));
    case 'Pick':
    case 'Omit': {
      const selected = keys === undefined ? undefined : literalsOf(resolve(keys));
      if (selected === undefined || target.members.some(isIndex)) return undefined;
      const isPick = name === 'Pick';
      return { kind: 'object', members: target.members.filter((member) => selected.has(member.name) === isPick) };
    }
    default:
      return undefined;
  }
}

function expandRecord(keys: ApiType, type: ApiType): ApiType | undefined {
  const literals = literalsOf(keys);
  const parts = keys.kind === 'union' ? keys.members : [keys];
  const names = literals === undefined ? [] : [...literals];
  const indexes = parts.flatMap((one) =>
    one.kind === 'text' && ['string', 'number', 'symbol'].includes(one.text) ? [`[key: ${one.text}]`] : [],
  );
  if (literals === undefined && indexes.length < parts.length) return undefined;
  const toMember = (name: string): ApiMember => ({ name, type, isOptional: false, isReadonly: false });
  return { kind: 'object', members: [...names, ...indexes].sort().map(toMember) };
}

function isIndex({ name }: ApiMember): boolean {
  return name.startsWith('[key: ');
}

/** The names of a union of string literals; `undefined` for any other type. */
function literalsOf(type: ApiType): ReadonlySet<string> | undefined {
  const parts = type.kind === 'union' ? type.members : [type];
  const names = parts.flatMap((one) =>
    one.kind === 'text' && one.literal?.type === 'string' ? [quoteName(one.literal.value)] : [],
  );
  return names.length === parts.length ? new Set(names) : undefined;
}
