import type * as vscode from 'vscode';
import { pathInFolder } from './folder-path.ts';

/** A file's place in a workspace folder. */
export interface FolderPlace {
  /** The uri of the workspace folder, as text. */
  readonly folder: string;
  /** Relative to the folder, with `/`. */
  readonly path: string;
}

/**
 * In which workspace folders files stand. A file may be in several, where one folder holds another. Only folders on
 * disk count: commands and worktrees need one.
 */
export class FolderPlaces {
  readonly #folders: () => readonly vscode.WorkspaceFolder[];

  constructor(folders: () => readonly vscode.WorkspaceFolder[]) {
    this.#folders = folders;
  }

  folders(): readonly vscode.WorkspaceFolder[] {
    return this.#folders().filter((folder) => folder.uri.scheme === 'file');
  }

  of(uri: vscode.Uri): readonly FolderPlace[] {
    if (uri.scheme !== 'file') return [];
    return this.folders().flatMap((folder) => {
      const path = pathInFolder(folder.uri.fsPath, uri.fsPath);
      return path === undefined ? [] : [{ folder: folder.uri.toString(), path }];
    });
  }
}
