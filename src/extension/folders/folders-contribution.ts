import * as vscode from 'vscode';
import { failureOf, failureText } from '../checks/failure.ts';
import type { ExtensionParts } from '../extension-parts.ts';

/** Follows the workspace: which folders there are, whether it is trusted, and what the settings say. */
export function registerFolders(parts: ExtensionParts): vscode.Disposable {
  const { store, engines, checks, places } = parts;
  const known = new Set<string>();
  const follow = async (): Promise<void> => {
    const folders = places.folders().map(({ uri, name }) => ({ folder: uri.toString(), name }));
    store.dispatch({ type: 'folders-changed', folders });
    for (const folder of known) {
      if (folders.some((candidate) => candidate.folder === folder)) continue;
      known.delete(folder);
      parts.unsaved.forget(folder);
      await engines.close(folder);
    }
    const fresh = folders.filter(({ folder }) => !known.has(folder));
    for (const { folder } of fresh) known.add(folder);
    for (const { folder } of fresh) await open(parts, folder);
  };
  /** Engines read settings and trust each time they are asked; what they said before is asked again. */
  const askAgain = async (): Promise<void> => {
    for (const folder of known) await checks.refresh(folder);
  };
  void follow();
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(() => void follow()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('holdfast')) void askAgain();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      store.dispatch({ type: 'trust-changed', trusted: true });
      void askAgain().then(async () => {
        for (const folder of known) await takeUp(parts, folder);
      });
    }),
  );
}

/** Checks a folder's contracts, and takes up what an earlier window left behind. */
async function open(parts: ExtensionParts, folder: string): Promise<void> {
  await parts.checks.refresh(folder);
  await takeUp(parts, folder);
}

/** Completes or rolls back a landing that broke off, and offers what waits for a person; neither without trust. */
async function takeUp(parts: ExtensionParts, folder: string): Promise<void> {
  const { engines, store, log } = parts;
  if (!store.state.trusted || !engines.opened(folder)) return;
  try {
    for (const note of await (await engines.of(folder)).recover()) {
      log.info(note);
      void vscode.window.showInformationMessage(`Holdfast: ${note}`);
    }
    await (await parts.reviews()).offerWaiting(folder);
    await (await parts.choices()).offerWaiting(folder);
    await (await parts.amendments()).offerWaiting(folder);
  } catch (error) {
    log.warn(failureText(failureOf(error)));
  }
}
