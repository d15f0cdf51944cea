import type { TypeMember } from '../engines/type-engine.ts';

/** A member on one line: `readonly name?: type`, or `NAME = value` for an enum. */
export function describeMember(member: TypeMember, isEnum: boolean): string {
  if (isEnum) return `${member.name} = ${member.type}`;
  const { name, optional, readonly, type } = member;
  return `${readonly ? 'readonly ' : ''}${quoteName(name)}${optional ? '?' : ''}: ${type}`;
}

/**
 * Describes the members that are missing, extra or different.
 * @param same for each common member, whether its types agree
 */
export function describeDifferences(
  expected: readonly TypeMember[],
  actual: readonly TypeMember[],
  same: ReadonlyMap<string, boolean>,
  isEnum: boolean,
): readonly string[] {
  const actualByName = new Map(actual.map((member) => [member.name, member]));
  const expectedNames = new Set(expected.map((member) => member.name));
  const missing = expected.filter((member) => !actualByName.has(member.name));
  const extra = actual.filter((member) => !expectedNames.has(member.name));
  const different = expected.flatMap((member) => {
    const found = actualByName.get(member.name);
    if (found === undefined || same.get(member.name) !== false) return [];
    return [
      `${quoteName(member.name)}: expected ${describeType(member, found, isEnum)}, found ${describeType(found, member, isEnum)}`,
    ];
  });
  return [
    ...missing.map((member) => `missing ${describeMember(member, isEnum)}`),
    ...extra.map((member) => `extra ${describeMember(member, isEnum)}`),
    ...different,
  ];
}

/** The type of a member, preceded by the modifiers that differ from those of the other member. */
function describeType(member: TypeMember, other: TypeMember, isEnum: boolean): string {
  if (isEnum) return member.type;
  const modifiers: string[] = [];
  if (member.optional !== other.optional) modifiers.push(member.optional ? 'optional' : 'required');
  if (member.readonly !== other.readonly) modifiers.push(member.readonly ? 'readonly' : 'writable');
  return [...modifiers, member.type].join(' ');
}

const KNOWN_VALUE = /^\["(number|string)", "(.*)"\]$/;

/** Whether the value of an enum member is unknown before run time. */
export function isComputed(member: TypeMember): boolean {
  return !KNOWN_VALUE.test(member.type);
}

/** The members of an enum with plain values: `['string', 'b']` becomes `'b'`, `['number', '0']` becomes `0`. */
export function enumMembers(members: readonly TypeMember[]): readonly TypeMember[] {
  return members.map((member) => {
    const [, kind, value] = KNOWN_VALUE.exec(member.type) ?? [];
    if (kind === undefined || value === undefined) return member;
    return { ...member, type: kind === 'number' ? value : `'${value}'` };
  });
}

function quoteName(name: string): string {
  return /^[\w$]+$|^\[/.test(name) ? name : JSON.stringify(name);
}
