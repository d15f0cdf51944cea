import { DECLARED_NAME } from '../expected/expected-type.ts';
import type { ExpectedType } from '../expected/expected-type.ts';
import type { TypeMember } from '../engines/type-engine.ts';
import type { Subject } from '../subject.ts';
import type { Probe, ProbeReading, ProbeVerdict } from './probe.ts';
import { identical, listOf } from './probe-text.ts';
import type { ProbedName, ProbeText } from './probe-text.ts';
import { describeMember, differingMembers, enumMembers } from './member-difference.ts';

/** One way to read the subject, and where its comparisons stand. */
interface Candidate {
  readonly actual: number;
  /** All of these have to be true. */
  readonly verdicts: readonly number[];
  /** The members of both spelled out; undefined where only the whole can be shown. */
  readonly members: { readonly actual: number; readonly expected: number; readonly same: number };
  /** Whether both are objects that are known by their members. */
  readonly isObject: number;
}

/** Asks whether a type has a shape. */
export class TypeProbe implements Probe {
  readonly names: readonly ProbedName[];
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
    const declared = declareExpected(probe, subject, expected);
    const isEnum = expected.form === 'enum';
    const texts = subject.otherwise === undefined || isEnum ? [subject.text] : [subject.text, subject.otherwise];
    const wanted = isEnum ? enumShape(declared) : declared;
    const alias = probe.freshName();
    this.#printed = probe.alias(alias, subject.parameters, wanted);
    this.#candidates = texts.map((text) => candidate(probe, isEnum ? enumShape(text) : text, alias, subject, expected));
  }

  get offsets(): readonly number[] {
    return this.#candidates.flatMap(({ actual, verdicts, isObject }) => [actual, isObject, ...verdicts]);
  }

  isThere(reading: ProbeReading): boolean {
    return this.#candidates.some(({ actual }) => reading.kind(actual) !== 'error');
  }

  verdict(reading: ProbeReading): ProbeVerdict {
    const { view, file } = reading;
    const candidates = this.#candidates.filter(({ actual }) => reading.kind(actual) !== 'error');
    const passing = candidates.find(({ verdicts }) => verdicts.every((at) => reading.kind(at) === 'true'));
    const shown = passing ?? candidates[0];
    if (shown === undefined) {
      return { passed: false, expected: '', actual: '', error: `Failed to work out the type of ${this.#name}` };
    }
    if (this.#mismatch !== undefined) {
      return { passed: false, expected: this.#show(reading, shown, 'expected'), actual: this.#mismatch };
    }
    const expected = this.#show(reading, shown, 'expected');
    const found = this.#show(reading, shown, 'actual');
    if (reading.kind(shown.actual) === 'any' && this.#expected.text !== 'any') {
      const error = `Failed to work out the type of ${this.#name}: the checker knows no more than any`;
      return { passed: false, expected, actual: 'any', error };
    }
    if (this.#expected.form === 'enum' && /\$\{/.test(found)) {
      const error = `Failed to compare ${this.#name}: the value of a member is computed when the program runs`;
      return { passed: false, expected, actual: found, error };
    }
    if (passing) return { passed: true, expected, actual: found };
    const differences = reading.kind(shown.isObject) === 'true' ? this.#differences(reading, shown) : [];
    if (differences.length > 0) return { passed: false, expected, actual: differences.join('; ') };
    return { passed: false, expected, actual: view.print(file, shown.actual) };
  }

  #differences({ view, file }: ProbeReading, { members }: Candidate): readonly string[] {
    const same = new Map(view.members(file, members.same).map((member) => [member.name, member.type === 'true']));
    const read = (offset: number): readonly TypeMember[] => {
      const found = view.members(file, offset);
      return this.#expected.form === 'enum' ? enumMembers(found) : found;
    };
    return differingMembers(read(members.expected), read(members.actual), same, this.#expected.form === 'enum');
  }

  #show(
    { view, file, kind }: ProbeReading,
    { members, isObject, actual }: Candidate,
    side: 'expected' | 'actual',
  ): string {
    if (kind(isObject) !== 'true') return view.print(file, side === 'expected' ? this.#printed : actual);
    const found = view.members(file, members[side]);
    if (this.#expected.form === 'enum') {
      return `enum { ${enumMembers(found)
        .map((member) => describeMember(member, true))
        .join(', ')} }`;
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
  const actualName = probe.freshName();
  const actual = probe.alias(actualName, parameters, text);
  const one = `${actualName}${names}`;
  const other = `${expected}${names}`;
  const same = probe.same();
  const verdicts = [add(`${same}<${one}, ${other}>`)];
  for (const key of wanted.hidden) {
    verdicts.push(add(identical(`${one}[${JSON.stringify(key)}]`, `${other}[${JSON.stringify(key)}]`)));
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
    verdicts,
    isObject,
    members: {
      actual: add(`{ [Key in keyof ${one}]: ${one}[Key] }`),
      expected: add(`{ [Key in keyof ${other}]: ${other}[Key] }`),
      same: add(`{ [Key in keyof ${one} & keyof ${other}]-?: ${same}<Pick<${one}, Key>, Pick<${other}, Key>> }`),
    },
  };
}

/** Declares what is expected. @returns it as a type that speaks of the subject's type parameters */
function declareExpected(probe: ProbeText, subject: Subject, expected: ExpectedType): string {
  const name = probe.freshName();
  const own = expected.parameters.length > 0;
  if (expected.form === 'type') {
    probe.alias(name, own ? expected.parameters : subject.parameters, expected.text);
  } else {
    const parameters = own || expected.form === 'enum' ? '' : listOf(subject.parameters);
    probe.line(expected.text.replace(DECLARED_NAME, `${name}${parameters}`));
  }
  return expected.form === 'enum' ? name : `${name}${listOf(subject.parameterNames)}`;
}

/** An enum by the names of its members, each with what kind of value it has and that value as text. */
function enumShape(name: string): string {
  return `{ [Key in keyof typeof ${name} as Key extends string ? Key : never]: [(typeof ${name})[Key] extends number ? 'number' : 'string', \`\${(typeof ${name})[Key]}\`] }`;
}

/** What can be told without a checker: that the two are of different kinds. */
function mismatchOf(name: string, subject: Subject, expected: ExpectedType): string | undefined {
  if (expected.form === 'enum' && subject.kind !== 'enum' && subject.nodes.length > 0) return `${name} is no enum`;
  const own = expected.parameters.length;
  const has = subject.parameters.length;
  if (own > 0 && own !== has) {
    return has === 0 ? `${name} has no type parameters` : `${name} has ${has} type parameters, not ${own}`;
  }
  return undefined;
}
