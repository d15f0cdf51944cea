import { folderOf, isWithin, pathWithin } from '../../resolution/tree-path.ts';
import type { ImportResolver, TreeFiles } from '../interface/code-language.ts';

/** A module of the tree: the folder of a go.mod and the import path that it declares. */
interface GoModule {
  readonly folder: string;
  readonly path: string;
}

/** Resolves import paths to the packages of the modules of a tree. A package is a folder. */
export class GoResolver implements ImportResolver {
  readonly #files: TreeFiles;
  /** The module with the longest path comes first. */
  readonly #modules: readonly GoModule[];
  #packages: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(files: TreeFiles, configuration: ReadonlyMap<string, string>) {
    this.#files = files;
    this.#modules = [...configuration]
      .filter(([file]) => file === 'go.mod' || file.endsWith('/go.mod'))
      .flatMap(([file, text]) => {
        const path = /^\s*module\s+["`]?([^\s"`]+)/m.exec(text)?.[1];
        return path === undefined ? [] : [{ folder: folderOf(file), path }];
      })
      .sort((a, b) => b.path.length - a.path.length);
  }

  /** The first file of the package; `packageFilesOf` lists the others. */
  resolve(_fromFile: string, specifier: string): string | undefined {
    for (const { folder, path } of this.#modules) {
      if (!isWithin(specifier, path)) continue;
      const rest = pathWithin(specifier, path);
      const packageFolder = [folder, rest].filter((part) => part !== '').join('/');
      const files = this.#getPackages().get(packageFolder);
      const found = files?.find((file) => !file.endsWith('_test.go'));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  packageFilesOf(file: string): readonly string[] {
    return this.#getPackages().get(folderOf(file)) ?? [];
  }

  /** Go has no relative imports in modules. */
  candidatesFor(): readonly string[] {
    return [];
  }

  specifierFor(file: string): string {
    const folder = folderOf(file);
    const owners = this.#modules.filter((one) => isWithin(folder, one.folder));
    const owner = owners.sort((a, b) => b.folder.length - a.folder.length)[0];
    if (owner === undefined) return folder;
    const rest = pathWithin(folder, owner.folder);
    return rest === '' ? owner.path : `${owner.path}/${rest}`;
  }

  #getPackages(): ReadonlyMap<string, readonly string[]> {
    if (this.#packages === undefined) {
      const packages = new Map<string, string[]>();
      for (const file of this.#files) {
        if (!file.endsWith('.go')) continue;
        const folder = folderOf(file);
        const files = packages.get(folder);
        if (files === undefined) packages.set(folder, [file]);
        else files.push(file);
      }
      for (const files of packages.values()) files.sort();
      this.#packages = packages;
    }
    return this.#packages;
  }
}
