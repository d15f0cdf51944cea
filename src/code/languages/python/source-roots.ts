import { folderOf, joinPath } from '../../resolution/tree-path.ts';

/** The folders in which the modules of a project usually are, relative to the folder of the project. */
const USUAL_FOLDERS = ['', 'src', 'lib', 'python'] as const;

/**
 * The folders that the projects of a tree add to the import path: the folder of each project file and the usual folders in
 * it, and the folders that the file names. The root of the tree is a project even without a file.
 *
 * @param configuration the texts of pyproject.toml and setup.cfg by path
 */
export function findSourceRoots(configuration: ReadonlyMap<string, string>): readonly string[] {
  const roots = new Set<string>();
  const projects: [string, string][] = [['', '']];
  for (const [path, text] of configuration) if (/\.(?:toml|cfg)$/.test(path)) projects.push([folderOf(path), text]);
  for (const [folder, text] of projects) {
    for (const relative of [...namedFolders(text), ...USUAL_FOLDERS]) {
      const root = joinPath(folder, relative);
      if (root !== undefined) roots.add(root);
    }
  }
  return [...roots];
}

/**
 * The folders that a project file names as places of modules: `where` and `package-dir` (setuptools), `from` (Poetry),
 * `packages` and `sources` (Hatch), `module-root` (uv), `python-source` (Maturin), `pythonpath` (pytest). The values are read
 * from single settings: a folder that does not exist changes nothing.
 */
function namedFolders(text: string): readonly string[] {
  const folders: string[] = [];
  const setting =
    /(?:^|[\s{,.])"?(where|from|sources|pythonpath|module-root|python-source|package_?-?dir|packages)"?\s*=\s*(\[[^\]]*\]|\{[^}]*\}|"[^"\n]*"|'[^'\n]*'|[^\n#]*(?:\n[ \t]+[^\n#]+)*)/g;
  for (const [, key = '', value = ''] of text.matchAll(setting)) {
    // Poetry names the folder of each package: `packages = [{ include = "shop", from = "src" }]`.
    for (const [, from = ''] of value.matchAll(/\bfrom\s*=\s*["']([^"'\n]*)["']/g)) folders.push(from);
    const quoted = [...value.matchAll(/["']([^"'\n]*)["']/g)].map(([, item = '']) => item);
    // setup.cfg has no quotes: `package_dir =\n    = src`.
    const items = quoted.length > 0 ? quoted : value.split(/[\s=,]+/);
    for (const item of items) {
      if (item === '' || !/^[\w./-]+$/.test(item)) continue;
      // Hatch names the packages themselves.
      folders.push(key === 'packages' ? folderOf(item) : item);
    }
  }
  return [...folders, ...packageFolders(text)];
}

/**
 * The folders of a table of setuptools that maps packages to folders: `"" = "src"` is the folder of all packages, and
 * `shop = "code/shop"` of one.
 */
function packageFolders(text: string): readonly string[] {
  const [, table = ''] = /^\[tool\.setuptools\.package-dir\]([^[]*)/m.exec(text) ?? [];
  return [...table.matchAll(/^\s*"?([\w.]*)"?\s*=\s*["']([\w./-]+)["']/gm)].flatMap(([, name = '', folder = '']) => {
    const path = name.replaceAll('.', '/');
    if (path === '') return [folder];
    return folder.endsWith(`/${path}`) ? [folder.slice(0, -path.length - 1)] : [];
  });
}
