import { candidatesFor, fileAt, type FileLookup } from './file-candidates.ts';
import { emittedSource } from './output-source.ts';
import { PackageResolution } from './package-resolution.ts';
import { readManifest } from './package-manifest.ts';
import { mappedPaths } from './path-patterns.ts';
import type { Project } from './project.ts';
import { Projects, type ConfigurationText } from './projects.ts';
import { folderOf, isRelative, isWithin, joinPath, pathWithin } from './tree-path.ts';
import { describesPackages, WorkspacePackages, type WorkspacePackage } from './workspace-packages.ts';

/** Resolves import specifiers to files of a tree as TypeScript does, letter case included. */
export class ModuleResolver {
  readonly projects: Projects;
  readonly packages: WorkspacePackages;
  readonly #files: FileLookup;
  readonly #texts: ConfigurationText;
  readonly #entries: PackageResolution;
  readonly #known = new Map<Project | undefined, Map<string, Map<string, string | null>>>();

  /** The file whose imports were resolved last: most come one after the other. */
  #last: { readonly file: string; readonly resolve: (specifier: string) => string | undefined } | undefined;

  /** `configuration` holds the texts of every package description and TypeScript configuration. */
  constructor(files: FileLookup, configuration: ReadonlyMap<string, string>, extended: ConfigurationText) {
    this.#files = files;
    this.#texts = (path) => configuration.get(path);
    this.packages = new WorkspacePackages(new Map([...configuration].filter(([path]) => describesPackages(path))));
    this.projects = new Projects((path) => configuration.get(path) ?? extended(path), this.packages);
    this.#entries = new PackageResolution(files, this.projects);
  }

  /** The file that an import means; undefined where it is no file of the tree. */
  resolve(fromFile: string, specifier: string): string | undefined {
    if (this.#last?.file !== fromFile) this.#last = { file: fromFile, resolve: this.resolverFor(fromFile) };
    return this.#last.resolve(specifier);
  }

  /** `resolve` for the imports of one file. */
  resolverFor(fromFile: string): (specifier: string) => string | undefined {
    const project = this.projects.projectOf(fromFile);
    const known = this.#knownIn(project, folderOf(fromFile));
    return (specifier) => this.#resolveOnce(fromFile, specifier, project, known);
  }

  /** Every path of the tree at which a relative import looks for files, those that are not listed included. */
  candidatesFor(fromFile: string, specifier: string): readonly string[] {
    const project = this.projects.projectOf(fromFile);
    const path = joinPath(folderOf(fromFile), specifier);
    if (path === undefined) return [];
    const paths = [path, ...inOtherRoots(path, project)];
    return paths.flatMap((one) => candidatesFor(one, project?.moduleSuffixes));
  }

  /** The file behind a package's own entry (`.`) or a subpath (`./sub`) of it. */
  packageEntry(owner: WorkspacePackage, subpath: string): string | undefined {
    return this.#entries.entry(owner, subpath, undefined);
  }

  /** What the files of one folder and project have resolved so far. */
  #knownIn(project: Project | undefined, folder: string): Map<string, string | null> {
    const ofProject = entryOf(this.#known, project, () => new Map<string, Map<string, string | null>>());
    return entryOf(ofProject, folder, () => new Map<string, string | null>());
  }

  #resolveOnce(
    fromFile: string,
    specifier: string,
    project: Project | undefined,
    known: Map<string, string | null>,
  ): string | undefined {
    const earlier = known.get(specifier);
    if (earlier !== undefined) return earlier ?? undefined;
    const found = this.#resolve(fromFile, specifier, project);
    known.set(specifier, found ?? null);
    return found;
  }

  #resolve(fromFile: string, specifier: string, project: Project | undefined): string | undefined {
    if (isRelative(specifier)) return this.#relative(folderOf(fromFile), specifier, project);
    if (specifier === '') return undefined;
    if (project !== undefined) {
      const mapped = this.#mapped(specifier, project);
      if (mapped !== undefined) return mapped;
    }
    if (specifier.startsWith('/') || /^[a-z][a-z+.-]+:/.test(specifier)) return undefined;
    if (specifier.startsWith('#')) return this.#imported(fromFile, specifier, project);
    const [, name = '', rest] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
    const owner = this.packages.find(name, fromFile);
    return owner && this.#entries.entry(owner, rest === undefined ? '.' : `./${rest}`, project);
  }

  #relative(folder: string, specifier: string, project: Project | undefined): string | undefined {
    const path = joinPath(folder, specifier);
    if (path === undefined) return undefined;
    const isFolder = /(?:^|\/)\.{0,2}$/.test(specifier);
    const found = this.#at(path, project, isFolder);
    if (found !== undefined) return found;
    for (const other of inOtherRoots(path, project)) {
      const elsewhere = this.#at(other, project, isFolder);
      if (elsewhere !== undefined) return elsewhere;
    }
    const owner = this.projects.projectOf(path) ?? project;
    const source = owner && emittedSource(this.#files, owner, path);
    if (source !== undefined) return source;
    const described = this.packages.at(path);
    return described && this.#entries.ofFolder(described);
  }

  #mapped(specifier: string, project: Project): string | undefined {
    for (const path of mappedPaths(project.paths, specifier)) {
      const found = this.#at(path, project, false);
      if (found !== undefined) return found;
    }
    if (project.baseUrl === undefined) return undefined;
    const path = joinPath(project.baseUrl, specifier);
    return path === undefined ? undefined : this.#at(path, project, false);
  }

  #imported(fromFile: string, specifier: string, project: Project | undefined): string | undefined {
    const owner = this.packages.packageOf(fromFile);
    if (owner === undefined) return undefined;
    for (const target of this.#entries.imported(owner, specifier, project)) {
      if (target.startsWith('/')) return target.slice(1);
      const found = target.startsWith('#') ? undefined : this.resolve(fromFile, target);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A file, or what a folder stands for: its package.json's entry, else its index. */
  #at(path: string, project: Project | undefined, isFolder: boolean): string | undefined {
    const suffixes = project?.moduleSuffixes;
    if (!isFolder && path !== '') {
      const found = fileAt(this.#files, path, suffixes);
      if (found !== undefined) return found;
    }
    const prefix = path === '' ? '' : `${path}/`;
    const described = this.#texts(`${prefix}package.json`);
    const manifest = described === undefined ? undefined : readManifest(described);
    for (const entry of [manifest?.types, manifest?.typings, manifest?.main]) {
      const target = entry === undefined ? undefined : joinPath(path, entry);
      if (target === undefined || target === path) continue;
      const found = fileAt(this.#files, target, suffixes) ?? fileAt(this.#files, `${target}/index`, suffixes);
      if (found !== undefined) return found;
    }
    return fileAt(this.#files, `${prefix}index`, suffixes);
  }
}

/** A path as it is called in the other folders that a project lays over the one that it lies in (`rootDirs`). */
function* inOtherRoots(path: string, project: Project | undefined): Generator<string> {
  const roots = project?.rootDirs ?? [];
  for (const root of roots) {
    if (!isWithin(path, root)) continue;
    const rest = pathWithin(path, root);
    for (const other of roots) if (other !== root) yield other === '' ? rest : `${other}/${rest}`;
  }
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
