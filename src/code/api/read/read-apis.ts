import { dirname } from 'node:path/posix';
import { isTestPath } from '../../../contract/test-paths.ts';
import type { JavaScriptEngine } from '../../types/engines/javascript-engine.ts';
import { textOnDisk } from '../../types/files/ambient-files.ts';
import { ConfigurationSearch } from '../../types/files/configuration-search.ts';
import type { WorkspacePackage } from '../../resolution/workspace-packages.ts';
import { findPackageEntries, type EntryFiles } from '../entries/package-entries.ts';
import type { PackageApi } from '../model/package-api.ts';
import { readPackageApi } from './read-package-api.ts';

/** One version of a tree, as far as the entries of its packages need it. */
export interface ApiTree {
  /** Absolute path, with `/`. */
  readonly root: string;
  readonly files: EntryFiles;
  /** The folder of the package that a file belongs to. */
  readonly packageOf: (file: string) => string | undefined;
  /** The files whose declarations all others see. */
  readonly ambientFiles: Iterable<string>;
  /** The text of a configuration, by its absolute path. */
  readonly textOf: (file: string) => string | undefined;
}

/** [CHANGE-5] Reads what a package of TypeScript or JavaScript offers. */
export function readApi(engine: JavaScriptEngine, tree: ApiTree, owner: WorkspacePackage): PackageApi {
  const { root, files, packageOf } = tree;
  const found = findPackageEntries(owner, files);
  const modules = found.entries.filter(({ kind }) => kind === 'module').map(({ file }) => `${root}/${file}`);
  const search = new ConfigurationSearch(root, engine, tree.textOf);
  const [first] = modules.filter((file) => !/\.[cm]?jsx?$/.test(file)).concat(modules);
  const configuration = first === undefined ? undefined : search.configurationOf(first);
  const folder = configuration === undefined ? root : dirname(configuration);
  const ambient = [...tree.ambientFiles]
    // What a test declares for all files is not published.
    .filter((file) => packageOf(file) === owner.folder && !isTestPath(file))
    .map((file) => `${root}/${file}`)
    .filter((file) => configuration === undefined || search.filesOf(configuration).has(file));
  const { typescript, program } = engine.compile({
    folder,
    configuration,
    roots: [...new Set([...modules, ...ambient])].sort(),
    hasJavaScript: modules.some((file) => /\.[cm]?jsx?$/.test(file)),
  });
  const isOwn = (file: string): boolean => packageOf(file) === owner.folder;
  return readPackageApi({ typescript, program, owner, found, root, isOwn });
}

/** The text of a file in a tree with an overlay. */
export function textIn(overlay: (file: string) => string | null | undefined): (file: string) => string | undefined {
  return (file) => {
    const text = overlay(file);
    return text === undefined ? textOnDisk(file) : (text ?? undefined);
  };
}
