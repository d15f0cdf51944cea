import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import * as z from 'zod';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { ContractTarget } from '../state/target.ts';
import { findFolder, type ContractState, type FolderState } from '../state/workspace-state.ts';

const targetSchema = z.object({
  folder: z.string(),
  contract: z.string().optional(),
  chunk: z.string().optional(),
  runId: z.string().optional(),
  amendment: z.string().optional(),
  /** The path of the only item of the contract that is amended, such as `chunks[0].functions[1]`. */
  requirement: z.string().optional(),
  /** Whether a run starts although the build fails before the first attempt. */
  allowFailingBuild: z.boolean().optional(),
  /** Whether a run starts although the chunk is done or already holds. */
  force: z.boolean().optional(),
  /** Whether a full check calls the model for gates without a recorded verdict. */
  judge: z.boolean().optional(),
});

/** The target in a command's argument. The person picks the missing parts. */
export type CommandTarget = z.infer<typeof targetSchema>;

/**
 * Reads the target from a command's argument: a lens or button passes the target, a tree node has it in `target`.
 * Returns `undefined` for any other argument, such as the file URI from an editor menu.
 */
export function parseCommandTarget(argument: unknown): CommandTarget | undefined {
  const treeNode = z.object({ target: targetSchema }).safeParse(argument);
  return treeNode.success ? treeNode.data.target : targetSchema.safeParse(argument).data;
}

type Services = Pick<ExtensionServices, 'store' | 'paths'>;

/**
 * The contract for a command: from the argument, from the active editor, the only one in the workspace, or one that the
 * person picks. Returns `undefined` if the person cancels.
 */
export async function pickContract(
  services: Services,
  target: CommandTarget | undefined,
  title: string,
): Promise<ContractTarget | undefined> {
  if (target?.contract !== undefined) return { folder: target.folder, contract: target.contract };
  // A command can run before the contracts of a workspace that was just opened are listed.
  const { folders } = await services.store.waitUntil((state) => state.folders.every(isLoaded));
  const contracts = folders.flatMap((folder) => folder.contracts);
  if (contracts.length === 0)
    throw new HoldfastError('not-found', l10n.t('This workspace has no contract.'), {
      hint: l10n.t('Create one with "Holdfast: New Contract".'),
    });
  const active = findContractInActiveEditor(services, contracts);
  if (active) return active;
  if (contracts.length === 1) return contracts[0];
  const picked = await vscode.window.showQuickPick(
    contracts.map((contract) => {
      const folderName = folders.length > 1 ? findFolder(services.store.state, contract.folder)?.name : undefined;
      return {
        label: contract.document.contract?.spec.title ?? contract.contract,
        description: contract.contract,
        ...(folderName === undefined ? {} : { detail: folderName }),
        contract,
      };
    }),
    { title, placeHolder: l10n.t('Select a contract'), matchOnDescription: true },
  );
  return picked?.contract;
}

export function isLoaded({ status }: FolderState): boolean {
  return status !== 'loading';
}

function findContractInActiveEditor(
  services: Services,
  contracts: readonly ContractState[],
): ContractTarget | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) return undefined;
  const located = services.paths.locate(document.uri);
  return contracts.find((contract) =>
    located.some(({ folder, path }) => folder === contract.folder && path === contract.contract),
  );
}
