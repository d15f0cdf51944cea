import type { ConstraintFinding } from '../domains/constraints/constraint-finding.ts';
import type { CallLabel } from '../../models/base/call-label.ts';
import type { ConfiguredModel } from '../../models/base/configured-model.ts';
import type { CallPolicy } from '../../models/calls/call-policy.ts';
import type { ProtectedChange } from '../protection/changes/protected-change.ts';
import type { Redact } from '../../foundation/output-redaction.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type { ReviewFinding, ReviewPass } from './review-finding.ts';
import type { PassReport } from './review-report.ts';

/** A file of the change that exists after it. */
export interface ReviewedFile {
  readonly path: string;
  /** The text after the change. */
  readonly text: string;
}

/** The change to review. Paths are relative to the workspace folder and use `/`. */
export interface ReviewedChange {
  /** The unified diff, as git writes it. */
  readonly diff: string;
  /** The changed files that exist after the change and are text. */
  readonly files: readonly ReviewedFile[];
  /** The changed files that have the text of a scenario, although they are elsewhere. No model sees them. */
  readonly holdoutCopies?: readonly string[] | undefined;
  /** All changed files, with the numbers of their changed lines, by which a diff that was cut is recognised. */
  readonly changedFiles: readonly Pick<FileChange, 'path' | 'binary' | 'addedLines' | 'deletedLines'>[];
}

/** The tree whose artifacts are compared with the interface registry. */
export interface ConstraintSubject {
  readonly commit: string;
  /** Absolute path of the workspace folder with the files of the commit; absent if they are not checked out. */
  readonly root?: string | undefined;
  /** The changed files: a service that is primary for one of them must be available [ASSERT-EXT-001]. */
  readonly files: readonly string[];
}

/** Compares the artifacts of a tree with its interface registry. */
export type EvaluateConstraints = (subject: ConstraintSubject, signal: AbortSignal) => Promise<ConstraintReport>;

/** What the comparison with the interface registry says. */
export interface ConstraintReport {
  readonly findings: readonly ConstraintFinding[];
  /** What could not be checked, each as a sentence. */
  readonly warnings: readonly string[];
  /** Why there was nothing to compare, as a sentence. */
  readonly note?: string | undefined;
}

export interface ReviewInput {
  readonly change: ReviewedChange;
  readonly specification?: { readonly file: string; readonly text: string } | undefined;
  /** The standards and decisions of the repository. */
  readonly standards: readonly ReviewedFile[];
  /** What the change must also meet, as sentences of trusted people. */
  readonly criteria?: readonly string[] | undefined;
  /** Compares the artifacts with the interface registry. Called first, before a model is opened [ASSERT-XVAL-003]. */
  readonly constraints: (signal: AbortSignal) => Promise<ConstraintReport>;
  /** The changes that weaken tests, scripts and the configuration of tools. */
  readonly protectedChanges: readonly ProtectedChange[];
  /** Whether the task allows a change of a test, a script or a setting. Default: nothing is allowed. */
  readonly isAllowed?: ((change: ProtectedChange) => boolean) | undefined;
  /** `false`: only the deterministic passes run, and the report says so. Default: all passes run [ASSERT-REVIEW-003]. */
  readonly useModel?: boolean | undefined;
}

/** Stores valid answers, so that an unchanged request gets the same findings without another call. */
export interface AnswerStore {
  get(key: string): Promise<unknown>;
  put(key: string, answer: unknown): Promise<void>;
}

export type ReviewEvent =
  | { readonly type: 'pass-started'; readonly pass: ReviewPass; readonly requests?: number | undefined }
  | { readonly type: 'pass-finished'; readonly report: PassReport; readonly findings: number };

export interface ReviewServices {
  /** Called at most once, and only after the deterministic passes. */
  readonly openModel: () => Promise<ConfiguredModel>;
  /** The call limits. Its `onCall` receives every call. */
  readonly policy: CallPolicy;
  /** Masks every known secret of Holdfast. */
  readonly redact: Redact;
  readonly answers?: AnswerStore | undefined;
  /** What the calls are made for. The purpose of a pass is `review-<pass>`. */
  readonly label?: CallLabel | undefined;
  readonly signal: AbortSignal;
  readonly onEvent?: ((event: ReviewEvent) => void) | undefined;
}

/** What a pass found. */
export interface PassOutcome {
  readonly report: PassReport;
  readonly findings: readonly ReviewFinding[];
  /** What the pass did not cover, each as a sentence. */
  readonly warnings: readonly string[];
}
