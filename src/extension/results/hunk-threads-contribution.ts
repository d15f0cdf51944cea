import * as vscode from 'vscode';
import type { ExtensionServices } from '../services/extension-services.ts';

/** Shows the hunks and the comments of results in diff editors once a result waits for review. The code is loaded only then. */
export function registerHunkThreads(
  services: Pick<ExtensionServices, 'store' | 'log' | 'resultComments'>,
): vscode.Disposable {
  let threads: { dispose(): void } | undefined;
  let isDisposed = false;
  let isLoading = false;
  const load = async (): Promise<void> => {
    const { HunkThreads } = await import('./hunk-threads.ts');
    if (isDisposed) return;
    threads = new HunkThreads(services);
    await services.resultComments();
  };
  const update = (): void => {
    const hasReview = services.store.state.folders.some(
      ({ pendingFiles = {} }) => Object.keys(pendingFiles).length > 0,
    );
    if (!hasReview || isLoading) return;
    isLoading = true;
    load().catch((error: unknown) => services.log.error('Failed to show the changes of a result', error));
  };
  const subscription = services.store.subscribe(update);
  update();
  return new vscode.Disposable(() => {
    isDisposed = true;
    subscription.dispose();
    threads?.dispose();
  });
}
