import { functionText, memberText } from '../expected/expected-signature.ts';
import type { ExpectedSignature, Overload } from '../expected/expected-signature.ts';
import { identical, typeParameterList } from './probe-text.ts';
import type { ProbedName, ProbeText } from './probe-text.ts';
import type { Probe, ProbeReading, ProbeVerdict } from './probe.ts';
import { mayHaveThisParameter } from './probe-subject.ts';
import type { Accessors, ProbeSubject } from './probe-subject.ts';
import { createThisType } from './this-type.ts';
import type { ThisType } from './this-type.ts';

/** One interpretation of the subject, with the offsets of its comparisons. */
interface Candidate {
  readonly actual: number;
  /** The actual type in the form that is displayed. */
  readonly printed: number;
  /** The actual type, reduced to its parameters and return type. */
  readonly parametersAndReturn: number;
  /** At least one of these must be `true`. */
  readonly verdicts: readonly [number, ...number[]];
  /** Compares the `this` parameters, which the identity comparison ignores if only one type has one. */
  readonly thisParameters: number;
  /** Whether the constructor is public and not abstract. */
  readonly instantiable: number;
  /**
   * The return type and the awaited return type; an error if the function body does not resolve. Empty if the expected
   * text contains no `any`.
   */
  readonly returnTypes: readonly number[];
}

/** Checks the signature of a function or constructor. */
export class SignatureProbe implements Probe {
  readonly names: readonly ProbedName[];
  readonly #name: string;
  readonly #expected: number;
  readonly #expectsAny: boolean;
  /** Whether the actual or the expected signature may have a `this` parameter. */
  readonly #mayHaveThisParameter: boolean;
  /** Whether callers must be able to instantiate the class. */
  readonly #mustBeInstantiable: boolean;
  /** The expected signature for display. */
  readonly #displayText: string;
  readonly #thisType: ThisType | undefined;
  readonly #candidates: readonly Candidate[];

  constructor(probe: ProbeText, name: string, subject: ProbeSubject, expected: ExpectedSignature) {
    this.#name = name;
    this.#expectsAny = expected.type === 'any';
    const typeParameters = [...subject.typeParameters, ...subject.classTypeParameters.typeParameters];
    this.names = expected.names.map((name) => probe.probeName(name, typeParameters));
    const overloads = overloadsFor(name, subject, expected);
    const alias = probe.createName();
    const expectedMembers = overloads.map(memberText).join('; ');
    this.#thisType = expected.type === undefined ? createThisType(probe, subject, expectedMembers) : undefined;
    const members = this.#thisType?.substituteThis(expectedMembers) ?? expectedMembers;
    this.#expected = probe.addAlias(alias, subject.typeParameters, expected.type ?? `{ ${members} }`);
    this.#displayText = expected.type ?? overloads.map(functionText).join('; ');
    const isConstructor = overloads[0]?.isConstructor ?? false;
    // A class with a private constructor cannot be instantiated either.
    this.#mustBeInstantiable =
      subject.kind === 'class' && (!subject.isAbstract || overloads.some(({ isInstantiable }) => isInstantiable));
    this.#mayHaveThisParameter = !isConstructor && (/\bthis\b/.test(members) || mayHaveThisParameter(subject));
    const actualText = this.#thisType?.member ?? subject.text;
    const texts = subject.accessors
      ? accessorTexts(
          actualText,
          this.#setterText(actualText, subject.accessors),
          subject.accessors.hasGetter,
          overloads,
        )
      : [actualText, ...(subject.alternative === undefined ? [] : [subject.alternative])];
    const forms = expected.type === undefined ? [members, ...optionalForms(subject, overloads)] : [];
    this.#candidates = texts.map((text) => createCandidate(probe, text, alias, forms, subject, isConstructor));
  }

  /** The type that a setter accepts, as text; `undefined` if there is no setter. */
  #setterText(getterType: string, { hasSetter, setterType }: Accessors): string | undefined {
    if (!hasSetter || setterType === undefined) return hasSetter ? getterType : undefined;
    return this.#thisType?.substituteThis(setterType) ?? setterType;
  }

  get offsets(): readonly number[] {
    return this.#candidates.flatMap(({ actual, verdicts: [first] }) => [this.#expected, actual, first]);
  }

  exists(reading: ProbeReading): boolean {
    return this.#candidates.some(({ actual }) => reading.kind(actual) !== 'error');
  }

  verdict(reading: ProbeReading): ProbeVerdict {
    const { view, file } = reading;
    const candidates = this.#candidates.filter(({ actual }) => reading.kind(actual) !== 'error');
    const passing = candidates.find(
      (candidate) =>
        candidate.verdicts.some((at) => reading.kind(at) === 'true') &&
        (!this.#mayHaveThisParameter || reading.kind(candidate.thisParameters) === 'true') &&
        (!this.#mustBeInstantiable || reading.kind(candidate.instantiable) === 'true'),
    );
    const shown = passing ?? candidates[0];
    if (passing && this.#findProblem(reading, passing) === undefined) {
      // The types are identical, so the expected text describes both.
      return { passed: true, expected: this.#displayText, actual: this.#displayText };
    }
    const print = (at: number): string => this.#thisType?.restoreThis(view.print(file, at)) ?? view.print(file, at);
    const expected = print(this.#expected);
    if (shown === undefined) {
      return { passed: false, expected, error: `Cannot resolve the type of ${this.#name}` };
    }
    const printed = print(shown.printed);
    // The type checker prints a function with properties as `typeof name`.
    const actual = printed.startsWith('typeof ') ? print(shown.parametersAndReturn) : printed;
    const error = this.#findProblem(reading, shown);
    return { passed: false, expected, actual, error, signature: error === undefined ? actual : undefined };
  }

  /** Why a candidate cannot be decided. */
  #findProblem(reading: ProbeReading, { actual, returnTypes }: Candidate): string | undefined {
    if (reading.kind(actual) === 'any' && !this.#expectsAny) {
      return `Cannot resolve the type of ${this.#name}: the type checker infers any`;
    }
    if (reading.kind(this.#expected) === 'error') return 'Cannot resolve the expected type';
    const isUnresolved = returnTypes.some((at) => reading.kind(at) === 'error');
    return isUnresolved ? `Cannot resolve the return type of ${this.#name}` : undefined;
  }
}

const CONSTRUCTOR = 'new (...args: never) => unknown';

/** @param forms the expected members, and other forms of them that match too; empty if the expected text is a type */
function createCandidate(
  probe: ProbeText,
  text: string,
  expectedName: string,
  forms: readonly string[],
  { typeParameters, typeParameterNames }: ProbeSubject,
  isConstructor: boolean,
): Candidate {
  const names = typeParameterList(typeParameterNames);
  const actualName = probe.createName();
  const actual = probe.addAlias(actualName, typeParameters, text);
  const verdicts: [number, ...number[]] = [
    probe.addAlias(probe.createName(), typeParameters, identical(actualName + names, expectedName + names)),
  ];
  const thisParameterType = probe.utility('ThisParameterType');
  const thisParameters = probe.addAlias(
    probe.createName(),
    typeParameters,
    identical(`${thisParameterType}<${actualName}${names}>`, `${thisParameterType}<${expectedName}${names}>`),
  );
  const [members = '', ...otherForms] = forms;
  for (const form of otherForms) {
    const type = `{ ${form} }`;
    verdicts.push(probe.addAlias(probe.createName(), typeParameters, identical(actualName + names, type)));
  }
  for (const form of forms) {
    // Properties of a function and static members of a class are not part of the signature.
    const withProperties = probe.createName();
    const properties = `${probe.utility('Pick')}<${actualName}${names}, keyof ${actualName}${names}>`;
    const propertiesName = probe.createName();
    probe.addAlias(propertiesName, typeParameters, properties);
    probe.addLine(
      `interface ${withProperties}${typeParameterList(typeParameters)} extends ${propertiesName}${names} { ${form} }`,
    );
    verdicts.push(
      probe.addAlias(probe.createName(), typeParameters, identical(actualName + names, withProperties + names)),
    );
  }
  const constructorParameters = isConstructor ? probe.utility('ConstructorParameters') : '';
  const constructed = `abstract new (...args: never) => infer HoldfastInstance`;
  const printed = isConstructor
    ? probe.addAlias(
        probe.createName(),
        typeParameters,
        `${actualName}${names} extends ${constructed} ? ${actualName}${names} extends ${CONSTRUCTOR} ? new (...args: ${constructorParameters}<${actualName}${names}>) => HoldfastInstance : abstract new (...args: ${constructorParameters}<${actualName}${names}>) => HoldfastInstance : ${actualName}${names}`,
      )
    : actual;
  const instantiable = probe.addAlias(
    probe.createName(),
    typeParameters,
    `${actualName}${names} extends ${CONSTRUCTOR} ? true : false`,
  );
  const parametersAndReturn = probe.addAlias(
    probe.createName(),
    typeParameters,
    `${actualName}${names} extends (...args: never) => infer HoldfastReturn ? (...args: ${probe.utility('Parameters')}<${actualName}${names}>) => HoldfastReturn : ${actualName}${names}`,
  );
  // The type of an unresolved name can be confused only with an expected `any`.
  const mayExpectAny = /\bany\b/.test(members);
  const returnTypes = mayExpectAny
    ? ['HoldfastReturn', `${probe.utility('Awaited')}<HoldfastReturn>`].map((type) =>
        probe.addAlias(
          probe.createName(),
          typeParameters,
          `${actualName}${names} extends (...args: never) => infer HoldfastReturn ? ${type} : never`,
        ),
      )
    : [];
  return { actual, printed, parametersAndReturn, verdicts, thisParameters, instantiable, returnTypes };
}

/** The members with the plain parameters optional, as the type checker reads a JavaScript function without types. */
function optionalForms({ untypedParameters }: ProbeSubject, overloads: readonly Overload[]): readonly string[] {
  if (untypedParameters === undefined) return [];
  const toOptional = (parameter: string, index: number): string =>
    untypedParameters[index] === true ? parameter.replace(/^([\w$]+)\s*:/, '$1?:') : parameter;
  const optional = overloads.map((overload) => ({ ...overload, parameters: overload.parameters.map(toOptional) }));
  return [optional.map(memberText).join('; ')];
}

/** The expected overloads. For a class they are constructors, and the default return type is the class. */
function overloadsFor(name: string, subject: ProbeSubject, expected: ExpectedSignature): readonly Overload[] {
  if (subject.kind !== 'class') return expected.overloads;
  const className = subject.text.replace(/^typeof /, '');
  return expected.overloads.map((overload) => {
    if (overload.returnType !== undefined && (overload.isConstructor || !name.endsWith('.constructor'))) {
      return { ...overload, isConstructor: true };
    }
    const generics = overload.generics.length > 0 ? overload.generics : subject.classTypeParameters.typeParameters;
    const returnType = `${className}${typeParameterList(subject.classTypeParameters.typeParameterNames)}`;
    return { ...overload, isConstructor: true, generics, returnType };
  });
}

/** The types that an accessor can have: a getter or setter function, or the type of the property. */
function accessorTexts(
  getterType: string,
  setterType: string | undefined,
  hasGetter: boolean,
  overloads: readonly Overload[],
): readonly string[] {
  const getter = hasGetter ? [`() => ${getterType}`, getterType] : [];
  const setter = setterType === undefined ? [] : [`(value: ${setterType}) => void`];
  const hasParameters = (overloads[0]?.parameters.length ?? 0) > 0;
  return hasParameters ? [...setter, ...getter] : [...getter, ...setter];
}
