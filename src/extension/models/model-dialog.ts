import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ModelConnection, ModelFailure, ModelService, ServedModel } from '../../engine.ts';
import { CancelledError } from '../../foundation/errors.ts';
import { formatFailure } from '../base/failure.ts';
import type { FailureAnswer, KeyProblem, ModelDialog } from './choose-model.ts';
import { formatPrice } from './model-labels.ts';
import { pickSource } from './pick-source.ts';

/** The questions of the selection as quick picks, input boxes and notifications of VS Code. */
export function createModelDialog(
  connection: ModelConnection,
  configured: { readonly model: string; readonly baseUrl: string },
): ModelDialog {
  return {
    pickSource: (address) => pickSource(connection, configured, address),
    enterKey,
    pickModel: (service, models) => pickModel(service, models, configured.model),
    async confirmRetry(service, failure) {
      const retry = l10n.t('Try Again');
      const question = l10n.t('Failed to list the models of {0}', service.title);
      const detail = formatFailure(failure);
      const correct = l10n.t('Correct the Address');
      const answers = service.baseUrl === undefined ? [retry] : [retry, correct];
      const selected = await vscode.window.showErrorMessage(question, { modal: true, detail }, ...answers);
      return selected === retry ? 'retry' : selected === correct ? 'address' : undefined;
    },
    reportFailedTest,
    async withProgress({ kind, subject }, work) {
      const title =
        kind === 'list'
          ? l10n.t('Listing the models of {0}', subject)
          : l10n.t('Testing {0} with a short call', subject);
      const location = vscode.ProgressLocation.Notification;
      return await vscode.window.withProgress({ location, title, cancellable: true }, async (_, token) => {
        const cancellation = new AbortController();
        token.onCancellationRequested(() => cancellation.abort());
        const result = await work(cancellation.signal);
        if (token.isCancellationRequested) throw new CancelledError(title);
        return result;
      });
    },
  };
}

async function enterKey(service: ModelService, problem?: KeyProblem): Promise<string | undefined> {
  const entered = await vscode.window.showInputBox({
    title: l10n.t('API Key: {0}', service.title),
    prompt:
      problem?.hadKey === true ? l10n.t('The key was refused. {0}', problem.failure.message) : describeStorage(service),
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? l10n.t('Enter a key.') : undefined),
  });
  return entered?.trim();
}

function describeStorage({ title }: ModelService): string {
  return l10n.t(
    "{0} needs a key. It is stored in the editor's secret storage, never in settings, logs or prompts.",
    title,
  );
}

interface ModelItem extends vscode.QuickPickItem {
  readonly model: string;
}

/** A model from the list, or a name that the person types. */
async function pickModel(
  service: ModelService,
  models: readonly ServedModel[] | undefined,
  configured: string,
): Promise<string | undefined> {
  const earlier = configured.startsWith(`${service.provider}:`) ? configured.slice(service.provider.length + 1) : '';
  if (models === undefined || models.length === 0) {
    const reason =
      models === undefined
        ? l10n.t('{0} does not list its models. Enter the name of one.', service.title)
        : l10n.t('{0} offers no model. Install one there, or enter a name.', service.title);
    const entered = await vscode.window.showInputBox({
      title: l10n.t('Model of {0}', service.title),
      prompt: reason,
      value: earlier,
      ignoreFocusOut: true,
      validateInput: (value) => (value.trim() === '' ? l10n.t('Enter the name of a model.') : undefined),
    });
    return entered?.trim();
  }
  const picker = vscode.window.createQuickPick<ModelItem>();
  picker.title = l10n.t('Model of {0}', service.title);
  picker.placeholder = l10n.t('Select a model, or type its name');
  picker.ignoreFocusOut = true;
  const update = (): void => {
    const typed = picker.value.trim();
    const isListed = typed === '' || models.some(({ id }) => id === typed);
    picker.items = [
      ...models.map(({ id, price }) => ({
        label: id,
        description: [...(id === earlier ? [l10n.t('current')] : []), formatPrice(price)].join(', '),
        model: id,
      })),
      ...(isListed ? [] : [{ label: `$(edit) ${l10n.t('Use the name {0}', typed)}`, model: typed, alwaysShow: true }]),
    ];
  };
  try {
    update();
    return await new Promise<string | undefined>((resolve) => {
      picker.onDidChangeValue(update);
      picker.onDidAccept(() => resolve(picker.selectedItems[0]?.model));
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  } finally {
    picker.dispose();
  }
}

async function reportFailedTest(
  reference: string,
  failure: ModelFailure,
  answers: readonly FailureAnswer[],
): Promise<FailureAnswer | undefined> {
  const labels: Readonly<Record<FailureAnswer, string>> = {
    retry: l10n.t('Try Again'),
    key: l10n.t('Enter Another Key'),
    model: l10n.t('Select Another Model'),
    use: l10n.t('Use Anyway'),
  };
  const question = l10n.t('The test call of {0} failed', reference);
  const selected = await vscode.window.showErrorMessage(
    question,
    { modal: true, detail: formatFailure(failure) },
    ...answers.map((answer) => labels[answer]),
  );
  return answers.find((answer) => labels[answer] === selected);
}
