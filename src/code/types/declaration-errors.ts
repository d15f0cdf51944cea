import type { SourceTree } from '../../workspace/files/source-tree.ts';
import { isDeclarationFile } from '../language/source-language.ts';
import type { SyntaxDiagnostic } from '../language/syntax-errors.ts';
import { createBundledEngine } from './engines/choose-engine.ts';
import { ConfigurationSearch } from './files/configuration-search.ts';
import { isCheckableFile, isJavaScript } from './files/queried-files.ts';
import { WorkspaceTexts } from './files/workspace-texts.ts';

/** A syntax or type error in a file. */
export interface DeclarationError extends SyntaxDiagnostic {
  readonly file: string;
  readonly kind: 'syntax' | 'type';
}

/**
 * Type-checks files as if they were written to a tree, declaration files included. Only errors in these files are returned.
 * Uses the bundled TypeScript, so no code of the tree runs.
 *
 * @param tree on disk, with its installed packages: an import of a missing package is an error
 * @param files the new texts, by path. They replace files of the tree
 */
export async function findDeclarationErrors(
  tree: SourceTree,
  files: ReadonlyMap<string, string>,
): Promise<readonly DeclarationError[]> {
  const texts = new WorkspaceTexts(tree);
  for (const [file, text] of files) texts.setProbeText(texts.absolutePath(file), text);
  const hasFolder = (folder: string): boolean =>
    [...files.keys()].some((file) => texts.absolutePath(file).startsWith(`${folder}/`));
  using engine = await createBundledEngine({ overlay: texts.overlay, hasFolder, checksDeclarations: true });
  const search = new ConfigurationSearch(texts.root, engine, (file) => texts.textOf(file));
  const neighbors = (await tree.listFiles()).filter((file) => isCheckableFile(file) && !isDeclarationFile(file));
  const byConfiguration = new Map<string | undefined, string[]>();
  for (const file of files.keys()) {
    // A file that is not on disk is in no configuration. It will be in that of its nearest neighbor.
    const configuration = search.configurationOf(texts.absolutePath(nearestOf(file, neighbors)));
    const group = byConfiguration.get(configuration);
    if (group === undefined) byConfiguration.set(configuration, [file]);
    else group.push(file);
  }
  return [...byConfiguration].flatMap(([configuration, group]) => {
    const added = group.map((file) => texts.absolutePath(file));
    const ambient = configuration === undefined ? [] : [...search.filesOf(configuration)].filter(isDeclarationFile);
    const project = {
      folder: texts.root,
      configuration,
      roots: [...new Set([...ambient, ...added])],
      hasJavaScript: group.some(isJavaScript),
    };
    const program = engine.programOf(project);
    return added.flatMap((absolute) => {
      const file = texts.relativePath(absolute) ?? absolute;
      return program
        .errorsIn(absolute)
        .map(({ kind, line, column, message }) => ({ file, kind, line, column, message }));
    });
  });
}

/** The file that has the most folders in common with a path; the path if there is none. */
function nearestOf(path: string, files: readonly string[]): string {
  let nearest = path;
  let most = -1;
  for (const file of files) {
    const common = commonFolders(path, file);
    if (common <= most) continue;
    nearest = file;
    most = common;
  }
  return nearest;
}

function commonFolders(a: string, b: string): number {
  const foldersOfA = a.split('/').slice(0, -1);
  const foldersOfB = b.split('/').slice(0, -1);
  const differing = foldersOfA.findIndex((folder, index) => folder !== foldersOfB[index]);
  return differing < 0 ? foldersOfA.length : differing;
}
