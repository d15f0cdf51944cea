import * as vscode from 'vscode';
import { systemTimers } from '../checks/timers.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { editorSettings } from '../settings/holdfast-settings.ts';
import { settingReader } from '../settings/setting-reader.ts';
import { ChangeBatch } from './change-batch.ts';

/** Watchers report a file several times and many files at once; this long they are collected, in milliseconds. */
const COLLECT_MS = 60;

type Parts = Pick<ExtensionParts, 'checks' | 'places' | 'unsaved' | 'engines'>;

/** Tells the checks what changes: text in editors as it is typed, and files on disk. */
export function registerWatching(parts: Parts): vscode.Disposable {
  const batch = new ChangeBatch(systemTimers, COLLECT_MS, (folder, paths) => {
    void parts.checks.changedOnDisk(folder, paths);
  });
  const watchers = new Map<string, vscode.Disposable>();
  const watchFolders = (): void => {
    const folders = parts.places.folders();
    for (const folder of folders) {
      const key = folder.uri.toString();
      if (!watchers.has(key)) watchers.set(key, watchFolder(folder, batch, parts));
    }
    for (const [key, watcher] of watchers) {
      if (folders.some((folder) => folder.uri.toString() === key)) continue;
      watcher.dispose();
      watchers.delete(key);
    }
  };
  watchFolders();
  for (const document of vscode.workspace.textDocuments) if (document.isDirty) noteText(parts, document, false);
  return vscode.Disposable.from(
    batch,
    {
      dispose() {
        for (const watcher of watchers.values()) watcher.dispose();
      },
    },
    vscode.workspace.onDidChangeWorkspaceFolders(watchFolders),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      // An event without changes tells that the document became dirty or clean.
      noteText(parts, document, contentChanges.length > 0);
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      noteText(parts, document, false);
      for (const { folder, path } of parts.places.of(document.uri)) void parts.checks.changedOnDisk(folder, [path]);
    }),
    // What was typed and thrown away counts no more. The document may be told of as clean before it is closed.
    vscode.workspace.onDidCloseTextDocument((document) => noteText(parts, document, document.isDirty)),
  );
}

/** The file on disk counts again once a document is clean or closed. */
function noteText(parts: Parts, document: vscode.TextDocument, recheck: boolean): void {
  for (const { folder, path } of parts.places.of(document.uri)) {
    parts.unsaved.changed(folder, path, () => (document.isDirty && !document.isClosed ? document.getText() : null));
    if (recheck && editorSettings(settingReader(folder)).checkOnType) parts.checks.edited(folder, path);
  }
}

function watchFolder(folder: vscode.WorkspaceFolder, batch: ChangeBatch, parts: Parts): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '**/*'));
  const key = folder.uri.toString();
  const add = (uri: vscode.Uri): void => {
    for (const place of parts.places.of(uri)) if (place.folder === key) batch.add(key, place.path);
  };
  return vscode.Disposable.from(watcher, watcher.onDidCreate(add), watcher.onDidChange(add), watcher.onDidDelete(add));
}
