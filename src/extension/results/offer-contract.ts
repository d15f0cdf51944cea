import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ContractTarget } from '../state/target.ts';

/** What is used of the API of the built-in extension for git. */
interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly workingTreeChanges: readonly GitChange[];
    readonly untrackedChanges?: readonly GitChange[];
  };
  readonly inputBox: { value: string };
  add(paths: string[]): Promise<void>;
}

interface GitChange {
  readonly uri: vscode.Uri;
  readonly status: number;
}

interface GitExtension {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): GitRepository | null };
}

/** The value of `Status.UNTRACKED` in the API. */
const UNTRACKED = 7;

const MEMORY = 'holdfast.offeredContracts';

/**
 * Offers, once for each contract, to stage a contract that is not in git although a change that it demanded was committed.
 * Others could not check the change without it. The commit is left to the person.
 */
export async function offerContract(
  { folder, contract }: ContractTarget,
  memory: Pick<vscode.Memento, 'get' | 'update'>,
): Promise<void> {
  const uri = vscode.Uri.joinPath(vscode.Uri.parse(folder), contract);
  const offered = memory.get<readonly string[]>(MEMORY, []);
  const repository = await findRepository(uri);
  if (repository === undefined || offered.includes(uri.toString()) || !isUntracked(repository, uri)) return;
  await memory.update(MEMORY, [...offered, uri.toString()]);
  const stage = l10n.t('Stage Contract');
  const message = l10n.t('Holdfast: {0} is not in git yet. Without it, only you can check the change.', contract);
  if ((await vscode.window.showInformationMessage(message, stage)) !== stage) return;
  await repository.add([uri.fsPath]);
  if (repository.inputBox.value === '') repository.inputBox.value = l10n.t('Add the contract {0}', contract);
  await vscode.commands.executeCommand('workbench.view.scm');
}

async function findRepository(uri: vscode.Uri): Promise<GitRepository | undefined> {
  try {
    const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
    return (await extension?.activate())?.getAPI(1).getRepository(uri) ?? undefined;
  } catch {
    // The extension is disabled, or git is not installed.
    return undefined;
  }
}

function isUntracked({ state }: GitRepository, uri: vscode.Uri): boolean {
  return [...state.workingTreeChanges, ...(state.untrackedChanges ?? [])].some(
    (change) => change.status === UNTRACKED && change.uri.toString() === uri.toString(),
  );
}
