import type { ModuleRecord } from '../../modules/module-record.ts';
import { folderOf, isWithin, joinPath, pathWithin } from '../../resolution/tree-path.ts';
import type { ImportResolver, TreeFiles } from '../interface/code-language.ts';
import { readGoModules, type GoModules, type GoPathMapping } from './module-files.ts';

/** Resolves import paths to the packages of the modules of a tree. A package is the files of a folder with one name. */
export class GoResolver implements ImportResolver {
  readonly #files: TreeFiles;
  readonly #modules: GoModules;
  readonly #recordOf: (file: string) => ModuleRecord | undefined;
  #folders: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(
    files: TreeFiles,
    configuration: ReadonlyMap<string, string>,
    recordOf: (file: string) => ModuleRecord | undefined,
  ) {
    this.#files = files;
    this.#modules = readGoModules(configuration);
    this.#recordOf = recordOf;
  }

  /** The first file of the package; `packageFilesOf` lists the others. */
  resolve(fromFile: string, specifier: string): string | undefined {
    const fromFolder = folderOf(fromFile);
    if (!this.#mayImport(fromFolder, specifier)) return undefined;
    const replaced = this.#modules.replacementsIn(fromFolder).find(({ path }) => isWithin(specifier, path));
    // A replacement hides the module of that path.
    if (replaced !== undefined) return this.#packageIn(replaced, specifier);
    for (const module of this.#modules.modules) {
      const found = isWithin(specifier, module.path) ? this.#packageIn(module, specifier) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  packageFilesOf(file: string): readonly string[] {
    const name = this.#recordOf(file)?.packageName;
    if (name === undefined) return [file];
    const files = this.#getFolders().get(folderOf(file)) ?? [];
    return files.filter((one) => this.#recordOf(one)?.packageName === name);
  }

  /** Go has no relative imports in modules. */
  candidatesFor(): readonly string[] {
    return [];
  }

  specifierFor(file: string): string {
    return this.#importPathOf(folderOf(file));
  }

  #importPathOf(folder: string): string {
    const owner = this.#modules.ownerOf(folder);
    if (owner === undefined) return folder;
    const rest = pathWithin(folder, owner.folder);
    return rest === '' ? owner.path : `${owner.path}/${rest}`;
  }

  /** Whether a folder may import a package: one in `internal` belongs to the packages next to that folder. */
  #mayImport(fromFolder: string, specifier: string): boolean {
    const [, parent] = /^(.*?)\/?(?<![^/])internal(?:\/(?!(?:.*\/)?internal(?:\/|$)).*)?$/.exec(specifier) ?? [];
    return parent === undefined || isWithin(this.#importPathOf(fromFolder), parent);
  }

  /** The first file of a package below a path; `undefined` if the folder belongs to another module or has no package. */
  #packageIn({ path, folder }: GoPathMapping, specifier: string): string | undefined {
    const packageFolder = joinPath(folder, pathWithin(specifier, path));
    if (packageFolder === undefined) return undefined;
    const owner = this.#modules.ownerOf(packageFolder);
    if (owner !== undefined && owner.folder !== folder && isWithin(owner.folder, folder)) return undefined;
    const files = this.#getFolders().get(packageFolder);
    return files?.find((file) => !file.endsWith('_test.go') && this.#recordOf(file)?.packageName !== undefined);
  }

  #getFolders(): ReadonlyMap<string, readonly string[]> {
    if (this.#folders === undefined) {
      const folders = new Map<string, string[]>();
      for (const file of this.#files) {
        if (!file.endsWith('.go')) continue;
        const folder = folderOf(file);
        const files = folders.get(folder);
        if (files === undefined) folders.set(folder, [file]);
        else files.push(file);
      }
      for (const files of folders.values()) files.sort();
      this.#folders = folders;
    }
    return this.#folders;
  }
}
