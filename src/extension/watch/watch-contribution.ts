import * as vscode from 'vscode';
import { openDrafts } from '../base/draft-files.ts';
import { formatFailure, toFailure } from '../base/failure.ts';
import { systemTimers } from '../base/timers.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { readEditorSettings } from '../settings/holdfast-settings.ts';
import { createSettingReader } from '../settings/setting-reader.ts';
import { ChangeBatcher } from './change-batcher.ts';

/** The events of file watchers are collected for this long, in milliseconds. */
const COLLECT_MS = 60;

type Services = Pick<
  ExtensionServices,
  'checks' | 'dataFiles' | 'interfaceChecks' | 'paths' | 'unsaved' | 'engines' | 'log'
>;

/** Reports typed text and changed files on disk to the checks. */
export function registerFileWatching(services: Services): vscode.Disposable {
  const reportChanges = (folder: string, paths: readonly string[]): void => {
    services.dataFiles.handleDiskChanges(folder, paths);
    services.interfaceChecks.handleDiskChanges(folder, paths);
    services.checks
      .handleDiskChanges(folder, paths)
      .catch((error: unknown) => services.log.warn(formatFailure(toFailure(error))));
  };
  const batcher = new ChangeBatcher(systemTimers, COLLECT_MS, reportChanges);
  const watchers = new Map<string, vscode.Disposable>();
  const watchFolders = (): void => {
    const folders = services.paths.folders();
    for (const folder of folders) {
      const key = folder.uri.toString();
      if (!watchers.has(key)) watchers.set(key, watchFolder(folder, batcher, services));
    }
    for (const [key, watcher] of watchers) {
      if (folders.some((folder) => folder.uri.toString() === key)) continue;
      watcher.dispose();
      watchers.delete(key);
    }
  };
  watchFolders();
  for (const document of vscode.workspace.textDocuments) {
    followDraft(services, document);
    if (document.isDirty) queueText(services, document, false);
  }
  return vscode.Disposable.from(
    batcher,
    {
      dispose() {
        for (const watcher of watchers.values()) watcher.dispose();
      },
    },
    vscode.workspace.onDidChangeWorkspaceFolders(watchFolders),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      followDraft(services, document);
      // An event without changes reports that the document became dirty or clean.
      queueText(services, document, contentChanges.length > 0);
    }),
    vscode.workspace.onDidSaveTextDocument((document) => {
      queueText(services, document, false);
      for (const { folder, path } of services.paths.locate(document.uri)) reportChanges(folder, [path]);
    }),
    // Closing discards unsaved text. VS Code may report the document as clean before it closes it.
    vscode.workspace.onDidCloseTextDocument((document) => {
      if (!forgetDraft(services, document)) queueText(services, document, document.isDirty);
    }),
    vscode.workspace.onDidOpenTextDocument((document) => followDraft(services, document)),
  );
}

/** Lists a document that turns out to be the draft of a contract. */
function followDraft(services: Services, document: vscode.TextDocument): void {
  if (!openDrafts.record(document, services.paths.folders())) return;
  queueText(services, document, false);
  listDraft(services, document);
}

/** Returns whether the document is a draft. */
function forgetDraft(services: Services, document: vscode.TextDocument): boolean {
  const located = openDrafts.find(document.uri);
  if (!located) return false;
  services.unsaved.queue(located.folder, located.path, () => null);
  listDraft(services, document);
  openDrafts.forget(document.uri);
  return true;
}

function listDraft({ checks, paths, log }: Services, { uri }: vscode.TextDocument): void {
  for (const { folder, path } of paths.locate(uri))
    checks.handleDiskChanges(folder, [path]).catch((error: unknown) => log.warn(formatFailure(toFailure(error))));
}

/** Queues the text of a document. Once the document is clean or closed, the file on disk is current. */
function queueText(services: Services, document: vscode.TextDocument, recheck: boolean): void {
  for (const { folder, path } of services.paths.locate(document.uri)) {
    const isCurrent = (): boolean => !document.isClosed && (document.isDirty || document.isUntitled);
    services.unsaved.queue(folder, path, () => (isCurrent() ? document.getText() : null));
    if (recheck && readEditorSettings(createSettingReader(folder)).checkOnType)
      services.checks.handleEdit(folder, path);
  }
}

function watchFolder(folder: vscode.WorkspaceFolder, batcher: ChangeBatcher, services: Services): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '**/*'));
  const key = folder.uri.toString();
  const add = (uri: vscode.Uri): void => {
    for (const located of services.paths.locate(uri)) if (located.folder === key) batcher.add(key, located.path);
  };
  return vscode.Disposable.from(watcher, watcher.onDidCreate(add), watcher.onDidChange(add), watcher.onDidDelete(add));
}
