import { toText, type ApiMember, type ApiParameter, type ApiType } from './api-type.ts';
import { printType } from './print-type.ts';

/** A union or an intersection: flat, without duplicates, sorted by text. One member is the type itself. */
export function combineTypes(kind: 'union' | 'intersection', members: readonly ApiType[]): ApiType {
  const byText = new Map<string, ApiType>();
  for (const member of members) {
    for (const one of member.kind === kind ? member.members : [member]) byText.set(printType(one), one);
  }
  if (kind === 'union') {
    for (const top of ['any', 'unknown']) if (byText.has(top)) return toText(top);
    byText.delete('never');
    const isBoolean = byText.has('boolean') || (byText.has('true') && byText.has('false'));
    if (isBoolean) {
      for (const text of ['true', 'false']) byText.delete(text);
      byText.set('boolean', toText('boolean'));
    }
  }
  const sorted = [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, type]) => type);
  const [single] = sorted;
  if (single === undefined) return toText(kind === 'union' ? 'never' : 'unknown');
  return sorted.length === 1 ? single : { kind, members: sorted };
}

/** The type of an optional member or parameter: its mark says that it can be undefined. */
export function withoutUndefined(type: ApiType): ApiType {
  if (type.kind !== 'union') return type;
  return combineTypes(
    'union',
    type.members.filter((member) => member.kind !== 'text' || member.text !== 'undefined'),
  );
}

export function allowsUndefined(type: ApiType): boolean {
  const isUndefined = (one: ApiType): boolean =>
    one.kind === 'text' && ['undefined', 'any', 'unknown'].includes(one.text);
  return type.kind === 'union' ? type.members.some(isUndefined) : isUndefined(type);
}

/** The earlier type of a member or parameter, to compare with a later type whose mark may say something else of undefined. */
export function earlierTypeFor(
  before: { readonly type: ApiType; readonly isOptional: boolean },
  after: { readonly type: ApiType; readonly isOptional: boolean },
): ApiType {
  if (after.isOptional) return withoutUndefined(before.type);
  if (!before.isOptional || !allowsUndefined(after.type)) return before.type;
  return combineTypes('union', [before.type, toText('undefined')]);
}

/** An object with call signatures alone is a function. */
export function toObject(members: readonly ApiMember[]): ApiType {
  const [single] = members;
  const isCall = members.length === 1 && (single?.name === '()' || single?.name === 'new ()');
  return isCall && single.type.kind === 'function' ? single.type : { kind: 'object', members };
}

/** The parameters as callers fill them: those of a tuple in the place of the rest parameter that has its type. */
export function spreadTuple(parameters: readonly ApiParameter[]): readonly ApiParameter[] {
  const last = parameters.at(-1);
  if (last?.isRest !== true || last.type.kind !== 'tuple') return parameters;
  const fixed = parameters.slice(0, -1);
  const named = last.type.elements.map((one, at) => (one.name === '' ? { ...one, name: `${last.name}${at}` } : one));
  // Only the last parameter can take the rest.
  return named.slice(0, -1).some(({ isRest }) => isRest) ? parameters : [...fixed, ...named];
}
