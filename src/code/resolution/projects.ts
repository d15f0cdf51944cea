import { readProject, type ExtendedConfigurationLookup, type Project } from './project.ts';
import { ancestorFolders, folderOf, joinPath, nameOf } from './tree-path.ts';
import { readTsconfigFile, type TsconfigFile } from './tsconfig-file.ts';
import type { WorkspacePackages } from './workspace-packages.ts';

/** Whether a file has the name of a TypeScript or JavaScript configuration. */
export function isConfigurationName(path: string): boolean {
  return /^(?:ts|js)config(?:[.-][^/]*)?\.json$/.test(nameOf(path));
}

/** Returns the text of a configuration; `undefined` if it does not exist. */
export type ConfigurationTextLookup = (path: string) => string | undefined;

/** The TypeScript and JavaScript projects of a tree. */
export class Projects {
  readonly #projects = new Map<string, Project | undefined>();
  readonly #contents = new Map<string, TsconfigFile | undefined>();
  readonly #byFile = new Map<string, Project | undefined>();
  /** The projects of a folder and its ancestors, nearest first. Folders without a project share the list of their parent. */
  readonly #byFolder = new Map<string, readonly Project[]>();
  readonly #textOf: ConfigurationTextLookup;
  readonly #packages: WorkspacePackages;

  constructor(textOf: ConfigurationTextLookup, packages: WorkspacePackages) {
    this.#textOf = textOf;
    this.#packages = packages;
  }

  /**
   * The project of a file: the nearest configuration that includes it, directly or through its references. A file that no
   * configuration includes belongs to the project of the nearest configuration.
   */
  projectOf(file: string): Project | undefined {
    const known = this.#byFile.get(file);
    if (known !== undefined || this.#byFile.has(file)) return known;
    const found = this.#find(file);
    this.#byFile.set(file, found);
    return found;
  }

  #find(file: string): Project | undefined {
    const projects = this.#projectsAround(folderOf(file));
    for (const project of projects) {
      const including = this.#findIncluding(project, file, new Set());
      if (including !== undefined) return including;
    }
    return projects[0];
  }

  #projectsAround(folder: string): readonly Project[] {
    const known = this.#byFolder.get(folder);
    if (known !== undefined) return known;
    const project = this.#projectIn(folder);
    const above = folder === '' ? [] : this.#projectsAround(folderOf(folder));
    const found = project === undefined ? above : [project, ...above];
    this.#byFolder.set(folder, found);
    return found;
  }

  #projectIn(folder: string): Project | undefined {
    const prefix = folder === '' ? '' : `${folder}/`;
    return this.project(`${prefix}tsconfig.json`) ?? this.project(`${prefix}jsconfig.json`);
  }

  #findIncluding(project: Project, file: string, seen: Set<Project>): Project | undefined {
    seen.add(project);
    if (project.includes(file)) return project;
    for (const reference of project.references) {
      const referenced = this.project(reference);
      if (referenced === undefined || seen.has(referenced)) continue;
      const including = this.#findIncluding(referenced, file, seen);
      if (including !== undefined) return including;
    }
    return undefined;
  }

  /** The project that a configuration file defines. */
  project(file: string): Project | undefined {
    if (this.#projects.has(file)) return this.#projects.get(file);
    const content = this.#readContent(file);
    const project = content && readProject(file, content, this.#findExtended);
    this.#projects.set(file, project);
    return project;
  }

  #readContent(file: string): TsconfigFile | undefined {
    if (this.#contents.has(file)) return this.#contents.get(file);
    const text = this.#textOf(file);
    const content = text === undefined ? undefined : readTsconfigFile(text);
    this.#contents.set(file, content);
    return content;
  }

  readonly #findExtended: ExtendedConfigurationLookup = (file, specifier) => {
    for (const candidate of this.#extendedPaths(file, specifier)) {
      const content = this.#readContent(candidate);
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
    for (const ancestor of ancestorFolders(folder)) {
      yield* inPackage(`${ancestor === '' ? '' : `${ancestor}/`}node_modules/${name}`, undefined);
    }
  }
}
