import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PlanCompilation } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { CommandId } from '../base/command-ids.ts';
import type { WorkspacePath } from '../base/folder-paths.ts';
import { reportFailure } from '../base/report-failure.ts';
import { createDocumentEdit } from '../edits/document-edit.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { pickPlanFile, pickSpecification, type PlanFile } from './pick-specification.ts';
import { formatTry } from './plan-tries.ts';
import { showPlan } from './show-plan.ts';
import { openPlanTries } from './show-plan-tries.ts';

const SELECT_MODEL: CommandId = 'holdfast.selectModel';

/**
 * [COMP-LOOP] Lets the model turn a specification into a plan. A plan that satisfies every rule is written and opened.
 * Otherwise the tries are shown and no file is written.
 */
export async function planFromSpecification(services: ExtensionServices, argument: unknown): Promise<void> {
  if (!services.store.state.trusted)
    throw new HoldfastError(
      'untrusted',
      l10n.t(
        'Failed to create a plan: this workspace is not trusted. Its files would be sent to the model in its settings.',
      ),
      { hint: l10n.t('Trust the workspace to create a plan.') },
    );
  const specification = await pickSpecification(services.paths, argument);
  if (!specification) return;
  const text = (await vscode.workspace.openTextDocument(toUri(specification, specification.path))).getText();
  if (text.trim() === '')
    throw new HoldfastError('configuration', l10n.t('Failed to create a plan: {0} is empty.', specification.path), {
      hint: l10n.t('Describe the intended changes in the file.'),
    });
  const file = await pickPlanFile(specification);
  if (!file) return;
  const { plan, tries } = await compilePlan(services, specification, text, file);
  const tryCount = formatCount(tries.length, l10n.t('try'), l10n.t('tries'));
  if (!plan) {
    await openLatestTries(services, specification);
    showOutcome(
      l10n.t(
        'No valid plan after {0}. Nothing was written. Make the specification more precise, or select another model.',
        tryCount,
      ),
      { 'Select Model': async () => vscode.commands.executeCommand(SELECT_MODEL) },
      services.log,
      vscode.window.showWarningMessage,
    );
    return;
  }
  if (!(await writePlan(toUri(specification, file.path), plan.text, file))) return;
  const { folder } = specification;
  services.checks
    .handleDiskChanges(folder, [file.path])
    .catch((error: unknown) => void reportFailure(services.log, error));
  const count = plan.check.order.length;
  showOutcome(
    l10n.t(
      'Created {0} with {1} after {2}. Review it before you run it.',
      file.path,
      formatCount(count, l10n.t('chunk'), l10n.t('chunks')),
      tryCount,
    ),
    {
      'Show Plan': () => showPlan(services, { folder, contract: file.path }),
      'Show Plan Tries': () => openLatestTries(services, specification),
    },
    services.log,
  );
}

async function compilePlan(
  services: Pick<ExtensionServices, 'engines' | 'log' | 'unsaved'>,
  { folder, path }: WorkspacePath,
  text: string,
  file: PlanFile,
): Promise<PlanCompilation> {
  const engine = await services.engines.get(folder);
  services.unsaved.flush(folder, engine);
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: l10n.t('Holdfast: planning {0}', path),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const cancellation = new AbortController();
    token.onCancellationRequested(() => cancellation.abort());
    progress.report({ message: l10n.t('waiting for the model') });
    return engine.plans.compile({
      specification: { file: path, text },
      out: file.path,
      signal: cancellation.signal,
      onNote: (message) => services.log.info(`${path}: ${message}`),
      onTry: (planTry) => {
        progress.report({ message: formatTry(planTry) });
        services.log.info(`${path}: ${formatTry(planTry)}`);
        for (const error of planTry.errors) services.log.info(`  ${error}`);
      },
    });
  });
}

/**
 * Writes the plan and opens it. An existing file is replaced in its editor, so that the person can undo it. A file that
 * was created in the meantime is kept. If the plan cannot be written, it is opened as an untitled document instead.
 * Returns whether the plan was written.
 */
async function writePlan(uri: vscode.Uri, text: string, { replaces }: PlanFile): Promise<boolean> {
  if (await (replaces ? replaceText(uri, text) : createFile(uri, text))) {
    await vscode.window.showTextDocument(uri);
    return true;
  }
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'yaml', content: text }));
  void vscode.window.showWarningMessage(
    l10n.t('Holdfast: The plan could not be written. It is open as an untitled file.'),
  );
  return false;
}

async function replaceText(uri: vscode.Uri, text: string): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = createDocumentEdit(document, text);
  if (edit && !(await vscode.workspace.applyEdit(edit))) return false;
  return !document.isDirty || document.save();
}

async function createFile(uri: vscode.Uri, text: string): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { overwrite: false, contents: new TextEncoder().encode(text) });
  return vscode.workspace.applyEdit(edit);
}

async function openLatestTries(
  services: Pick<ExtensionServices, 'engines'>,
  { folder, path }: WorkspacePath,
): Promise<void> {
  const compilations = await (await services.engines.get(folder)).plans.listCompilations();
  const latest = compilations.find(({ specification }) => specification === path);
  if (latest) await openPlanTries(folder, latest);
}

/** Shows the outcome with buttons, without waiting for the person. */
function showOutcome(
  message: string,
  actions: Readonly<Record<string, () => Promise<unknown>>>,
  log: ExtensionServices['log'],
  show: (text: string, ...items: string[]) => Thenable<string | undefined> = vscode.window.showInformationMessage,
): void {
  void show(l10n.t('Holdfast: {0}', message), ...Object.keys(actions)).then(async (selected) => {
    const action = selected === undefined ? undefined : actions[selected];
    await action?.().catch((error: unknown) => reportFailure(log, error));
  });
}

function toUri({ folder }: WorkspacePath, path: string): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.parse(folder), path);
}
