import { DECLARED_NAME } from '../expected/expected-type.ts';
import type { ExpectedType } from '../expected/expected-type.ts';
import type { TypeMember } from '../engines/type-engine.ts';
import type { Subject } from '../subject.ts';
import type { Probe, ProbeReading, ProbeVerdict } from './probe.ts';
import { identical, listOf } from './probe-text.ts';
import type { ProbedName, ProbeText } from './probe-text.ts';
import { describeMember, differingMembers, enumMembers, isComputed } from './member-difference.ts';

/** One way to read the subject, and where its comparisons stand. */
interface Candidate {
  readonly actual: number;
  /** Whether both are identical as wholes: what depends on type parameters can only be told so. */
  readonly identical: number;
  /** All of these have to be true; the first, which goes by the members, unless both are identical. */
  readonly verdicts: readonly number[];
  /** None of these may be an error: the members that are not seen from outside. */
  readonly present: readonly number[];
  /** The members of both spelled out; undefined where only the whole can be shown. */
  readonly members: { readonly actual: Spelled; readonly expected: Spelled; readonly same: number };
  /** Whether both are objects that are known by their members. */
  readonly isObject: number;
}

/** The members of a type: as they are, and all of them required, for only then is the written type seen. */
interface Spelled {
  readonly asIs: number;
  readonly required: number;
}

/** Asks whether a type has a shape. */
export class TypeProbe implements Probe {
  readonly names: readonly ProbedName[];
  /** The name under which what is expected is declared, without type arguments. */
  readonly declaredName: string;
  readonly #name: string;
  readonly #expected: ExpectedType;
  readonly #printed: number;
  readonly #candidates: readonly Candidate[];
  readonly #mismatch: string | undefined;

  constructor(probe: ProbeText, name: string, subject: Subject, expected: ExpectedType) {
    this.#name = name;
    this.#expected = expected;
    this.#mismatch = mismatchOf(name, subject, expected);
    this.names = expected.names.map((one) => probe.probe(one, subject.parameters));
    this.declaredName = declareExpected(probe, subject, expected);
    const isEnum = expected.form === 'enum';
    const texts = subject.otherwise === undefined || isEnum ? [subject.text] : [subject.text, subject.otherwise];
    const wanted = isEnum ? enumShape(this.declaredName) : `${this.declaredName}${listOf(subject.parameterNames)}`;
    const alias = probe.freshName();
    this.#printed = probe.alias(alias, subject.parameters, wanted);
    this.#candidates = texts.map((text) => candidate(probe, isEnum ? enumShape(text) : text, alias, subject, expected));
  }

  get offsets(): readonly number[] {
    return this.#candidates.flatMap(({ actual, verdicts, present }) => [
      actual,
      this.#printed,
      ...verdicts,
      ...present,
    ]);
  }

  isThere(reading: ProbeReading): boolean {
    return this.#candidates.some(({ actual }) => reading.kind(actual) !== 'error');
  }

  verdict(reading: ProbeReading): ProbeVerdict {
    const { view, file } = reading;
    const candidates = this.#candidates.filter(({ actual }) => reading.kind(actual) !== 'error');
    const passing = candidates.find(
      ({ identical: whole, verdicts, present }) =>
        verdicts.every((at, place) => {
          const kind = reading.kind(at);
          return kind === 'true' || (place === 0 && kind === 'other' && reading.kind(whole) === 'true');
        }) && present.every((at) => reading.kind(at) !== 'error'),
    );
    const shown = passing ?? candidates[0];
    if (shown === undefined) {
      return { passed: false, expected: '', actual: '', error: `Failed to work out the type of ${this.#name}` };
    }
    if (this.#mismatch !== undefined) {
      return { passed: false, expected: this.#show(reading, shown, 'expected'), actual: this.#mismatch };
    }
    if (passing && this.#expected.form !== 'enum' && this.#isSure(reading, passing)) {
      // They are the same for the checker, so there is nothing to print twice.
      const text = this.#expected.text.replace(` ${DECLARED_NAME}`, '').replaceAll(/\s+/g, ' ');
      return { passed: true, expected: text, actual: text };
    }
    const expected = this.#show(reading, shown, 'expected');
    const found = this.#show(reading, shown, 'actual');
    if (reading.kind(shown.actual) === 'any' && this.#expected.text !== 'any') {
      const error = `Failed to work out the type of ${this.#name}: the checker knows no more than any`;
      return { passed: false, expected, actual: 'any', error };
    }
    if (reading.kind(this.#printed) === 'error') {
      return { passed: false, expected, actual: found, error: 'Failed to work out the type of the expected text' };
    }
    if (
      shown.verdicts.some((at) => reading.kind(at) === 'error') &&
      shown.present.every((at) => reading.kind(at) !== 'error')
    ) {
      const error = `Failed to compare ${this.#name}: the type of one of its members cannot be worked out`;
      return { passed: false, expected, actual: found, error };
    }
    if (this.#expected.form === 'enum' && view.members(file, shown.members.actual.asIs).some(isComputed)) {
      const error = `Failed to compare ${this.#name}: the value of a member is computed when the program runs`;
      return { passed: false, expected, actual: found, error };
    }
    if (passing) return { passed: true, expected, actual: found };
    const differences = reading.kind(shown.isObject) === 'true' ? this.#differences(reading, shown) : [];
    if (differences.length > 0) return { passed: false, expected, actual: differences.join('; ') };
    return { passed: false, expected, actual: view.print(file, shown.actual) };
  }

  /** Whether what both are is known. */
  #isSure(reading: ProbeReading, { actual }: Candidate): boolean {
    const isAny = reading.kind(actual) === 'any' && this.#expected.text !== 'any';
    return !isAny && reading.kind(this.#printed) !== 'error';
  }

  #differences(reading: ProbeReading, { members }: Candidate): readonly string[] {
    const { view, file } = reading;
    const same = new Map(view.members(file, members.same).map((member) => [member.name, member.type === 'true']));
    const isEnum = this.#expected.form === 'enum';
    const expected = this.#members(reading, members.expected);
    return differingMembers(expected, this.#members(reading, members.actual), same, isEnum);
  }

  #members({ view, file }: ProbeReading, { asIs, required }: Spelled): readonly TypeMember[] {
    const types = new Map(view.members(file, required).map((member) => [member.name, member.type]));
    const members = view
      .members(file, asIs)
      .map((member) => ({ ...member, type: types.get(member.name) ?? member.type }));
    return this.#expected.form === 'enum' ? enumMembers(members) : members;
  }

  #show(reading: ProbeReading, { members, isObject, actual }: Candidate, side: 'expected' | 'actual'): string {
    if (reading.kind(isObject) !== 'true') {
      return reading.view.print(reading.file, side === 'expected' ? this.#printed : actual);
    }
    const found = this.#members(reading, members[side]);
    if (this.#expected.form === 'enum') {
      return `enum { ${found.map((member) => describeMember(member, true)).join(', ')} }`;
    }
    return found.length === 0 ? '{}' : `{ ${found.map((member) => describeMember(member, false)).join('; ')} }`;
  }
}

function candidate(
  probe: ProbeText,
  text: string,
  expected: string,
  subject: Subject,
  wanted: ExpectedType,
): Candidate {
  const { parameters, parameterNames } = subject;
  const names = listOf(parameterNames);
  const add = (type: string): number => probe.alias(probe.freshName(), parameters, type);
  const spelled = (type: string): Spelled => ({
    asIs: add(`{ [Key in keyof ${type}]: ${type}[Key] }`),
    required: add(`{ [Key in keyof ${type}]-?: ${type}[Key] }`),
  });
  const actualName = probe.freshName();
  const actual = probe.alias(actualName, parameters, text);
  const one = `${actualName}${names}`;
  const other = `${expected}${names}`;
  const same = probe.same();
  const verdicts = [add(`${same}<${one}, ${other}>`)];
  const present: number[] = [];
  for (const key of wanted.hidden) {
    const member = `[${JSON.stringify(key)}]`;
    present.push(add(one + member));
    verdicts.push(add(`${same}<${one}${member}, ${other}${member}>`));
  }
  if (wanted.parameters.length > 0) {
    const both = [parameters, wanted.parameters].map((list) => `(${listOf(list)}() => void)`);
    verdicts.push(probe.alias(probe.freshName(), [], identical(both[0] ?? '', both[1] ?? '')));
  }
  const callable = '((...given: never) => unknown) | (abstract new (...given: never) => unknown) | readonly unknown[]';
  const isObject = add(
    `[${one}, ${other}] extends [object, object] ? [${one}] extends [${callable}] ? false : true : false`,
  );
  return {
    actual,
    identical: add(identical(one, other)),
    verdicts,
    present,
    isObject,
    members: {
      actual: spelled(one),
      expected: spelled(other),
      same: add(`{ [Key in keyof ${one} & keyof ${other}]-?: ${same}<Pick<${one}, Key>, Pick<${other}, Key>> }`),
    },
  };
}

/** Declares what is expected, with the subject's type parameters. @returns its name */
function declareExpected(probe: ProbeText, subject: Subject, expected: ExpectedType): string {
  const name = probe.freshName();
  const own = expected.parameters.length > 0;
  if (expected.form === 'type') {
    probe.alias(name, own ? expected.parameters : subject.parameters, expected.text);
  } else {
    const parameters = own || expected.form === 'enum' ? '' : listOf(subject.parameters);
    probe.line(expected.text.replace(DECLARED_NAME, `${name}${parameters}`));
  }
  return name;
}

/** An enum by the names of its members, each with what kind of value it has and that value as text. */
function enumShape(name: string): string {
  return `{ [Key in keyof typeof ${name} as Key extends string ? Key : never]: [(typeof ${name})[Key] extends number ? 'number' : 'string', \`\${(typeof ${name})[Key]}\`] }`;
}

/** What can be told without a checker: that the two are of different kinds. */
function mismatchOf(name: string, subject: Subject, expected: ExpectedType): string | undefined {
  const isKnown = subject.nodes.length > 0;
  if (expected.form === 'enum' && subject.kind !== 'enum' && isKnown) return `${name} is no enum`;
  if (subject.kind === 'class' && expected.isAbstract !== undefined && expected.isAbstract !== subject.isAbstract) {
    return subject.isAbstract ? `${name} is abstract` : `${name} is not abstract`;
  }
  const { constructors = [], statics = [] } = expected.classParts ?? {};
  if (constructors.length + statics.length > 0 && subject.kind !== 'class' && isKnown) {
    return `${name} is no class`;
  }
  const own = expected.parameters.length;
  const has = subject.parameters.length;
  if (own > 0 && own !== has) {
    return has === 0 ? `${name} has no type parameters` : `${name} has ${has} type parameters, not ${own}`;
  }
  return undefined;
}
