import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { StepReport } from '../../pipeline.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { SignInRefused } from '../base/sign-in-refused.ts';
import type { PipelineServices } from './pipeline-services.ts';
import {
  findWorkItem,
  listWaitingGates,
  nameDecision,
  type WorkItemsState,
  type WorkItemTarget,
} from './work-items.ts';
import { pickFolder } from '../targets/pick-folder.ts';
import { parseWorkItemTarget, pickGate, pickWorkItem } from './pick-work-item.ts';
import { openWorkDocument } from './work-documents.ts';

type Services = Pick<PipelineServices, 'store' | 'workItems'>;

/** Creates a work item with the label that puts it into the pipeline. Returns its target. */
export async function newWorkItem(
  services: Pick<PipelineServices, 'paths' | 'workItems'>,
): Promise<WorkItemTarget | undefined> {
  const folder = await pickFolder(services.paths.folders(), l10n.t('Select a folder for the work item'));
  if (!folder) return undefined;
  const title = await vscode.window.showInputBox({
    title: l10n.t('New Work Item (1 of 2)'),
    prompt: l10n.t('What must be done, in one line'),
    placeHolder: l10n.t('Report the health of the service'),
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? l10n.t('Enter a title.') : undefined),
  });
  if (title === undefined) return undefined;
  const body = await vscode.window.showInputBox({
    title: l10n.t('New Work Item (2 of 2)'),
    prompt: l10n.t('The description. An item without one waits for information.'),
    placeHolder: l10n.t('Add GET /health. It answers 200 with the state of the database, …'),
    ignoreFocusOut: true,
  });
  if (body === undefined) return undefined;
  return (await services.workItems()).create(folder.uri.toString(), { title: title.trim(), body: body.trim() });
}

/** Reads the work items of all folders again. Signs in to GitHub if the items are there. */
export async function refreshWorkItems(services: Services): Promise<void> {
  const workItems = await services.workItems();
  const failures: unknown[] = [];
  for (const { folder, workItems: known } of services.store.state.folders) {
    const isOnServer = known !== undefined && mayNeedSignIn(known);
    // One refusal is the answer for all folders.
    if (isOnServer && failures.some((failure) => failure instanceof SignInRefused)) continue;
    try {
      if (isOnServer) await workItems.open(folder);
      await workItems.refresh(folder);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

function mayNeedSignIn(known: WorkItemsState): boolean {
  if (known.kind === 'failed') return known.canSignIn === true;
  return known.kind === 'remote' || known.forge === 'github';
}

/** Performs one transition of an item. Returns the report. */
export async function stepWorkItem(services: Services, argument: unknown): Promise<StepReport | undefined> {
  const target = await pickWorkItem(services.store.state, argument, l10n.t('Step Work Item'));
  return target && (await services.workItems()).run(target, { once: true });
}

/** Performs steps of an item until it waits. Returns the last report. */
export async function runWorkItem(services: Services, argument: unknown): Promise<StepReport | undefined> {
  const target = await pickWorkItem(services.store.state, argument, l10n.t('Run Work Item'));
  return target && (await services.workItems()).run(target, { once: false });
}

/** Approves the document or the change that waits. */
export async function approveWorkItem(services: Services, argument: unknown): Promise<void> {
  const target = await pickGate(services.store.state, argument, l10n.t('Approve'));
  if (target) await (await services.workItems()).approve(target);
}

/** Rejects the document or the change that waits, with a reason for the next try. */
export async function rejectWorkItem(services: Services, argument: unknown): Promise<void> {
  const target = await pickGate(services.store.state, argument, l10n.t('Reject'));
  if (!target) return;
  const gate = listWaitingGates(services.store.state).find(({ decision }) => decision.hash === target.hash);
  const reason = await vscode.window.showInputBox({
    title: l10n.t('Reject {0}', gate ? nameDecision(gate.decision) : `#${target.item}`),
    prompt: l10n.t('What must change. The model receives it for the next try.'),
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() === '' ? l10n.t('Enter a reason.') : undefined),
  });
  if (reason !== undefined) await (await services.workItems()).reject(target, reason.trim());
}

/** Starts a new round of an item after confirmation. */
export async function restartWorkItem(services: Services, argument: unknown): Promise<void> {
  const target = await pickWorkItem(services.store.state, argument, l10n.t('Restart Work Item'));
  if (!target) return;
  const detail = l10n.t(
    'The pull requests of the current round are closed, and the item starts again with its intake. What it has cost counts on.',
  );
  const question = (title: string): string => l10n.t('Restart "{0}" (#{1})?', title, target.item);
  if (await confirm(services, target, question, l10n.t('Restart'), detail))
    await (await services.workItems()).restart(target);
}

/** Cancels an item after confirmation. */
export async function cancelWorkItem(services: Services, argument: unknown): Promise<void> {
  const target = await pickWorkItem(services.store.state, argument, l10n.t('Cancel Work Item'));
  if (!target) return;
  const detail = l10n.t('Nothing more happens to the item until it is restarted. Its branches and pull requests stay.');
  const question = (title: string): string => l10n.t('Cancel "{0}" (#{1})?', title, target.item);
  if (await confirm(services, target, question, l10n.t('Cancel Item'), detail))
    await (await services.workItems()).cancel(target);
}

async function confirm(
  { store }: Pick<PipelineServices, 'store'>,
  target: WorkItemTarget,
  question: (title: string) => string,
  button: string,
  detail: string,
): Promise<boolean> {
  const title = findWorkItem(store.state, target)?.title ?? l10n.t('the work item');
  return (await vscode.window.showWarningMessage(question(title), { modal: true, detail }, button)) === button;
}

/** Shows the timeline of an item in a panel. */
export async function showTimeline(
  services: Pick<PipelineServices, 'store' | 'timelinePanel'>,
  argument: unknown,
): Promise<void> {
  const target = await pickWorkItem(services.store.state, argument, l10n.t('Show Timeline'));
  if (target) (await services.timelinePanel()).show({ folder: target.folder, item: target.item });
}

/** Opens the document of a stage, or a change in the diff editor. Without an argument: what waits for a decision. */
export async function showWorkDocument(
  services: Pick<PipelineServices, 'engines' | 'pipelines' | 'store' | 'workItems'>,
  argument: unknown,
): Promise<void> {
  const named = parseWorkItemTarget(argument);
  const target = await (named && hasPart(named) ? named : pickDocument(services, argument));
  if (!target) return;
  const details = await (await services.workItems()).details(target);
  await openWorkDocument(services, details, target);
}

function hasPart({ hash, stage, subItem, pullRequest }: WorkItemTarget): boolean {
  return [hash, stage, subItem, pullRequest].some((part) => part !== undefined);
}

async function pickDocument(
  { store }: Pick<PipelineServices, 'store'>,
  argument: unknown,
): Promise<WorkItemTarget | undefined> {
  const title = l10n.t('Show Document or Change');
  try {
    return await pickGate(store.state, argument, title);
  } catch (error) {
    // If nothing waits, the person picks the item.
    if (error instanceof HoldfastError && error.code === 'not-found') return pickWorkItem(store.state, argument, title);
    throw error;
  }
}
