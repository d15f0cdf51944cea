import { basename } from 'node:path/posix';
import type { NativeApi, NativeModule, NativeSnapshot } from './native-api.ts';
import { NativeView } from './native-view.ts';
import { checkingOptions, defaultOptions } from './project-options.ts';
import type { ProjectRequest, TextOverlay, TypeEngine, TypeView } from './type-engine.ts';

export interface NativeEngineOptions {
  readonly api: NativeModule;
  readonly title: string;
  /** Absolute path of the folder that the compiler works in. */
  readonly root: string;
  readonly overlay: TextOverlay;
  /** The projects that a configuration names in `references`, as they are written. */
  readonly referencesOf: (configuration: string) => readonly { readonly path: string }[];
}

/** Does not exist on disk: it says of each project which files are asked about. */
const CONFIGURATION_NAME = 'tsconfig.holdfast-types.json';

/** TypeScript 7: the native compiler in a process of its own, which reads changed text from here. */
export class NativeEngine implements TypeEngine {
  readonly title: string;
  readonly #api: NativeApi;
  readonly #overlay: TextOverlay;
  readonly #referencesOf: NativeEngineOptions['referencesOf'];
  /** Text of the configurations that stand nowhere. */
  readonly #configurations = new Map<string, string>();
  readonly #opened = new Set<string>();
  #changed = new Set<string>();
  #anyChanged = false;
  #snapshot: NativeSnapshot | undefined;

  constructor(options: NativeEngineOptions) {
    this.title = options.title;
    this.#overlay = options.overlay;
    this.#referencesOf = options.referencesOf;
    this.#api = new options.api.API({ cwd: options.root, fs: { readFile: (file) => this.#text(file) } });
  }

  filesOf(configuration: string): readonly string[] {
    try {
      return this.#api.parseConfigFile(configuration).fileNames;
    } catch {
      return [];
    }
  }

  changed(files: readonly string[] | 'all'): void {
    if (files === 'all') this.#anyChanged = true;
    else for (const file of files) this.#changed.add(file);
  }

  view(project: ProjectRequest): TypeView {
    const configuration = this.#configure(project);
    const unchanged = !this.#anyChanged && this.#changed.size === 0 && this.#opened.has(configuration);
    if (!this.#snapshot || !unchanged) this.#update(configuration);
    const opened = this.#snapshot?.getProject(configuration);
    if (!opened) throw new Error(`TypeScript did not open a project for ${project.configuration ?? project.folder}`);
    return new NativeView(opened);
  }

  textOf(file: string): string | undefined {
    for (const configuration of this.#opened) {
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
      const text = this.#text(file);
      if (text === null) deleted.push(file);
      // Whether a file that disk decides is new is not known here: both are said, and no file is looked at twice.
      else if (text === undefined) changed.push(file);
      else (this.#opened.size === 0 ? created : changed).push(file);
    }
    const fileChanges = this.#anyChanged ? ({ invalidateAll: true } as const) : { created, changed, deleted };
    const openProjects = this.#opened.has(configuration) ? [] : [configuration];
    const before = this.#snapshot;
    this.#snapshot = this.#api.updateSnapshot({ openProjects, fileChanges });
    // To let go of what is outdated takes as long as to answer: that is done when nobody waits.
    if (before)
      setImmediate(() => {
        before.dispose();
      });
    this.#opened.add(configuration);
    this.#changed = new Set();
    this.#anyChanged = false;
  }

  /** Writes the configuration of a project anew where it asks for other files than before. */
  #configure(project: ProjectRequest): string {
    const name = project.configuration === undefined ? '' : `${basename(project.configuration, '.json')}.`;
    const path = `${project.folder}/${name}${CONFIGURATION_NAME}`;
    const text = JSON.stringify(this.#content(project));
    if (this.#configurations.get(path) !== text) {
      this.#configurations.set(path, text);
      this.#changed.add(path);
    }
    return path;
  }

  #content(project: ProjectRequest): object {
    const { configuration, roots, withJavaScript } = project;
    const javaScript = withJavaScript ? { allowJs: true } : {};
    const files = { files: roots, include: [] };
    if (configuration === undefined) {
      return { ...files, compilerOptions: { ...defaultOptions, ...checkingOptions, ...javaScript } };
    }
    return {
      ...files,
      extends: `./${basename(configuration)}`,
      compilerOptions: { ...checkingOptions, ...javaScript },
      references: this.#referencesOf(configuration),
    };
  }

  /** As the compiler asks: undefined where it is to look on disk. */
  #text(file: string): string | null | undefined {
    return this.#configurations.get(file) ?? this.#overlay(file);
  }
}
