import { LineMap, locationOf } from '../../shared/position.ts';
import type { Location } from '../../shared/position.ts';
import type { TypeScript } from '../typescript-parser.ts';
import type { AskedFile } from './asked-file.ts';
import type { TypeKind, TypeView } from './engines/type-engine.ts';
import type { LostTypes } from './lost-types.ts';
import { readExpectedSignature } from './expected/expected-signature.ts';
import { readExpectedType } from './expected/expected-type.ts';
import { ClassProbe } from './probes/class-probe.ts';
import type { Probe, ProbeReading } from './probes/probe.ts';
import { ProbeText } from './probes/probe-text.ts';
import type { ProbedName } from './probes/probe-text.ts';
import { SignatureProbe } from './probes/signature-probe.ts';
import { signatureSubject, typeSubject } from './subject.ts';
import type { Subject } from './subject.ts';
import { typeNamesIn } from './type-names.ts';
import type { TypeAnswer } from './type-tier.ts';

export type QuestionKind = 'signatures' | 'types';

/** A question, and the place of its answer among the others. */
export interface PlacedQuestion {
  readonly place: number;
  readonly name: string;
  readonly expected: string;
}

interface Asked {
  readonly question: PlacedQuestion;
  readonly subject: Subject;
  readonly probe: Probe;
  /** The declarations whose written types decide the answer. */
  readonly nodes: Subject['nodes'];
  /** The types that the declaration itself names. */
  readonly written: readonly ProbedName[];
}

/** The questions about one file: the text that asks them, and the answers that are read off it. */
export class FileQuestions {
  readonly file: AskedFile;
  readonly imports: ReadonlyMap<string, string>;
  readonly #typescript: TypeScript;
  readonly #asked: Asked[] = [];
  readonly #answers = new Map<number, TypeAnswer>();
  readonly #probeText: string;
  #reading: ProbeReading | undefined;

  /** @param imports names that the file does not know, with the absolute path of the file each is imported from */
  constructor(
    typescript: TypeScript,
    file: AskedFile,
    kind: QuestionKind,
    questions: readonly PlacedQuestion[],
    imports: ReadonlyMap<string, string>,
  ) {
    this.file = file;
    this.imports = imports;
    this.#typescript = typescript;
    const isBeside = file.probeFile !== file.absolute;
    const probeText = new ProbeText('holdfastProbe', isBeside ? 0 : file.text.length);
    if (isBeside) probeText.line('export {};');
    for (const [name, from] of imports) probeText.line(`import type { ${name} } from ${JSON.stringify(from)};`);
    for (const question of questions) this.#ask(probeText, kind, question);
    this.#probeText = isBeside ? probeText.text : file.text + probeText.text;
  }

  /** The whole text of the file that holds the probes. */
  get text(): string {
    return this.#probeText;
  }

  /** The names of expected texts that mean nothing where the questions stand. */
  unknownNames(view: TypeView): ReadonlySet<string> {
    const reading = this.#read(view);
    const names = this.#asked.flatMap(({ probe }) => probe.names);
    return new Set(names.filter(({ at }) => reading.kind(at) === 'error').map(({ name }) => name.first));
  }

  answers(view: TypeView, lostTypes: LostTypes): ReadonlyMap<number, TypeAnswer> {
    const reading = this.#read(view);
    for (const asked of this.#asked) this.#answers.set(asked.question.place, this.#answer(asked, reading, lostTypes));
    return this.#answers;
  }

  /** Asks at once for what every answer needs, and for the rest when an answer comes to need it. */
  #read(view: TypeView): ProbeReading {
    if (this.#reading?.view === view) return this.#reading;
    const file = this.file.probeFile;
    const offsets = this.#asked.flatMap(({ probe, written }) => [
      ...probe.offsets,
      ...[...probe.names, ...written].map(({ at }) => at),
    ]);
    const kinds = view.kinds(file, offsets);
    const known = new Map<number, TypeKind>(offsets.map((offset, at) => [offset, kinds[at] ?? 'error']));
    this.#reading = {
      view,
      file,
      kind: (offset) => {
        let kind = known.get(offset);
        if (kind === undefined) known.set(offset, (kind = view.kinds(file, [offset])[0] ?? 'error'));
        return kind;
      },
    };
    return this.#reading;
  }

  #ask(probeText: ProbeText, kind: QuestionKind, question: PlacedQuestion): void {
    const { name } = question;
    const subject = subjectOf(this.file, kind, name);
    const probe = this.#probe(probeText, kind, question, subject);
    if (typeof probe === 'string') {
      const location = locationOfSubject(this.file, subject);
      this.#answers.set(question.place, {
        passed: false,
        expected: question.expected,
        actual: '',
        error: probe,
        location,
      });
      return;
    }
    const nodes = writtenNodes(this.#typescript, subject, kind);
    this.#asked.push({ question, subject, probe, nodes, written: this.#written(probeText, subject, nodes) });
  }

  /** @returns why the question cannot be asked, where it cannot */
  #probe(
    probeText: ProbeText,
    kind: QuestionKind,
    { name, expected }: PlacedQuestion,
    subject: Subject,
  ): Probe | string {
    if (/\.#|^#/.test(name)) return `Failed to look at ${name}: a name with # is not seen from outside its class`;
    if (kind === 'types') {
      const read = readExpectedType(this.#typescript, expected);
      if ('error' in read) return read.error;
      const constructing = signatureSubject(this.file.scope, name);
      return ClassProbe.of(this.#typescript, probeText, name, { shape: subject, constructing }, read);
    }
    const read = readExpectedSignature(this.#typescript, expected);
    if ('error' in read) return read.error;
    if (subject.kind !== 'class' && read.overloads.some((one) => one.returned === undefined)) {
      return 'Failed to read the expected signature: it says no return type';
    }
    return new SignatureProbe(probeText, name, subject, read);
  }

  /** The names that the declaration itself refers to, where they mean the same in the text that is checked. */
  #written(probeText: ProbeText, subject: Subject, nodes: Subject['nodes']): readonly ProbedName[] {
    if (this.file.probeFile !== this.file.absolute) return [];
    const { source } = this.file.names;
    return nodes
      .flatMap((node) => typeNamesIn(this.#typescript, node, source))
      .map((name) => probeText.probe(name, [...subject.parameters, ...subject.classParameters.parameters]));
  }

  #answer(
    { question, subject, probe, written, nodes }: Asked,
    reading: ProbeReading,
    lostTypes: LostTypes,
  ): TypeAnswer {
    const { name, expected } = question;
    const location = locationOfSubject(this.file, subject);
    const failed = (error: string): TypeAnswer => ({ passed: false, expected, actual: '', error, location });
    const isLost = ({ at }: ProbedName): boolean => reading.kind(at) === 'error';
    const unknown = probe.names.find(isLost)?.name;
    if (unknown) {
      const isBare = unknown.text === unknown.written;
      const fault = isBare ? 'needs type arguments' : 'does not take these type arguments';
      const from = this.file.file;
      return failed(
        `Failed to understand the expected text: ${unknown.text} cannot be found from ${from}, or ${fault}`,
      );
    }
    const lost = written.find(isLost)?.name;
    if (lost) return failed(`Failed to work out the type of ${name}: ${lost.text}, which it names, cannot be found`);
    if (!probe.isThere(reading)) {
      return failed(subject.nodes.length > 0 ? `Failed to work out the type of ${name}` : this.#nothingThere(name));
    }
    const verdict = probe.verdict(reading);
    const known = new Set(probe.names.map((one) => one.name.first));
    const behind = verdict.passed ? lostTypes.behind(reading.view, this.file, nodes, known) : undefined;
    if (behind !== undefined) return failed(`Failed to work out the type of ${name}: ${behind}`);
    return { ...verdict, location };
  }

  #nothingThere(name: string): string {
    const { declared, exported } = this.file.names;
    const [outer = name] = name.split('.');
    if (outer !== name && declared.has(exported.get(outer) ?? outer)) {
      return `Failed to find ${name}: ${outer} has no such member`;
    }
    const names = [...new Set([...declared.keys(), ...exported.keys()])];
    const there = names.length === 0 ? 'nothing' : names.slice(0, 20).join(', ');
    return `Failed to find ${name} in ${this.file.file}: it declares ${there}`;
  }
}

/** Where what a question is about is declared. */
export function declarationLocation(file: AskedFile, kind: QuestionKind, name: string): Location | undefined {
  return locationOfSubject(file, subjectOf(file, kind, name));
}

function subjectOf({ scope }: AskedFile, kind: QuestionKind, name: string): Subject {
  return kind === 'signatures' ? signatureSubject(scope, name) : typeSubject(scope, name);
}

function locationOfSubject({ file, names }: AskedFile, { nameNode }: Subject): Location | undefined {
  if (!nameNode) return undefined;
  const { source } = names;
  const start = nameNode.getStart(source);
  // A declaration without a name is shown by its first line.
  const end = 'text' in nameNode ? nameNode.end : source.text.indexOf('\n', start);
  return locationOf(file, new LineMap(source.text).range(start, end < 0 ? nameNode.end : end));
}

/** The declarations whose written types decide the answer: of a class's signature its constructors. */
function writtenNodes(typescript: TypeScript, subject: Subject, kind: QuestionKind): Subject['nodes'] {
  if (kind === 'types' || subject.kind !== 'class') return subject.nodes;
  return subject.nodes.flatMap((node) =>
    typescript.isClassDeclaration(node)
      ? node.members.filter((member) => typescript.isConstructorDeclaration(member))
      : [],
  );
}
