import path from 'node:path';
import type * as vscode from 'vscode';

/** A file of a workspace folder. */
export interface WorkspacePath {
  /** The URI of the workspace folder, as a string. */
  readonly folder: string;
  /** Relative to the folder, with `/`. */
  readonly path: string;
}

/**
 * Maps files to the workspace folders that contain them. Nested workspace folders share files. Only folders on disk are
 * listed, because commands and worktrees need files on disk.
 */
export class FolderPaths {
  readonly #folders: () => readonly vscode.WorkspaceFolder[];
  readonly #findDraft: (uri: vscode.Uri) => WorkspacePath | undefined;

  /** @param findDraft the path of a contract that is an unsaved draft */
  constructor(
    folders: () => readonly vscode.WorkspaceFolder[],
    findDraft: (uri: vscode.Uri) => WorkspacePath | undefined = () => undefined,
  ) {
    this.#folders = folders;
    this.#findDraft = findDraft;
  }

  folders(): readonly vscode.WorkspaceFolder[] {
    return this.#folders().filter((folder) => folder.uri.scheme === 'file');
  }

  /** The path of a file in each workspace folder that contains it, or the path that a draft of a contract would have. */
  locate(uri: vscode.Uri): readonly WorkspacePath[] {
    const draft = this.#findDraft(uri);
    if (draft !== undefined) return [draft];
    if (uri.scheme !== 'file') return [];
    return this.folders().flatMap((folder) => {
      const relative = toFolderPath(folder.uri.fsPath, uri.fsPath);
      return relative === undefined ? [] : [{ folder: folder.uri.toString(), path: relative }];
    });
  }
}

/**
 * Converts an absolute path to a path relative to a folder, with `/`. Returns `undefined` if the file is outside the
 * folder. On Windows, letter case is ignored.
 */
export function toFolderPath(
  folder: string,
  file: string,
  platform: Pick<typeof path, 'relative' | 'isAbsolute' | 'sep'> = path,
): string | undefined {
  const relative = platform.relative(folder, file);
  if (relative === '' || relative === '..' || relative.startsWith(`..${platform.sep}`) || platform.isAbsolute(relative))
    return undefined;
  return relative.split(platform.sep).join('/');
}
