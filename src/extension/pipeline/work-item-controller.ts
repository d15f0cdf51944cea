import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Pipeline, StepReport, WorkItemDetails } from '../../pipeline.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { reportFailure } from '../base/report-failure.ts';
import { toLogLines } from '../runs/run-log.ts';
import type { PipelineServices } from './pipeline-services.ts';
import { findWorkItem, nameDecision, toWaitingGate, type WaitingGate, type WorkItemTarget } from './work-items.ts';
import { findFolder } from '../state/workspace-state.ts';
import { formatStepProgress, runSteps } from './run-steps.ts';
import type { WorkItemReader } from './work-item-reader.ts';

const approveLabel = () => l10n.t('Approve');
const rejectLabel = () => l10n.t('Reject');
const showLabel = () => l10n.t('Show');
const runLabel = () => l10n.t('Run');
const timelineLabel = () => l10n.t('Show Timeline');

type Services = Pick<PipelineServices, 'store' | 'log'>;

/**
 * Carries out what the person decides about work items, and reports what waits for a decision. Methods that change something
 * throw `untrusted` in an untrusted workspace, and sign in to GitHub if necessary.
 */
export class WorkItemController {
  readonly #services: Services;
  readonly #reader: WorkItemReader;
  /** The steps of this window, by folder and item. */
  readonly #running = new Map<string, AbortController>();

  constructor(services: Services, reader: WorkItemReader) {
    this.#services = services;
    this.#reader = reader;
  }

  /** The pipeline of a folder, for something that the person started. */
  open(folder: string): Promise<Pipeline> {
    return this.#reader.open(folder);
  }

  details(target: WorkItemTarget): Promise<WorkItemDetails> {
    return this.#reader.details(target);
  }

  /**
   * Reads the items of a folder into the store, and notifies the person about decisions that wait. After a `change` on disk,
   * no server is called.
   */
  async refresh(folder: string, cause: 'person' | 'change' = 'person'): Promise<void> {
    const found = await this.#reader.refresh(folder, cause);
    // In an untrusted workspace the person can do nothing about it.
    if (this.#services.store.state.trusted) this.#offerAll(found);
  }

  /**
   * Performs steps of an item until it waits, or one. Returns the last report, or `undefined` if this window already works
   * on the item.
   */
  async run(target: WorkItemTarget, options: { readonly once: boolean }): Promise<StepReport | undefined> {
    this.#requireTrust(l10n.t('run the pipeline'));
    const key = JSON.stringify([target.folder, target.item]);
    if (this.#running.has(key)) {
      void vscode.window.showWarningMessage(
        l10n.t('Holdfast: Work item #{0} is already running in this window.', target.item),
      );
      return undefined;
    }
    const cancellation = new AbortController();
    this.#running.set(key, cancellation);
    const { folder, item: id } = target;
    const report = (progress: string | undefined): void =>
      this.#services.store.dispatch({ type: 'work-item-step-changed', folder, item: id, progress });
    let last: StepReport;
    try {
      const pipeline = await this.open(folder);
      report(l10n.t('starting'));
      const item = findWorkItem(this.#services.store.state, target);
      // The label puts an item into the pipeline, and lets a failed one continue.
      if (item?.progress === undefined || item.progress.status === 'failed') await pipeline.requestRun(id);
      const title = l10n.t('Holdfast: {0}', item?.title ?? l10n.t('Work item #{0}', target.item));
      const location = vscode.ProgressLocation.Notification;
      last = await vscode.window.withProgress({ location, title, cancellable: true }, (progress, token) => {
        token.onCancellationRequested(() => cancellation.abort());
        const show = (line: string): void => {
          progress.report({ message: line });
          report(line);
        };
        return runSteps(pipeline, id, {
          once: options.once,
          signal: cancellation.signal,
          onEvent: (event) => {
            for (const line of toLogLines(event)) this.#services.log[line.level](`#${id}: ${line.text}`);
            const line = formatStepProgress(event);
            if (line !== undefined) show(line);
          },
          onStep: async ({ outcome, summary }) => {
            this.#services.log.info(`#${id}: ${summary}`);
            // The notification at the end shows what the item waits for.
            if (outcome === 'advanced' && !options.once) show(l10n.t('continuing'));
            this.#reader.markReported(await this.#reader.refresh(folder, 'person'));
          },
        });
      });
    } finally {
      this.#running.delete(key);
      report(undefined);
      await this.refresh(folder);
    }
    this.#conclude(target, last);
    return last;
  }

  async approve(target: WorkItemTarget): Promise<void> {
    await this.#decide(target, l10n.t('approve'), async (pipeline) => {
      const decision = await pipeline.approve(target.item, target.hash);
      this.#reader.markDecided(target.folder, target.item, decision.hash);
      this.#offerToRun(
        target,
        l10n.t('You approved {0} of #{1}. The next step continues.', nameDecision(decision), target.item),
      );
    });
  }

  async reject(target: WorkItemTarget, reason: string): Promise<void> {
    await this.#decide(target, l10n.t('reject'), async (pipeline) => {
      const decision = await pipeline.reject(target.item, reason, target.hash);
      this.#reader.markDecided(target.folder, target.item, decision.hash);
      this.#offerToRun(
        target,
        l10n.t('You rejected {0} of #{1}. The next step tries again.', nameDecision(decision), target.item),
      );
    });
  }

  async restart(target: WorkItemTarget): Promise<void> {
    await this.#decide(target, l10n.t('restart'), async (pipeline) => {
      await pipeline.restart(target.item);
      this.#offerToRun(target, l10n.t('#{0} starts again with the next step.', target.item));
    });
  }

  async cancel(target: WorkItemTarget): Promise<void> {
    this.#running.get(JSON.stringify([target.folder, target.item]))?.abort();
    await this.#decide(target, l10n.t('cancel'), async (pipeline) => {
      await pipeline.cancel(target.item);
    });
  }

  /** Creates an item with the label that puts it into the pipeline. */
  async create(folder: string, item: { readonly title: string; readonly body: string }): Promise<WorkItemTarget> {
    let id = '';
    await this.#decide({ folder, item: '' }, l10n.t('create a work item'), async (pipeline) => {
      id = await pipeline.createItem({ ...item, start: true });
      this.#offerToRun({ folder, item: id }, l10n.t('Created work item #{0}.', id));
    });
    return { folder, item: id };
  }

  /** Carries out a decision and reads the items again, also if it failed: the items may have changed meanwhile. */
  async #decide(target: WorkItemTarget, action: string, work: (pipeline: Pipeline) => Promise<void>): Promise<void> {
    this.#requireTrust(action);
    const pipeline = await this.open(target.folder);
    try {
      await work(pipeline);
    } finally {
      await this.refresh(target.folder);
    }
  }

  #requireTrust(action: string): void {
    if (this.#services.store.state.trusted) return;
    throw new HoldfastError('untrusted', l10n.t('Failed to {0}: this workspace is not trusted.', action), {
      hint: l10n.t('Work items are shown only. Trust the workspace to run steps and to decide.'),
    });
  }

  /** Shows one notification for each item. */
  #offerAll(gates: readonly WaitingGate[]): void {
    const byItem = new Map<string, WaitingGate[]>();
    for (const gate of gates) {
      const key = JSON.stringify([gate.target.folder, gate.target.item]);
      byItem.set(key, [...(byItem.get(key) ?? []), gate]);
    }
    for (const [first, ...others] of byItem.values()) if (first) this.#offer(first, others);
  }

  #offer({ target, item, decision }: WaitingGate, others: readonly WaitingGate[]): void {
    const subject = l10n.t('"{0}" (#{1}{2}) waits', item.title, item.id, this.#folderSuffix(target.folder));
    if (others.length === 0) {
      const message = l10n.t('Holdfast: {0}: approve or reject {1}.', subject, nameDecision(decision));
      this.#runSelected(
        vscode.window.showInformationMessage(message, approveLabel(), rejectLabel(), showLabel()),
        target,
      );
      return;
    }
    const names = [decision, ...others.map((other) => other.decision)].map(nameDecision).join(', ');
    const message = l10n.t('Holdfast: {0} for {1} decisions: {2}.', subject, others.length + 1, names);
    const { folder } = target;
    this.#runSelected(vscode.window.showInformationMessage(message, timelineLabel()), { folder, item: item.id });
  }

  /** The decision has no effect before the next step. */
  #offerToRun(target: WorkItemTarget, message: string): void {
    const { folder, item } = target;
    this.#runSelected(
      vscode.window.showInformationMessage(l10n.t('Holdfast: {0}', message), runLabel(), timelineLabel()),
      { folder, item },
    );
  }

  /** Says how the steps ended: what the item waits for, or why it failed. */
  #conclude(target: WorkItemTarget, { outcome, summary }: StepReport): void {
    const item = findWorkItem(this.#services.store.state, target);
    const waiting = item?.progress?.decisions ?? [];
    const message = l10n.t('Holdfast: #{0}: {1}', target.item, summary);
    if (outcome === 'failed') this.#runSelected(vscode.window.showErrorMessage(message, timelineLabel()), target);
    else if (outcome === 'busy') this.#runSelected(vscode.window.showWarningMessage(message, timelineLabel()), target);
    else if (waiting.length === 0)
      this.#runSelected(vscode.window.showInformationMessage(message, timelineLabel()), target);
    if (item) this.#offerAll(waiting.map((decision) => toWaitingGate(target.folder, item, decision)));
  }

  #folderSuffix(uri: string): string {
    const { folders } = this.#services.store.state;
    return folders.length > 1 ? l10n.t(' in {0}', findFolder(this.#services.store.state, uri)?.name ?? '') : '';
  }

  /** Runs the command of the button that the person selects in a notification. */
  #runSelected(notification: Thenable<string | undefined>, target: WorkItemTarget): void {
    const commands: Readonly<Record<string, string>> = {
      [approveLabel()]: 'holdfast.approveWorkItem',
      [rejectLabel()]: 'holdfast.rejectWorkItem',
      [showLabel()]: 'holdfast.showWorkDocument',
      [runLabel()]: 'holdfast.runWorkItem',
      [timelineLabel()]: 'holdfast.showTimeline',
    };
    const select = async (): Promise<void> => {
      const command = commands[(await notification) ?? ''];
      if (command !== undefined) await vscode.commands.executeCommand(command, target);
    };
    select().catch((error: unknown) => void reportFailure(this.#services.log, error));
  }
}
