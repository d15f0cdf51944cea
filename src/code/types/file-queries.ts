import { randomBytes } from 'node:crypto';
import type { DeclaredNames } from '../declarations/declared-names.ts';
import { findTypeNames } from '../declarations/type-names.ts';
import type { TypeName } from '../declarations/type-names.ts';
import type { TypeScript } from '../language/typescript-parser.ts';
import type { TypeKind, TypeView } from './engines/type-engine.ts';
import { readExpectedSignature } from './expected/expected-signature.ts';
import { readExpectedType } from './expected/expected-type.ts';
import { readJsDocSpelling, type CommentTypes } from './expected/jsdoc-spelling.ts';
import { locateSubject, subjectOf } from './files/locate-declaration.ts';
import { isJavaScript, type QueriedFile } from './files/queried-files.ts';
import type { MissingPackages } from './packages/missing-packages.ts';
import { ClassProbe } from './probes/class-probe.ts';
import { findReservedName } from './probes/probe-names.ts';
import { ProbeText } from './probes/probe-text.ts';
import type { ProbedName } from './probes/probe-text.ts';
import type { Probe, ProbeReading } from './probes/probe.ts';
import { SignatureProbe } from './probes/signature-probe.ts';
import { signatureSubject } from './probes/probe-subject.ts';
import type { ProbeSubject } from './probes/probe-subject.ts';
import type { MissingPackage, QueryKind, TypeAnswer } from './queries/type-checker.ts';
import { STANDARD_TYPES } from './expected/standard-types.ts';
import type { UnresolvedTypes } from './unresolved-types.ts';

/** A query with its index in the batch. `name` is the name in the declaring file, which a re-export may change. */
export interface BatchedQuery {
  readonly index: number;
  readonly name: string;
  readonly expected: string;
}

interface ProbedQuery {
  readonly query: BatchedQuery;
  readonly subject: ProbeSubject;
  readonly probe: Probe;
  /** The declarations whose type annotations decide the answer. */
  readonly nodes: ProbeSubject['nodes'];
  /** The types that these declarations mention. */
  readonly namedTypes: readonly ProbedName[];
  /** The standard names of the expected text that the file declares or imports: whether they are the standard types. */
  readonly standardTypes: readonly ProbedName[];
}

/** A name that no file of the workspace can contain, because it differs in every process. */
const PREFIX = `holdfastProbe${randomBytes(6).toString('hex')}`;

/** The queries about one file. This class creates the text with their probes and reads the answers from a checked view. */
export class FileQueries {
  readonly file: QueriedFile;
  readonly imports: ReadonlyMap<string, string>;
  readonly #typescript: TypeScript;
  readonly #probed: ProbedQuery[] = [];
  readonly #answers = new Map<number, TypeAnswer>();
  readonly #text: string;
  /** A word of the file that the probes use themselves. */
  readonly #reservedName: string | undefined;
  #reading: ProbeReading | undefined;
  /** The names that the file declares or imports, if it is a module. The declarations of any other file are global. */
  #ownNames: ReadonlySet<string> | undefined;

  readonly #comments: CommentTypes;

  /**
   * @param imports names that are not in scope in the file, each with the absolute path of a file that exports it
   * @param comments how the compiler reads the comments of the file
   */
  constructor(
    typescript: TypeScript,
    file: QueriedFile,
    kind: QueryKind,
    queries: readonly BatchedQuery[],
    imports: ReadonlyMap<string, string>,
    comments: CommentTypes,
  ) {
    this.#comments = comments;
    this.file = file;
    this.imports = imports;
    this.#typescript = typescript;
    this.#reservedName = findReservedName(file.text);
    const isSeparate = file.probeFile !== file.absolute;
    const probeText = new ProbeText(PREFIX, isSeparate ? 0 : file.text.length, file.text);
    if (isSeparate) probeText.addLine('export {};');
    for (const [name, from] of imports) probeText.addLine(`import type { ${name} } from ${JSON.stringify(from)};`);
    for (const query of queries) this.#addQuery(probeText, kind, query);
    this.#text = isSeparate ? probeText.text : file.text + probeText.text;
  }

  /** The complete text of the probe file. */
  get text(): string {
    return this.#text;
  }

  /** The names in expected texts that cannot be resolved in the probe file. */
  unknownNames(view: TypeView): ReadonlySet<string> {
    const reading = this.#read(view);
    const names = this.#probed.flatMap(({ probe }) => probe.names);
    return new Set(
      names.filter(({ offset }) => reading.kind(offset) === 'error').map(({ name }) => name.firstIdentifier),
    );
  }

  /** @returns the answers by query index */
  answers(
    view: TypeView,
    unresolvedTypes: UnresolvedTypes,
    missingPackages: MissingPackages,
  ): ReadonlyMap<number, TypeAnswer> {
    const reading = this.#read(view);
    for (const probed of this.#probed) {
      this.#answers.set(probed.query.index, this.#answer(probed, reading, unresolvedTypes, missingPackages));
    }
    return this.#answers;
  }

  /** Reads the types that every answer needs in one call, and other types on demand. */
  #read(view: TypeView): ProbeReading {
    if (this.#reading?.view === view) return this.#reading;
    const file = this.file.probeFile;
    const offsets = this.#probed.flatMap(({ probe, namedTypes }) => [
      ...probe.offsets,
      ...[...probe.names, ...namedTypes].map(({ offset }) => offset),
    ]);
    const kinds = view.kinds(file, offsets);
    const known = new Map<number, TypeKind>(offsets.map((offset, index) => [offset, kinds[index] ?? 'error']));
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

  #addQuery(probeText: ProbeText, kind: QueryKind, query: BatchedQuery): void {
    const subject = subjectOf(this.file, kind, query.name);
    const probe = this.#createProbe(probeText, kind, query, subject);
    if (typeof probe === 'string') {
      const location = locateSubject(this.file, subject);
      this.#answers.set(query.index, { passed: false, expected: query.expected, error: probe, location });
      return;
    }
    const nodes = annotatedNodes(this.#typescript, subject, kind);
    const namedTypes = this.#probeNamedTypes(probeText, subject, nodes);
    const standardTypes = this.#probeStandardTypes(probeText, subject, probe);
    this.#probed.push({ query, subject, probe, nodes, namedTypes, standardTypes });
  }

  /** @returns the probe, or an error message */
  #createProbe(
    probeText: ProbeText,
    kind: QueryKind,
    { name, expected: written }: BatchedQuery,
    subject: ProbeSubject,
  ): Probe | string {
    const expected = isJavaScript(this.file.file)
      ? readJsDocSpelling(this.#typescript, written, this.#comments)
      : written;
    const reserved = this.#reservedName ?? findReservedName(expected);
    if (reserved !== undefined) return `Cannot check "${name}": "${reserved}" in ${this.file.file} is a reserved name`;
    if (/\.#|^#/.test(name)) return `Cannot check "${name}": private names are not accessible outside their class`;
    if (kind === 'types') {
      const expectedType = readExpectedType(this.#typescript, expected);
      if ('error' in expectedType) return expectedType.error;
      const constructorType = signatureSubject(this.file.scope, name);
      return ClassProbe.create(this.#typescript, probeText, name, { shape: subject, constructorType }, expectedType);
    }
    const untypedAsAny = subject.untypedParameters !== undefined;
    const signature = readExpectedSignature(this.#typescript, expected, { untypedAsAny });
    if ('error' in signature) return signature.error;
    if (subject.kind !== 'class' && signature.overloads.some(({ returnType }) => returnType === undefined)) {
      return 'Invalid expected signature: the return type is missing';
    }
    return new SignatureProbe(probeText, name, subject, signature);
  }

  /** Probes the type names in the declaration itself. A separate probe file cannot resolve them. */
  #probeNamedTypes(probeText: ProbeText, subject: ProbeSubject, nodes: ProbeSubject['nodes']): readonly ProbedName[] {
    if (this.file.probeFile !== this.file.absolute) return [];
    const { source } = this.file.names;
    return nodes
      .flatMap((node) => findTypeNames(this.#typescript, node, source))
      .map((name) =>
        probeText.probeName(name, [...subject.typeParameters, ...subject.classTypeParameters.typeParameters]),
      );
  }

  /** Probes the standard names that mean something else in the file, perhaps. A separate probe file has the standard types. */
  #probeStandardTypes(probeText: ProbeText, { typeParameters }: ProbeSubject, { names }: Probe): readonly ProbedName[] {
    if (this.file.probeFile !== this.file.absolute) return [];
    this.#ownNames ??= topLevelNames(this.#typescript, this.file.names);
    const own = this.#ownNames;
    return names
      .map(({ name }) => name)
      .filter(({ firstIdentifier }) => STANDARD_TYPES.has(firstIdentifier) && own.has(firstIdentifier))
      .map((name) => {
        // In a file with its own name for the global scope, no name is certain.
        const standard = own.has('globalThis') ? 'never' : `globalThis.${name.text}`;
        return { name, offset: probeText.addIdentity(name, standard, typeParameters) };
      });
  }

  #answer(
    { query, subject, probe, namedTypes, standardTypes, nodes }: ProbedQuery,
    reading: ProbeReading,
    unresolvedTypes: UnresolvedTypes,
    missingPackages: MissingPackages,
  ): TypeAnswer {
    const { name, expected } = query;
    const location = locateSubject(this.file, subject);
    const undecided = (error: string): TypeAnswer => ({ passed: false, expected, error, location });
    /** The answer for a type that cannot be resolved, with its package if that is not installed. */
    const unresolvedAnswer = (file: string, used: TypeName, what: string, reason: string): TypeAnswer => {
      const missingPackage = missingPackages.find(file, used);
      if (missingPackage === undefined) return undecided(`${what} ${reason}`);
      return { ...undecided(`${what} ${describeMissingPackage(missingPackage)}`), missingPackage };
    };
    const isUnresolved = ({ offset }: ProbedName): boolean => reading.kind(offset) === 'error';
    const unknown = probe.names.find(isUnresolved)?.name;
    if (unknown) {
      const hasTypeArguments = unknown.text !== unknown.name;
      const problem = hasTypeArguments ? 'its type arguments are invalid' : 'it requires type arguments';
      const what = `Cannot resolve "${unknown.text}" in the expected type: it`;
      return unresolvedAnswer(this.file.file, unknown, what, `is not found in ${this.file.file}, or ${problem}`);
    }
    const anyAlias = probe.names.find(
      ({ name: used, offset }) => used.text !== 'any' && reading.kind(offset) === 'any',
    );
    if (anyAlias) {
      return { passed: false, expected, actual: `"${anyAlias.name.text}" is any in ${this.file.file}`, location };
    }
    const shadowed = standardTypes.find(({ offset }) => reading.kind(offset) !== 'true')?.name.firstIdentifier;
    if (shadowed !== undefined) {
      const actual = `${this.file.file} has its own type "${shadowed}", which is not that of the standard library`;
      return { passed: false, expected, actual, location };
    }
    const unresolved = namedTypes.find(isUnresolved)?.name;
    if (unresolved) {
      const what = `Cannot resolve the type of ${name}: "${unresolved.text}"`;
      return unresolvedAnswer(this.file.file, unresolved, what, 'is not found');
    }
    if (!probe.exists(reading)) {
      return undecided(subject.nodes.length > 0 ? `Cannot resolve the type of ${name}` : this.#notFoundMessage(name));
    }
    const verdict = probe.verdict(reading);
    const expectedNames = new Set(probe.names.map((probed) => probed.name.firstIdentifier));
    const behind = verdict.passed
      ? unresolvedTypes.findBehind(reading.view, this.file, nodes, expectedNames)
      : undefined;
    if (behind !== undefined) {
      const what = `Cannot resolve the type of ${name}: "${behind.name.text}" in ${behind.file}`;
      return unresolvedAnswer(behind.file, behind.name, what, 'is not found');
    }
    return { ...verdict, location };
  }

  #notFoundMessage(name: string): string {
    const { declared, localNames } = this.file.names;
    const [outer = name, ...path] = name.split('.');
    if (outer !== name && declared.has(localNames.get(outer) ?? outer)) {
      return `Cannot find "${name}": "${outer}" has no member "${path.join('.')}"`;
    }
    const names = [...new Set([...declared.keys(), ...localNames.keys()])];
    const list = names.length === 0 ? 'none' : names.slice(0, 20).join(', ');
    return `Cannot find "${name}" in ${this.file.file}. Declared names: ${list}`;
  }
}

function topLevelNames(typescript: TypeScript, { source, declared }: DeclaredNames): ReadonlySet<string> {
  if (!typescript.isExternalModule(source)) return new Set();
  const imported = source.statements.flatMap((statement) => {
    if (typescript.isImportEqualsDeclaration(statement)) return [statement.name.text];
    if (!typescript.isImportDeclaration(statement)) return [];
    const { name, namedBindings } = statement.importClause ?? {};
    const others =
      namedBindings === undefined ? [] : 'elements' in namedBindings ? namedBindings.elements : [namedBindings];
    return [...(name ? [name.text] : []), ...others.map((one) => one.name.text)];
  });
  return new Set([...declared.keys(), ...imported]);
}

function describeMissingPackage({ name, install }: MissingPackage): string {
  return `needs the package "${name}", which is not installed. Install it: ${install}`;
}

/** The declarations whose type annotations decide the answer; for the signature of a class, its constructors. */
function annotatedNodes(typescript: TypeScript, subject: ProbeSubject, kind: QueryKind): ProbeSubject['nodes'] {
  if (kind === 'types' || subject.kind !== 'class') return subject.nodes;
  return subject.nodes.flatMap((node) =>
    typescript.isClassDeclaration(node)
      ? node.members.filter((member) => typescript.isConstructorDeclaration(member))
      : [],
  );
}
