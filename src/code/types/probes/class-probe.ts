import type { TypeScript } from '../../language/typescript-parser.ts';
import { readExpectedSignature } from '../expected/expected-signature.ts';
import type { ExpectedType } from '../expected/expected-type.ts';
import type { ProbedName, ProbeText } from './probe-text.ts';
import type { Probe, ProbeReading, ProbeVerdict } from './probe.ts';
import { SignatureProbe } from './signature-probe.ts';
import type { ProbeSubject } from './probe-subject.ts';
import { TypeProbe } from './type-probe.ts';

interface Part {
  /** The text in front of the difference. */
  readonly title: string;
  readonly probe: Probe;
}

/** The two subjects of a class: its instance type (`shape`) and its constructor type. */
export interface ClassSubjects {
  readonly shape: ProbeSubject;
  readonly constructorType: ProbeSubject;
}

/** Checks the shape of a type and, for an expected class, its constructors and static members. */
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

  /** @returns the probe, or an error message */
  static create(
    typescript: TypeScript,
    probeText: ProbeText,
    name: string,
    { shape, constructorType }: ClassSubjects,
    expected: ExpectedType,
  ): Probe | string {
    const shapeProbe = new TypeProbe(probeText, name, shape, expected);
    const { constructors = [], staticMembers = [] } = expected.classMembers ?? {};
    const parts: Part[] = [];
    if (staticMembers.length > 0) {
      const keys = staticMembers.map((key) => JSON.stringify(key)).join(' | ');
      const pick = (value: string): string =>
        `{ [Key in keyof ${value} as Key extends ${keys} ? Key : never]: (${value})[Key] }`;
      const subject: ProbeSubject = {
        text: pick(constructorType.text),
        typeParameters: [],
        typeParameterNames: [],
        nodes: [],
        nameNode: undefined,
        kind: 'other',
        classTypeParameters: { typeParameters: [], typeParameterNames: [] },
      };
      const expectedStatic: ExpectedType = {
        form: 'type',
        text: pick(`typeof ${shapeProbe.declaredName}`),
        typeParameters: [],
        typeParameterNames: [],
        nonPublicMembers: [],
        names: [],
      };
      parts.push({ title: 'static members', probe: new TypeProbe(probeText, name, subject, expectedStatic) });
    }
    if (constructors.length > 0) {
      const read = readExpectedSignature(typescript, constructorSignature(constructors, constructorType, expected));
      if ('error' in read) return read.error;
      parts.push({
        title: 'constructor',
        probe: new SignatureProbe(probeText, `${name}.constructor`, constructorType, read),
      });
    }
    return parts.length === 0 ? shapeProbe : new ClassProbe(shapeProbe, parts);
  }

  exists(reading: ProbeReading): boolean {
    return this.#shape.exists(reading);
  }

  verdict(reading: ProbeReading): ProbeVerdict {
    const shape = this.#shape.verdict(reading);
    if (!shape.passed) return shape;
    for (const { title, probe } of this.#parts) {
      const { passed, expected, actual, error } = probe.verdict(reading);
      if (passed) continue;
      return {
        passed: false,
        expected: `${shape.expected}, ${title} ${expected}`,
        actual: `${title}: ${actual}`,
        ...(error !== undefined && { error }),
      };
    }
    return shape;
  }
}

/** The expected constructors as a signature. For a generic class it uses the expected names of the type parameters. */
function constructorSignature(
  constructors: readonly string[],
  subject: ProbeSubject,
  { typeParameters, typeParameterNames }: ExpectedType,
): string {
  if (typeParameters.length === 0) return constructors.map((parameters) => `constructor${parameters}`).join('; ');
  const instance = `${subject.text.replace(/^typeof /, '')}<${typeParameterNames.join(', ')}>`;
  const list = typeParameters.join(', ');
  return constructors.map((parameters) => `abstract new <${list}>${parameters} => ${instance}`).join('; ');
}
