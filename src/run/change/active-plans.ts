import type { ContractDocument } from '../../contract/document.ts';
import { readCommittedText } from '../../workspace/files/committed-text.ts';
import { isOpenPlan, listPlanFiles, type ActivePlans } from '../contracts/plan-activity.ts';
import type { FolderServices } from '../services/folder-services.ts';
import { findChangeBase } from './change-base.ts';

/** The contracts of a folder, and its open plans that were not worked on yet: a task of them can be started. */
export async function readStartable(
  services: Pick<FolderServices, 'configuration' | 'contracts' | 'tree'>,
): Promise<readonly ContractDocument[]> {
  const { contracts, tree } = services;
  const documents = await contracts.readAll();
  const configuration = await services.configuration();
  if (configuration.plans.length === 0) return documents;
  const known = new Set(documents.flatMap(({ file, contract }) => [file, contract?.source?.file]));
  const others: ContractDocument[] = [];
  for (const file of listPlanFiles(configuration, await tree.listFiles())) {
    if (!known.has(file) && (await isOpenPlan(tree, file))) others.push(await contracts.read(file));
  }
  return [...documents, ...others];
}

/** The active plans on disk: open, and changed since the merge base. */
export function createActivePlans(
  services: Pick<FolderServices, 'configurationOf' | 'repository' | 'tree'>,
): ActivePlans {
  const { tree } = services;
  const findBase = async (): Promise<string | undefined> =>
    (await services.repository()).commits === undefined ? undefined : findChangeBase(services, undefined);
  const baseTextOf = async (file: string): Promise<string | undefined> => {
    const base = await findBase();
    return base === undefined ? undefined : (await readCommittedText(tree.root, base, file, undefined))?.text;
  };
  return {
    baseTextOf,
    select: async (files) => {
      const selected: string[] = [];
      for (const file of files) {
        const text = await tree.readText(file);
        if (text === undefined || text === (await baseTextOf(file))) continue;
        if (await isOpenPlan(tree, file)) selected.push(file);
      }
      return selected;
    },
  };
}
