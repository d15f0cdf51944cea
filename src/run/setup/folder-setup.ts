import type { ConfinementReport } from '../../workspace/escapes/confinement-report.ts';
import { tryEscapes } from '../../workspace/escapes/try-escapes.ts';
import { writeCommitHook } from './commit-hook.ts';
import { diagnose, type DiagnosedFolder } from './diagnosis.ts';
import { readStatus, type StatusSources } from './repository-status.ts';
import type { CommitHook, CommitHookOptions, DoctorFinding, Examination, RepositoryStatus } from './setup-types.ts';

/** What is set up for a folder, and what is missing. */
export interface Setup {
  /**
   * What is configured and what is missing.
   * @param others what products above the engine examine
   */
  diagnose(others?: readonly Examination[]): Promise<readonly DoctorFinding[]>;
  /** [CHANGE-6] What is set up, as far as it can be read in a moment, and the one next step. */
  status(signal: AbortSignal): Promise<RepositoryStatus>;
  /** What a confined command sees here, and whether it can escape. Throws CancelledError if the signal aborts. */
  examineConfinement(signal: AbortSignal): Promise<ConfinementReport>;
  /** The model that runs chunks, as `provider:model`; `undefined` if none is configured. */
  configuredModel(): Promise<string | undefined>;
  /**
   * Adds the check of the staged change to the pre-commit hook, or removes it. Keeps everything else in the hook. Writes
   * nothing if a hook manager owns the hooks.
   * @throws HoldfastError `git` without a git repository, `unsupported` if the existing hook is a link or not a shell script
   */
  writeCommitHook(options?: CommitHookOptions): Promise<CommitHook>;
}

/** The setup of one folder. */
export class FolderSetup implements Setup {
  readonly #folder: DiagnosedFolder;
  readonly #storage: string;
  readonly #examinations: readonly Examination[];
  readonly #agents: StatusSources['agents'];

  constructor(
    folder: DiagnosedFolder,
    {
      storage,
      examinations,
      agents,
    }: Pick<StatusSources, 'agents'> & {
      readonly storage: string;
      readonly examinations: readonly Examination[];
    },
  ) {
    this.#folder = folder;
    this.#storage = storage;
    this.#examinations = examinations;
    this.#agents = agents;
  }

  status(signal: AbortSignal): Promise<RepositoryStatus> {
    const { folder, contracts } = this.#folder;
    return readStatus(
      {
        folder,
        contracts,
        repository: () => this.#folder.repository(),
        configurationOf: (text) => this.#folder.configurationOf(text),
        agents: this.#agents,
      },
      signal,
    );
  }

  diagnose(others: readonly Examination[] = []): Promise<readonly DoctorFinding[]> {
    return diagnose(this.#folder, [...others, ...this.#examinations]);
  }

  async examineConfinement(signal: AbortSignal): Promise<ConfinementReport> {
    const repository = await this.#folder.repository();
    const { protectedFolders, commonDirectory } = repository;
    const packages = await repository.listPackagesOutside();
    const { read, write } = (await this.#folder.configuration()).confinement;
    const topLevel = protectedFolders[0] ?? this.#folder.folder;
    const storage = this.#storage;
    return tryEscapes({ topLevel, gitDirectory: commonDirectory, packages, storage, read, write, signal });
  }

  async configuredModel(): Promise<string | undefined> {
    const { model, replay } = await this.#folder.configuration();
    return model ?? (replay === undefined ? undefined : `replay:${replay}`);
  }

  async writeCommitHook(options: CommitHookOptions = {}): Promise<CommitHook> {
    return writeCommitHook(await this.#folder.repository(), options);
  }
}
