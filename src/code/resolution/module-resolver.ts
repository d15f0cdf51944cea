import { candidatesFor, fileAt, type FileLookup } from './file-candidates.ts';
import { emittedSource } from './output-source.ts';
import { readManifest } from './package-manifest.ts';
import { PackageResolution } from './package-resolution.ts';
import { mapSpecifier } from './path-mapping.ts';
import type { Project } from './project.ts';
import { Projects, type ConfigurationTextLookup } from './projects.ts';
import { folderOf, isRelative, isWithin, joinPath, pathWithin } from './tree-path.ts';
import { isPackageConfiguration, WorkspacePackages, type WorkspacePackage } from './workspace-packages.ts';

/** Resolves import specifiers to files of a tree as TypeScript does, with case-sensitive paths. */
export class ModuleResolver {
  readonly projects: Projects;
  readonly packages: WorkspacePackages;
  readonly #files: FileLookup;
  readonly #configurationText: ConfigurationTextLookup;
  readonly #packageResolution: PackageResolution;
  /** Resolved files by project, folder of the importer and specifier; null if a specifier is unresolved. */
  readonly #resolved = new Map<Project | undefined, Map<string, Map<string, string | null>>>();
  /** The file whose imports were resolved last: the imports of one file are usually resolved consecutively. */
  #last: { readonly file: string; readonly resolve: (specifier: string) => string | undefined } | undefined;

  /**
   * @param configuration the texts of all package configurations and tsconfig files of the tree
   * @param extended the texts of extended configurations outside the listed files
   */
  constructor(files: FileLookup, configuration: ReadonlyMap<string, string>, extended: ConfigurationTextLookup) {
    this.#files = files;
    this.#configurationText = (path) => configuration.get(path);
    this.packages = new WorkspacePackages(new Map([...configuration].filter(([path]) => isPackageConfiguration(path))));
    this.projects = new Projects((path) => configuration.get(path) ?? extended(path), this.packages);
    this.#packageResolution = new PackageResolution(files, this.projects);
  }

  /** The file that an import resolves to; `undefined` if it is not a file of the tree. */
  resolve(fromFile: string, specifier: string): string | undefined {
    if (this.#last?.file !== fromFile) this.#last = { file: fromFile, resolve: this.resolverFor(fromFile) };
    return this.#last.resolve(specifier);
  }

  /** Returns `resolve` for the imports of one file. */
  resolverFor(fromFile: string): (specifier: string) => string | undefined {
    const project = this.projects.projectOf(fromFile);
    const cached = this.#cachedIn(project, folderOf(fromFile));
    return (specifier) => this.#resolveOnce(fromFile, specifier, project, cached);
  }

  /** Every path in the tree that a relative import can resolve to, existing or not. */
  candidatesFor(fromFile: string, specifier: string): readonly string[] {
    const project = this.projects.projectOf(fromFile);
    const path = joinPath(folderOf(fromFile), specifier);
    if (path === undefined) return [];
    const paths = [path, ...pathsInOtherRoots(path, project)];
    return paths.flatMap((candidate) => candidatesFor(candidate, project?.moduleSuffixes));
  }

  /** The file that the entry (`.`) or a subpath (`./sub`) of a package resolves to. */
  packageEntry(owner: WorkspacePackage, subpath: string): string | undefined {
    return this.#packageResolution.resolveEntry(owner, subpath, undefined);
  }

  /** The file at a path of a manifest, or the source that is built to it. */
  packageTarget(owner: WorkspacePackage, target: string): string | undefined {
    return this.#packageResolution.resolveTarget(owner, target);
  }

  /** The main entry of a package by convention. */
  conventionalEntry(owner: WorkspacePackage): string | undefined {
    return this.#packageResolution.conventionalEntry(owner);
  }

  /** The cached resolutions for the files of one folder and project. */
  #cachedIn(project: Project | undefined, folder: string): Map<string, string | null> {
    const byFolder = getOrCreate(this.#resolved, project, () => new Map<string, Map<string, string | null>>());
    return getOrCreate(byFolder, folder, () => new Map<string, string | null>());
  }

  #resolveOnce(
    fromFile: string,
    specifier: string,
    project: Project | undefined,
    cached: Map<string, string | null>,
  ): string | undefined {
    const earlier = cached.get(specifier);
    if (earlier !== undefined) return earlier ?? undefined;
    const resolved = this.#resolve(fromFile, specifier, project);
    cached.set(specifier, resolved ?? null);
    return resolved;
  }

  #resolve(fromFile: string, specifier: string, project: Project | undefined): string | undefined {
    if (isRelative(specifier)) return this.#resolveRelative(folderOf(fromFile), specifier, project);
    if (specifier === '') return undefined;
    if (project !== undefined) {
      const mapped = this.#resolveMapped(specifier, project);
      if (mapped !== undefined) return mapped;
    }
    if (specifier.startsWith('/') || /^[a-z][a-z+.-]+:/.test(specifier)) return undefined;
    if (specifier.startsWith('#')) return this.#resolvePackageImport(fromFile, specifier, project);
    const [, name = '', rest] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
    const owner = this.packages.find(name, fromFile);
    return owner && this.#packageResolution.resolveEntry(owner, rest === undefined ? '.' : `./${rest}`, project);
  }

  #resolveRelative(folder: string, specifier: string, project: Project | undefined): string | undefined {
    const path = joinPath(folder, specifier);
    if (path === undefined) return undefined;
    const isFolder = /(?:^|\/)\.{0,2}$/.test(specifier);
    const found = this.#resolvePath(path, project, isFolder);
    if (found !== undefined) return found;
    for (const other of pathsInOtherRoots(path, project)) {
      const foundInOther = this.#resolvePath(other, project, isFolder);
      if (foundInOther !== undefined) return foundInOther;
    }
    const owner = this.projects.projectOf(path) ?? project;
    const source = owner && emittedSource(this.#files, owner, path);
    if (source !== undefined) return source;
    const packageAtPath = this.packages.packageIn(path);
    return packageAtPath && this.#packageResolution.resolveFolderEntry(packageAtPath);
  }

  #resolveMapped(specifier: string, project: Project): string | undefined {
    for (const path of mapSpecifier(project.paths, specifier)) {
      const found = this.#resolvePath(path, project, false);
      if (found !== undefined) return found;
    }
    if (project.baseUrl === undefined) return undefined;
    const path = joinPath(project.baseUrl, specifier);
    return path === undefined ? undefined : this.#resolvePath(path, project, false);
  }

  #resolvePackageImport(fromFile: string, specifier: string, project: Project | undefined): string | undefined {
    const owner = this.packages.packageOf(fromFile);
    if (owner === undefined) return undefined;
    for (const target of this.#packageResolution.resolveImportTargets(owner, specifier, project)) {
      if (target.startsWith('/')) return target.slice(1);
      const found = target.startsWith('#') ? undefined : this.resolve(fromFile, target);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The file at a path, or the entry of the folder at the path: the entry in its package.json, otherwise its index. */
  #resolvePath(path: string, project: Project | undefined, isFolder: boolean): string | undefined {
    const suffixes = project?.moduleSuffixes;
    if (!isFolder && path !== '') {
      const found = fileAt(this.#files, path, suffixes);
      if (found !== undefined) return found;
    }
    const prefix = path === '' ? '' : `${path}/`;
    const manifestText = this.#configurationText(`${prefix}package.json`);
    const manifest = manifestText === undefined ? undefined : readManifest(manifestText);
    for (const entry of [manifest?.types, manifest?.typings, manifest?.main]) {
      const target = entry === undefined ? undefined : joinPath(path, entry);
      if (target === undefined || target === path) continue;
      const found = fileAt(this.#files, target, suffixes) ?? fileAt(this.#files, `${target}/index`, suffixes);
      if (found !== undefined) return found;
    }
    return fileAt(this.#files, `${prefix}index`, suffixes);
  }
}

/** The corresponding paths in the other `rootDirs` of a project. */
function* pathsInOtherRoots(path: string, project: Project | undefined): Generator<string> {
  const roots = project?.rootDirs ?? [];
  for (const root of roots) {
    if (!isWithin(path, root)) continue;
    const rest = pathWithin(path, root);
    for (const other of roots) if (other !== root) yield other === '' ? rest : `${other}/${rest}`;
  }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
