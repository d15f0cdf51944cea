import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatFailure, toFailure } from '../base/failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { createTreeItem } from '../tree/create-tree-item.ts';
import { presentLandingNode, toFileNodes, toLandingNodes, type LandingNode } from './landing-nodes.ts';
import { LANDING_SCHEME, parseLandingUri } from './landing-uri.ts';

/** Changes are collected for this long before the view is read again, in milliseconds. */
const REDRAW_MS = 150;

/** Registers the view of landings and the files that it compares. The landings are read only while the view is visible. */
export function registerLandings(
  services: Pick<ExtensionServices, 'engines' | 'landings' | 'log' | 'store'>,
): vscode.Disposable {
  const { store, engines, log } = services;
  const changed = new vscode.EventEmitter<undefined>();
  let following: vscode.Disposable | undefined;
  const view = vscode.window.createTreeView('holdfast.landings', {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: (node: LandingNode) => createTreeItem(node.id, presentLandingNode(node, new Date())),
      getChildren: async (node?: LandingNode) => {
        if (node?.kind === 'landing') return [...toFileNodes(node)];
        return [...(node?.kind === 'folder' ? await listFolder(node.folder) : node ? [] : await listRoots())];
      },
    },
  });
  async function listRoots(): Promise<readonly LandingNode[]> {
    const { onDidChange } = await services.landings();
    following ??= onDidChange(requestRedraw);
    const folders = store.state.folders.filter(({ status }) => status !== 'loading');
    const [only] = folders;
    if (folders.length === 1 && only) return listFolder(only.folder);
    return folders.map(({ folder, name }) => ({ kind: 'folder', id: folder, folder, name }));
  }
  async function listFolder(folder: string): Promise<readonly LandingNode[]> {
    try {
      return toLandingNodes(folder, await (await services.landings()).list(folder));
    } catch (error) {
      const text = formatFailure(toFailure(error));
      log.warn(text);
      return [{ kind: 'note', id: `${folder}\nfailed`, text }];
    }
  }
  let redraw: NodeJS.Timeout | undefined;
  const requestRedraw = (): void => {
    redraw ??= setTimeout(() => {
      redraw = undefined;
      if (view.visible) changed.fire(undefined);
    }, REDRAW_MS);
  };
  // A run or an accepted result lands; decisions made elsewhere list the results again.
  const subscription = store.subscribe((state, previous) => {
    const isSame =
      state.folders.length === previous.folders.length &&
      state.folders.every((folder, index) => {
        const before = previous.folders[index];
        return (
          folder.pendingResults === before?.pendingResults &&
          folder.run?.kind === before.run?.kind &&
          folder.status === before.status
        );
      });
    if (!isSame) requestRedraw();
  });
  const contents = vscode.workspace.registerTextDocumentContentProvider(LANDING_SCHEME, {
    async provideTextDocumentContent(uri) {
      const file = parseLandingUri(uri);
      if (!file) return '';
      const changes = await (await engines.get(file.folder)).landings.changes(file.landing);
      const change = changes.find(({ path, previousPath }) =>
        file.side === 'before' ? (previousPath ?? path) === file.path : path === file.path,
      );
      return (file.side === 'before' ? change?.before : change?.after) ?? '';
    },
  });
  const onVisible = view.onDidChangeVisibility(requestRedraw);
  view.description = l10n.t('newest first');
  return vscode.Disposable.from(view, changed, subscription, contents, onVisible, {
    dispose: () => {
      clearTimeout(redraw);
      following?.dispose();
    },
  });
}
