import * as vscode from 'vscode';
import { formatFailure, toFailure } from '../base/failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { FolderState } from '../state/workspace-state.ts';
import { computeUsageKeys } from './context-keys.ts';

type Services = Pick<ExtensionServices, 'engines' | 'log' | 'readers' | 'store'>;

/** Reads what was used in each folder, and sets the context keys of `UsageKeys`. */
export function registerUsage(services: Services): vscode.Disposable {
  const { engines, log, readers, store } = services;
  const read = async (folder: string): Promise<void> => {
    try {
      const { history, landings, plans } = await engines.get(folder);
      const { totals } = await history.analytics();
      const { runs, costUsd, isCostPartial } = totals;
      const hasLandings = (await landings.list(1)).length > 0;
      const hasPlanTries = (await plans.listCompilations(1)).length > 0;
      const past = { runs, costUsd, isCostPartial, hasLandings, hasPlanTries };
      store.dispatch({ type: 'past-read', folder, past });
    } catch (error) {
      log.warn(formatFailure(toFailure(error)));
    }
  };
  const known = new Map<string, boolean>();
  const update = (): void => {
    for (const [key, value] of Object.entries(computeUsageKeys(store.state)) as [string, boolean][]) {
      if (known.get(key) === value) continue;
      known.set(key, value);
      void vscode.commands.executeCommand('setContext', key, value);
    }
  };
  update();
  readers.add(read);
  const subscription = store.subscribe((state, previous) => {
    update();
    state.folders.forEach((folder, index) => {
      if (hasEnded(folder, previous.folders[index])) void read(folder.folder);
    });
  });
  return vscode.Disposable.from(subscription, { dispose: () => readers.delete(read) });
}

/** Whether a run of this window has just ended: its cost is known, and what it landed. */
function hasEnded({ folder, run }: FolderState, before: FolderState | undefined): boolean {
  return run?.kind === 'ended' && before?.folder === folder && before.run?.kind === 'running';
}
