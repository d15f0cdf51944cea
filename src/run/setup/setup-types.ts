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
