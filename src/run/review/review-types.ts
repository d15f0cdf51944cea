import type { ProtectedArea } from '../../contract/model.ts';
import type { Fact } from '../../foundation/fact.ts';
import type { ReviewEvent } from '../../verdicts/review/review-input.ts';
import type { ReviewReport } from '../../verdicts/review/review-report.ts';

export type { ReviewFinding, ReviewPass } from '../../verdicts/review/review-finding.ts';
export type { ReviewEvent } from '../../verdicts/review/review-input.ts';
export type { PassReport, ReviewReport } from '../../verdicts/review/review-report.ts';

export interface ReviewOptions {
  /** The git revision to compare with, by its merge base. Default: the default branch. */
  readonly base?: string | undefined;
  /** The git revision to review. Default: the files as they are now, with changes that are not committed. */
  readonly head?: string | undefined;
  readonly specification?: { readonly file: string; readonly text: string } | undefined;
  /** `false`: no model is called, and its passes do not run. */
  readonly useModel?: boolean | undefined;
  /** `provider:model`. Defaults to the configured model. */
  readonly model?: string | undefined;
  readonly maxCostUsd?: number | undefined;
  /** What the change may weaken. */
  readonly mayChange?: readonly ProtectedArea[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: ReviewEvent) => void) | undefined;
}

/** The review of a change in the repository of the folder. */
export interface FolderReview {
  /** The commit that the change starts from, and how it was found. */
  readonly base: { readonly commit: string; readonly source: string };
  /** The reviewed commit: a snapshot of the current files, if no revision was given. */
  readonly head: string;
  /** The changed files, relative to the folder. Without one, nothing was reviewed, and `report` is absent. */
  readonly changedFiles: readonly string[];
  readonly report?: ReviewReport | undefined;
  /** What a person should look at. It is no part of the report, so that no model reads it. */
  readonly facts: readonly Fact[];
}
