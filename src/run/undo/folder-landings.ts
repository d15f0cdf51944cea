import { readChangesBetween } from '../landing/changed-files.ts';
import type { ChangedFile } from '../report/decisions.ts';
import { readRunnableContract } from '../services/runnable-contract.ts';
import { listPastLandings, type FoundLanding, type PastLanding } from './past-landings.ts';
import { previewUndo, undoLanding, type UndoInput, type UndoPreview, type UndoReport } from './undo-landing.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { LandingActions, UndoOptions } from './landing-types.ts';
import type { FolderServices } from '../services/folder-services.ts';

/** The landings of a workspace folder, and their undo. */
export class FolderLandings implements LandingActions {
  readonly #services: Pick<FolderServices, 'contracts' | 'history' | 'openServices' | 'repository' | 'secrets'>;

  constructor(services: Pick<FolderServices, 'contracts' | 'history' | 'openServices' | 'repository' | 'secrets'>) {
    this.#services = services;
  }

  async list(limit = 50): Promise<readonly PastLanding[]> {
    const found = await this.#find(limit);
    return this.#services.secrets.redactReport(found.map(({ landing }) => landing));
  }

  async changes(id: string): Promise<readonly ChangedFile[]> {
    const { landing, originalCommit } = await this.#require(id);
    const repository = await this.#services.repository();
    const trees = await repository.readLanding({ id: landing.id, commit: originalCommit });
    if (trees === undefined) {
      throw new HoldfastError('not-found', `Failed to show the landing ${id}: its files are not kept here.`, {
        hint: 'It landed in another work tree or with an earlier version.',
      });
    }
    return readChangesBetween(repository, trees.before.commit, trees.after.commit);
  }

  async previewUndo(id: string, { signal }: Pick<UndoOptions, 'signal'> = {}): Promise<UndoPreview> {
    return this.#services.secrets.redactReport(await previewUndo(await this.#openUndo(id, signal)));
  }

  async undo(id: string, { force = false, signal }: UndoOptions = {}): Promise<UndoReport> {
    return this.#services.secrets.redactReport(await undoLanding(await this.#openUndo(id, signal), force));
  }

  async #find(limit: number): Promise<readonly FoundLanding[]> {
    const [repository, history, contracts] = await Promise.all([
      this.#services.repository(),
      this.#services.history(),
      this.#services.contracts.readAll(),
    ]);
    return listPastLandings({ repository, history, contracts }, limit);
  }

  async #require(id: string): Promise<FoundLanding> {
    const found = (await this.#find(Number.MAX_SAFE_INTEGER)).find(({ landing }) => landing.id === id);
    if (found !== undefined) return found;
    throw new HoldfastError('not-found', `Failed to find the landing ${id}.`, {
      hint: 'Run "holdfast landings" to list the landings.',
    });
  }

  async #openUndo(id: string, signal = new AbortController().signal): Promise<UndoInput> {
    const services = await this.#services.openServices({}, signal, () => undefined);
    // Another process may have been killed in the middle of a landing.
    await services.repository.recover({ signal });
    const found = await this.#require(id);
    const contracts = [];
    for (const { file } of await this.#services.contracts.readAll()) {
      try {
        contracts.push(await readRunnableContract(this.#services.contracts, file));
      } catch (thrown) {
        // Whether an invalid contract breaks cannot be judged.
        if (!(thrown instanceof HoldfastError) || thrown.code !== 'contract') throw thrown;
      }
    }
    return { found, services, contracts };
  }
}
