import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { formatFailure, toFailure } from '../base/failure.ts';
import { systemTimers } from '../base/timers.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findFolder } from '../state/workspace-state.ts';
import { WatchedFolders } from './watched-folders.ts';

/** The writes of one decision are collected for this long, in milliseconds. */
const COLLECT_MS = 200;

type Services = Pick<
  ExtensionServices,
  'store' | 'engines' | 'checks' | 'results' | 'choices' | 'amendments' | 'landings' | 'readers' | 'log'
>;

/**
 * Watches the history and the branches of each folder for decisions made elsewhere, for example on the command line, and
 * updates the pending decisions in the store.
 */
export function registerHistoryWatching(services: Services): vscode.Disposable {
  const watched = new WatchedFolders((folder, onFailed) => watchHistory(services, folder, onFailed));
  const update = (): void => {
    const { trusted, folders } = services.store.state;
    watched.setFolders(trusted ? folders.filter(({ status }) => status === 'ready').map(({ folder }) => folder) : []);
  };
  update();
  return vscode.Disposable.from(services.store.subscribe(update), watched);
}

/** Reads the pending results, choices, amendments and work items of a folder again. Does nothing without trust or an open engine. */
export async function refreshDecisions(services: Omit<Services, 'log'>, folder: string): Promise<void> {
  const { store, engines, results, choices, amendments, landings, readers } = services;
  if (!store.state.trusted || !engines.getOpened(folder)) return;
  services.checks.refreshProgress(folder);
  for (const loadService of [results, choices, amendments]) await (await loadService()).refresh(folder);
  (await landings()).refresh();
  store.dispatch({ type: 'sessions-listed', folder, sessions: await (await engines.get(folder)).sessions.list() });
  for (const read of readers) await read(folder);
}

function watchHistory(services: Services, folder: string, onFailed: () => void): vscode.Disposable {
  let timer: { cancel(): void } | undefined;
  let watchers: readonly vscode.Disposable[] = [];
  let isDisposed = false;
  const refresh = (): void => {
    timer = undefined;
    // A run of this window refreshes the decisions when it ends.
    if (findFolder(services.store.state, folder)?.run?.kind === 'running') return;
    refreshDecisions(services, folder).catch((error: unknown) => services.log.warn(formatFailure(toFailure(error))));
  };
  const onChange = (): void => {
    timer ??= systemTimers.after(COLLECT_MS, refresh);
  };
  const disposeWatchers = (): void => {
    for (const watcher of watchers) watcher.dispose();
  };
  const watch = (file: string): void => {
    disposeWatchers();
    if (isDisposed) return;
    const directory = dirname(file);
    // SQLite writes to the write-ahead log next to the database first. Hooks record sessions in files.
    const databaseWatcher = createWatcher(directory, `{${basename(file)},${basename(file)}-wal,agents/session-*.json}`);
    // A person merges the pull requests of work items with git, and switches branches.
    const branchWatcher = createWatcher(dirname(directory), '{HEAD,packed-refs,refs/heads/**}');
    // Outside the workspace, VS Code can watch a directory only after it exists.
    const directoryWatcher = createWatcher(dirname(directory), basename(directory));
    watchers = [
      databaseWatcher,
      databaseWatcher.onDidCreate(onChange),
      databaseWatcher.onDidChange(onChange),
      branchWatcher,
      branchWatcher.onDidCreate(onChange),
      branchWatcher.onDidChange(onChange),
      branchWatcher.onDidDelete(onChange),
      directoryWatcher,
      directoryWatcher.onDidCreate(() => {
        watch(file);
        onChange();
      }),
    ];
  };
  services.engines
    .get(folder)
    .then(async (engine) => watch(await engine.history.file()))
    .catch((error: unknown) => {
      services.log.warn(formatFailure(toFailure(error)));
      onFailed();
    });
  return new vscode.Disposable(() => {
    isDisposed = true;
    timer?.cancel();
    disposeWatchers();
  });
}

function createWatcher(folder: string, pattern: string): vscode.FileSystemWatcher {
  return vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(folder), pattern));
}
