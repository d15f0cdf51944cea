import * as vscode from 'vscode';
import type { Amendment, Engine, ProposedChange } from '../../engine.ts';
import type { RunStatus } from '../../run/result.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { settleUnsavedFiles } from '../runs/unsaved-files.ts';
import { editorSettings } from '../settings/holdfast-settings.ts';
import { settingReader } from '../settings/setting-reader.ts';
import type { AmendmentTarget } from '../state/target.ts';
import { amendmentUriParts } from './amendment-uri.ts';

const SHOW = 'Show';

/** Proposed changes of contracts: listed, offered, shown, accepted and gone on with, rejected (ENF-AMEND-3, -4, -5). */
export class AmendmentController {
  readonly #parts: ExtensionParts;
  /** Amendments that this window has spoken of already. */
  readonly #offered = new Set<string>();

  constructor(parts: ExtensionParts) {
    this.#parts = parts;
  }

  /** Reads again which amendments of a folder wait. */
  async refresh(folder: string): Promise<readonly Amendment[]> {
    const amendments = await (await this.#parts.engines.of(folder)).amendments('pending');
    this.#parts.store.dispatch({ type: 'amendments-listed', folder, amendments });
    return amendments;
  }

  /** Speaks of amendments that were left waiting when the window was closed, each once. */
  async offerWaiting(folder: string): Promise<void> {
    for (const amendment of await this.refresh(folder))
      if (!this.#offered.has(amendment.id)) this.offer(folder, amendment);
  }

  offer(folder: string, amendment: Amendment): void {
    this.#offered.add(amendment.id);
    const message = `Holdfast: "${amendment.chunk.title}" has failed, and a change of its contract is proposed.`;
    void vscode.window.showWarningMessage(message, SHOW).then((pressed) => {
      if (pressed !== SHOW) return undefined;
      const target: AmendmentTarget = { folder, amendment: amendment.id };
      return vscode.commands.executeCommand('holdfast.showAmendment', target);
    });
  }

  /** @throws HoldfastError `not-found` where the history does not know it */
  async find({ folder, amendment: id }: AmendmentTarget): Promise<Amendment> {
    const amendments = await (await this.#parts.engines.of(folder)).amendments();
    const found = amendments.find((amendment) => amendment.id === id);
    if (!found) throw new HoldfastError('not-found', 'Failed to show the amendment: the history does not know it.');
    return found;
  }

  /**
   * Writes an amendment into its contract and runs the chunk again. Answers with the outcome, or with nothing where the
   * person does not want to go on now; nothing has changed then.
   * @param changes the person's own version of it
   * @throws HoldfastError `conflict` where the contract has changed since, `contract` where the changes do not do
   */
  async accept(target: AmendmentTarget, changes?: readonly ProposedChange[]): Promise<RunStatus | undefined> {
    const { folder, amendment: id } = target;
    const { engines, places, checks } = this.#parts;
    const runs = await this.#parts.runs();
    runs.requireTrust();
    if (runs.warnOfRunning(folder)) return undefined;
    const settings = editorSettings(settingReader(folder));
    if (!(await settleUnsavedFiles(places, folder, settings.unsavedFiles, 'Accept'))) return undefined;
    const engine = await engines.of(folder);
    this.#parts.unsaved.flush(folder, engine);
    const accepted = await this.#settled(folder, engine, () => engine.acceptAmendment(id, changes));
    await checks.changedOnDisk(folder, [accepted.contract]);
    return runs.carryOut({
      folder,
      needsSaved: undefined,
      open: () => runs.open(engine, { folder, contract: accepted.contract, chunk: accepted.chunk.id }),
      carryOut: (opened, options) => opened.continueAmended(id, options),
    });
  }

  /** Drops an amendment; its chunk has failed. */
  async reject(target: AmendmentTarget): Promise<Amendment> {
    (await this.#parts.runs()).requireTrust();
    const { folder, amendment: id } = target;
    const engine = await this.#parts.engines.of(folder);
    const rejected = await this.#settled(folder, engine, () => engine.rejectAmendment(id));
    const message = `"${rejected.chunk.title}" has failed: the change of its contract was rejected, and the contract is as it was.`;
    this.#parts.log.info(message);
    void vscode.window.showInformationMessage(`Holdfast: ${message}`);
    return rejected;
  }

  /** Opens the contract as it was proposed beside what the proposal speaks of, in the editor's own diff. */
  async openDiff(target: AmendmentTarget): Promise<void> {
    const { contract } = await this.find(target);
    const side = (name: 'before' | 'after'): vscode.Uri =>
      vscode.Uri.from(amendmentUriParts({ ...target, side: name, path: contract }));
    await vscode.commands.executeCommand('vscode.diff', side('before'), side('after'), `Amendment of ${contract}`);
  }

  /** Whatever came of it, what waits is listed anew: somebody else may have decided meanwhile. */
  async #settled(folder: string, engine: Engine, decide: () => Promise<Amendment>): Promise<Amendment> {
    try {
      return await decide();
    } finally {
      await this.refresh(folder);
      this.#parts.unsaved.flush(folder, engine);
    }
  }
}
