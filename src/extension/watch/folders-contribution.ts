import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatFailure, toFailure } from '../base/failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { refreshDecisions } from './history-watching.ts';

type Services = Pick<ExtensionServices, 'amendments' | 'choices' | 'engines' | 'log' | 'results' | 'store'>;

/** Opens and closes folders with the workspace, and checks again after a change of the settings or of workspace trust. */
export function registerFolders(services: ExtensionServices): vscode.Disposable {
  const { store, engines, checks, paths } = services;
  const known = new Set<string>();
  const update = async (): Promise<void> => {
    const folders = paths.folders().map(({ uri, name }) => ({ folder: uri.toString(), name }));
    store.dispatch({ type: 'folders-changed', folders });
    for (const folder of known) {
      if (folders.some((candidate) => candidate.folder === folder)) continue;
      known.delete(folder);
      services.unsaved.clear(folder);
      await engines.close(folder);
    }
    const added = folders.filter(({ folder }) => !known.has(folder));
    for (const { folder } of added) known.add(folder);
    for (const { folder } of added) {
      await checks.refresh(folder);
      await readModel(services, folder);
      await recover(services, folder);
      // In an untrusted workspace they are shown, too.
      if (engines.getOpened(folder)) for (const read of services.readers) await read(folder);
    }
  };
  /** Engines read settings and trust on each call, so a new check applies the change. */
  const refresh = async (): Promise<void> => {
    for (const folder of known) {
      await checks.refresh(folder);
      await readModel(services, folder);
    }
  };
  const runInBackground = (work: Promise<void>): void => {
    work.catch((error: unknown) => services.log.error(formatFailure(toFailure(error))));
  };
  runInBackground(update());
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(() => runInBackground(update())),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('holdfast')) runInBackground(refresh());
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      store.dispatch({ type: 'trust-changed', trusted: true });
      runInBackground(
        refresh().then(async () => {
          for (const folder of known) await recover(services, folder);
        }),
      );
    }),
  );
}

/** Finds and checks the contracts of all folders again, and reads their pending decisions. */
export async function refreshAll(services: ExtensionServices): Promise<void> {
  for (const { uri } of services.paths.folders()) {
    await services.checks.refresh(uri.toString());
    await refreshDecisions(services, uri.toString());
  }
}

/** Reads whether a folder has a configured model. Without an open engine, the folder has no contract that needs one. */
async function readModel(
  { engines, store, log }: Pick<ExtensionServices, 'engines' | 'log' | 'store'>,
  folder: string,
): Promise<void> {
  if (!engines.getOpened(folder)) return;
  try {
    const model = await (await engines.get(folder)).setup.configuredModel();
    store.dispatch({ type: 'model-read', folder, isMissing: model === undefined });
  } catch (error) {
    log.warn(formatFailure(toFailure(error)));
  }
}

/** Whether a folder has a contract, a shared configuration, validators, a history or sessions of agents. Other folders get no engine. */
export async function usesHoldfast(folder: string): Promise<boolean> {
  const uri = vscode.Uri.parse(folder);
  for (const name of ['history.db', 'agents']) {
    if (await exists(vscode.Uri.joinPath(uri, '.git', 'holdfast', name))) return true;
  }
  const globs = vscode.workspace.getConfiguration('holdfast', uri).get<readonly string[]>('contracts', []);
  for (const glob of ['{holdfast.config.yaml,.holdfast/**}', ...globs]) {
    const found = await vscode.workspace.findFiles(new vscode.RelativePattern(uri, glob), undefined, 1);
    if (found.length > 0) return true;
  }
  return false;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}

/**
 * Completes or rolls back interrupted landings and notifies the person about pending decisions. Does nothing without
 * trust or an open engine.
 */
async function recover(services: Services, folder: string): Promise<void> {
  const { engines, store, log } = services;
  if (!store.state.trusted || !engines.getOpened(folder)) return;
  try {
    for (const note of await (await engines.get(folder)).recover()) {
      log.info(note);
      void vscode.window.showInformationMessage(l10n.t('Holdfast: {0}', note));
    }
    await (await services.results()).offerPending(folder);
    await (await services.choices()).offerPending(folder);
    await (await services.amendments()).offerPending(folder);
    store.dispatch({ type: 'sessions-listed', folder, sessions: await (await engines.get(folder)).sessions.list() });
  } catch (error) {
    log.warn(formatFailure(toFailure(error)));
  }
}
