import { dirname } from 'node:path/posix';
import type { ts } from 'ts-morph';
import { JavaScriptView } from './javascript-view.ts';
import { checkingOptions, defaultOptions } from './project-options.ts';
import type { ProjectRequest, TextOverlay, TypeEngine, TypeView } from './type-engine.ts';

type TypeScript = typeof ts;

export interface JavaScriptEngineOptions {
  readonly typescript: TypeScript;
  readonly title: string;
  readonly overlay: TextOverlay;
  /** The texts of the standard library by name, where they do not stand beside the compiler. */
  readonly libraryFiles?: ReadonlyMap<string, string>;
}

/** Parsed files by path, each with the text that was parsed. */
type ParsedFiles = Map<string, ParsedFile>;

interface ParsedFile {
  readonly source: ts.SourceFile;
  readonly text: string;
}

interface HeldProgram {
  readonly program: ts.Program;
  readonly roots: string;
  stale: boolean;
  /** Whether files came or went since, so that imports may mean others. */
  resolutionChanged: boolean;
}

/** A folder that does not exist on disk, for the texts of the standard library. */
const LIBRARY_FOLDER = '/holdfast-typescript-library';

/** TypeScript as a JavaScript library: one program per configuration, each made from the one before. */
export class JavaScriptEngine implements TypeEngine {
  readonly title: string;
  readonly #ts: TypeScript;
  readonly #overlay: TextOverlay;
  readonly #libraryFiles: ReadonlyMap<string, string> | undefined;
  readonly #programs = new Map<string, HeldProgram>();
  readonly #options = new Map<string, ts.ParsedCommandLine | undefined>();
  /** Parsed files by the options that matter to parsing, then by path. */
  readonly #sources = new Map<string, ParsedFiles>();
  readonly #views = new Map<string, JavaScriptView>();

  constructor(options: JavaScriptEngineOptions) {
    this.#ts = options.typescript;
    this.title = options.title;
    this.#overlay = options.overlay;
    this.#libraryFiles = options.libraryFiles;
  }

  filesOf(configuration: string): readonly string[] {
    return this.#parsed(configuration)?.fileNames ?? [];
  }

  changed(files: readonly string[] | 'all'): void {
    this.#views.clear();
    for (const held of this.#programs.values()) held.stale = true;
    if (files === 'all') {
      this.#dropOutdated();
      this.#options.clear();
      for (const held of this.#programs.values()) held.resolutionChanged = true;
      return;
    }
    for (const file of files) {
      for (const sources of this.#sources.values()) sources.delete(file);
      const exists = this.#fileExists(file);
      for (const held of this.#programs.values()) {
        const existed = held.program.getSourceFile(file) !== undefined;
        if (existed !== exists) held.resolutionChanged = true;
      }
      if (file.endsWith('.json')) this.#options.clear();
    }
  }

  view(project: ProjectRequest): TypeView {
    const key = project.configuration ?? project.folder;
    const roots = project.roots.join('\n');
    const held = this.#programs.get(key);
    const known = this.#views.get(key);
    if (known && held && !held.stale && held.roots === roots) return known;
    const program = this.#program(project, held);
    this.#programs.set(key, { program, roots, stale: false, resolutionChanged: false });
    const view = new JavaScriptView(this.#ts, program);
    this.#views.set(key, view);
    return view;
  }

  textOf(file: string): string | undefined {
    for (const sources of this.#sources.values()) {
      const known = sources.get(file);
      if (known) return known.text;
    }
    return undefined;
  }

  [Symbol.dispose](): void {
    this.#programs.clear();
    this.#views.clear();
    this.#sources.clear();
    this.#options.clear();
  }

  #program(project: ProjectRequest, held: HeldProgram | undefined): ts.Program {
    const parsed = project.configuration === undefined ? undefined : this.#parsed(project.configuration);
    const given = parsed?.options ?? this.#ts.convertCompilerOptionsFromJson(defaultOptions, project.folder).options;
    const options: ts.CompilerOptions = { ...given, ...checkingOptions };
    if (project.withJavaScript) options.allowJs = true;
    return this.#ts.createProgram({
      rootNames: project.roots,
      options,
      projectReferences: parsed?.projectReferences,
      host: this.#host(options, project.folder, held?.resolutionChanged ?? false),
      oldProgram: held?.program,
    });
  }

  #host(options: ts.CompilerOptions, folder: string, resolutionChanged: boolean): ts.CompilerHost {
    const host = this.#ts.createCompilerHost(options, true);
    const settings = `${options.target}|${options.module}|${options.moduleDetection}|${options.jsx}|${options.alwaysStrict}|${options.strict}`;
    const overlaid: ts.CompilerHost = {
      ...host,
      getCurrentDirectory: () => folder,
      fileExists: (file) => this.#fileExists(file),
      readFile: (file) => this.#readFile(file),
      getSourceFile: (file, languageVersion) => {
        const mode = typeof languageVersion === 'object' ? languageVersion.impliedNodeFormat : undefined;
        return this.#source(`${settings}|${mode}`, file, languageVersion);
      },
      hasInvalidatedResolutions: () => resolutionChanged,
      useSourceOfProjectReferenceRedirect: () => true,
    } as ts.CompilerHost;
    if (this.#libraryFiles) {
      overlaid.getDefaultLibLocation = () => LIBRARY_FOLDER;
      overlaid.getDefaultLibFileName = (asked) => `${LIBRARY_FOLDER}/${this.#ts.getDefaultLibFileName(asked)}`;
    }
    return overlaid;
  }

  #source(
    settings: string,
    file: string,
    languageVersion: ts.ScriptTarget | ts.CreateSourceFileOptions,
  ): ts.SourceFile | undefined {
    let sources = this.#sources.get(settings);
    if (!sources) this.#sources.set(settings, (sources = new Map<string, ParsedFile>()));
    const known = sources.get(file);
    if (known) return known.source;
    const text = this.#readFile(file);
    if (text === undefined) return undefined;
    const source = this.#ts.createSourceFile(file, text, languageVersion);
    sources.set(file, { source, text });
    return source;
  }

  /** Forgets the files that have another text now: to read is far cheaper than to parse. */
  #dropOutdated(): void {
    for (const sources of this.#sources.values()) {
      for (const [file, { text }] of sources) if (this.#readFile(file) !== text) sources.delete(file);
    }
  }

  #parsed(configuration: string): ts.ParsedCommandLine | undefined {
    if (this.#options.has(configuration)) return this.#options.get(configuration);
    const read = this.#ts.readConfigFile(configuration, (file) => this.#readFile(file));
    const host: ts.ParseConfigHost = {
      useCaseSensitiveFileNames: this.#ts.sys.useCaseSensitiveFileNames,
      fileExists: (file) => this.#fileExists(file),
      readFile: (file) => this.#readFile(file),
      readDirectory: (...asked) => this.#ts.sys.readDirectory(...asked),
    };
    const content: unknown = read.config;
    const parsed =
      content === undefined
        ? undefined
        : this.#ts.parseJsonConfigFileContent(content, host, dirname(configuration), undefined, configuration);
    this.#options.set(configuration, parsed);
    return parsed;
  }

  #fileExists(file: string): boolean {
    const text = this.#overlay(file);
    if (text !== undefined) return text !== null;
    return this.#libraryText(file) !== undefined || this.#ts.sys.fileExists(file);
  }

  #readFile(file: string): string | undefined {
    const text = this.#overlay(file);
    if (text !== undefined) return text ?? undefined;
    return this.#libraryText(file) ?? this.#ts.sys.readFile(file);
  }

  #libraryText(file: string): string | undefined {
    if (!this.#libraryFiles || !file.startsWith(LIBRARY_FOLDER)) return undefined;
    return this.#libraryFiles.get(file.slice(LIBRARY_FOLDER.length + 1));
  }
}
