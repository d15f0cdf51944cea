/** One line of `holdfast doctor`. */
export interface DoctorFinding {
  readonly level: 'ok' | 'warning' | 'error';
  readonly subject: string;
  readonly message: string;
  /** How to fix it. */
  readonly hint?: string | undefined;
}

/** The examination of one subject. */
export interface Examination {
  /** The subject of the finding if the examination fails. */
  readonly subject: string;
  readonly examine: () => Promise<readonly DoctorFinding[]>;
}

export interface CommitHookOptions {
  /** The command that starts Holdfast. Default: the one that the folder installs, or `holdfast`. */
  readonly program?: string | undefined;
  /** Removes the check instead. */
  readonly remove?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What happened to the pre-commit hook. `merged`: the check was added to an existing hook. */
export interface CommitHook {
  readonly outcome: 'created' | 'merged' | 'unchanged' | 'removed' | 'manager';
  /** The hook, relative to the top level of the repository if it is inside; absent if a hook manager owns the hooks. */
  readonly file?: string | undefined;
  /** The hook manager that owns the hooks, so that nothing was written. */
  readonly manager?: 'husky' | 'lefthook' | 'pre-commit' | undefined;
  /** What to add to the configuration of the hook manager. */
  readonly hint?: string | undefined;
}

/** What is set up in a repository, and what is not, as far as it can be read in a moment. */
export interface RepositoryStatus {
  /** Whether the folder is in a git repository. */
  readonly isGit: boolean;
  readonly contracts: {
    readonly count: number;
    readonly chunks: number;
    /** The contracts with errors. */
    readonly broken: readonly string[];
  };
  /** The change of the current files since the default branch; `undefined` if there is no base. */
  readonly change: { readonly files: number; readonly since: string } | undefined;
  /** The agents that have files here, and whether their hooks call Holdfast. */
  readonly agents: readonly { readonly name: string; readonly isHooked: boolean }[];
  /** Whether the hook of git before a commit calls Holdfast. */
  readonly hasCommitHook: boolean;
  /** The file of the CI system that calls Holdfast; `undefined` if none does. */
  readonly ciFile: string | undefined;
  /** What to do next. */
  readonly next: NextStep;
}

/** A command that a person can run, and why. */
export interface NextStep {
  readonly command: string;
  readonly reason: string;
}
