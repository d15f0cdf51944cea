import type { VisiblePaths } from '../../workspace/confinement/confinement-rules.ts';

/** The tree that domain services judge. */
export interface DomainSubject {
  /** Absolute path of the workspace folder with the files of the tree. */
  readonly root: string;
  /** The commit of the tree. */
  readonly commit: string;
  /** Absolute path of the folder whose declarations apply and in which services start. No attempt can write to it. */
  readonly folder: string;
  /** What services and the commands that they run see besides their tree: `view` of the tree's worktree. */
  readonly view?: VisiblePaths | undefined;
  /** Texts of scenarios, which are replaced in what services print: `hiddenTexts` of the tree's worktree. Default: none. */
  readonly hiddenTexts?: readonly string[] | undefined;
  /** The changed files, relative to the workspace folder. Services that are primary for one of them judge it. */
  readonly changedFiles: readonly string[];
  readonly signal: AbortSignal;
}

/** A diagnostic of `validate`, or a failure of `simulate`. */
export interface DomainFailure {
  readonly domain: string;
  readonly method: 'validate' | 'simulate';
  /** A stable word for the kind of problem. */
  readonly category: string;
  readonly message: string;
  /** For example `error`. Absent for a failure of a simulation. */
  readonly severity?: string | undefined;
  /** Relative to the workspace folder. Absent if the service does not name a file. */
  readonly artifact?: string | undefined;
  /** 1-based. */
  readonly line?: number | undefined;
  /** The output of the tool, if it explains the failure. */
  readonly output?: string | undefined;
  /** Whether its message says by itself what to do, by the table of categories [ASSERT-CODE-002]. */
  readonly isSelfExplanatory: boolean;
}

export interface DomainVerdict {
  /** Whether nothing fails the tree. Warnings and information do not. */
  readonly passed: boolean;
  /** Everything that was found, the failures first. */
  readonly failures: readonly DomainFailure[];
  /** What could not be checked, each as a sentence. */
  readonly warnings: readonly string[];
}

/**
 * Judges a tree with the domain services that are primary for its changed files: `validate` first, then `simulate` if it
 * passed. Passes if no service is declared for them.
 *
 * @throws DomainServiceError if such a service is not available or wrong [ASSERT-EXT-001]
 */
export type JudgeByDomains = (subject: DomainSubject) => Promise<DomainVerdict>;
