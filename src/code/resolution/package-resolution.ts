import { fileAt, type FileLookup } from './file-candidates.ts';
import { conventionalSource, emittedSource } from './output-source.ts';
import { exportTargets, importTargets, type Conditions } from './package-exports.ts';
import type { Project } from './project.ts';
import type { Projects } from './projects.ts';
import { joinPath, nameOf } from './tree-path.ts';
import type { WorkspacePackage } from './workspace-packages.ts';

const usual: ReadonlySet<string> = new Set(['import', 'require', 'node', 'module', 'types']);
/** Conditions that bundlers and workspaces set to reach sources, tried where the usual ones lead nowhere. */
const ofSources: ReadonlySet<string> = new Set([
  ...usual,
  'source',
  'src',
  'development',
  'bun',
  'deno',
  'browser',
  'worker',
  'svelte',
  'vue',
]);

/** Finds the files of the tree that the entries of its own packages mean. */
export class PackageResolution {
  readonly #files: FileLookup;
  readonly #projects: Projects;

  constructor(files: FileLookup, projects: Projects) {
    this.#files = files;
    this.#projects = projects;
  }

  /** The file behind `name` (subpath `.`) or `name/sub` (subpath `./sub`). */
  entry(owner: WorkspacePackage, subpath: string, importer: Project | undefined): string | undefined {
    const { folder, manifest } = owner;
    if (manifest.exports !== undefined && manifest.exports !== null) {
      for (const conditions of conditionSets(importer)) {
        const found = this.#first(owner, exportTargets(manifest.exports, subpath, conditions));
        if (found !== undefined) return found;
      }
      return subpath === '.' ? this.#conventionalEntry(owner) : undefined;
    }
    if (subpath !== '.') return this.#file(owner, subpath) ?? this.#folder(joinPath(folder, subpath));
    const { module, source } = manifest;
    return (
      this.ofFolder(owner) ??
      this.#first(owner, [module, source]) ??
      this.#folder(folder) ??
      this.#conventionalEntry(owner)
    );
  }

  /** The file that an import of the package's folder by path means, as far as its manifest tells. */
  ofFolder(owner: WorkspacePackage): string | undefined {
    const { types, typings, main } = owner.manifest;
    return this.#first(owner, [types, typings, main]);
  }

  /** The file or the specifier behind `#name` in a package's own `imports`. */
  imported(owner: WorkspacePackage, specifier: string, importer: Project | undefined): readonly string[] {
    const { imports } = owner.manifest;
    if (imports === undefined) return [];
    for (const conditions of conditionSets(importer)) {
      const targets = importTargets(imports, specifier, conditions);
      const found = targets.flatMap((target) => {
        if (!target.startsWith('.')) return [target];
        const file = this.#file(owner, target);
        return file === undefined ? [] : [`/${file}`];
      });
      if (found.length > 0) return found;
    }
    return [];
  }

  #first(owner: WorkspacePackage, targets: readonly (string | undefined)[]): string | undefined {
    for (const target of targets) {
      const found = target === undefined ? undefined : this.#file(owner, target);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The file at a path of the package, or the source that it is built from. */
  #file(owner: WorkspacePackage, target: string): string | undefined {
    const path = joinPath(owner.folder, target);
    if (path === undefined) return undefined;
    const found = fileAt(this.#files, path);
    if (found !== undefined) return found;
    const project = this.#projects.projectOf(path);
    for (const candidate of project === undefined ? [] : this.#withReferences(project)) {
      const source = emittedSource(this.#files, candidate, path);
      if (source !== undefined) return source;
    }
    return conventionalSource(this.#files, owner.folder, path);
  }

  *#withReferences(project: Project): Generator<Project> {
    yield project;
    for (const reference of project.references) {
      const referenced = this.#projects.project(reference);
      if (referenced !== undefined) yield referenced;
    }
  }

  #folder(path: string | undefined): string | undefined {
    if (path === undefined) return undefined;
    return fileAt(this.#files, path === '' ? 'index' : `${path}/index`);
  }

  /** Where a package's entry is built and its configuration does not tell from what. */
  #conventionalEntry({ folder, manifest }: WorkspacePackage): string | undefined {
    const prefix = folder === '' ? '' : `${folder}/`;
    const own = nameOf(manifest.name ?? '');
    const stems = [
      'src/index',
      'index',
      'lib/index',
      'source/index',
      'src/main',
      ...(own === '' ? [] : [`src/${own}`]),
    ];
    for (const stem of stems) {
      const found = fileAt(this.#files, prefix + stem);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function conditionSets(importer: Project | undefined): readonly Conditions[] {
  const custom = new Set(importer?.customConditions);
  return [(name) => usual.has(name) || custom.has(name), (name) => ofSources.has(name) || custom.has(name)];
}
