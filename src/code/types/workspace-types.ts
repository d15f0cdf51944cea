import { dirname } from 'node:path/posix';
import { HoldfastError, messageOf, throwIfCancelled } from '../../shared/errors.ts';
import { decidesResolution } from '../resolution/configuration-files.ts';
import type { TypeScript } from '../typescript-parser.ts';
import { AmbientFiles } from './ambient-files.ts';
import { isJavaScript, readAskedFile } from './asked-file.ts';
import type { AskedFile } from './asked-file.ts';
import { ConfigurationSearch } from './configuration-of.ts';
import type { NameSource, WorkspaceTypeTier } from './create-type-tier.ts';
import type { TypeEngine, TypeView } from './engines/type-engine.ts';
import { FileQuestions } from './file-questions.ts';
import type { PlacedQuestion, QuestionKind } from './file-questions.ts';
import type { SignatureQuestion, TypeAnswer } from './type-tier.ts';
import type { WorkspaceTexts } from './workspace-texts.ts';

export interface WorkspaceTypesOptions {
  /** Parses expected texts and the files that are asked about, whichever engine answers. */
  readonly typescript: TypeScript;
  readonly engine: TypeEngine;
  readonly texts: WorkspaceTexts;
  readonly names: NameSource | undefined;
}

interface Group {
  readonly file: AskedFile;
  readonly questions: PlacedQuestion[];
}

interface LastAsked {
  readonly key: string;
  readonly asked: FileQuestions;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/** The type tier of a tree over one engine. Batches are answered one after another. */
export class WorkspaceTypes implements WorkspaceTypeTier {
  readonly title: string;
  readonly #typescript: TypeScript;
  readonly #engine: TypeEngine;
  readonly #texts: WorkspaceTexts;
  readonly #names: NameSource | undefined;
  readonly #ambient: AmbientFiles;
  #configurations: ConfigurationSearch;
  readonly #files = new Map<string, AskedFile>();
  /** What was asked last about each file: the same is often asked again after an edit elsewhere. */
  readonly #lastAsked = new Map<string, LastAsked>();
  /** The files that were ever asked about, by configuration: they stay part of its program. */
  readonly #roots = new Map<string, Set<string>>();
  readonly #taken = new Map<string, string>();
  #changed = new Set<string>();
  #anyChanged = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ typescript, engine, texts, names }: WorkspaceTypesOptions) {
    this.title = engine.title;
    this.#typescript = typescript;
    this.#engine = engine;
    this.#texts = texts;
    this.#names = names;
    this.#ambient = new AmbientFiles(texts.overlay);
    this.#configurations = this.#search();
  }

  signatures(questions: readonly SignatureQuestion[], signal?: AbortSignal): Promise<readonly TypeAnswer[]> {
    return this.#queued(() => this.#answers('signatures', questions, signal));
  }

  types(questions: readonly SignatureQuestion[], signal?: AbortSignal): Promise<readonly TypeAnswer[]> {
    return this.#queued(() => this.#answers('types', questions, signal));
  }

  update(files: readonly string[] | 'all'): void {
    if (files === 'all') this.#anyChanged = true;
    else for (const file of files) this.#changed.add(file);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#last;
    this.#engine[Symbol.dispose]();
  }

  #queued<T>(work: () => Promise<T>): Promise<T> {
    const answered = this.#last.then(work);
    this.#last = answered.catch(() => undefined);
    return answered;
  }

  async #answers(
    kind: QuestionKind,
    questions: readonly SignatureQuestion[],
    signal: AbortSignal | undefined,
  ): Promise<readonly TypeAnswer[]> {
    throwIfCancelled(signal, 'checking types');
    this.#taken.clear();
    await this.#takeChanges();
    const answers: (TypeAnswer | undefined)[] = questions.map(() => undefined);
    const groups = new Map<string, Group>();
    await Promise.all([...new Set(questions.map(({ file }) => file))].map((file) => this.#take(file)));
    for (const [place, question] of questions.entries()) {
      const placed = await this.#place(question);
      if (typeof placed === 'string') answers[place] = failedAnswer(question, placed);
      else {
        const { file, name } = placed;
        const group = groups.get(file.absolute) ?? { file, questions: [] };
        group.questions.push({ place, name, expected: question.expected });
        groups.set(file.absolute, group);
      }
    }
    throwIfCancelled(signal, 'checking types');
    for (const [configuration, members] of this.#byConfiguration([...groups.values()])) {
      for (const [place, answer] of this.#check(kind, configuration, members, signal)) answers[place] = answer;
    }
    return answers.map((answer, place) => {
      const question = questions[place];
      if (answer) return answer;
      if (!question) throw new HoldfastError('internal', 'Failed to check types: an answer without a question');
      return failedAnswer(question, `Failed to check ${question.name}: no answer came`);
    });
  }

  /** Finds the declaration that a question means, through re-exports. @returns why it cannot be looked at as text */
  async #place(question: SignatureQuestion): Promise<{ readonly file: AskedFile; readonly name: string } | string> {
    const { name } = question;
    const file = await this.#read(question.file);
    if (typeof file === 'string') return file;
    const [outer = name, ...path] = name.split('.');
    if (file.names.declared.has(file.names.exported.get(outer) ?? outer)) return { file, name };
    const found = this.#names?.findExport(question.file, outer);
    if (!found || found.file === question.file) return { file, name };
    const other = await this.#read(found.file);
    if (typeof other === 'string') return { file, name };
    const declared = declaredAt(other, found.line, found.column);
    return declared === undefined ? { file, name } : { file: other, name: [declared, ...path].join('.') };
  }

  /** Reads a file through the tree, once for each batch. @returns what is wrong with it, or nothing */
  async #take(file: string): Promise<string> {
    let problem = '';
    try {
      if (await this.#texts.take(file)) this.#noteChange(this.#texts.absolute(file));
    } catch (error) {
      problem = messageOf(error);
    }
    this.#taken.set(file, problem);
    return problem;
  }

  async #read(file: string): Promise<AskedFile | string> {
    if (!/\.(?:[mc]?[jt]s|[jt]sx)$/.test(file)) {
      return `Failed to check types in ${file}: the type checker reads TypeScript and JavaScript files only`;
    }
    const absolute = this.#texts.absolute(file);
    const problem = this.#taken.get(file) ?? (await this.#take(file));
    if (problem !== '') return problem;
    const text = this.#texts.own(absolute);
    if (text === undefined) return `Failed to check types in ${file}: there is no such file`;
    let asked = this.#files.get(absolute);
    if (asked?.text !== text) {
      asked = readAskedFile(this.#typescript, file, absolute, text);
      this.#files.set(absolute, asked);
    }
    const { syntaxError } = asked.names;
    return syntaxError === undefined ? asked : `Failed to read ${file} at ${syntaxError}`;
  }

  #byConfiguration(groups: readonly Group[]): ReadonlyMap<string | undefined, readonly Group[]> {
    const byConfiguration = new Map<string | undefined, Group[]>();
    for (const group of groups) {
      const configuration = this.#configurations.of(group.file.absolute);
      const members = byConfiguration.get(configuration);
      if (members) members.push(group);
      else byConfiguration.set(configuration, [group]);
    }
    return byConfiguration;
  }

  #check(
    kind: QuestionKind,
    configuration: string | undefined,
    groups: readonly Group[],
    signal: AbortSignal | undefined,
  ): ReadonlyMap<number, TypeAnswer> {
    const answers = new Map<number, TypeAnswer>();
    let asked = groups.map(({ file, questions }) => this.#questions(kind, file, questions));
    let view = this.#view(configuration, asked);
    const completed = asked.map((one, at) => {
      const unknown = one.unknownNames(view);
      const group = groups[at];
      const imports = unknown.size === 0 ? NOTHING : this.#imports(one.file, [...unknown, ...one.imports.keys()]);
      return imports.size === 0 || !group ? one : this.#questions(kind, one.file, group.questions, imports);
    });
    throwIfCancelled(signal, 'checking types');
    if (completed.some((one, at) => one !== asked[at])) {
      asked = completed;
      view = this.#view(configuration, asked);
    }
    for (const one of asked) for (const [place, answer] of one.answers(view)) answers.set(place, answer);
    return answers;
  }

  #questions(
    kind: QuestionKind,
    file: AskedFile,
    questions: readonly PlacedQuestion[],
    imports?: ReadonlyMap<string, string>,
  ): FileQuestions {
    const place = `${kind} ${file.absolute}`;
    const key = JSON.stringify(questions);
    const last = this.#lastAsked.get(place);
    const isSame = last?.key === key && last.asked.file === file;
    if (isSame && imports === undefined) return last.asked;
    const asked = new FileQuestions(this.#typescript, file, kind, questions, imports ?? NOTHING);
    this.#lastAsked.set(place, { key, asked });
    return asked;
  }

  /** Where names that a file does not know can be imported from: from itself before all others. */
  #imports(file: AskedFile, unknown: readonly string[]): ReadonlyMap<string, string> {
    const imports = new Map<string, string>();
    for (const name of unknown) {
      const files = this.#names?.filesExporting(name) ?? [];
      const from = files.includes(file.file) ? file.file : files[0];
      if (from !== undefined) imports.set(name, this.#texts.absolute(from));
    }
    return imports;
  }

  #view(configuration: string | undefined, asked: readonly FileQuestions[]): TypeView {
    const key = configuration ?? '';
    let roots = this.#roots.get(key);
    if (!roots) this.#roots.set(key, (roots = new Set<string>()));
    for (const { file, text } of asked) {
      roots.add(file.probeFile);
      if (this.#texts.putProbes(file.probeFile, text)) this.#engine.changed([file.probeFile]);
    }
    const ambient = configuration === undefined ? [] : this.#ambient.among(this.#configurations.filesOf(configuration));
    return this.#engine.view({
      folder: configuration === undefined ? this.#texts.root : dirname(configuration),
      configuration,
      roots: [...new Set([...ambient, ...roots])].sort(),
      withJavaScript: asked.some(({ file }) => isJavaScript(file.file)),
    });
  }

  async #takeChanges(): Promise<void> {
    const changed = this.#anyChanged ? new Set([...this.#changed, ...this.#texts.held()]) : this.#changed;
    if (this.#anyChanged) {
      this.#engine.changed('all');
      this.#configurations = this.#search();
      this.#ambient.forgetAll();
    }
    this.#changed = new Set();
    this.#anyChanged = false;
    for (const file of changed) {
      try {
        if (await this.#texts.take(file)) this.#noteChange(this.#texts.absolute(file));
      } catch {
        // What cannot be read says so when it is asked about.
      }
    }
  }

  #noteChange(absolute: string): void {
    this.#ambient.forget(absolute);
    this.#engine.changed([absolute]);
    if (decidesResolution(absolute)) this.#configurations = this.#search();
  }

  #search(): ConfigurationSearch {
    return new ConfigurationSearch(this.#texts.root, this.#engine, (file) => this.#texts.own(file));
  }
}

function failedAnswer({ expected }: SignatureQuestion, error: string): TypeAnswer {
  return { passed: false, expected, actual: '', error };
}

/** The name under which a file declares what stands at a place. */
function declaredAt({ names }: AskedFile, line: number, column: number): string | undefined {
  for (const { name, declarations } of names.declared.values()) {
    for (const node of declarations) {
      const named = 'name' in node ? (node.name as typeof node) : node;
      const position = names.source.getLineAndCharacterOfPosition(named.getStart(names.source));
      if (position.line === line - 1 && position.character === column - 1) return name;
    }
  }
  return undefined;
}
