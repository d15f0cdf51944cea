import { stat } from 'node:fs/promises';
import { SecretKeys } from '../models/secret-keys.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { readGithubToken, signInToGithub } from './github-sign-in.ts';
import { WorkItemController } from './work-item-controller.ts';
import { WorkItemReader } from './work-item-reader.ts';

/** Creates the service of work items with the engines of the folders and the sign-in of the editor. */
export function createWorkItems(services: ExtensionServices): WorkItemController {
  const { store, engines, context, log } = services;
  const keys = new SecretKeys(context.secrets, process.env);
  const reader = new WorkItemReader({
    store,
    log,
    forge: async (folder) => (await engines.get(folder)).forge(),
    hasDatabase: async (folder) => isFile(await (await engines.get(folder)).historyFile()),
    open: async (folder) => (await engines.get(folder)).pipeline(),
    signIn: signInToGithub,
    isSignedIn: async () =>
      ((await keys.read('GITHUB_TOKEN')) ?? (await readGithubToken('GITHUB_TOKEN'))) !== undefined,
  });
  return new WorkItemController(services, reader);
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
