import { fileAt, type FileLookup } from './file-candidates.ts';
import { conventionalSource, emittedSource } from './output-source.ts';
import { exportTargets, importTargets, type ConditionFilter } from './package-targets.ts';
import type { Project } from './project.ts';
import type { Projects } from './projects.ts';
import { joinPath, nameOf } from './tree-path.ts';
import type { WorkspacePackage } from './workspace-packages.ts';

const STANDARD_CONDITIONS: ReadonlySet<string> = new Set(['import', 'require', 'node', 'module', 'types']);
/** Conditions that bundlers and workspaces use for source files, tried if the standard conditions resolve to no file. */
const SOURCE_CONDITIONS: ReadonlySet<string> = new Set([
  ...STANDARD_CONDITIONS,
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

/** Resolves entries of packages in the tree to files of the tree. */
export class PackageResolution {
  readonly #files: FileLookup;
  readonly #projects: Projects;

  constructor(files: FileLookup, projects: Projects) {
    this.#files = files;
    this.#projects = projects;
  }

  /** Resolves `name` (subpath `.`) or `name/sub` (subpath `./sub`). */
  resolveEntry(owner: WorkspacePackage, subpath: string, importer: Project | undefined): string | undefined {
    const { folder, manifest } = owner;
    if (manifest.exports !== undefined && manifest.exports !== null) {
      for (const conditions of conditionSets(importer)) {
        const found = this.#resolveFirst(owner, exportTargets(manifest.exports, subpath, conditions));
        if (found !== undefined) return found;
      }
      return subpath === '.' ? this.conventionalEntry(owner) : undefined;
    }
    if (subpath !== '.') return this.#resolveFile(owner, subpath) ?? this.#resolveIndex(joinPath(folder, subpath));
    const { module, source } = manifest;
    return (
      this.resolveFolderEntry(owner) ??
      this.#resolveFirst(owner, [module, source]) ??
      this.#resolveIndex(folder) ??
      this.conventionalEntry(owner)
    );
  }

  /** Resolves an import of the package's folder by path. It uses only `types`, `typings` and `main`. */
  resolveFolderEntry(owner: WorkspacePackage): string | undefined {
    const { types, typings, main } = owner.manifest;
    return this.#resolveFirst(owner, [types, typings, main]);
  }

  /** The targets of `#name` in the `imports` of a package: paths of the tree with a leading `/`, or specifiers. */
  resolveImportTargets(owner: WorkspacePackage, specifier: string, importer: Project | undefined): readonly string[] {
    const { imports } = owner.manifest;
    if (imports === undefined) return [];
    for (const conditions of conditionSets(importer)) {
      const targets = importTargets(imports, specifier, conditions);
      const found = targets.flatMap((target) => {
        if (!target.startsWith('.')) return [target];
        const file = this.#resolveFile(owner, target);
        return file === undefined ? [] : [`/${file}`];
      });
      if (found.length > 0) return found;
    }
    return [];
  }

  /** The file at a path of the package, or the source of a build output at that path. */
  resolveTarget(owner: WorkspacePackage, target: string): string | undefined {
    return this.#resolveFile(owner, target) ?? this.#resolveIndex(joinPath(owner.folder, target));
  }

  #resolveFirst(owner: WorkspacePackage, targets: readonly (string | undefined)[]): string | undefined {
    for (const target of targets) {
      const found = target === undefined ? undefined : this.#resolveFile(owner, target);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #resolveFile(owner: WorkspacePackage, target: string): string | undefined {
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

  #resolveIndex(path: string | undefined): string | undefined {
    if (path === undefined) return undefined;
    return fileAt(this.#files, path === '' ? 'index' : `${path}/index`);
  }

  /** The entry of a package by convention, if the configuration does not relate the build output to its source. */
  conventionalEntry({ folder, manifest }: WorkspacePackage): string | undefined {
    const prefix = folder === '' ? '' : `${folder}/`;
    const packageName = nameOf(manifest.name ?? '');
    const stems = [
      'src/index',
      'index',
      'lib/index',
      'source/index',
      'src/main',
      ...(packageName === '' ? [] : [`src/${packageName}`]),
    ];
    for (const stem of stems) {
      const found = fileAt(this.#files, prefix + stem);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function conditionSets(importer: Project | undefined): readonly ConditionFilter[] {
  const custom = new Set(importer?.customConditions);
  return [
    (name) => STANDARD_CONDITIONS.has(name) || custom.has(name),
    (name) => SOURCE_CONDITIONS.has(name) || custom.has(name),
  ];
}
