import { readExpectedSignature } from '../expected/expected-signature.ts';
import type { ExpectedType } from '../expected/expected-type.ts';
import type { TypeScript } from '../../typescript-parser.ts';
import type { Subject } from '../subject.ts';
import type { Probe, ProbeReading, ProbeVerdict } from './probe.ts';
import type { ProbedName, ProbeText } from './probe-text.ts';
import { SignatureProbe } from './signature-probe.ts';
import { TypeProbe } from './type-probe.ts';

interface Part {
  /** For people, before what differs. */
  readonly title: string;
  readonly probe: Probe;
}

/** What a class is asked as: its objects, and what constructs it. */
export interface ClassSubjects {
  readonly shape: Subject;
  readonly constructing: Subject;
}

/** Asks for the shape of a type, and of a class also for the constructors and static members that are expected. */
export class ClassProbe implements Probe {
  readonly names: readonly ProbedName[];
  readonly offsets: readonly number[];
  readonly #shape: TypeProbe;
  readonly #parts: readonly Part[];

  private constructor(shape: TypeProbe, parts: readonly Part[]) {
    const all = [shape, ...parts.map(({ probe }) => probe)];
    this.names = all.flatMap(({ names }) => names);
    this.offsets = all.flatMap(({ offsets }) => offsets);
    this.#shape = shape;
    this.#parts = parts;
  }

  /** @returns why the question cannot be asked, where it cannot */
  static of(
    typescript: TypeScript,
    probe: ProbeText,
    name: string,
    of: ClassSubjects,
    expected: ExpectedType,
  ): Probe | string {
    const whole = new TypeProbe(probe, name, of.shape, expected);
    const { constructors = [], statics = [] } = expected.classParts ?? {};
    const parts: Part[] = [];
    if (statics.length > 0) {
      const keys = statics.map((key) => JSON.stringify(key)).join(' | ');
      const picked = (value: string): string =>
        `{ [Key in keyof ${value} as Key extends ${keys} ? Key : never]: (${value})[Key] }`;
      const subject: Subject = {
        text: picked(of.constructing.text),
        parameters: [],
        parameterNames: [],
        nodes: [],
        nameNode: undefined,
        kind: 'other',
        classParameters: { parameters: [], parameterNames: [] },
      };
      const wanted = picked(`typeof ${whole.declaredName}`);
      const none = { parameters: [], parameterNames: [], hidden: [], names: [] };
      parts.push({
        title: 'static members',
        probe: new TypeProbe(probe, name, subject, { form: 'type', text: wanted, ...none }),
      });
    }
    if (constructors.length > 0) {
      const read = readExpectedSignature(typescript, constructing(constructors, of.constructing, expected));
      if ('error' in read) return read.error;
      parts.push({
        title: 'constructor',
        probe: new SignatureProbe(probe, `${name}.constructor`, of.constructing, read),
      });
    }
    return parts.length === 0 ? whole : new ClassProbe(whole, parts);
  }

  isThere(reading: ProbeReading): boolean {
    return this.#shape.isThere(reading);
  }

  verdict(reading: ProbeReading): ProbeVerdict {
    const shape = this.#shape.verdict(reading);
    if (!shape.passed) return shape;
    for (const { title, probe } of this.#parts) {
      const { passed, expected, actual, error } = probe.verdict(reading);
      if (passed) continue;
      const words = {
        passed: false,
        expected: `${shape.expected}, ${title} ${expected}`,
        actual: `${title}: ${actual}`,
      };
      return error === undefined ? words : { ...words, error };
    }
    return shape;
  }
}

/** Constructors as a signature. Those of a generic class speak of its type parameters by the names that are expected. */
function constructing(
  constructors: readonly string[],
  subject: Subject,
  { parameters, parameterNames }: ExpectedType,
): string {
  if (parameters.length === 0) return constructors.map((one) => `constructor${one}`).join('; ');
  const made = `${subject.text.replace(/^typeof /, '')}<${parameterNames.join(', ')}>`;
  const list = parameters.join(', ');
  return constructors.map((one) => `abstract new <${list}>${one} => ${made}`).join('; ');
}
