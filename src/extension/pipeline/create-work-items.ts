import { stat } from 'node:fs/promises';
import { locateForge } from '../../pipeline.ts';
import type { PipelineServices } from './pipeline-services.ts';
import { canSignInToGithub, signInToGithub } from '../base/github-sign-in.ts';
import { WorkItemController } from './work-item-controller.ts';
import { WorkItemReader } from './work-item-reader.ts';

/** Creates the service of work items with the engines of the folders and the sign-in of the editor. */
export function createWorkItems(
  services: Pick<PipelineServices, 'engines' | 'log' | 'pipelines' | 'store'>,
): WorkItemController {
  const { store, engines, pipelines, log } = services;
  const reader = new WorkItemReader({
    store,
    log,
    forge: async (folder) => locateForge(await engines.get(folder)),
    hasDatabase: async (folder) => isFile(await (await engines.get(folder)).history.file()),
    open: (folder) => pipelines.get(folder),
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
