import { readProject, type ExtendedConfigurations, type Project } from './project.ts';
import { readTsconfigFile, type TsconfigFile } from './tsconfig-file.ts';
import { folderOf, foldersUpFrom, joinPath, nameOf } from './tree-path.ts';
import type { WorkspacePackages } from './workspace-packages.ts';

/** Whether a file of the tree may be a TypeScript configuration. */
export function isConfigurationName(path: string): boolean {
  return /^(?:ts|js)config(?:[.-][^/]*)?\.json$/.test(nameOf(path));
}

/** Reads a configuration that another extends: undefined where it does not stand in the tree or beside it. */
export type ConfigurationText = (path: string) => string | undefined;

/** The TypeScript and JavaScript projects of a tree, and which of them a file belongs to. */
export class Projects {
  readonly #projects = new Map<string, Project | undefined>();
  readonly #contents = new Map<string, TsconfigFile | undefined>();
  readonly #ofFile = new Map<string, Project | undefined>();
  /** The projects of a folder and of those that hold it, nearest first; folders without one share their parent's. */
  readonly #aroundFolder = new Map<string, readonly Project[]>();
  readonly #textOf: ConfigurationText;
  readonly #packages: WorkspacePackages;

  constructor(textOf: ConfigurationText, packages: WorkspacePackages) {
    this.#textOf = textOf;
    this.#packages = packages;
  }

  /**
   * The project of a file: the nearest configuration that includes it, itself or through its references. A file that
   * none includes is read as the nearest configuration says.
   */
  projectOf(file: string): Project | undefined {
    const known = this.#ofFile.get(file);
    if (known !== undefined || this.#ofFile.has(file)) return known;
    const found = this.#find(file);
    this.#ofFile.set(file, found);
    return found;
  }

  #find(file: string): Project | undefined {
    const projects = this.#around(folderOf(file));
    for (const project of projects) {
      const including = this.#including(project, file, new Set());
      if (including !== undefined) return including;
    }
    return projects[0];
  }

  #around(folder: string): readonly Project[] {
    const known = this.#aroundFolder.get(folder);
    if (known !== undefined) return known;
    const own = this.#projectIn(folder);
    const above = folder === '' ? [] : this.#around(folderOf(folder));
    const found = own === undefined ? above : [own, ...above];
    this.#aroundFolder.set(folder, found);
    return found;
  }

  #projectIn(folder: string): Project | undefined {
    const prefix = folder === '' ? '' : `${folder}/`;
    return this.project(`${prefix}tsconfig.json`) ?? this.project(`${prefix}jsconfig.json`);
  }

  #including(project: Project, file: string, seen: Set<Project>): Project | undefined {
    seen.add(project);
    if (project.includes(file)) return project;
    for (const reference of project.references) {
      const referenced = this.project(reference);
      if (referenced === undefined || seen.has(referenced)) continue;
      const including = this.#including(referenced, file, seen);
      if (including !== undefined) return including;
    }
    return undefined;
  }

  /** The project of a configuration file. */
  project(file: string): Project | undefined {
    if (this.#projects.has(file)) return this.#projects.get(file);
    const content = this.#content(file);
    const project = content && readProject(file, content, this.#extended);
    this.#projects.set(file, project);
    return project;
  }

  #content(file: string): TsconfigFile | undefined {
    if (this.#contents.has(file)) return this.#contents.get(file);
    const text = this.#textOf(file);
    const content = text === undefined ? undefined : readTsconfigFile(text);
    this.#contents.set(file, content);
    return content;
  }

  readonly #extended: ExtendedConfigurations = (file, specifier) => {
    for (const candidate of this.#extendedPaths(file, specifier)) {
      const content = this.#content(candidate);
      if (content !== undefined) return { file: candidate, content };
    }
    return undefined;
  };

  *#extendedPaths(file: string, specifier: string): Generator<string> {
    const folder = folderOf(file);
    if (specifier.startsWith('.')) {
      const path = joinPath(folder, specifier);
      if (path === undefined) return;
      yield path;
      if (!path.endsWith('.json')) yield `${path}.json`;
      return;
    }
    const [, name = specifier, rest = ''] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
    const inPackage = (root: string, configuration: string | undefined): string[] => {
      if (rest === '') return [`${root}/${configuration?.replace(/^\.\//, '') ?? 'tsconfig.json'}`];
      return [`${root}/${rest}`, `${root}/${rest}.json`, `${root}/${rest}/tsconfig.json`];
    };
    const member = this.#packages.find(name, file);
    if (member !== undefined) yield* inPackage(member.folder, member.manifest.tsconfig);
    for (const ancestor of foldersUpFrom(folder)) {
      yield* inPackage(`${ancestor === '' ? '' : `${ancestor}/`}node_modules/${name}`, undefined);
    }
  }
}
