import type { WorkspaceState } from '../state/workspace-state.ts';

/**
 * The value of the context key for the welcome views and menus of the contracts view. Before the folders are known, a
 * workspace may have contracts, so that it must not be called empty. A window without a folder has its own welcome view.
 */
export function computeViewState({ folders }: Pick<WorkspaceState, 'folders'>): 'loading' | 'empty' | 'ready' {
  if (folders.some((folder) => folder.contracts.length > 0 || folder.status === 'failed')) return 'ready';
  return folders.length === 0 || folders.some((folder) => folder.status === 'loading') ? 'loading' : 'empty';
}
