import { folderOf, isWithin, joinPath } from '../../resolution/tree-path.ts';

/** An import path, and the folder that its packages are in. */
export interface GoPathMapping {
  readonly path: string;
  readonly folder: string;
}

/** A module of the tree: a go.mod. */
export interface GoModule extends GoPathMapping {
  /** The paths that the file replaces by folders of the tree. */
  readonly replaced: readonly GoPathMapping[];
}

/** The modules and the replacements that a tree configures. */
export interface GoModules {
  /** The module with the longest path comes first. */
  readonly modules: readonly GoModule[];
  /** The module that a file belongs to: that of the nearest go.mod. */
  ownerOf(folder: string): GoModule | undefined;
  /** The replacements that hold in a folder, those of the workspace file first. */
  replacementsIn(folder: string): readonly GoPathMapping[];
}

/** @param configuration the texts of go.mod and go.work by path */
export function readGoModules(configuration: ReadonlyMap<string, string>): GoModules {
  const modules: GoModule[] = [];
  const workspaces: { readonly folder: string; readonly replaced: readonly GoPathMapping[] }[] = [];
  for (const [file, text] of configuration) {
    const folder = folderOf(file);
    if (/(?:^|\/)go\.work$/.test(file)) workspaces.push({ folder, replaced: readReplacements(text, folder) });
    if (!/(?:^|\/)go\.mod$/.test(file)) continue;
    const path = /^\s*module\s+\(?\s*["`]?([^\s"`)]+)/m.exec(text)?.[1];
    if (path !== undefined) modules.push({ folder, path, replaced: readReplacements(text, folder) });
  }
  modules.sort((a, b) => b.path.length - a.path.length);
  const byFolder = [...modules].sort((a, b) => b.folder.length - a.folder.length);
  workspaces.sort((a, b) => b.folder.length - a.folder.length);
  const ownerOf = (folder: string): GoModule | undefined => byFolder.find((one) => isWithin(folder, one.folder));
  return {
    modules,
    ownerOf,
    replacementsIn: (folder) => [
      ...(workspaces.find((one) => isWithin(folder, one.folder))?.replaced ?? []),
      ...(ownerOf(folder)?.replaced ?? []),
    ],
  };
}

/** The folders of the modules that a go.work in the root uses: `use ./api`, alone and in parentheses. */
export function readUsedFolders(text: string): readonly string[] {
  const code = text.replace(/\/\/[^\n]*/g, '');
  return [...code.matchAll(/^[ \t]*use[ \t]+(?:\(([^)]*)\)|([^\n]+))/gm)]
    .flatMap(([, block, line]) => (block ?? line ?? '').split('\n'))
    .map((path) => path.trim().replaceAll(/^["`]|["`]$/g, ''))
    .flatMap((path) => (path === '' ? [] : (joinPath('', path) ?? [])));
}

/** Reads `replace old => ./folder`, alone and in parentheses. Replacements by other modules are not files of the tree. */
function readReplacements(text: string, folder: string): readonly GoPathMapping[] {
  const replaced: GoPathMapping[] = [];
  const code = text.replace(/\/\/[^\n]*/g, '');
  for (const [, path = '', target = ''] of code.matchAll(
    /^[ \t]*(?:replace[ \t]+)?["`]?([^\s"`()=]+)["`]?(?:[ \t]+v[^\s=]+)?[ \t]*=>[ \t]*["`]?(\.{1,2}(?:\/[^\s"`]*)?)["`]?[ \t\r]*$/gm,
  )) {
    const local = joinPath(folder, target);
    if (local !== undefined) replaced.push({ path, folder: local });
  }
  return replaced.sort((a, b) => b.path.length - a.path.length);
}
