import { stat } from 'node:fs/promises';
import type { ExtensionServices } from '../services/extension-services.ts';
import { canSignInToGithub, signInToGithub } from './github-sign-in.ts';
import { WorkItemController } from './work-item-controller.ts';
import { WorkItemReader } from './work-item-reader.ts';

/** Creates the service of work items with the engines of the folders and the sign-in of the editor. */
export function createWorkItems(services: ExtensionServices): WorkItemController {
  const { store, engines, log } = services;
  const reader = new WorkItemReader({
    store,
    log,
    forge: async (folder) => (await engines.get(folder)).forge(),
    hasDatabase: async (folder) => isFile(await (await engines.get(folder)).history.file()),
    open: async (folder) => (await engines.get(folder)).pipeline(),
    signIn: signInToGithub,
    canSignIn: canSignInToGithub,
  });
  return new WorkItemController(services, reader);
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
