import { dirname } from 'node:path/posix';
import { HoldfastError, throwIfCancelled } from '../../shared/errors.ts';
import { decidesResolution } from '../resolution/configuration-files.ts';
import type { TypeScript } from '../typescript-parser.ts';
import { AmbientFiles } from './ambient-files.ts';
import { isJavaScript } from './asked-file.ts';
import type { AskedFile } from './asked-file.ts';
import { groupsByConfiguration } from './asked-groups.ts';
import type { AskedGroup } from './asked-groups.ts';
import { AskedFiles, BatchTakes } from './asked-files.ts';
import { ConfigurationSearch } from './configuration-of.ts';
import type { NameSource, WorkspaceTypeTier } from './create-type-tier.ts';
import type { TypeEngine, TypeView } from './engines/type-engine.ts';
import { declarationLocation, FileQuestions } from './file-questions.ts';
import type { PlacedQuestion, QuestionKind } from './file-questions.ts';
import { CheckMemory } from './reach/check-memory.ts';
import type { TextChange } from './reach/check-memory.ts';
import { EditReach } from './reach/edit-reach.ts';
import type { LostTypes } from './lost-types.ts';
import { undecided, type SignatureQuestion, type TypeAnswer } from './type-tier.ts';
import { compareVersions } from './versions/compare-versions.ts';
import type { VersionsRequest, VersionVerdicts } from './versions/version-question.ts';
import type { WorkspaceTexts } from './workspace-texts.ts';

export interface WorkspaceTypesOptions {
  /** Parses expected texts and the files that are asked about, whichever engine answers. */
  readonly typescript: TypeScript;
  readonly engine: TypeEngine;
  readonly texts: WorkspaceTexts;
  readonly names: NameSource | undefined;
  readonly lost: LostTypes;
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
  readonly #files: AskedFiles;
  readonly #memory: CheckMemory;
  readonly #lost: LostTypes;
  #configurations: ConfigurationSearch;
  /** What was asked last about each file: the same is often asked again after an edit elsewhere. */
  readonly #lastAsked = new Map<string, LastAsked>();
  /** The files that were ever asked about, by configuration: they stay part of its program. */
  readonly #roots = new Map<string, Set<string>>();
  #changed = new Set<string>();
  #anyChanged = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ typescript, engine, texts, names, lost }: WorkspaceTypesOptions) {
    this.title = engine.title;
    this.#typescript = typescript;
    this.#engine = engine;
    this.#texts = texts;
    this.#names = names;
    this.#ambient = new AmbientFiles(texts.overlay);
    this.#files = new AskedFiles(typescript, texts, names);
    const textOf = (file: string): string | undefined => texts.own(texts.absolute(file));
    this.#memory = new CheckMemory(names, names && new EditReach(typescript, names, textOf));
    this.#lost = lost;
    this.#configurations = this.#search();
  }

  signatures(questions: readonly SignatureQuestion[], signal?: AbortSignal): Promise<readonly TypeAnswer[]> {
    return this.#queued(() => this.#answers('signatures', questions, signal));
  }

  types(questions: readonly SignatureQuestion[], signal?: AbortSignal): Promise<readonly TypeAnswer[]> {
    return this.#queued(() => this.#answers('types', questions, signal));
  }

  versions(request: VersionsRequest, signal?: AbortSignal): Promise<VersionVerdicts> {
    return this.#queued(async () => {
      throwIfCancelled(signal, 'comparing types');
      const changes = await this.#takeChanges();
      await this.#take(request.file, changes);
      this.#memory.take(changes);
      throwIfCancelled(signal, 'comparing types');
      const absolute = this.#texts.absolute(request.file);
      return compareVersions(request, {
        typescript: this.#typescript,
        graph: this.#names,
        texts: this.#texts,
        view: (file, text) => {
          if (this.#texts.putProbes(file, text)) this.#engine.changed([file]);
          const configuration = this.#configurations.of(absolute);
          return this.#project(configuration, [...(this.#roots.get(configuration ?? '') ?? []), absolute, file], false);
        },
      });
    });
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
    const changes = await this.#takeChanges();
    const takes = new BatchTakes((file) => this.#take(file, changes));
    const declaring = questions.flatMap((question) => this.#memory.recall(kind, question)?.declaredIn ?? []);
    await Promise.all([...new Set([...declaring, ...questions.map(({ file }) => file)])].map(takes.take));
    this.#memory.take(changes);
    const taken = changes.length;
    const answers = questions.map((question) =>
      this.#memory.hasMoved(kind, question) ? undefined : this.#memory.recall(kind, question)?.answer,
    );
    const groups = new Map<string, AskedGroup>();
    for (const [place, question] of questions.entries()) {
      if (answers[place]) continue;
      const placed = await this.#files.place(question, takes.take);
      if (typeof placed === 'string') answers[place] = undecided(question, placed);
      else {
        const { file, name } = placed;
        const known = this.#memory.recall(kind, question);
        if (known?.declaredIn === file.file && known.declaredName === name) {
          const answer = { ...known.answer, location: declarationLocation(file, kind, name) };
          answers[place] = answer;
          this.#memory.remember({ ...known, answer });
          continue;
        }
        const group = groups.get(file.absolute) ?? { file, questions: [] };
        group.questions.push({ place, name, expected: question.expected });
        groups.set(file.absolute, group);
      }
    }
    throwIfCancelled(signal, 'checking types');
    if (changes.length > taken) {
      // A file through which a declaration was found has changed and nobody said so.
      this.#memory.forgetAll();
      return this.#answers(kind, questions, signal);
    }
    for (const [configuration, members] of groupsByConfiguration(groups.values(), this.#configurations)) {
      const found = this.#check(kind, configuration, members, signal);
      for (const { file, questions: placed } of members) {
        for (const { place, name } of placed) {
          const [question, answer] = [questions[place], found.get(place)];
          if (!question || !answer) continue;
          answers[place] = answer;
          this.#memory.remember({ kind, question, declaredIn: file.file, declaredName: name, answer });
        }
      }
    }
    return answers.map((answer, place) => {
      const question = questions[place];
      if (answer) return answer;
      if (!question) throw new HoldfastError('internal', 'Failed to check types: an answer without a question');
      return undecided(question, `Failed to check ${question.name}: no answer came`);
    });
  }

  #check(
    kind: QuestionKind,
    configuration: string | undefined,
    groups: readonly AskedGroup[],
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
    for (const one of asked) for (const [place, answer] of one.answers(view, this.#lost)) answers.set(place, answer);
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
    const rootsBefore = roots.size;
    for (const { file, text } of asked) {
      roots.add(file.probeFile);
      if (this.#texts.putProbes(file.probeFile, text)) this.#engine.changed([file.probeFile]);
    }
    const withJavaScript = asked.some(({ file }) => isJavaScript(file.file));
    const view = this.#project(configuration, roots, withJavaScript);
    if (roots.size > rootsBefore || this.#memory.lacks(key)) {
      this.#memory.noteProgram(
        key,
        view.files().map((file) => this.#texts.relative(file) ?? file),
      );
    }
    return view;
  }

  #project(configuration: string | undefined, roots: Iterable<string>, withJavaScript: boolean): TypeView {
    const ambient = configuration === undefined ? [] : this.#ambient.among(this.#configurations.filesOf(configuration));
    return this.#engine.view({
      folder: configuration === undefined ? this.#texts.root : dirname(configuration),
      configuration,
      roots: [...new Set([...ambient, ...roots])].sort(),
      withJavaScript,
    });
  }

  /** Takes in what the tier was told of. @returns what that changed */
  async #takeChanges(): Promise<TextChange[]> {
    const changes: TextChange[] = [];
    const changed = this.#anyChanged ? new Set([...this.#changed, ...this.#texts.held()]) : this.#changed;
    if (this.#anyChanged) {
      this.#engine.changed('all');
      this.#configurations = this.#search();
      this.#ambient.forgetAll();
      this.#memory.forgetAll();
    }
    this.#changed = new Set();
    this.#anyChanged = false;
    for (const file of changed) {
      try {
        await this.#take(file, changes);
      } catch {
        // What cannot be read says so when it is asked about.
      }
    }
    return changes;
  }

  /** Reads a file through the tree and adds what changed. Throws where it cannot be read. */
  async #take(file: string, changes: TextChange[]): Promise<void> {
    const change = await this.#texts.take(file);
    if (change === undefined) return;
    const absolute = this.#texts.absolute(file);
    // A file that nobody asked about was read by the engine itself.
    const before = change.before === undefined ? this.#engine.textOf(absolute) : change.before;
    changes.push({ ...change, before });
    this.#ambient.forget(absolute);
    this.#engine.changed([absolute]);
    if (!decidesResolution(absolute)) return;
    this.#configurations = this.#search();
    this.#memory.forgetAll();
  }

  #search(): ConfigurationSearch {
    return new ConfigurationSearch(this.#texts.root, this.#engine, (file) => this.#texts.own(file));
  }
}
