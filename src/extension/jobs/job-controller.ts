import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { isCancelled, toFailure } from '../base/failure.ts';
import { saveUnsavedFiles } from '../edits/unsaved-files.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { readEditorSettings } from '../settings/holdfast-settings.ts';
import { createSettingReader } from '../settings/setting-reader.ts';
import type { JobAction, JobName, JobResults, JobState } from '../state/jobs.ts';
import { findFolder } from '../state/workspace-state.ts';

type Services = Pick<ExtensionServices, 'engines' | 'store' | 'paths' | 'unsaved'>;

/** How a job runs. */
interface JobOptions<Name extends JobName> {
  /** The title of the progress, for example `Review Changes`. */
  readonly title: string;
  /** The action that needs saved files, for messages, such as `Review`. */
  readonly purpose: string;
  /** The progress before the first report. */
  readonly starting: string;
  readonly work: (
    engine: Engine,
    signal: AbortSignal,
    reportProgress: (progress: string) => void,
  ) => Promise<JobResults[Name]>;
}

/**
 * Runs the jobs of the folders, such as a review of their changes, with progress and cancellation, and writes their state to the
 * store.
 */
export class JobController {
  readonly #services: Services;
  readonly #running = new Map<string, AbortController>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Runs a job of a folder with progress and cancellation, and writes its state to the store.
   * @throws HoldfastError `untrusted`, or `conflict` if the job is running in the folder
   */
  async run<Name extends JobName>(folder: string, job: Name, options: JobOptions<Name>): Promise<JobResults[Name]> {
    const { engines, store, paths, unsaved } = this.#services;
    const { title, purpose } = options;
    if (!store.state.trusted)
      throw new HoldfastError('untrusted', l10n.t('Failed to start "{0}": this workspace is not trusted.', title), {
        hint: l10n.t('Trust the workspace to start commands and models.'),
      });
    const key = `${folder}\n${job}`;
    if (this.#running.has(key))
      throw new HoldfastError(
        'conflict',
        l10n.t('Failed to start "{0}": it is already running in this folder.', title),
        {
          hint: l10n.t('Wait for it, or cancel it in its notification.'),
        },
      );
    const cancellation = new AbortController();
    this.#running.set(key, cancellation);
    try {
      const { unsavedFiles } = readEditorSettings(createSettingReader(folder));
      if (!(await saveUnsavedFiles(paths, folder, unsavedFiles, purpose)))
        throw new HoldfastError('cancelled', l10n.t('{0} was cancelled.', title));
      const engine = await engines.get(folder);
      unsaved.flush(folder, engine);
      const progressOptions = {
        location: vscode.ProgressLocation.Notification,
        title: l10n.t('Holdfast: {0}', title),
        cancellable: true,
      };
      return await vscode.window.withProgress(progressOptions, (progress, token) => {
        token.onCancellationRequested(() => cancellation.abort());
        return this.#work(engine, { folder, job, cancellation, options }, (message) => progress.report({ message }));
      });
    } finally {
      this.#running.delete(key);
    }
  }

  /** Cancels a running job. */
  cancel(folder: string, job: JobName): void {
    this.#running.get(`${folder}\n${job}`)?.abort();
  }

  async #work<Name extends JobName>(
    engine: Engine,
    { folder, job, cancellation, options }: Work<Name>,
    reportProgress: (message: string) => void,
  ): Promise<JobResults[Name]> {
    const before = this.#stateOf(folder, job);
    this.#set(folder, job, { ...before, failure: undefined, progress: options.starting });
    try {
      const result = await options.work(engine, cancellation.signal, (progress) => {
        reportProgress(progress);
        this.#set(folder, job, { ...before, failure: undefined, progress });
      });
      this.#set(folder, job, { result });
      return result;
    } catch (error) {
      // After a cancellation, the last result is still what is known.
      this.#set(folder, job, { result: before.result, ...(isCancelled(error) ? {} : { failure: toFailure(error) }) });
      throw error;
    }
  }

  #stateOf<Name extends JobName>(folder: string, job: Name): JobState<JobResults[Name]> {
    return findFolder(this.#services.store.state, folder)?.jobs?.[job] ?? {};
  }

  #set<Name extends JobName>(folder: string, job: Name, state: JobState<JobResults[Name]>): void {
    // The type checker does not see that the state belongs to the job.
    this.#services.store.dispatch({ type: 'job-changed', folder, job, state } as JobAction);
  }
}

interface Work<Name extends JobName> {
  readonly folder: string;
  readonly job: Name;
  readonly cancellation: AbortController;
  readonly options: JobOptions<Name>;
}
