import { basename } from 'node:path/posix';
import type { NativeApi, NativeModule, NativeSnapshot } from './native-api.ts';
import { NativeView } from './native-view.ts';
import { defaultOptions, forcedOptions } from './project-options.ts';
import type { ProjectRequest, TextOverlay, TypeEngine, TypeView } from './type-engine.ts';

export interface NativeEngineOptions {
  readonly api: NativeModule;
  readonly title: string;
  /** The working directory of the compiler, as an absolute path. */
  readonly root: string;
  readonly overlay: TextOverlay;
  /** The `references` of a configuration, as written. */
  readonly referencesOf: (configuration: string) => readonly { readonly path: string }[];
}

/** The end of the names of the virtual configurations that list the queried files of a project. */
const CONFIGURATION_SUFFIX = 'tsconfig.holdfast-types.json';

/** TypeScript 7: the native compiler in a separate process, which reads changed text through a callback. */
export class NativeEngine implements TypeEngine {
  readonly title: string;
  readonly majorVersion = 7;
  readonly #api: NativeApi;
  readonly #overlay: TextOverlay;
  readonly #referencesOf: NativeEngineOptions['referencesOf'];
  /** The texts of the virtual configurations, by path. */
  readonly #configurations = new Map<string, string>();
  readonly #openConfigurations = new Set<string>();
  #changed = new Set<string>();
  #invalidateAll = false;
  #snapshot: NativeSnapshot | undefined;

  constructor(options: NativeEngineOptions) {
    this.title = options.title;
    this.#overlay = options.overlay;
    this.#referencesOf = options.referencesOf;
    this.#api = new options.api.API({ cwd: options.root, fs: { readFile: (file) => this.#readText(file) } });
  }

  filesOf(configuration: string): readonly string[] {
    try {
      return this.#api.parseConfigFile(configuration).fileNames;
    } catch {
      // The compiler throws if the configuration is invalid.
      return [];
    }
  }

  invalidate(files: readonly string[] | 'all'): void {
    if (files === 'all') this.#invalidateAll = true;
    else for (const file of files) this.#changed.add(file);
  }

  view(project: ProjectRequest): TypeView {
    const configuration = this.#configure(project);
    const isCurrent = !this.#invalidateAll && this.#changed.size === 0 && this.#openConfigurations.has(configuration);
    if (!this.#snapshot || !isCurrent) this.#update(configuration);
    const openProject = this.#snapshot?.getProject(configuration);
    if (!openProject)
      throw new Error(`Failed to open a TypeScript project for ${project.configuration ?? project.folder}`);
    return new NativeView(openProject);
  }

  textOf(file: string): string | undefined {
    for (const configuration of this.#openConfigurations) {
      const known = this.#snapshot?.getProject(configuration)?.program.getSourceFile(file);
      if (known) return known.text;
    }
    return undefined;
  }

  [Symbol.dispose](): void {
    this.#snapshot?.dispose();
    this.#snapshot = undefined;
    this.#api.close();
  }

  #update(configuration: string): void {
    const created: string[] = [];
    const changed: string[] = [];
    const deleted: string[] = [];
    for (const file of this.#changed) {
      const text = this.#readText(file);
      if (text === null) deleted.push(file);
      // A file outside the overlay is on disk. It is reported as changed even if it is new.
      else if (text === undefined) changed.push(file);
      else (this.#openConfigurations.size === 0 ? created : changed).push(file);
    }
    const fileChanges = this.#invalidateAll ? ({ invalidateAll: true } as const) : { created, changed, deleted };
    const openProjects = this.#openConfigurations.has(configuration) ? [] : [configuration];
    const previous = this.#snapshot;
    this.#snapshot = this.#api.updateSnapshot({ openProjects, fileChanges });
    // Disposing a snapshot takes as long as answering a query, so it is deferred.
    if (previous) {
      setImmediate(() => {
        previous.dispose();
      });
    }
    this.#openConfigurations.add(configuration);
    this.#changed = new Set();
    this.#invalidateAll = false;
  }

  /** Updates the virtual configuration of a project. @returns its path */
  #configure(project: ProjectRequest): string {
    const name = project.configuration === undefined ? '' : `${basename(project.configuration, '.json')}.`;
    const path = `${project.folder}/${name}${CONFIGURATION_SUFFIX}`;
    const text = JSON.stringify(this.#createConfiguration(project));
    if (this.#configurations.get(path) !== text) {
      this.#configurations.set(path, text);
      this.#changed.add(path);
    }
    return path;
  }

  #createConfiguration(project: ProjectRequest): object {
    const { configuration, roots, hasJavaScript } = project;
    const javaScript = hasJavaScript ? { allowJs: true } : {};
    const files = { files: roots, include: [] };
    if (configuration === undefined) {
      return { ...files, compilerOptions: { ...defaultOptions, ...forcedOptions, ...javaScript } };
    }
    return {
      ...files,
      extends: `./${basename(configuration)}`,
      compilerOptions: { ...forcedOptions, ...javaScript },
      references: this.#referencesOf(configuration),
    };
  }

  /** The text for the compiler; null if the file does not exist, `undefined` if the compiler must read the disk. */
  #readText(file: string): string | null | undefined {
    return this.#configurations.get(file) ?? this.#overlay(file);
  }
}
