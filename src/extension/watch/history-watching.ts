import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { failureOf, failureText } from '../checks/failure.ts';
import { systemTimers } from '../checks/timers.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { listWaiting, type ListingParts } from '../folders/list-waiting.ts';
import { findFolder } from '../state/workspace-state.ts';
import { WatchedFolders } from './watched-folders.ts';

/** One decision is several writes; this long they are collected, in milliseconds. */
const COLLECT_MS = 200;

type Parts = ListingParts & Pick<ExtensionParts, 'log'>;

/**
 * Follows what is decided elsewhere: where the history of a folder is written to, what waits for a person is listed anew,
 * and with it tree, lenses, panels and status bar follow.
 */
export function registerHistoryWatching(parts: Parts): vscode.Disposable {
  const watched = new WatchedFolders((folder, failed) => watchHistory(parts, folder, failed));
  const follow = (): void => {
    const { trusted, folders } = parts.store.state;
    watched.follow(trusted ? folders.filter(({ status }) => status === 'ready').map(({ folder }) => folder) : []);
  };
  follow();
  return vscode.Disposable.from(parts.store.subscribe(follow), watched);
}

function watchHistory(parts: Parts, folder: string, failed: () => void): vscode.Disposable {
  let timer: { cancel(): void } | undefined;
  let watchers: readonly vscode.Disposable[] = [];
  let isOver = false;
  const list = (): void => {
    timer = undefined;
    // A run of this window lists what waits when it ends.
    if (findFolder(parts.store.state, folder)?.run?.kind === 'running') return;
    listWaiting(parts, folder).catch((error: unknown) => parts.log.warn(failureText(failureOf(error))));
  };
  const changed = (): void => {
    timer ??= systemTimers.after(COLLECT_MS, list);
  };
  const forget = (): void => {
    for (const watcher of watchers) watcher.dispose();
  };
  const watch = (file: string): void => {
    forget();
    if (isOver) return;
    const place = dirname(file);
    // What is written stands in the log beside the database first.
    const written = watcherOf(place, `${basename(file)}{,-wal}`);
    // Outside of the workspace a folder is watched only once it is there.
    const made = watcherOf(dirname(place), basename(place));
    watchers = [
      written,
      written.onDidCreate(changed),
      written.onDidChange(changed),
      made,
      made.onDidCreate(() => {
        watch(file);
        changed();
      }),
    ];
  };
  parts.engines
    .of(folder)
    .then(async (engine) => watch(await engine.historyFile()))
    .catch((error: unknown) => {
      parts.log.warn(failureText(failureOf(error)));
      failed();
    });
  return new vscode.Disposable(() => {
    isOver = true;
    timer?.cancel();
    forget();
  });
}

function watcherOf(folder: string, pattern: string): vscode.FileSystemWatcher {
  return vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(folder), pattern));
}
