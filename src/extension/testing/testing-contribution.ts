import * as vscode from 'vscode';
import { formatFailure, toFailure } from '../base/failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';

/**
 * [EDIT-5] Shows contracts in the view of tests. Its code is loaded after the contracts were listed, so that it does not
 * delay the activation, and not at all in a workspace without a contract.
 */
export function registerTesting(
  services: Pick<ExtensionServices, 'checks' | 'engines' | 'log' | 'paths' | 'store' | 'unsaved'>,
): vscode.Disposable {
  let explorer: { dispose(): void } | undefined;
  let isLoading = false;
  let isDisposed = false;
  const load = async (): Promise<void> => {
    const { TestExplorer } = await import('./test-explorer.ts');
    if (!isDisposed) explorer = new TestExplorer(services);
  };
  const loadIfNeeded = (): void => {
    if (isLoading || !services.store.state.folders.some(({ contracts }) => contracts.length > 0)) return;
    isLoading = true;
    load().catch((error: unknown) => services.log.error(formatFailure(toFailure(error))));
  };
  loadIfNeeded();
  const subscription = services.store.subscribe(loadIfNeeded);
  return new vscode.Disposable(() => {
    isDisposed = true;
    subscription.dispose();
    explorer?.dispose();
  });
}
