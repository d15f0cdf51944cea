import { functionText, memberText } from '../expected/expected-signature.ts';
import type { ExpectedSignature, Overload } from '../expected/expected-signature.ts';
import { mayHaveReceiver } from '../subject.ts';
import type { Accessors, Subject } from '../subject.ts';
import type { Probe, ProbeReading, ProbeVerdict } from './probe.ts';
import { ownTypeFor } from './own-type.ts';
import type { OwnType } from './own-type.ts';
import { identical, listOf } from './probe-text.ts';
import type { ProbedName, ProbeText } from './probe-text.ts';

/** One way to read the subject, and where its comparisons stand. */
interface Candidate {
  readonly actual: number;
  readonly printed: number;
  /** The actual by what it is called with and gives. */
  readonly called: number;
  /** One of these has to be true. */
  readonly verdicts: readonly [number, ...number[]];
  /** Compares the explicit `this` of both, which identity overlooks where only one has it. */
  readonly receiver: number;
  /** Whether it is more than an abstract or hidden constructor. */
  readonly made: number;
  /** What it gives, and what that is when it is awaited; an error where a function's body is at fault. */
  readonly returned: readonly number[];
}

/** Asks whether a function has a signature. */
export class SignatureProbe implements Probe {
  readonly names: readonly ProbedName[];
  readonly #name: string;
  readonly #expected: number;
  readonly #expectsAny: boolean;
  /** Whether one of both may have an explicit `this`. */
  readonly #hasReceiver: boolean;
  /** Whether whoever sees the class must be able to make one. */
  readonly #makes: boolean;
  /** What is expected, as it was read. */
  readonly #text: string;
  readonly #own: OwnType | undefined;
  readonly #candidates: readonly Candidate[];

  constructor(probe: ProbeText, name: string, subject: Subject, expected: ExpectedSignature) {
    this.#name = name;
    this.#expectsAny = expected.type === 'any';
    const around = [...subject.parameters, ...subject.classParameters.parameters];
    this.names = expected.names.map((one) => probe.probe(one, around));
    const overloads = overloadsFor(name, subject, expected);
    const alias = probe.freshName();
    const written = overloads.map(memberText).join('; ');
    this.#own = expected.type === undefined ? ownTypeFor(probe, subject, written) : undefined;
    const members = this.#own?.withHeir(written) ?? written;
    this.#expected = probe.alias(alias, subject.parameters, expected.type ?? `{ ${members} }`);
    this.#text = expected.type ?? overloads.map(functionText).join('; ');
    const isNew = overloads[0]?.constructs ?? false;
    this.#makes = subject.kind === 'class' && overloads.some(({ makes }) => makes);
    this.#hasReceiver = !isNew && (/\bthis\b/.test(members) || mayHaveReceiver(subject));
    const read = this.#own?.member ?? subject.text;
    const texts = subject.accessors
      ? accessorTexts(read, this.#setType(read, subject.accessors), subject.accessors.gets, overloads)
      : [read, ...(subject.otherwise === undefined ? [] : [subject.otherwise])];
    this.#candidates = texts.map((text) =>
      candidate(probe, text, alias, expected.type === undefined ? members : undefined, subject, isNew),
    );
  }

  /** What may be written to what is declared by `set`. */
  #setType(read: string, { sets, written }: Accessors): string | undefined {
    if (!sets || written === undefined) return sets ? read : undefined;
    return this.#own?.withHeir(written) ?? written;
  }

  get offsets(): readonly number[] {
    return this.#candidates.flatMap(({ actual, verdicts: [first] }) => [this.#expected, actual, first]);
  }

  isThere(reading: ProbeReading): boolean {
    return this.#candidates.some(({ actual }) => reading.kind(actual) !== 'error');
  }

  verdict(reading: ProbeReading): ProbeVerdict {
    const { view, file } = reading;
    const candidates = this.#candidates.filter(({ actual }) => reading.kind(actual) !== 'error');
    const passing = candidates.find(
      (one) =>
        one.verdicts.some((at) => reading.kind(at) === 'true') &&
        (!this.#hasReceiver || reading.kind(one.receiver) === 'true') &&
        (!this.#makes || reading.kind(one.made) === 'true'),
    );
    const shown = passing ?? candidates[0];
    if (passing && this.#problem(reading, passing) === undefined) {
      // They are the same for the checker, so there is nothing to print twice.
      return { passed: true, expected: this.#text, actual: this.#text };
    }
    const print = (at: number): string => this.#own?.printed(view.print(file, at)) ?? view.print(file, at);
    const expected = print(this.#expected);
    if (shown === undefined) {
      return { passed: false, expected, actual: '', error: `Failed to work out the type of ${this.#name}` };
    }
    const printed = print(shown.printed);
    // A function with properties would be shown by its name alone.
    const actual = printed.startsWith('typeof ') ? print(shown.called) : printed;
    return { passed: false, expected, actual, error: this.#problem(reading, shown) };
  }

  /** Why nothing can be said of a candidate. */
  #problem(reading: ProbeReading, { actual, returned }: Candidate): string | undefined {
    if (reading.kind(actual) === 'any' && !this.#expectsAny) {
      return `Failed to work out the type of ${this.#name}: the checker knows no more than any`;
    }
    if (reading.kind(this.#expected) === 'error') return 'Failed to work out the type of the expected text';
    const isLost = returned.some((at) => reading.kind(at) === 'error');
    return isLost ? `Failed to work out what ${this.#name} returns` : undefined;
  }
}

const MAKES = 'new (...given: never) => unknown';

function candidate(
  probe: ProbeText,
  text: string,
  expected: string,
  members: string | undefined,
  { parameters, parameterNames }: Subject,
  isNew: boolean,
): Candidate {
  const names = listOf(parameterNames);
  const actualName = probe.freshName();
  const actual = probe.alias(actualName, parameters, text);
  const verdicts: [number, ...number[]] = [
    probe.alias(probe.freshName(), parameters, identical(actualName + names, expected + names)),
  ];
  const receiver = probe.alias(
    probe.freshName(),
    parameters,
    identical(`ThisParameterType<${actualName}${names}>`, `ThisParameterType<${expected}${names}>`),
  );
  if (members !== undefined) {
    // A function may have properties, and a class has static members: they are no part of the signature.
    const beside = probe.freshName();
    const properties = `Pick<${actualName}${names}, keyof ${actualName}${names}>`;
    const given = probe.freshName();
    probe.alias(given, parameters, properties);
    probe.line(`interface ${beside}${listOf(parameters)} extends ${given}${names} { ${members} }`);
    verdicts.push(probe.alias(probe.freshName(), parameters, identical(actualName + names, beside + names)));
  }
  const constructed = `abstract new (...given: never) => infer Made`;
  const printed = isNew
    ? probe.alias(
        probe.freshName(),
        parameters,
        `${actualName}${names} extends ${constructed} ? ${actualName}${names} extends ${MAKES} ? new (...given: ConstructorParameters<${actualName}${names}>) => Made : abstract new (...given: ConstructorParameters<${actualName}${names}>) => Made : ${actualName}${names}`,
      )
    : actual;
  const made = probe.alias(probe.freshName(), parameters, `${actualName}${names} extends ${MAKES} ? true : false`);
  const called = probe.alias(
    probe.freshName(),
    parameters,
    `${actualName}${names} extends (...given: never) => infer Given ? (...given: Parameters<${actualName}${names}>) => Given : ${actualName}${names}`,
  );
  // Only who expects any could take an error for it.
  const mayHide = /\bany\b/.test(members ?? '');
  const returned = mayHide
    ? ['Given', 'Awaited<Given>'].map((given) =>
        probe.alias(
          probe.freshName(),
          parameters,
          `${actualName}${names} extends (...given: never) => infer Given ? ${given} : never`,
        ),
      )
    : [];
  return { actual, printed, called, verdicts, receiver, made, returned };
}

/** What constructs is compared by what it is called with; what it makes is the class where that is not said. */
function overloadsFor(name: string, subject: Subject, expected: ExpectedSignature): readonly Overload[] {
  if (subject.kind !== 'class') return expected.overloads;
  const className = subject.text.replace(/^typeof /, '');
  return expected.overloads.map((overload) => {
    if (overload.returned !== undefined && (overload.constructs || !name.endsWith('.constructor'))) {
      return { ...overload, constructs: true };
    }
    const generics = overload.generics.length > 0 ? overload.generics : subject.classParameters.parameters;
    const returned = `${className}${listOf(subject.classParameters.parameterNames)}`;
    return { ...overload, constructs: true, generics, returned };
  });
}

/** What is declared by `get` and `set` is asked about as either, or as the function that is read from it. */
function accessorTexts(
  read: string,
  set: string | undefined,
  gets: boolean,
  overloads: readonly Overload[],
): readonly string[] {
  const getter = gets ? [`() => ${read}`, read] : [];
  const setter = set === undefined ? [] : [`(value: ${set}) => void`];
  const takes = (overloads[0]?.parameters.length ?? 0) > 0;
  return takes ? [...setter, ...getter] : [...getter, ...setter];
}
