import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine, GeneratedContract } from '../../engine.ts';
import { reportFailure } from '../base/report-failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { openNewContract } from './open-new-contract.ts';

/**
 * Generates a contract of a folder with progress, writes and opens it, and reports what it states.
 *
 * @param folder the URI of the workspace folder
 * @param offersRun whether the contract says what must change, so that its chunks can run although they hold
 */
export async function writeGenerated(
  { engines, unsaved, log, runs }: Pick<ExtensionServices, 'engines' | 'unsaved' | 'log' | 'runs'>,
  folder: string,
  title: string,
  generate: (engine: Engine, signal: AbortSignal) => Promise<GeneratedContract>,
  offersRun = false,
): Promise<void> {
  const engine = await engines.get(folder);
  unsaved.flush(folder, engine);
  const generated = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_progress, token) => {
      const controller = new AbortController();
      const subscription = token.onCancellationRequested(() => controller.abort());
      try {
        return await generate(engine, controller.signal);
      } finally {
        subscription.dispose();
      }
    },
  );
  await openNewContract(engine, vscode.Uri.parse(folder), generated);
  const { file, requirements, notes } = generated;
  for (const note of notes) log.info(`${file} does not state: ${note}`);
  const message =
    notes.length === 0
      ? l10n.t('Holdfast: {0} states {1} requirements. The code satisfies all of them.', file, requirements)
      : l10n.t(
          'Holdfast: {0} states {1} requirements. The code satisfies all of them. {2} could not be stated; comments name them.',
          file,
          requirements,
          notes.length,
        );
  const run = l10n.t('Run');
  void vscode.window.showInformationMessage(message, ...(offersRun ? [run] : [])).then(async (selected) => {
    if (selected !== run) return;
    try {
      await (await runs()).start({ folder, contract: file }, { force: true });
    } catch (error) {
      await reportFailure(log, error);
    }
  });
}
