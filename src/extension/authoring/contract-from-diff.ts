import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { pickFolder } from '../targets/pick-folder.ts';
import { writeGenerated } from './write-generated.ts';

/** The number of commits in the list. */
const COMMITS = 30;

/** What the contract is generated from. */
interface RangeItem extends vscode.QuickPickItem {
  readonly range?: string | undefined;
  readonly isTyped?: boolean;
}

/** [ENF-FUTURE-5] Writes a contract that states what the current branch, a commit or a range did. */
export async function contractFromDiff(
  services: Pick<ExtensionServices, 'engines' | 'paths' | 'unsaved' | 'log' | 'store' | 'runs'>,
): Promise<void> {
  if (!services.store.state.trusted)
    throw new HoldfastError('untrusted', l10n.t('Failed to read a diff: this workspace is not trusted.'), {
      hint: l10n.t('Trust the workspace to run git on it.'),
    });
  const folder = await pickFolder(services.paths.folders(), l10n.t('Select a folder for the contract'));
  if (!folder) return;
  const key = folder.uri.toString();
  const picked = await pickRange(await services.engines.get(key));
  if (!picked) return;
  await writeGenerated(services, key, l10n.t('Contract from Diff'), (engine, signal) =>
    engine.authoring.fromDiff({ range: picked.range, signal }),
  );
}

async function pickRange({ authoring }: Engine): Promise<{ readonly range: string | undefined } | undefined> {
  const items: readonly RangeItem[] = [
    {
      label: l10n.t('Current branch'),
      description: l10n.t('Compared with the default branch, with changes that are not committed'),
    },
    { label: l10n.t('Branch, commit or range…'), isTyped: true },
    { label: l10n.t('Commits'), kind: vscode.QuickPickItemKind.Separator },
    ...(await authoring.recentCommits(COMMITS)).map(({ commit, subject }) => ({
      label: subject,
      description: commit,
      range: commit,
    })),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: l10n.t('Contract from Diff'),
    placeHolder: l10n.t('Select the change that the contract states'),
    matchOnDescription: true,
  });
  if (picked?.isTyped !== true) return picked && { range: picked.range };
  const typed = await vscode.window.showInputBox({
    title: l10n.t('Contract from Diff'),
    prompt: l10n.t('A commit, a branch, or a range such as main..HEAD'),
    validateInput: (value) => (value.trim() === '' ? l10n.t('Enter a revision.') : undefined),
  });
  return typed === undefined ? undefined : { range: typed.trim() };
}
