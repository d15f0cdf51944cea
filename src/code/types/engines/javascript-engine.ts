import { dirname } from 'node:path/posix';
import type { ts } from 'ts-morph';
import { isStackOverflow } from '../../../foundation/errors.ts';
import { isSpecialFile } from '../../../workspace/plain-files/plain-file.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';
import { CheckedProgram } from './checked-program.ts';
import { JavaScriptView } from './javascript-view.ts';
import { defaultOptions, forcedOptions } from './project-options.ts';
import type { ProjectRequest, TextOverlay, TypeEngine, TypeView } from './type-engine.ts';

export interface JavaScriptEngineOptions {
  readonly typescript: TypeScript;
  readonly title: string;
  readonly overlay: TextOverlay;
  /** The texts of the standard library by file name, if they are not located next to the compiler. */
  readonly libraryFiles?: ReadonlyMap<string, string>;
  /** Whether the overlay has files in a folder, which may not be on disk. */
  readonly hasFolder?: ((folder: string) => boolean) | undefined;
  /** Whether declaration files have errors, too. */
  readonly checksDeclarations?: boolean | undefined;
}

/** A program and the compiler that created it. */
export interface CompiledProgram {
  readonly typescript: TypeScript;
  readonly program: ts.Program;
}

/** Parsed files by path. */
type ParsedFiles = Map<string, ParsedFile>;

interface ParsedFile {
  readonly source: ts.SourceFile;
  readonly text: string;
}

interface CachedProgram {
  readonly program: ts.Program;
  readonly roots: string;
  stale: boolean;
  /** Whether files were added or deleted after the program was created. Imports may then resolve to other files. */
  resolutionChanged: boolean;
}

/** `CompilerHost` with a method that TypeScript calls for project references but does not declare. */
interface OverlaidHost extends ts.CompilerHost {
  useSourceOfProjectReferenceRedirect(): boolean;
}

/** A virtual folder that contains the standard library. */
const LIBRARY_FOLDER = '/holdfast-typescript-library';

/** TypeScript as a JavaScript library. It keeps one program per configuration and reuses it to create the next one. */
export class JavaScriptEngine implements TypeEngine {
  readonly title: string;
  readonly majorVersion: number;
  readonly #ts: TypeScript;
  readonly #overlay: TextOverlay;
  readonly #libraryFiles: ReadonlyMap<string, string> | undefined;
  readonly #hasFolder: (folder: string) => boolean;
  readonly #checksDeclarations: boolean;
  readonly #programs = new Map<string, CachedProgram>();
  readonly #parsedConfigurations = new Map<string, ts.ParsedCommandLine | undefined>();
  /** Parsed files by the options that affect parsing, then by path. */
  readonly #sources = new Map<string, ParsedFiles>();
  readonly #views = new Map<string, JavaScriptView>();

  constructor(options: JavaScriptEngineOptions) {
    this.#ts = options.typescript;
    this.title = options.title;
    this.majorVersion = Number.parseInt(options.typescript.versionMajorMinor, 10);
    this.#overlay = options.overlay;
    this.#libraryFiles = options.libraryFiles;
    this.#hasFolder = options.hasFolder ?? (() => false);
    this.#checksDeclarations = options.checksDeclarations === true;
  }

  filesOf(configuration: string): readonly string[] {
    return this.#parseConfiguration(configuration)?.fileNames ?? [];
  }

  invalidate(files: readonly string[] | 'all'): void {
    this.#views.clear();
    for (const cached of this.#programs.values()) cached.stale = true;
    if (files === 'all') {
      this.#dropChangedFiles();
      this.#parsedConfigurations.clear();
      for (const cached of this.#programs.values()) cached.resolutionChanged = true;
      return;
    }
    for (const file of files) {
      for (const sources of this.#sources.values()) sources.delete(file);
      const exists = this.#fileExists(file);
      for (const cached of this.#programs.values()) {
        const existed = cached.program.getSourceFile(file) !== undefined;
        if (existed !== exists) cached.resolutionChanged = true;
      }
      if (file.endsWith('.json')) this.#parsedConfigurations.clear();
    }
  }

  view(project: ProjectRequest): TypeView {
    // A program without `allowJs` cannot answer for a JavaScript root that an earlier query added, nor can one that reuses it.
    const key = `${project.hasJavaScript ? 'allowJs ' : ''}${project.configuration ?? project.folder}`;
    const roots = project.roots.join('\n');
    const cached = this.#programs.get(key);
    const known = this.#views.get(key);
    if (known && cached && !cached.stale && cached.roots === roots) return known;
    const program = this.#createProgram(project, cached);
    this.#programs.set(key, { program, roots, stale: false, resolutionChanged: false });
    const view = new JavaScriptView(this.#ts, program);
    this.#views.set(key, view);
    return view;
  }

  /** The errors of a project. What an earlier program of the project read, and what did not change since, is not read again. */
  programOf(project: ProjectRequest): CheckedProgram {
    const key = `errors ${project.configuration ?? project.folder}`;
    const program = this.#createProgram(project, this.#programs.get(key));
    this.#programs.set(key, { program, roots: '', stale: false, resolutionChanged: false });
    return new CheckedProgram(this.#ts, program);
  }

  /** The program of a project, for readers of declarations. */
  compile(project: ProjectRequest): CompiledProgram {
    const key = `compiled ${project.configuration ?? project.folder}`;
    const program = this.#createProgram(project, this.#programs.get(key));
    this.#programs.set(key, { program, roots: '', stale: false, resolutionChanged: false });
    return { typescript: this.#ts, program };
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
    this.#parsedConfigurations.clear();
  }

  #createProgram(project: ProjectRequest, cached: CachedProgram | undefined): ts.Program {
    const parsed = project.configuration === undefined ? undefined : this.#parseConfiguration(project.configuration);
    const projectOptions =
      parsed?.options ?? this.#ts.convertCompilerOptionsFromJson(defaultOptions, project.folder).options;
    const options: ts.CompilerOptions = { ...projectOptions, ...forcedOptions };
    if (project.hasJavaScript) options.allowJs = true;
    if (this.#checksDeclarations) options.skipLibCheck = false;
    return this.#ts.createProgram({
      rootNames: project.roots,
      options,
      ...(parsed?.projectReferences && { projectReferences: parsed.projectReferences }),
      host: this.#createHost(options, project.folder, cached?.resolutionChanged ?? false),
      ...(cached && { oldProgram: cached.program }),
    });
  }

  #createHost(options: ts.CompilerOptions, folder: string, resolutionChanged: boolean): ts.CompilerHost {
    const host = this.#ts.createCompilerHost(options, true);
    const settings = `${options.target}|${options.module}|${options.moduleDetection}|${options.jsx}|${options.alwaysStrict}|${options.strict}`;
    const overlaidHost: OverlaidHost = {
      ...host,
      getCurrentDirectory: () => folder,
      directoryExists: (folder) => this.#hasFolder(folder) || this.#ts.sys.directoryExists(folder),
      fileExists: (file) => this.#fileExists(file),
      readFile: (file) => this.#readFile(file),
      getSourceFile: (file, languageVersion) => {
        const mode = typeof languageVersion === 'object' ? languageVersion.impliedNodeFormat : undefined;
        return this.#parseFile(`${settings}|${mode}`, file, languageVersion);
      },
      hasInvalidatedResolutions: () => resolutionChanged,
      useSourceOfProjectReferenceRedirect: () => true,
    };
    if (this.#libraryFiles) {
      overlaidHost.getDefaultLibLocation = () => LIBRARY_FOLDER;
      overlaidHost.getDefaultLibFileName = (requested) =>
        `${LIBRARY_FOLDER}/${this.#ts.getDefaultLibFileName(requested)}`;
    }
    return overlaidHost;
  }

  #parseFile(
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
    const source = this.#createSource(file, text, languageVersion);
    sources.set(file, { source, text });
    return source;
  }

  /** Parses a text. A text that is nested too deeply counts as a module without exports, so that other files can be checked. */
  #createSource(
    file: string,
    text: string,
    languageVersion: ts.ScriptTarget | ts.CreateSourceFileOptions,
  ): ts.SourceFile {
    try {
      return this.#ts.createSourceFile(file, text, languageVersion);
    } catch (thrown) {
      if (!isStackOverflow(thrown)) throw thrown;
      return this.#ts.createSourceFile(file, 'export {};', languageVersion);
    }
  }

  /** Drops the parsed files whose text changed. Reading a file is much cheaper than parsing it again. */
  #dropChangedFiles(): void {
    for (const sources of this.#sources.values()) {
      for (const [file, { text }] of sources) if (this.#readFile(file) !== text) sources.delete(file);
    }
  }

  #parseConfiguration(configuration: string): ts.ParsedCommandLine | undefined {
    if (this.#parsedConfigurations.has(configuration)) return this.#parsedConfigurations.get(configuration);
    const read = this.#ts.readConfigFile(configuration, (file) => this.#readFile(file));
    const host: ts.ParseConfigHost = {
      useCaseSensitiveFileNames: this.#ts.sys.useCaseSensitiveFileNames,
      fileExists: (file) => this.#fileExists(file),
      readFile: (file) => this.#readFile(file),
      readDirectory: (...options) => this.#ts.sys.readDirectory(...options),
    };
    const content: unknown = read.config;
    const parsed =
      content === undefined
        ? undefined
        : this.#ts.parseJsonConfigFileContent(content, host, dirname(configuration), undefined, configuration);
    this.#parsedConfigurations.set(configuration, parsed);
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
    const library = this.#libraryText(file);
    if (library !== undefined) return library;
    // A configuration can list a named pipe among its files.
    return isSpecialFile(file) ? undefined : this.#ts.sys.readFile(file);
  }

  #libraryText(file: string): string | undefined {
    if (!this.#libraryFiles || !file.startsWith(LIBRARY_FOLDER)) return undefined;
    return this.#libraryFiles.get(file.slice(LIBRARY_FOLDER.length + 1));
  }
}
