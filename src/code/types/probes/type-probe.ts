import type { ts } from 'ts-morph';
import type { TypeMember } from '../engines/type-engine.ts';
import { DECLARED_NAME } from '../expected/expected-type.ts';
import type { ExpectedType } from '../expected/expected-type.ts';
import { describeDifferences, describeMember, enumMembers, isComputed } from './member-difference.ts';
import { identical, typeParameterList } from './probe-text.ts';
import type { ProbedName, ProbeText } from './probe-text.ts';
import type { Probe, ProbeReading, ProbeVerdict } from './probe.ts';
import type { ProbeSubject } from './probe-subject.ts';

/** One interpretation of the subject, with the offsets of its comparisons. */
interface Candidate {
  readonly actual: number;
  /** Whether the types are identical. Types that depend on type parameters can only be compared this way. */
  readonly areIdentical: number;
  /** All of these must be `true`; the first one, which compares members, only if the types are not identical. */
  readonly verdicts: readonly number[];
  /** Private and protected members. None of these may be an error. */
  readonly nonPublicMembers: readonly number[];
  /** The members of both types, and for each member whether the types agree. */
  readonly members: { readonly actual: MemberListing; readonly expected: MemberListing; readonly same: number };
  /** Whether both types are objects that are described by their members. */
  readonly isObject: number;
}

/** The members of a type as declared, and with all members required, which shows their types without `undefined`. */
interface MemberListing {
  readonly declared: number;
  readonly required: number;
}

/** Checks the shape of a type. */
export class TypeProbe implements Probe {
  readonly names: readonly ProbedName[];
  /** The name of the expected type in the probe text, without type arguments. */
  readonly declaredName: string;
  readonly #name: string;
  readonly #expected: ExpectedType;
  /** The offset of the expected type in the probe text. */
  readonly #expectedOffset: number;
  readonly #candidates: readonly Candidate[];
  readonly #mismatch: string | undefined;

  constructor(probe: ProbeText, name: string, subject: ProbeSubject, expected: ExpectedType) {
    this.#name = name;
    this.#expected = expected;
    this.#mismatch = findKindMismatch(name, subject, expected);
    this.names = expected.names.map((typeName) => probe.probeName(typeName, subject.typeParameters));
    this.declaredName = declareExpected(probe, subject, expected);
    const isEnum = expected.form === 'enum';
    const texts = subject.alternative === undefined || isEnum ? [subject.text] : [subject.text, subject.alternative];
    const expectedText = isEnum
      ? enumShape(this.declaredName)
      : `${this.declaredName}${typeParameterList(subject.typeParameterNames)}`;
    const alias = probe.createName();
    this.#expectedOffset = probe.addAlias(alias, subject.typeParameters, expectedText);
    this.#candidates = texts.map((text) =>
      createCandidate(probe, isEnum ? enumShape(text, enumKeys(subject)) : text, alias, subject, expected),
    );
  }

  get offsets(): readonly number[] {
    return this.#candidates.flatMap(({ actual, verdicts, nonPublicMembers }) => [
      actual,
      this.#expectedOffset,
      ...verdicts,
      ...nonPublicMembers,
    ]);
  }

  exists(reading: ProbeReading): boolean {
    return this.#candidates.some(({ actual }) => reading.kind(actual) !== 'error');
  }

  verdict(reading: ProbeReading): ProbeVerdict {
    const { view, file } = reading;
    const candidates = this.#candidates.filter(({ actual }) => reading.kind(actual) !== 'error');
    const passing = candidates.find(
      ({ areIdentical, verdicts, nonPublicMembers }) =>
        verdicts.every((at, index) => {
          const kind = reading.kind(at);
          return kind === 'true' || (index === 0 && kind === 'other' && reading.kind(areIdentical) === 'true');
        }) && nonPublicMembers.every((at) => reading.kind(at) !== 'error'),
    );
    const shown = passing ?? candidates[0];
    if (shown === undefined) {
      return { passed: false, expected: this.#expected.text, error: `Cannot resolve the type of ${this.#name}` };
    }
    if (this.#mismatch !== undefined) {
      return { passed: false, expected: this.#show(reading, shown, 'expected'), actual: this.#mismatch };
    }
    if (passing && this.#expected.form !== 'enum' && this.#isResolved(reading, passing)) {
      // The types are identical, so the expected text describes both.
      const text = this.#expected.text.replace(` ${DECLARED_NAME}`, '').replaceAll(/\s+/g, ' ');
      return { passed: true, expected: text, actual: text };
    }
    const expected = this.#show(reading, shown, 'expected');
    const actual = this.#show(reading, shown, 'actual');
    if (reading.kind(shown.actual) === 'any' && this.#expected.text !== 'any') {
      const error = `Cannot resolve the type of ${this.#name}: the type checker infers any`;
      return { passed: false, expected, actual: 'any', error };
    }
    if (reading.kind(this.#expectedOffset) === 'error') {
      return { passed: false, expected, actual, error: 'Cannot resolve the expected type' };
    }
    if (
      shown.verdicts.some((at) => reading.kind(at) === 'error') &&
      shown.nonPublicMembers.every((at) => reading.kind(at) !== 'error')
    ) {
      const error = `Cannot compare ${this.#name}: the type of a member cannot be resolved`;
      return { passed: false, expected, actual, error };
    }
    if (this.#expected.form === 'enum' && view.members(file, shown.members.actual.declared).some(isComputed)) {
      const error = `Cannot compare ${this.#name}: the value of a member is computed at run time`;
      return { passed: false, expected, actual, error };
    }
    if (passing) return { passed: true, expected, actual };
    const differences = reading.kind(shown.isObject) === 'true' ? this.#differences(reading, shown) : [];
    if (differences.length > 0) return { passed: false, expected, actual: differences.join('; ') };
    return { passed: false, expected, actual: view.print(file, shown.actual) };
  }

  /** Whether both types are resolved. */
  #isResolved(reading: ProbeReading, { actual }: Candidate): boolean {
    const isAny = reading.kind(actual) === 'any' && this.#expected.text !== 'any';
    return !isAny && reading.kind(this.#expectedOffset) !== 'error';
  }

  #differences(reading: ProbeReading, { members }: Candidate): readonly string[] {
    const { view, file } = reading;
    const same = new Map(view.members(file, members.same).map((member) => [member.name, member.type === 'true']));
    const isEnum = this.#expected.form === 'enum';
    const expected = this.#members(reading, members.expected);
    return describeDifferences(expected, this.#members(reading, members.actual), same, isEnum);
  }

  #members({ view, file }: ProbeReading, { declared, required }: MemberListing): readonly TypeMember[] {
    const types = new Map(view.members(file, required).map((member) => [member.name, member.type]));
    const members = view
      .members(file, declared)
      .map((member) => ({ ...member, type: types.get(member.name) ?? member.type }));
    return this.#expected.form === 'enum' ? enumMembers(members) : members;
  }

  #show(reading: ProbeReading, { members, isObject, actual }: Candidate, side: 'expected' | 'actual'): string {
    if (reading.kind(isObject) !== 'true') {
      return reading.view.print(reading.file, side === 'expected' ? this.#expectedOffset : actual);
    }
    const listed = this.#members(reading, members[side]);
    if (this.#expected.form === 'enum') {
      return `enum { ${listed.map((member) => describeMember(member, true)).join(', ')} }`;
    }
    return listed.length === 0 ? '{}' : `{ ${listed.map((member) => describeMember(member, false)).join('; ')} }`;
  }
}

function createCandidate(
  probe: ProbeText,
  text: string,
  expectedName: string,
  subject: ProbeSubject,
  expectedType: ExpectedType,
): Candidate {
  const { typeParameters, typeParameterNames } = subject;
  const names = typeParameterList(typeParameterNames);
  const add = (type: string): number => probe.addAlias(probe.createName(), typeParameters, type);
  const listMembers = (type: string): MemberListing => ({
    declared: add(`{ [Key in keyof ${type}]: ${type}[Key] }`),
    required: add(`{ [Key in keyof ${type}]-?: ${type}[Key] }`),
  });
  const actualName = probe.createName();
  const actual = probe.addAlias(actualName, typeParameters, text);
  const actualType = `${actualName}${names}`;
  const expectedText = `${expectedName}${names}`;
  const same = probe.declareSameShape();
  const pick = probe.utility('Pick');
  const verdicts = [add(`${same}<${actualType}, ${expectedText}>`)];
  const nonPublicMembers: number[] = [];
  for (const key of expectedType.nonPublicMembers) {
    const member = `[${JSON.stringify(key)}]`;
    nonPublicMembers.push(add(actualType + member));
    verdicts.push(add(`${same}<${actualType}${member}, ${expectedText}${member}>`));
  }
  if (expectedType.typeParameters.length > 0) {
    const lists = [typeParameters, expectedType.typeParameters].map((list) => `(${typeParameterList(list)}() => void)`);
    verdicts.push(probe.addAlias(probe.createName(), [], identical(lists[0] ?? '', lists[1] ?? '')));
  }
  const callable = '((...args: never) => unknown) | (abstract new (...args: never) => unknown) | readonly unknown[]';
  const isObject = add(
    `[${actualType}, ${expectedText}] extends [object, object] ? [${actualType}] extends [${callable}] ? false : true : false`,
  );
  return {
    actual,
    areIdentical: add(identical(actualType, expectedText)),
    verdicts,
    nonPublicMembers,
    isObject,
    members: {
      actual: listMembers(actualType),
      expected: listMembers(expectedText),
      same: add(
        `{ [Key in keyof ${actualType} & keyof ${expectedText}]-?: ${same}<${pick}<${actualType}, Key>, ${pick}<${expectedText}, Key>> }`,
      ),
    },
  };
}

/** Declares the expected type with the subject's type parameters. @returns its name */
function declareExpected(probe: ProbeText, subject: ProbeSubject, expected: ExpectedType): string {
  const name = probe.createName();
  const isGeneric = expected.typeParameters.length > 0;
  if (expected.form === 'type') {
    probe.addAlias(name, isGeneric ? expected.typeParameters : subject.typeParameters, expected.text);
  } else {
    const parameters = isGeneric || expected.form === 'enum' ? '' : typeParameterList(subject.typeParameters);
    probe.addLine(expected.text.replace(DECLARED_NAME, `${name}${parameters}`));
  }
  return name;
}

/** The names of the members that the declarations of an enum state. A namespace of the same name adds others to its value. */
function enumKeys({ nodes }: ProbeSubject): readonly string[] | undefined {
  const members = nodes.flatMap((node) => ('members' in node ? (node as ts.EnumDeclaration).members : []));
  const names = members.flatMap(({ name }) => ('text' in name ? [name.text] : []));
  return names.length > 0 && names.length === members.length ? names : undefined;
}

/**
 * An enum as an object type: each member maps to the kind of its value and the value as text.
 * @param names the members; by default, everything that the value has
 */
function enumShape(name: string, names?: readonly string[]): string {
  const keys = names?.map((one) => JSON.stringify(one)).join(' | ') ?? 'string';
  return `{ [Key in keyof typeof ${name} as Key extends ${keys} ? Key : never]: [(typeof ${name})[Key] extends number ? 'number' : 'string', \`\${(typeof ${name})[Key]}\`] }`;
}

/** A difference that is visible without the type checker: the declarations have different kinds. */
function findKindMismatch(name: string, subject: ProbeSubject, expected: ExpectedType): string | undefined {
  const isKnown = subject.nodes.length > 0;
  if (expected.form === 'enum' && subject.kind !== 'enum' && isKnown) return `${name} is not an enum`;
  if (subject.kind === 'class' && expected.isAbstract !== undefined && expected.isAbstract !== subject.isAbstract) {
    return subject.isAbstract ? `${name} is abstract` : `${name} is not abstract`;
  }
  const { constructors = [], staticMembers = [] } = expected.classMembers ?? {};
  if (constructors.length + staticMembers.length > 0 && subject.kind !== 'class' && isKnown) {
    return `${name} is not a class`;
  }
  const expectedCount = expected.typeParameters.length;
  const actualCount = subject.typeParameters.length;
  if (expectedCount > 0 && expectedCount !== actualCount) {
    return actualCount === 0
      ? `${name} has no type parameters`
      : `${name} has ${actualCount} type parameters, not ${expectedCount}`;
  }
  return undefined;
}
