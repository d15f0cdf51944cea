import type { TypeMember } from '../engines/type-engine.ts';

/** A member in one line: `readonly name?: type`; of an enum `NAME = value`. */
export function describeMember(member: TypeMember, isEnum: boolean): string {
  if (isEnum) return `${member.name} = ${member.type}`;
  const { name, optional, readonly, type } = member;
  return `${readonly ? 'readonly ' : ''}${quoted(name)}${optional ? '?' : ''}: ${type}`;
}

/** The members in which an actual type differs from what is expected of it, in words. */
export function differingMembers(
  expected: readonly TypeMember[],
  actual: readonly TypeMember[],
  same: ReadonlyMap<string, boolean>,
  isEnum: boolean,
): readonly string[] {
  const there = new Map(actual.map((member) => [member.name, member]));
  const wanted = new Set(expected.map((member) => member.name));
  const missing = expected.filter((member) => !there.has(member.name));
  const extra = actual.filter((member) => !wanted.has(member.name));
  const different = expected.flatMap((member) => {
    const found = there.get(member.name);
    if (found === undefined || same.get(member.name) !== false) return [];
    return [`${quoted(member.name)}: expected ${brief(member, found, isEnum)}, found ${brief(found, member, isEnum)}`];
  });
  return [
    ...missing.map((member) => `missing ${describeMember(member, isEnum)}`),
    ...extra.map((member) => `extra ${describeMember(member, isEnum)}`),
    ...different,
  ];
}

/** A member without its name; its modifiers where the other one's differ. */
function brief(member: TypeMember, other: TypeMember, isEnum: boolean): string {
  if (isEnum) return member.type;
  const words: string[] = [];
  if (member.optional !== other.optional) words.push(member.optional ? 'optional' : 'required');
  if (member.readonly !== other.readonly) words.push(member.readonly ? 'readonly' : 'writable');
  return [...words, member.type].join(' ');
}

const KNOWN_VALUE = /^\["(number|string)", "(.*)"\]$/;

/** Whether the value of an enum's member is not known before the program runs. */
export function isComputed(member: TypeMember): boolean {
  return !KNOWN_VALUE.test(member.type);
}

/** The members of an enum by their values: `['string', 'b']` is `'b'`, `['number', '0']` is `0`. */
export function enumMembers(members: readonly TypeMember[]): readonly TypeMember[] {
  return members.map((member) => {
    const [, kind, value] = KNOWN_VALUE.exec(member.type) ?? [];
    if (kind === undefined || value === undefined) return member;
    return { ...member, type: kind === 'number' ? value : `'${value}'` };
  });
}

function quoted(name: string): string {
  return /^[\w$]+$|^\[/.test(name) ? name : JSON.stringify(name);
}
