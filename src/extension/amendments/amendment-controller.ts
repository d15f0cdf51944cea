import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Amendment, Engine, ProposedChange } from '../../engine.ts';
import type { RunStatus } from '../../run/report/run-result.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { saveUnsavedFiles } from '../edits/unsaved-files.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { readEditorSettings } from '../settings/holdfast-settings.ts';
import { createSettingReader } from '../settings/setting-reader.ts';
import type { AmendmentTarget, ChunkTarget } from '../state/target.ts';
import { createAmendmentUriParts } from './amendment-uri.ts';

const showLabel = () => l10n.t('Show Amendment');

/** Proposed amendments (ENF-AMEND-3, -4, -5). */
export class AmendmentController {
  readonly #services: ExtensionServices;
  /** Amendment ids for which this window has shown a notification. */
  readonly #offered = new Set<string>();

  constructor(services: ExtensionServices) {
    this.#services = services;
  }

  /** Reads the folder's pending amendments into the store. */
  async refresh(folder: string): Promise<readonly Amendment[]> {
    const amendments = await (await this.#services.engines.get(folder)).amendments.list('pending');
    this.#services.store.dispatch({ type: 'amendments-listed', folder, amendments });
    return amendments;
  }

  /** Notifies the person about amendments left from an earlier window. Each is reported once. */
  async offerPending(folder: string): Promise<void> {
    for (const amendment of await this.refresh(folder))
      if (!this.#offered.has(amendment.id)) this.offer(folder, amendment);
  }

  /** Shows a non-blocking notification with a button that shows the amendment. */
  offer(folder: string, amendment: Amendment): void {
    this.#offered.add(amendment.id);
    const { title } = amendment.chunk;
    const message = describeOffer(amendment.proposedBy, title);
    void vscode.window.showWarningMessage(message, showLabel()).then((selected) => {
      if (selected !== showLabel()) return undefined;
      const target: AmendmentTarget = { folder, amendment: amendment.id };
      return vscode.commands.executeCommand('holdfast.showAmendment', target);
    });
  }

  /**
   * Proposes that the contract states what the code has, for the failed asserts of a chunk.
   * @param requirement the path of the only item of the contract that is amended
   * @throws HoldfastError `not-found` if no such assert fails, `contract` if the code shows nothing to adopt
   */
  async propose({ folder, contract, chunk }: ChunkTarget, requirement?: string): Promise<Amendment> {
    const engine = await this.#services.engines.get(folder);
    this.#services.unsaved.flush(folder, engine);
    const amendment = await engine.amendments.propose({ contract, chunk, requirement });
    // The panel shows it.
    this.#offered.add(amendment.id);
    await this.refresh(folder);
    return amendment;
  }

  /** @throws HoldfastError `not-found` if the history has no such amendment */
  async find({ folder, amendment: id }: AmendmentTarget): Promise<Amendment> {
    const amendments = await (await this.#services.engines.get(folder)).amendments.list();
    const found = amendments.find((amendment) => amendment.id === id);
    if (!found) throw new HoldfastError('not-found', l10n.t('Failed to show the amendment: it is not in the history.'));
    return found;
  }

  /**
   * Writes an amendment into its contract, and runs the chunk again if a run led to it. Returns the status, or `undefined` if no run
   * was started.
   * @param changes the person's edited version of the proposal
   * @throws HoldfastError `conflict` if the contract has changed since the proposal, `contract` if the changes are invalid
   */
  async accept(target: AmendmentTarget, changes?: readonly ProposedChange[]): Promise<RunStatus | undefined> {
    const { folder, amendment: id } = target;
    const { engines, paths, checks } = this.#services;
    const runs = await this.#services.runs();
    runs.requireTrust();
    if (runs.warnIfRunning(folder)) return undefined;
    const settings = readEditorSettings(createSettingReader(folder));
    if (!(await saveUnsavedFiles(paths, folder, settings.unsavedFiles, l10n.t('Accept')))) return undefined;
    const engine = await engines.get(folder);
    this.#services.unsaved.flush(folder, engine);
    const accepted = await this.#decide(folder, engine, () => engine.amendments.accept(id, changes));
    await checks.handleDiskChanges(folder, [accepted.contract]);
    if (accepted.proposedBy !== 'model') {
      const message = l10n.t('The amendment was accepted. {0} contains the change.', accepted.contract);
      this.#services.log.info(message);
      void vscode.window.showInformationMessage(l10n.t('Holdfast: {0}', message));
      return undefined;
    }
    return runs.execute({
      folder,
      savePurpose: undefined,
      openSession: () => runs.openSession(engine, { folder, contract: accepted.contract, chunk: accepted.chunk.id }),
      execute: (opened, options) => opened.amendments.continue(id, options),
    });
  }

  /** Rejects an amendment, which fails its chunk if a run led to it. */
  async reject(target: AmendmentTarget): Promise<Amendment> {
    (await this.#services.runs()).requireTrust();
    const { folder, amendment: id } = target;
    const engine = await this.#services.engines.get(folder);
    const rejected = await this.#decide(folder, engine, () => engine.amendments.reject(id));
    const message =
      rejected.proposedBy === 'model'
        ? l10n.t('The amendment was rejected, so "{0}" failed. The contract is unchanged.', rejected.chunk.title)
        : l10n.t('The amendment was rejected. The contract is unchanged.');
    this.#services.log.info(message);
    void vscode.window.showInformationMessage(l10n.t('Holdfast: {0}', message));
    return rejected;
  }

  /** Opens the contract before and after the amendment in the diff editor. */
  async openDiff(target: AmendmentTarget): Promise<void> {
    const { contract } = await this.find(target);
    const side = (name: 'before' | 'after'): vscode.Uri =>
      vscode.Uri.from(createAmendmentUriParts({ ...target, side: name, path: contract }));
    await vscode.commands.executeCommand(
      'vscode.diff',
      side('before'),
      side('after'),
      l10n.t('Amendment of {0}', contract),
    );
  }

  /** Runs `decide`. Refreshes the pending amendments even after a failure, because another process may have decided. */
  async #decide(folder: string, engine: Engine, decide: () => Promise<Amendment>): Promise<Amendment> {
    try {
      return await decide();
    } finally {
      await this.refresh(folder);
      this.#services.unsaved.flush(folder, engine);
    }
  }
}

function describeOffer(proposedBy: Amendment['proposedBy'], chunk: string): string {
  switch (proposedBy) {
    case 'model':
      return l10n.t('Holdfast: "{0}" failed. An amendment of its contract is proposed.', chunk);
    case 'person':
      return l10n.t('Holdfast: An amendment of the contract of "{0}" waits for your decision.', chunk);
    case 'agent':
      return l10n.t('Holdfast: An agent proposes an amendment of the contract of "{0}".', chunk);
  }
}
